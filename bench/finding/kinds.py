"""What people type for a document that they mean, made from its id, names and title; a seed decides each letter."""

import random
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

LETTERS = "abcdefghijklmnopqrstuvwxyz"
SHORTEST = 5
"""Letters of a word in which a typing error is made."""

PREFIX = re.compile(r"[A-Za-z]+[:_-](?=\w)")
PUNCTUATION = re.compile(r"[-',/()\[\]’]")


@dataclass(frozen=True)
class Item:
    """A document that is looked for: its id, how it is called, and a word that says what it is."""

    id: str
    title: str
    symbol: str | None
    synonyms: tuple[str, ...]
    noun: str
    value: str | None = None
    year: str | None = None


@dataclass(frozen=True)
class Kind:
    """A way to ask; `make` gives None where an item cannot be asked for so.

    With `facts` it is asked only where no other document has a title with the word and the other value.
    """

    name: str
    make: Callable[[Item, random.Random], str | None]
    exact: bool = False
    facts: bool = False


def without_prefix(item: Item, chance: random.Random) -> str | None:
    return PREFIX.sub("", item.id, count=1) if PREFIX.match(item.id) else None


def other_case(text: str | None, chance: random.Random) -> str | None:
    """Upper for lower case and the other way round; None where there is no difference."""
    changed = [each for each in (text.lower(), text.upper()) if each != text] if text else []
    return chance.choice(changed) if changed else None


def typing_error(item: Item, chance: random.Random) -> str | None:
    """The title with one error in one word: a letter left out, doubled, replaced, or two neighbours swapped."""
    words = item.title.split(" ")
    places = [place for place, word in enumerate(words) if len(word) >= SHORTEST and word.isalpha()]
    if not places:
        return None
    place = chance.choice(places)
    wrong = words[place]
    while wrong == words[place]:
        wrong = with_error(words[place], chance)
    return " ".join([*words[:place], wrong, *words[place + 1 :]])


def with_error(word: str, chance: random.Random) -> str:
    at, kind = chance.randrange(len(word)), chance.randrange(4)
    if kind == 0:
        return word[:at] + word[at + 1 :]
    if kind == 1:
        return word[:at] + word[at] + word[at:]
    if kind == 2:
        return word[:at] + chance.choice(LETTERS) + word[at + 1 :]
    at = min(at, len(word) - 2)
    return word[:at] + word[at + 1] + word[at] + word[at + 2 :]


def other_number(item: Item, chance: random.Random) -> str | None:
    """Plural for singular in the last word, and back."""
    last = item.title.split(" ")[-1]
    if len(last) < 4 or not last.isalpha() or last.endswith("ss"):
        return None
    return item.title[:-1] if last.endswith("s") else item.title + "s"


def swapped(item: Item, chance: random.Random) -> str | None:
    words = item.title.split()
    if len(set(words)) < 2:
        return None
    at = chance.randrange(len(words) - 1)
    return " ".join([*words[:at], words[at + 1], words[at], *words[at + 2 :]])


def punctuation_left_out(item: Item, chance: random.Random) -> str | None:
    """Without hyphens, apostrophes, commas, slashes and brackets; a hyphen or slash is a blank half of the time."""
    if not PUNCTUATION.search(item.title):
        return None
    blank = chance.choice(("", " "))
    text = re.sub(r"[-/]", blank, item.title)
    return " ".join(PUNCTUATION.sub("", text).split())


def punctuation_added(item: Item, chance: random.Random) -> str | None:
    words = item.title.split()
    if len(words) < 2:
        return None
    at, kind = chance.randrange(len(words) - 1), chance.randrange(4)
    one, two = words[at], words[at + 1]
    joined = (f"{one}-{two}", f"{one}, {two}", f"{one}/{two}", f"{one} ({two})")[kind]
    return " ".join([*words[:at], joined, *words[at + 2 :]])


def without_accents(item: Item, chance: random.Random) -> str | None:
    plain = "".join(c for c in unicodedata.normalize("NFD", item.title) if not unicodedata.combining(c))
    return plain if plain != item.title else None


def question(item: Item, chance: random.Random) -> str:
    return f"what is {chance.choice((item.title, item.symbol or item.title))}?"


def word_too_much(item: Item, chance: random.Random) -> str:
    return f"{item.symbol or item.title} {item.noun}"


