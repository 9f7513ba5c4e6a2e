// The library, compiled to WebAssembly: loading it, and calling its functions, whose answers are objects.
//
// What the functions do is written in web.h. This file knows nothing of the page; tests load it in node.
//
// SPDX-License-Identifier: MIT

// A module whose only function uses an instruction of the SIMD proposal; it is valid where that is known.
const SIMD_PROBE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
]);

export function buildName() {
  return WebAssembly.validate(SIMD_PROBE) ? "simd" : "plain";
}

// What the library answered instead of a result: `status` is a word, `message` a clause, `offset` a place in the text.
export class PapamuError extends Error {
  constructor({ status, message, offset }) {
    super(message);
    this.name = "PapamuError";
    this.status = status;
    this.offset = offset;
  }
}

// Of each function, the arguments after the handle: s a text, i an integer, d a number.
const SIGNATURES = {
  about: "",
  open: "siiss",
  look: "s",
  database: "s",
  close_database: "",
  follow: "ss",
  analyse: "ssdii",
  course: "ss",
  think: "sssi",
  value: "ssd",
  openings: "",
  record: "ssss",
  games: "s",
};

export class Library {
  // `make` is what emscripten's file exports, `wasm` the compiled WebAssembly.Module, which several may share.
  static load(make, wasm, megabytes = 1024) {
    return new Promise((resolve, reject) => {
      const instantiateWasm = (imports, take) => {
        WebAssembly.instantiate(wasm, imports).then((instance) => take(instance, wasm), reject);
        return {};
      };
      make({ instantiateWasm }).then((module) => resolve(new Library(module, megabytes)), reject);
    });
  }

  constructor(module, megabytes) {
    this.module = module;
    this.handle = module._web_new(megabytes);
    this.folders = 0;
  }

  // Call a function by its name in web.h, without the prefix. Throws a PapamuError.
  call(name, ...values) {
    const signature = SIGNATURES[name];
    const texts = [];
    const words = [...signature].map((kind, i) => {
      if (kind !== "s") return Number(values[i]);
      texts.push(this.#copyIn(String(values[i] ?? "")));
      return texts.at(-1);
    });
    try {
      const answer = JSON.parse(this.module.UTF8ToString(this.module[`_web_${name}`](this.handle, ...words)));
      if (answer.error) throw new PapamuError(answer.error);
      return answer;
    } finally {
      texts.forEach((text) => this.module._free(text));
    }
  }

  // A text as C has it, to be freed; it ends at the first zero byte.
  #copyIn(text) {
    const bytes = new TextEncoder().encode(text);
    const at = this.module._malloc(bytes.length + 1);
    if (at === 0) throw new PapamuError({ status: "memory", message: "there is no memory for a text", offset: 0 });
    this.module.HEAPU8.set(bytes, at);
    this.module.HEAPU8[at + bytes.length] = 0;
    return at;
  }

  // Let the library read a file of the user where it lies, without a copy in memory; in a worker only. Returns its path.
  mount(file) {
    const { FS, WORKERFS } = this.module;
    const folder = `/user${++this.folders}`;
    FS.mkdir(folder);
    FS.mount(WORKERFS, { blobs: [{ name: "database", data: file }] }, folder);
    return `${folder}/database`;
  }

  // Put a file's bytes into memory under a path.
  put(path, bytes) {
    this.module.FS.writeFile(path, bytes);
  }
}
