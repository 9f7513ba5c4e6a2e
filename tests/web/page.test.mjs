// The page in Chromium: what a visitor explores, learns, loads and asks for, and wrongly.
//
// SPDX-License-Identifier: MIT
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { RULES } from "../../src/web/learn.js";
import { PAPAMU, browser, cell, faults, notice, require, rowsOf, scratch, site, status, visit } from "./visitor.mjs";

const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

test("Explore agrees with papamu analyse, marks the winner, and plays a move that is chosen", async () => {
  const page = await visit("#size=5x5&moves=a5,b5&view=explore");
  await page.waitForSelector("#analysis tbody tr");
  const csv = execFileSync(
    PAPAMU,
    ["analyse", "2bwb/wbwbw/bwbwb/wbwbw/bwbwb b", "--format", "csv", "--no-provenance", "--time", "1"],
    { encoding: "utf8" },
  );
  const theirs = csv
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => line.split(",").slice(1, 4));
  const ours = (await rowsOf(page)).map(([move, winner, plies]) => [move, winner.toLowerCase(), plies]);
  assert.deepEqual(ours.sort(), theirs.sort());
  await page.click("#analysis tbody tr:first-child button");
  await page.waitForFunction(() => document.querySelectorAll("#moves button").length === 3);
  await page.waitForSelector("#curve .bar");
  await page.locator("#curve .bar").first().click();
  await page.waitForFunction(() => location.hash.includes("ply=1"));
  await page.close();
});

test("the focus stays in a table that is drawn again, and in the list of moves", async () => {
  const page = await visit("#size=4x4&view=explore&moves=a4,a3");
  await page.waitForSelector("#analysis tbody button");
  await page.locator("#analysis button").first().focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(
    () => document.querySelectorAll("#moves button").length === 3 && document.getElementById("stop").hidden,
  );
  assert.ok(await page.evaluate(() => document.getElementById("analysis").contains(document.activeElement)));
  await page.locator("#moves button").first().focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => location.hash.includes("ply=1"));
  assert.equal(await page.evaluate(() => document.activeElement.textContent.slice(0, 2)), "a4");
  await page.close();
});

test("all workers, those started again too, load one compiled module", async () => {
  const page = await browser.newPage({ locale: "en", serviceWorkers: "block" });
  await page.addInitScript(() => {
    window.loaded = [];
    const post = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (message) {
      if (message.name === "load") window.loaded.push(message.values[1]);
      return post.call(this, message);
    };
  });
  await page.goto(`${site.address}#size=6x6&view=explore&moves=a6,a5`);
  await page.waitForSelector("html[data-ready]");
  await page.waitForSelector("#moves button");
  for (let ply = 0; ply < 4; ply++) await page.click(ply % 2 ? "#moves button:last-child" : "#moves button"); // gives up
  await page.waitForFunction(() => window.loaded.length > 2);
  assert.deepEqual(
    await page.evaluate(() => [window.loaded[0] instanceof WebAssembly.Module, new Set(window.loaded).size]),
    [true, 1],
  );
  await page.close();
});

test("the page works where the browser refuses to store anything", async () => {
  const page = await browser.newPage({ locale: "en", serviceWorkers: "block" });
  await page.addInitScript(() =>
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("denied", "SecurityError");
      },
    }),
  );
  await page.goto(site.address);
  await page.waitForSelector("html[data-ready]");
  const before = await page.getAttribute("html", "data-theme");
  await page.click("#theme");
  assert.notEqual(await page.getAttribute("html", "data-theme"), before);
  await page.close();
});

test("mistakes of a game are marked, with what would have kept the win", async () => {
  const page = await visit("#size=4x4&view=explore&opening=any");
  let wrong = false;
  for (let ply = 0; ply < 12 && !wrong; ply++) {
    await page.waitForFunction(
      (n) =>
        document.querySelectorAll("#moves button").length === n &&
        document.querySelector("#analysis tbody tr, #analysis p") &&
        document.getElementById("stop").hidden,
      ply,
    );
    const rows = await page.locator("#analysis tbody tr").count();
    if (rows === 0) break;
    const winners = (await rowsOf(page)).map(([, winner]) => winner);
    wrong = new Set(winners).size > 1;
    await page
      .locator("#analysis tbody tr")
      .nth(rows - 1)
      .locator("button")
      .click();
  }
  assert.ok(wrong, "no position with a winning and a losing move on the way");
  const mark = page.locator("#moves .mistake");
  await mark.first().waitFor();
  assert.match(await mark.first().getAttribute("aria-label"), /gave the win away; kept by /);
  await page.close();
});

