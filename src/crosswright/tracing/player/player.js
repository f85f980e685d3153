"use strict";
// Plays recorded searches. A position is the index of the event that was applied last. Each run
// keeps only the chunks around it, and steps back by replaying its chunk from the start.

const MAX_CHUNKS = 4; // parsed at a time, per run
const MAX_WORDS = 24; // in the list of a slot's remaining words
const MAX_LINES = 14; // of the queue and of the stack
const LEGIBLE = 26; // pixels of a cell that has room for its printed number
const COUNTERS = [
  ["assign", "assignments"], ["backtrack", "backtracks"], ["revise", "revisions"],
  ["wipeout", "wipe-outs"], ["exclude", "exclusions"], ["restart", "restarts"],
];
const number = (value) => value.toLocaleString("en-US");

function element(tag, name, parent, text) {
  const node = document.createElement(tag);
  if (name) node.className = name;
  if (text !== undefined) node.textContent = text;
  if (parent) parent.append(node);
  return node;
}

class Recording {
  constructor(index) {
    this.index = index;
    Object.assign(this, JSON.parse(document.getElementById(`run-${index}`).textContent));
    this.chunks = new Map();
    this.position = -1;
    this.longest = Math.max(...this.alphabet.map((token) => token.length));
    this.codes = new Map(this.alphabet.map((token, code) => [token, code]));
    this.seek(0);
  }

  load(number) {
    let chunk = this.chunks.get(number);
    if (chunk) {
      this.chunks.delete(number); // it moves to the end: the one used last is dropped last
    } else {
      chunk = JSON.parse(document.getElementById(`run-${this.index}-${number}`).textContent);
    }
    this.chunks.set(number, chunk);
    if (this.chunks.size > MAX_CHUNKS) this.chunks.delete(this.chunks.keys().next().value);
    return chunk;
  }

  event(position) {
    return this.load(Math.floor(position / this.chunk)).events[position % this.chunk];
  }

  seek(position) {
    const target = Math.max(0, Math.min(position, this.events - 1));
    const chunk = Math.floor(target / this.chunk);
    const distance = target - this.position;
    if (this.position < 0 || distance < 0 || distance > this.chunk) {
      this.restore(this.load(chunk).key);
      this.position = chunk * this.chunk - 1;
    }
    while (this.position < target) this.apply(this.event(++this.position));
  }

  restore(key) {
    this.state = key.slots.map(([left, row, masks, excluded]) => ({
      left, row, masks: masks.slice(), excluded: excluded.slice(),
    }));
    this.stack = key.stack.map((entry) => entry.slice());
    this.queue = key.queue.slice();
    this.counts = key.counts.slice();
  }

  apply([kind, slot, other, row, , , , items, changes]) {
    const name = this.kinds[kind];
    this.counts[kind] += 1;
    for (const [changed, left, word, masks, [keep, ...excluded]] of changes) {
      const state = this.state[changed];
      state.left = left;
      state.row = word;
      for (const [position, mask] of masks) state.masks[position] = mask;
      state.excluded.length = keep;
      state.excluded.push(...excluded);
    }
    if (name === "ac3" || name === "inference") {
      this.queue = items.slice();
    } else if (["wipeout", "exhausted", "unplaced", "shortage"].includes(name) || name === "backtrack" || name === "restart") {
      this.queue = [];
    } else {
      if (name === "revise") {
        const done = other < 0 ? slot : -(slot * this.arc + other) - 1;
        const at = this.queue.indexOf(done);
        if (at >= 0) this.queue.splice(at, 1);
      }
      this.queue.push(...items);
    }
    if (name === "assign") this.stack.push([slot, row]);
    if (name === "backtrack") this.stack.pop();
    if (name === "restart") this.stack = [];
  }

  table(slot) { return this.tables[this.slots[slot].table]; }
  word(slot, row) { return this.table(slot)[row]; }
  label(slot) { return this.slots[slot].label; }

