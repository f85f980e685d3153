// Letters: what is typed, and whether it is right.

const EMPTY = "\u00a0"; // the value of an empty field: phones report when it is deleted
const BLACK = "#"; // what a solver of a diagramless puzzle finds out

const split = (token) => token.match(/\P{M}\p{M}*/gu) ?? [];

const solution = puzzle.solution ?? inputs.map(() => null); // tokens, null where unknown

const alphabet = new Set(solution.flatMap((token) => split(token ?? "")));

// Accents that the grid leaves out may be typed all the same: ά for Α and, in languages that drop
// theirs, É for E.
const dropsMarks = /^(en|fr|it|nl|pt)\b/.test(document.documentElement.lang);

function withoutIdleMarks(letter) {
  const bare = letter.normalize("NFD").replace(/\p{M}/gu, "");
  const canDrop = /\p{Script=Greek}/u.test(bare) || (dropsMarks && alphabet.has(bare));
  return canDrop && !alphabet.has(letter) ? bare : letter;
}

const capitals = (typed) =>
  typed.normalize("NFC").replace(/ß/g, "ẞ").toUpperCase().normalize("NFC");

const normalise = (typed) => split(capitals(typed)).map(withoutIdleMarks).join("");

// Where an input method composes letters, wait until it is done.
const composes = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(
  solution.join("") + document.querySelector(".clues")?.textContent,
);

const isKnown = (cell) => solution[cell] !== null;

function isRight(cell) {
  const token = solution[cell];
  // As solvers expect, the first letter of a rebus counts as the whole.
  return letters[cell] === token || (letters[cell] !== "" && split(token)[0] === letters[cell]);
}

const isFull = (index) =>
  slots[index].cells.length > 0 && slots[index].cells.every((cell) => letters[cell]);

// -- answers that the page knows only by their hashes --

const digest = (name, cells) =>
  sha256([puzzle.hashes.salt, name, ...cells.map((cell) => letters[cell])].join("\n"));

const isRightWord = (index) =>
  puzzle.hashes.words[index].includes(digest(slots[index].label, slots[index].cells));

const isRightGrid = () => puzzle.hashes.grid.includes(digest("grid", [...inputs.keys()]));

const tellsWords = puzzle.checks === "words";
const tellsLetters = puzzle.checks === "letters" && solution.some((token) => token !== null);

function isSolved() {
  if (!letters.every(Boolean)) return false;
  if (puzzle.hashes) return isRightGrid();
  return tellsLetters && inputs.every((_, cell) => !isKnown(cell) || isRight(cell));
}
