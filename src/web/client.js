// The workers as the page sees them: calls that return promises.
//
// There are two. The first answers what every move needs, at once; the second does what takes time, and is thrown away
// and started again when that is no longer wanted: a worker without threads cannot be interrupted.
//
// SPDX-License-Identifier: MIT
import { PapamuError, buildName } from "./library.js";

// Calls that only prepare: they are no reason to start a worker again.
const PREPARING = new Set(["load", "open", "open_file", "close_database"]);

class Client {
  #worker;
  #waiting = new Map();
  #next = 0;
  about;

  // `wasm` is the compiled module, or a promise of it, which the worker starts without; then nothing is called before
  // `about`.
  constructor(build, wasm) {
    this.#worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.#worker.onmessage = ({ data }) => this.#take(data);
    this.#worker.onerror = (event) => this.#fail(event.message || "the worker could not be started");
    const load = (module) => this.call("load", build, module);
    this.about = wasm instanceof Promise ? wasm.then(load) : load(wasm); // at once, before any other call
    this.about.catch(() => {});
  }

  call(name, ...values) {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { name, resolve, reject });
      this.#worker.postMessage({ id, name, values });
    });
  }

  get isBusy() {
    return [...this.#waiting.values()].some(({ name }) => !PREPARING.has(name));
  }

  #take({ id, answer, error }) {
    const { resolve, reject } = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (!error) resolve(answer);
    else reject(new PapamuError(error));
  }

  #fail(message) {
    for (const { reject } of this.#waiting.values()) reject(new PapamuError({ status: "broken", message, offset: 0 }));
    this.#waiting.clear();
  }

  end() {
    this.#worker.terminate();
    for (const { reject } of this.#waiting.values())
      reject(new PapamuError({ status: "given up", message: "given up", offset: 0 }));
    this.#waiting.clear();
  }
}

export class Engine {
  #build = buildName();
  #wasm;
  #quick;
  #slow;
  #place; // the last arguments of open()
  #file; // the user's database

  async load() {
    const wasm = this.#fetch();
    this.#quick = new Client(this.#build, wasm);
    this.#wasm = await wasm;
    this.about = await this.#quick.about;
    this.#slow = new Client(this.#build, this.#wasm);
    return this.about;
  }

  async #fetch() {
    const answer = await fetch(new URL(`papamu-${this.#build}.wasm`, import.meta.url));
    if (!answer.ok) throw new Error(`papamu-${this.#build}.wasm: ${answer.status} ${answer.statusText}`);
    return WebAssembly.compile(await answer.arrayBuffer()); // once for all workers
  }

  get build() {
    return this.#build;
  }

  // Go to a board. The answer says what it is; a refused board leaves both workers where they were.
  async open({ game, rows, cols, corner, opening }) {
    const place = [game, rows, cols, corner, opening];
    const info = await this.#quick.call("open", ...place);
    this.#place = place;
    this.#restartSlow(false);
    const { is_exact, has_database } = await this.#slow.call("open", ...place);
    return { ...info, is_exact, has_database };
  }

  // What needs no time.
  ask(name, ...values) {
    return this.#quick.call(name, ...values);
  }

  // What takes some. Whatever was still being worked on is given up.
  async think(name, ...values) {
    this.#restartSlow(false);
    return this.#slow.call(name, ...values);
  }

  // What can wait until the rest is done, and is given up with it.
  queue(name, ...values) {
    return this.#slow.call(name, ...values);
  }

  stop() {
    this.#restartSlow(false);
  }

  // Let the user's database answer. It is opened where it lies; throws what is wrong with it, and keeps none then.
  async openDatabase(file) {
    this.#restartSlow(false);
    this.#file = undefined;
    await this.#slow.call("close_database");
    const info = await this.#slow.call("open_file", file).catch(async (error) => {
      await this.#slow.call("open", ...this.#place);
      throw error;
    });
    this.#file = file;
    await this.#slow.call("open", ...this.#place);
    return info;
  }

  async closeDatabase() {
    this.#file = undefined;
    this.#restartSlow(true);
  }

  #restartSlow(always) {
    if (!always && !this.#slow.isBusy) return;
    this.#slow.end();
    this.#slow = new Client(this.#build, this.#wasm);
    const again = [];
    if (this.#file) again.push(["open_file", this.#file]);
    if (this.#place) again.push(["open", ...this.#place]);
    for (const call of again) this.#slow.call(...call).catch(() => {});
  }
}
