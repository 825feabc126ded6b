"""Writes the tables of docs/ from the declarations and the first sentences of the modules in the code.

    python docs/tables.py            rewrites the tables
    python docs/tables.py --check    fails when one of them is stale

A table stands between `<!-- table: NAME -->` and `<!-- end of table -->`.
"""

import ast
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import engine_coverage

from searchapp.config.settings import ITEM_TYPE_SETTINGS, SETTINGS, Setting
from searchapp.databases.capabilities import ALL as BACKENDS
from searchapp.databases.capabilities import CAPABILITIES
from searchapp.errors import ErrorKind
from searchapp.options import catalog
from searchapp.options.database_options import PASSED
from searchapp.options.option import Option, Term

FOLDER = Path(__file__).parent
PACKAGE = FOLDER.parent / "searchapp"
FILES = (
    FOLDER / "options.md",
    FOLDER / "settings.md",
    FOLDER / "architecture.md",
    FOLDER / "backends.md",
    FOLDER / "engine.md",
    FOLDER / "errors.md",
)
TABLE = re.compile(r"(<!-- table: ([\w/]+) -->\n).*?(<!-- end of table -->)", re.DOTALL)

TYPES = {
    "str": "text",
    "int": "whole number",
    "float": "number",
    "bool": "boolean",
    "dict": "object",
    "list": "list",
    "tuple": "list",
    "Term": "text",
    "TermList": "list",
    "NestedList": "list",
    "SortList": "list",
    "ScopeList": "list",
    "FlagOrList": "boolean or list",
}


EXAMPLES = {
    "q": "/v1/gene/query?q=kinase",
    "id": "/v1/gene/HGNC:1771",
    "scopes": "/v1/gene/query?q=CDK2&scopes=symbol,alias.symbol",
    "fields": "/v1/gene/query?q=kinase&fields=symbol,xref.*",
    "size": "/v1/gene/query?q=kinase&size=5",
    "from": "/v1/gene/query?q=kinase&from=10",
    "sort": "/v1/gene/query?q=kinase&sort=-symbol",
    "facets": "/v1/gene/query?q=kinase&facets=locus_group,status",
    "facet_size": "/v1/gene/query?q=kinase&facets=locus_type&facet_size=3",
    "facet_query": "/v1/gene/query?q=kinase&facets=locus_type&facet_query=gene",
    "item_types": "/v1/search?q=cancer&item_types=gene,disease",
    "disjunctive": "/v1/gene/query?q=kinase&facets=status&filter=status:Approved&disjunctive=true",
    "filter": "/v1/gene/query?q=kinase&filter=status:Approved",
    "post_filter": "/v1/gene/query?q=kinase&facets=status&post_filter=status:Approved",
    "explain": "/v1/gene/query?q=kinase&size=1&explain=true",
    "version": "/v1/gene/query?q=kinase&version=true",
    "userquery": "/v1/gene/query?q=kinase&userquery=protein_coding",
    "analyzer": "/v1/gene/query?q=kinase&analyzer=standard",
    "relax": "/v1/gene/query?q=protien+kinase&relax=auto",
    "matched": "/v1/disease/query?q=parent.name:autosomal&matched=parent",
    "highlight": "/v1/gene/query?q=kinase&highlight=name",
    "fetch_all": "/v1/gene/query?q=symbol:CDK*&fetch_all=true",
    "scroll_id": "/v1/gene/query?scroll_id=...",
    "search_after": "/v1/gene/query?q=kinase&search_after=*",
    "generation": "/v1/gene/query?q=kinase&from=10&generation=...",
    "dotfield": "/v1/gene/HGNC:1771?dotfield=true",
    "sorted": "/v1/gene/HGNC:1771?sorted=false",
    "always_list": "/v1/gene/HGNC:1771?always_list=name",
    "allow_null": "/v1/gene/HGNC:1771?allow_null=replaced_by",
    "jmespath": "/v1/gene/HGNC:1771?jmespath=xref|keys(@)",
    "jmespath_exclude_empty": "/v1/gene/query?q=CDK2&jmespath=alias.symbol|@&jmespath_exclude_empty=true",
    "score": "/v1/gene/query?q=kinase&score=false",
    "with_total": "/v1/gene/query -d q=CDK2,CDK4&scopes=symbol&with_total=true",
    "format": "/v1/gene/query?q=kinase&format=csv",
    "download": "/v1/gene/query?q=kinase&format=tsv&download=true",
    "escape_formulae": "/v1/gene/query?q=kinase&format=csv&escape_formulae=true",
    "strict": "/v1/gene/query?q=kinase&strict=true",
    "list": "/v1/gene/batch?list=CDK2,CDK4&scopes=symbol",
    "column": "/v1/gene/batch -d list=symbol,rank%0ACDK2,1%0ACDK4,2&column=symbol&scopes=symbol",
    "summary": "/v1/gene/batch?list=CDK2,CDK4&scopes=symbol&format=csv&summary=false",
    "raw": "/v1/gene/query?q=kinase&raw=true",
    "rawquery": "/v1/gene/query?q=kinase&rawquery=true",
    "dev": "/v1/gene/metadata?dev=true",
    "prefix": "/v1/gene/metadata/fields?prefix=xref",
    "search": "/v1/gene/metadata/fields?search=symbol",
    "min_score": "/v1/gene/query?q=kinase&min_score=1.5",
    "track_total_hits": "/v1/gene/query?q=kinase&track_total_hits=true",
    "terminate_after": "/v1/gene/query?q=kinase&terminate_after=1000",
    "preference": "/v1/gene/query?q=kinase&preference=_local",
    "search_type": "/v1/gene/query?q=kinase&search_type=query_then_fetch",
}
"""A request for each option; tests/web/test_docs.py sends them."""


