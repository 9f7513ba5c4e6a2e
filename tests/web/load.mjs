// The WebAssembly builds, loaded in node: emscripten's file believes that it is in a worker.
//
// SPDX-License-Identifier: MIT
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

globalThis.self ??= globalThis;
globalThis.location ??= { href: "file:///" };

// The library of the build called `name`, "simd" or "plain", below the folder `build`.
export async function loadLibrary(build, name, megabytes = 1024) {
  const folder = resolve(build, "web");
  const make = (await import(pathToFileURL(join(folder, `papamu-${name}.js`)).href)).default;
  const { Library } = await import(pathToFileURL(join(folder, "library.js")).href);
  return Library.load(make, await WebAssembly.compile(await readFile(join(folder, `papamu-${name}.wasm`))), megabytes);
}
