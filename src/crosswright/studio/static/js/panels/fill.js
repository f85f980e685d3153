// Autofill: the floor, lively words, start, pause and stop, what it has found, and what to do with the pencil.

import { post, remove } from "../api.js";
import { button, element, facts, icon, later, number, plural, segments } from "../dom.js";

const SECONDS = 60; // that a fill may take
const LIVELY = 70; // how much lively words count unless the puzzle says otherwise
const STATUS = {
  FILLED: "The best fill it found is in pencil.",
  CANCELLED: "Stopped; what it found stays in pencil.",
  STALE: "Stopped, because the puzzle was edited.",
};

const PAUSE = 400; // milliseconds without another setting before a running fill goes on with it

const sentence = (text) => (text ? `${text[0].toUpperCase()}${text.slice(1)}.` : "");

export class FillPanel {
  constructor(studio, commands) {
    this.studio = studio;
    this.commands = commands;
    this.scope = "all";
    this.job = null;
    this.known = { floor: null, impossible: null, key: "" }; // what fills have shown for the letters in ink
    this.box = element("div", { class: "fill-panel" }, this.buildFloor(), this.buildAutofill(), this.buildScores());
    studio.on("document", () => { this.goOn.cancel(); this.isGoingOn = false; this.job = null; this.best = null; this.message = ""; this.scope = "all"; this.scopes.show("all"); });
    studio.on("job", (event) => this.onJob(event));
    studio.on("best", (event) => this.onBest(event));
    studio.on("end", (event) => this.onEnd(event));
    studio.on("paint", () => this.draw());
    studio.on("keys", () => this.drawJob());
    commands.add({ fill: () => this.toggle() });
  }

  // -- floor ------------------------------------------------------------------------------------

  buildFloor() {
    this.floorValue = element("output", { class: "floor-value", for: "floor" });
    this.slider = element("input", { type: "range", id: "floor", min: "0", max: "100", step: "1", "aria-label": "Floor: the lowest score a word may have" });
    this.slider.addEventListener("input", () => this.drawFloor(Number(this.slider.value)));
    this.slider.addEventListener("focus", () => { this.gesture = `floor ${Date.now()}`; }); // one undo for all its steps
    this.goOn = later(() => { this.isGoingOn = false; this.beginAgain(); }, PAUSE);
    this.slider.addEventListener("change", () => this.change({ op: "set_rules", min_score: Number(this.slider.value) || null }));
    this.ticks = element("div", { class: "ticks", "aria-hidden": "true" });
    this.floorNote = element("p", { class: "small quiet floor-note" });
    return element(
      "section",
      { class: "block-of-panel" },
      element("div", { class: "headline" }, element("h2", {}, "Floor"), this.floorValue),
      element("div", { class: "slider" }, this.slider, this.ticks, element("div", { class: "scale", "aria-hidden": "true" }, [0, 20, 40, 60, 80, 100].map((value) => element("span", {}, value)))),
      this.floorNote,
    );
  }

  // Change a setting of fills; one that is running goes on with it.
  change(operation) {
    this.isGoingOn ||= this.isRunning || this.isBeginning;
    this.studio.document.do([operation], this.gesture);
    if (this.isGoingOn) this.goOn();
  }

  drawFloor(floor) {
    const value = floor ? String(floor) : "none";
    if (this.floorValue.textContent !== value) this.floorValue.textContent = value; // an output is spoken
    this.slider.style.setProperty("--share", `${floor}%`);
    const { floor: reached, impossible } = this.known;
    const marks = [];
    if (reached !== null) marks.push(element("i", { class: "reached", data: { at: reached } }));
    if (impossible !== null) marks.push(element("i", { class: "impossible", data: { at: impossible } }));
    this.slider.style.setProperty("--end", impossible === null ? "100%" : `${impossible}%`);
    for (const mark of marks) mark.style.left = `${mark.dataset.at}%`;
    this.ticks.replaceChildren(...marks);
    if (reached === null && impossible === null) {
      this.floorNote.textContent = floor ? `The engine chooses words of ${floor} or more; your own may score less.` : "The engine may choose any word of the lists.";
      return;
    }
    const said = [];
    if (reached !== null) said.push("Fills at ", element("b", { class: "good" }, reached));
    if (impossible === 0) said.push("No fill exists, whatever the floor");
    else if (impossible !== null) said.push(reached === null ? "No" : "; no", " fill exists at ", element("b", { class: "dead" }, impossible));
    this.floorNote.replaceChildren(...said, impossible === 0 ? "." : ". Your own words may score less.");
  }

