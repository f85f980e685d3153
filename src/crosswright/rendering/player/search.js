// Word searches: a line from the first letter of a word to its last: drawn, in two clicks or taps, or
// by arrow keys, with Enter at either end. The words found are saved in localStorage, under a key
// derived from the content of the puzzle.

const COLOURS = 6; // of lines, one after another: see search.css

const puzzle = JSON.parse(document.getElementById("puzzle").textContent);
const $ = (id) => document.getElementById(id);
const text = (key, values = {}) =>
  puzzle.texts[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
const board = document.querySelector(".letters");
const picture = board.querySelector("svg");
const found = []; // {word, line}, in the order in which they were found; word is an index
let canSave = true;
let start = null;
let line = null;
let isPressed = false;
let cursor = { x: 0, y: 0 };
let frame = null;

// The list has a word once, however often it is hidden.
const items = new Map(
  [...document.querySelectorAll(".bank li")].map((item) => [item.textContent, item]),
);

const say = (message) => { $("status").textContent = message; };

const count = () => text("words_found", { count: found.length, total: puzzle.words.length });

// -- what is drawn --

function added(name, className) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  element.setAttribute("class", className);
  picture.append(element);
  return element;
}

function place(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}

function draw(element, from, to) {
  place(element, { x1: from.x + 0.5, y1: from.y + puzzle.middle });
  place(element, { x2: to.x + 0.5, y2: to.y + puzzle.middle });
}

function drawTo(cell) {
  line ??= added("line", "mark-line");
  draw(line, start, cell);
}

function showCursor() {
  frame ??= added("rect", "cursor");
  place(frame, { x: cursor.x, y: cursor.y, width: 1, height: 1 });
}

// -- cells --

function cellAt(event) {
  const box = picture.viewBox.baseVal;
  const outline = picture.getBoundingClientRect();
  const x = Math.floor(box.x + ((event.clientX - outline.left) / outline.width) * box.width);
  const y = Math.floor(box.y + ((event.clientY - outline.top) / outline.height) * box.height);
  return { x, y };
}

const isInside = ({ x, y }) => x >= 0 && y >= 0 && x < puzzle.columns && y < puzzle.rows;
const isSame = (one, other) => one.x === other.x && one.y === other.y;

function isStraight(from, to) {
  const across = Math.abs(to.x - from.x);
  const down = Math.abs(to.y - from.y);
  return across === 0 || down === 0 || across === down;
}

// The end of a line from the start in the one of eight directions that leads nearest to a cell: a
// finger is not as exact as a ruler.
function nearestEnd(cell) {
  const across = cell.x - start.x;
  const down = cell.y - start.y;
  const eighth = Math.round(Math.atan2(down, across) / (Math.PI / 4));
  const step = {
    x: Math.round(Math.cos((eighth * Math.PI) / 4)),
    y: Math.round(Math.sin((eighth * Math.PI) / 4)),
  };
  let length = Math.max(Math.abs(across), Math.abs(down));
  const end = () => ({ x: start.x + step.x * length, y: start.y + step.y * length });
  while (length > 0 && !isInside(end())) length -= 1;
  return end();
}

const cellOf = (name) => {
  const [x, y] = name.split(",").map(Number);
  return { x, y };
};

// -- words --

function wordBetween(from, to) {
  const ends = [`${from.x},${from.y}`, `${to.x},${to.y}`];
  return puzzle.words.findIndex((word) =>
    ends.join(" ") === `${word.from} ${word.to}` || ends.join(" ") === `${word.to} ${word.from}`,
  );
}

function tick(word) {
  const { text: name } = puzzle.words[word];
  const isFound = found.some((each) => puzzle.words[each.word].text === name);
  items.get(name)?.classList.toggle("found", isFound);
}

function add(word) {
  const { from, to } = puzzle.words[word];
  const kept = added("line", `mark-line found-${found.length % COLOURS}`);
  draw(kept, cellOf(from), cellOf(to));
  found.push({ word, line: kept });
  tick(word);
}

