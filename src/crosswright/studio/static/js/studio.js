// What the parts of the page share: the open document, the cursor, the board, and the news.

import { Bus } from "./bus.js";
import { Cursor } from "./cursor.js";
import { StudioDocument } from "./document.js";
import { later } from "./dom.js";
import { Editing } from "./editing.js";
import { Board } from "./grid.js";
import { Keymap } from "./keys.js";

const KEYS = "crosswright.keys"; // the user's own keys; the only other thing stored is the theme
const MANY = 8; // slots without a word that are worth to be shown
const HUSH = 250; // milliseconds of quiet before the live region speaks

function storedKeys() {
  try {
    const changes = JSON.parse(localStorage.getItem(KEYS) ?? "{}");
    const isValid = ([, keys]) => Array.isArray(keys) && keys.every((key) => typeof key === "string");
    return Object.fromEntries(Object.entries(changes).filter(isValid));
  } catch {
    return {};
  }
}

export class Studio extends Bus {
  constructor(about) {
    super();
    this.about = about;
    this.keymap = new Keymap(storedKeys());
    this.board = new Board();
    this.document = null;
    this.heatMode = "off";
    this.preview = null; // what propagation leaves, for the revision shown
    this.report = null; // the newest check, and the slots that no word is left to
    this.awaitsCorner = false; // the next square that is tapped ends a region
    this.found = {}; // what search has found out: the newest events by name
    this.wants = new Set(); // names of what the server is to think about beyond the usual; emit "look" after a change
    this.conflict = null; // squares of slots that lack a word, and of letters that hold them fast
    this.trial = null; // letters of a candidate being looked at, by square
    this.standing = null; // those that show while none is looked at: of what is being explained
    this.speak = later((text) => { document.getElementById("live").textContent = text; }, HUSH);
  }

  keepKeys() {
    if (Object.keys(this.keymap.changes).length) localStorage.setItem(KEYS, JSON.stringify(this.keymap.changes));
    else localStorage.removeItem(KEYS);
    this.emit("keys");
  }

  // -- the document -----------------------------------------------------------------------------

  async open(id) {
    if (this.document?.id === id) return;
    this.close();
    const ticket = {}; // who asks for another document meanwhile gets that one
    this.ticket = ticket;
    const opened = await StudioDocument.open(id);
    if (this.ticket !== ticket) return;
    this.document = opened;
    this.preview = null;
    this.checked = null;
    this.report = null;
    this.found = {};
    this.trial = null;
    this.awaitsCorner = false;
    this.speak.cancel();
    document.getElementById("live").textContent = "";
    this.cursor = new Cursor(() => opened.puzzle);
    this.editing = new Editing(this);
    this.cursor.toSlot(this.cursor.order()[0]);
    // A document that was left may still be sending its last edits; it is no longer shown.
    const hear = (name, action) => opened.on(name, (event) => { if (this.document === opened) action(event); });
    this.cursor.on("move", () => this.onMove());
    hear("change", () => this.onChange());
    hear("confirmed", () => { this.mark(); this.paintSoon(); });
    hear("preview", (event) => { this.preview = event; this.review(); document.body.dataset.preview = event.revision; this.onNews("preview"); });
    hear("check", (event) => { this.checked = event; this.review(); document.body.dataset.report = event.revision; this.onNews("report"); });
    hear("found", (event) => this.onFound(event));
    for (const name of ["waiting", "settled", "saved", "job", "best", "end", "words", "problem", "connected", "stepped", "candidate", "explain"]) {
      hear(name, (event) => this.emit(name, event));
    }
    for (const name of ["waiting", "settled"]) hear(name, () => this.mark());
    this.emit("document");
    this.onChange();
    opened.listen();
    if (!opened.isPending) this.emit("settled");
  }

  close() {
    this.ticket = null;
    this.document?.close();
    this.document = null;
    for (const name of ["document", "revision", "pending", "preview", "report", "letter", "certificate", "lifts"]) delete document.body.dataset[name];
  }

  // What state the page is in, for styles and tests.
  mark() {
    document.body.dataset.document = this.document.id;
    document.body.dataset.revision = this.document.revision;
    document.body.dataset.pending = String(this.document.isPending);
  }

  onChange() {
    this.mark();
    this.cursor.settle();
    if (this.shownStructure !== this.document.puzzle.structure) this.preview = null;
    this.shownStructure = this.document.puzzle.structure;
    this.renderGrid();
    this.emit("change");
    this.paintSoon();
  }

  // Letters come a few squares at a time; everything else as a whole.
  onFound({ name, ...event }) {
    const before = this.found[name];
    if (name === "letter" && before?.revision === event.revision) event.cells = { ...before.cells, ...event.cells };
    this.found[name] = event;
    if (event.done) document.body.dataset[name] = event.revision;
    this.onNews("found");
  }

  onMove() {
    this.trial = this.standing;
    this.trialKinds = null;
    if (this.editing.rebusCell !== null && this.editing.rebusCell !== this.cursor.cell) this.editing.endRebus();
    const hadFocus = this.board.hasFocus();
    this.renderGrid();
    if (hadFocus) this.focusGrid();
    this.emit("move");
    this.paintSoon();
  }

