// Which runs of squares hold words, how they are numbered and named.

const SHORT = { across: "A", down: "D" };
const LONG = { A: "Across", D: "Down" };

export const crosses = (direction) => (direction === "across" ? "down" : "across");

// "24A" as people say it: "24 Across".
export function slotName(label) {
  const direction = LONG[label.slice(-1)];
  return direction ? `${label.slice(0, -1)} ${direction}` : label;
}

function runs(puzzle, direction) {
  const isAcross = direction === "across";
  const side = isAcross ? "right" : "below";
  const found = [];
  const lines = isAcross ? puzzle.height : puzzle.width;
  const steps = isAcross ? puzzle.width : puzzle.height;
  for (let line = 0; line < lines; line += 1) {
    let run = [];
    const end = () => { if (run.length > 1) found.push(run); run = []; };
    for (let step = 0; step < steps; step += 1) {
      const cell = isAcross ? line * puzzle.width + step : step * puzzle.width + line;
      if (!puzzle.isOpen(cell)) { end(); continue; }
      run.push(cell);
      if (puzzle.hasBar(cell, side)) end();
    }
    end();
  }
  return found;
}

// All slots by number, across before down, with the printed numbers and the slots of every square.
export function findSlots(puzzle) {
  const across = runs(puzzle, "across");
  const down = runs(puzzle, "down");
  const starts = [...new Set([...across, ...down].map((run) => run[0]))].sort((a, b) => a - b);
  const numbers = new Map(starts.map((cell, index) => [cell, index + 1]));
  const slots = [["across", across], ["down", down]].flatMap(([direction, list]) => list.map((cells) => {
    const printed = numbers.get(cells[0]);
    return { label: `${printed}${SHORT[direction]}`, number: printed, direction, cells };
  }));
  slots.sort((a, b) => a.number - b.number || (a.direction < b.direction ? -1 : 1));
  const at = new Map();
  for (const slot of slots) {
    slot.cells.forEach((cell, position) => {
      if (!at.has(cell)) at.set(cell, {});
      at.get(cell)[slot.direction] = { slot, position };
    });
  }
  return { slots, numbers, at, byLabel: new Map(slots.map((slot) => [slot.label, slot])) };
}
