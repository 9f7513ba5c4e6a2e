// The page: loads the library and the words, and joins the parts.
//
// SPDX-License-Identifier: MIT
import { VIEWS, readAddress, writeAddress } from "./address.js";
import { Board } from "./board.js";
import { Engine } from "./client.js";
import { Course } from "./curve.js";
import { $, download, h } from "./dom.js";
import { Editor } from "./editor.js";
import { Explore, sentenceOf } from "./explore.js";
import { Game, USUAL } from "./game.js";
import { Learn } from "./learn.js";
import { recall, remember } from "./memory.js";
import { Openings } from "./openings.js";
import { Play } from "./play.js";
import { isChecked, loadWords, speak, t } from "./words.js";
import { Value } from "./value.js";

const MAX_RECORD = 20e6; // bytes of a file of records

const engine = new Engine();
const game = new Game(engine);
const board = new Board($("board"));
const play = new Play({ game, engine, say: notice });
const explore = new Explore({ game, engine, board });
const course = new Course({ game, engine });
const value = new Value({ game, engine });
const openings = new Openings({ game, engine });
const editor = new Editor({ game });
const learn = new Learn();
let view = "play";
let ownAddress = "";
let problem = null; // of Learn, that was tried last

// A sentence that must not be overlooked; without a text, none.
function notice(text = "") {
  $("notice").textContent = text;
  $("notice").hidden = text === "";
}

// A sentence for screen readers.
function say(text) {
  $("say").textContent = text;
}

// Do something that may be refused, and say so if it is.
async function attempt(work) {
  try {
    await work();
    notice();
  } catch (error) {
    if (error.status !== "given up") notice(sentenceOf(error));
  }
}

// ---- what is shown

function showView(next) {
  view = VIEWS.includes(next) ? next : "play";
  for (const button of document.querySelectorAll(".view"))
    button.setAttribute("aria-current", button.dataset.view === view ? "page" : "false");
  $("learn").hidden = view !== "learn";
  $("table").hidden = view === "learn";
  $("play").hidden = view !== "play";
  $("explore").hidden = view !== "explore";
  play.isHeld = view !== "play";
  if (game.info) {
    explore.isShown = view === "explore";
    course.isShown = view === "explore";
  }
  writeDown();
}

function writeDown() {
  if (!game.info) return;
  ownAddress = writeAddress(game, view);
  history.replaceState({ players: play.players }, "", ownAddress);
}

// Whether the first move solved the problem, if one is on the board.
function problemText() {
  const [first] = game.shown;
  if (!first || game.start !== problem?.position) return "";
  return `${t(first === problem.move ? "problem_found" : "problem_missed", { move: first })} `;
}

function statusText() {
  const { view: at } = game;
  if (game.info.refused && at.moves.length === 0) return game.info.refused;
  if (at.result) return t(at.result === "draw" ? "draw" : `${at.result}_wins`);
  if (play.isThinking) return t("thinking");
  const who = t(`${at.mover}_to_move`);
  return at.is_opening && game.isKonane ? t("removes", { who }) : who;
}

function drawPlayers() {
  const near = board.flipped ? "white" : "black";
  const isDraughts = !game.isKonane;
  const below = isDraughts ? (board.flipped ? "black" : "white") : near;
  for (const [id, color] of [
    ["player-near", below],
    ["player-far", below === "black" ? "white" : "black"],
  ]) {
    const isToMove = !game.view.result && game.view.mover === color;
    $(id).className = `player ${color} ${isToMove ? "to-move" : ""}`;
    $(id).textContent = `${t(color)}: ${play.playerName(color)}`;
    $(id).dataset.note = isToMove ? ` · ${t("to_move")}` : "";
  }
}

function draw() {
  board.show(game, play.isOpen);
  drawPlayers();
  $("status").textContent = problemText() + statusText();
  $("first").disabled = $("back").disabled = game.ply === 0;
  $("last").disabled = $("forward").disabled = game.isAtEnd;
  $("undo").disabled = game.ply === 0;
  $("play-on").disabled = Boolean(game.view.result);
  $("play-on").hidden = !game.start && game.moves.length === 0;
  $("choices").hidden = true;
  $("copied").textContent = "";
  $("move-text").placeholder = game.info.has_coordinates ? "e6-e4" : "22-18";
}

