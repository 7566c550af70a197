// Cuts are offsets: ascending, each between the first byte and the end. These functions change no list, they make new ones.

export const every = (length, size) =>
  Array.from({ length: Math.max(0, Math.ceil(length / size) - 1) }, (_, i) => (i + 1) * size);

/** Pieces of 1 to `longest` bytes, other ones for every seed. */
export function random(length, seed, longest = 12) {
  const cuts = [];
  let state = seed >>> 0 || 1;
  for (let at = 0; ;) {
    // xorshift32
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    at += 1 + state % longest;
    if (at >= length) {
      return cuts;
    }
    cuts.push(at);
  }
}

/** Those of them that are cuts of so many bytes, in order, each once. */
export function tidy(cuts, length) {
  const sorted = cuts.filter(cut => Number.isInteger(cut) && cut > 0 && cut < length).sort((a, b) => a - b);
  return sorted.filter((cut, i) => cut !== sorted[i - 1]);
}

/** How many cuts are before an offset: the index of the first that is not. */
export function indexOf(cuts, offset) {
  let low = 0;
  let high = cuts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (cuts[middle] < offset) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

export const has = (cuts, offset) => cuts[indexOf(cuts, offset)] === offset;

export function toggled(cuts, offset) {
  const at = indexOf(cuts, offset);
  return cuts[at] === offset ? cuts.toSpliced(at, 1) : cuts.toSpliced(at, 0, offset);
}

/** The cuts with one moved; as they were, if another is there. */
export function moved(cuts, from, to) {
  return from === to || has(cuts, to) || !has(cuts, from) ? cuts : toggled(toggled(cuts, from), to);
}

/** As the server reads them: distances, seven bits a byte, the lowest first. Behind the byte that names the kind. */
export function message(cuts, kind) {
  const bytes = new Uint8Array(1 + cuts.length * 3 + 5);
  bytes[0] = kind;
  let length = 1;
  let before = 0;
  for (const cut of cuts) {
    let distance = cut - before;
    before = cut;
    while (distance > 127) {
      bytes[length++] = distance & 127 | 128;
      distance >>>= 7;
    }
    bytes[length++] = distance;
  }
  return bytes.subarray(0, length);
}
