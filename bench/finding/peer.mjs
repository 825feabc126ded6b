// MiniSearch as its documentation sets a search box up: prefixes, fuzzy 0.2, weights for what names a document.
// Reads one JSON a line: first {documents, boosts}, then {q}; writes {ids, ms} for each.
import { createInterface } from "node:readline";
import { readFileSync } from "node:fs";
import MiniSearch from "minisearch";

let index;
for await (const line of createInterface({ input: process.stdin })) {
  const given = JSON.parse(line);
  if (given.documents) {
    index = new MiniSearch({
      idField: "_id",
      fields: ["key", "symbol", "title", "synonyms", "rest"],
      searchOptions: { prefix: true, fuzzy: 0.2, boost: given.boosts },
    });
    index.addAll(JSON.parse(readFileSync(given.documents)));
    console.log("{}");
    continue;
  }
  const started = performance.now();
  const ids = index.search(given.q).slice(0, 10).map((hit) => hit.id);
  console.log(JSON.stringify({ ids, ms: performance.now() - started }));
}
