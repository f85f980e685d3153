// What is printed around the puzzle, its size and its rules: in the drawer, not over the grid.

import { button, choice, element, field, labelled } from "./dom.js";

const NAMES = [["title", "Title"], ["author", "Author"], ["editor", "Editor"], ["copyright", "Copyright"], ["publisher", "Publisher"], ["date", "Date"], ["difficulty", "Difficulty"]];
const MAX_SIDE = 255;

export class Details {
  constructor(studio) { this.studio = studio; }

  build() {
    const { state } = this.studio.document;
    return [this.meta(state), this.size(state), this.settings(state), this.theme()];
  }

  meta(state) {
    const { document: open } = this.studio; // a field may be left by going to another document
    const set = (name, value) => { if ((open.state.meta[name] ?? "") !== value) open.do([{ op: "set_meta", [name]: value }]); };
    const line = ([name, label]) => {
      const input = field({ value: state.meta[name] ?? "", name, maxlength: "500", onchange: () => set(name, input.value.trim()) });
      if (name === "title") input.setAttribute("autofocus", "");
      return labelled(label, input);
    };
    const notes = element("textarea", { class: "field", name: "notes", maxlength: "5000", "aria-label": "Notes for solvers", placeholder: "Notes for solvers", onchange: () => set("notes", notes.value.trim()) });
    notes.value = state.meta.notes ?? "";
    return element("section", { class: "block-of-panel" }, NAMES.map(line), notes);
  }

  size(state) {
    const side = (name, value) => element("input", { type: "number", class: "field", name, min: "1", max: String(MAX_SIDE), value, autocomplete: "off", "data-1p-ignore": "" });
    const shift = (name) => element("input", { type: "number", class: "field", name, min: String(-MAX_SIDE), max: String(MAX_SIDE), value: "0", autocomplete: "off", "data-1p-ignore": "" });
    const [height, width, top, left] = [side("height", state.size.height), side("width", state.size.width), shift("top"), shift("left")];
    // A row added above is one more, unless somebody writes how many there are to be.
    for (const [more, whole, name] of [[top, height, "height"], [left, width, "width"]]) {
      whole.addEventListener("input", () => { whole.dataset.own = "1"; });
      more.addEventListener("input", () => { if (!whole.dataset.own) whole.value = Math.max(1, this.studio.document.state.size[name] + Number(more.value)); });
    }
    const apply = (event) => {
      event.preventDefault();
      const values = [height, width, top, left].map((input) => Number(input.value));
      if (values.some((value) => !Number.isInteger(value)) || values[0] < 1 || values[1] < 1) { this.studio.say("A size is a whole number of squares."); return; }
      this.studio.document.do([{ op: "resize", height: values[0], width: values[1], top: values[2], left: values[3] }]);
      top.value = 0;
      left.value = 0;
    };
    return element(
      "form",
      { class: "block-of-panel", onsubmit: apply },
      element("h3", {}, "Size"),
      element("div", { class: "pairs" }, labelled("Rows", height), labelled("Columns", width), labelled("Add above", top), labelled("Add at left", left)),
      element("p", { class: "small quiet" }, "Rows and columns are added or removed at the end, or before the first. Clues of slots that survive stay."),
      element("div", { class: "buttons" }, element("button", { class: "button", type: "submit" }, "Resize")),
    );
  }

  settings(state) {
    const styles = (this.studio.about.styles ?? []).map((style) => [style, style]);
    const current = state.settings.style ?? "american";
    if (!styles.some(([style]) => style === current)) styles.unshift([current, current]);
    const check = (label, name, isOn, toValue) => {
      const input = element("input", { type: "checkbox", checked: isOn, onchange: () => this.studio.document.do([{ op: "set_rules", [name]: toValue(input.checked) }]) });
      return element("label", { class: "line" }, input, label);
    };
    return element(
      "section",
      { class: "block-of-panel" },
      element("h3", {}, "Rules"),
      labelled("Style", choice(styles, current, (style) => this.studio.document.do([{ op: "set_settings", style }]))),
      check("No answer twice", "distinct", state.rules.distinct !== false, (isOn) => (isOn ? null : false)),
      check("No two forms of one word", "no_shared_stem", state.rules.no_shared_stem !== false, (isOn) => (isOn ? null : false)),
    );
  }

  theme() {
    const { cursor, document: open } = this.studio;
    const { slot } = cursor;
    if (!slot) return element("span");
    const label = () => (open.puzzle.isTheme(slot.label) ? `${slot.label} is a theme entry` : `Make ${slot.label} a theme entry`);
    const toggle = button(label(), () => {
      open.do([{ op: "set_theme", slot: slot.key, on: !open.puzzle.isTheme(slot.label) }]);
      toggle.textContent = label();
      toggle.setAttribute("aria-pressed", String(open.puzzle.isTheme(slot.label)));
    }, { "aria-pressed": String(open.puzzle.isTheme(slot.label)) });
    return element("section", { class: "block-of-panel" }, element("h3", {}, "Theme"), element("div", { class: "buttons" }, toggle));
  }
}