test("value with thermograph, map of openings, position editor", async () => {
  const page = await visit("#size=4x4&moves=a4,b4&view=explore");
  await page.click("#value-part summary");
  await page.waitForSelector("#value .chart");
  const value = execFileSync(PAPAMU, ["value", "2bw/wbwb/bwbw/wbwb b", "--format", "csv", "--no-provenance"], {
    encoding: "utf8",
  })
    .trim()
    .split("\n")[1];
  const shown = await page.textContent("#value dd");
  assert.ok(value.replaceAll('"', "").includes(`,${shown},`), `${shown} in ${value}`);
  await page.evaluate(() => (location.hash = "size=5x5&start=bw3/5/5/5/3wb+b&view=explore"));
  await page.locator("#value .row button").nth(1).focus();
  assert.equal(await page.locator(".cell.marked").count(), 5);
  assert.match(
    await page.locator("#value .row button").first().getAttribute("aria-label"),
    /value .*: a1 b1 c1 d1 e1$/,
  );
  await page.evaluate(() => (location.hash = "size=4x4&moves=a4,b4&view=explore"));
  await page.waitForFunction(() => document.querySelectorAll(".cell").length === 16);
  await page.click("#openings-part summary");
  await page.waitForSelector("#openings .edge", { state: "attached" });
  assert.equal(await page.locator("#openings .edge").count(), 24);
  assert.equal(await page.locator("#openings .edge.black").count(), 4);
  await page.locator("#openings .edge").first().focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => location.hash.includes("opening=any"));
  await page.click("#editor-part summary");
  await page.fill("#editor input", "b1b/3/b1b b b");
  await page.click("#editor button.main");
  await page.waitForFunction(() => document.querySelector("#editor [role=status]").textContent.length > 10);
  await page.fill("#editor input", "xo.o.|.....");
  await page.click("#editor button.main");
  await page.waitForSelector(`${cell("a2")}.can-move`);
  await page.close();
});

test("where there is no map of openings, a sentence in the reader's language says so", async () => {
  const page = await visit("#size=6x6&view=explore", { locale: "fr" });
  await page.click("#openings-part summary");
  await page.waitForFunction(() => /La carte existe/.test(document.getElementById("openings").textContent));
  await page.close();
});

test("a value that is not found in time can be given more", async () => {
  const page = await visit("#size=8x8&moves=a8,b8&view=explore");
  await page.click("#value-part summary");
  await page.click("#value button");
  await page.waitForFunction(() => /20 s at most/.test(document.getElementById("value").textContent));
  await page.click("#undo"); // another position has the usual time again
  await page.fill("#move-text", "a7");
  await page.press("#move-text", "Enter");
  await page.waitForFunction(() => / 5 s/.test(document.getElementById("value").textContent));
  await page.close();
});