def word_too_few(item: Item, chance: random.Random) -> str | None:
    words = item.title.split()
    if len(words) < 3:
        return None
    at = chance.randrange(len(words))
    return " ".join([*words[:at], *words[at + 1 :]])


def symbol_begun(item: Item, chance: random.Random) -> str | None:
    return item.symbol[:-1] if item.symbol and len(item.symbol) > 3 else None


def title_begun(item: Item, chance: random.Random) -> str | None:
    last = item.title.split(" ")[-1]
    return item.title[: -chance.randint(1, 3)] if len(last) > 5 and last.isalpha() else None


def synonym(item: Item, chance: random.Random) -> str | None:
    return chance.choice(item.synonyms) if item.synonyms else None


def pasted(item: Item, chance: random.Random) -> str:
    text = item.title
    broken = text.replace(" ", "\n", 1) if " " in text else f"{text}\n"
    return chance.choice((f"{text}.", f'"{text}"', f"“{text}”", f"{text} \n", broken))


def with_year(item: Item, chance: random.Random) -> str | None:
    """A word of the title and the year of the document."""
    word = long_word(item, chance)
    return f"{word} {item.year}" if word and item.year else None


def with_value(item: Item, chance: random.Random) -> str | None:
    """A word of the title and a value of another field, in either order."""
    word = long_word(item, chance)
    if not word or not item.value or word in item.value.casefold():
        return None
    return chance.choice((f"{word} {item.value}", f"{item.value} {word}"))


def long_word(item: Item, chance: random.Random) -> str | None:
    words = [word for word in words_in(item.title) if len(word) >= SHORTEST and word.isalpha()]
    return chance.choice(words) if words else None


KINDS = (
    Kind("id as it is", lambda item, chance: item.id, exact=True),
    Kind("symbol as it is", lambda item, chance: item.symbol, exact=True),
    Kind("title as it is", lambda item, chance: item.title, exact=True),
    Kind("id in another case", lambda item, chance: other_case(item.id, chance)),
    Kind("id without its prefix", without_prefix),
    Kind("symbol in another case", lambda item, chance: other_case(item.symbol, chance)),
    Kind("title with one typing error", typing_error),
    Kind("plural for singular and back", other_number),
    Kind("two words swapped", swapped),
    Kind("punctuation left out", punctuation_left_out),
    Kind("punctuation added", punctuation_added),
    Kind("accents left out", without_accents),
    Kind("what is ...?", question),
    Kind("a word too much", word_too_much),
    Kind("a word too few", word_too_few),
    Kind("symbol but its last letter", symbol_begun),
    Kind("title but its last letters", title_begun),
    Kind("a synonym", synonym),
    Kind("a title pasted", pasted),
    Kind("a word of the title and a year", with_year, facts=True),
    Kind("a word of the title and another value", with_value, facts=True),
)


class Titles:
    """The words of every title, to know whether a text means one document alone."""

    def __init__(self, items: Iterable[Item]):
        self.by_word: dict[str, set[str]] = {}
        self.by_fact: dict[str, set[str]] = {}
        for item in items:
            for word in words_in(item.title):
                self.by_word.setdefault(word, set()).add(item.title.casefold())
            for word in words_in(f"{item.title} {item.value} {item.year}"):
                self.by_fact.setdefault(word, set()).add(item.id)

    def mean_one(self, text: str) -> bool:
        """Whether only one title has all words of the text."""
        found = [self.by_word.get(word, set()) for word in words_in(text)]
        return not found or len(set.intersection(*found)) <= 1

    def facts_of_one(self, text: str) -> bool:
        """Whether only one document has all words of the text in its title, value and year."""
        return len(set.intersection(*(self.by_fact.get(word, set()) for word in words_in(text)))) == 1


def words_in(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def queries(items: list[Item], every: Iterable[Item], seed: int) -> Iterator[tuple[Kind, Item, str]]:
    """Every item asked for in every way that it can be; with a word too few only where no other title fits."""
    titles = Titles(every)
    for kind in KINDS:
        chance = random.Random(f"{seed} {kind.name}")
        for item in items:
            text = kind.make(item, chance)
            if not text or not text.strip() or (kind.make is word_too_few and not titles.mean_one(text)):
                continue
            if not kind.facts or titles.facts_of_one(text):
                yield kind, item, text