  onNews(name) {
    this.renderGrid();
    this.emit(name);
    this.paintSoon();
  }

  // Panels draw at most once a frame.
  paintSoon() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      if (this.document) this.emit("paint");
    });
  }

  // -- the grid ---------------------------------------------------------------------------------

  // Draw the grid once all of an event's effects are known, before the browser paints.
  renderGrid() {
    if (this.isGridOld) return;
    this.isGridOld = true;
    queueMicrotask(() => this.renderNow());
  }

  renderNow() {
    const isOld = this.isGridOld;
    this.isGridOld = false;
    if (!isOld || !this.document) return;
    const isEditor = document.body.dataset.view === "editor"; // elsewhere heat would only distract
    this.board.render(this.document.puzzle, {
      cursor: this.cursor,
      selection: this.cursor.selection,
      marks: isEditor && (!this.conflict || this.heatMode === "letters") ? this.heatMap?.marks() : undefined,
      conflict: isEditor ? this.conflict : null,
      problems: this.problems(),
      preview: this.trial,
      kinds: this.trialKinds,
      rebus: this.editing.rebusCell,
    });
  }

  // The slots whose letters leave no word of the lists. Many at once say only that the pattern is
  // not drawn yet: no list has words for an empty row of 23 squares.
  deadSlots() {
    if (!this.preview || this.preview.possible) return [];
    const { puzzle } = this.document;
    const dead = puzzle.slots.slots.filter(({ label, cells }) => this.preview.counts[label] === 0 && cells.some((cell) => puzzle.cells[cell].token));
    return dead.length > MANY ? [] : dead;
  }

  // What to say once it is known, by propagation or by search, that no fill meets the floor.
  impossible() {
    const { document: open, preview, found } = this;
    const current = (told) => (told?.revision === open.revision && !open.isPending ? told : null);
    const counts = current(preview)?.counts;
    if (!counts) return "";
    const letters = current(found.letter);
    const isDead = letters?.done && letters.dead && !letters.alive && !letters.open;
    const isNever = current(found.certificate)?.status === "impossible";
    const empty = Object.values(counts).filter((count) => !count).length;
    if (empty && (!isNever || empty > MANY || this.deadSlots().length)) return ""; // the slots say so themselves, or the pattern is being drawn
    if (preview.possible && !isNever && !isDead) return "";
    const floor = open.state.rules.min_score;
    return isNever || !floor ? "no fill exists" : `no fill at floor ${floor}`;
  }

  // Put what the preview proves before what the check found.
  review() {
    if (!this.checked) return;
    const { puzzle, state } = this.document;
    const floor = state.rules.min_score;
    const dead = this.deadSlots().map(({ label, cells }) => ({
      severity: "error", rule: "no_word", slots: [label], cells: cells.map((cell) => puzzle.at(cell)),
      message: floor ? `${label} has no word of ${floor} or more left` : `${label} has no word left`,
    }));
    this.report = { ...this.checked, findings: [...dead, ...this.checked.findings] };
    const said = dead.map(({ message }) => message).join(", ");
    if (said && said !== this.deadEnds) this.speak(said);
    this.deadEnds = said;
  }

  problems() {
    const { puzzle } = this.document;
    const cells = new Set();
    if (!this.report) return cells;
    for (const finding of this.report.findings) {
      if (finding.severity !== "error" || !this.isShown(finding)) continue;
      for (const [row, column] of finding.cells ?? []) if (row < puzzle.height && column < puzzle.width) cells.add(puzzle.index(row, column));
    }
    return cells;
  }

  // An unfilled square need not be mentioned while somebody is still filling.
  isShown(finding) { return !["unfilled", "empty", "filled"].includes(finding.rule); }

  try(letters, kinds = null) {
    this.trial = letters ?? this.standing;
    this.trialKinds = kinds; // squares that an edit being looked at would close or open
    this.renderGrid();
  }

  // Show a fill in pencil; one of another revision is not shown.
  showFill(revision, cells, closed = [], opened = []) {
    const { puzzle, revision: newest, isPending } = this.document;
    if (!cells || revision !== newest || isPending) return;
    const kinds = [...closed.map((cell) => [cell, "block"]), ...opened.map((cell) => [cell, "open"])];
    this.try(
      new Map(cells.map(([row, column, letter]) => [puzzle.index(row, column), letter])),
      new Map(kinds.map(([[row, column], kind]) => [puzzle.index(row, column), kind])),
    );
  }

  focusGrid() {
    this.renderNow();
    this.board.focus(this.cursor.cell);
  }

  async setHeat(mode) {
    this.heatMode = mode;
    if (mode !== "off" && !this.heatMap) {
      const { HeatMap } = await import("./heat.js");
      this.heatMap ??= new HeatMap(this);
      await this.heatMap.ready;
    }
    this.renderGrid();
    this.emit("heat");
    this.paintSoon();
  }

  // -- words for people -------------------------------------------------------------------------

  say(text) {
    this.speak(text);
    this.emit("said", text);
  }

  complain(error) {
    if (error.name === "AbortError") return;
    this.say(error.message);
    this.emit("complaint", error.message);
  }
}
