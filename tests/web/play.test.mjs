// Playing on the page, by mouse, by keyboard, and wrongly: games, their form, and problems.
//
// SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { PAPAMU, cell, faults, notice, site, status, visit } from "./visitor.mjs";

// Wait until a person may move, or the game is over; returns whether it continues.
async function isMyTurn(page) {
  await page.waitForFunction(
    () => document.querySelector(".can-move") || /wins|Draw/.test(document.getElementById("status").textContent),
  );
  return !/wins|Draw/.test(await status(page));
}

test("a game is played to its end by mouse: clicks, and dragging", async () => {
  const page = await visit("#size=4x4");
  for (let turn = 0; await isMyTurn(page); turn++) {
    const from = page.locator(".can-move").first();
    const before = await page.locator("#moves button").count();
    if (turn === 0) await from.click();
    else if (turn % 2 === 0) {
      await from.click();
      await page.locator(".target-here").first().click();
    } else {
      const a = await from.boundingBox();
      await page.mouse.move(a.x + a.width / 2, a.y + a.height / 2);
      await page.mouse.down();
      await page.mouse.move(a.x + a.width / 2 + 12, a.y + a.height / 2, { steps: 3 });
      const b = await page.locator(".target-here").first().boundingBox();
      await page.mouse.move(b.x + b.width / 2, b.y + b.height / 2, { steps: 3 });
      await page.mouse.up();
    }
    await page.waitForFunction((n) => document.querySelectorAll("#moves button").length > n, before);
  }
  assert.match(await status(page), /^(Black|White) wins$/);
  assert.equal(await notice(page), "");
  await page.close();
});

test("a game is played to its end by keyboard alone, and read aloud", async () => {
  const page = await visit("#size=4x4");
  await page.keyboard.press("Tab"); // the link over the navigation
  await page.keyboard.press("Enter");
  for (let guard = 0; guard < 40 && (await isMyTurn(page)); guard++) {
    const before = await page.locator("#moves button").count();
    await walkTo(page, ".can-move");
    await page.keyboard.press("Enter");
    if (before > 1) {
      await walkTo(page, ".target-here");
      await page.keyboard.press("Enter");
    }
    await page.waitForFunction((n) => document.querySelectorAll("#moves button").length > n, before);
  }
  assert.match(await status(page), /wins$/);
  assert.match(await page.textContent("#say"), /^[a-d]\d-[a-d]\d\. (Black|White) wins$/);
  await page.close();
});

// Press arrow keys until a cell that matches has the focus.
async function walkTo(page, selector) {
  for (let presses = 0; presses < 30; presses++) {
    const step = await page.evaluate((wanted) => {
      const grid = document.querySelector("[role=grid]");
      const focus = document.activeElement.closest?.("[role=gridcell]") ?? grid.querySelector("[tabindex='0']");
      focus.focus();
      const at = Number(focus.dataset.cell);
      const to = Number(grid.querySelector(wanted).dataset.cell);
      if (at === to) return "";
      if (Math.floor(at / 4) !== Math.floor(to / 4)) return at < to ? "ArrowDown" : "ArrowUp";
      return at < to ? "ArrowRight" : "ArrowLeft";
    }, selector);
    if (!step) return;
    await page.keyboard.press(step);
  }
  assert.fail(`no way to ${selector}`);
}

test("typed moves, undo, flip, stepping, and moves that cannot be", async () => {
  const page = await visit("#size=6x6&moves=a6,a5");
  const type = async (text) => {
    await page.fill("#move-text", text);
    await page.press("#move-text", "Enter");
  };
  await type("a4-a6");
  await page.locator("#notice").waitFor();
  assert.match(await notice(page), /a4-a6 is not legal/);
  for (const [wrong, sentence] of [
    ["", /Type a move/],
    ["x".repeat(400), /not a move/],
    ["a1 a2", /more than one/],
    ["<b>", /./],
  ]) {
    await type(wrong);
    await page.waitForFunction(
      (source) => new RegExp(source).test(document.getElementById("notice").textContent),
      sentence.source,
    );
  }
  await type("c6-a6");
  await page.waitForFunction(() => document.querySelectorAll("#moves button").length === 3);
  assert.equal(await page.locator("#notice:visible").count(), 0);
  await page.locator(cell("f5")).click();
  assert.equal(await status(page), "f5 cannot move now. White to move");
  await page.click("#undo");
  await page.waitForFunction(() => document.querySelectorAll("#moves button").length === 2);
  await page.click("#flip");
  const x = await page.locator(cell("a1")).boundingBox();
  const y = await page.locator(cell("f6")).boundingBox();
  assert.ok(x.x > y.x && x.y < y.y);
  await page.click("#first");
  await page.waitForFunction(() => document.querySelector(".cell[aria-label^='a6, black stone']"));
  assert.match(page.url(), /ply=0/);
  await page.close();
});

