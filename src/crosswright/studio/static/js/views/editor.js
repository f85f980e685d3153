// The editor: candidates at the left, the grid in the centre, four panels at the right.

import { ClueBar } from "../cluebar.js";
import { button, choice, element, icon, segments, tabs } from "../dom.js";
import { CheckPanel } from "../panels/check.js";
import { Candidates } from "../panels/candidates.js";
import { FillPanel } from "../panels/fill.js";
import { sheet } from "../sheets.js";
import { fits, SYMMETRIES } from "../symmetry.js";

const DRAWING = [["block", "Block"], ["bar", "Bar"], ["rebus", "Rebus"], ["circle", "Circle"], ["shade", "Shade"]];
const LATE = {
  clues: async (studio) => new (await import("../panels/clues.js")).CluesPanel(studio),
  words: async (studio) => new (await import("../panels/lookup.js")).Lookup(studio),
};
const NARROW = window.matchMedia("(max-width: 760px)");

const HEATS = [["off", "Off"], ["letters", "Letters"], ["candidates", "Candidates"], ["score", "Score"]];

export class EditorView {
  constructor(studio, commands) {
    this.studio = studio;
    this.commands = commands;
    this.candidates = new Candidates(studio);
    this.clueBar = new ClueBar(studio);
    this.fill = new FillPanel(studio, commands);
    this.check = new CheckPanel(studio);
    this.host = element("div", { class: "board-host" });
    this.element = element("div", { class: "view editor", hidden: true }, this.candidates.box, this.buildCentre(), this.buildRight(), this.buildThumb());
    this.element.addEventListener("keydown", (event) => this.onKey(event));
    studio.on("paint", () => this.draw());
    studio.on("keys", () => this.drawTools());
    for (const name of ["candidates", "verdicts"]) studio.on(name, () => studio.paintSoon());
    studio.on("whynot", (about) => this.explain(about));
    const off = studio.on("found", async () => { off(); const { Certificate } = await import("../certificate.js"); new Certificate(studio, this.fill).draw(); });
    new ResizeObserver(() => this.fit()).observe(this.centre);
    commands.add({
      clue: () => this.clueBar.focusClue(),
      note: () => this.clueBar.focusNote(),
      candidates: () => { if (NARROW.matches) this.tab("slot"); this.candidates.focus(); },
    });
  }

  // -- building ---------------------------------------------------------------------------------

  buildCentre() {
    this.drawing = element("div", { class: "drawing-tools", role: "toolbar", "aria-label": "Draw" });
    this.symmetry = choice(SYMMETRIES, "180", (symmetry) => this.studio.document.do([{ op: "set_settings", symmetry }]), { "aria-label": "Symmetry", id: "symmetry" });
    this.heat = segments("Heat", HEATS, "off", (mode) => this.studio.setHeat(mode));
    this.studio.on("heat", () => { this.heat.show(this.studio.heatMode); this.labelThumb(); this.studio.heatMap?.place(this); this.fit(); });
    this.under = element("div", { class: "under" }, this.heat.box);
    const construct = button("Theme…", () => this.commands.run("construct"), { class: "plain", title: "Theme entries placed for you, and patterns drawn" });
    this.over = element("div", { class: "over" }, this.drawing, construct, element("label", { class: "symmetry" }, element("span", { class: "quiet small" }, "Symmetry"), this.symmetry));
    this.stack = element("div", { class: "stack" }, this.over, this.clueBar.box, this.host, this.under);
    this.centre = element("section", { class: "centre", "aria-label": "Puzzle" }, this.stack);
    this.drawTools();
    return this.centre;
  }

  drawTools() {
    this.drawing.replaceChildren(...DRAWING.map(([name, label]) => button(
      [label, element("kbd", {}, this.studio.keymap.hint(name))],
      () => { this.commands.run(name); if (name !== "rebus") this.studio.focusGrid(); },
      { class: "plain", data: { command: name }, tabindex: name === "block" ? "0" : "-1", "aria-keyshortcuts": this.studio.keymap.keys.get(name)[0] },
    )));
    this.drawing.onkeydown = (event) => {
      const items = [...this.drawing.children];
      const next = items[items.indexOf(document.activeElement) + { ArrowRight: 1, ArrowLeft: -1 }[event.key]];
      if (next) { event.preventDefault(); next.focus(); }
    };
  }

  buildRight() {
    this.panels = {
      fill: this.fill.box,
      clues: element("div"),
      check: this.check.box,
      words: element("div"),
    };
    const options = [["slot", "Slot"], ["crossing", "Crossing"], ["fill", "Fill"], ["clues", "Clues"], ["check", "Check"], ["words", "Words"]];
    this.tabs = tabs("Panels", options.map(([name, label]) => [name, label, `panel-${name}`]), "fill", (name) => this.tab(name));
    for (const name of ["slot", "crossing"]) this.tabs.box.querySelector(`#tab-${name}`).classList.add("narrow-only");
    const bodies = Object.entries(this.panels).map(([name, panel]) => element("div", { class: "panel-body", role: "tabpanel", id: `panel-${name}`, "aria-labelledby": `tab-${name}`, tabindex: "-1", hidden: name !== "fill" }, panel));
    this.bodies = Object.fromEntries(bodies.map((body) => [body.id.slice("panel-".length), body]));
    this.right = element("aside", { class: "right panel", "aria-label": "Panels" }, this.tabs.box, bodies);
    return this.right;
  }