function announce(what) {
  const last = game.view.played.at(-1)?.[0];
  const text = problemText() + statusText();
  say(last && what !== "open" ? `${last}. ${text}` : text);
}

game.addEventListener("change", ({ detail }) => {
  draw();
  announce(detail);
  writeDown();
});
play.onTurn = () => draw();
play.onHint = (arrows) => board.setArrows(arrows);
explore.onFound = () => {
  course.judge();
  openings.draw();
  value.resume();
};
value.onPoint = (cells) => board.mark(cells);
editor.look = (text) => engine.ask("look", text);

// ---- moves

// In Explore a person moves both sides: the computers are held.
async function make(text) {
  if (!play.isOpen) {
    throw new Error(game.view.result ? t("game_is_over") : t("not_your_turn"));
  }
  await game.play(text);
}

board.addEventListener("choose", ({ detail: moves }) => {
  if (moves.length === 1) {
    attempt(() => make(moves[0][0]));
    return;
  }
  $("choices").replaceChildren(
    ...moves.map(([text]) =>
      h("button", { type: "button", class: "ltr", onclick: () => attempt(() => make(text)) }, text),
    ),
  );
  $("choices").hidden = false;
  $("choices").firstChild.focus();
});

board.addEventListener("refuse", ({ detail: cell }) => {
  $("status").textContent = t("cannot_move", { cell, text: statusText() });
  say($("status").textContent);
});

$("typed").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = $("move-text").value.trim();
  attempt(async () => {
    if (text === "") throw new Error(t("no_move_typed"));
    if (/[\s,]/.test(text)) throw new Error(t("one_move", { text }));
    await make(text);
    $("move-text").value = "";
  });
});

$("first").addEventListener("click", () => game.goTo(0));
$("back").addEventListener("click", () => game.goTo(game.ply - 1));
$("forward").addEventListener("click", () => game.goTo(game.ply + 1));
$("last").addEventListener("click", () => game.goTo(game.moves.length));
$("undo").addEventListener("click", () => attempt(() => game.takeBack(play.undoCount())));
$("flip").addEventListener("click", () => {
  board.flipped = !board.flipped;
  draw();
});

document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, textarea, [role=grid]") || event.altKey || event.ctrlKey || event.metaKey)
    return;
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (step && view !== "learn") game.goTo(game.ply + step);
});

// The link to the board, whose address is not that of a game.
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  if (view === "learn") showView("play");
  board.focus();
});

// ---- new games, records

$("new-game").addEventListener("submit", (event) => {
  event.preventDefault();
  attempt(async () => {
    await game.open(play.readForm());
    play.drawForm();
    board.focus();
  });
});

$("play-on").addEventListener("click", () => {
  play.playOn();
  writeDown();
  board.focus();
});

$("save").addEventListener("click", () =>
  attempt(async () => {
    const { text, suffix } = await engine.ask(
      "record",
      game.start,
      game.moves.join(" "),
      play.playerName("black"),
      play.playerName("white"),
    );
    download(`game${suffix}`, text, "text/plain");
  }),
);

let loaded = [];

async function showGame(found) {
  play.sitDown();
  const opening = found.game.startsWith("konane") ? found.opening : "";
  await game.open(
    { game: found.game, rows: found.rows, cols: found.cols, corner: found.corner === "white" ? "white" : "", opening },
    found.start,
    found.moves,
  );
}

$("load").addEventListener("change", () =>
  attempt(async () => {
    const [file] = $("load").files;
    if (!file) return;
    if (file.size > MAX_RECORD) throw new Error(t("record_too_large", { name: file.name }));
    const none = (message) => new Error(t("no_games", { name: file.name, message }));
    const found = await engine
      .ask("games", new TextDecoder("utf-8").decode(await file.arrayBuffer()))
      .catch((error) => {
        throw none(error.message);
      });
    $("load").value = "";
    if (found.games.length === 0) throw none(found.first_error);
    loaded = found.games;
    $("games").hidden = loaded.length < 2;
    $("games").replaceChildren(
      ...loaded.map((one, i) => h("option", { value: i }, `${i + 1}. ${one.black || "?"} – ${one.white || "?"}`)),
    );
    await showGame(loaded[0]);
    if (view === "learn") showView("explore");
    if (found.n_bad > 0) throw new Error(t("some_bad", { n: found.n_bad, message: found.first_error }));
  }),
);