test("a database of the user answers; damaged ones, and other files, get a sentence", async () => {
  const path = join(scratch, "4x4.papamu");
  execFileSync(PAPAMU, ["solve", "4x4", "--db", path], { stdio: "ignore" });
  const bytes = readFileSync(path);
  const damaged = Buffer.from(bytes);
  for (let at = 600; at < damaged.length; at += 50) damaged[at] ^= 0x55;
  writeFileSync(join(scratch, "damaged.papamu"), damaged);
  writeFileSync(join(scratch, "short.papamu"), bytes.subarray(0, 100));
  writeFileSync(join(scratch, "empty.papamu"), "");
  writeFileSync(join(scratch, "text.papamu"), "hello\n".repeat(100));
  const page = await visit("#size=4x4&moves=a4,b4&view=explore");
  await page.click("#database-part summary");
  for (const name of ["short", "empty", "text", "damaged"]) {
    await page.setInputFiles("#database-file", join(scratch, `${name}.papamu`));
    await page.waitForFunction(
      (file) =>
        document.getElementById("database-text").textContent.includes(file) ||
        /damaged/.test(document.getElementById("verdict").textContent),
      `${name}.papamu`,
    );
    const sentence = `${await page.textContent("#database-text")} ${await page.textContent("#verdict")}`;
    assert.match(sentence, /cannot be used: .{10,}|damaged/, name);
  }
  await page.setInputFiles("#database-file", path);
  await page.waitForFunction(() =>
    [...document.querySelectorAll("#analysis .how")].some((c) => c.textContent === "database"),
  );
  await page.click("#database button");
  await page.waitForFunction(() =>
    [...document.querySelectorAll("#analysis .how")].some((c) => c.textContent.startsWith("sweep")),
  );
  await page.close();
});

test("records are saved and loaded, and broken ones get a sentence", async () => {
  const page = await visit("#size=6x6&moves=a6,a5,c6-a6&opening=any");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("#save")]);
  assert.equal(download.suggestedFilename(), "game.kgn");
  const path = join(scratch, "game.kgn");
  await download.saveAs(path);
  assert.match(readFileSync(path, "utf8"), /\[Board "6x6"\][^]*1\. a6 a5 2\. c6-a6/);
  await page.evaluate(() => (location.hash = "size=4x4"));
  await page.waitForFunction(() => document.querySelectorAll(".cell").length === 16);
  await page.setInputFiles("#load", path);
  await page.waitForFunction(() => document.querySelectorAll("#moves button").length === 3);
  writeFileSync(join(scratch, "broken.kgn"), readFileSync(path, "utf8").replace("c6-a6", "c6-a9"));
  writeFileSync(join(scratch, "none.kgn"), "\0\x01\x02");
  for (const name of ["broken.kgn", "none.kgn"]) {
    await page.setInputFiles("#load", join(scratch, name));
    await page.waitForFunction((file) => document.getElementById("notice").textContent.includes(file), name);
  }
  assert.equal(await page.locator("#moves button").count(), 3);
  await page.close();
});

test("an address may be a position alone; one bad move does not take its board away", async () => {
  const page = await visit("#start=bw1w/2w1/1w2/4+b&view=explore");
  assert.equal(await page.locator("#board .cell").count(), 16);
  await page.waitForSelector("#analysis tbody tr");
  await page.locator("#analysis tbody button").click();
  await page.waitForFunction(() => /1 ply to the end/.test(document.getElementById("verdict").textContent));
  await page.close();
  const other = await visit("#size=5x6&moves=a5,a4,a3-a5");
  assert.match(await notice(other), /a3-a5/);
  assert.equal(await other.locator("#board .cell").count(), 30);
  await other.close();
});

// Whether a colour, as a style or a script of gnuplot has it, is blue rather than orange.
function isBlue(color) {
  const [red, , blue] = color.startsWith("#")
    ? [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16))
    : color.match(/\d+/g).map(Number);
  return blue > red;
}

test("a player's wins have the colour that the figures give them, in both themes", async () => {
  const figures = readFileSync("src/plots/common.gp", "utf8");
  const wanted = (who) => isBlue(figures.match(new RegExp(`^${who}_colour = '(#......)'`, "m"))[1]);
  assert.notEqual(wanted("black"), wanted("white"));
  for (const colorScheme of ["light", "dark"]) {
    const page = await visit("#size=4x4&view=explore", { colorScheme });
    await page.click("#openings-part summary");
    await page.waitForSelector("#openings .edge", { state: "attached" });
    for (const who of ["black", "white"]) {
      const edge = await page.$eval(`#openings .edge.${who}`, (node) => getComputedStyle(node).stroke);
      assert.equal(isBlue(edge), wanted(who), `${colorScheme} ${who} ${edge}`);
    }
    const arrow = await page.$eval("#board .arrow.white", (node) => getComputedStyle(node).stroke);
    assert.equal(isBlue(arrow), wanted("white"), `arrow ${arrow}`);
    await page.close();
  }
});

