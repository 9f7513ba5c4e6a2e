// The worker: one copy of the library, which answers one message after the other.
//
// Messages are {id, name, values}; answers {id, answer} or {id, error}. Two names are not functions of the library:
// "load", with the build and the compiled module, and "open_file", with a File.
//
// SPDX-License-Identifier: MIT
import { Library } from "./library.js";

let library;

const own = {
  async load(build, wasm) {
    const make = (await import(`./papamu-${build}.js`)).default;
    library = await Library.load(make, wasm);
    return library.call("about");
  },

  open_file(file) {
    return library.call("database", library.mount(file));
  },
};

async function answer({ id, name, values }) {
  try {
    const result = own[name] ? await own[name](...values) : library.call(name, ...values);
    postMessage({ id, answer: result });
  } catch (error) {
    const { status = "broken", message, offset = 0 } = error;
    postMessage({ id, error: { status, message: String(message ?? error), offset } });
  }
}

// One after the other, although loading takes a while.
let last = Promise.resolve();
onmessage = ({ data }) => {
  last = last.then(() => answer(data));
};