def type_name(types: Any) -> str:
    names = [TYPES[kind.__name__] for kind in (types if isinstance(types, tuple) else (types,))]
    return " or ".join(dict.fromkeys(names))


def shown(value: Any) -> str:
    """A value as it is written in a table; nothing for None."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    return f"`{value!r}`".replace("'", '"')


def option_row(option: Option) -> list[str]:
    types = dict.fromkeys(type_name(kind) for kind in (option.type, option.post_type) if kind)
    return [
        f"`{option.documented_name}`",
        ", ".join(f"`{other}`" for other in option.other_names),
        "; ".join(types),
        shown(option.default) if option.post_default is None else f"POST {shown(option.post_default)}",
        limit(option),
        ", ".join(option.endpoints) + ("" if len(option.methods) > 1 else f" ({option.methods[0]} only)"),
        option.doc,
        f"`{example_of(option)}`",
    ]


def example_of(option: Option) -> str:
    if option.documented_name not in EXAMPLES:
        raise SystemExit(f"the option {option.name} has no example: add one to EXAMPLES in docs/tables.py")
    return EXAMPLES[option.documented_name]


def limit(option: Option) -> str:
    if option.choices:
        return ", ".join(f"`{choice}`" for choice in option.choices)
    if option.type is int:
        return f"{option.min} to {option.max}" if option.max is not None else ""
    length = f"{option.max_length:,} characters"
    if option.type is Term:
        return length if option.post_type is None else f"{length}; {option.max:,} terms"
    if option.max is None:
        return ""
    return f"{option.max:,} characters" if option.type is str else f"{option.max:,} entries of {length}"


def setting_row(setting: Setting) -> list[str]:
    values = " or ".join(f"`{choice}`" for choice in setting.choices)
    return [f"`{setting.name}`", values or type_name(setting.type), shown(setting.default), setting.doc]


def table(head: Iterable[str], rows: Iterable[list[str]]) -> str:
    """The Markdown table; a bar inside a cell is escaped."""
    names = list(head)
    lines = [names, ["---"] * len(names), *([cell.replace("|", "\\|") for cell in row] for row in rows)]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def options_table(options: Iterable[Option]) -> str:
    return table(
        ("option", "also", "type", "default", "limit", "where", "meaning", "example"), map(option_row, options)
    )


def python_table(options: Iterable[Option]) -> str:
    return table(("option", "type", "meaning"), ([f"`{o.name}`", type_name(o.type), o.doc] for o in options))


def settings_table(settings: Iterable[Setting]) -> str:
    return table(("setting", "type", "default", "meaning"), map(setting_row, settings))


def errors_table() -> str:
    """Every kind of error: status, text, seconds until a retry, advice."""
    rows = (
        [
            str(kind.value.status),
            f"`{kind.value.text}`" if kind.value.text[:1].isupper() or "{" in kind.value.text else kind.value.text,
            "" if kind.value.retry_after is None else f"{kind.value.retry_after} s",
            kind.value.advice.replace("{keyword}", "the option").replace("{{", "{"),
        ]
        for kind in ErrorKind
    )
    return table(("status", "error", "Retry-After", "what to do"), rows)


def capabilities_table() -> str:
    """What each backend can do, as they declare it."""
    rows = (
        [one.can, *("yes" if name in one.backends else "" for name in BACKENDS), one.instead] for one in CAPABILITIES
    )
    return table(("feature", *BACKENDS, "instead"), rows)


def modules_table(folder: Path) -> str:
    """The modules of a package, each with the first sentence of its docstring."""
    paths = [path for path in sorted(folder.glob("*.py")) if path.name != "__init__.py" or folder == PACKAGE]
    return table(("module", "what it does"), ([f"`{path.name}`", first_sentence(path)] for path in paths))


def first_sentence(path: Path) -> str:
    lines = (ast.get_docstring(ast.parse(path.read_text())) or "").partition("\n\n")[0].splitlines()
    return " ".join(lines)


def tables() -> dict[str, str]:
    """Every table by its name; the options of a request are one table per group."""
    public = [option for option in (*catalog.ALL, *PASSED) if option.public]
    groups = dict.fromkeys(option.group for option in public)
    found = {group: options_table(option for option in public if option.group == group) for group in groups}
    found["python"] = python_table(option for option in catalog.ALL if not option.public)
    found["settings"] = settings_table(SETTINGS)
    found["item_type_settings"] = settings_table(ITEM_TYPE_SETTINGS)
    found["capabilities"] = capabilities_table()
    found["errors"] = errors_table()
    found["engine"] = table(
        ("part", "honoured", "refused by name", "ignored: no answer depends on it"), engine_coverage.rows()
    )
    for folder in (PACKAGE, *(path.parent for path in PACKAGE.rglob("__init__.py"))):
        found[str(folder.relative_to(PACKAGE.parent))] = modules_table(folder)
    return found


def rewritten(text: str, found: dict[str, str]) -> str:
    return TABLE.sub(lambda match: match[1] + found[match[2]] + match[3], text)


def main(arguments: list[str]) -> int:
    found, stale = tables(), []
    for path in FILES:
        text = path.read_text()
        new = rewritten(text, found)
        if new != text:
            stale.append(path.name)
            if "--check" not in arguments:
                path.write_text(new)
    if stale and "--check" in arguments:
        print(f"stale tables in {', '.join(stale)}: run make docs")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
