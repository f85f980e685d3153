"use strict";
// Plays recorded searches. A position is the number of the event that was applied last; every run
// keeps only the chunks around it, and steps back by replaying its chunk from the start.

const KEPT_CHUNKS = 4; // parsed at a time, for each run
const SHOWN_WORDS = 24; // in the list of a slot's remaining words
const SHOWN_LINES = 14; // of the queue and of the stack
const LEGIBLE = 26; // pixels of a cell that has room for its number
const COUNTERS = [
  ["assign", "assignments"], ["backtrack", "backtracks"], ["revise", "revisions"],
  ["wipeout", "wipe-outs"], ["exclude", "exclusions"], ["restart", "restarts"],
];
const number = (value) => value.toLocaleString("en-US");

function element(tag, name, parent, text) {
  const made = document.createElement(tag);
  if (name) made.className = name;
  if (text !== undefined) made.textContent = text;
  if (parent) parent.append(made);
  return made;
}

class Recording {
  constructor(index) {
    this.index = index;
    Object.assign(this, JSON.parse(document.getElementById(`run-${index}`).textContent));
    this.chunks = new Map();
    this.position = -1;
    this.multiple = this.alphabet.some((token) => token.length > 1);
    this.codes = new Map(this.alphabet.map((token, code) => [token, code]));
    this.seek(0);
  }

  load(place) {
    let chunk = this.chunks.get(place);
    if (chunk) {
      this.chunks.delete(place); // put it last: the one used last is dropped last
    } else {
      chunk = JSON.parse(document.getElementById(`run-${this.index}-${place}`).textContent);
    }
    this.chunks.set(place, chunk);
    if (this.chunks.size > KEPT_CHUNKS) this.chunks.delete(this.chunks.keys().next().value);
    return chunk;
  }

  event(position) {
    return this.load(Math.floor(position / this.chunk)).events[position % this.chunk];
  }

  seek(wanted) {
    const target = Math.max(0, Math.min(wanted, this.events - 1));
    const place = Math.floor(target / this.chunk);
    const near = target - this.position;
    if (this.position < 0 || near < 0 || near > this.chunk) {
      this.restore(this.load(place).key);
      this.position = place * this.chunk - 1;
    }
    while (this.position < target) this.apply(this.event(++this.position));
  }

  restore(key) {
    this.state = key.slots.map(([left, row, masks, out]) => ({
      left, row, masks: masks.slice(), out: out.slice(),
    }));
    this.stack = key.stack.map((entry) => entry.slice());
    this.queue = key.queue.slice();
    this.counts = key.counts.slice();
  }

