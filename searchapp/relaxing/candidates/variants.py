"""Other spellings of a word: `factor 8` is `Factor VIII`, `hemoglobin` is haemoglobin, `usa` U.S.A., `beta` β."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product

from ...querystring.folding import other_umlauts
from ..words import Phrase

MAX_VARIANTS, MAX_VARIED = 16, 8
"""The maximum number of other texts, and of words for texts with several words in another spelling."""
MAX_ROMAN = 39
MAX_INITIALS = 4
"""The maximum length of an abbreviation with dots between its letters."""

MIN_POSSESSIVE = 4
"""The maximum length of a word whose last `s` is not read as a possessive."""

ROMAN = re.compile(r"x{0,3}(?:ix|iv|v?i{0,3})", re.IGNORECASE)
ROMAN_TENS, ROMAN_ONES = ("", "X", "XX", "XXX"), ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
DOTTED = re.compile(r"[^\W\d_](?:\.[^\W\d_])+")
DOT_INSIDE = re.compile(r"(?<=[^\W\d_]{2})\.(?=[^\W\d_]{2})")
HYPHEN = re.compile(r"(?<=\w)-(?=\w)")
CAPITAL_INSIDE = re.compile(r"(?<=[a-z]{2})(?=[A-Z][a-z])")
"""The position between two joined words, before a capital: `KusterHauser`, but not `tRNA`."""
ORDINAL = re.compile(r"(\d{1,2})(?:st|nd|rd|th)", re.IGNORECASE)

NUMBERS = {
    "english": "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen twenty",
    "german": "ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf",
    "french": "un deux trois quatre cinq six sept huit neuf dix onze douze",
    "spanish": "un dos tres cuatro cinco seis siete ocho nueve diez once doce",
    "italian": "un due tre quattro cinque sei sette otto nove dieci undici dodici",
    "portuguese": "um dois três quatro cinco seis sete oito nove dez onze doze",
    "dutch": "een twee drie vier vijf zes zeven acht negen tien elf twaalf",
}
FIRST = "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"
LETTERS = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma tau upsilon phi chi "
    "psi omega"
)
LONG_NAMES = ("alpha", "beta", "gamma", "delta", "epsilon", "kappa", "lambda", "omega", "sigma", "theta")
ORDINALS, GREEK = FIRST.split(), dict(zip(LETTERS.split(), "αβγδεζηθικλμνξοπρστυφχψω", strict=True))
SHORT = (
    "saint st, sainte ste, sankt st, street st, mount mt, fort ft, doctor dr, mister mr, versus vs, "
    "international intl, university univ, department dept, company co, corporation corp, incorporated inc, "
    "limited ltd, brothers bros, junior jr, senior sr, volume vol, number no, number nr, opus op, united utd, "
    "avenue ave, road rd, boulevard blvd, you u, are r, to 2, for 4, ohm ω"
)
BRITISH = (
    "color colour, tumor tumour, behavior behaviour, neighbor neighbour, flavor flavour, favor favour, labor labour, "
    "harbor harbour, honor honour, humor humour, odor odour, vapor vapour, rumor rumour, armor armour, "
    "center centre, fiber fibre, liter litre, meter metre, theater theatre, caliber calibre, gray grey, sulf sulph, "
    "aluminum aluminium, hemo haemo, hema haema, emia aemia, esophag oesophag, edema oedema, estr oestr, "
    "anesth anaesth, pediatr paediatr, gynec gynaec, orthoped orthopaed, fetus foetus, fetal foetal, celiac coeliac, "
    "cecum caecum, fecal faecal, diarrhea diarrhoea, ization isation, izing ising, ized ised, ize ise, yze yse, "
    "analog analogue, catalog catalogue, dialog dialogue, defense defence, license licence, mold mould, plow plough, "
    "jewelry jewellery, eling elling, eled elled, ameba amoeba, uremia uraemia, anemia anaemia, glycemia glycaemia"
)
LETTER_NAMES = {letter: name for name, letter in GREEK.items()}
LETTER_IN_CODE = re.compile(rf"(\w{{0,4}}?)({'|'.join(LONG_NAMES)})(\w{{0,2}})")
"""A code with the name of a Greek letter in it: `tnfalpha`, `kappab`."""

KATAKANA = {sign: sign + 0x60 for sign in range(0x3041, 0x3097)}
HIRAGANA = {sign: hiragana for hiragana, sign in KATAKANA.items()}
"""Translates the characters of each Japanese syllabary into the other."""

PAIRS: Sequence[Sequence[str]] = [pair.split() for pair in BRITISH.split(", ")]


def varied(phrase: Phrase, language: str) -> list[str]:
    """The texts with one word in another spelling, then with several words."""
    by_place = {place: [word, *variants(word, language)] for place, word in enumerate(phrase.words)}
    pairs = [(place, other) for place, (_, *others) in by_place.items() for other in others]
    pairs += [(place, other) for place, word in enumerate(phrase.words) for other in dotted(word)]
    found = [phrase.text.replace("_", " "), HYPHEN.sub("", phrase.text)]
    found += [inside.sub(" ", phrase.text) for inside in (CAPITAL_INSIDE, DOT_INSIDE)]
    found += [phrase.replaced({place: other}) for place, other in pairs]
    found += [phrase.text.translate(kana) for kana in (KATAKANA, HIRAGANA)]
    several = product(*by_place.values()) if len(by_place) <= MAX_VARIED else ()
    found += [phrase.replaced(dict(enumerate(words))) for words in islice(several, MAX_VARIANTS)]
    found += [HYPHEN.sub("", text) for text in found]
    return [text for text in dict.fromkeys(found) if text != phrase.text][:MAX_VARIANTS]


def variants(word: str, language: str) -> Iterator[str]:
    """The other spellings of one word."""
    typed = word.lower()
    for ways in WAYS:
        yield from (other for other in ways(typed, language) if other != typed)


def numbers(word: str, language: str) -> Iterator[str]:
    """A number in digits, in Roman numerals and in words; ordinal numbers too."""
    names = NUMBERS.get(language, NUMBERS["english"]).split()
    if word.isdecimal() and len(word) <= 2 and 0 < int(word) <= MAX_ROMAN:
        yield roman(int(word))
        yield from names[int(word) - 1 : int(word)]
    elif word in names:
        yield str(names.index(word) + 1)
    elif ROMAN.fullmatch(word) and word:
        yield str(number_of(word))
    elif word in ORDINALS:
        yield ordinal(ORDINALS.index(word) + 1)
        yield str(ORDINALS.index(word) + 1)
    elif (match := ORDINAL.fullmatch(word)) and 0 < int(match[1]) <= len(ORDINALS):
        yield ORDINALS[int(match[1]) - 1]


def roman(number: int) -> str:
    """The Roman numeral of a number up to MAX_ROMAN."""
    return ROMAN_TENS[number // 10] + ROMAN_ONES[number % 10]


def number_of(numeral: str) -> int:
    """The number of a Roman numeral up to MAX_ROMAN."""
    return next(number for number in range(1, MAX_ROMAN + 1) if roman(number) == numeral.upper())


def ordinal(number: int) -> str:
    """An ordinal number up to twelve as in English: `2nd`."""
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number, 'th') }"


def letters(word: str, language: str) -> Iterator[str]:
    """The letter for the name of a Greek letter, and the name for a letter.

    For a code it is also the Latin letter: `κb` is `kappa b`, `kb`.
    """
    if word in GREEK:
        yield GREEK[word]
    names = [LETTER_NAMES[sign] for sign in word if sign in LETTER_NAMES]
    if names and (word in LETTER_NAMES or any(map(str.isascii, word))):
        for form in (" {} ", "{}", "{0[0]}"):
            text = "".join(form.format(LETTER_NAMES[sign]) if sign in LETTER_NAMES else sign for sign in word)
            yield " ".join(text.split())
    elif (match := LETTER_IN_CODE.fullmatch(word)) and not names:
        before, name, after = match.groups()
        yield " ".join(filter(None, (before, name, after)))
        yield f"{before}{GREEK[name]}{after}"


def shortened(word: str, language: str) -> Iterator[str]:
    """The usual abbreviation of a word, or the words of an abbreviation."""
    yield from OTHERS.get(word, ())


def spellings(word: str, language: str) -> Iterator[str]:
    """The British spelling of an American word, or the American spelling of a British one."""
    for american, british in PAIRS if language == "english" else ():
        if british in word:
            yield word.replace(british, american)
            return
        if american in word:
            yield word.replace(american, british)
            return


def possessive(word: str, language: str) -> Iterator[str]:
    """The English word with a missing apostrophe added: `ocean's` for `oceans`."""
    if language == "english" and word.endswith("s") and word.isalpha() and len(word) > MIN_POSSESSIVE:
        yield f"{word[:-1]}'s"


def dotted(word: str) -> Iterator[str]:
    """An abbreviation with dots for one without, and the reverse."""
    if DOTTED.fullmatch(word):
        yield word.replace(".", "")
    elif 1 < len(word) <= MAX_INITIALS and word.isalpha():
        yield ".".join(word)


def umlauts(word: str, language: str) -> Iterator[str]:
    """`mueller` for Müller, and Müller for `mueller`."""
    return other_umlauts(word)


def pairs_of(pairs: str) -> Mapping[str, Sequence[str]]:
    """For each word in the pairs, the words that it is paired with."""
    found: dict[str, list[str]] = {}
    for one, other in (pair.split() for pair in pairs.split(", ")):
        found.setdefault(one, []).append(other)
        found.setdefault(other, []).append(one)
    return found


OTHERS = pairs_of(SHORT)
WAYS = (numbers, letters, shortened, spellings, possessive, umlauts)
