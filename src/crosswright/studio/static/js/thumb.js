// A small picture of a puzzle from its rows: # block, ~ nothing, . empty, small letters pencil.

import { drawing } from "./dom.js";

const SIDE = 10; // units of a square

export function thumb(rows, { size = 160, letters = true, label = "" } = {}) {
  const height = rows.length;
  const width = Math.max(1, ...rows.map((row) => [...row].length));
  const longest = Math.max(height, width);
  const picture = drawing("svg", {
    class: "thumb",
    viewBox: `0 0 ${width * SIDE + 1} ${height * SIDE + 1}`,
    width: Math.round((size * width) / longest),
    height: Math.round((size * height) / longest),
    role: label ? "img" : undefined,
    "aria-label": label || undefined,
    "aria-hidden": label ? undefined : "true",
  });
  const squares = { ground: [], cells: [] };
  const texts = [];
  rows.forEach((row, y) => [...row].forEach((sign, x) => {
    if (sign === "~") return;
    squares.ground.push(`M${x * SIDE} ${y * SIDE}h${SIDE + 1}v${SIDE + 1}h-${SIDE + 1}z`);
    if (sign === "#") return;
    squares.cells.push(`M${x * SIDE + 1} ${y * SIDE + 1}h${SIDE - 1}v${SIDE - 1}h-${SIDE - 1}z`);
    if (sign === "." || !letters) return;
    const isPencil = sign !== sign.toUpperCase();
    texts.push(drawing("text", { x: x * SIDE + 5.5, y: y * SIDE + 8.4, "font-size": 7, class: isPencil ? "pencil" : undefined }, sign.toUpperCase()));
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
