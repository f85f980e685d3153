// What the check finds, live, and the statistics of the puzzle.

import { element, facts, number, plural } from "../dom.js";

const SEVERITIES = { error: "✗", warning: "!", note: "·", info: "·" };

export class CheckPanel {
  constructor(studio) {
    this.studio = studio;
    this.findings = element("section", { class: "findings", "aria-label": "Findings" });
    this.statistics = element("section", { class: "block-of-panel", "aria-label": "Statistics" });
    this.box = element("div", { class: "check-panel" }, this.findings, this.statistics);
    studio.on("document", () => { this.shown = null; });
    studio.on("paint", () => this.draw());
  }

  get count() { return this.studio.report?.findings.filter((finding) => this.studio.isShown(finding) && !this.isMissingClue(finding)).length ?? 0; }

  // Missing clues are not in the count: the tab of clues has one of its own.
  isMissingClue({ rule, slots = [] }) { return rule === "clue" && slots.every((label) => !this.studio.document.puzzle.clue(label).text); }

  draw() {
    const { report } = this.studio;
    if (this.box.closest("[hidden]")) return;
    if (!report) { this.findings.replaceChildren(element("p", { class: "empty-note" }, "Checking…")); this.statistics.replaceChildren(); return; }
    const key = JSON.stringify([report.findings, report.statistics]);
    if (key === this.shown) return;
    this.shown = key;
    const missing = report.findings.filter((finding) => this.isMissingClue(finding));
    const list = report.findings.filter((finding) => !missing.includes(finding)).map((finding) => element("li", {}, this.finding(finding)));
    if (missing.length) list.push(element("li", {}, missing.length === 1 ? this.finding(missing[0]) : this.group(`${number(missing.length)} slots have no clue`, missing)));
    this.findings.replaceChildren(list.length ? element("ul", {}, list) : element("p", { class: "empty-note" }, "No problems found."));
    this.drawStatistics(report.statistics);
  }

  finding(finding) {
    const { severity, message } = finding;
    return element(
      "button",
      { type: "button", class: `finding ${severity}`, onclick: () => this.go(finding) },
      element("span", { class: "sign", "aria-label": severity }, SEVERITIES[severity] ?? "·"),
      element("span", {}, message),
    );
  }

  // Many findings of one kind, folded into one line.
  group(text, findings) {
    return element("details", {}, element("summary", { class: "finding warning" }, element("span", { class: "sign", "aria-label": "warning" }, "!"), element("span", {}, text)), element("ul", {}, findings.map((finding) => element("li", {}, this.finding(finding)))));
  }

  go({ slots = [], cells = [] }) {
    const { cursor, document: open } = this.studio;
    const slot = slots.map((label) => open.puzzle.slot(label)).find(Boolean);
    if (slot) cursor.toSlot(slot);
    else if (cells.length) cursor.go(open.puzzle.index(...cells[0]));
    this.studio.focusGrid();
  }

  drawStatistics(statistics) {
    const s = statistics;
    const lengths = Object.entries(s.lengths ?? {}).map(([length, count]) => `${count} × ${length}`).join(", ");
    const percent = s.cells ? Math.round((100 * s.checked) / s.cells) : 0;
    this.statistics.replaceChildren(
      element("h2", {}, "Statistics"),
      facts([
        ["Words", `${number(s.words)}: ${number(s.across)} across, ${number(s.down)} down`],
        ["Blocks", number(s.blocks)],
        ["Squares", `${number(s.cells)}, ${percent} % checked`],
        ["Mean length", s.mean_length ? s.mean_length.toFixed(2) : "–"],
        ["Lengths", lengths || "–"],
        ["Ink, pencil, empty", `${number(s.inked)}, ${number(s.pencilled)}, ${number(s.open)}`],
        s.mean_score ? ["Mean score", s.mean_score.toFixed(1)] : null,
        s.lowest ? ["Lowest score", `${s.floor} at ${s.lowest}`] : null,
        s.unlisted?.length ? ["Not in the lists", s.unlisted.join(", "), "warn"] : null,
        ["Clues", `${number(s.clues)}${s.drafts ? `, ${plural(s.drafts, "draft")}` : ""}`],
        ["Letters not used", s.missing || "none"],
        ["Symmetry", (s.symmetries ?? []).join(", ") || "none"],
        s.parts > 1 ? ["Separate parts", number(s.parts), "warn"] : null,
      ]),
    );
  }
}