  // -- autofill ---------------------------------------------------------------------------------

  buildLively() {
    this.livelyValue = element("output", { class: "quiet", for: "lively" });
    this.lively = element("input", { type: "range", id: "lively", min: "0", max: "100", step: "5" });
    this.lively.addEventListener("input", () => this.drawLively(Number(this.lively.value)));
    this.lively.addEventListener("focus", () => { this.gesture = `lively ${Date.now()}`; });
    this.lively.addEventListener("change", () => this.change({ op: "set_settings", lively: Number(this.lively.value) }));
    this.livelyLine = element("label", { class: "line slider lively" }, element("span", {}, "Lively words"), this.lively, this.livelyValue);
    return this.livelyLine;
  }

  drawLively(lively) {
    const knows = this.studio.document.state.lists.stack.some(({ language, off }) => language?.startsWith("en") && !off);
    this.lively.disabled = !knows;
    const value = knows ? lively ?? LIVELY : 0;
    this.lively.value = value;
    this.lively.style.setProperty("--share", `${value}%`);
    const text = value ? String(value) : "off";
    if (this.livelyValue.textContent !== text) this.livelyValue.textContent = text;
    this.livelyLine.title = knows ? "How much phrases, names and compounds count beside the scores" : "Only the English list knows which words are lively";
  }

  buildAutofill() {
    this.scopes = segments("What to fill", [["all", "All"], ["region", "Region"], ["slot", "Slot"]], "all", (scope) => { this.scope = scope; if (scope === "all") this.studio.cursor?.deselect(); });
    // After a click, keys are for the grid: Enter accepts what is found, and starts nothing anew.
    const back = ({ pointerType }) => { if (pointerType === "mouse") this.studio.focusGrid(); };
    this.start = button("", (event) => { this.toggle(); back(event); }, { class: "main", id: "autofill" });
    this.stopButton = button([icon("stop", 12), "Stop"], (event) => { this.stop(); back(event); });
    this.clock = element("span", { class: "quiet spread" });
    this.result = element("div"); // what ends a fill is said; its figures change with every key
    const run = (name) => () => { this.commands.run(name); this.studio.focusGrid(); };
    this.acceptWord = button("Accept word", run("acceptWord"));
    this.acceptAll = button("Accept all", run("acceptAll"));
    this.erase = button("Erase", run("erase"), { class: "plain", title: "Erase the pencil" });
    return element(
      "section",
      { class: "block-of-panel" },
      element("div", { class: "headline" }, element("h2", {}, "Autofill"), this.scopes.box),
      this.buildLively(),
      element("div", { class: "buttons" }, this.start, this.stopButton, this.clock),
      this.result,
      element("div", { class: "buttons" }, this.acceptWord, this.acceptAll, this.erase),
    );
  }

  // A region that is selected is what is meant, unless a slot is.
  get scopeNow() { return this.studio.cursor.selection && this.scope === "all" ? "region" : this.scope; }

  get isRunning() { return this.job?.state === "running"; }

  async toggle() {
    try {
      if (this.isRunning) await this.set("pause", "paused");
      else if (this.job) await this.set("resume", "running");
      else await this.begin();
    } catch (error) { this.studio.complain(error); this.job = null; }
    this.drawJob();
  }

  // A fill that was running goes on with another setting.
  async beginAgain() {
    this.isBeginning = true; // a setting that comes meanwhile wants a fill too
    try { await this.begin(); } catch (error) { this.studio.complain(error); }
    this.isBeginning = false;
    this.drawJob();
  }

  async set(action, state) {
    await post(["jobs", this.job.id, action]);
    if (this.job) this.job.state = state;
    this.studio.say(state === "paused" ? "Autofill paused." : "Autofill goes on.");
  }

