// The puzzle as the page has it: the fields of the grid in order, the slots that run through them,
// the clues of these. The parts of the player are joined into one script, in the order that html.py
// has them; nothing in it makes a network request.

const puzzle = JSON.parse(document.getElementById("puzzle").textContent);
const $ = (id) => document.getElementById(id);

// A string of the page's language, with its values filled in.
const text = (key, values = {}) =>
  puzzle.texts[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);

const inputs = [...document.querySelectorAll(".grid input")];
const boxes = inputs.map((input) => input.parentElement);
const names = inputs.map((input) => input.getAttribute("aria-label"));
const given = puzzle.given; // one token per cell, null where the solver has to find it
const cellAt = new Map(
  inputs.map((input, cell) => [`${input.dataset.row},${input.dataset.column}`, cell]),
);

// {label, name, direction, cells, run, see, references, line}: cells are indices into inputs, run and
// references into slots. A slot that only continues another has `see`. In a diagramless puzzle, clues
// have no cells, and rows and columns are a `line` without a clue.
const slots = puzzle.slots;
const slotsAt = inputs.map(() => []);
slots.forEach((slot, index) => slot.cells.forEach((cell) => slotsAt[cell].push(index)));

// The way of an answer through all of its slots, which are several where entries are linked.
const paths = slots.map((slot) =>
  slot.run.flatMap((index) => slots[index].cells.map((cell) => ({ cell, slot: index }))),
);

const clueItems = new Map(
  [...document.querySelectorAll(".clues li")].map((item) => [Number(item.dataset.slot), item]),
);
const headOf = (index) => (slots[index]?.see ? slots[index].run[0] : index);

// The slots as Tab visits them: clue by clue, then those without one.
const order = [...new Set([...clueItems.keys(), ...slots.keys()])].filter(
  (index) => headOf(index) === index && !slots[index].line,
);