  waiting(item) {
    if (item >= 0) return this.label(item);
    const arc = -item - 1;
    return `${this.label(Math.floor(arc / this.arc))} → ${this.label(arc % this.arc)}`;
  }

  tokens(word) {
    if (this.longest === 1) return [...word];
    const tokens = [];
    for (let at = 0; at < word.length; at += tokens[tokens.length - 1].length) {
      let size = Math.min(this.longest, word.length - at);
      while (size > 1 && !this.codes.has(word.slice(at, at + size))) size -= 1;
      tokens.push(word.slice(at, at + size));
    }
    return tokens;
  }

  remaining(slot, most) {
    const state = this.state[slot];
    if (state.row >= 0) return [this.word(slot, state.row)];
    const masks = state.masks.map((mask) => BigInt(`0x${mask}`));
    const excluded = new Set(state.excluded);
    const table = this.table(slot);
    const words = [];
    const rows = this.slots[slot].rows;
    for (let index = 0; index < (rows ? rows.length : table.length); index += 1) {
      const row = rows ? rows[index] : index;
      if (excluded.has(row)) continue;
      const fits = this.tokens(table[row]).every(
        (token, position) => (masks[position] >> BigInt(this.codes.get(token))) & 1n,
      );
      if (fits) words.push(table[row]);
      if (words.length === most) break;
    }
    return words;
  }

  // The letter of a cell that is down to one, and whether it belongs to a word assigned there.
  letter(slots) {
    let mask = null;
    for (const [slot, position] of slots) {
      const state = this.state[slot];
      if (state.row >= 0) return [this.tokens(this.word(slot, state.row))[position], true];
      const allowed = BigInt(`0x${state.masks[position]}`);
      mask = mask === null ? allowed : mask & allowed;
    }
    if (mask === null || mask === 0n || mask & (mask - 1n)) return ["", false];
    return [this.alphabet[mask.toString(2).length - 1], false];
  }

  // For tests: everything that the page shows.
  snapshot() {
    const { state, stack, queue, counts, position } = this;
    return JSON.stringify({ state, stack, queue, counts, position });
  }
}

const SCALE = [
  [0, "#c8102e"], [1, "#0b7a4b"], [3, "#e8590c"], [10, "#f08c3a"], [50, "#f6b26b"],
  [300, "#fbd7a6"], [2000, "#fdebd3"], [Infinity, "#eef4fb"],
];
const LEGEND = ["0", "1", "2–3", "4–10", "11–50", "51–300", "301–2,000", "more"];
const colour = (left) => SCALE.find(([most]) => left <= most)[1];
const pale = { "#0b7a4b": "#bfe3d2" }; // the colour of an assigned slot must not hide its letters
const shade = (left) => pale[colour(left)] || colour(left);

const runCount = () => [...document.querySelectorAll("script[id^=run-]")].filter((s) => /^run-\d+$/.test(s.id)).length;

class View {
  constructor(recording, parent) {
    this.recording = recording;
    this.box = element("section", "run", parent);
    this.box.dataset.run = recording.index;
    const header = element("header", "", this.box);
    element("h1", "", header, recording.title);
    this.status = element("span", "status", header);
    this.sentence = element("div", "sentence", this.box);
    const scale = element("div", "scale", this.box, "Words left (◤ across, ◢ down):");
    SCALE.forEach(([left], index) => {
      const entry = element("em", "", scale);
      element("span", "", entry).style.background = shade(left);
      entry.append(` ${LEGEND[index]}`);
    });
    const body = element("div", "body", this.box);
    this.buildBoard(body);
    const lists = element("div", "lists", body);
    const counters = element("dl", "counters", lists);
    const counted = COUNTERS.filter(([kind]) => recording.counted.includes(kind));
    this.counters = counted.map(([kind, name]) => {
      const cell = element("div", "", counters);
      element("dt", "", cell, name);
      return [recording.kinds.indexOf(kind), element("dd", "", cell)];
    });
    const columns = element("div", "columns", lists);
    this.stack = this.buildList(columns, "Assignments");
    this.queue = this.buildList(columns, "Queue");
  }