  async begin() {
    const { document: open, cursor } = this.studio;
    const { selection } = cursor;
    const scope = this.scopeNow;
    if (scope === "region" && !selection) { this.studio.say("Select a region first: drag, or Shift and arrows."); return; }
    if (scope === "slot" && !cursor.slot) { this.studio.say("There is no word here."); return; }
    await this.settled(open);
    const request = { kind: "fill", base: open.revision, scope, seconds: SECONDS };
    if (scope === "region") request.cells = [...selection].filter((cell) => open.puzzle.isOpen(cell)).map((cell) => open.puzzle.at(cell));
    if (scope === "slot") request.slot = cursor.slot.label;
    this.best = null;
    this.message = "";
    const { job } = await post(["documents", open.id, "jobs"], request);
    if (this.endedEarly === job) return;
    this.job = { id: job, state: "running", seconds: 0, floor: open.state.rules.min_score ?? 0, scope };
    this.studio.say("Autofill started.");
  }

  // Wait until the server has every edit.
  settled(open) {
    if (!open.isPending) return Promise.resolve();
    return new Promise((resolve) => { const off = open.on("settled", () => { off(); resolve(); }); });
  }

  async stop() {
    this.goOn.cancel();
    this.isGoingOn = false;
    if (!this.job) return;
    try { await remove(["jobs", this.job.id]); } catch (error) { if (error.code !== "not_found") this.studio.complain(error); }
  }

  onJob(event) {
    if (event.kind !== "fill") return;
    if (!this.job) this.job = { id: event.job, floor: 0, scope: "all" };
    if (event.job !== this.job.id) return;
    this.job.state = event.state;
    this.job.seconds = event.seconds;
    this.drawJob();
  }

  onBest(event) {
    this.best = event;
    if (this.job) this.job.seconds = event.seconds;
    this.drawJob();
  }

  onEnd(event) {
    if (event.kind !== "fill") return;
    this.endedEarly = event.job;
    if (this.job && event.job !== this.job.id) return;
    const { status } = event;
    const isEmptyHanded = status === "CANCELLED" && !this.best;
    this.message = isEmptyHanded ? "Stopped before there was a fill." : this.ending(event);
    const figures = event.result?.figures;
    if (this.best && figures && figures.floor !== null) this.best = { ...this.best, ...figures };
    this.learn(status);
    this.job = null;
    this.studio.say(this.message);
    this.drawJob();
  }

  // A word is never written in part: squares of a region stay empty if all their words go on outside it.
  ending({ status, message, result }) {
    const { filled, cells } = result?.figures ?? {};
    if (status !== "FILLED" || filled === cells) return STATUS[status] ?? sentence(message);
    if (!filled) return "Nothing to fill: no word lies wholly in the region.";
    return `${STATUS.FILLED} ${plural(cells - filled, "square")} left: the words there go on outside the region.`;
  }

  // What an end proves about the letters in ink: it is forgotten when they change.
  learn(status) {
    if (this.job?.scope !== "all") return;
    const { floor } = this.job;
    this.known.key = this.inkKey();
    if (status === "IMPOSSIBLE") this.known.impossible = Math.min(floor, this.known.impossible ?? 100);
    else if (this.best?.floor && this.best.filled === this.best.cells) this.learnFloor(this.best);
    this.drawFloor(Number(this.slider.value));
  }

  learnFloor({ floor, proved }) {
    this.known.floor = Math.max(floor, this.known.floor ?? 0);
    if (proved) this.known.impossible = Math.min(floor + 1, this.known.impossible ?? 101);
  }

  inkKey() {
    const { puzzle } = this.studio.document;
    return puzzle.structure + puzzle.cells.map(({ token, pencil }) => (pencil ? "" : token)).join();
  }

  // -- drawing ----------------------------------------------------------------------------------

  get isHidden() { return this.box.closest("[hidden]") !== null; }

  draw() {
    const { document: open } = this.studio;
    if (this.isHidden) return;
    if (this.known.key && this.known.key !== this.inkKey()) this.known = { floor: null, impossible: null, key: "" };
    const floor = open.state.rules.min_score ?? 0;
    if (document.activeElement !== this.slider || !this.slider.matches(":active")) {
      this.slider.value = floor;
      this.drawFloor(floor);
    }
    if (!this.lively.matches(":active")) this.drawLively(open.state.settings.lively);
    this.drawJob();
    this.drawScores();
  }

