// Text that was encoded twice: its bytes are UTF-8 of characters that are the bytes of UTF-8, read as windows-1252 or Latin-1.

/** Of longer documents it is not asked: each look reads all of them. */
const MOST_BYTES = 1 << 16;

const BYTES = Uint8Array.from({ length: 256 }, (_, i) => i);

/** By character the byte that it was read from. */
function byteOf(label) {
  const text = new TextDecoder(label).decode(BYTES);
  return new Map(Array.from(text, (character, byte) => [character, byte]));
}

/** What was encoded twice, as bytes that were encoded once; null if these bytes were not. */
export function decodedOnce(bytes) {
  if (bytes.length > MOST_BYTES) {
    return null;
  }
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
  const table = byteOf("windows-1252");
  const once = Array.from(text, character => {
    const code = character.codePointAt(0);
    // Of Latin-1 the controls are bytes, too.
    return table.get(character) ?? (code < 0x100 ? code : -1);
  });
  if (once.includes(-1) || once.every(byte => byte < 0x80)) {
    return null;
  }
  const made = Uint8Array.from(once);
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(made);
    return made;
  } catch {
    return null;
  }
}

/** The first characters of it that are not ASCII, with what stood around them. */
export function glimpse(bytes) {
  const text = Array.from(new TextDecoder("utf-8").decode(bytes));
  const at = text.findIndex(character => character.codePointAt(0) > 0x7F);
  return text.slice(Math.max(0, at - 8), at + 16).join("").replace(/[\p{Cc}\p{Cf}]/gu, " ").trim();
}
