// The grid: assigned words in ink, what follows from them in pencil, X and Y framed.

const LEGIBLE = 26; // pixels of a cell that has room for its printed number
const MAX_SIDE = 66; // pixels of a cell
const MAX_CALM = 24; // slots listed below the grid; in larger grids the cells show heat instead
const HEAT = [2, 8, 40, 300, Infinity]; // words left, the hottest first
const MAX_TIP = 24; // words shown when a slot is pointed at

class Board {
  constructor(recording, parent, tip) {
    this.recording = recording;
    this.tip = tip;
    this.box = element("div", "board-box", parent);
    this.board = element("div", "board", this.box);
    this.board.setAttribute("role", "img");
    this.height = recording.grid.length;
    this.width = [...recording.grid[0]].length;
    this.build();
    this.frames = { y: element("div", "frame y", this.board), x: element("div", "frame x", this.board) };
    this.below = element("div", "below", this.box);
    this.below.hidden = recording.slots.length > MAX_CALM;
    this.caption = element("p", "caption", this.below);
    this.chips = element("ul", "chips", this.below);
  }

  build() {
    const { grid, slots, bars, rebus } = this.recording;
    this.board.style.gridTemplateColumns = `repeat(${this.width}, var(--side))`;
    const slotsAt = new Map();
    const numbers = new Map();
    slots.forEach((slot, index) => {
      const printed = Number.parseInt(slot.label, 10);
      if (printed) numbers.set(String(slot.cells[0]), printed);
      slot.cells.forEach((cell, position) => {
        if (!slotsAt.has(String(cell))) slotsAt.set(String(cell), []);
        slotsAt.get(String(cell)).push([index, position]);
      });
    });
    const edges = new Map();
    for (const [row, column, side] of bars) {
      const key = `${row},${column}`;
      edges.set(key, `${edges.get(key) || ""} bar-${side}`);
    }
    const tokens = new Map(rebus.map(([row, column, token]) => [`${row},${column}`, token]));
    this.cells = [];
    grid.forEach((signs, row) => [...signs].forEach((sign, column) => {
      const cell = element("div", "cell", this.board);
      if (sign === "#" || sign === "~") {
        cell.classList.add(sign === "#" ? "block" : "void");
        return;
      }
      const key = `${row},${column}`;
      if (numbers.has(key)) element("span", "number", cell, numbers.get(key));
      const letter = element("span", "letter", cell);
      const given = tokens.get(key) || (sign === "." ? "" : sign);
      const entry = { cell, letter, slots: slotsAt.get(key) || [], given, edges: edges.get(key) || "", drawn: "" };
      this.cells.push(entry);
      cell.addEventListener("mouseenter", () => this.tip.show(this.recording, entry.slots.map(([slot]) => slot), cell));
      cell.addEventListener("mouseleave", () => this.tip.hide());
    }));
  }

  // The height to be kept free for what is below the grid: a line of text and two of slots.
  belowHeight() {
    if (this.below.hidden) return 6;
    return Number.parseFloat(getComputedStyle(this.below).fontSize) * (this.recording.slots.length > 6 ? 7.6 : 4.8);
  }

  // Fit the cells into the room there is.
  resize(room) {
    const side = Math.floor(Math.min(room.width / this.width, room.height / this.height, MAX_SIDE));
    this.side = Math.max(14, side);
    this.board.style.setProperty("--side", `${this.side}px`);
    this.board.classList.toggle("small", this.side < LEGIBLE);
  }

  render(event, [slot, other]) {
    const { recording } = this;
    const isDead = recording.isDeadEnd(event);
    const current = recording.stack.length ? recording.stack[recording.stack.length - 1][0] : -1;
    for (const entry of this.cells) this.renderCell(entry, slot, other, current);
    this.renderFrame(this.frames.x, slot, isDead);
    this.renderFrame(this.frames.y, other, false);
    this.renderChips(slot, other);
    const words = recording.stack.map(([at, row]) => `${recording.name(at)} ${recording.word(at, row)}`);
    this.board.setAttribute("aria-label", `Grid: ${words.length ? words.join(", ") : "no word yet"}`);
  }

