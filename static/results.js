"use strict";
/* Pages of results: rows that open, columns that are kept, a search inside each facet. */

/* Results: a click anywhere in a row opens it, unless it selects text or meets a link. */

for (const list of document.querySelectorAll(".found.rows, .hit-cards")) {
  list.classList.add("openable");
  list.addEventListener("click", (event) => {
    if (event.target.closest("a, button, input, summary, thead") || String(getSelection())) return;
    const row = event.target.closest("tr, li");
    const named = row && row.classList.contains("elsewhere") ? row.previousElementSibling : row;
    const link = named && named.querySelector("th a, .title a");
    if (!link) return;
    if (event.ctrlKey || event.metaKey) open(link.href, "_blank", "noopener");
    else location.assign(link.href);
  });
}

/* The head of a table stays in view where the table needs no scrolling of its own. */

const fits = new ResizeObserver((seen) => {
  for (const { target } of seen) {
    target.classList.remove("fits");
    target.classList.toggle("fits", target.scrollWidth <= target.clientWidth);
  }
});

for (const box of document.querySelectorAll(".hits .scroll")) fits.observe(box);

/* The columns that were chosen are kept for the next search in the same collection. */

const columns = document.querySelector("form.columns");

function rememberColumns(form) {
  const key = `columns:${form.dataset.type}`;
  const here = new URLSearchParams(location.search);
  const named = ["fields", "_source", "field"].some((name) => here.has(name));
  const kept = localStorage.getItem(key);
  if (!named && kept && form.dataset.view === "table") {
    for (const name of JSON.parse(kept)) here.append("fields", name);
    location.replace(`${location.pathname}?${here}`);
  }
  form.addEventListener("submit", () => {
    const chosen = [...form.querySelectorAll("input[name=fields]:checked")].map((box) => box.value);
    localStorage.setItem(key, JSON.stringify(chosen));
  });
  form.querySelector("[data-forget]").addEventListener("click", () => localStorage.removeItem(key));
}

if (columns) rememberColumns(columns);

/* A search inside a facet: the values follow what is typed. */

function searchValues(form) {
  const section = form.closest("[data-facet]");
  let waiting = 0;
  let latest = 0;
  form.elements.facet_query.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(async () => {
      const number = ++latest;
      const address = `${location.pathname}?${new URLSearchParams(new FormData(form))}`;
      try {
        const answer = await fetch(address, { headers: { Accept: "text/html" } });
        const page = new DOMParser().parseFromString(await answer.text(), "text/html");
        const found = page.querySelector(".all-values > ul");
        if (number !== latest || !answer.ok) return;
        for (const old of section.querySelectorAll(":scope > :is(ul, .rest, details)")) old.remove();
        form.after(found || emptyList());
        say(found ? `${found.children.length} values` : "No value contains this text");
      } catch {
        // the page is being left, or the network is away: Enter asks again
      }
    }, 200);
  });
}

function emptyList() {
  const made = document.createElement("p");
  made.className = "rest";
  made.textContent = "No value contains this text.";
  return made;
}

document.querySelectorAll(".value-search").forEach(searchValues);
