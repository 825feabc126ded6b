"""Random names, values, words and patterns of a collection's vocabulary: what queries of all kinds are made of."""

from typing import Any

from tests.contract.engine_vocabulary import Random

Body = dict[str, Any]

DATES = ("2000", "2001-05", "2001-05-06", "1999-12-31T23:59:59Z", "2010-01-01||/y", "2015||+1M", "now-10y",
         "1577836800000", 946684800000, "2020-01-01", "1969-12-31T10", "2001-05-06T10:20:30.123+02:00", "2012-06||/M",
         "2016-01-01T00:00:00.999999999Z", "-62135596800000", 0, "now/d",
         "2001-05-06||-1M+2d/w", "2010-01-01||+1y-1d/M", "now-5y/y", "now-1M+1h/h", "2001-05||/d", "2001-05-06T10:20Z",
         "2001-05-06T24:00:00", "2000-02-30", "2010-01-01||/x", "2010-01-01||+1", "2001-05-06T10:20:30+0200",
         "now+", "2000-04-31", "2001-02-29T24:00:00.000Z", "2004-02-29T24:00:00.000Z", "1999-14-33")  # fmt: skip
NUMBERS = (0, 1, 2, 3, 5, 7, 12, 29, 90, 1000, "5", 5.5, 0.125, 1.1, 3.3000000000000003, -1, 10**6, 2**40, "7", "-1")
NUMBER_TEXTS = ("5.0", "1e2", " 5", "5 ", "1f", "2.5D", ".5", "5.", "+3", "1_0", "0x10", "1e400", "NaN", "Infinity",
                "-0", "0.0", "٣", "1,5", "1e-400")  # fmt: skip
BAD = ("abc", "", True, "5.5", 99999999999999999999, "1e2", -1, "2020-13-45", "*", None, [], 1e39, "a\u202fb", "İ")
REGEXES = ("{}.*", "{}", ".*{}", "[a-k]{}?.*", "({}|b).*", "a.+", "{}[0-9]+", ".{{2,3}}", "{}@", "~({}.*)", "<1-30>",
           "\"{}\".*", "a&.*", "^{}$", "({}", "\\w+", "\\d", "", "[^a-z].*", ".*[αω漢é].*", "({}.*)&(.*1)",
           "#", "[{}]+", "{}{{2,1}}", "[a-z]{{3,}}.*", "{}\n.*")  # fmt: skip


def field(random: Random) -> str:
    words = random.vocabulary
    return random.choice(words.odd) if random.random() < 0.08 else random.choice(words.fields)


def string_field(random: Random) -> str:
    return field(random) if random.random() < 0.1 else random.choice(random.vocabulary.strings)


def value(random: Random, field: str) -> Any:
    """A value that may well be in the field; now and then one that cannot."""
    words = random.vocabulary
    if random.random() < 0.06:
        return random.choice(BAD)
    if field in words.text:
        word = random.choice(words.words)
        return word.lower() if random.random() < 0.8 else word
    if field in words.dates and random.random() < 0.7:
        return random.choice(DATES)
    if field in words.booleans:
        return random.choice((True, False, "true", "false"))
    if field in words.numbers and random.random() < 0.5:
        return random.choice(NUMBERS if random.random() < 0.8 else NUMBER_TEXTS)
    return random.choice(words.values.get(field) or ("e1", "p", "deep", "hid", "nd", 1))


def part(random: Random, name: str) -> str:
    """The start of a value, in any case."""
    text = str(value(random, name))
    text = text[: random.choice((0, 1, 2, 3, 4, 4, 6))]
    return text.upper() if random.random() < 0.2 else text


def words(random: Random, most: int = 4) -> str:
    known = random.vocabulary
    return " ".join(random.choice(known.words + known.symbols) for _ in range(random.randint(1, most)))


def misspelt(random: Random, name: str) -> str:
    """A value with a letter more, less, changed or swapped."""
    text = str(value(random, name))
    for _ in range(random.choice((0, 1, 1, 2))):
        place = random.randint(0, max(len(text) - 1, 0))
        swapped = text[:place] + text[place + 1 : place + 2] + text[place : place + 1] + text[place + 2 :]
        text = random.choice((text[:place] + text[place + 1 :], text[:place] + "k" + text[place:], swapped))
    return text


def regex(random: Random) -> str:
    known = random.vocabulary
    return random.choice(REGEXES).format(random.choice(known.words + known.symbols)[:3] or "a")


def boost(random: Random) -> Body:
    return {"boost": random.choice((0, 0.5, 2, 3.7))} if random.random() < 0.15 else {}