  // Why a word, a letter or the whole grid is impossible: { slot, word }, { cell, letter } or {}.
  async explain(about) {
    this.explaining ??= Promise.all([import("../panels/whynot.js"), sheet("whynot")]).then(([{ WhyNot }]) => new WhyNot(this.studio, this));
    (await this.explaining).open(about);
  }

  // On a phone: six actions where the thumb is.
  buildThumb() {
    const action = (name, label, glyph, run) => element("button", { type: "button", onclick: run ?? (() => this.commands.run(name)), data: { action: name } }, icon(glyph, 18), element("span", {}, label));
    return element(
      "nav",
      { class: "thumb-bar", "aria-label": "Actions" },
      action("undo", "Undo", "undo"),
      action("redo", "Redo", "redo"),
      action("block", "Block", "block", () => { this.commands.run("block"); }),
      action("heat", "Heat", "heat", () => this.nextHeat()),
      action("fill", "Fill", "play", () => { this.tab("fill"); this.commands.run("fill"); }),
      action("more", "More", "more", () => this.commands.run("more")),
    );
  }

  // Each press shows the next kind of heat, and the button says which.
  nextHeat() {
    const at = HEATS.findIndex(([mode]) => mode === this.studio.heatMode);
    this.studio.setHeat(HEATS[(at + 1) % HEATS.length][0]);
  }

  labelThumb() {
    const [mode, label] = HEATS.find(([name]) => name === this.studio.heatMode);
    const node = this.element.querySelector(".thumb-bar [data-action=heat]");
    node.lastChild.textContent = mode === "off" ? "Heat" : label;
    node.setAttribute("aria-label", `Heat: ${label.toLowerCase()}`);
  }

  tab(name) {
    this.tabs.show(name);
    this.element.dataset.tab = name;
    for (const [other, body] of Object.entries(this.bodies)) body.hidden = other !== name;
    this.load(name);
    this.studio.paintSoon();
  }

  // Two panels are loaded when they are first shown.
  async load(name) {
    const make = LATE[name];
    if (!make || this.late?.[name]) return;
    this.late = { ...this.late, [name]: true };
    const [{ box }] = await Promise.all([make(this.studio), sheet("panels")]);
    this.panels[name].append(box);
    this.studio.paintSoon();
  }

  // -- showing ----------------------------------------------------------------------------------

  show() {
    this.element.hidden = false;
    this.host.append(this.studio.board.element);
    if (!NARROW.matches && ["slot", "crossing"].includes(this.element.dataset.tab)) this.tab("fill");
    else if (!this.element.dataset.tab) this.tab(NARROW.matches ? "slot" : "fill");
    this.fit();
    this.studio.renderGrid();
    this.candidates.ask();
    this.studio.paintSoon();
    if (!NARROW.matches) this.studio.focusGrid();
  }

  hide() { this.element.hidden = true; }

  // The largest squares for which everything above and below the grid still has room.
  fit() {
    if (this.element.hidden || !this.studio.document) return;
    const { puzzle } = this.studio.document;
    this.studio.board.shape(puzzle.height, puzzle.width);
    const isNarrow = NARROW.matches;
    const width = this.centre.clientWidth - (isNarrow ? 12 : 48);
    const others = [...this.stack.children].filter((part) => part !== this.host && part.offsetParent);
    const height = isNarrow ? Infinity : this.centre.clientHeight - others.reduce((sum, part) => sum + part.offsetHeight + 8, 24);
    const size = this.studio.board.fit(width, height);
    this.stack.style.setProperty("--board-width", `${size.width}px`);
  }

  draw() {
    const { puzzle, state } = this.studio.document;
    const shape = `${puzzle.height}x${puzzle.width}`;
    if (shape !== this.shape) { this.shape = shape; this.fit(); }
    if (this.element.hidden) return;
    this.symmetry.value = state.settings.symmetry ?? "none";
    for (const option of this.symmetry.options) option.disabled = !fits(option.value, puzzle.height, puzzle.width);
    this.tabs.count("clues", puzzle.slots.slots.filter(({ label }) => { const { text, draft } = puzzle.clue(label); return !text || draft; }).length);
    this.tabs.count("check", this.check.count);
    const { slot, crossing } = this.studio.cursor;
    const name = (id, text) => { this.tabs.box.querySelector(`#tab-${id}`).firstChild.textContent = text; };
    name("slot", slot?.label ?? "Slot");
    name("crossing", crossing?.label ?? "Crossing");
    this.tabs.count("slot", slot ? this.candidates.slot.counted : undefined);
    this.tabs.count("crossing", crossing ? this.candidates.crossing.counted : undefined);
  }

  // Esc in a panel goes back to the grid.
  onKey(event) {
    if (event.defaultPrevented || this.studio.board.hasFocus()) return;
    if (this.studio.keymap.command(event.key, "panel") !== "grid") return;
    event.preventDefault();
    this.studio.focusGrid();
  }
}