  buildList(parent, name) {
    const column = element("div", "", parent);
    const title = element("h2", "", column, `${name} `);
    return { count: element("span", "", title), list: element("ol", "", column) };
  }

  buildBoard(parent) {
    const { grid, slots, bars, rebus } = this.recording;
    const height = grid.length;
    const width = [...grid[0]].length;
    const board = element("div", "board", parent);
    const narrow = window.innerWidth <= 760; // then the runs are one below the other
    const share = narrow ? 0.85 : runCount() > 1 ? 0.88 / runCount() : 0.55;
    const room = window.innerWidth * share;
    const fitting = Math.min(room / width, (window.innerHeight - 270) / height);
    const side = Math.max(18, Math.min(44, Math.floor(fitting)));
    board.style.setProperty("--side", `${side}px`);
    board.style.gridTemplateColumns = `repeat(${width}, var(--side))`;
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
    const down = ([slot]) => Number(slots[slot].label.endsWith("D"));
    for (const entries of slotsAt.values()) entries.sort((one, two) => down(one) - down(two));
    const edges = new Map();
    for (const [y, x, side] of bars) edges.set(`${y},${x}`, `${edges.get(`${y},${x}`) || ""} bar-${side}`);
    const tokens = new Map(rebus.map(([y, x, token]) => [`${y},${x}`, token]));
    this.cells = [];
    for (let y = 0; y < height; y += 1) {
      [...grid[y]].forEach((sign, x) => {
        const cell = element("div", "cell", board);
        if (sign === "#" || sign === "~") {
          cell.classList.add(sign === "#" ? "block" : "void");
          return;
        }
        const key = `${y},${x}`;
        if (numbers.has(key) && side >= LEGIBLE) element("span", "number", cell, numbers.get(key));
        const letter = element("span", "letter", cell);
        const given = tokens.get(key) || (sign === "." ? "" : sign);
        const entry = { cell, letter, slots: slotsAt.get(key) || [], given, edges: edges.get(key) || "", drawn: "" };
        this.cells.push(entry);
        cell.addEventListener("mouseenter", (hover) => showWords(this.recording, entry, hover));
        cell.addEventListener("mouseleave", hideWords);
      });
    }
  }

  render() {
    const { recording } = this;
    const event = recording.event(recording.position);
    const [kind, slot, other] = event;
    const name = recording.kinds[kind];
    for (const entry of this.cells) this.renderCell(entry, slot, other, name);
    this.sentence.className = `sentence ${name}`;
    this.sentence.replaceChildren(...sentence(recording, event));
    const ended = recording.position === recording.events - 1;
    this.status.textContent = ended ? recording.status : "";
    this.status.className = `status ${ended ? recording.status : ""}`;
    for (const [index, cell] of this.counters) cell.textContent = number(recording.counts[index]);
    const decisions = recording.stack.map(([at, row], depth) => [String(depth + 1), `${recording.label(at)} ${recording.word(at, row)}`]);
    this.renderList(this.stack, decisions.reverse());
    this.renderList(this.queue, recording.queue.slice(0, MAX_LINES + 1).map((item) => ["", recording.waiting(item)]), recording.queue.length);
  }

  renderList({ count, list }, lines, length = lines.length) {
    count.textContent = `(${number(length)})`;
    const items = lines.slice(0, MAX_LINES).map(([lead, text]) => {
      const line = element("li");
      if (lead) element("i", "", line, lead);
      line.append(text);
      return line;
    });
    if (length > MAX_LINES) items.push(element("li", "", null, `… ${number(length - MAX_LINES)} more`));
    list.replaceChildren(...items);
  }

