"use strict";
/* A list that is longer than one page takes: sent in parts, answered while it is read, shown and saved from here. */

const form = document.querySelector(".list-form");
const answers = document.getElementById("answers");
const file = document.getElementById("file");
const listed = document.getElementById("list");
const column = document.getElementById("column");
const state = document.getElementById("list-state");
const MAX_TERMS = 100_000;
const PART = 5000;
const ROWS = 200;
const TRIES = 3;
const KINDS = { found: "Found", ambiguous: "Several documents", missing: "Not found", failed: "Failed" };
const KEYS = ["query", "q", "_id", "id"];
const TABLE = /\.(csv|tsv|tab)$/i;

document.querySelector("[data-scripted]").hidden = false;

/* Reading: a term a line, a column of a table, or JSON a line. */

function* rowsOf(text, delimiter) {
  let row = [], cell = "", quoted = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (quoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') { cell += '"'; at++; } else quoted = false;
    } else if (sign === '"' && !cell) quoted = true;
    else if (sign === delimiter) { row.push(cell); cell = ""; }
    else if (sign === "\n" || sign === "\r") {
      if (sign === "\r" && text[at + 1] === "\n") at++;
      yield [...row, cell];
      row = []; cell = "";
    } else cell += sign;
  }
  if (cell || row.length) yield [...row, cell];
}

function delimiterOf(name, text) {
  if (!/\.csv$/i.test(name)) return "\t";
  const first = text.slice(0, text.search(/[\r\n]|$/));
  return [",", ";", "\t", "|"].reduce((best, sign) => (first.split(sign).length > first.split(best).length ? sign : best));
}

function termsOfTable(name, text) {
  const rows = rowsOf(text, delimiterOf(name, text));
  const names = rows.next().value || [];
  const wanted = column.value.trim();
  const place = wanted === "" ? 0 : names.includes(wanted) ? names.indexOf(wanted) : Number(wanted) - 1;
  if (!(place >= 0 && place < names.length)) throw new Error(`There is no column ${wanted}; the columns are: ${names.join(", ")}`);
  return [...rows].map((row) => (row[place] || "").replace(/\s+/g, " "));
}

function termOfJson(line) {
  const value = JSON.parse(line);
  if (value === null || typeof value !== "object") return String(value ?? "");
  const key = column.value.trim() || KEYS.find((name) => name in value);
  return String(value[key] ?? "");
}

async function readTerms() {
  const chosen = file.files[0];
  if (chosen && (await chosen.slice(0, 4).text()) === "PK\x03\x04") throw new Error("This is an Excel file. Save the sheet as CSV, or copy the column and paste it.");
  const text = chosen ? (await chosen.text()).replace(/^\uFEFF/, "") : listed.value;
  const lines = () => text.split(/\r\n|\n|\r/).filter((line) => line.trim());
  let found = [];
  if (chosen && TABLE.test(chosen.name)) found = termsOfTable(chosen.name, text);
  else if (chosen && /\.(ndjson|jsonl)$/i.test(chosen.name)) found = lines().map(termOfJson);
  else found = lines();
  return [...new Set(found.map((term) => term.trim()).filter(Boolean))];
}

file.addEventListener("change", async () => {
  const chosen = file.files[0];
  if (!chosen || !TABLE.test(chosen.name)) return;
  const head = (await chosen.slice(0, 65536).text()).replace(/^\uFEFF/, "");
  const names = rowsOf(head, delimiterOf(chosen.name, head)).next().value || [];
  document.getElementById("file-columns").replaceChildren(...names.map((name) => new Option(name, name)));
  column.placeholder = names[0] || "the first one";
  state.textContent = `Columns: ${names.slice(0, 12).join(", ")}${names.length > 12 ? ", …" : ""}.`;
});

/* Asking: part by part, each again when the service is busy or the connection breaks. */

function address(options) {
  const scopes = document.getElementById("scopes").value.trim();
  return `${form.dataset.list}?${new URLSearchParams({ ...options, ...(scopes ? { scopes } : {}) })}`;
}

