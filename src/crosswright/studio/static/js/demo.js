// The demo: an example that opens with the truth map and a why-not, and says what they are.

import { button, element } from "./dom.js";
import { slotName } from "./slots.js";

export function guide(studio, editor) {
  const { demo } = studio.about;
  const { document: open, cursor } = studio;
  cursor.toSlot(open.puzzle.slot(demo.slot));
  showBanner(studio, editor, demo);
  studio.setHeat("letters");
  if (demo.word && open.revision === 0 && !open.isPending) studio.emit("whynot", { slot: demo.slot, word: demo.word });
}

// Above the editor, which gives way: nothing lies over the grid.
function showBanner(studio, editor, { word, slot }) {
  const view = editor.element;
  const close = () => { banner.remove(); size.disconnect(); view.style.top = ""; studio.focusGrid(); };
  const banner = element(
    "section",
    { class: "guide", "aria-label": "About this demo" },
    element("p", {},
      word ? [element("b", {}, word), ` fits its crossings at ${slotName(slot)}, and yet no fill of the grid has it: the panel says why, and what would help. Esc closes it. `] : null,
      "The number in a square says how many letters it can still have, each one found in a fill of the whole grid. ",
      "Change anything: the demo is thrown away when the studio ends."),
    button("Got it", close),
  );
  const size = new ResizeObserver(() => { view.style.top = banner.isConnected && !view.hidden ? `${banner.offsetHeight}px` : ""; });
  view.before(banner);
  size.observe(banner);
}