$("games").addEventListener("change", () => attempt(() => showGame(loaded[$("games").value])));

learn.onTry = ({ position, mover, move }) =>
  attempt(async () => {
    problem = { position, move };
    const { rows, cols, corner } = await engine.ask("look", position);
    play.players = { black: "hard", white: "hard", [mover]: "person" };
    await game.open(
      { game: "konane", rows, cols, corner: corner === "white" ? "white" : "", opening: "" },
      position,
      [],
    );
    play.drawForm();
    showView("play");
    board.focus();
  });

// ---- copying

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    $("copied").textContent = t("copied");
  } catch {
    $("copied").textContent = t("cannot_copy");
  }
}

$("copy-text").addEventListener("click", () => copy(game.view.position));
$("copy-link").addEventListener("click", () => copy(new URL(ownAddress, location.href).href));
$("copy-svg").addEventListener("click", () => copy(board.svgText()));
$("copy-csv").addEventListener("click", () => {
  if (explore.found) copy(explore.csv());
  else $("copied").textContent = t("nothing_to_copy");
});

// ---- language, theme, address

function drawWords() {
  $("unchecked").textContent = t("unchecked");
  $("unchecked").hidden = isChecked();
  $("about").textContent = t("about", { version: engine.about.version, git: engine.about.git });
  learn.draw();
  explore.drawDatabase();
  if (!game.info) return;
  play.drawForm();
  course.draw();
  draw();
}

function setUpLanguages(languages) {
  const spoken = speak(recall("language"), ...navigator.languages);
  $("language").replaceChildren(
    ...Object.entries(languages).map(([code, { name }]) =>
      h("option", { value: code, lang: code, selected: code === spoken }, name),
    ),
  );
  $("language").addEventListener("change", () => {
    remember("language", speak($("language").value));
    drawWords();
    if (view === "explore") explore.analyse();
  });
}

// The theme that was chosen; until then that of the system, also when it changes.
function setUpTheme() {
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    const kept = recall("theme");
    root.dataset.theme = kept === "dark" || kept === "light" ? kept : system.matches ? "dark" : "light";
  };
  apply();
  system.addEventListener("change", apply);
  $("theme").addEventListener("click", () => {
    remember("theme", root.dataset.theme === "dark" ? "light" : "dark");
    apply();
  });
}

// Open what an address says; a position there says the size of its board too.
async function openWanted({ board, hasSize, start, moves, ply }) {
  const found = start && !hasSize && board.game.startsWith("konane") ? await engine.ask("look", start) : {};
  const { rows = board.rows, cols = board.cols, corner } = found;
  const side = board.corner || (corner === "white" ? corner : "");
  await game.open({ ...board, rows, cols, corner: side }, start, moves, ply);
}

// Show what the address says; where it cannot be, a sentence, and its board without a game, or else the usual one. The
// players are those of before the page was loaded again; a game from elsewhere is looked at by a person alone.
async function goToAddress() {
  const wanted = readAddress(location.hash, t);
  const problems = [...wanted.problems];
  if (history.state?.players) play.players = history.state.players;
  else if (wanted.moves.length > 0 || wanted.start) play.sitDown();
  try {
    await openWanted(wanted);
  } catch (error) {
    problems.push(sentenceOf(error));
    await game.open(wanted.board).catch(() => game.info ?? game.open({ ...USUAL }));
  }
  play.drawForm();
  showView(wanted.view);
  draw();
  notice(problems.join(" "));
}

async function begin() {
  for (const button of document.querySelectorAll(".view"))
    button.addEventListener("click", () => {
      showView(button.dataset.view);
      draw();
    });
  setUpTheme();
  const [languages] = await Promise.all([loadWords(), engine.load(), learn.load()]);
  setUpLanguages(languages);
  drawWords();
  await goToAddress();
  addEventListener("hashchange", () => {
    if (location.hash !== ownAddress) goToAddress();
  });
  document.documentElement.dataset.ready = engine.build;
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("offline.js").catch(() => {});
}

begin().catch((error) => notice(`The page could not start: ${error.message}`));
