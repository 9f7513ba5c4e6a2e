// The visitor's choices, kept in the browser's storage; where that is refused, as long as the page is open.
//
// SPDX-License-Identifier: MIT

const here = {};

export function remember(name, value) {
  here[name] = value;
  try {
    localStorage.setItem(name, value);
  } catch {
    // A browser that blocks cookies refuses storage, too.
  }
}

// What was kept under a name, or null.
export function recall(name) {
  try {
    return here[name] ?? localStorage.getItem(name);
  } catch {
    return here[name] ?? null;
  }
}