const pause = (seconds) => new Promise((done) => setTimeout(done, seconds * 1000));

async function post(terms, options, signal) {
  for (let tried = 1; ; tried++) {
    const answer = await fetch(address(options), {
      method: "POST", headers: { "Content-Type": "text/plain" }, body: terms.join("\n"), signal,
    });
    if (answer.ok) return answer;
    const said = (await answer.json().catch(() => ({}))).error || answer.statusText;
    if (![429, 503].includes(answer.status) || tried >= 20) throw new Error(said);
    await pause(Number(answer.headers.get("Retry-After")) || 2);
  }
}

async function part(terms, signal, seen) {
  const reader = (await post(terms, { format: "ndjson", fields: form.dataset.fields === "[]" ? "_id" : form.dataset.fields }, signal))
    .body.pipeThrough(new TextDecoderStream()).getReader();
  const found = new Map();
  let rest = "", ended = false;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const lines = (rest + read.value).split("\n");
    rest = lines.pop();
    for (const entry of lines.map((line) => JSON.parse(line))) {
      if (entry._summary) { ended = true; continue; }
      const key = String(entry.query);
      found.set(key, [...(found.get(key) || []), entry]);
    }
    seen(found.size);
  }
  if (!ended) throw new TypeError("the answer was cut off");
  return found;
}

async function partAgain(terms, signal, seen) {
  for (let tried = 1; ; tried++) {
    try {
      return await part(terms, signal, seen);
    } catch (error) {
      if (signal.aborted || tried >= TRIES || !(error instanceof TypeError)) throw error;
      await pause(tried);
    }
  }
}

function kindOf(entries) {
  if (entries[0]._error) return "failed";
  if (!("_id" in entries[0])) return "missing";
  return entries.length > 1 ? "ambiguous" : "found";
}

/* Showing */

