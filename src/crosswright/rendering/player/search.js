// Word searches: a line from the first letter of a word to its last: drawn, in two clicks, or by
// arrow keys, with Enter at either end.

const puzzle = JSON.parse(document.getElementById("puzzle").textContent);
const picture = document.querySelector(".letters svg");
const status = document.getElementById("status");
const items = new Map(
  [...document.querySelectorAll(".bank li")].map((item) => [item.textContent, item]),
);
const found = new Set();
let start = null;
let line = null;
let isPressed = false;
let cursor = { x: 0, y: 0 };
let frame = null;

function cellAt(event) {
  const box = picture.viewBox.baseVal;
  const outline = picture.getBoundingClientRect();
  const x = Math.floor(box.x + ((event.clientX - outline.left) / outline.width) * box.width);
  const y = Math.floor(box.y + ((event.clientY - outline.top) / outline.height) * box.height);
  const isInside = x >= 0 && y >= 0 && x < puzzle.columns && y < puzzle.rows;
  return isInside ? { x, y } : null;
}

function isStraight(from, to) {
  const across = Math.abs(to.x - from.x);
  const down = Math.abs(to.y - from.y);
  return across === 0 || down === 0 || across === down;
}

function added(name, className) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  element.setAttribute("class", className);
  picture.append(element);
  return element;
}

function place(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
}

function drawTo(cell) {
  line ??= added("line", "mark-line");
  place(line, { x1: start.x + 0.5, y1: start.y + puzzle.middle });
  place(line, { x2: cell.x + 0.5, y2: cell.y + puzzle.middle });
}

function showCursor() {
  frame ??= added("rect", "cursor");
  place(frame, { x: cursor.x, y: cursor.y, width: 1, height: 1 });
}

function moveTo(x, y) {
  cursor = {
    x: Math.min(Math.max(x, 0), puzzle.columns - 1),
    y: Math.min(Math.max(y, 0), puzzle.rows - 1),
  };
  showCursor();
  status.textContent = puzzle.letters[cursor.y][cursor.x];
  if (start && isStraight(start, cursor)) drawTo(cursor);
}

function mark(cell) {
  if (start) {
    if (isStraight(start, cell)) drawTo(cell);
    finish(cell);
  } else {
    start = cell;
    drawTo(cell);
  }
}

function cancel() {
  line?.remove();
  start = line = null;
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
};

function finish(cell) {
  const ends = [`${start.x},${start.y}`, `${cell.x},${cell.y}`];
  const word = puzzle.words.find(
    ({ from, to }) => ends.join(" ") === `${from} ${to}` || ends.join(" ") === `${to} ${from}`,
  );
  if (word && !found.has(word.text)) {
    found.add(word.text);
    items.get(word.text)?.classList.add("found");
    status.textContent = puzzle.message
      .replace("{count}", found.size)
      .replace("{total}", puzzle.words.length);
  } else {
    line?.remove();
  }
  start = line = null;
}

picture.addEventListener("pointerdown", (event) => {
  const cell = cellAt(event);
  if (!cell) return;
  event.preventDefault();
  picture.setPointerCapture(event.pointerId);
  cursor = cell;
  isPressed = !start;
  mark(cell);
});

picture.addEventListener("pointermove", (event) => {
  const cell = start && cellAt(event);
  if (cell && isStraight(start, cell)) drawTo(cell);
});

picture.addEventListener("pointerup", (event) => {
  const cell = start && isPressed && cellAt(event);
  isPressed = false;
  if (cell && (cell.x !== start.x || cell.y !== start.y)) finish(cell);
});

picture.tabIndex = 0;
picture.addEventListener("focus", showCursor);
picture.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || !keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
});
