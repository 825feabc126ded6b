"""Texts that scanners, parsers and analyzers of query languages are weak against.

A text has a start, a piece again and again up to its size, and an end. A piece is a string, a tuple of strings from
which the dice choose each time, or a function of the dice and the number of the piece.
"""

import json
import string

FIELDS = (
    "symbol", "name", "status", "locus_type", "locus_group", "taxid", "alias.symbol", "prev.symbol", "xref.entrez",
    "xref.ensembl", "xref", "_id", "all", "kind", "label", "code", "note", "n", "x", "flag", "when", "tags",
    "obj.a.b", "obj.list.k", "obj.list.v", "obj",
)  # fmt: skip
WORDS = ("kinase", "protein", "receptor", "a", "of", "zinc", "finger", "HGNC:5", "CDK2", "reading", "1", "2020-01-01")
BLOCK = 100_000
"""Characters after which a text repeats itself: to draw megabytes takes seconds."""

# each of them again and again
PIECES = (
    "_", "-", "+ ", "//", '""', '"', "'", "((", ")", "[", "{a TO ", "\\", "!", "&&", "||", "^1", "~", "*", "?", ":",
    "\n", "\0", "%", "$", ",", "|", "{{q}}", "a ", "NOT ", "-a ", "+a ", "a OR ", "a AND NOT ", "kinase~ ", "a~2 ",
    "a^ ", 'a"b', '"a b"~9 ', "1 ", "9", "the ", "a:", "a.", ".", "*:", "name:<1 ", "name:[a TO b] ", "name:(a ",
    "_exists_:a ", "symbol:a* ", "*a", "a*b*", "/a", "/a/ ", "/(a|b)*/ ", "\\*:a ", "a", "A-", "a'", "a's ",
    "o'a.b:c ", "ab_", "İ", "ß ", "ﷺ", "ŉ", "é̀", "a\u200b\u200d", "ᄀ\u1161ᆨ", "一", "ひ", "カ", "ก", "ក្", "אا ", "😀",
    "👨‍👩‍👧", "🇩🇪", "𝒜", "\u0301", "\u202e", "\u202ea\u2066b\u202c ", "\ud83d", "ﬁ", "①", "½", "٣", "\r\n", "a\r\n",
    "\u2028", "1970-01-01 ", "1e9", "-0.", "true,", "null ", "[1,", '{"a":', "a,b;", "a\tb\n", "<b>", "http://a.b/ ",
    "a|b&",
    "`a`", "@.", "a[*].", "a||", "a,", "1,", '"",', "«a„b“» ", "「一", "a^2^2", ".symbol", "symbol,", "..1",
)  # fmt: skip


def letters(dice, most=6):
    """A word without meaning."""
    return "".join(dice.choices(string.ascii_lowercase, k=dice.randint(1, most)))


def field(dice):
    return dice.choice(FIELDS)


def sign(*ranges):
    """A piece of one character out of these ranges."""
    return lambda dice, n: chr(dice.randrange(*dice.choice(ranges)))


def some(pattern, **choices):
    """A piece made of a pattern: `{w}` a word, `{W}` a word that there is, `{F}` a field, `{i}` the number."""

    def piece(dice, n):
        chosen = {name: dice.choice(values) for name, values in choices.items()}
        return pattern.format(w=letters(dice), v=letters(dice), W=dice.choice(WORDS), F=field(dice), i=n, **chosen)

    return piece


BOUNDS = ("1e999", "-0", "9" * 30, "2020-13-45", "now-1d/d", "*", "9999-12-31", "-1", "0x10", "1e-400", "1_0")
REGEXES = (
    "symbol:/~(a).*&.*b@/ ", "/<1-99999999>/ ", '/"[a"+#/ ', "/[^\\x00-\\uffff]+/ ", "/(a{0,200}){0,200}/ ",
    "/\\d+\\w+\\s*/ ", "/[a-z&&[^b]]/ ", "/(?i)a/ ", "/(?<=a)b/ ", "/a\\1/ ", "/[[:alpha:]]/ ", "/.{1000}/ ", "/()/ ",
)  # fmt: skip
ONE_REGEX = (
    "(a|aa)+$", "(.*a){12}", "([a-z]+)*1", "(x+x+)+y", "[ab]*a[ab]{13}", ".*.*.*=.*", "(a?){30}a{30}", "(.|.)*b",
    "a{1,999}", "[\\u0000-\\uffff]*z", "(.*)(.*)(.*)(.*)(.*)[^a]", "^(([a-z])+.)+[A-Z]([a-z])+$", "((a|b|c|d){9}){9}",
)  # fmt: skip
SCRIPTS = ((0x0E00, 0x0E7F), (0x1780, 0x17FF), (0xAC00, 0xD7A3), (0x0900, 0x097F), (0x4E00, 0x9FFF), (0x3040, 0x30FF))
FACETS = (
    "", ":5", ":month", ":min..0..10", ":missing", ":0", ":1e-300", ":-1", ":" + "9" * 20, ":..", "(symbol)", ":day",
    ":0..1..2..3..4", ":p50,99", ":stats", ":1e308", ":depth", ":year..", "(n:5(x:1))",
)  # fmt: skip
GROWING = (
    "[@,@,@,@,@] | ", "to_string([@,@]) | ", "join('',[to_string(@),to_string(@)]) | ", "{a:@,b:@,c:@}|",
    "[].[@,@][]|", "map(&to_string(@),[@,@,@])|", "reverse(to_string([@,@]))|", "not_null(@,@)|", "*.* | [] | ",
    "zip(@,@) | ", "sort_by([@,@],&to_string(@)) | ", "[*][*][*] | ",
)  # fmt: skip
WILD = some("{w}*{v}?{w}* ")
SQL = ("' OR 1=1 --", "%", "_", "\\%", "\\", "';", "/*", "$$", "$1", ":a", "?", "%s", "{0}", "$ne", "$where", "\0")

