// Where each symmetry moves a square, and which squares it moves together.

export const SYMMETRIES = [
  ["180", "180°"],
  ["90", "90°"],
  ["left-right", "Left–right"],
  ["up-down", "Up–down"],
  ["diagonal", "Diagonal"],
  ["antidiagonal", "Antidiagonal"],
  ["none", "None"],
];

const SQUARE_ONLY = new Set(["90", "diagonal", "antidiagonal"]);

const MOVES = {
  180: (row, column, height, width) => [height - 1 - row, width - 1 - column],
  90: (row, column, height) => [column, height - 1 - row],
  "left-right": (row, column, height, width) => [row, width - 1 - column],
  "up-down": (row, column, height) => [height - 1 - row, column],
  diagonal: (row, column) => [column, row],
  antidiagonal: (row, column, height, width) => [width - 1 - column, height - 1 - row],
};

export const fits = (kind, height, width) => height === width || !SQUARE_ONLY.has(kind);

const generators = (kind, height, width) => (MOVES[kind] && fits(kind, height, width) ? [kind] : []);

// All images of a thing under the moves, itself first.
function closure(first, key, images) {
  const seen = new Map([[key(first), first]]);
  for (const item of seen.values()) {
    for (const image of images(item)) if (!seen.has(key(image))) seen.set(key(image), image);
  }
  return [...seen.values()];
}

export function cellOrbit(cell, kind, height, width) {
  const moves = generators(kind, height, width).map((name) => MOVES[name]);
  return closure(cell, (index) => index, (index) => moves.map((move) => {
    const [row, column] = move(Math.floor(index / width), index % width, height, width);
    return row * width + column;
  }));
}

// Bars are {cell, side}, "right" of a square or "below" it.
export function barOrbit(bar, kind, height, width) {
  const moves = generators(kind, height, width).map((name) => MOVES[name]);
  const ends = ({ cell, side }) => {
    const row = Math.floor(cell / width);
    const column = cell % width;
    return [[row, column], side === "right" ? [row, column + 1] : [row + 1, column]];
  };
  return closure(bar, ({ cell, side }) => `${cell}${side}`, (item) => moves.map((move) => {
    const [a, b] = ends(item).map(([row, column]) => move(row, column, height, width))
      .sort((one, other) => one[0] - other[0] || one[1] - other[1]);
    return { cell: a[0] * width + a[1], side: a[0] === b[0] ? "right" : "below" };
  }));
}
