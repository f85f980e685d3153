// Puzzles made to order: theme entries in, ranked thumbnails out as they come, and what would work
// where the entries do not. In the library a candidate becomes a new puzzle; in the editor it takes
// the place of the open one, as one step that undo takes back.

import { get, post, remove } from "./api.js";
import { button, choice, element, icon, labelled, plural } from "./dom.js";
import { fits, SYMMETRIES } from "./symmetry.js";
import { thumb } from "./thumb.js";

const SECONDS = 60; // of processor time that a search may take; a pause takes none
const COUNT = 4; // candidates
const SIZES = { min: "3", max: "31" }; // of patterns
const AGAIN = "Each try draws other patterns: try again, or change the size, the entries or the symmetry.";

const newSeed = () => crypto.getRandomValues(new Uint32Array(1))[0];
const sentence = (text) => (text ? `${text[0].toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}` : "");
const figure = (name, value, attributes = {}) => element("input", { type: "number", class: "field", name, value, required: true, ...SIZES, autocomplete: "off", "data-1p-ignore": "", ...attributes });

export class Maker {
  // `host` knows where jobs are started and heard, and what a click on a candidate does.
  constructor(studio, host, { hasTheme = true, height = 15, width = 15, symmetry = "180", style = "american", entries = "" } = {}) {
    this.studio = studio;
    this.host = host;
    this.hasTheme = hasTheme;
    this.job = null;
    this.cards = new Map(); // by pattern: a candidate that improves stays where it is
    this.box = element("div", {}, this.buildForm({ height, width, symmetry, style, entries }), this.buildOutcome());
    this.drawButtons();
  }

  // -- the form ---------------------------------------------------------------------------------

  buildForm({ height, width, symmetry, style, entries }) {
    this.entries = element("textarea", { class: "field", name: "theme", rows: "5", placeholder: "hail mary pass, Last hope\ncloud nine\nrain check", "aria-label": "Theme entries, one per line; a clue may follow a comma", autofocus: this.hasTheme, spellcheck: "false", oninput: () => this.drawButtons() });
    this.entries.value = entries;
    this.rows = figure("height", height, { autofocus: !this.hasTheme });
    this.columns = figure("width", width);
    if (height !== width) this.columns.dataset.own = "1";
    this.rows.addEventListener("input", () => { if (!this.columns.dataset.own) this.columns.value = this.rows.value; this.drawSymmetries(); });
    this.columns.addEventListener("input", () => { this.columns.dataset.own = "1"; this.drawSymmetries(); });
    this.symmetry = choice(SYMMETRIES, symmetry, () => {}, { name: "symmetry" });
    const styles = (this.studio.about.styles ?? ["american"]).map((name) => [name, name]);
    this.style = choice(styles, styles.some(([name]) => name === style) ? style : "american", () => {}, { name: "style" });
    this.begin = element("button", { type: "submit", class: "button main" });
    this.pauseButton = button("", () => this.pause());
    this.stopButton = button([icon("stop", 12), "Stop"], () => this.stop());
    this.clock = element("span", { class: "quiet spread" });
    this.drawSymmetries();
    return element(
      "form",
      { class: "block-of-panel", novalidate: true, onsubmit: (event) => { event.preventDefault(); this.start(); } },
      this.hasTheme ? [element("p", { class: "quiet" }, "Theme entries, one per line; a clue may follow a comma"), this.entries] : null,
      element("div", { class: "pairs" }, labelled("Rows", this.rows), labelled("Columns", this.columns)),
      labelled("Style", this.style),
      labelled("Symmetry", this.symmetry),
      element("div", { class: "buttons" }, this.begin, this.pauseButton, this.stopButton, this.clock),
    );
  }

  drawSymmetries() {
    for (const option of this.symmetry.options) option.disabled = !fits(option.value, Number(this.rows.value), Number(this.columns.value));
    if (this.symmetry.selectedOptions[0]?.disabled) this.symmetry.value = "180";
  }

  get isTheme() { return this.hasTheme && this.entries.value.trim() !== ""; }

  fields() {
    const shape = { height: Number(this.rows.value), width: Number(this.columns.value), style: this.style.value, symmetry: this.symmetry.value };
    return this.isTheme ? { kind: "construct", entries: this.entries.value, ...shape } : { kind: "pattern", ...shape };
  }

  // -- the job ----------------------------------------------------------------------------------

  async start(more = {}) {
    this.stop();
    this.forget();
    const wrong = [this.rows, this.columns].find((field) => !field.checkValidity());
    if (wrong) {
      this.say(`${wrong === this.rows ? "Rows" : "Columns"}: a whole number from ${SIZES.min} to ${SIZES.max}.`, "error-text");
      wrong.focus();
      return;
    }
    const request = { ...this.fields(), ...more, count: COUNT, seconds: SECONDS, seed: newSeed() };
    const ticket = { request, state: "running", seconds: 0 }; // whoever starts another search hears of that one
    this.job = ticket;
    this.say("Working…");
    this.drawButtons();
    try {
      const { job } = await this.host.start(request);
      ticket.id = job;
      if (this.job !== ticket) { remove(["jobs", job]).catch(() => {}); return; }
      this.host.listen(job, (event) => { if (this.job === ticket) this.hear(event); });
      this.drawButtons();
    } catch (error) {
      if (this.job !== ticket) return;
      this.job = null;
      this.say(sentence(error.message), "error-text");
      this.drawButtons();
    }
  }