  renderCell(entry, slot, other, name) {
    const { recording } = this;
    const [only, decided] = recording.letter(entry.slots);
    const letter = entry.given || only;
    const shades = entry.slots.map(([index]) => shade(recording.state[index].left));
    const background = shades.length > 1
      ? `linear-gradient(135deg, ${shades[0]} 50%, ${shades[1]} 50%)`
      : shades[0] || "#fff";
    const inside = (slot) => entry.slots.some(([index]) => index === slot);
    const names = [`cell${entry.edges}`];
    if (letter) names.push(decided || entry.given ? "decided" : "deduced");
    if (name === "wipeout" && inside(slot)) names.push("empty-slot");
    else if (slot >= 0 && inside(slot)) names.push("focus");
    if (other >= 0 && inside(other)) names.push("other");
    const drawing = `${names.join(" ")}|${letter}|${background}`;
    if (drawing === entry.drawn) return;
    entry.drawn = drawing;
    entry.cell.className = names.join(" ");
    entry.letter.textContent = letter;
    entry.letter.style.fontSize = letter.length > 1 ? `${1.4 / letter.length}em` : "";
    entry.cell.style.background = background;
  }
}

function sentence(recording, [kind, slot, other, row, removed, lost, words]) {
  const name = recording.kinds[kind];
  const label = slot >= 0 ? recording.label(slot) : "";
  const left = slot >= 0 ? recording.state[slot].left : 0;
  const strong = (text) => element("b", "", null, text);
  const rest = () => [strong(number(left)), left === 1 ? " word left." : " words left."];
  const letters = lost.map(([position, tokens]) => `${tokens} as letter ${position + 1}`).join("; ");
  const sample = words && name === "revise"
    ? [element("div", "words", null, `${words.split(" ").join(", ")}${removed > words.split(" ").length ? ", …" : ""}`)]
    : [];
  switch (name) {
    case "start": return ["Every slot may take any word in the list."];
    case "node": return ["Node consistency: ", strong(label), " keeps the words that fit its length and its given letters. ", ...rest()];
    case "ac3": return ["AC-3 begins with every arc in the queue."];
    case "inference": return slot >= 0
      ? ["Inference: the slots that cross ", strong(label), " are revised."]
      : ["Propagation: the slots in the queue are revised, those with the fewest words first."];
    case "revise": {
      const partner = other >= 0 ? [" with ", strong(recording.label(other))] : [];
      if (!removed && !letters) return ["Revise ", strong(label), ...partner, ": nothing to remove. ", ...rest()];
      const reason = letters ? [`: no more ${letters}.`] : [": "];
      return ["Revise ", strong(label), ...partner, ...reason, removed ? ` ${number(removed)} removed, ` : " ", ...rest(), ...sample];
    }
    case "exclude": return [strong(recording.word(slot, row)), " is ruled out at ", strong(label), ". ", ...rest()];
    case "place": return ["Only ", strong(label), " can take the required word ", strong(recording.word(slot, row)), "."];
    case "assign": return ["Assign ", strong(label), " = ", strong(recording.word(slot, row)), "."];
    case "select": return ["The next slot is ", strong(label), "."];
    case "wipeout": case "exhausted": case "unplaced": case "shortage": return [`Dead end: ${words}.`];
    case "backtrack": return ["Backtrack: ", strong(label), " is not ", strong(recording.word(slot, row)), "."];
    case "restart": return ["Restart: back to the beginning; what has been learnt is kept."];
    case "solution": return ["Solution: every slot has its word."];
    default: return [`End: ${recording.status}.`];
  }
}

const tip = document.getElementById("words");

function showWords(recording, entry, hover) {
  tip.replaceChildren(...entry.slots.map(([slot]) => {
    const { left } = recording.state[slot];
    const words = recording.remaining(slot, MAX_WORDS);
    const line = element("p");
    element("b", "", line, `${recording.label(slot)} `);
    const more = left > words.length ? ", …" : "";
    line.append(`${number(left)} ${left === 1 ? "word" : "words"}: ${words.join(", ")}${more}`);
    return line;
  }));
  tip.hidden = !entry.slots.length;
  const box = tip.getBoundingClientRect();
  tip.style.left = `${Math.min(hover.clientX + 16, window.innerWidth - box.width - 8)}px`;
  tip.style.top = `${Math.max(8, Math.min(hover.clientY + 16, window.innerHeight - box.height - 8))}px`;
}