function made(name, text, attributes = {}) {
  const element = document.createElement(name);
  if (text !== undefined) element.textContent = text;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

function valuesAt(value, path) {
  if (Array.isArray(value)) return value.flatMap((each) => valuesAt(each, path));
  if (!path.length) return value === null || value === undefined ? [] : [typeof value === "object" ? "…" : value];
  return value !== null && typeof value === "object" ? valuesAt(value[path[0]], path.slice(1)) : [];
}

function rowOf(term, entry, fields, labels) {
  const row = made("tr");
  row.append(made("td", term), made("td", entry._matched === "_id" ? "Identifier" : entry._matched || entry._error || "–", { class: "soft", "data-label": "Matched in" }));
  const id = made("th", undefined, { scope: "row" });
  if ("_id" in entry) id.append(made("a", entry._id, { href: `${form.dataset.list.replace(/batch$/, "")}?${new URLSearchParams({ id: entry._id, format: "html" })}` }));
  row.append(id);
  for (const [place, name] of fields.entries()) {
    const text = valuesAt(entry, name.split(".")).join(", ").slice(0, 160);
    const cell = made("td", text.length > 80 ? undefined : text, { "data-label": labels[place] });
    if (text.length > 80) cell.append(made("div", text, { class: "clamp" }));
    row.append(cell);
  }
  return row;
}

function table(pairs, kind) {
  const fields = JSON.parse(form.dataset.fields);
  const labels = form.dataset.columns.split("|").slice(0, fields.length);
  const box = made("div", undefined, { class: "scroll", tabindex: "0", role: "region", "aria-label": KINDS[kind] });
  const found = made("table", undefined, { class: "found rows" });
  const head = made("tr");
  head.append(...["Term", "Matched in", "ID", ...labels].map((name) => made("th", name, { scope: "col" })));
  const body = made("tbody");
  let place = 0;
  const more = made("button", "Show more", { type: "button", class: "button" });
  const add = () => {
    for (const [term, entries] of pairs.slice(place, place + ROWS)) body.append(...entries.map((entry) => rowOf(term, entry, fields, labels)));
    place += ROWS;
    more.hidden = place >= pairs.length;
  };
  more.addEventListener("click", add);
  add();
  found.append(made("thead"), body);
  found.tHead.append(head);
  box.append(found);
  return [box, more];
}

async function save(terms, format, button) {
  button.disabled = true;
  try {
    const blob = await (await post(terms, { format, summary: "false" })).blob();
    const link = made("a", "", { href: URL.createObjectURL(blob), download: `list.${format}` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  } catch (error) {
    state.textContent = `The file could not be saved: ${error.message}`;
  }
  button.disabled = false;
}

function downloads(label, terms) {
  const line = made("p", undefined, { class: "actions" });
  line.append(made("span", label, { class: "label" }));
  for (const format of form.dataset.formats.split(",")) {
    const button = made("button", format === "xlsx" ? "Excel" : format.toUpperCase(), { type: "button", class: "button" });
    button.addEventListener("click", () => save(terms, format, button));
    line.append(button);
  }
  return line;
}

function show(found) {
  const groups = Object.keys(KINDS).map((kind) => [kind, [...found].filter(([, entries]) => kindOf(entries) === kind)]).filter(([, pairs]) => pairs.length);
  const tabs = made("p", undefined, { class: "tabs", role: "navigation", "aria-label": "Groups" });
  answers.replaceChildren(downloads("Download everything", [...found.keys()]), tabs);
  const panels = new Map();
  const open = (kind) => {
    for (const [name, [tab, panel]] of panels) {
      panel.hidden = name !== kind;
      if (name === kind) tab.setAttribute("aria-current", "true"); else tab.removeAttribute("aria-current");
    }
  };
  for (const [kind, pairs] of groups) {
    const tab = made("a", `${KINDS[kind]} `, { href: `#${kind}` });
    tab.append(made("span", pairs.length.toLocaleString("en"), { class: "count" }));
    tab.addEventListener("click", (event) => { event.preventDefault(); open(kind); });
    const panel = made("section", undefined, { class: "group", id: kind, "aria-label": KINDS[kind] });
    panel.append(downloads("Download these", pairs.map(([term]) => term)), ...table(pairs, kind));
    panels.set(kind, [tab, panel]);
    tabs.append(tab);
    answers.append(panel);
  }
  if (groups.length) open(groups[0][0]);
}

async function lookUp(terms) {
  const control = new AbortController();
  const bar = made("progress", "", { max: terms.length, value: 0, "aria-label": "Progress" });
  const stop = made("button", "Stop", { type: "button", class: "button" });
  stop.addEventListener("click", () => control.abort());
  answers.replaceChildren(bar, stop);
  const found = new Map();
  const say = (count) => {
    bar.value = count;
    state.textContent = `${count.toLocaleString("en")} of ${terms.length.toLocaleString("en")} looked up.`;
  };
  try {
    for (let start = 0; start < terms.length; start += PART) {
      const some = await partAgain(terms.slice(start, start + PART), control.signal, (count) => say(start + count));
      for (const [term, entries] of some) found.set(term, entries);
    }
    say(found.size);
  } catch (error) {
    state.textContent = `${control.signal.aborted ? "Stopped" : error.message}: ${found.size.toLocaleString("en")} of ${terms.length.toLocaleString("en")} looked up.`;
  }
  show(found);
}

form.addEventListener("submit", async (event) => {
  if (event.submitter && event.submitter.hasAttribute("formaction") && !file.files[0]) return;
  if (!file.files[0] && listed.value.split("\n").length <= Number(form.dataset.batch)) return;
  event.preventDefault();
  try {
    const terms = await readTerms();
    if (terms.length > MAX_TERMS) throw new Error(`The list has ${terms.length.toLocaleString("en")} lines. A browser can look up ${MAX_TERMS.toLocaleString("en")} lines; use the API for more.`);
    if (terms.length > Number(form.dataset.batch)) return await lookUp(terms);
    listed.value = terms.join("\n");
    file.value = "";
    form.submit();
  } catch (error) {
    state.textContent = error.message;
  }
});