  hear(event) {
    this.job.state = event.state ?? this.job.state;
    this.job.seconds = event.seconds ?? 0;
    this.drawChoices(event.choices ?? event.result?.choices ?? []);
    if (event.status) this.end(event);
    else this.say(this.progress(event));
    this.drawButtons();
  }

  progress({ progress = {}, state }) {
    if (state === "paused") return "Paused.";
    const { stage, attempts, candidates, found } = progress;
    if (stage === "improving") return "Improving the fills…";
    if (stage === "trying alternatives") return "Nothing yet; trying what would work instead…";
    const filled = candidates ?? found ?? 0;
    return attempts ? `${plural(attempts, "pattern")} drawn, ${filled} filled…` : "Working…";
  }

  end({ status, message, result = {} }) {
    const { kind } = this.job.request;
    const count = this.cards.size;
    this.job.state = "ended";
    const { left_out: missing = [], ways = [] } = result;
    if (status === "FILLED") {
      this.say(`${plural(count, "candidate")}: ${this.host.taking}.`);
      if (result.aim) this.message.append(element("span", { class: "warn" }, ` No fill with words of ${result.aim} or more was found: look at the lowest scores.`));
    }
    else if (status === "CANCELLED") this.say(count ? `Stopped. ${sentence(this.host.taking)}` : "Stopped before there was one.");
    else {
      this.say(sentence(message), "error-text");
      if (missing.length && count) this.message.append(element("span", { class: "warn" }, ` The ${count === 1 ? "candidate below does" : "candidates below do"} without ${missing.join(", ")}.`));
      this.drawWays(ways, kind, status);
    }
  }

  async pause() {
    const ticket = this.job;
    if (!ticket?.id) return;
    const [action, state] = ticket.state === "paused" ? ["resume", "running"] : ["pause", "paused"];
    try {
      await post(["jobs", ticket.id, action]);
      if (this.job === ticket && ticket.state !== "ended") ticket.state = state;
    } catch (error) { this.say(error.message, "error-text"); }
    this.drawButtons();
  }

  // End the search; what it has found stays to choose from.
  stop() {
    const { job } = this;
    if (!this.isBusy) return;
    if (job.id) remove(["jobs", job.id]).catch((error) => { if (error.code !== "not_found") this.say(error.message, "error-text"); });
    else this.job = null; // it is not known yet, and will be stopped as soon as it is
    this.drawButtons();
  }

  get isBusy() { return Boolean(this.job) && this.job.state !== "ended"; }

  drawButtons() {
    this.begin.textContent = this.isTheme ? "Place and fill" : "Draw patterns";
    const isPaused = this.job?.state === "paused";
    this.pauseButton.replaceChildren(icon(isPaused ? "play" : "pause", 12), isPaused ? "Go on" : "Pause");
    this.pauseButton.hidden = !this.isBusy;
    this.pauseButton.disabled = !this.job?.id; // it has to be known first
    this.stopButton.hidden = !this.isBusy;
    this.begin.hidden = this.isBusy;
    this.clock.textContent = this.isBusy ? `${this.job.seconds.toFixed(1)} s` : "";
  }

  // -- what comes of it -------------------------------------------------------------------------

  buildOutcome() {
    this.message = element("p", { class: "small quiet", role: "status" });
    this.ways = element("div", { class: "instead", role: "group", "aria-label": "What would work", hidden: true });
    this.choices = element("ol", { class: "choices ranked", "aria-label": "Candidates, the best first" });
    return element("section", { class: "block-of-panel outcome" }, this.message, this.ways, this.choices);
  }

  forget() {
    this.cards.clear();
    this.choices.replaceChildren();
    this.ways.replaceChildren();
    this.ways.hidden = true;
    this.message.replaceChildren();
  }

  say(text, names = "") {
    if (this.message.textContent === text && !names) return; // it is spoken
    this.message.replaceChildren(element("span", { class: names || undefined }, text));
  }

  // What would work is a button that tries it.
  drawWays(ways, kind, status) {
    this.ways.hidden = false;
    const tries = ways.map(({ label, fields }) => button(sentence(label).replace(/\.$/, ""), () => this.tryOut(fields), { class: "instead-way" }));
    const again = status === "IMPOSSIBLE" || kind !== "construct" ? [] : [button("Try again with other patterns", () => this.start(), { class: "instead-way" })];
    if (tries.length) this.ways.replaceChildren(element("h3", {}, "What would work"), ...tries, ...again);
    else this.ways.replaceChildren(element("p", { class: "small quiet" }, status === "IMPOSSIBLE" ? "Change the size, the entries or the symmetry." : AGAIN), ...again);
  }

