// A small picture of a puzzle from its rows: # block, ~ nothing, . empty, small letters pencil.

import { drawing } from "./dom.js";

const MIN_SIDE = 3; // pixels of a square
const MAX_SIDE = 26;

export function thumb(rows, { size = 160, letters = true, label = "" } = {}) {
  const height = rows.length;
  const width = Math.max(1, ...rows.map((row) => [...row].length));
  const side = Math.max(MIN_SIDE, Math.min(MAX_SIDE, Math.floor((size - 1) / Math.max(height, width))));
  const picture = drawing("svg", {
    class: "thumb",
    viewBox: `0 0 ${width * side + 1} ${height * side + 1}`,
    width: width * side + 1,
    height: height * side + 1,
    role: label ? "img" : undefined,
    "aria-label": label || undefined,
    "aria-hidden": label ? undefined : "true",
  });
  const squares = { ground: [], cells: [] };
  const texts = [];
  rows.forEach((row, y) => [...row].forEach((sign, x) => {
    if (sign === "~") return;
    squares.ground.push(`M${x * side} ${y * side}h${side + 1}v${side + 1}h-${side + 1}z`);
    if (sign === "#") return;
    squares.cells.push(`M${x * side + 1} ${y * side + 1}h${side - 1}v${side - 1}h-${side - 1}z`);
    if (sign === "." || !letters || side < 6) return;
    const isPencil = sign !== sign.toUpperCase();
    texts.push(drawing("text", { x: (x + 0.5) * side + 0.5, y: (y + 0.8) * side + 0.4, "font-size": 0.7 * side, class: isPencil ? "pencil" : undefined }, sign.toUpperCase()));
  }));
  picture.append(drawing("path", { class: "ground", d: squares.ground.join("") }), drawing("path", { class: "cells", d: squares.cells.join("") }), ...texts);
  return picture;
}

// The rows of a document's state, as the library has them.
export function rowsOf(puzzle) {
  return Array.from({ length: puzzle.height }, (_, row) => puzzle.cells.slice(row * puzzle.width, (row + 1) * puzzle.width).map(({ kind, token, pencil }) => {
    if (kind !== "open") return kind === "block" ? "#" : "~";
    const first = [...token][0] ?? ".";
    return pencil ? first.toLowerCase() : first;
  }).join(""));
}
