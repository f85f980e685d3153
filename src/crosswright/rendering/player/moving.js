// Moving through the grid.

function go(cell, index = slot, focus = true) {
  if (cell === undefined) return;
  if (cell !== here) endRebus();
  here = cell;
  slot = slotsAt[cell].includes(index) ? index : slotsAt[cell][0] ?? slot;
  showPosition();
  if (focus) {
    inputs[cell].focus({ preventScroll: false });
    inputs[cell].select();
  }
}

const goTo = (point) => point && go(point.cell, point.slot);

function changeDirection() {
  const options = slotsAt[here];
  if (options.length > 1) go(here, options[(options.indexOf(slot) + 1) % options.length]);
}

// The rest of the answer, through linked slots, and the part before.
function around() {
  const path = paths[slot] ?? [];
  const at = path.findIndex((point) => point.cell === here && point.slot === slot);
  const isElsewhere = (point) => point.cell !== here; // linked slots may share a cell
  return {
    before: path.slice(0, at).filter(isElsewhere),
    after: path.slice(at + 1).filter(isElsewhere),
    path,
  };
}

const step = (by) => goTo(by > 0 ? around().after[0] : around().before.at(-1));

// Go on after a letter; over letters that are already there only if this cell was empty.
function advance(wasEmpty) {
  const { after, path } = around();
  const isFree = (point) => !letters[point.cell];
  const gap = path.find(isFree);
  if (settings.next_at_end && (after.length ? wasEmpty && !gap : true)) {
    if (gap) goTo(gap);
    else nextClue();
  } else {
    goTo((settings.skip_filled && wasEmpty && after.find(isFree)) || after[0]);
  }
}

function toSlot(index, focus = true) {
  if (!slots[index]) return;
  if (!slots[index].cells.length) {
    chosen = index; // where it goes in a diagramless puzzle is for the solver to find out
    showPosition();
    if (focus) inputs[here].focus();
    return;
  }
  const cells = slots[index].cells;
  go(cells.find((cell) => !letters[cell]) ?? cells[0], index, focus);
}

function byClue(by) {
  const at = order.indexOf(currentClue()) + by;
  if (at < 0 || at >= order.length) return false;
  toSlot(order[at]);
  return true;
}

const nextClue = () => byClue(1) || toSlot(order[0]);
const previousClue = () => byClue(-1) || toSlot(order.at(-1));

function arrow(rows, columns) {
  const direction = rows ? "down" : "across";
  const along = slotsAt[here].find((index) => slots[index].direction === direction);
  const turns = settings.arrows_turn && along !== undefined;
  if (turns && slots[slot].direction !== direction) return go(here, along);
  let row = Number(inputs[here].dataset.row);
  let column = Number(inputs[here].dataset.column);
  for (;;) {
    row += rows;
    column += columns;
    if (row < 1 || column < 1 || row > puzzle.rows || column > puzzle.columns) return undefined;
    const cell = cellAt.get(`${row},${column}`);
    if (cell === undefined) continue;
    const next = slotsAt[cell].find((index) => slots[index].direction === direction);
    return go(cell, next ?? slot);
  }
}

function toEnd(first) {
  const cells = slots[slot]?.cells ?? [];
  go(first ? cells[0] : cells.at(-1));
}
