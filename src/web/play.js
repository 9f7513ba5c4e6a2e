// Playing: the form for a new game, the players, and what the computer does when it is its turn.
//
// SPDX-License-Identifier: MIT
import { $, h } from "./dom.js";
import { choices, t } from "./words.js";

const SIZES = {
  konane: ["4x4", "4x5", "5x5", "5x6", "6x6", "7x7", "8x8", "10x10", "12x12", "20x20"],
  draughts: ["4x4", "6x6", "8x8"],
};
const VARIANTS = ["misere", "single", "longest"];
const PLAYERS = ["person", "easy", "medium", "hard"];
const PAUSE = 350; // ms between the moves of two computers, and before one answers a person

export class Play {
  #game;
  #engine;
  #say;
  players = { black: "person", white: "medium" };
  #isPaused = false; // no computer moves, and the person may move both sides
  #isLookingBack = false; // paused because an earlier position is shown
  #isHeld = false; // likewise, as long as something else than playing is done with the game
  #isThinking = false;
  #turn = 0;
  #run = 0; // of thinking: what an earlier one finds is not wanted any more

  constructor({ game, engine, say }) {
    this.#game = game;
    this.#engine = engine;
    this.#say = say;
    game.addEventListener("change", ({ detail }) => this.#onChange(detail));
    $("pause").addEventListener("click", () => this.#setPaused(!this.#isPaused));
    $("hint").addEventListener("click", () => this.#hint());
  }

  // Whether the person at the page may move now.
  get isOpen() {
    const { view } = this.#game;
    return !view.result && (this.players[view.mover] === "person" || !this.#mayThink);
  }

  get isThinking() {
    return this.#isThinking;
  }

  // The name of a player, for the board and for records.
  playerName(color) {
    return this.players[color] === "person" ? t("person") : `${t("computer")} (${t(this.players[color])})`;
  }

  // Both players are the person: for analysis, and after loading a record.
  sitDown() {
    this.players = { black: "person", white: "person" };
    this.drawForm();
  }

  drawForm() {
    const { board, info } = this.#game;
    const size = info ? `${info.rows}x${info.cols}` : "6x6";
    const select = (name, words, value, label) =>
      h(
        "label",
        {},
        t(label),
        h(
          "select",
          { name },
          ...words.map(([word, text]) => h("option", { value: word, selected: word === value }, text)),
        ),
      );
    const games = [
      ["konane", "Konane"],
      ...VARIANTS.map((word) => [`konane-${word}`, t(`konane_${word}`)]),
      ["italian", t("italian")],
    ];
    if (!games.some(([word]) => word === board.game)) games.push([board.game, board.game]);
    const sizes = isKonane(board.game) ? SIZES.konane : SIZES.draughts;
    const known = sizes.includes(size) ? sizes : [...sizes, size];
    const players = PLAYERS.map((word) => [word, t(word)]);
    const openings = choices("opening_");
    const rule = board.opening || openings[0];
    const rules = openings.includes(rule) ? openings : [...openings, rule];
    const form = $("new-game");
    form.replaceChildren(
      select("game", games, board.game, "which_game"),
      select(
        "size",
        [...known.map((word) => [word, word.replace("x", " × ")]), ["other", t("other_size")]],
        size,
        "size",
      ),
      select(
        "opening",
        rules.map((word) => [word, openings.includes(word) ? t(`opening_${word}`) : word]),
        rule,
        "opening",
      ),
      select("black", players, this.players.black, "black"),
      select("white", players, this.players.white, "white"),
      h(
        "span",
        { class: "pair", hidden: true, id: "other-size" },
        sizeInput("rows", info?.rows),
        "×",
        sizeInput("cols", info?.cols),
      ),
      h("button", { type: "submit", class: "main" }, t("start_game")),
    );
    form.elements.size.addEventListener("change", () => showOtherSize(form.elements.size.value === "other"));
    form.elements.game.addEventListener("change", () => this.#changeGame(form));
    form.elements.opening.closest("label").hidden = !isKonane(board.game);
  }

  // Draughts has other sizes and no opening rule.
  #changeGame(form) {
    const hasRule = isKonane(form.elements.game.value);
    const usual = hasRule ? "6x6" : "8x8";
    const sizes = (hasRule ? SIZES.konane : SIZES.draughts).map((word) =>
      h("option", { value: word, selected: word === usual }, word.replace("x", " × ")),
    );
    form.elements.size.replaceChildren(
      ...sizes,
      ...(hasRule ? [h("option", { value: "other" }, t("other_size"))] : []),
    );
    form.elements.opening.closest("label").hidden = !hasRule;
    showOtherSize(false);
  }

  // The board that the form asks for; takes over its players.
  readForm() {
    const fields = $("new-game").elements;
    const size = fields.size.value === "other" ? [fields.rows.value, fields.cols.value] : fields.size.value.split("x");
    this.#readPlayers();
    const opening = isKonane(fields.game.value) && fields.opening.value !== choices("opening_")[0] ? fields.opening.value : "";
    return { game: fields.game.value, rows: Number(size[0]), cols: Number(size[1]), corner: "", opening };
  }

  // Play on from the position shown, by the players that the form names.
  playOn() {
    this.#readPlayers();
    this.#isLookingBack = false;
    this.onTurn?.();
    this.think();
  }

  #readPlayers() {
    const { black, white } = $("new-game").elements;
    this.players = { black: black.value, white: white.value };
    this.#setPaused(false);
  }

  // Moves to take back so that a person is to move again.
  undoCount() {
    const { view } = this.#game;
    const other = view.mover === "black" ? "white" : "black";
    return this.players[view.mover] === "person" && this.players[other] !== "person" ? 2 : 1;
  }

  #onChange(what) {
    this.#turn++;
    this.#run++;
    this.#isThinking = false;
    $("hint-text").textContent = "";
    if (what === "step" && !this.#isPaused && !this.#game.isAtEnd) this.#isLookingBack = this.#hasComputer();
    if (what !== "step" || this.#game.isAtEnd) this.#isLookingBack = false;
    if (what === "open" || what === "undo") this.#setPaused(false);
    this.think();
  }

  // Whether computers wait, until they are let go.
  set isHeld(isHeld) {
    this.#isHeld = isHeld;
    if (this.#game.view) this.think();
  }

  get #mayThink() {
    return !this.#isPaused && !this.#isHeld && !this.#isLookingBack;
  }

  #hasComputer() {
    return Object.values(this.players).some((player) => player !== "person");
  }

  #setPaused(isPaused) {
    const was = this.#isPaused;
    this.#isPaused = isPaused;
    $("pause").hidden = !isPaused && !Object.values(this.players).every((player) => player !== "person");
    $("pause").textContent = t(isPaused ? "go_on" : "pause");
    if (was !== isPaused && this.#game.view) {
      this.onTurn?.();
      if (!isPaused) this.think();
    }
  }

  // Let the computer move, if it is its turn.
  async think() {
    const { view } = this.#game;
    $("pause").hidden = !this.#isPaused && !Object.values(this.players).every((player) => player !== "person");
    if (view.result || !this.#mayThink || this.players[view.mover] === "person") return;
    const run = ++this.#run;
    this.#isThinking = true;
    this.onTurn?.();
    try {
      const [{ move }] = await Promise.all([
        this.#engine.think("think", ...this.#game.here, this.players[view.mover], Math.floor(Math.random() * 2 ** 31)),
        new Promise((resolve) => setTimeout(resolve, PAUSE)),
      ]);
      if (run !== this.#run) return;
      this.#isThinking = false;
      if (this.#mayThink) await this.#game.play(move);
      else this.onTurn?.();
    } catch (error) {
      if (run === this.#run) this.#isThinking = false;
      if (error.status !== "given up") this.#say(error.message);
    }
  }

  // The best move, where that is known for certain.
  async #hint() {
    const { view, info } = this.#game;
    const out = $("hint-text");
    if (view.result) return;
    if (!info.is_exact) {
      out.textContent = t("no_exact_hint");
      return;
    }
    out.textContent = t("thinking");
    const turn = this.#turn;
    try {
      const found = await this.#engine.think("analyse", ...this.#game.here, 0.2, 8, 0);
      if (turn !== this.#turn) return;
      const best = found.moves[found.best];
      out.textContent = best?.winner
        ? t("hint_is", { move: best.move, sentence: resultSentence(best) })
        : t("no_exact_hint");
      if (best?.winner) this.onHint?.([[best.from, best.to, best.winner]]);
    } catch (error) {
      out.textContent = error.status === "given up" ? "" : error.message;
    }
  }
}

// A box for the rows or columns of a board of another size; it takes no part in the form until it is shown.
function sizeInput(name, value = 6) {
  const limits = { type: "number", min: 1, max: 20, required: true, disabled: true };
  return h("input", { name, ...limits, value, "aria-label": t(name) });
}

function showOtherSize(isShown) {
  $("other-size").hidden = !isShown;
  for (const input of $("other-size").querySelectorAll("input")) input.disabled = !isShown;
}

function isKonane(name) {
  return name.startsWith("konane");
}

// "Black wins, 5 plies from now".
export function resultSentence({ winner, plies }) {
  if (winner === "draw") return t("draw");
  const who = t(winner === "black" ? "black_wins" : "white_wins");
  if (plies === null || plies === undefined) return who;
  return t(plies === 1 ? "in_one_ply" : "in_plies", { who, n: plies });
}
