// What the WebAssembly builds answer, compared with what build/papamu prints: the same library, compiled for another
// machine with pointers of 32 bits. Positions come from random games; the seed is printed.
//
// SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { loadLibrary } from "./load.mjs";

const BUILD = process.env.BUILD ?? "build";
const PAPAMU = process.env.PAPAMU ?? join(BUILD, "papamu");
const BUILDS = ["simd", "plain"];
const SEED = Number(process.env.SEED ?? 18);
const scratch = mkdtempSync(join(tmpdir(), "papamu-web-"));
after(() => rmSync(scratch, { recursive: true }));

// A generator of 32 bits (xorshift): the same positions everywhere.
let state = SEED * 2654435761 + 1;
function below(n) {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) % n;
}

// What papamu prints for these arguments, as rows of an array of objects.
function rows(args, input = "") {
  const out = execFileSync(PAPAMU, [...args, "--format", "csv", "--no-provenance"], {
    input,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  const [head, ...lines] = out.trim().split("\n").map(cells);
  return lines.map((line) => Object.fromEntries(head.map((name, i) => [name, line[i]])));
}

function cells(line) {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map((m) => m[1]?.replaceAll('""', '"') ?? m[2]);
}

// Positions from random games of the current board, `per` of them a game.
function randomPositions(lib, count, per) {
  const found = [];
  while (found.length < count) {
    const moves = [];
    for (let at = lib.call("follow", "", ""); at.moves.length > 0; at = lib.call("follow", "", moves.join(" "))) {
      if (moves.length >= 2) found.push(at.position);
      moves.push(at.moves[below(at.moves.length)][0]);
      if (at.result) break;
    }
    if (found.length > per) found.splice(below(found.length), found.length - Math.min(found.length, count));
  }
  return found.slice(0, count);
}

const libraries = {};
for (const name of BUILDS) libraries[name] = await loadLibrary(BUILD, name);
const boards = [
  [4, 4, 80],
  [4, 5, 75],
  [3, 7, 20],
  [5, 5, 23],
  [5, 6, 2],
];
console.log(`seed ${SEED}`);
const positions = boards.flatMap(([r, c, n]) => {
  libraries.simd.call("open", "konane", r, c, "", "any");
  return randomPositions(libraries.simd, n, 10);
});
const analysed = rows(["analyse", "--time", "0"], positions.join("\n"));

function openBoardOf(lib, position) {
  const { rows: r, cols, corner } = lib.call("look", position);
  lib.call("open", "konane", r, cols, corner ?? "black", "any");
}

for (const name of BUILDS) {
  const lib = libraries[name];

  test(`${name}: winner and plies of every move of ${positions.length} positions`, () => {
    assert.equal(positions.length, 200);
    for (const position of positions) {
      openBoardOf(lib, position);
      const ours = lib
        .call("analyse", position, "", 0, 2, 0)
        .moves.map((m) => [m.move, m.winner, String(m.plies), m.how]);
      const theirs = analysed.filter((row) => row.position === position && row.move !== "");
      const unique = [...new Map(theirs.map((row) => [row.move, row])).values()];
      assert.deepEqual(
        ours,
        unique.map((row) => [row.move, row.winner, row.remoteness, row.how]),
        position,
      );
    }
  });

  test(`${name}: exact values, means and temperatures`, () => {
    const some = positions.filter((_, i) => i % 3 === 0 && i < 160);
    const theirs = rows(["value"], some.join("\n"));
    const words = { N: "next_player", P: "previous_player", L: "black", R: "white" };
    some.forEach((position, i) => {
      openBoardOf(lib, position);
      const ours = lib.call("value", position, "", 20);
      assert.deepEqual(
        [ours.value, words[ours.outcome], ours.mean, ours.temperature],
        [theirs[i].value, theirs[i].outcome, theirs[i].mean, theirs[i].temperature],
        position,
      );
      assert.ok(ours.left_wall.length > 0 && ours.right_wall.length > 0);
    });
  });

  test(`${name}: independent regions, whose values add up`, () => {
    for (const [position, n] of [
      ["bw3/5/5/5/3wb b", 2],
      ["bw3/5/3wb/5/bw3 w", 3],
      ["5/5/2b2 b", 0],
    ]) {
      openBoardOf(lib, position);
      const { value, regions } = lib.call("value", position, "", 10);
      assert.equal(regions.length, n, position);
      const sum = rows(["calc", regions.map((region) => `(${region.value})`).join(" + ") || "0"])[0].value;
      assert.equal(sum, value, position);
      const cells = regions.flatMap((region) => region.cells);
      assert.equal(new Set(cells).size, cells.length);
    }
  });

  test(`${name}: a database, whole, and damaged in each of its parts`, () => {
    const path = join(scratch, `4x5-${name}.papamu`);
    execFileSync(PAPAMU, ["solve", "4x5", "--db", path], { stdio: "ignore" });
    const bytes = readFileSync(path);
    lib.put("/whole", bytes);
    assert.equal(lib.call("database", "/whole").rows, 4);
    const some = positions.filter((p) => lib.call("look", p).rows === 4 && lib.call("look", p).cols === 5);
    const theirs = rows(["probe", path], some.join("\n"));
    some.forEach((position, i) => {
      openBoardOf(lib, position);
      const ours = lib.call("analyse", position, "", 0, 2, 0);
      const best = ours.moves
        .filter((m) => m.winner === ours.mover)
        .map((m) => m.move)
        .join(" ");
      if (ours.moves.length > 0)
        assert.deepEqual(
          [ours.winner, best, ours.moves[0].how],
          [theirs[i].winner, theirs[i].best_moves, "database"],
          position,
        );
    });
    lib.call("close_database");
    assert.throws(() => lib.call("follow", "", ""), /no board/);
    let refused = 0;
    for (let at = 0; at < bytes.length; at += 97) {
      const damaged = Buffer.from(bytes);
      damaged[at] ^= 1 << (at % 8);
      lib.put("/damaged", damaged);
      try {
        lib.call("database", "/damaged");
        lib.call("open", "konane", 4, 5, "", "any");
        some.slice(0, 4).forEach((position) => lib.call("analyse", position, "", 0, 2, 0));
      } catch (error) {
        assert.equal(error.name, "PapamuError", String(error));
        assert.match(error.status, /damaged|input|memory/);
        refused++;
      }
      lib.call("close_database");
    }
    assert.ok(refused > 5, `${refused} refused`);
    lib.put("/short", bytes.subarray(0, 300));
    assert.throws(() => lib.call("database", "/short"), /./);
  });

  test(`${name}: a database of remoteness, whose blocks zstd packed`, () => {
    const path = join(scratch, `4x4r-${name}.papamu`);
    execFileSync(PAPAMU, ["solve", "4x4", "--values", "remoteness", "--db", path], { stdio: "ignore" });
    lib.put("/remoteness", readFileSync(path));
    assert.equal(lib.call("database", "/remoteness").cols, 4);
    const some = positions.filter((p) => lib.call("look", p).cols === 4);
    const theirs = rows(["probe", path], some.join("\n"));
    some.forEach((position, i) => {
      openBoardOf(lib, position);
      const ours = lib.call("analyse", position, "", 0, 2, 0);
      if (ours.moves.length > 0)
        assert.deepEqual([ours.winner, String(ours.plies)], [theirs[i].winner, theirs[i].remoteness], position);
    });
    lib.call("close_database");
  });

  test(`${name}: legal moves of Konane to 20x20 and of draughts`, () => {
    for (const [game, r, c] of [
      ["konane", 8, 8],
      ["konane", 20, 20],
      ["konane", 9, 13],
      ["italian", 8, 8],
      ["russian", 8, 8],
    ]) {
      lib.call("open", game, r, c, "", "");
      randomPositions(lib, 6, 2).forEach((position) => {
        const theirs = rows(["moves", position, "--game", game, "--board", `${r}x${c}`]).map((row) => row.move);
        assert.deepEqual(
          lib.call("follow", position, "").moves.map((m) => m[0]),
          theirs,
          position,
        );
      });
    }
  });

  test(`${name}: the map of openings`, () => {
    const theirs = rows(["solve", "5x5"]);
    lib.call("open", "konane", 5, 5, "", "");
    const ours = lib.call("openings");
    assert.deepEqual(
      ours.openings.map((o) => [o.black_removes, o.white_removes, o.winner]),
      theirs.map((o) => [o.black_removes, o.white_removes, o.winner]),
    );
    assert.deepEqual(ours.rules, {
      "corner-centre": "black",
      corner: "black",
      centre: "black",
      any: "black",
      "near-centre": "black",
    });
  });

  test(`${name}: records are read as they were written, and by papamu`, () => {
    lib.call("open", "konane", 6, 6, "", "any");
    const moves = [];
    for (let at = lib.call("follow", "", ""); !at.result; at = lib.call("follow", "", moves.join(" ")))
      moves.push(at.moves[below(at.moves.length)][0]);
    const { text, suffix } = lib.call("record", "", moves.join(","), 'Ann "A" B', "ăn");
    const [game] = lib.call("games", text).games;
    assert.deepEqual([game.moves, game.rows, game.cols, game.opening], [moves, 6, 6, "any"]);
    const path = join(scratch, `game-${name}${suffix}`);
    writeFileSync(path, text);
    assert.equal(rows(["stats", path])[0].games, "1");
    const broken = lib.call("games", text.replace(moves[4], "a1-a9"));
    assert.deepEqual([broken.games.length, broken.n_bad], [0, 1]);
    assert.match(broken.first_error, /ply 5/);
  });

  test(`${name}: a game's mistakes, as analyse --record finds them`, () => {
    lib.call("open", "konane", 4, 5, "", "any");
    const moves = [];
    for (let at = lib.call("follow", "", ""); !at.result; at = lib.call("follow", "", moves.join(" ")))
      moves.push(at.moves[below(at.moves.length)][0]);
    const path = join(scratch, `mistakes-${name}.kgn`);
    writeFileSync(path, lib.call("record", "", moves.join(" "), "a", "b").text);
    const theirs = rows(["analyse", "--record", path, "--time", "0"]);
    const ours = lib.call("course", "", moves.join(" ")).plies;
    assert.deepEqual(
      ours.map((p) => [p.move, p.winner, String(p.plies), p.gave_away ?? "", (p.kept_by ?? []).join(" ")]),
      theirs.map((p) => [p.move, p.winner, p.remoteness, p.gave_away, p.kept_by]),
    );
  });

  test(`${name}: variants of Konane have their own winners, maps and refusals`, () => {
    for (const [play, jumps] of [
      ["misere", "any"],
      ["normal", "single"],
    ]) {
      lib.call("open", `konane-${play === "misere" ? play : jumps}`, 4, 4, "", "any");
      const moves = [];
      let at = lib.call("follow", "", "");
      for (; !at.result; at = lib.call("follow", "", moves.join(" "))) moves.push(at.moves[below(at.moves.length)][0]);
      assert.equal(at.result === at.mover, play === "misere");
      const some = randomPositions(lib, 8, 2);
      const theirs = rows(["analyse", "--time", "0", "--play", play, "--jumps", jumps], some.join("\n"));
      for (const position of some) {
        const ours = lib.call("analyse", position, "", 0, 2, 0).moves.map((m) => [m.move, m.winner, m.how]);
        const unique = [
          ...new Map(
            theirs.filter((row) => row.position === position && row.move).map((row) => [row.move, row]),
          ).values(),
        ];
        assert.deepEqual(
          ours,
          unique.map((row) => [row.move, row.winner, row.how]),
          position,
        );
      }
      assert.throws(() => lib.call("value", some[0], "", 1), /normal play with any jumps/);
      const solved = rows(["solve", "4x4", "--play", play, "--jumps", jumps]);
      assert.deepEqual(
        lib.call("openings").openings.map((o) => o.winner),
        solved.map((o) => o.winner),
      );
    }
  });

  test(`${name}: the problems of Learn have one winning move, the one that they say`, () => {
    const problems = JSON.parse(readFileSync("src/web/problems.json", "utf8"));
    assert.ok(problems.length >= 5);
    for (const { position, move, plies } of problems) {
      openBoardOf(lib, position);
      const found = lib.call("analyse", position, "", 0, 2, 0);
      assert.deepEqual(
        found.moves.filter((m) => m.winner === found.mover).map((m) => m.move),
        [move],
        position,
      );
      assert.equal(found.plies, plies, position);
    }
  });

  test(`${name}: agents play the moves that papamu's play`, () => {
    lib.call("open", "konane", 6, 6, "", "");
    assert.equal(lib.call("think", "", "a6 a5", "first", 1).move, lib.call("follow", "", "a6 a5").moves[0][0]);
    assert.throws(() => lib.call("think", "", "a6 a5", "nobody", 1), /there is no agent/);
  });

  test(`${name}: bad input gets a sentence`, () => {
    assert.throws(() => lib.call("open", "konane", 30, 30, "", ""), /30/);
    assert.throws(() => lib.call("open", "chess", 8, 8, "", ""), /chess/);
    assert.throws(() => lib.call("open", "konane", 6, 6, "", "x".repeat(500)), /opening rule/);
    lib.call("open", "konane", 6, 6, "", "");
    assert.throws(() => lib.call("follow", "", "a6 a6"), /move 2, "a6"/);
    assert.throws(() => lib.call("follow", "bw/wb x", ""), /./);
    assert.throws(() => lib.call("games", ""), /empty/);
    assert.throws(() => lib.call("openings"), /30 cells/);
    assert.equal(lib.call("follow", "", "").moves.length, 4);
  });
}
