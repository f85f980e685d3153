// The algorithms line by line, and the line at which each event happens. In a text, stars mark
// words of the language; X and Y have the same colours as their slots elsewhere.

const NEXT_SLOT = {
  mrv: "X ← slot with fewest words left",
  degree: "X ← slot that crosses the most",
  fixed: "X ← next slot in grid order",
};
const NEXT_WORD = {
  lcv: "*for* x *in* X, least constraining first",
  alphabetical: "*for* x *in* X, in alphabetical order",
  random: "*for* x *in* X, in random order",
};

// Each line has an indentation, a text and a name.
function textbookLines({ inference, variable, value }) {
  return [
    [0, "*function* SOLVE", "solve"],
    [1, "drop words that cannot fit their slot", "node"],
    [1, "*if* AC-3(all arcs) fails, *fail*", "ac3"],
    [1, "*if* slots need more words, *fail*", "shortage"],
    [1, "BACKTRACK", "search"],
    [0, "*function* BACKTRACK", "backtrack"],
    [1, "*if* no slot is open, *succeed*", "solution"],
    [1, NEXT_SLOT[variable], "select"],
    [1, NEXT_WORD[value], "words"],
    [2, "*if* x is new and fits the grid", "fits"],
    [3, "put x into X", "assign"],
    ...(inference ? [
      [3, "*if* AC-3(arcs into X) succeeds", "inference"],
      [4, "*if* BACKTRACK succeeds, *succeed*", "deeper"],
    ] : [
      [3, "*if* BACKTRACK succeeds, *succeed*", "deeper"],
    ]),
    [3, "take x back, and what followed", "undo"],
    [1, "*fail*", "exhausted"],
    [0, "*function* AC-3(queue)", "queue"],
    [1, "*while* the queue is not empty", "while"],
    [2, "(X, Y) ← first arc of the queue", "first"],
    [2, "*if* REVISE(X, Y)", "revise"],
    [3, "*if* X is empty, *fail*", "wipeout"],
    [3, "*for each* Z crossing X, except Y", "each"],
    [4, "append (Z, X) to the queue", "append"],
    [1, "*succeed*", "consistent"],
    [0, "*function* REVISE(X, Y)", "revising"],
    [1, "*for each* word x *of* X", "each-word"],
    [2, "*if* no word *of* Y agrees with x", "agrees"],
    [3, "remove x from X", "remove"],
    [1, "*return* whether any was removed", "removed"],
  ];
}

const ENGINE_LINES = [
  [0, "*function* SEARCH", "solve"],
  [1, "*forever*", "search"],
  [2, "*if* PROPAGATE succeeds", "propagates"],
  [3, "*if* no slot is open, *succeed*", "solution"],
  [3, "X ← fewest words for its weight", "select"],
  [3, "put a word that leaves much into X", "assign"],
  [2, "*else*", "else"],
  [3, "take the last word x back from X", "undo"],
  [3, "rule x out for X", "refute"],
  [3, "*if* failures are many, begin anew", "restart"],
  [0, "*function* PROPAGATE", "propagate"],
  [1, "*while* slots are waiting", "queue"],
  [2, "X ← waiting slot with fewest words", "first"],
  [2, "remove words its cells do not allow", "remove"],
  [2, "*if* X is empty, *fail*", "wipeout"],
  [2, "wake the slots that share its cells", "wake"],
  [2, "*if* X has one word, bar it elsewhere", "exclude"],
  [1, "place required words with one slot left", "place"],
  [1, "*succeed*", "consistent"],
];

const linesOf = (recording) =>
  recording.algorithm === "textbook" ? textbookLines(recording.variant) : ENGINE_LINES;

// The name of the line that an event lights.
function lineOf(recording, event) {
  const kind = recording.kind(event);
  const names = {
    start: "solve", backtrack: "undo", end: "search",
    revise: event[REMOVED] || recording.algorithm !== "textbook" ? "remove" : "removed",
    exclude: event[OTHER] >= 0 ? "exclude" : "refute",
    unplaced: "place",
    inference: recording.algorithm === "textbook" ? "inference" : "queue",
  };
  if (kind === "wipeout" && recording.algorithm === "textbook" && event[OTHER] < 0) return "ac3";
  return names[kind] || kind;
}

// The names of the lines that called the function of the lit one.
function callersOf(recording, event) {
  const kind = recording.kind(event);
  if (recording.algorithm !== "textbook") {
    const isInside = ["revise", "wipeout", "inference", "place", "unplaced"].includes(kind)
      || (kind === "exclude" && event[OTHER] >= 0);
    return isInside ? ["propagates"] : [];
  }
  const isSearching = recording.stack.length > 0;
  if (kind === "revise" || (kind === "wipeout" && event[OTHER] >= 0)) {
    return [...(kind === "revise" ? ["revise"] : []), isSearching ? "inference" : "ac3"];
  }
  return ["select", "assign", "inference", "backtrack", "exhausted", "solution"].includes(kind)
    ? [recording.stack.length > 1 ? "deeper" : "search"] : [];
}

class Code {
  constructor(recording, parent) {
    this.recording = recording;
    this.box = element("div", "code", parent);
    this.box.tabIndex = 0;
    this.box.setAttribute("role", "region");
    this.box.setAttribute("aria-label", "Pseudocode");
    const list = element("ol", "", this.box);
    this.lines = new Map(linesOf(recording).map(([indent, text, name]) => {
      const line = element("li", indent ? "" : "function", list);
      line.style.setProperty("--indent", indent);
      line.append(...this.spans(text));
      return [name, line];
    }));
  }

  spans(text) {
    return text.split(/(\*[^*]+\*|\b[XY]\b)/).filter(Boolean).map((part) => {
      if (part.startsWith("*")) return element("b", "", null, part.slice(1, -1));
      if (part === "X" || part === "Y") return element("span", part.toLowerCase(), null, part);
      return part;
    });
  }

  render(event) {
    const lit = lineOf(this.recording, event);
    const callers = callersOf(this.recording, event);
    for (const [name, line] of this.lines) {
      line.classList.toggle("lit", name === lit);
      line.classList.toggle("caller", callers.includes(name));
      if (name === lit) line.setAttribute("aria-current", "step");
      else line.removeAttribute("aria-current");
    }
    this.follow(this.lines.get(lit));
  }

  // Scroll the box, never the page, so that the lit line and its function are in view.
  follow(line) {
    if (!line || !this.box.clientHeight) return;
    let first = line;
    while (!first.classList.contains("function") && first.previousElementSibling) first = first.previousElementSibling;
    const { scrollTop, clientHeight } = this.box;
    const top = Math.max(0, first.offsetTop - 8);
    const bottom = line.offsetTop + line.offsetHeight + 8;
    if (top >= scrollTop && bottom <= scrollTop + clientHeight) return;
    this.box.scrollTop = Math.max(top, bottom - clientHeight);
  }
}
