"use strict";
/* Makes pages handier; each of them is complete without it. */

/* Addresses: the browser knows where the page is from, the server only when its settings say so. */

for (const code of document.querySelectorAll(".copyable.program code")) {
  const text = code.textContent;
  const path = text.search(/(?<=^|[\s'"(])\//);
  const absolute = text.search(/https?:\/\//);
  if (path < 0 || (absolute >= 0 && absolute < path)) continue;
  code.textContent = text.slice(0, path) + location.origin + text.slice(path);
}

/* Pictures that other hosts do not give leave no place in a card, and a text in a link to them, not a broken sign. */

for (const picture of document.querySelectorAll("main img")) {
  const fail = () => {
    picture.closest(".pictured")?.classList.remove("pictured");
    if (!picture.closest("a")) picture.remove();
    else picture.replaceWith(picture.matches(".portrait img") ? picture.alt : picture.src);
  };
  if (picture.complete && !picture.naturalWidth) fail();
  picture.addEventListener("error", fail);
}

/* Copying: a button on every text that is there to be copied. */

function button(text, label, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "copy";
  made.textContent = text;
  if (label) made.setAttribute("aria-label", label);
  made.addEventListener("click", act);
  return made;
}

async function copy(text, from) {
  const before = from.textContent;
  try {
    await navigator.clipboard.writeText(text);
    from.textContent = "Copied";
    say(`Copied ${text.length > 60 ? "the text" : text}`);
  } catch {
    from.textContent = "Select and copy";
  }
  setTimeout(() => { from.textContent = before; }, 1500);
}

function say(text) {
  let voice = document.getElementById("voice");
  if (!voice) {
    voice = document.createElement("p");
    voice.id = "voice";
    voice.className = "hidden";
    voice.setAttribute("role", "status");
    document.querySelector("main").append(voice);
  }
  voice.textContent = text;
}

for (const box of document.querySelectorAll(".copyable")) {
  const text = box.querySelector("code").textContent;
  const name = box.querySelector("pre").getAttribute("aria-label");
  box.append(button("Copy", `Copy: ${name}`, (event) => copy(text, event.currentTarget)));
}

/* The keyboard: / goes to the search box. */

document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, textarea, select, [contenteditable]");
  if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const box = document.querySelector("main input[type=search]");
  if (!box) return;
  event.preventDefault();
  box.focus();
  box.select();
});

/* The buttons above a result: Escape or a click elsewhere closes what they opened. */

function closeTools(except) {
  for (const tool of document.querySelectorAll(".tool[open]")) {
    if (tool.contains(except)) continue;
    if (tool.contains(document.activeElement)) tool.querySelector("summary").focus();
    tool.open = false;
  }
}

document.addEventListener("click", (event) => closeTools(event.target));
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") closeTools(null);
});

/* Fields: the table follows what is typed. */

for (const box of document.querySelectorAll("[data-filter]")) {
  const rows = [...document.querySelectorAll(`#${box.dataset.filter} tbody tr`)];
  const empty = document.querySelector("[data-empty]");
  if (rows.length && !box.defaultValue) {
    box.labels[0].append(", example or note"); // the server, which Enter would ask, looks into names only
    box.form.addEventListener("submit", (event) => event.preventDefault());
    box.form.querySelector("button").hidden = true;
  }
  box.addEventListener("input", () => {
    const wanted = box.value.trim().toLowerCase();
    let left = 0;
    for (const row of rows) {
      row.hidden = !row.textContent.toLowerCase().includes(wanted) && !row.dataset.name.toLowerCase().includes(wanted);
      left += !row.hidden;
    }
    if (empty) empty.hidden = left > 0;
    say(`${left} fields`);
  });
}

/* A document: the path of the part that the address names, to be copied as an option. */

const tree = document.querySelector("[data-tree]");
let bar = null;

