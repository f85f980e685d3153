// Why this slot, and why this word: the numbers that the heuristics go by.

const MAX_TRIED = 6; // words of a slot shown that have failed
const MAX_SLOTS = 8; // open slots shown
const RECORDED_SLOTS = 12; // open slots in an event, if there are as many

class Choices {
  constructor(recording, parent) {
    this.recording = recording;
    this.box = element("div", "choices", parent);
    this.slots = this.table("Why this slot?", "slots");
    this.words = this.table("Why this word?", "words");
  }

  table(title, name) {
    const box = element("section", `choice ${name}`, this.box);
    element("h3", "", box, title);
    return { box, hint: element("p", "hint", box), table: element("table", "", box) };
  }

  // The event that chose the slot which this event is about.
  level(event) {
    const depth = this.recording.stack.length - (this.recording.kind(event) === "assign" ? 1 : 0);
    return this.recording.levels[depth] ?? -1;
  }

  render(event) {
    const level = this.level(event);
    this.slots.box.hidden = level < 0;
    this.words.box.hidden = level < 0;
    if (level < 0) return;
    const choice = this.recording.choice(level);
    this.renderSlots(choice);
    this.renderWords(event, choice, level);
  }

  renderSlots(choice) {
    const { recording } = this;
    const [open] = choice[DETAIL];
    const isTextbook = recording.algorithm === "textbook";
    const hints = {
      mrv: "MRV: the fewest words left; then the highest degree.",
      degree: "Degree: the slot that crosses the most others.",
      fixed: "The first open slot in the grid.",
    };
    this.slots.hint.textContent = isTextbook ? hints[recording.variant.variable] : "The fewest words for its weight, which grows with failures.";
    const rows = open.slice(0, MAX_SLOTS).map(([slot, left, degree]) => {
      const row = element("tr", slot === choice[SLOT] ? "chosen" : "");
      element("th", "", row, recording.shortName(slot)).scope = "row";
      element("td", "", row, number(left));
      element("td", "", row, number(degree));
      return row;
    });
    const more = open.length - rows.length;
    if (more > 0) rows.push(this.moreLine(open.length < RECORDED_SLOTS ? `${more} more` : "more"));
    this.fill(this.slots.table, ["slot", "words", isTextbook ? "degree" : "weight"], rows);
  }

  renderWords(event, choice, level) {
    const { recording } = this;
    const { tree } = recording;
    const values = choice[DETAIL][1];
    const slot = choice[SLOT];
    this.words.box.hidden = recording.algorithm !== "textbook";
    if (this.words.box.hidden) return;
    const hints = {
      lcv: "LCV: the fewest words ruled out in the open slots it crosses.",
      alphabetical: "In alphabetical order.",
      random: "In random order.",
    };
    this.words.hint.textContent = hints[recording.variant.value];
    const tried = new Map();
    for (let node = after(tree.at, level); node < tree.at.length && tree.at[node] <= recording.position; node += 1) {
      if (tree.choice[node] === level) tried.set(tree.row[node], node);
    }
    const passed = this.passed(values, tried, recording.kind(event) === "exhausted");
    const current = recording.nodes.length ? recording.nodes[recording.nodes.length - 1] : -1;
    const shown = this.around(values, tried).map(([row, ruledOut]) => {
      const node = tried.get(row);
      const isFailed = node !== undefined && tree.end[node] >= 0 && tree.end[node] <= recording.position;
      const isPassed = node === undefined && passed.has(row);
      const line = element("tr", isFailed ? "failed" : isPassed ? "passed" : node !== undefined && node === current ? "chosen" : "");
      const word = element("th", "", line);
      word.scope = "row";
      element(isFailed || isPassed ? "s" : "span", "", word, recording.word(slot, row));
      element("td", "", line, ruledOut === null || ruledOut < 0 ? "" : number(ruledOut));
      element("td", "", line, isFailed ? "✗" : isPassed ? this.reason(slot, row) : node !== undefined ? "●" : "");
      return line;
    });
    const total = choice[DETAIL][0].find(([open]) => open === slot)?.[1] ?? values.length;
    const more = total - shown.length;
    if (more > 0) shown.push(this.moreLine(`${number(more)} more`));
    this.fill(this.words.table, ["word", recording.variant.value === "lcv" ? "rules out" : "", ""], shown);
  }

  moreLine(text) {
    const line = element("tr", "more");
    element("td", "", line, text).colSpan = 3;
    return line;
  }

  // The words that were not tried though their turn has come.
  passed(values, tried, isOver) {
    const rows = values.map(([row]) => row);
    const last = isOver ? rows.length : rows.reduce((found, row, index) => (tried.has(row) ? index : found), -1);
    return new Set(rows.slice(0, Math.max(0, last)).filter((row) => !tried.has(row)));
  }

  reason(slot, row) {
    const { recording } = this;
    const isUsed = recording.stack.some(([other, used]) =>
      used === row && recording.slots[other].table === recording.slots[slot].table);
    return isUsed ? "in use" : "no fit";
  }

  // The words in order, with those that were tried beyond the first ones, and only the last failures.
  around(values, tried) {
    const known = new Set(values.map(([row]) => row));
    const { tree } = this.recording;
    const later = [...tried].filter(([row]) => !known.has(row)).map(([row, node]) => [row, tree.ruledOut[node]]);
    const all = [...values.slice(0, later.length ? 3 : 9), ...later.slice(-MAX_TRIED)];
    return all.slice(-9);
  }

  fill(table, heads, rows) {
    const head = element("tr");
    heads.forEach((text) => { element("th", "", head, text).scope = "col"; });
    table.replaceChildren(head, ...rows);
  }
}
