// The clues of a puzzle as rows: the same ones in the panel and in the table.

import { element, field } from "./dom.js";

export function clueStates(puzzle) {
  return puzzle.slots.slots.map((slot) => {
    const clue = puzzle.clue(slot.label);
    return { slot, clue, state: !clue.text ? "empty" : clue.draft ? "draft" : "done" };
  });
}

// A field for a clue that keeps itself when it is left, and accepts drafts by key.
export function clueField(studio, slot, { onNext, names = "" }) {
  const input = field({ class: `clue-field ${names}`, "aria-label": `Clue of ${slot.label}`, placeholder: "No clue yet", maxlength: "2000", spellcheck: "true", data: { key: slot.key } });
  const { document: open } = studio; // the field may be left by going to another document
  const stored = () => open.state.clues[slot.key]?.text ?? "";
  const keep = () => {
    const text = input.value.trim();
    if (text !== stored()) open.do([{ op: "set_clue", slot: slot.key, text }]);
  };
  input.addEventListener("focus", () => {
    if (studio.cursor.slot?.key !== slot.key) studio.cursor.toSlot(open.puzzle.slots.byKey.get(slot.key));
  });
  input.addEventListener("blur", keep);
  input.addEventListener("keydown", (event) => {
    const isAccept = event.key === "Enter" && (event.ctrlKey || event.metaKey);
    if (isAccept) {
      keep();
      if (open.state.clues[slot.key]?.draft) open.do([{ op: "set_clue", slot: slot.key, draft: false }]);
      studio.say(`Clue of ${slot.label} accepted.`);
    } else if (event.key === "Escape") {
      input.value = stored();
      event.preventDefault();
      event.stopPropagation();
      studio.focusGrid();
      return;
    } else if (!["Enter", "ArrowDown", "ArrowUp"].includes(event.key)) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    keep();
    onNext(event.key === "ArrowUp" || (event.key === "Enter" && event.shiftKey && !isAccept) ? -1 : 1);
  });
  return input;
}

export function stateMark(studio, { slot, state }) {
  if (state === "draft") {
    return element("button", { type: "button", class: "state-mark draft", tabindex: "-1", title: "Accept this draft (Ctrl Enter in its field)", onclick: () => studio.document.do([{ op: "set_clue", slot: slot.key, draft: false }]) }, "draft");
  }
  return element("span", { class: `state-mark ${state}` }, state === "empty" ? "empty" : "");
}

// What is wrong with a clue: words shared with the answer, answers of the same stem.
export function warnings(puzzle, entry) {
  if (!entry) return [];
  const shared = (entry.shared ?? []).map((word) => `shares ${word}`);
  const stems = (entry.stems ?? []).map((label) => {
    const answer = puzzle.slot(label) ? puzzle.answer(puzzle.slot(label)) : "";
    return answer === entry.answer ? `same as ${label}` : `stem of ${label} ${answer}`.trim();
  });
  return [...shared, ...stems].map((text) => element("span", { class: "pill" }, text));
}
