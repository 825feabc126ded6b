"""A collection of documents with 340 fields, made by a script: what searches over all fields cost is felt with it.

python -m tests.robustness.rich_collection 20000 FOLDER     writes docs.ndjson and mapping.json
"""

import json
import random
import sys
from pathlib import Path

SYLLABLES = ("ka", "ri", "no", "te", "mu", "sol", "ber", "an", "ix", "pho", "lyn", "gra", "de", "ost", "ul", "mar")
NUMBERS = {"long": 40, "double": 20, "date": 10, "boolean": 10}
TEXTS, KEYWORDS = 120, 140


def word(dice):
    return "".join(dice.choices(SYLLABLES, k=dice.randint(1, 4)))


def value(kind, dice):
    """A value of a field: words of a vocabulary of thousands, ids of which each is another, numbers and days."""
    makers = {
        "text": lambda: " ".join(word(dice) for _ in range(dice.randint(3, 12))),
        "keyword": lambda: f"{word(dice)}-{dice.randrange(100_000)}",
        "long": lambda: dice.randrange(10**9),
        "double": lambda: round(dice.gauss(0, 1000), 3),
        "date": lambda: f"{dice.randint(1900, 2030)}-{dice.randint(1, 12):02}-{dice.randint(1, 28):02}",
        "boolean": lambda: dice.random() < 0.5,
    }
    return makers[kind]()


def kinds():
    """The type of each field by its path, a third of them inside objects."""
    counts = {"text": TEXTS, "keyword": KEYWORDS, **NUMBERS}
    names = [(kind, number) for kind, count in counts.items() for number in range(count)]
    return {
        f"part{number % 10}.{kind}{number}" if number % 3 == 0 else f"{kind}{number}": kind for kind, number in names
    }


def mapping():
    properties = {"all": {"type": "text"}}
    for path, kind in kinds().items():
        *parents, name = path.split(".")
        inside = properties
        for parent in parents:
            inside = inside.setdefault(parent, {"properties": {}})["properties"]
        inside[name] = {"type": kind, **({"copy_to": "all"} if kind in ("text", "keyword") else {})}
    return {"properties": properties}


def documents(count, seed=1):
    """Documents that have a third of all fields, and lists in some."""
    dice, fields = random.Random(seed), kinds()
    for number in range(count):
        found = {"_id": f"D:{number}"}
        for path, kind in fields.items():
            if dice.random() > 0.33:
                continue
            *parents, name = path.split(".")
            inside = found
            for parent in parents:
                inside = inside.setdefault(parent, {})
            many = kind == "keyword" and dice.random() < 0.1
            inside[name] = [value(kind, dice) for _ in range(3)] if many else value(kind, dice)
        yield found


def write(folder, count):
    """The collection as files for `searchapp load`."""
    folder = Path(folder)
    with (folder / "docs.ndjson").open("w") as file:
        file.writelines(json.dumps(document) + "\n" for document in documents(count))
    (folder / "mapping.json").write_text(json.dumps(mapping()))


if __name__ == "__main__":
    write(sys.argv[2], int(sys.argv[1]))
