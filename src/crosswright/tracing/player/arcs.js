// The two slots of an arc with their words, and the queue.

const MAX_DOMAIN = 400; // words of a domain looked at for showing
const MAX_QUEUE = 9; // arcs shown

class Arcs {
  constructor(recording, parent) {
    this.recording = recording;
    this.box = element("div", "arcs", parent);
    this.columns = { x: this.column("x", "X"), y: this.column("y", "Y"), queue: this.column("queue", "") };
  }

  column(name, sign) {
    const box = element("section", `column ${name}`, this.box);
    const title = element("h3", "", box);
    if (sign) element("span", name, title, `${sign} `);
    const label = element("span", "", title, name === "queue" ? "Queue" : "");
    const count = element("p", "count", box);
    return { box, label, count, list: element("ul", "", box) };
  }

  // How many lines of text the column has room for.
  room() {
    const line = Number.parseFloat(getComputedStyle(this.box).fontSize) * 1.65;
    return Math.max(6, Math.floor((this.box.clientHeight || 420) / line) - 3);
  }

  render(event, [slot, other]) {
    const lines = this.room();
    this.renderDomain(this.columns.x, slot, event, lines);
    this.renderDomain(this.columns.y, other, event, lines);
    this.renderQueue(event, lines);
  }

  renderDomain({ box, label, count, list }, slot, event, lines) {
    box.hidden = slot < 0;
    if (slot < 0) return;
    const { recording } = this;
    const { left } = recording.state[slot];
    const words = domain(recording, slot, event, MAX_DOMAIN);
    label.textContent = recording.shortName(slot);
    const isNow = recording.kind(event) === "revise" && event[SLOT] === slot && event[REMOVED];
    count.replaceChildren(...(isNow ? [`${number(left + event[REMOVED])} → `] : []), element("b", "", null, number(left)), left === 1 ? " word" : " words");
    const crossing = this.crossing(slot, slot === event[SLOT] ? event[OTHER] : event[SLOT]);
    const gone = words.now.length + words.before.length;
    const kept = Math.max(3, lines - Math.min(gone, Math.ceil(lines / 2)));
    const struck = Math.max(2, lines - Math.min(words.left.length, kept));
    const now = words.now.slice(0, struck);
    const before = words.before.slice(0, Math.max(0, struck - now.length));
    const items = [
      ...words.left.slice(0, kept).map((row) => this.word(slot, row, "", crossing)),
      ...this.more(left - Math.min(kept, words.left.length), ""),
      ...now.map((row) => this.word(slot, row, "now", -1)),
      ...this.more(isNow ? event[REMOVED] - now.length : 0, "removed"),
      ...before.map((row) => this.word(slot, row, "before", -1)),
    ];
    list.replaceChildren(...items);
  }

  more(count, what) {
    return count > 0 ? [element("li", "more", null, `${number(count)} more${what ? ` ${what}` : ""}`)] : [];
  }

  // A word with the letter at the crossing set off; removed ones are struck out.
  word(slot, row, state, at) {
    const item = element("li", state);
    const text = this.recording.word(slot, row);
    if (state) {
      element("s", "", item, text);
      item.setAttribute("aria-label", `${text}, removed${state === "now" ? " now" : ""}`);
      return item;
    }
    tokensOf(this.recording, text).forEach((token, index) => {
      if (index === at) element("b", "", item, token);
      else item.append(token);
    });
    return item;
  }

  crossing(slot, other) {
    if (other < 0) return -1;
    const cells = new Set(this.recording.slots[other].cells.map(String));
    return this.recording.slots[slot].cells.findIndex((cell) => cells.has(String(cell)));
  }

  renderQueue(event, lines) {
    const { recording } = this;
    const { queue } = recording;
    const { count, list, box } = this.columns.queue;
    const isArc = recording.algorithm === "textbook";
    box.hidden = isArc && !recording.variant.inference && recording.stack.length > 0;
    count.replaceChildren(element("b", "", null, number(queue.length)), ` ${isArc ? "arc" : "slot"}${queue.length === 1 ? "" : "s"}`);
    const isNew = new Set(recording.kind(event) === "revise" ? event[ITEMS] : []);
    const shown = queue.slice(0, Math.min(lines, MAX_QUEUE));
    const items = shown.map((item, index) => {
      const line = element("li", `${index ? "" : "first"}${isNew.has(item) ? " new" : ""}`);
      line.append(recording.waiting(item).map((slot) => recording.label(slot)).join(" → "));
      return line;
    });
    const rest = queue.length - shown.length;
    const added = queue.slice(shown.length).filter((item) => isNew.has(item)).length;
    list.replaceChildren(...items, ...(rest ? [element("li", "more", null, `${number(rest)} more${added ? `, ${added} new` : ""}`)] : []));
  }
}
