// What is in the side panel when no slot is looked at: how to read the page, and the final numbers.

const LEGEND = [
  ["x", "X", "the slot that is revised or filled"],
  ["y", "Y", "the slot that it is revised with"],
  ["ink", "A", "a letter of an assigned word"],
  ["pencil", "A", "a letter that follows from others"],
  ["lit-key", "line", "where the search is"],
];
const KEYS = [
  ["Space", "play, pause"], ["→ ←", "one event on, back"], ["D", "next assignment"], ["R", "next removal"],
  ["X", "next dead end"], ["B", "next backtrack"], ["Shift", "with a letter: back"], ["/", "search the log"],
];
const TOTALS = [
  ["assignments", "words assigned"], ["backtracks", "of them taken back"], ["dead_ends", "dead ends"],
  ["revisions", "revisions"], ["removed", "words removed, each time counted"], ["restarts", "restarts"],
];

class Notes {
  constructor(recording, parent) {
    this.recording = recording;
    this.box = element("div", "notes", parent);
    this.reading = element("div", "", this.box);
    const legend = this.list(this.reading, "How to read this", "legend");
    for (const [name, sign, text] of LEGEND) this.entry(legend, sign, text, name);
    const keys = this.list(this.reading, "Keys", "keys");
    for (const [key, text] of KEYS) this.entry(keys, key, text, "key-name");
    const { counters } = recording;
    this.totals = this.list(this.box, "The whole search", "totals");
    for (const [name, text] of TOTALS) {
      if (counters[name] || name !== "restarts") this.entry(this.totals, number(counters[name]), text, "total");
    }
  }

  list(parent, title, name) {
    const box = element("section", name, parent);
    element("h3", "", box, title);
    return element("dl", "", box);
  }

  entry(list, sign, text, name) {
    element("span", name, element("dt", "", list), sign);
    element("dd", "", list, text);
  }

  render(kind) {
    const isOver = kind === "end" || kind === "solution";
    this.reading.hidden = isOver;
    this.totals.parentElement.hidden = !isOver;
  }
}