test("a game against the computer continues after the page is loaded again, and from a position of a link", async () => {
  const page = await visit("#size=4x4");
  const moves = page.locator("#moves button");
  const reaches = (n) => page.waitForFunction((k) => document.querySelectorAll("#moves button").length === k, n);
  await page.locator(".can-move").first().click();
  await reaches(2);
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  assert.match(await page.textContent("#player-far"), /Computer \(Medium\)/);
  await page.goto("about:blank");
  await page.goto(`${site.address}#size=4x4&moves=a4`);
  await page.waitForSelector("html[data-ready]");
  assert.match(await page.textContent("#player-far"), /Person/);
  await page.selectOption("select[name=white]", "easy");
  await page.waitForTimeout(800);
  assert.equal(await moves.count(), 1);
  await page.click("#play-on");
  await reaches(2);
  assert.match(await page.textContent("#player-far"), /Computer \(Easy\)/);
  await page.close();
});

test("undone while the computer thinks, a move leaves no thinking behind", async () => {
  const page = await visit("#size=8x8");
  await page.locator(".can-move").first().click();
  await page.waitForFunction(() => /Thinking/.test(document.getElementById("status").textContent));
  await page.click("#undo");
  await page.waitForFunction(() => document.querySelectorAll("#moves button").length === 0);
  await page.waitForTimeout(800);
  assert.match(await status(page), /Black to move/);
  await page.close();
});

test("the computer waits in Explore and after stepping back, and answers in Play", async () => {
  const page = await visit("#size=5x5&view=explore");
  const moves = page.locator("#moves button");
  await page.locator("#analysis tbody button").first().click();
  await page.waitForFunction(() => document.querySelectorAll("#moves button").length === 1);
  await page.waitForTimeout(1000);
  assert.equal(await moves.count(), 1);
  await page.click("[data-view=play]");
  await page.waitForFunction(() => document.querySelectorAll("#moves button").length === 2);
  await page.click("#back");
  await page.waitForTimeout(1000);
  assert.equal(await moves.count(), 2);
  await page.click("#back");
  await page.locator(".can-move").last().click();
  await page.waitForFunction(() => document.querySelectorAll("#moves button").length === 2);
  await page.close();
});

test("a problem says whether its first move was right", async () => {
  const [{ position, move }] = JSON.parse(readFileSync("src/web/problems.json", "utf8"));
  const page = await visit("#view=learn");
  await page.click("button[aria-label='Try it 1']");
  const says = (part) =>
    page.waitForFunction((text) => document.getElementById("status").textContent.includes(text), part);
  const type = async (text) => {
    await page.fill("#move-text", text);
    await page.press("#move-text", "Enter");
  };
  await page.waitForSelector(".can-move");
  const { moves } = JSON.parse(execFileSync(PAPAMU, ["moves", position, "--format", "json"]));
  const wrong = moves.find((one) => one.move !== move).move;
  await type(wrong);
  await says(`${wrong} gives the win away`);
  await page.click("#first");
  await page.waitForFunction(() => document.querySelector(".can-move"));
  await type(move);
  await says(`${move} is right`);
  await page.close();
});

test("draughts: a game by agents, watched and paused", async () => {
  const page = await visit("#game=italian");
  assert.match(await page.textContent("#player-near"), /White/);
  await page.selectOption("select[name=black]", "easy");
  await page.selectOption("select[name=white]", "easy");
  await page.click("#new-game button.main");
  await page.waitForFunction(() => document.querySelectorAll("#moves button").length >= 4);
  await page.click("#pause");
  const n = await page.locator("#moves button").count();
  await page.waitForTimeout(900);
  assert.ok((await page.locator("#moves button").count()) <= n + 1);
  await page.click("#pause");
  await page.waitForFunction((k) => document.querySelectorAll("#moves button").length > k + 1, n);
  await page.close();
});

test("a variant from the form, a board of another size, and two people", async () => {
  const page = await visit();
  await page.selectOption("select[name=game]", "konane-misere");
  await page.selectOption("select[name=size]", "other");
  await page.fill("input[name=rows]", "3");
  await page.fill("input[name=cols]", "7");
  await page.selectOption("select[name=opening]", "any");
  await page.selectOption("select[name=white]", "person");
  await page.click("#new-game button.main");
  await page.waitForFunction(() => document.querySelectorAll(".cell").length === 21);
  assert.match(page.url(), /game=konane-misere&size=3x7&opening=any/);
  for (const made of [1, 2]) {
    await page.locator(".can-move").first().click();
    await page.waitForFunction((n) => document.querySelectorAll("#moves button").length === n, made);
  }
  await page.selectOption("select[name=size]", "other");
  await page.fill("input[name=rows]", "1");
  await page.fill("input[name=cols]", "1");
  await page.click("#new-game button.main");
  await page.locator("#notice").waitFor();
  assert.match(await notice(page), /1x1|cells|2 to/);
  await page.close();
});

test("a size that cannot be stops no other, and none is not a size", async () => {
  const page = await visit("#size=5x5");
  const start = async (size, rows = null) => {
    await page.selectOption("select[name=size]", size);
    if (rows !== null) await page.fill("input[name=rows]", rows);
    await page.click("#new-game button.main");
  };
  await start("other", "");
  await page.waitForTimeout(300);
  assert.match(page.url(), /size=5x5/);
  await start("other", "21");
  await start("4x4");
  await page.waitForFunction(() => document.querySelectorAll(".cell").length === 16);
  await page.close();
});

test("no page threw anything or printed an error", () => {
  assert.deepEqual(faults, []);
});
