// Word searches: a line from the first letter of a word to its last, drawn or in two clicks.

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

function cellAt(event) {
  const box = picture.viewBox.baseVal;
  const frame = picture.getBoundingClientRect();
  const x = Math.floor(box.x + ((event.clientX - frame.left) / frame.width) * box.width);
  const y = Math.floor(box.y + ((event.clientY - frame.top) / frame.height) * box.height);
  const isInside = x >= 0 && y >= 0 && x < puzzle.columns && y < puzzle.rows;
  return isInside ? { x, y } : null;
}

function isStraight(from, to) {
  const across = Math.abs(to.x - from.x);
  const down = Math.abs(to.y - from.y);
  return across === 0 || down === 0 || across === down;
}

function drawTo(cell) {
  if (!line) {
    line = document.createElementNS("http://www.w3.org/2000/svg", "line");
    line.setAttribute("class", "mark-line");
    picture.append(line);
  }
  const ends = { x1: start.x + 0.5, y1: start.y + puzzle.middle };
  Object.assign(ends, { x2: cell.x + 0.5, y2: cell.y + puzzle.middle });
  for (const [name, value] of Object.entries(ends)) line.setAttribute(name, value);
}

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
  isPressed = true;
  if (start) {
    if (isStraight(start, cell)) drawTo(cell);
    finish(cell);
    isPressed = false;
  } else {
    start = cell;
    drawTo(cell);
  }
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
