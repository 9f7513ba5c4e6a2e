// A visitor of the page: Chromium without a window, for the tests of one file.
//
// SPDX-License-Identifier: MIT
import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before } from "node:test";
import { serve } from "./server.mjs";

const BUILD = process.env.BUILD ?? "build";
export const PAPAMU = process.env.PAPAMU ?? join(BUILD, "papamu");
export const require = createRequire(resolve("build/npm/index.js"));
const { chromium } = require("playwright-core");
export const scratch = mkdtempSync(join(tmpdir(), "papamu-page-"));
export const faults = []; // what pages threw or printed as errors
export let browser;
export let site;

before(async () => {
  site = await serve(join(BUILD, "web"));
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox"],
  });
});

after(async () => {
  await browser?.close();
  site?.close();
  rmSync(scratch, { recursive: true });
});

// A page at an address, ready; what it throws or prints as an error goes to `faults`.
export async function visit(hash = "", options = {}) {
  const page = await browser.newPage({
    viewport: { width: 1200, height: 850 },
    locale: "en",
    serviceWorkers: "block",
    ...options,
  });
  page.setDefaultTimeout(30000);
  page.on("pageerror", (error) => faults.push(String(error.stack)));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  await page.goto(site.address + hash);
  await page.waitForSelector("html[data-ready]");
  return page;
}

export const cell = (name) => `.cell[aria-label^="${name},"]`;
export const notice = (page) => page.textContent("#notice");
export const status = (page) => page.textContent("#status");
export const rowsOf = (page) =>
  page.$$eval("#analysis tbody tr", (rows) => rows.map((row) => [...row.cells].map((c) => c.textContent)));