  apply([kind, slot, other, row, , , , items, changes]) {
    const name = this.kinds[kind];
    this.counts[kind] += 1;
    for (const [changed, left, word, masks, [keep, ...out]] of changes) {
      const state = this.state[changed];
      state.left = left;
      state.row = word;
      for (const [position, mask] of masks) state.masks[position] = mask;
      state.out.length = keep;
      state.out.push(...out);
    }
    if (name === "ac3" || name === "inference") {
      this.queue = items.slice();
    } else if (name === "wipeout" || name === "backtrack" || name === "restart") {
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
    if (!this.multiple) return [...word];
    const cut = [];
    for (let at = 0; at < word.length; at += cut[cut.length - 1].length) {
      let size = Math.min(8, word.length - at);
      while (size > 1 && !this.codes.has(word.slice(at, at + size))) size -= 1;
      cut.push(word.slice(at, at + size));
    }
    return cut;
  }

  remaining(slot, most) {
    const state = this.state[slot];
    if (state.row >= 0) return [this.word(slot, state.row)];
    const masks = state.masks.map((mask) => BigInt(`0x${mask}`));
    const out = new Set(state.out);
    const table = this.table(slot);
    const found = [];
    const rows = this.slots[slot].rows;
    for (let place = 0; place < (rows ? rows.length : table.length); place += 1) {
      const row = rows ? rows[place] : place;
      if (out.has(row)) continue;
      const fits = this.tokens(table[row]).every(
        (token, position) => (masks[position] >> BigInt(this.codes.get(token))) & 1n,
      );
      if (fits) found.push(table[row]);
      if (found.length === most) break;
    }
    return found;
  }

  // The letter of a cell that is down to one, and whether a word was put there.
  letter(through) {
    let mask = null;
    for (const [slot, position] of through) {
      const state = this.state[slot];
      if (state.row >= 0) return [this.tokens(this.word(slot, state.row))[position], true];
      const known = BigInt(`0x${state.masks[position]}`);
      mask = mask === null ? known : mask & known;
    }
    if (mask === null || mask === 0n || mask & (mask - 1n)) return ["", false];
    return [this.alphabet[mask.toString(2).length - 1], false];
  }

  // What tests compare: all that the page shows.
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
const pale = { "#0b7a4b": "#bfe3d2" }; // a decided slot must not hide its letters
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
    this.said = element("div", "said", this.box);
    const scale = element("div", "scale", this.box, "Words left (◤ across, ◢ down):");
    SCALE.forEach(([, shown], place) => {
      const entry = element("em", "", scale);
      element("span", "", entry).style.background = pale[shown] || shown;
      entry.append(` ${LEGEND[place]}`);
    });
    const body = element("div", "body", this.box);
    this.buildBoard(body);
    const lists = element("div", "lists", body);
    const counters = element("dl", "counters", lists);
    const met = COUNTERS.filter(([kind]) => recording.counted.includes(kind));
    this.counters = met.map(([kind, name]) => {
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
    const narrow = window.innerWidth <= 760; // runs stand one under the other then
    const share = narrow ? 0.85 : runCount() > 1 ? 0.88 / runCount() : 0.55;
    const room = window.innerWidth * share;
    const fitting = Math.min(room / width, (window.innerHeight - 270) / height);
    const side = Math.max(18, Math.min(44, Math.floor(fitting)));
    board.style.setProperty("--side", `${side}px`);
    board.style.gridTemplateColumns = `repeat(${width}, var(--side))`;
    const through = new Map();
    const numbers = new Map();
    slots.forEach((slot, place) => {
      const label = Number.parseInt(slot.label, 10);
      if (label) numbers.set(String(slot.cells[0]), label);
      slot.cells.forEach((cell, position) => {
        if (!through.has(String(cell))) through.set(String(cell), []);
        through.get(String(cell)).push([place, position]);
      });
    });
    const down = ([slot]) => Number(slots[slot].label.endsWith("D"));
    for (const entries of through.values()) entries.sort((one, two) => down(one) - down(two));
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
        const entry = { cell, letter, through: through.get(key) || [], given, edges: edges.get(key) || "", shown: "" };
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
    this.said.className = `said ${name}`;
    this.said.replaceChildren(...sentence(recording, event));
    const ended = recording.position === recording.events - 1;
    this.status.textContent = ended ? recording.status : "";
    this.status.className = `status ${ended ? recording.status : ""}`;
    for (const [place, cell] of this.counters) cell.textContent = number(recording.counts[place]);
    const decisions = recording.stack.map(([at, row], depth) => [String(depth + 1), `${recording.label(at)} ${recording.word(at, row)}`]);
    this.renderList(this.stack, decisions.reverse());
    this.renderList(this.queue, recording.queue.slice(0, SHOWN_LINES + 1).map((item) => ["", recording.waiting(item)]), recording.queue.length);
  }

  renderList({ count, list }, lines, length = lines.length) {
    count.textContent = `(${number(length)})`;
    const shown = lines.slice(0, SHOWN_LINES).map(([lead, text]) => {
      const line = element("li");
      if (lead) element("i", "", line, lead);
      line.append(text);
      return line;
    });
    if (length > SHOWN_LINES) shown.push(element("li", "", null, `… ${number(length - SHOWN_LINES)} more`));
    list.replaceChildren(...shown);
  }

  renderCell(entry, slot, other, name) {
    const { recording } = this;
    const [found, decided] = recording.letter(entry.through);
    const letter = entry.given || found;
    const sizes = entry.through.map(([place]) => shade(recording.state[place].left));
    const background = sizes.length > 1
      ? `linear-gradient(135deg, ${sizes[0]} 50%, ${sizes[1]} 50%)`
      : sizes[0] || "#fff";
    const inside = (place) => entry.through.some(([at]) => at === place);
    const names = [`cell${entry.edges}`];
    if (letter) names.push(decided || entry.given ? "decided" : "deduced");
    if (name === "wipeout" && inside(slot)) names.push("empty-slot");
    else if (slot >= 0 && inside(slot)) names.push("focus");
    if (other >= 0 && inside(other)) names.push("other");
    const shown = `${names.join(" ")}|${letter}|${background}`;
    if (shown === entry.shown) return;
    entry.shown = shown;
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
  const left_ = () => [strong(number(left)), left === 1 ? " word left." : " words left."];
  const letters = lost.map(([position, tokens]) => `${tokens} as letter ${position + 1}`).join("; ");
  const sample = words
    ? [element("div", "words", null, `${words.split(" ").join(", ")}${removed > words.split(" ").length ? ", …" : ""}`)]
    : [];
  switch (name) {
    case "start": return ["Every slot may take any word of the list."];
    case "node": return ["Node consistency: ", strong(label), " keeps the words that have its length. ", ...left_()];
    case "ac3": return ["AC-3 begins with every arc in the queue."];
    case "inference": return slot >= 0
      ? ["Inference: the slots that cross ", strong(label), " are revised."]
      : ["Propagation: what waits in the queue is revised, the smallest first."];
    case "revise": {
      const partner = other >= 0 ? [" with ", strong(recording.label(other))] : [];
      if (!removed && !letters) return ["Revise ", strong(label), ...partner, ": nothing to remove. ", ...left_()];
      const reason = letters ? [`: no more ${letters}.`] : [": "];
      return ["Revise ", strong(label), ...partner, ...reason, removed ? ` ${number(removed)} removed, ` : " ", ...left_(), ...sample];
    }
    case "exclude": return [strong(recording.word(slot, row)), " is ruled out at ", strong(label), ". ", ...left_()];
    case "place": return ["Only ", strong(label), " can take the required ", strong(recording.word(slot, row)), "."];
    case "assign": return ["Assign ", strong(label), " = ", strong(recording.word(slot, row)), "."];
    case "wipeout": return ["Wipe-out: ", strong(label), " has no word left."];
    case "backtrack": return ["Backtrack: ", strong(label), " was not ", strong(recording.word(slot, row)), "."];
    case "restart": return ["Restart: back to the root; what was learnt stays."];
    case "shortage": return ["Too few words: more slots have one length than there are words left for them, and all must differ."];
    case "solution": return ["Solution: every slot has its word."];
    default: return [`The end: ${recording.status}.`];
  }
}

const tip = document.getElementById("words");

function showWords(recording, entry, hover) {
  tip.replaceChildren(...entry.through.map(([slot]) => {
    const { left } = recording.state[slot];
    const found = recording.remaining(slot, SHOWN_WORDS);
    const line = element("p");
    element("b", "", line, `${recording.label(slot)} `);
    const more = left > found.length ? ", …" : "";
    line.append(`${number(left)} ${left === 1 ? "word" : "words"}: ${found.join(", ")}${more}`);
    return line;
  }));
  tip.hidden = !entry.through.length;
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
    const on = (id, act) => document.getElementById(id).addEventListener("click", act);
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
    const acts = {
      " ": () => this.toggle(), ArrowRight: () => this.go(this.position + 1),
      ArrowLeft: () => this.go(this.position - 1), Home: () => this.go(0),
      End: () => this.go(this.last), b: () => this.jump("backtracks"), d: () => this.jump("decisions"),
    };
    const act = acts[press.key] || acts[press.key.toLowerCase()];
    if (!act || (onSlider && press.key !== " ")) return;
    press.preventDefault();
    act();
  }

  rate() { return Math.round(2 * 10 ** (Number(this.speed.value) / 25)); }
  showRate() { document.getElementById("rate").textContent = `${number(this.rate())} events/s`; }

  go(wanted) {
    this.pause();
    this.move(wanted);
  }

  move(wanted) {
    this.position = Math.max(0, Math.min(wanted, this.last));
    for (const run of this.runs) run.seek(this.position);
    this.show();
  }

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
    const wanted = this.next(list);
    if (wanted < Infinity) this.go(wanted);
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
    document.getElementById("place").textContent = `event ${number(this.position)} of ${number(this.last)}`;
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
