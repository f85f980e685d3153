// Look words up in the lists of the puzzle: by pattern or by anagram.

import { get } from "../api.js";
import { element, later, number, searchField, segments } from "../dom.js";

export class Lookup {
  constructor(studio, { onWord } = {}) {
    this.studio = studio;
    this.onWord = onWord;
    this.kind = "match";
    const { box, input } = searchField("Pattern: E?E*ANT");
    this.input = input;
    this.total = element("span", { class: "quiet small", role: "status" });
    this.list = element("ul", { class: "lookup-list" });
    const kinds = segments("Look up by", [["match", "Pattern"], ["anagram", "Anagram"]], "match", (kind) => {
      this.kind = kind;
      input.placeholder = kind === "match" ? "Pattern: E?E*ANT" : "Letters: listen";
      input.setAttribute("aria-label", input.placeholder);
      if (kind === "anagram") input.value = input.value.replace(/[^\p{L}\p{M}]/gu, ""); // a pattern's signs are no letters
      this.fetch();
    });
    this.box = element("section", { class: "block-of-panel lookup", "aria-label": "Look up words" }, element("div", { class: "headline" }, element("h2", {}, "Look up"), kinds.box), box, this.total, this.list);
    this.fetchSoon = later(() => this.fetch(), 120);
    input.addEventListener("input", () => this.fetchSoon());
    studio.on("document", () => { input.value = ""; this.fetch(); });
    studio.on("words", () => { if (input.value) this.fetchSoon(); });
  }

  async fetch() {
    const text = this.input.value.trim();
    const asked = `${this.kind}|${text}`;
    this.asked = asked;
    if (!text) { this.list.replaceChildren(); this.total.textContent = ""; return; }
    const values = this.kind === "match" ? { pattern: text } : { letters: text };
    try {
      const { total, words } = await get(["words", this.kind], { ...values, document: this.studio.document?.id, limit: 200 });
      if (asked !== this.asked) return;
      this.total.textContent = total ? `${number(total)} found` : "None found";
      this.list.replaceChildren(...words.map(({ word, score }) => element("li", {}, element(
        this.onWord ? "button" : "span",
        this.onWord ? { type: "button", onclick: () => this.onWord(word) } : {},
        element("span", { class: "answer" }, word),
        element("span", { class: "figure quiet" }, number(score)),
      ))));
    } catch (error) {
      if (asked !== this.asked) return;
      this.total.textContent = error.message;
      this.list.replaceChildren();
    }
  }
}
