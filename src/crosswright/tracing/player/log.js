// The list of all events, or of those that match; only the lines in view are in the page.

const FILTERS = [["", "All events"], ["assign", "Assignments"], ["removal", "Removals"], ["deadEnd", "Dead ends"], ["backtrack", "Backtracks"]];
const SLICE = 8; // chunks searched before the page gets a chance to breathe

class Log {
  constructor(recording, parent, go) {
    this.recording = recording;
    this.go = go;
    this.positions = null; // those that match, null for all
    this.search = 0;
    const bar = element("div", "log-bar", parent);
    this.input = element("input", "", bar);
    this.input.type = "search";
    this.input.placeholder = "Search: a word, 5-Down, dead end …";
    this.input.setAttribute("aria-label", "Search the events");
    this.filter = element("select", "", bar);
    this.filter.setAttribute("aria-label", "Kind of events");
    for (const [value, text] of FILTERS) element("option", "", this.filter, text).value = value;
    this.found = element("output", "", bar);
    this.box = element("div", "log", parent);
    this.box.tabIndex = 0;
    this.box.setAttribute("role", "region");
    this.box.setAttribute("aria-label", "Events");
    this.space = element("div", "space", this.box);
    this.layer = element("div", "layer", this.box);
    this.box.addEventListener("scroll", () => this.draw());
    this.input.addEventListener("input", () => this.begin());
    this.filter.addEventListener("change", () => this.begin());
  }

  get length() { return this.positions ? this.positions.length : this.recording.events; }
  at(index) { return this.positions ? this.positions[index] : index; }

  begin() {
    const kind = this.filter.value;
    const text = this.input.value.trim().toLowerCase();
    this.search += 1;
    const within = kind ? this.recording.jumps[kind] : null;
    if (!text) {
      this.positions = within;
      this.finish(true);
      return;
    }
    this.positions = [];
    this.look(this.search, text, within && new Set(within), 0);
  }

  // Search some chunks, show what was found, and go on later.
  look(search, text, within, chunk) {
    if (search !== this.search) return;
    const { recording } = this;
    const last = Math.ceil(recording.events / recording.chunk);
    const end = Math.min(last, chunk + SLICE);
    for (let index = chunk; index < end; index += 1) {
      recording.read(index).events.forEach((event, offset) => {
        const position = index * recording.chunk + offset;
        if (within && !within.has(position)) return;
        if (plain(sentence(recording, event)).toLowerCase().includes(text)) this.positions.push(position);
      });
    }
    this.finish(end >= last);
    if (end < last) setTimeout(() => this.look(search, text, within, end), 0);
  }

  finish(isDone) {
    const count = this.positions ? plural(this.positions.length, "event") : "";
    this.found.textContent = isDone ? count : `${count} …`;
    this.render();
  }

  render() {
    if (!this.box.clientHeight) return;
    this.high = Math.round(Number.parseFloat(getComputedStyle(this.box).fontSize) * 1.8);
    this.space.style.height = `${this.length * this.high}px`;
    const index = this.positions ? Math.max(0, after(this.positions, this.recording.position) - 1) : this.recording.position;
    const top = index * this.high;
    const { scrollTop, clientHeight } = this.box;
    if (top < scrollTop || top + this.high * 2 > scrollTop + clientHeight) this.box.scrollTop = Math.max(0, top - clientHeight / 2);
    this.draw();
  }

  draw() {
    if (!this.high) return;
    const { recording, box } = this;
    const first = Math.max(0, Math.floor(box.scrollTop / this.high) - 2);
    const last = Math.min(this.length, Math.ceil((box.scrollTop + box.clientHeight) / this.high) + 2);
    const lines = [];
    for (let index = first; index < last; index += 1) {
      const position = this.at(index);
      const event = recording.event(position);
      const line = button(`entry ${recording.isDeadEnd(event) ? "at-dead-end" : `at-${recording.kind(event)}`}`, null, "", () => this.go(position));
      line.style.transform = `translateY(${index * this.high}px)`;
      line.style.height = `${this.high}px`;
      if (position === recording.position) line.setAttribute("aria-current", "step");
      element("i", "", line, number(position));
      const text = element("span", "", line);
      text.append(...nodes(sentence(recording, event)));
      lines.push(line);
    }
    this.layer.replaceChildren(...lines);
  }
}