function showPath() {
  const id = decodeURIComponent(location.hash.slice(1));
  const part = id && document.getElementById(id);
  const name = part && tree.contains(part) ? part.dataset.path : null;
  if (bar) bar.remove();
  bar = null;
  if (!name) return;
  for (let fold = part.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  bar = document.createElement("div");
  bar.className = "path-bar";
  bar.setAttribute("role", "region");
  bar.setAttribute("aria-label", "Copy this path");
  const path = document.createElement("code");
  path.textContent = name;
  bar.append(path);
  for (const text of [name, `fields=${name}`, `scopes=${name}`]) {
    const label = text === name ? "Copy path" : text;
    bar.append(button(label, text === name ? `Copy path ${name}` : `Copy ${text}`, (event) => copy(text, event.currentTarget)));
  }
  const place = part.nextElementSibling;
  if (!name.split(".").pop().startsWith("_")) {
    bar.append(searchLink("Documents with this field", `_exists_:${escaped(name)}`));
    for (const value of valuesAt(place)) bar.append(searchLink(`Documents with ${value}`, `${escaped(name)}:${phrase(value)}`));
  }
  place.prepend(bar);
}

function escaped(name) {
  return name.replace(/[^\p{L}\p{N}_.-]|^-/gu, "\\$&");
}

function searchLink(text, q) {
  const made = document.createElement("a");
  made.href = `${tree.dataset.search}&${new URLSearchParams({ q })}`;
  made.textContent = text;
  return made;
}

/* The first values of a part, none where it holds more than short texts. */

function valuesAt(place) {
  if (place.querySelector("dl, details, table, .none")) return [];
  const values = place.querySelector(".values") ? [...place.querySelectorAll(".values > li")] : [place];
  return values.slice(0, 5).map((value) => (value.querySelector("data, time")?.title || value.textContent).trim()).filter((text) => text && text.length <= 60);
}

if (tree) {
  document.getElementById("path-hint")?.removeAttribute("hidden");
  window.addEventListener("hashchange", showPath);
  showPath();
}

/* Completion: what the collection holds, below the search box. */

const search = document.getElementById("q");
const types = document.getElementById("type");

function complete() {
  const list = document.createElement("datalist");
  list.id = "completions";
  search.after(list);
  search.setAttribute("list", list.id);
  let latest = 0;
  let waiting = 0;
  search.addEventListener("input", () => {
    clearTimeout(waiting);
    const addresses = suggestAddresses();
    const text = search.value.trim();
    if (!addresses.length || text.length < 2) {
      list.replaceChildren();
      return;
    }
    waiting = setTimeout(async () => {
      const number = ++latest;
      try {
        const found = await Promise.all(addresses.map((address) => suggested(address, text)));
        if (number === latest) list.replaceChildren(...alternating(found).map(choice));
      } catch {
        list.replaceChildren(); // the page is being left, or the network is away
      }
    }, 120);
  });
}

/* A text with signs of the query language is a phrase in quotes. */

function quoted(text) {
  return /[:"()[\]{}^~*?\\/!&|<>+]|^-/.test(text) ? phrase(text) : text;
}

function phrase(text) {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}

const IN_QUERIES = new Set(["field", "value"]); // what is a part of a query already

const MAX_COLLECTIONS = 6; // that are asked while a text for all of them is typed
const MAX_SUGGESTIONS = 10;

/* The addresses for suggestions: that of the chosen collection, or those of the first ones if all are chosen. */

function suggestAddresses() {
  const [chosen] = types.selectedOptions;
  const options = chosen.value === "*" ? [...types.options].slice(0, MAX_COLLECTIONS + 1) : [chosen];
  return options.map((option) => option.dataset.suggest).filter(Boolean);
}

async function suggested(address, text) {
  const answer = await fetch(`${address}?${new URLSearchParams({ q: text, format: "json" })}`);
  const found = answer.ok ? await answer.json() : { suggestions: [] };
  return found.suggestions.map((entry) => (IN_QUERIES.has(entry.kind) ? entry.text : quoted(String(entry.text))));
}

/* The suggestions of several collections: the first of each, then the second of each. */

function alternating(lists) {
  const longest = Math.max(...lists.map((list) => list.length));
  const rounds = Array.from({ length: longest }, (_, place) => lists.flatMap((list) => list.slice(place, place + 1)));
  return [...new Set(rounds.flat())].slice(0, MAX_SUGGESTIONS);
}

function choice(text) {
  const made = document.createElement("option");
  made.value = text;
  return made;
}

if (search && types && types.querySelector("[data-suggest]")) complete();

/* The complete title of the chosen collection, which the box may cut off. */

function showTitle() {
  types.title = types.selectedOptions[0]?.text ?? "";
}

if (types) {
  types.addEventListener("change", showTitle);
  showTitle();
}