function drop() {
  const { word, line: kept } = found.pop();
  kept.remove();
  tick(word);
}

function finish(cell) {
  const word = wordBetween(start, cell);
  cancel();
  if (word < 0 || found.some((each) => each.word === word)) return;
  add(word);
  save();
  say(`${puzzle.words[word].text}. ${count()}`);
}

function cancel() {
  line?.remove();
  start = line = null;
}

function mark(cell) {
  if (start) {
    finish(cell);
  } else {
    start = cell;
    drawTo(cell);
  }
}

function undo() {
  cancel();
  if (!found.length) return;
  drop();
  save();
  say(count());
}

function clear() {
  cancel();
  if (!found.length || !window.confirm(text("confirm_clear"))) return;
  while (found.length) drop();
  save();
  say(count());
}

// -- what is kept --

function save() {
  if (!canSave) return;
  try {
    const state = { version: 1, found: found.map(({ word }) => word) };
    localStorage.setItem(puzzle.key, JSON.stringify(state));
  } catch {
    canSave = false;
    say(text("cannot_save"));
  }
}

function load() {
  let state = null;
  try {
    state = JSON.parse(localStorage.getItem(puzzle.key));
  } catch {
    return;
  }
  if (state?.version !== 1 || !Array.isArray(state.found)) return;
  const isWord = (word) => Number.isInteger(word) && word >= 0 && word < puzzle.words.length;
  [...new Set(state.found.filter(isWord))].forEach(add);
  if (found.length) say(count());
}

// -- pointers --

board.addEventListener("pointerdown", (event) => {
  const cell = cellAt(event);
  if (!event.isPrimary || event.button !== 0 || !isInside(cell)) return;
  event.preventDefault();
  board.focus();
  board.setPointerCapture(event.pointerId);
  cursor = cell;
  showCursor();
  isPressed = !start;
  mark(cell);
});

board.addEventListener("pointermove", (event) => {
  if (start && event.isPrimary) drawTo(nearestEnd(cellAt(event)));
});

board.addEventListener("pointerup", (event) => {
  if (!start || !isPressed || !event.isPrimary) return;
  isPressed = false;
  const cell = nearestEnd(cellAt(event));
  if (!isSame(cell, start)) finish(cell);
});

board.addEventListener("pointercancel", () => {
  isPressed = false;
  cancel();
});

// -- keys --

function moveTo(x, y) {
  cursor = {
    x: Math.min(Math.max(x, 0), puzzle.columns - 1),
    y: Math.min(Math.max(y, 0), puzzle.rows - 1),
  };
  showCursor();
  const column = puzzle.rtl ? puzzle.columns - cursor.x : cursor.x + 1;
  const where = text("place", { row: cursor.y + 1, column });
  say(`${puzzle.letters[cursor.y][cursor.x]}, ${where}`);
  if (start && isStraight(start, cursor)) drawTo(cursor);
}

const keys = {
  ArrowLeft: () => moveTo(cursor.x - 1, cursor.y),
  ArrowRight: () => moveTo(cursor.x + 1, cursor.y),
  ArrowUp: () => moveTo(cursor.x, cursor.y - 1),
  ArrowDown: () => moveTo(cursor.x, cursor.y + 1),
  Home: () => moveTo(0, cursor.y),
  End: () => moveTo(puzzle.columns - 1, cursor.y),
  Enter: () => mark(cursor),
  " ": () => mark(cursor),
  Escape: cancel,
  Backspace: undo,
};

board.addEventListener("focus", showCursor);
board.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || !keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
});
document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
  if (event.key.toLowerCase() !== "z") return;
  event.preventDefault();
  undo();
});

$("undo").addEventListener("click", undo);
$("clear").addEventListener("click", clear);
$("print").addEventListener("click", () => window.print());
document.querySelector(".tools").hidden = false;
board.tabIndex = 0;
load();
