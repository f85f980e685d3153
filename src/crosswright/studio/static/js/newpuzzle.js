// New puzzles: an empty grid, a built-in or drawn pattern, theme entries, or a criss-cross of words.

import { get, post, remove } from "./api.js";
import { button, choice, element, field, labelled, plural } from "./dom.js";
import { SYMMETRIES } from "./symmetry.js";
import { thumb } from "./thumb.js";

export const KINDS = [
  ["empty", "Empty grid", "Any size; blocks or bars", "Empty grid"],
  ["pattern", "Pattern", "Drawn for you, fillable", "Pattern"],
  ["theme", "Theme", "Your entries, placed and filled", "Theme"],
  ["crisscross", "Criss-cross", "A word list, interlocked", "Criss-cross"],
];

const SECONDS = 60; // that a theme may take
const AGAIN = "Each try draws other patterns: try again, or change the size, the entries or the symmetry.";

const newSeed = () => crypto.getRandomValues(new Uint32Array(1))[0];

const figure = (name, value, attributes = {}) => element("input", { type: "number", class: "field", name, value, min: "2", max: "60", autocomplete: "off", "data-1p-ignore": "", ...attributes });

export class NewPuzzle {
  constructor(studio, { open, listen }) {
    this.studio = studio;
    this.open = open;
    this.listen = listen; // how to hear of the library's jobs
  }

  build(kind) { return { empty: () => this.empty(), pattern: () => this.pattern(), theme: () => this.theme(), crisscross: () => this.crisscross() }[kind](); }

  async create(request) {
    try {
      const card = await post(["documents"], request);
      this.open(card.id);
    } catch (error) { this.fail(error); }
  }

  fail(error) {
    this.stop.hidden = true;
    this.message.replaceChildren(element("span", { class: "error-text" }, error.message));
  }

  form(onSubmit, label, ...content) {
    this.message = element("p", { class: "small quiet", role: "status" });
    this.choices = element("div", { class: "choices" });
    this.stop = button("Stop", () => { if (this.waiting) remove(["jobs", this.waiting]).catch((error) => this.fail(error)); });
    this.stop.hidden = true;
    this.waiting = null; // the choices of an earlier form go nowhere
    return [element(
      "form",
      { class: "block-of-panel", novalidate: true, onsubmit: (event) => { event.preventDefault(); onSubmit(); } },
      ...content,
      element("div", { class: "buttons" }, element("button", { type: "submit", class: "button main" }, label), this.stop),
      this.message,
    ), this.choices];
  }

  sizes(value = 15) {
    this.rows = figure("height", value, { autofocus: true });
    this.columns = figure("width", value);
    this.rows.addEventListener("input", () => { if (!this.columns.dataset.own) this.columns.value = this.rows.value; });
    this.columns.addEventListener("input", () => { this.columns.dataset.own = "1"; });
    return element("div", { class: "pairs" }, labelled("Rows", this.rows), labelled("Columns", this.columns));
  }

  size() { return { height: Number(this.rows.value), width: Number(this.columns.value) }; }

  symmetries() {
    this.symmetry = choice(SYMMETRIES, "180", () => {}, { name: "symmetry" });
    return labelled("Symmetry", this.symmetry);
  }

  styles() {
    this.style = choice((this.studio.about.styles ?? ["american"]).map((style) => [style, style]), "american", () => {}, { name: "style" });
    return labelled("Style", this.style);
  }

  empty() {
    const title = field({ name: "title", maxlength: "200", autofocus: true });
    return this.form(
      () => this.create({ kind: "blank", ...this.size(), symmetry: this.symmetry.value, ...(title.value.trim() ? { title: title.value.trim() } : {}) }),
      "Create",
      labelled("Title", title), this.sizes(), this.symmetries(),
    );
  }

  pattern() {
    const parts = this.form(() => this.job({ kind: "pattern", ...this.size(), style: this.style.value, symmetry: this.symmetry.value, count: 4 }), "Draw patterns", this.sizes(), this.styles(), this.symmetries());
    const builtin = element("section", { class: "block-of-panel", "aria-label": "Built-in patterns" }, element("h3", {}, "Built in, 15 × 15"), element("div", { class: "choices" }));
    this.loadPatterns(builtin.lastChild);
    return [...parts, builtin];
  }

  async loadPatterns(box) {
    try {
      const { patterns } = await get(["patterns"]);
      box.append(...patterns.map((rows, index) => this.choice({ rows }, `Pattern ${index + 1}`, () => this.create({ kind: "pattern", index }))));
    } catch (error) { this.fail(error); }
  }

  theme() {
    const entries = element("textarea", { class: "field", name: "theme", rows: "4", placeholder: "hail mary pass\ncloud nine\nrain check", "aria-label": "Theme entries, one per line", autofocus: true });
    return this.form(() => {
      const theme = entries.value.split("\n").map((line) => line.trim()).filter(Boolean);
      if (!theme.length) { this.message.textContent = "Write the entries, one per line."; return; }
      this.job({ kind: "construct", theme, ...this.size(), style: this.style.value, symmetry: this.symmetry.value, seconds: SECONDS });
    }, "Place and fill", element("p", { class: "quiet" }, "Theme entries, one per line"), entries, this.sizes(), this.styles(), this.symmetries());
  }

  crisscross() {
    const entries = element("textarea", { class: "field", name: "words", rows: "8", placeholder: "OAK: Acorns grow on it\nELM\nBIRCH", "aria-label": "Words, one per line; a clue after a colon", autofocus: true });
    return this.form(() => {
      const words = entries.value.split("\n").map((line) => line.trim()).filter(Boolean)
        .map((line) => line.split(/:(.*)/s).slice(0, 2).map((part) => part?.trim() ?? "")).map(([word, clue = ""]) => [word, clue]);
      if (!words.length) { this.message.textContent = "Write the words, one per line."; return; }
      this.job({ kind: "layout", words, count: 4 });
    }, "Interlock", element("p", { class: "quiet" }, "Words, one per line; a clue may follow a colon"), entries);
  }

  // Ask for a job, and show its choices when it ends.
  async job(request) {
    this.choices.replaceChildren();
    this.message.textContent = "Working…";
    try {
      const { job } = await post(["jobs"], { ...request, seed: newSeed() });
      this.waiting = job;
      this.stop.hidden = false;
      const end = await this.listen(job, (event) => { if (this.waiting === job) this.message.textContent = `Working… ${(event.seconds ?? 0).toFixed(1)} s`; });
      if (this.waiting !== job) return;
      this.waiting = null;
      this.stop.hidden = true;
      this.showChoices(job, end, request.kind);
    } catch (error) { this.fail(error); }
  }

  showChoices(job, { status, message, result }, kind) {
    const choices = result?.choices ?? [];
    const left = (result?.left_out ?? []).map((text) => element("p", { class: "small warn" }, text));
    this.message.replaceChildren(choices.length ? `${plural(choices.length, "choice")}: take one.` : element("span", { class: "error-text" }, status === "CANCELLED" ? "Stopped before there was one." : message || status), ...left);
    if (!choices.length && kind !== "layout") this.message.append(` ${AGAIN}`);
    this.choices.replaceChildren(...choices.map((item, choice) => this.choice(item, [item.words && plural(item.words, "word"), item.note].filter(Boolean).join(" · "), () => this.create({ kind: "job", job, choice }))));
    this.choices.querySelector("button")?.focus();
  }

  choice({ rows }, text, action) {
    return element("button", { type: "button", class: "choice card", onclick: action }, thumb(rows, { size: 120 }), element("span", { class: "small" }, text));
  }
}

