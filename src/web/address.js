// The page's address: the board, the game and the view after the #, so that a link shows what its sender saw.
//
// SPDX-License-Identifier: MIT
import { USUAL } from "./game.js";

export const VIEWS = ["play", "explore", "learn"];

// The largest board there is; what else is wrong with a board the library says.
const SIZE = /^([1-9]\d?)x([1-9]\d?)$/;

// What the text says, and a sentence for each thing in it that cannot be.
export function readAddress(hash, t) {
  const given = new URLSearchParams(hash.replace(/^#/, ""));
  const problems = [];
  const board = { ...USUAL };
  const size = given.get("size");
  if (given.has("game")) board.game = given.get("game");
  if (size && SIZE.test(size)) [board.rows, board.cols] = size.match(SIZE).slice(1).map(Number);
  else if (size) problems.push(t("bad_size", { size }));
  else if (!board.game.startsWith("konane")) board.rows = board.cols = 0;
  board.corner = given.get("corner") ?? "";
  board.opening = given.get("opening") ?? "";
  const moves = (given.get("moves") ?? "").split(/[\s,]+/).filter(Boolean);
  const ply = given.has("ply") ? Number(given.get("ply")) : moves.length;
  if (!Number.isInteger(ply) || ply < 0 || ply > moves.length)
    problems.push(t("bad_ply", { ply: given.get("ply"), n: moves.length }));
  const view = given.get("view") ?? "play";
  if (!VIEWS.includes(view)) problems.push(t("bad_view", { view }));
  return {
    board,
    hasSize: given.has("size"),
    start: given.get("start") ?? "",
    moves,
    ply: Number.isInteger(ply) ? ply : moves.length,
    view: VIEWS.includes(view) ? view : "play",
    problems,
  };
}

export function writeAddress(game, view) {
  const { board, info, start, moves, ply } = game;
  const out = new URLSearchParams();
  if (board.game !== "konane") out.set("game", board.game);
  out.set("size", `${info.rows}x${info.cols}`);
  if (board.corner === "white") out.set("corner", "white");
  if (board.opening) out.set("opening", board.opening);
  if (start) out.set("start", start);
  if (moves.length > 0) out.set("moves", moves.join(","));
  if (ply !== moves.length) out.set("ply", ply);
  if (view !== "play") out.set("view", view);
  return `#${out}`;
}
