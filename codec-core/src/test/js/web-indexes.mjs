/* SPDX-License-Identifier: Apache-2.0 */
// Writes web-indexes.txt, the facts that WebIndexesTest compares with, from two implementations of
// the WHATWG Encoding Standard that have its indexes: @exodus/bytes 1.16.0, and text-encoding 0.7.0,
// which is older than the changes of 2022. Where else they differ, it fails.
//
//   npm install @exodus/bytes@1.16.0 text-encoding@0.7.0
//   node web-indexes.mjs > web-indexes.txt
//
// A line is an encoding, what is hashed, and a hash for each row, "-" where it is empty:
//   read    for each first byte the text of it alone, or of it and each second byte (FFFD: none)
//   read8F  for each second byte behind 8F the texts of all third ones
//   read4   for each of the first two bytes of four the texts of all that follow
//   write   for each 256 characters of planes 0 to 2 their bytes, each character's before a FFFF
// A hash is that of a Java string, of bytes that of a string of their values.
import { createRequire } from 'node:module';
import { createMultibyteDecoder, createMultibyteEncoder } from '@exodus/bytes/multi-byte.js';

const old = createRequire(import.meta.url)('text-encoding');

const NAMES = ['Big5', 'EUC-JP', 'Shift_JIS', 'EUC-KR', 'GBK', 'gb18030', 'ISO-2022-JP'];
const CHANGED = new Map(Object.entries({
  a6d9: '\ufe10', a6da: '\ufe12', a6db: '\ufe11', a6dc: '\ufe13', a6dd: '\ufe14', a6de: '\ufe15',
  a6df: '\ufe16', a6ec: '\ufe17', a6ed: '\ufe18', a6f3: '\ufe19', fe59: '\u9fb4', fe61: '\u9fb5',
  fe66: '\u9fb6', fe67: '\u9fb7', fe6d: '\u9fb8', fe7e: '\u9fb9', fe90: '\u9fba', fea0: '\u9fbb',
}));
const NEW = new Set(CHANGED.values());

function fail(...what) {
  throw new Error(what.join(' '));
}

function hash(text) {
  let h = 0;
  for (let i = 0; i < text.length; i++) {
    h = (Math.imul(31, h) + text.charCodeAt(i)) | 0;
  }
  return text === '' ? '-' : (h >>> 0).toString(16).padStart(8, '0');
}

const hex = bytes => Array.from(bytes, b => b.toString(16).padStart(2, '0')).join('');

const attempt = f => {
  try {
    return f();
  } catch {
    return '';
  }
};

function coder(name) {
  const label = name.toLowerCase();
  const decode = createMultibyteDecoder(label);
  const encode = createMultibyteEncoder(label);
  return {
    decode: bytes => {
      const array = Uint8Array.from(bytes);
      const text = attempt(() => decode(array));
      if (text.includes('\ufffd')) return name === 'gb18030' || name === 'GBK' ? text : '';
      const before = attempt(() => new old.TextDecoder(label, { fatal: true }).decode(array));
      const changed = label.startsWith('gb') && CHANGED.get(hex(bytes));
      if (text !== (changed || before)) fail(name, hex(bytes), text, before);
      return text;
    },
    encode: text => {
      const bytes = attempt(() => encode(text)) || [];
      const before = attempt(() =>
        new old.TextEncoder(label, { NONSTANDARD_allowLegacyEncoding: true, fatal: true })
          .encode(text)) || [];
      // In Shift_JIS it takes "not found", -1, for a pointer.
      const none = name === 'Shift_JIS' && hex(before) === '803f';
      const same = hex(bytes) === (none ? '' : hex(before));
      // Katakana of half width are written since 2017.
      if (name === 'ISO-2022-JP' && text >= '\uff61' && text <= '\uff9f') return bytes;
      if (!same && !(label.startsWith('gb') && NEW.has(text))) fail(name, escape(text), hex(bytes), hex(before));
      return bytes;
    },
  };
}

const range = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

const row = (texts) => texts.some(t => t !== '') ? hash(texts.map(t => t || '\ufffd').join('')) : '-';

function reading(c, before) {
  return range(0, 255).map(first => {
    const alone = before.length === 0 ? c.decode([first]) : '';
    return alone !== '' ? hash(alone) : row(range(0, 255).map(b => c.decode([...before, first, b])));
  });
}

function fours(c) {
  const rows = [];
  for (const a of range(0x81, 0xfe)) {
    for (const b of range(0x30, 0x39)) {
      const texts = [];
      for (const third of range(0x81, 0xfe)) {
        for (const fourth of range(0x30, 0x39)) texts.push(c.decode([a, b, third, fourth]));
      }
      rows.push(row(texts));
    }
  }
  return rows;
}

function writing(c) {
  return range(0, 0x2ff).map(page => {
    let any = false;
    let text = '';
    for (const scalar of range(page << 8, page << 8 | 0xff)) {
      const surrogate = scalar >= 0xd800 && scalar < 0xe000;
      for (const b of surrogate ? [] : c.encode(String.fromCodePoint(scalar))) {
        text += String.fromCharCode(b);
        any = true;
      }
      text += '\uffff';
    }
    return any ? hash(text) : '-';
  });
}

/** Equal rows behind one another are one, with how many there are. */
function line(name, what, rows) {
  const runs = [];
  for (const r of rows) {
    const last = runs[runs.length - 1];
    if (last && last[0] === r) last[1]++;
    else runs.push([r, 1]);
  }
  console.log(name, what, ...runs.map(([r, n]) => n === 1 ? r : r + '*' + n));
}

for (const name of NAMES) {
  const c = coder(name);
  if (name === 'ISO-2022-JP') {
    for (const [state, escape] of Object.entries({ B: '(B', J: '(J', I: '(I' })) {
      const shift = [0x1b, ...Buffer.from(escape)];
      line(name, 'read' + state, range(0, 255).map(b => row([c.decode([...shift, b])])));
    }
    for (const set of '@B') {
      const shift = [0x1b, 0x24, set.charCodeAt(0)];
      line(name, 'read$' + set, range(0, 255).map(first =>
        row(range(0, 255).map(b => c.decode([...shift, first, b])))));
    }
  } else {
    line(name, 'read', reading(c, []));
  }
  if (name === 'EUC-JP') line(name, 'read8F', reading(c, [0x8f]));
  if (name.startsWith('g') || name === 'GBK') line(name, 'read4', fours(c));
  line(name, 'write', writing(c));
}
