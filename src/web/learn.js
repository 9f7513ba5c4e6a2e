// Learning: the rules in five pictures, problems with one winning move, and what the numbers of Explore mean.
//
// SPDX-License-Identifier: MIT
import { $, h } from "./dom.js";
import { picture } from "./picture.js";
import { t } from "./words.js";

// Each picture: rows, columns, stones row by row, arrows.
export const RULES = [
  ["rule_1", 4, 4, "xoxo" + "oxox" + "xoxo" + "oxox", []],
  [
    "rule_2",
    4,
    4,
    "xoxo" + "o..x" + "xoxo" + "oxox",
    [
      [5, 5, "black"],
      [6, 6, "white"],
    ],
  ],
  ["rule_3", 4, 4, "xoxo" + "o..x" + "xoxo" + "oxox", [[7, 5, "open"]]],
  ["rule_4", 3, 7, "......." + "xo.o.o." + ".......", [[7, 11, "black"]]],
  ["rule_5", 4, 4, "x.x." + ".x.." + "x..." + "..o.", []],
];

const NUMBERS = ["winner", "plies", "value", "score", "how", "mean", "temperature", "outcome"];

function shapeOf(rows, cols) {
  return {
    game: "konane",
    rows,
    cols,
    names: true,
    squares: new Set(Array.from({ length: rows * cols }, (_, i) => i)),
    cell_of: [],
  };
}

// The letters of the drawing from a position as it is written.
function lettersOf(position) {
  const [board] = position.split(" ");
  return board.split("/").map((row) =>
    row
      .replace(/\d+/g, (n) => ".".repeat(n))
      .replaceAll("b", "x")
      .replaceAll("w", "o"),
  );
}

export class Learn {
  #problems = [];

  async load() {
    const answer = await fetch(new URL("problems.json", import.meta.url));
    if (!answer.ok) throw new Error(`problems.json: ${answer.status} ${answer.statusText}`);
    this.#problems = await answer.json();
  }

  draw() {
    $("learn").replaceChildren(
      h("h2", { id: "learn-title" }, t("rules_title")),
      h(
        "ol",
        { class: "cards" },
        ...RULES.map(([key, rows, cols, cells, arrows]) =>
          h(
            "li",
            {},
            h("div", { class: "picture" }, picture(shapeOf(rows, cols), cells, t(`${key}_picture`), arrows)),
            h("p", {}, t(key)),
          ),
        ),
      ),
      h("h2", {}, t("problems_title")),
      h("p", {}, t("problems_text")),
      h("ol", { class: "cards" }, ...this.#problems.map((problem, i) => this.#problem(problem, i))),
      h("h2", {}, t("numbers_title")),
      h(
        "dl",
        {},
        ...NUMBERS.flatMap((name) => [
          h("dt", {}, t(name === "mean" || name === "temperature" || name === "outcome" ? name : `column_${name}`)),
          h("dd", {}, t(`about_${name}`)),
        ]),
      ),
    );
  }

  #problem({ position, move, plies }, i) {
    const lines = lettersOf(position);
    const mover = position.endsWith(" w") ? "white" : "black";
    const out = h("p", { class: "sentence", "aria-live": "polite" });
    const label = t("problem_label", { n: i + 1, who: t(`${mover}_to_move`), position });
    return h(
      "li",
      {},
      h("div", { class: "picture" }, picture(shapeOf(lines.length, lines[0].length), lines.join(""), label)),
      h("p", {}, t("problem", { n: i + 1, who: t(`${mover}_to_move`), plies })),
      h(
        "p",
        { class: "row" },
        h(
          "button",
          {
            type: "button",
            class: "main",
            "aria-label": `${t("try_it")} ${i + 1}`,
            onclick: () => this.onTry?.({ position, mover, move }),
          },
          t("try_it"),
        ),
        h(
          "button",
          {
            type: "button",
            "aria-label": `${t("hint")} ${i + 1}`,
            onclick: () => (out.textContent = t("problem_hint", { cell: move.split("-")[0] })),
          },
          t("hint"),
        ),
        h(
          "button",
          {
            type: "button",
            "aria-label": `${t("solution")} ${i + 1}`,
            onclick: () => (out.textContent = t("problem_solution", { move, plies })),
          },
          t("solution"),
        ),
      ),
      out,
    );
  }
}
