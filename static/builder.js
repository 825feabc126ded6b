"use strict";
/* The search builder; script.js has `choice`. */

/* The search builder: operators that fit the field, an upper end only where there is one, completion of values. */

const builder = document.querySelector("[data-operators]");

function fitRow(row) {
  const kinds = JSON.parse(builder.dataset.operators);
  const field = row.querySelector("[name=in]").selectedOptions[0];
  const operator = row.querySelector("[name=is]");
  const fitting = kinds[field.dataset.kind] || kinds.keyword;
  for (const option of operator.options) option.hidden = option.disabled = !fitting.includes(option.value);
  if (!fitting.includes(operator.value)) operator.value = fitting[0];
  const to = row.querySelector("[name=to]");
  const value = row.querySelector("[name=value]");
  to.hidden = operator.value !== "between";
  value.readOnly = operator.value === "any" || operator.value === "none";
  value.placeholder = operator.value === "between" ? "from" : field.dataset.example ? `such as ${field.dataset.example}` : "";
}

function addRow(button) {
  const rows = builder.querySelectorAll(".row");
  const made = rows[rows.length - 1].cloneNode(true);
  const number = rows.length + 1;
  for (const part of made.querySelectorAll("select, input")) {
    part.setAttribute("aria-label", part.getAttribute("aria-label").replace(/\d+$/, number));
    if (part.matches("input")) part.value = "";
    part.removeAttribute("list");
  }
  made.querySelectorAll("datalist").forEach((list) => list.remove());
  made.querySelector("legend").textContent = `Condition ${number}`;
  button.closest("p").before(made);
  fitRow(made);
  made.querySelector("select").focus();
}

/* The values of the row's field that contain what is typed, most frequent first. */

async function completeRow(row) {
  const value = row.querySelector("[name=value]");
  const field = row.querySelector("[name=in]").selectedOptions[0];
  if (!["keyword", "text", "boolean"].includes(field.dataset.kind)) return;
  const asked = { facets: JSON.stringify([field.value]), facet_query: value.value, facet_size: 10, size: 0, format: "json" };
  try {
    const answer = await fetch(`${builder.dataset.query}?${new URLSearchParams(asked)}`);
    const facet = answer.ok ? Object.values((await answer.json()).facets)[0] : { terms: [] };
    let list = row.querySelector("datalist");
    if (!list) {
      list = document.createElement("datalist");
      list.id = `values-${[...builder.querySelectorAll(".row")].indexOf(row)}`;
      row.append(list);
      value.setAttribute("list", list.id);
    }
    list.replaceChildren(...facet.terms.map((term) => choice(String(term.term))));
  } catch {
    // the page is being left, or the network is away
  }
}

if (builder) {
  let waiting = 0;
  builder.querySelectorAll(".row").forEach(fitRow);
  builder.addEventListener("change", (event) => {
    const row = event.target.closest(".row");
    if (row) fitRow(row);
  });
  builder.addEventListener("input", (event) => {
    document.getElementById("built")?.remove(); // it is of the conditions before
    if (event.target.name !== "value") return;
    clearTimeout(waiting);
    waiting = setTimeout(() => completeRow(event.target.closest(".row")), 150);
  });
  builder.querySelector("[name=more]").addEventListener("click", (event) => {
    event.preventDefault();
    addRow(event.currentTarget);
  });
}