  renderCell(entry, slot, other, current) {
    const [only, isDecided] = letterAt(this.recording, entry.slots);
    const letter = entry.given || only;
    const holds = (wanted) => wanted >= 0 && entry.slots.some(([index]) => index === wanted);
    const names = [`cell${entry.edges}`];
    if (letter) names.push(isDecided || entry.given ? "ink" : "pencil");
    else names.push(this.heat(entry.slots));
    if (holds(current)) names.push("newest");
    if (holds(slot)) names.push("in-x");
    if (holds(other)) names.push("in-y");
    const drawing = `${names.join(" ")}|${letter}`;
    if (drawing === entry.drawn) return;
    entry.drawn = drawing;
    entry.cell.className = names.join(" ");
    entry.letter.textContent = letter;
    entry.letter.style.fontSize = letter.length > 1 ? `${1.4 / letter.length}em` : "";
  }

  heat(slots) {
    if (this.recording.slots.length <= MAX_CALM || !slots.length) return "";
    const left = Math.min(...slots.map(([slot]) => this.recording.state[slot].left));
    return `heat-${HEAT.findIndex((most) => left <= most)}`;
  }

  // A slot in one line is framed as a whole.
  renderFrame(frame, slot, isDead) {
    const cells = slot >= 0 ? this.recording.slots[slot].cells : [];
    const rows = cells.map(([row]) => row);
    const columns = cells.map(([, column]) => column);
    const isLine = cells.length && (new Set(rows).size === 1 || new Set(columns).size === 1);
    frame.hidden = !isLine;
    if (!isLine) return;
    const at = (index) => `calc(${index} * (var(--side) + 1px))`;
    frame.style.left = at(Math.min(...columns));
    frame.style.top = at(Math.min(...rows));
    frame.style.width = at(new Set(columns).size);
    frame.style.height = at(new Set(rows).size);
    frame.classList.toggle("dead", isDead);
  }

  renderChips(slot, other) {
    const { recording } = this;
    if (this.below.hidden) return;
    const open = recording.slots.map((_, index) => index).filter((index) => !recording.isAssigned(index));
    this.caption.textContent = open.length ? "Words left in each open slot" : "Every slot has its word";
    const key = open.map((index) => `${index}:${recording.state[index].left}`).join() + `|${slot}|${other}`;
    if (key === this.drawnChips) return;
    this.drawnChips = key;
    const chips = open.map((index) => {
      const { left } = recording.state[index];
      const item = element("li");
      const chip = button("chip", item, "", () => this.tip.toggle(recording, [index], chip));
      element("span", "", chip, recording.label(index));
      element("b", "", chip, number(left));
      chip.setAttribute("aria-label", `${recording.name(index)}: ${plural(left, "word")} left`);
      if (left < 2) chip.classList.add(left ? "single" : "none");
      if (index === slot) chip.classList.add("x");
      if (index === other) chip.classList.add("y");
      chip.addEventListener("blur", () => this.tip.hide());
      return item;
    });
    this.chips.replaceChildren(...chips);
  }
}

// The words that a slot has left, beside what was pointed at.
class Tip {
  constructor() { this.box = document.getElementById("words"); }

  show(recording, slots, target) {
    this.target = target;
    this.box.replaceChildren(...slots.map((slot) => {
      const { left } = recording.state[slot];
      const words = wordsLeft(recording, slot, MAX_TIP);
      const line = element("p");
      element("b", "", line, `${recording.name(slot)} `);
      line.append(`${plural(left, "word")}: ${words.join(", ")}${left > words.length ? ", …" : ""}`);
      return line;
    }));
    this.box.hidden = !slots.length;
    const { width, height } = this.box.getBoundingClientRect();
    const { left, bottom, top } = target.getBoundingClientRect();
    const below = bottom + 8 + height < window.innerHeight ? bottom + 8 : Math.max(8, top - height - 8);
    this.box.style.left = `${Math.max(8, Math.min(left, window.innerWidth - width - 8))}px`;
    this.box.style.top = `${below}px`;
  }

  toggle(recording, slots, target) {
    if (!this.box.hidden && this.target === target) this.hide();
    else this.show(recording, slots, target);
  }

  hide() { this.box.hidden = true; }
}