  tryOut({ theme, height, width, symmetry, floor }) {
    if (theme) this.entries.value = this.linesOf(theme).join("\n");
    if (height) this.rows.value = height;
    if (width) { this.columns.value = width; if (width !== height) this.columns.dataset.own = "1"; }
    if (symmetry) this.symmetry.value = symmetry;
    this.drawSymmetries();
    this.start(floor === undefined ? {} : { floor });
  }

  // The lines of some entries, with their clues, as they were written.
  linesOf(theme) {
    const plain = (text) => text.normalize("NFKC").replace(/[^\p{L}\p{N}]/gu, "").toUpperCase();
    const left = this.entries.value.split("\n").filter((line) => line.trim());
    return theme.map((entry) => left.find((line) => plain(line.split(/[,;\t=:]/)[0]) === plain(entry)) ?? entry);
  }

  // Cards keep their places while one of them is looked at; otherwise the best comes first.
  drawChoices(list) {
    const wanted = new Map(); // of two fills of one pattern, the better one is enough
    for (const item of list) {
      const pattern = item.rows.map((row) => row.replace(/[^#~]/gu, ".")).join("/");
      if (!wanted.has(pattern)) wanted.set(pattern, item);
    }
    for (const [pattern, item] of wanted) {
      const card = this.cards.get(pattern);
      if (card?.choice === item.choice) continue;
      const made = { choice: item.choice, node: this.card(item) };
      const hadFocus = card?.node.contains(document.activeElement);
      card?.node.replaceWith(made.node);
      this.cards.set(pattern, made);
      if (hadFocus) made.node.querySelector("button").focus();
    }
    const patterns = [...wanted.keys()];
    for (const [pattern, { node }] of this.cards) {
      if (!patterns.includes(pattern)) { node.remove(); this.cards.delete(pattern); }
    }
    const isLookedAt = this.choices.matches(":hover") || this.choices.contains(document.activeElement);
    const nodes = patterns.map((pattern) => this.cards.get(pattern).node);
    const placed = isLookedAt ? [...[...this.choices.children].filter((node) => nodes.includes(node)), ...nodes.filter((node) => !node.isConnected)] : nodes;
    if (placed.some((node, at) => this.choices.children[at] !== node)) this.choices.replaceChildren(...placed);
  }

  card(item) {
    const hasScores = typeof item.mean === "number";
    const first = hasScores ? `mean ${item.mean.toFixed(1)}` : item.note;
    const second = [hasScores && `lowest ${item.lowest}`, plural(item.words, "word")].filter(Boolean).join(" · ");
    const { id } = this.job;
    const take = element(
      "button",
      { type: "button", class: "choice card", "aria-label": `${this.host.verb}: ${first}, ${second}`, onclick: () => this.take(id, item.choice) },
      thumb(item.rows, { size: 128 }),
      element("span", { class: "small strong" }, first),
      element("span", { class: "small quiet" }, second),
    );
    const other = this.host.takeNew ? element("button", { type: "button", class: "link small", "aria-label": `As a new puzzle: ${first}, ${second}`, onclick: () => this.take(id, item.choice, true) }, "as a new puzzle") : null;
    return element("li", {}, take, other);
  }

  async take(job, number, isNew = false) {
    try {
      await (isNew ? this.host.takeNew(job, number) : this.host.take(job, number));
    } catch (error) { this.say(error.message, "error-text"); }
  }
}

// The jobs of the open document, whose events the page hears already.
export function documentHost(studio, { toDocument }) {
  const open = studio.document;
  const listeners = new Map();
  const pass = (event) => { listeners.get(event.job)?.(event); if (event.status) listeners.delete(event.job); };
  const offs = [open.on("job", pass), open.on("end", pass)];
  return {
    verb: "Take over",
    taking: "a click takes one over, and one undo brings your grid back",
    start: (request) => post(["documents", open.id, "jobs"], request),
    listen: (job, hear) => { listeners.set(job, hear); catchUp(job, pass); },
    take: (job, number) => {
      open.request("take", { job, choice: number });
      studio.say("Taken over. Undo brings your grid back.");
    },
    takeNew: async (job, number) => toDocument((await post(["documents"], { kind: "job", job, choice: number, title: open.title })).id),
    close: () => offs.forEach((off) => off()),
  };
}

// A job may have ended before anybody listened.
export async function catchUp(job, pass) {
  try {
    const event = await get(["jobs", job]);
    if (event.state) pass(event);
  } catch { /* the stream will say more */ }
}

// What the form begins with in the editor: the size, style, symmetry and theme of the open puzzle.
export function wishesOf({ puzzle, state }) {
  const theme = puzzle.slots.slots.filter(({ label }) => puzzle.isTheme(label)).map(({ label, cells }) => {
    const word = cells.map((cell) => puzzle.cells[cell].token).join("");
    const { text = "" } = puzzle.clue(label) ?? {};
    return cells.every((cell) => puzzle.cells[cell].token) ? [word, text.replace(/\s+/g, " ")].filter(Boolean).join(", ") : "";
  });
  return {
    height: puzzle.height,
    width: puzzle.width,
    symmetry: state.settings.symmetry ?? "180",
    style: state.settings.style ?? "american",
    entries: theme.filter(Boolean).join("\n"),
  };
}
