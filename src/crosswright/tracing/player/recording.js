// A recorded search and its state at one position, the index of the event that was applied last.
// It keeps only the chunks in use, and steps back by replaying a chunk from its start.

const MAX_CHUNKS = 12; // parsed at a time
const MAX_CHOICES = 400; // events kept because they say why a slot was chosen

// The fields of a packed event.
const [KIND, SLOT, OTHER, ROW, REMOVED, LEFT, LOST, ITEMS, CHANGES, DETAIL] = Array(10).keys();

class Recording {
  constructor(index) {
    this.index = index;
    Object.assign(this, JSON.parse(document.getElementById(`run-${index}`).textContent));
    this.last = this.events - 1;
    this.chunks = new Map();
    this.choices = new Map();
    this.position = -1;
    this.longest = Math.max(...this.alphabet.map((token) => token.length));
    this.codes = new Map(this.alphabet.map((token, code) => [token, code]));
    this.seek(0);
  }

  read(chunk) {
    return JSON.parse(document.getElementById(`run-${this.index}-${chunk}`).textContent);
  }

  load(index) {
    const chunk = this.chunks.get(index) || this.read(index);
    this.chunks.delete(index); // it moves to the end: the one used last is dropped last
    this.chunks.set(index, chunk);
    if (this.chunks.size > MAX_CHUNKS) this.chunks.delete(this.chunks.keys().next().value);
    return chunk;
  }

  event(position) {
    return this.load(Math.floor(position / this.chunk)).events[position % this.chunk];
  }

  kind(event) { return this.kinds[event[KIND]]; }
  isDeadEnd(event) { return this.deadEnds.includes(this.kind(event)); }

  // The event that chose a slot: which slots were open, and which words were to be tried.
  choice(position) {
    if (!this.choices.has(position)) {
      if (this.choices.size >= MAX_CHOICES) this.choices.delete(this.choices.keys().next().value);
      this.choices.set(position, this.event(position));
    }
    return this.choices.get(position);
  }

  seek(position) {
    const target = Math.max(0, Math.min(position, this.last));
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
    this.nodes = key.nodes.slice();
    this.levels = key.levels.slice();
    this.queue = key.queue.slice();
    this.counts = { ...key.counts };
  }

  apply(event) {
    const kind = this.kind(event);
    this.count(kind, event);
    for (const [changed, left, word, masks, [keep, ...excluded]] of event[CHANGES]) {
      const state = this.state[changed];
      state.left = left;
      state.row = word;
      for (const [position, mask] of masks) state.masks[position] = mask;
      state.excluded.length = keep;
      state.excluded.push(...excluded);
    }
    this.applyToQueue(kind, event);
    this.applyToPath(kind, event);
  }

  count(kind, event) {
    const counters = { assign: "assignments", backtrack: "backtracks", revise: "revisions", restart: "restarts" };
    if (kind in counters) this.counts[counters[kind]] += 1;
    if (this.deadEnds.includes(kind)) this.counts.dead_ends += 1;
    if (kind === "revise" || kind === "place") this.counts.removed += event[REMOVED];
    if (kind === "exclude") this.counts.removed += 1;
  }

  applyToQueue(kind, event) {
    if (kind === "ac3" || kind === "inference") {
      this.queue = event[ITEMS].slice();
    } else if (this.deadEnds.includes(kind) || kind === "backtrack" || kind === "restart") {
      this.queue = [];
    } else {
      if (kind === "revise") {
        const done = event[OTHER] < 0 ? event[SLOT] : -(event[SLOT] * this.arc + event[OTHER]) - 1;
        const at = this.queue.indexOf(done);
        if (at >= 0) this.queue.splice(at, 1);
      }
      this.queue.push(...event[ITEMS]);
    }
  }

  applyToPath(kind, event) {
    if (kind === "select") {
      this.levels.length = this.stack.length;
      this.levels.push(this.position);
    } else if (kind === "assign") {
      this.stack.push([event[SLOT], event[ROW]]);
      this.nodes.push(after(this.tree.at, this.position) - 1);
    } else if (kind === "backtrack") {
      this.stack.pop();
      this.nodes.pop();
      this.levels.length = this.stack.length + 1;
    } else if (kind === "restart") {
      this.stack = [];
      this.nodes = [];
      this.levels = [];
    }
  }

  table(slot) { return this.tables[this.slots[slot].table]; }
  word(slot, row) { return this.table(slot)[row]; }
  label(slot) { return this.slots[slot].label; }
  name(slot) { return slotName(this.label(slot)); }
  // A name that fits where two runs share the screen.
  shortName(slot) { return document.body.classList.contains("two") ? this.label(slot) : this.name(slot); }
  isAssigned(slot) { return this.stack.some(([assigned]) => assigned === slot); }

  // What waits in the queue: a slot, or an arc as two of them.
  waiting(item) {
    if (item >= 0) return [item];
    const arc = -item - 1;
    return [Math.floor(arc / this.arc), arc % this.arc];
  }

  // For tests: the whole state.
  snapshot() {
    const { state, stack, nodes, levels, queue, counts, position } = this;
    return JSON.stringify({ state, stack, nodes, levels, queue, counts, position });
  }
}