# name: a start, pieces, an end
DRAWN = {
    "words": ("", some("{w}{i} "), ""),
    "words of one letter": ("", sign((97, 123)), ""),
    "known words": ("", some("{W} "), ""),
    "unknown fields": ("", some("f{i}:{w} "), ""),
    "known fields": ("", some("{F}:{w} OR "), "a"),
    "fields of fields": ("", some("{F}:({w} {F}:{v}) "), ""),
    "ranges": ("", some("{F}:{o}{w} TO {v}{c} ", o="[{", c="]}"), ""),
    "half ranges": ("", some("{F}:{o}{b} ", o=("<", ">", "<=", ">="), b=BOUNDS), ""),
    "odd bounds": ("", some("{F}:[{b} TO {c}] OR ", b=BOUNDS, c=BOUNDS), "a"),
    "one date": ("when:[now", ("-1d", "+1M", "/d", "-1h/h", "||/y", "+9999999999s"), " TO *]"),
    "dates": ("", some("when:[{y}-{m}||+{k}y/M TO now] OR ", y=("2020", "0", "99999"), m="159", k=("1", "9" * 9)), "a"),
    "days": ("", some("when:2{i:03}-0{d}-1{d} OR ", d="0129"), "a"),
    "one wildcard": ("", ("a", "?", "*", "e", "i"), ""),
    "wildcards": ("", WILD, ""),
    "fields by wildcard": ("", some("{f}:{w} ", f=("\\*", "a\\*", "x\\*", "obj.\\*", "\\*.symbol")), ""),
    "alternatives": ("symbol:/(", some("{w}|"), "z)/"),
    "nested repeats": ("/" + "(" * 40 + "a?b*[^c]{1,5}+", (")*", ")+", "){2,5}"), "/"),
    "regular expressions": ("", REGEXES, ""),
    "a regular expression": ("", lambda dice, n: f"{field(dice)}:/{dice.choice(ONE_REGEX)}/ ", ""),
    "fuzzy words": ("", some("{w}{v}~{d} ", d=("", "1", "2", "0.5", "0", "9", "1e3")), ""),
    "a fuzzy word": ("", sign((97, 123)), "~2"),
    "fuzzy fields": ("", some("{F}:{w}{v}{w}~2 OR "), "a"),
    "boosts": ("", some("{w}^{b} ", b=("1e308", "1e-308", "0", "9" * 40, "1e999", "-1", "1^2", "NaN")), ""),
    "boosts inside boosts": ("(" * 60, some("{w}^9)^9 "), "a"),
    "phrases": ("", some('"{W} {W} {w}"~{s} ', s=(1, 10, 2**31, 2**63, 10**20)), ""),
    "a phrase": ('"', some("{W} "), '"~100'),
    "a phrase of wildcards": ('"', some("{W}* "), '"'),
    "quotes of scripts": ("", some("{o}{W}{c} ", o="\"'«„「‘＂", c="\"'»“」’＂"), ""),
    "brackets": ("(" * 99, some("{w} "), ")" * 99),
    "brackets of NOT": ("NOT (" * 60, some("{w} "), ")" * 60),
    "brackets of a field": ("symbol:(" * 99, some("{w} "), ")" * 99),
    "plus and minus": ("", some("{s}{b}{w} ", s="+-!", b=("", "(", "")), ""),
    "escapes": ("", some("\\{c}", c=string.punctuation + "u00abc é"), ""),
    "unicode escapes": ("", lambda dice, n: f"\\u{dice.randrange(65536):04x}", ""),
    "every character": ("", sign((32, 0xD7FF), (0xE000, 0x10FFFF)), ""),
    "halves of characters": ("", lambda dice, n: chr(dice.randrange(0xD800, 0xDFFF)) + dice.choice(("a ", " ")), ""),
    "controls": ("", sign((0, 160)), ""),
    "combining marks": ("", lambda dice, n: "a" + chr(dice.randrange(0x300, 0x36F)) * dice.randint(1, 200), ""),
    "directions": ("", some("{d}{w}", d="\u202a\u202b\u202d\u202e\u2066\u2067\u200e\u200f\u061c"), ""),
    "scripts": ("", sign(*SCRIPTS), ""),
    "emoji": ("", ("👩", "❤️", "🏳️", "🏽", "\u200d", "\ufe0f", "🇦", "\u20e3", "1"), ""),
    "letters that grow": ("", ("İ", "ı", "ß", "ẞ", "ŉ", "ΐ", "ﬃ", "ẖ", "Σς", "K ", "ﷺ", "㎯", "㍿", "㏙", "㌀ "), ""),
    "digits": ("", sign((48, 58)), ""),
    "a number": ("1.", "0", "1e400"),
    "an exponent": ("n:1e", "9", ""),
    "numbers": ("", some("n:{b} OR ", b=("1e308", "-1e308", "1e-400", "9" * 99, "0" * 99, "-0", "1e9999")), "1"),
    "joined words": ("", some("{w}{c}{v}{i}", c="-_./'’·:"), ""),
    "blanks": ("", (" ", "\t", "\n", "\r", "\xa0", "\u2003", "\u3000", "\u200b", "\u2028", "\x85"), ""),
    "lines": ("", some("{W}{e}", e=("\r\n", "\n", "\r", "\r\r\n", "\n\n")), ""),
    "stars": ("", ("*", "**", ".*", "*.", "?", ",*"), ""),
    "lists": ("", some("{w}{c}", c=(",", ", ", "|", "+", "\t", ";")), ""),
    "lists of fields": ("", some("{s}{F}{e},", s=("", "-", "*", "-*"), e=("", "^2", ".*", "^1e9")), ""),
    "quoted lists": ("", ('"a,b"', "'a,b'", '"', "'", '""', ",", 'a"b'), ""),
    "facets": ("", lambda dice, n: field(dice) + dice.choice(FACETS) + ",", ""),
    "nested facets": ("", some("{F}("), "symbol" + ")" * 50),
    "ranges of a facet": ("n:", some("{i}.."), ""),
    "JMESPath": (".|", ("@ | ", "[] | ", "*.", "[*].", "[?a] | ", "values(@) | "), "@"),
    "functions of JMESPath": (".|", ("map(&@,", "sort_by(", "join(',',", "to_string(", "merge(@,"), "@" + ")" * 20),
    "literals of JMESPath": (".|`[", ("1,", "{},", "[],", "1e999,", "null,"), "1]`"),
    "slices of JMESPath": (".|", some("[{a}:{b}:{c}]", a=(-(9**9), 1), b=("", "9" * 30), c=(1, -1, 0)), ""),
    "JMESPath that grows": (".|", lambda dice, n: dice.choice(GROWING) * 20, "@"),
    "JSON": ("[", lambda dice, n: json.dumps({letters(dice): [letters(dice)] * 3}) + ",", "1]"),
    "HTML": ("", ("<b ", "&amp;", "&#x1;", "<!--", "<![CDATA[", "</", "&lt;", "<a href='"), ""),
    "base64": ("", tuple(string.ascii_letters + string.digits + "-_=."), ""),
    "SQL": ("", SQL, ""),
    "words of LIKE": ("", ("%_", "\\_", "a%", "*_", "?%"), ""),
    "words with colons": ("", some("{W}:"), ""),
    "ids": ("", some("HGNC:{i} "), ""),
    "ids of a scope": ("", some("symbol:{w} "), ""),
    "exists": ("", some("_exists_:{F} {o} ", o=("AND", "OR", "NOT", "")), "a"),
    "exists by wildcard": ("", some("_exists_:{w}\\*{o} ", o=("", " OR", ".\\*")), ""),
    "missing": ("", some("NOT {F}:{a} ", a=("*", "?*", "/.*/", "[* TO *]")), ""),
    "values of a field": ("symbol:(", some("{w} OR "), "z)"),
    "ids of a filter": ("_id:(", some('"HGNC:{i}" '), ")"),
    "percents": ("", ("%41", "%zz", "%", "%25", "%E0%A4%A", "%u0041", "%00"), ""),
    "operators": ("", ("AND ", "OR ", "NOT ", "&& ", "|| ", "! ", "TO ", "and ", "( ", ") ", "a "), ""),
    "points": ("when:", ("48.1,11.5..50km ", "POINT(1 2) ", "u281z7 ", "-90,180 "), ""),
}  # fmt: skip
NAMES = (*map(repr, PIECES), *DRAWN)
_STRINGS = dict(zip(map(repr, PIECES), PIECES, strict=True))


def filled(piece, size):
    """The piece, repeated up to the size."""
    return (piece * (size // len(piece) + 1))[:size]


def text(dice, name, size):
    """The text of this name, of this many characters or a few less."""
    if name in _STRINGS:
        return filled(_STRINGS[name], size)
    start, pieces, end = DRAWN[name]
    inside = max(1, size - len(start) - len(end))
    return start[:size] + filled(block(dice, pieces, min(inside, BLOCK)), inside) + end


def block(dice, pieces, size):
    """As many pieces as reach the size."""
    found, length = [], 0
    while length < size:
        found.append(one(dice, pieces, len(found)))
        length += len(found[-1])
    return "".join(found)


def one(dice, pieces, number):
    if isinstance(pieces, str):
        return pieces
    return dice.choice(pieces) if isinstance(pieces, tuple) else pieces(dice, number)
