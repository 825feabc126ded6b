"""Disease documents from the terms of the Human Disease Ontology."""

import json
import re
from collections import defaultdict, deque
from collections.abc import Mapping

from sources.documents import Doc, bare, number, put

XREFS = {"NCI": "ncit", "ORDO": "orphanet", "UMLS_CUI": "umls"}
"""Our names of the cross-references that are not just lower-cased."""

Edges = Mapping[str, list[str]]


def diseases(terms: str) -> list[Doc]:
    """The documents of all terms that are not obsolete."""
    tree = Tree([term for term in json.loads(terms) if not term["name"].startswith("obsolete ")])
    return sorted((disease(term, tree) for term in tree.terms.values()), key=number)


def disease(term: Doc, tree: "Tree") -> Doc:
    """The document of one term, with numbers that tell its place in the tree."""
    id = term["id"]
    doc: Doc = {"_id": id, "name": term["name"]}
    put(doc, "synonym", bare(term.get("synonyms", [])))
    put(doc, "alt_id", bare(term.get("alt_ids", [])))
    put(doc, "parent", bare({"id": parent, "name": tree.name(parent)} for parent in tree.parents[id]))
    put(doc, "category", bare(tree.line(id, depth=1)))
    put(doc, "subcategory", bare(tree.line(id, depth=2)))
    doc |= {"depth": tree.depth[id], "children": len(tree.children[id])}
    doc |= {"descendants": len(reached(id, tree.children)), "leaf": not tree.children[id]}
    for name, values in xrefs(term).items():
        put(doc, f"xref.{name}", bare(values))
    return doc


def xrefs(term: Doc) -> dict[str, list[str]]:
    """The cross-references by name, sorted; the releases of SNOMEDCT_US are one."""
    found = defaultdict(list)
    for xref in term.get("xrefs", []):
        name = XREFS.get(xref["namespace"]) or re.sub(r"_us_\d.*", "", xref["namespace"].lower())
        found[name].append(xref["id"])
    return {name: sorted(found[name]) for name in sorted(found)}


class Tree:
    """The is_a relations between the terms."""

    def __init__(self, terms: list[Doc]):
        self.terms = {term["id"]: term for term in terms}
        self.parents = {term["id"]: term.get("relations", {}).get("is_a", []) for term in terms}
        self.children = {id: [] for id in self.terms}
        for id, parents in self.parents.items():
            for parent in parents:
                self.children[parent].append(id)
        self.depth = depths(self.parents, self.children)

    def name(self, id: str) -> str:
        return self.terms[id]["name"]

    def line(self, id: str, depth: int) -> list[str]:
        """The names of the term and the terms above it that lie at a depth, sorted."""
        line = {id, *reached(id, self.parents)}
        return sorted(self.name(above) for above in line if self.depth[above] == depth)


def depths(parents: Edges, children: Edges) -> dict[str, int]:
    """The length of the shortest way from a root to each term."""
    depth = {id: 0 for id in parents if not parents[id]}
    queue = deque(depth)
    while queue:
        id = queue.popleft()
        for child in children[id]:
            if child not in depth:
                depth[child] = depth[id] + 1
                queue.append(child)
    return depth


def reached(id: str, edges: Edges) -> set[str]:
    """Every other term that can be reached from a term."""
    found, stack = set(), list(edges[id])
    while stack:
        other = stack.pop()
        if other not in found:
            found.add(other)
            stack.extend(edges[other])
    return found
