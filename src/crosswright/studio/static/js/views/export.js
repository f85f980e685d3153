// Export and print: every format with what it would lose, and every sheet with a preview.

import { get, url } from "../api.js";
import { choice, element, labelled, languageName, later, segments } from "../dom.js";

const SHEETS = [["sheet", "Puzzle"], ["key", "Solution"], ["submission", "Submission"]];
const SWITCHES = [["clues", "Clues", true], ["numbers", "Numbers", true], ["enumerations", "Enumerations", false], ["word_bank", "Word bank", false], ["worksheet", "Worksheet", false], ["large_print", "Large print", false], ["key", "Add the solution", false]];

export class ExportView {
  constructor(studio) {
    this.studio = studio;
    this.options = { kind: "sheet", page: "a4", ...Object.fromEntries(SWITCHES.map(([name, , isOn]) => [name, isOn])) };
    this.formats = element("ul", { class: "format-list", "aria-label": "Formats" });
    this.notices = element("div", { class: "notices" });
    this.preview = element("div");
    this.previewText = element("p", { class: "quiet small", role: "status" });
    this.downloads = element("div", { class: "buttons" });
    this.element = element("div", { class: "view export", hidden: true }, element(
      "div",
      { class: "columns" },
      element("section", { class: "sheet", "aria-label": "Files" }, element("h2", { class: "large" }, "Files"), this.notices, this.formats),
      element("section", { class: "sheet", "aria-label": "Print" }, element("h2", { class: "large" }, "Print"), this.buildOptions(), this.downloads),
      element("section", { class: "sheet preview-sheet", "aria-label": "Preview" }, this.previewText, this.preview),
    ));
    this.refresh = later(() => this.draw(), 80);
    studio.on("settled", () => { if (!this.element.hidden) { this.load(); this.refresh(); } });
  }

  buildOptions() {
    const set = (name) => (value) => { this.options[name] = value; this.refresh(); };
    const check = ([name, label, isOn]) => {
      const input = element("input", { type: "checkbox", checked: isOn, name, onchange: () => set(name)(input.checked) });
      return element("label", { class: "line" }, input, label);
    };
    const kinds = segments("Sheet", SHEETS, "sheet", set("kind"));
    const page = choice([["a4", "A4"], ["letter", "Letter"]], "a4", set("page"), { name: "page" });
    const languages = (this.studio.about.sheet_languages ?? []).map((code) => [code, languageName(code)]);
    const language = languages.length ? labelled("Language", choice([["", "of the puzzle"], ...languages], "", set("sheet_language"), { name: "sheet_language" })) : null;
    return element("div", { class: "print-options" }, kinds.box, labelled("Paper", page), language, element("div", { class: "switches" }, SWITCHES.map(check)));
  }

  show() {
    this.element.hidden = false;
    this.load();
    this.draw();
  }

  hide() { this.element.hidden = true; this.setPreview(element("div")); }

  async load() {
    const { document: open } = this.studio;
    try {
      const { formats, notices = [] } = await get(["documents", open.id, "formats"]);
      if (this.studio.document !== open) return;
      this.notices.replaceChildren(...notices.map((text) => element("p", { class: "warn" }, text)));
      const loses = ({ losses = [], error }) => Number(losses.length > 0 || Boolean(error)); // what keeps everything comes first
      formats.sort((one, other) => loses(one) - loses(other));
      this.formats.replaceChildren(...formats.map((format) => this.format(open, format)));
    } catch (error) { this.notices.replaceChildren(element("p", { class: "error-text" }, error.message)); }
  }

  // Losses are on the screen before anything is written.
  format(open, { name, title, suffix, losses = [], error }) {
    const about = error ? element("p", { class: "error-text small" }, error)
      : losses.length ? element("p", { class: "warn small" }, `Leaves out: ${losses.join("; ")}`)
        : element("p", { class: "good small plain-weight" }, "Nothing is lost");
    return element(
      "li",
      {},
      element("div", {}, element("strong", {}, title ?? name), " ", element("span", { class: "quiet" }, suffix), about),
      error ? null : element("a", { class: "button", href: url(["documents", open.id, "export"], { format: name, revision: undefined }), download: "", "aria-label": `Download ${title ?? name}` }, "Download"),
    );
  }

  values() {
    const values = { kind: this.options.kind, page: this.options.page, sheet_language: this.options.sheet_language };
    for (const [name] of SWITCHES) values[name] = this.options[name] ? "1" : "0";
    if (this.options.kind === "key") values.solution = "1";
    return values;
  }

  // The sheet as it will be printed, where the browser can show a PDF inside a page.
  showSheet(address) {
    if (!navigator.pdfViewerEnabled) {
      this.previewText.textContent = "This browser shows sheets in a tab of their own: open the PDF.";
      return;
    }
    if (this.preview.getAttribute("src") === address) return;
    this.previewText.textContent = "Drawing…";
    // A new frame each time: another address for the old one would be a step of the browser's history.
    this.setPreview(element("iframe", { class: "sheet-preview", title: "Preview of the sheet", src: address, onload: () => { this.previewText.textContent = ""; } }));
  }

  setPreview(node) {
    this.preview.replaceWith(node);
    this.preview = node;
  }

  draw() {
    const { document: open } = this.studio;
    if (!open) return;
    const address = (format, more = {}) => url(["documents", open.id, "render"], { format, ...this.values(), ...more });
    this.showSheet(`${address("pdf", { revision: open.revision })}#toolbar=0&navpanes=0&view=FitH`);
    const link = (format, label, names) => element("a", { class: `button ${names}`, href: address(format, { download: "1" }), download: "" }, label);
    this.downloads.replaceChildren(
      link("pdf", "Save PDF", "main"),
      element("a", { class: "button", href: address("pdf"), target: "_blank", rel: "noopener" }, "Open PDF to print"),
      link("svg", "SVG", ""), link("png", "PNG", ""), link("html", "Web page", ""), link("text", "Text", ""),
    );
  }
}