test("in the pictures of the rules, stones keep to the cells of their colour", () => {
  for (const [name, rows, cols, stones] of RULES) {
    assert.equal(stones.length, rows * cols, name);
    const corners = new Set();
    [...stones].forEach((letter, cell) => {
      const isEven = (Math.floor(cell / cols) + (cell % cols)) % 2 === 0;
      if (letter !== ".") corners.add((letter === "x") === isEven);
    });
    assert.equal(corners.size, 1, name);
  }
});

test("addresses that cannot be get a sentence and a board", async () => {
  const wrong = {
    "size=99x99": /99/,
    "size=abc": /abc/,
    "game=chess": /chess/,
    "moves=a6,zz": /zz/,
    "start=bw/wb/x": /./,
    "opening=nothing": /nothing/,
    "corner=red": /corner/,
    "view=fly": /fly/,
    "ply=77": /77/,
    "size=5x5&opening=corner&corner=white": /./,
    "moves=%E0%A4%A": /./,
    "size=20x20&view=explore": null,
  };
  for (const [hash, sentence] of Object.entries(wrong)) {
    const page = await visit(`#${hash}`);
    const said = `${await notice(page)}${await status(page)}`;
    if (sentence) assert.match(said, sentence, hash);
    else assert.equal(await notice(page), "", hash);
    assert.ok((await page.locator(".cell").count()) > 0, hash);
    await page.close();
  }
});

test("no violations that axe-core knows, in each view, language, and both themes", async () => {
  for (const [hash, scheme, language] of [
    ["", "light", "en"],
    ["#size=5x5&moves=a5,b5&view=explore", "dark", "en"],
    ["#size=4x4&view=explore", "light", "ar"],
    ["#view=learn", "light", "en"],
    ["#view=learn", "dark", "vi"],
  ]) {
    const page = await visit(hash, { colorScheme: scheme, locale: language });
    if (hash.includes("explore")) {
      await page.waitForSelector("#analysis tbody tr");
      for (const part of ["value", "openings", "editor", "database"]) await page.click(`#${part}-part summary`);
      await page.waitForSelector("#openings .edge", { state: "attached" });
    }
    assert.equal(await page.getAttribute("html", "lang"), language);
    assert.equal(await page.getAttribute("html", "dir"), language === "ar" ? "rtl" : "ltr");
    await page.evaluate(AXE);
    const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
    assert.deepEqual(
      found.violations.map((v) => [v.id, v.nodes.map((n) => n.html.slice(0, 150)).slice(0, 3)]),
      [],
      `${hash} ${scheme}`,
    );
    await page.close();
  }
});

test("every size from a phone's to a desktop's: nothing is wider than the window", async () => {
  const page = await visit("#size=8x8&view=explore&moves=d5,d4");
  for (const [width, height] of [
    [320, 568],
    [390, 844],
    [820, 1180],
    [1280, 800],
    [1920, 1080],
  ]) {
    await page.setViewportSize({ width, height });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= width, `${wide} > ${width}`);
    const box = await page.locator(".board svg").boundingBox();
    assert.ok(box.width > 200 && box.x >= 0 && box.x + box.width <= width, JSON.stringify(box));
  }
  await page.close();
});

test("each language has every word, with the same blanks", () => {
  const { languages, strings } = JSON.parse(readFileSync("src/web/strings.json", "utf8"));
  const blanks = (text) => (text.match(/\{\w+\}/g) ?? []).sort().join();
  for (const [key, texts] of Object.entries(strings))
    for (const code of Object.keys(languages)) {
      assert.equal(typeof texts[code], "string", `${key} in ${code}`);
      assert.equal(blanks(texts[code]), blanks(texts.en), `${key} in ${code}`);
      if (texts.en) assert.notEqual(texts[code], "", `${key} in ${code}`);
    }
});

test("the page works without a network once it was loaded", async () => {
  const context = await browser.newContext({ locale: "en" });
  const page = await context.newPage();
  await page.goto(site.address);
  await page.waitForSelector("html[data-ready]");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  await context.setOffline(true);
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  await context.close();
});

test("no page threw anything or printed an error", () => {
  assert.deepEqual(faults, []);
});
