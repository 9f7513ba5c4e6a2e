// Making elements.
//
// SPDX-License-Identifier: MIT

const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== undefined && value !== null) node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
}

// An element of HTML. Attributes whose name begins with "on" are listeners.
export function h(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

// An element of SVG.
export function s(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

// Put new content into `node`. If the focus was in the old, it goes to the current button of the new, or the first.
export function renew(node, ...children) {
  const hadFocus = node.contains(document.activeElement);
  node.replaceChildren(...children);
  if (hadFocus) (node.querySelector("[aria-current]") ?? node.querySelector("button") ?? node).focus();
}

export const $ = (id) => document.getElementById(id);

// Offer a text as a file.
export function download(name, text, type) {
  const link = h("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
