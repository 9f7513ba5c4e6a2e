// The drawing of a position: wood, pits and stones as SVG, one unit a cell. The board, the pictures of Learn, the map of
// openings and the copied SVG are all this one.
//
// SPDX-License-Identifier: MIT
import { s } from "./dom.js";
import { columnName } from "./game.js";

const EDGE = 0.12; // of wood around the cells
const NAMES = 0.46; // the same on the left and below, where the coordinates are

// The place of a cell's top-left corner.
export function placeOf(shape, cell) {
  const row = Math.floor(cell / shape.cols);
  const col = cell % shape.cols;
  return shape.flipped ? { x: shape.cols - 1 - col, y: shape.rows - 1 - row } : { x: col, y: row };
}

// A stone of the drawing's letters: x and X Black, o and O White, capitals with a crown.
export function stone(letter, x = 0.5, y = 0.5) {
  const color = letter.toLowerCase() === "x" ? "black" : "white";
  const node = s("g", { class: "piece" }, s("circle", { class: `stone ${color}`, cx: x, cy: y, r: 0.38 }));
  if (letter === letter.toUpperCase()) node.append(s("circle", { class: `crown ${color}`, cx: x, cy: y, r: 0.2 }));
  return node;
}

// The ground under a cell. Draughts has dark and light squares, Konane a pit in every cell.
export function ground(shape, cell) {
  if (shape.game === "konane") return s("circle", { class: "pit", cx: 0.5, cy: 0.5, r: 0.16 });
  if (!shape.squares.has(cell)) return s("g");
  const number = s(
    "text",
    { class: "square-number", x: 0.04, y: 0.17, "aria-hidden": "true" },
    String(shape.cell_of.indexOf(cell) + 1),
  );
  return s("g", {}, s("rect", { class: "square-dark", width: 1, height: 1 }), number);
}

export function frame(shape, label) {
  const { rows, cols } = shape;
  const wide = shape.names ? NAMES : EDGE;
  const box = { x: -wide, y: -EDGE, width: cols + wide + EDGE, height: rows + EDGE + wide };
  const svg = s("svg", { viewBox: `${box.x} ${box.y} ${box.width} ${box.height}` });
  if (label) svg.append(s("title", {}, label));
  svg.append(s("rect", { class: "wood", ...box }));
  if (shape.names) svg.append(...coordinates(shape));
  return svg;
}

function coordinates(shape) {
  const text = (x, y, word) =>
    s("text", { class: "coordinate", x, y, "text-anchor": "middle", "aria-hidden": "true" }, word);
  const out = [];
  for (let col = 0; col < shape.cols; col++) {
    const { x } = placeOf(shape, col);
    out.push(text(x + 0.5, shape.rows + 0.32, columnName(col)));
  }
  for (let row = 0; row < shape.rows; row++) {
    const { y } = placeOf(shape, row * shape.cols);
    out.push(text(-0.24, y + 0.59, String(shape.rows - row)));
  }
  return out;
}

// An arrow between two cells, or a ring around one.
export function arrow(shape, from, to, kind) {
  const a = placeOf(shape, from);
  const b = placeOf(shape, to);
  if (from === to) return s("circle", { class: `arrow ${kind}`, cx: a.x + 0.5, cy: a.y + 0.5, r: 0.43 });
  const angle = Math.atan2(b.y - a.y, b.x - a.x);
  const tip = { x: b.x + 0.5 - 0.12 * Math.cos(angle), y: b.y + 0.5 - 0.12 * Math.sin(angle) };
  const wing = (turn) => `${tip.x - 0.28 * Math.cos(angle + turn)} ${tip.y - 0.28 * Math.sin(angle + turn)}`;
  const path = `M${a.x + 0.5 + 0.2 * Math.cos(angle)} ${a.y + 0.5 + 0.2 * Math.sin(angle)}L${tip.x} ${tip.y}M${wing(0.5)}L${tip.x} ${tip.y}L${wing(-0.5)}`;
  return s("path", { class: `arrow ${kind}`, d: path });
}

// A whole position that nobody plays on.
export function picture(shape, cells, label, arrows = []) {
  const svg = frame(shape, label);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", label);
  [...cells].forEach((letter, cell) => {
    const { x, y } = placeOf(shape, cell);
    const group = s("g", { transform: `translate(${x} ${y})` }, ground(shape, cell));
    if (letter !== ".") group.append(stone(letter));
    svg.append(group);
  });
  arrows.forEach(([from, to, kind]) => svg.append(arrow(shape, from, to, kind)));
  return svg;
}
