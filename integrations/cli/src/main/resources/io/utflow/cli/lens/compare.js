// Marks where the text of a decoder differs from the text that the bytes are.

/** Longer stretches are not aligned: all of them counts as different. */
const MOST_COMPARED = 1500;

/**
 * The characters of `text` in runs, `{ text, same }`: `same` are those of a longest common subsequence with `expected`.
 */
export function runs(text, expected) {
  const is = Array.from(text);
  const should = Array.from(expected);
  let head = 0;
  while (head < is.length && head < should.length && is[head] === should[head]) {
    head++;
  }
  let tail = 0;
  while (tail < is.length - head && tail < should.length - head
      && is[is.length - 1 - tail] === should[should.length - 1 - tail]) {
    tail++;
  }
  const same = new Array(is.length).fill(false).fill(true, 0, head).fill(true, is.length - tail);
  align(is.slice(head, is.length - tail), should.slice(head, should.length - tail)).forEach((each, i) => {
    same[head + i] = each;
  });
  return joined(is, same);
}

function joined(characters, same) {
  const found = [];
  characters.forEach((character, i) => {
    const last = found.at(-1);
    if (last !== undefined && last.same === same[i]) {
      last.text += character;
    } else {
      found.push({ text: character, same: same[i] });
    }
  });
  return found;
}

/** Which of `is` belong to a longest common subsequence with `should`. */
function align(is, should) {
  const same = new Array(is.length).fill(false);
  if (is.length === 0 || should.length === 0 || is.length > MOST_COMPARED || should.length > MOST_COMPARED) {
    return same;
  }
  const width = should.length + 1;
  const lengths = new Uint16Array((is.length + 1) * width);
  for (let i = is.length - 1; i >= 0; i--) {
    for (let j = should.length - 1; j >= 0; j--) {
      lengths[i * width + j] = is[i] === should[j]
        ? lengths[(i + 1) * width + j + 1] + 1
        : Math.max(lengths[(i + 1) * width + j], lengths[i * width + j + 1]);
    }
  }
  for (let i = 0, j = 0; i < is.length && j < should.length;) {
    if (is[i] === should[j]) {
      same[i++] = true;
      j++;
    } else if (lengths[(i + 1) * width + j] >= lengths[i * width + j + 1]) {
      i++;
    } else {
      j++;
    }
  }
  return same;
}

/**
 * What a decoder emitted piece by piece against what Utflow did. A decoder may emit later, as one of lines does: what it owes
 * is kept. Answers the runs of each piece, how many characters are wrong or missing, and how many it still owes.
 */
export function compare(emitted, expected) {
  let owed = "";
  let wrong = 0;
  let missing = 0;
  const pieces = emitted.map((text, i) => {
    owed += expected[i];
    if (text === "") {
      return [];
    }
    if (owed.startsWith(text)) {
      owed = owed.slice(text.length);
      return [{ text, same: true }];
    }
    const found = runs(text, owed);
    const right = found.reduce((sum, run) => sum + (run.same ? Array.from(run.text).length : 0), 0);
    missing += Array.from(owed).length - right;
    wrong += Array.from(text).length - right;
    owed = "";
    return found;
  });
  return { pieces, wrong, missing, owed: Array.from(owed).length };
}
