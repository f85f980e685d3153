// The words that a slot has left, and those that it has lost.

const MAX_LOOK_BACK = 600; // events searched for words that a slot lost since the last decision

function tokensOf(recording, word) {
  if (recording.longest === 1) return [...word];
  const tokens = [];
  for (let at = 0; at < word.length; at += tokens[tokens.length - 1].length) {
    let size = Math.min(recording.longest, word.length - at);
    while (size > 1 && !recording.codes.has(word.slice(at, at + size))) size -= 1;
    tokens.push(word.slice(at, at + size));
  }
  return tokens;
}

// The words of a slot's table as codes; a whole table is done at once, when it is first needed.
function codesOf(recording, slot) {
  const { table } = recording.slots[slot];
  recording.coded ??= new Map();
  if (!recording.coded.has(table)) {
    recording.coded.set(table, recording.tables[table].map(
      (word) => tokensOf(recording, word).map((token) => recording.codes.get(token) ?? -1)));
  }
  return recording.coded.get(table);
}

// What is allowed at each position of a slot: a list of flags by code.
function allowedIn(recording, slot) {
  return recording.state[slot].masks.map((mask) => {
    const bits = BigInt(`0x${mask}`);
    return recording.alphabet.map((_, code) => Boolean(bits >> BigInt(code) & 1n));
  });
}

function withLetters(recording, allowed, lost) {
  const wider = allowed.map((flags) => flags.slice());
  for (const [at, tokens] of lost) {
    for (const token of tokens.split(" ")) wider[at][recording.codes.get(token)] = true;
  }
  return wider;
}

const fits = (codes, allowed) =>
  codes.length === allowed.length && codes.every((code, at) => allowed[at][code]);

// The rows of a slot that are allowed in one way and not in another, up to a number of them.
function rowsWithin(recording, slot, allowed, butNot, most) {
  const { rows } = recording.slots[slot];
  const excluded = new Set(recording.state[slot].excluded);
  const codes = codesOf(recording, slot);
  const count = rows ? rows.length : codes.length;
  const found = [];
  for (let index = 0; index < count && found.length < most; index += 1) {
    const row = rows ? rows[index] : index;
    if (excluded.has(row) || !fits(codes[row], allowed)) continue;
    if (!butNot || !fits(codes[row], butNot)) found.push(row);
  }
  return found;
}

function rowsLeft(recording, slot, most) {
  const state = recording.state[slot];
  if (state.row >= 0) return [state.row];
  return rowsWithin(recording, slot, allowedIn(recording, slot), null, most);
}

const wordsLeft = (recording, slot, most) =>
  rowsLeft(recording, slot, most).map((row) => recording.word(slot, row));

// The only word left of a slot that is not assigned; it is looked for once for each state.
function onlyRow(recording, slot) {
  const state = recording.state[slot];
  if (state.left !== 1) return -1;
  if (state.row >= 0) return state.row;
  recording.only ??= new Map();
  const key = `${state.masks.join()}|${state.excluded.join()}`;
  const known = recording.only.get(slot);
  if (known?.key === key) return known.row;
  const [row = -1] = rowsLeft(recording, slot, 1);
  recording.only.set(slot, { key, row });
  return row;
}

// The letters that a slot lost in the events before this one, since the last decision.
function lostBefore(recording, slot) {
  const first = Math.max(0, recording.position - MAX_LOOK_BACK);
  const lost = [];
  for (let position = recording.position - 1; position >= first; position -= 1) {
    const event = recording.event(position);
    const kind = recording.kind(event);
    if (kind === "revise" && event[SLOT] === slot) lost.push(...event[LOST]);
    if (["assign", "backtrack", "restart", "ac3"].includes(kind)) break;
  }
  return lost;
}

// A slot's words in three parts: left, removed by this event, and removed since the last decision.
function domain(recording, slot, event, most) {
  const left = rowsLeft(recording, slot, most);
  if (recording.state[slot].row >= 0) return { left, now: [], before: [] };
  const allowed = allowedIn(recording, slot);
  const isNow = recording.kind(event) === "revise" && event[SLOT] === slot && event[REMOVED] > 0;
  const earlier = isNow ? withLetters(recording, allowed, event[LOST]) : allowed;
  const lost = lostBefore(recording, slot);
  const first = withLetters(recording, earlier, lost);
  return {
    left,
    now: isNow ? rowsWithin(recording, slot, earlier, allowed, most) : [],
    before: lost.length ? rowsWithin(recording, slot, first, earlier, most) : [],
  };
}

// The letter that a cell must have, and whether a decision put it there.
function letterAt(recording, slots) {
  for (const [slot, at] of slots) {
    const { row } = recording.state[slot];
    if (row >= 0) return [tokensOf(recording, recording.word(slot, row))[at], true];
  }
  for (const [slot, at] of slots) {
    const bits = BigInt(`0x${recording.state[slot].masks[at]}`);
    if (bits && !(bits & (bits - 1n))) return [recording.alphabet[bits.toString(2).length - 1], false];
    const row = onlyRow(recording, slot);
    if (row >= 0) return [tokensOf(recording, recording.word(slot, row))[at], false];
  }
  return ["", false];
}