function hideWords() { tip.hidden = true; }

class Player {
  constructor() {
    const main = document.getElementById("runs");
    this.runs = [...Array(runCount()).keys()].map((index) => new Recording(index));
    this.views = this.runs.map((run) => new View(run, main));
    this.last = Math.max(...this.runs.map((run) => run.events)) - 1;
    this.position = 0;
    this.playing = false;
    this.bind();
    this.show();
  }

  bind() {
    const on = (id, action) => document.getElementById(id).addEventListener("click", action);
    on("first", () => this.go(0));
    on("back", () => this.go(this.position - 1));
    on("play", () => this.toggle());
    on("step", () => this.go(this.position + 1));
    on("last", () => this.go(this.last));
    on("next-backtrack", () => this.jump("backtracks"));
    on("next-decision", () => this.jump("decisions"));
    this.slider = document.getElementById("position");
    this.slider.max = this.last;
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    this.speed = document.getElementById("speed");
    this.speed.addEventListener("input", () => this.showRate());
    this.showRate();
    document.addEventListener("keydown", (press) => this.key(press));
  }

  key(press) {
    if (press.ctrlKey || press.metaKey || press.altKey) return;
    const onSlider = press.target.tagName === "INPUT";
    const actions = {
      " ": () => this.toggle(), ArrowRight: () => this.go(this.position + 1),
      ArrowLeft: () => this.go(this.position - 1), Home: () => this.go(0),
      End: () => this.go(this.last), b: () => this.jump("backtracks"), d: () => this.jump("decisions"),
    };
    const action = actions[press.key] || actions[press.key.toLowerCase()];
    if (!action || (onSlider && press.key !== " ")) return;
    press.preventDefault();
    action();
  }

  rate() { return Math.round(2 * 10 ** (Number(this.speed.value) / 25)); }
  showRate() { document.getElementById("rate").textContent = `${number(this.rate())} events/s`; }

  go(position) {
    this.pause();
    this.move(position);
  }

  move(position) {
    this.position = Math.max(0, Math.min(position, this.last));
    for (const run of this.runs) run.seek(this.position);
    this.show();
  }

  // The first position after this one in a sorted list that each run has.
  next(list) {
    const later = this.runs.map((run) => {
      let low = 0;
      let high = run[list].length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (run[list][middle] > this.position) high = middle;
        else low = middle + 1;
      }
      return low < run[list].length ? run[list][low] : Infinity;
    });
    return Math.min(...later);
  }

  jump(list) {
    const position = this.next(list);
    if (position < Infinity) this.go(position);
  }

  toggle() {
    if (this.playing) { this.pause(); return; }
    if (this.position >= this.last) this.move(0);
    this.playing = true;
    this.due = 0;
    this.before = performance.now();
    this.showButtons();
    requestAnimationFrame((now) => this.frame(now));
  }

  pause() {
    this.playing = false;
    this.showButtons();
  }

  frame(now) {
    if (!this.playing) return;
    this.due += ((now - this.before) / 1000) * this.rate();
    this.before = now;
    const steps = Math.min(Math.floor(this.due), 2000);
    if (steps) {
      this.due -= steps;
      this.move(this.position + steps);
    }
    if (this.position >= this.last) { this.pause(); return; }
    requestAnimationFrame((later) => this.frame(later));
  }

  show() {
    for (const view of this.views) view.render();
    hideWords();
    this.slider.value = this.position;
    document.getElementById("event").textContent = `event ${number(this.position)} of ${number(this.last)}`;
    this.showButtons();
  }

  showButtons() {
    const button = (id) => document.getElementById(id);
    button("play").textContent = this.playing ? "Pause" : "Play";
    for (const id of ["first", "back"]) button(id).disabled = this.position === 0;
    for (const id of ["step", "last"]) button(id).disabled = this.position === this.last;
    button("next-backtrack").disabled = this.next("backtracks") === Infinity;
    button("next-decision").disabled = this.next("decisions") === Infinity;
  }
}

window.player = new Player();
