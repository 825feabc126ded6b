"""Runs a suite on the embedded engine and on a node of its own, and prints the result of each case.

    make foreign                          OpenSearch's suite, downloaded once; writes its table into docs/engine.md
    make foreign FOREIGN="--only search.highlight --show different"

The suite comes from Maven Central and is not part of this project.
"""

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tests.contract.engine_fuzz import started_node
from tests.foreign.runner import VERDICTS, Outcome, outcome
from tests.foreign.sides import EngineSide, NodeSide
from tests.foreign.suite import ARTIFACT, FOLDERS, Case, cases, downloaded

DOCUMENT = Path(__file__).parents[2] / "docs" / "engine.md"
BEGIN, END = "<!-- foreign suites -->", "<!-- end of foreign suites -->"


def table(found: Sequence[tuple[Case, Outcome]]) -> str:
    """How many cases of each family came to what."""
    rows = [f"| family | {' | '.join(VERDICTS)} |", f"|---|{'---|' * len(VERDICTS)}"]
    families = sorted({case.family for case, _ in found})
    for family in [*families, None]:
        counts = Counter(one.verdict for case, one in found if family in (None, case.family))
        rows.append(f"| {family or 'all'} | {' | '.join(str(counts[verdict]) for verdict in VERDICTS)} |")
    return "\n".join(rows)


def reasons(found: Sequence[tuple[Case, Outcome]], verdict: str, most: int = 12) -> str:
    """The commonest reasons of a verdict."""
    counts = Counter(one.why for _, one in found if one.verdict == verdict)
    return ", ".join(f"`{why}` ({number})" for why, number in counts.most_common(most))


def write(text: str, document: Path = DOCUMENT) -> None:
    """Put a text between the marks of the document."""
    before, _, rest = document.read_text("utf-8").partition(BEGIN)
    document.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{rest.partition(END)[2]}", "utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", nargs="?", type=Path, help="a folder or jar of a suite; OpenSearch's when left out")
    parser.add_argument("--es", help="address of a node on which nobody else works; one is started when left out")
    parser.add_argument("--only", nargs="+", help="families of cases", default=None)
    parser.add_argument("--show", nargs="+", choices=VERDICTS, default=["different"])
    parser.add_argument("--name", default="", help="part of the names of cases")
    given = parser.parse_args()
    families = tuple(given.only) if given.only else None if given.source else FOLDERS
    source = given.source or downloaded()
    found = []
    with started_node(given.es) as url, tempfile.TemporaryDirectory() as folder:
        node, engine = NodeSide(url), EngineSide(Path(folder))
        for case in cases(source, families):
            if given.name not in case.name:
                continue
            one = outcome(case, node, engine)
            found.append((case, one))
            if one.verdict in given.show:
                print(f"{one.verdict}: {case.name}: {one.why}", flush=True)
    print(table(found))
    if not (given.source or given.only or given.name):
        named = f"The commonest refusals: {reasons(found, 'refused')}."
        write(f"`make foreign` last ran {ARTIFACT}:\n\n{table(found)}\n\n{named}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
