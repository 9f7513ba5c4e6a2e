// The page's words, from one table for all languages: strings.json.
//
// SPDX-License-Identifier: MIT

let table = { languages: {}, strings: {} };
let language = "en";

export async function loadWords() {
  const answer = await fetch(new URL("strings.json", import.meta.url));
  if (!answer.ok) throw new Error(`strings.json: ${answer.status} ${answer.statusText}`);
  table = await answer.json();
  return table.languages;
}

// The text called `key`, with {names} replaced by values.
export function t(key, values = {}) {
  const text = table.strings[key]?.[language] ?? table.strings[key]?.en ?? key;
  return text.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
}

// What follows `prefix` in the keys that begin so, in the order of the table: a list of choices has no other place.
export function choices(prefix) {
  return Object.keys(table.strings)
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length));
}

// Speak a language from here on: the first of those wanted that there is. Returns it.
export function speak(...wanted) {
  const known = wanted.filter(Boolean).map((word) => word.toLowerCase().split("-")[0]);
  const same = { no: "nb", nn: "nb" };
  language = known.map((word) => same[word] ?? word).find((word) => table.languages[word]) ?? "en";
  const { dir } = table.languages[language];
  document.documentElement.lang = language;
  document.documentElement.dir = dir;
  for (const node of document.querySelectorAll("[data-t]")) node.textContent = t(node.dataset.t);
  for (const node of document.querySelectorAll("[data-t-label]"))
    node.setAttribute("aria-label", t(node.dataset.tLabel));
  document.title = `Papamu: ${t("title")}`;
  return language;
}

export function isChecked() {
  return table.languages[language].checked;
}
