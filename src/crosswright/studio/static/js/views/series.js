// The seasons of the folder: a calendar with scores, holes with their explanations, and every puzzle
// one click from the editor. It only reads; a season that is running is looked at again and again.

import { get, post } from "../api.js";
import { button, drawing, element, facts, number, plural } from "../dom.js";
import { thumb } from "../thumb.js";

const LOOK_AGAIN = 3000; // milliseconds
const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const GRID_ROW = /^\s+[_#.\p{Lu}]( [_#.\p{Lu}])+\n?$/u; // in an explanation

const explained = (text) => element("pre", {}, `${text[0]?.toUpperCase() ?? ""}${text.slice(1)}`.split(/(?<=\n)/u).map((line) => (GRID_ROW.test(line) ? element("code", {}, line) : line)));

const SIGNS = { hole: "✕", planned: "…" };

// Dates are days of a calendar, wherever one reads them.
const dateOf = (text) => new Date(`${text}T00:00:00Z`);
const format = (options) => new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", ...options });
const LONG = format({ weekday: "long", day: "numeric", month: "long", year: "numeric" });
const SHORT = format({ day: "numeric", month: "short", year: "numeric" });
const MONTH = format({ month: "long", year: "numeric" });
const long = (text) => LONG.format(dateOf(text));
const score = (value) => (value === null || value === undefined ? "–" : value.toFixed(1));

// A chart that the server has drawn, made anew of the few things that charts have.
const TAGS = new Set(["svg", "rect", "line", "text", "title"]);
const ATTRIBUTES = new Set(["viewBox", "width", "height", "x", "y", "x1", "y1", "x2", "y2", "fill", "stroke", "stroke-width", "font-size", "font-family", "text-anchor", "role", "aria-label"]);

export function chart(text) {
  const copy = (node) => {
    if (!TAGS.has(node.localName)) return null;
    const attributes = Object.fromEntries([...node.attributes].filter(({ name }) => ATTRIBUTES.has(name)).map(({ name, value }) => [name, value]));
    const children = [...node.childNodes].map((child) => (child.nodeType === Node.TEXT_NODE ? child.data : child.nodeType === Node.ELEMENT_NODE ? copy(child) : null));
    return drawing(node.localName, attributes, ...children);
  };
  return copy(new DOMParser().parseFromString(text, "image/svg+xml").documentElement) ?? drawing("svg");
}

export class SeriesView {
  constructor(studio, { router }) {
    this.studio = studio;
    this.router = router;
    this.list = element("ul", { class: "seasons", "aria-label": "Seasons" });
    this.main = element("div", { class: "season" });
    this.side = element("aside", { class: "side panel", "aria-label": "Chosen day" });
    this.element = element("div", { class: "view library series", hidden: true }, element("div", { class: "shelf" }, this.list, this.main), this.side);
    this.path = new URLSearchParams(location.search).get("season");
  }

  show() {
    this.element.hidden = false;
    this.shown = null;
    this.load();
    this.timer = setInterval(() => { if (!document.hidden) this.look(); }, LOOK_AGAIN);
  }

  hide() {
    this.element.hidden = true;
    clearInterval(this.timer);
  }

  // -- the seasons ------------------------------------------------------------------------------

  async load() {
    try {
      const { seasons, root } = await get(["seasons"]);
      if (this.element.hidden) return;
      this.seasons = seasons;
      document.getElementById("subtitle").textContent = root;
      const chosen = seasons.find(({ path }) => path === this.path) ?? seasons.find(({ error }) => !error) ?? seasons[0];
      this.drawList(chosen);
      if (chosen) await this.choose(chosen);
      else this.drawNothing();
    } catch (error) { this.fail(error); }
  }

  drawList(chosen) {
    this.list.hidden = this.seasons.length < 2;
    this.list.replaceChildren(...this.seasons.map((season) => element("li", {}, element(
      "button",
      { type: "button", class: "card season-card", "aria-current": season === chosen ? "true" : undefined, onclick: () => { this.drawList(season); this.choose(season); } },
      element("strong", {}, season.name),
      season.error
        ? element("span", { class: "small warn" }, "cannot be read")
        : element("span", { class: "small quiet" }, `${SHORT.format(dateOf(season.first))} – ${SHORT.format(dateOf(season.last))}`),
      season.error ? null : element("span", { class: "small" }, this.progress(season)),
    ))));
  }

  progress({ done, planned, holes, running }) {
    return [`${number(done)} of ${number(planned)} made`, holes ? plural(holes, "hole") : "", running ? "running" : ""].filter(Boolean).join(" · ");
  }

  drawNothing() {
    this.main.replaceChildren(element("div", { class: "empty-note" },
      element("p", {}, "There is no season in this folder yet."),
      element("p", {}, "A plan says what it is to have: ", element("code", {}, "crosswright series new plan.toml"), " writes one, ", element("code", {}, "crosswright series run plan.toml"), " makes the season.")));
    this.side.replaceChildren();
    this.drawStatus();
  }

  async choose(season) {
    this.path = season.path;
    this.isBroken = Boolean(season.error);
    history.replaceState(null, "", `/series?season=${encodeURIComponent(season.path)}`);
    if (season.error) {
      this.shown = null;
      this.main.replaceChildren(element("h2", { class: "large" }, season.name), element("p", { class: "error-text", role: "alert" }, season.error));
      this.side.replaceChildren();
      this.drawStatus();
      return;
    }
    this.shown = null;
    await this.look();
  }

  // Look whether there is more of the season than before.
  async look() {
    const { path } = this;
    if (!path || this.isLooking || this.isBroken) return;
    this.isLooking = true;
    try {
      const season = await get(["season"], { path, stamp: this.shown?.stamp });
      if (path !== this.path || this.element.hidden) return;
      if (season.days) this.draw(season);
      else if (this.shown && season.running !== this.shown.running) { this.shown.running = season.running; this.drawStatus(); }
    } catch (error) {
      if (path === this.path) this.fail(error);
    } finally {
      this.isLooking = false;
      if (path !== this.path && !this.element.hidden) this.look();
    }
  }

  fail(error) {
    if (this.shown && error.code === "unreachable") { this.drawStatus(error.message); return; }
    this.shown = null;
    this.main.replaceChildren(element("p", { class: "error-text", role: "alert" }, error.message));
    this.drawStatus();
  }

  // -- one season -------------------------------------------------------------------------------

  draw(season) {
    const focused = document.activeElement?.closest?.("[data-number]")?.dataset.number;
    this.shown = season;
    const holes = season.days.filter(({ state }) => state === "hole");
    this.main.replaceChildren(
      element("div", { class: "headline" }, element("h2", { class: "large" }, season.name), element("span", { class: "quiet" }, `${long(season.days[0].date)} to ${long(season.days.at(-1).date)}`)),
      this.figures(season),
      this.calendar(season),
      holes.length ? element("section", { "aria-label": "Holes" }, element("h3", {}, "Holes"), holes.map((day) => this.hole(day))) : "",
      this.scores(season),
    );
    const chosen = season.days.find((day) => String(day.number) === (focused ?? String(this.day))) ?? season.days.find(({ state }) => state === "done") ?? season.days[0];
    this.select(chosen, true);
    if (focused) this.main.querySelector(`[data-number="${CSS.escape(focused)}"]`)?.focus();
    this.drawStatus();
  }

  figures({ done, planned, holes, mean, lowest, repeats }) {
    const pairs = [
      ["puzzles", `${number(done)} of ${number(planned)}`],
      ["holes", number(holes), holes ? "dead" : ""],
      ["mean score", score(mean)],
      ["lowest score", lowest ?? "–"],
      ["answers again too soon", number(repeats), repeats ? "dead" : ""],
    ];
    return element("dl", { class: "season-figures" }, pairs.map(([name, value, names]) => element("div", {}, element("dt", {}, name), element("dd", { class: names }, value))));
  }

  calendar({ days }) {
    const months = Map.groupBy ? Map.groupBy(days, ({ date }) => date.slice(0, 7)) : days.reduce((all, day) => all.set(day.date.slice(0, 7), [...(all.get(day.date.slice(0, 7)) ?? []), day]), new Map());
    const levels = [["easy", "E"], ["medium", "M"], ["hard", "H"]];
    const key = element("ul", { class: "calendar-key small quiet", "aria-label": "Key" },
      levels.map(([level, sign]) => element("li", {}, element("i", { class: level }, sign), level)),
      element("li", {}, element("i", { class: "hole" }, SIGNS.hole), "hole"),
      element("li", {}, element("i", {}, SIGNS.planned), "not made yet"));
    return element("section", { "aria-label": "Calendar" },
      element("div", { class: "headline" }, element("p", { class: "quiet" }, "The mean score of each puzzle; a click opens it in the editor."), key),
      element("div", { class: "months" }, [...months].map(([month, own]) => this.month(month, own))));
  }

  month(month, days) {
    const first = dateOf(`${month}-01`);
    const byDate = new Map(days.map((day) => [Number(day.date.slice(8)), day]));
    const length = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
    const cells = [...Array((first.getUTCDay() + 6) % 7).fill(null), ...Array.from({ length }, (_, at) => at + 1)];
    while (cells.length % 7) cells.push(null);
    const rows = Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(7 * week, 7 * week + 7));
    return element("table", { class: "month" },
      element("caption", {}, MONTH.format(first)),
      element("thead", {}, element("tr", {}, WEEKDAYS.map((name) => element("th", { scope: "col" }, name)))),
      element("tbody", {}, rows.map((week) => element("tr", {}, week.map((date) => element("td", {}, date && (byDate.has(date) ? this.cell(date, byDate.get(date)) : element("span", { class: "date" }, date))))))));
  }

  cell(date, day) {
    const { state, level, mean } = day;
    const said = { done: `mean ${score(mean)}, ${level ?? "no estimate"}`, hole: "hole", planned: "not made yet" }[state];
    return element(
      "button",
      {
        type: "button", class: `day ${state} ${level ?? ""}`.trim(), data: { number: day.number }, "aria-label": `${long(day.date)}: ${said}`,
        onclick: () => (state === "done" ? this.open(day) : this.select(day)),
        onfocus: () => this.select(day),
        onmousemove: () => this.select(day), // not on mouseenter, which also comes when the season is drawn again under the mouse
      },
      element("span", { class: "date" }, date),
      element("span", { class: "mean" }, state === "done" ? Math.round(mean ?? 0) : SIGNS[state]),
      level ? element("span", { class: "level" }, level[0].toUpperCase()) : null,
    );
  }

  hole(day) {
    return element("article", { class: "hole-note" }, element("strong", {}, `${long(day.date)}, number ${day.number}`), explained(day.explanation));
  }

  scores({ weekdays, charts }) {
    if (!charts.scores) return "";
    const scrolling = element("div", { class: "wide-chart", tabindex: "0", role: "region", "aria-label": "Chart of scores" }, chart(charts.scores));
    const heads = ["Weekday", "Asked for", "Puzzles", "Holes", "Mean", "Lowest", "Difficulty"];
    const shown = weekdays.filter(({ puzzles, holes }) => puzzles || holes);
    const table = element("table", { class: "by-weekday" },
      element("thead", {}, element("tr", {}, heads.map((head) => element("th", { scope: "col" }, head)))),
      element("tbody", {}, shown.map(({ name, asked, puzzles, holes, mean, lowest, level }) => element("tr", {}, element("th", { scope: "row" }, name), [asked, puzzles, holes, score(mean), lowest ?? "–", level ?? "–"].map((value) => element("td", {}, value))))));
    const key = element("ul", { class: "calendar-key small quiet" }, [["mean", "mean"], ["lowest", "lowest"], ["alarm", "hole"]].map(([name, label]) => element("li", {}, element("i", { class: `${name} dot` }), label)));
    return element("section", { class: "charts", "aria-label": "Scores" },
      element("figure", {}, element("figcaption", {}, "Scores of each puzzle", key), scrolling),
      element("div", { class: "by-day" }, element("figure", {}, element("figcaption", {}, "By weekday"), chart(charts.weekdays)), element("div", { class: "wide-chart" }, table)));
  }

  // -- one day ----------------------------------------------------------------------------------

  select(day, isNew = false) {
    if (this.day === day.number && !isNew) return;
    this.day = day.number;
    const head = element("div", {}, element("h2", { class: "large" }, long(day.date)), element("p", { class: "quiet" }, `Number ${day.number}${day.theme.length ? ` · theme: ${day.theme.join(", ")}` : ""}`));
    this.side.replaceChildren(element("div", { class: "block-of-panel" }, ...this.about(day, head)));
  }

  about(day, head) {
    if (day.state === "planned") return [head, element("p", { class: "quiet" }, "Not made yet.")];
    if (day.state === "hole") return [head, element("p", { class: "dead" }, "No puzzle could be made for this day."), explained(day.explanation)];
    const picture = element("div", { class: "day-picture" });
    this.picture(day, picture);
    return [
      picture,
      head,
      facts([
        ["Mean score", score(day.mean)],
        ["Lowest score", day.lowest ?? "–"],
        ["Floor", day.floor],
        ["Words", day.words],
        day.level ? ["Difficulty", `${day.level} (${Math.round(day.difficulty)})`] : null,
        day.repair === "none" ? null : ["Repaired", day.repair],
      ]),
      element("div", { class: "buttons" }, button(day.document ? "Open your copy" : "Open in the editor", () => this.open(day), { class: "main" })),
      element("p", { class: "small quiet" }, "It opens as a copy. The ledger has a digest of the season's files, so saving writes another file and leaves them alone."),
    ];
  }

  async picture(day, box) {
    try {
      const { rows } = await get(["season"], { path: this.path, number: day.number });
      if (box.isConnected) box.replaceChildren(thumb(rows, { size: 300, label: `${long(day.date)}, a picture` }));
    } catch { /* the ledger has changed; the next look says how */ }
  }

  async open(day) {
    try {
      const { id, warnings = [] } = await post(["documents"], { kind: "season", path: this.path, number: day.number });
      const off = this.studio.on("document", () => { off(); queueMicrotask(() => this.studio.say(warnings.join(" "))); }); // once it is shown
      this.router.toDocument(id);
    } catch (error) { this.drawStatus(error.message); }
  }

  drawStatus(problem = "") {
    const bar = document.getElementById("status");
    const { shown } = this;
    bar.replaceChildren(element("span", {}, element("b", {}, number(this.seasons?.length ?? 0)), ` ${this.seasons?.length === 1 ? "season" : "seasons"}`));
    if (shown) bar.append(element("span", {}, this.progress(shown)));
    if (problem) bar.append(element("span", { class: "problem-text said", role: "alert" }, problem));
    bar.append(element("span", { class: "spread" }, "read only"));
  }
}
