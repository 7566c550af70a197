// SPDX-License-Identifier: Apache-2.0
// Node under test: node node.mjs TextDecoder, StringDecoder, or readline.
import { PassThrough } from 'node:stream';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setImmediate } from 'node:timers/promises';
import { StringDecoder } from 'node:string_decoder';

const kind = process.argv[2];
const STRING_DECODERS = { 'UTF-8': 'utf8', 'UTF-16LE': 'utf16le' };

const hex = text => Array.from({ length: text.length }, (_, i) => text.charCodeAt(i).toString(16).padStart(4, '0')).join('');
const word = outputs => outputs.map(o => hex(o) || '_').join(',') || '-';
const text = output => word(output ? [output] : []);

function textDecoder(job, encoding, pieces) {
  // It reads no mark that says the order, so it has no UTF-16 of RFC 2781; and no UTF-32.
  if (job !== 'text' || encoding === 'UTF-16' || encoding.startsWith('UTF-32')) return 'no';
  const decoder = new TextDecoder(encoding);
  return [...pieces.map(p => text(decoder.decode(p, { stream: true }))), text(decoder.decode())].join(' ');
}

function stringDecoder(job, encoding, pieces) {
  if (job !== 'text' || !STRING_DECODERS[encoding]) return 'no';
  const decoder = new StringDecoder(STRING_DECODERS[encoding]);
  return [...pieces.map(p => text(decoder.write(p))), text(decoder.end())].join(' ');
}

async function readline(job, encoding, pieces) {
  if (job !== 'lines-any' || encoding !== 'UTF-8') return 'no';
  const input = new PassThrough();
  const lines = createInterface({ input, crlfDelay: Infinity });
  const outputs = [[]];
  lines.on('line', line => outputs.at(-1).push(line));
  for (const piece of pieces) {
    input.write(piece);
    await setImmediate();
    outputs.push([]);
  }
  const closed = once(lines, 'close');
  input.end();
  await closed;
  return outputs.map(word).join(' ');
}

const run = { TextDecoder: textDecoder, StringDecoder: stringDecoder, readline }[kind];
let greeted = false;
for await (const line of createInterface({ input: process.stdin })) {
  const [job, encoding, ...pieces] = line.trim().split(/ +/);
  const bytes = pieces.map(p => Buffer.from(p.replace('-', ''), 'hex'));
  try {
    console.log(greeted ? await run(job, encoding, bytes) : `Node ${process.versions.node} ${kind}`);
  } catch (thrown) {
    console.log(`failed=${thrown.name}`);
  }
  greeted = true;
}