  drawJob() {
    const { document: open, cursor, keymap } = this.studio;
    if (!open || this.isHidden) return;
    const { puzzle } = open;
    const text = this.isRunning ? "Pause" : this.job || puzzle.cells.some(({ pencil }) => pencil) ? "Continue" : "Start";
    const label = this.job || text === "Start" ? text : "Fill again";
    this.start.replaceChildren(icon(this.isRunning ? "pause" : "play", 12), label);
    this.start.title = keymap.hint("fill");
    this.scopes.show(this.scopeNow);
    this.stopButton.disabled = !this.job;
    this.clock.textContent = this.job ? `${(this.job.seconds ?? 0).toFixed(1)} s` : "";
    const pencilled = puzzle.cells.filter(({ pencil }) => pencil).length;
    const openCells = puzzle.cells.filter(({ kind, token, pencil }) => kind === "open" && (!token || pencil)).length;
    const lines = [];
    if (this.best) {
      const { floor, bound, proved, mean } = this.best;
      const said = proved ? `floor ${floor} · proved` : bound > floor ? `floor ${floor}–${bound}` : `floor ${floor ?? "–"}`;
      lines.push(["Best so far", said, proved ? "good" : "strong"], ["Mean score", mean?.toFixed?.(1) ?? "–"]);
    }
    lines.push(["Pencilled", `${number(pencilled)} of ${number(openCells)} open ${openCells === 1 ? "square" : "squares"}`]);
    const message = this.isRunning ? (this.best ? "" : "Searching…") : this.message;
    this.result.replaceChildren(facts(lines), ...(message ? [element("p", { class: "small quiet result-text" }, message)] : []));
    this.acceptWord.replaceChildren(cursor.selection ? "Accept region" : "Accept word", element("kbd", {}, keymap.hint("acceptWord")));
    this.acceptAll.replaceChildren("Accept all", element("kbd", {}, keymap.hint("acceptAll")));
    const inWord = cursor.selection ? [...cursor.selection] : cursor.slot?.cells ?? [];
    this.acceptWord.disabled = !inWord.some((cell) => puzzle.cells[cell].pencil);
    this.acceptAll.disabled = !pencilled;
    this.erase.disabled = !pencilled;
  }

  // -- scores -----------------------------------------------------------------------------------

  buildScores() {
    this.scored = element("span", { class: "quiet" });
    this.bars = element("div", { class: "histogram", role: "img" });
    this.scores = element("section", { class: "block-of-panel", hidden: true }, element("div", { class: "headline" }, element("h2", {}, "Scores in this fill"), this.scored), this.bars);
    return this.scores;
  }

  drawScores() {
    const { report } = this.studio;
    const histogram = Object.entries(report?.statistics?.histogram ?? {}).map(([from, count]) => [Number(from), count]).sort((a, b) => a[0] - b[0]);
    const key = JSON.stringify(histogram);
    if (key === this.shownScores) return;
    this.shownScores = key;
    this.scores.hidden = !histogram.length;
    if (!histogram.length) return;
    const total = histogram.reduce((sum, [, count]) => sum + count, 0);
    const most = Math.max(...histogram.map(([, count]) => count));
    const step = 10;
    const [low, high] = [Math.floor(histogram[0][0] / step) * step, histogram.at(-1)[0]];
    const counts = new Map(histogram);
    const bars = [];
    for (let from = low; from <= high; from += step) {
      const count = counts.get(from) ?? 0;
      const bar = element("i");
      bar.style.height = `${count ? Math.max(2, Math.round((count / most) * 38)) : 0}px`;
      bars.push(element("span", {}, element("b", {}, count || ""), bar, element("em", {}, from)));
    }
    this.scored.textContent = `${number(total)} scored`;
    this.bars.replaceChildren(...bars);
    this.bars.setAttribute("aria-label", `Scores: ${histogram.map(([from, count]) => `${plural(count, "word")} from ${from}`).join(", ")}`);
  }
}
