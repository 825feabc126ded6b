"""The limits of the work of searches, the costs that count for them, and the errors beyond them."""

MAX_LEAVES = 60_000
"""Terms, ranges and other leaves of a query, counted in each field: ten microseconds each."""
ABSENT_PER_LEAF = 8
"""The number of absent terms that cost as much as one term that documents have."""
MAX_PATTERNS = 14_000
"""The maximum cost of a query's patterns in all fields together, 1 per character: less than a second, and 60 MB."""
PATTERN_SECONDS = 1 / 16_000
"""Seconds of CPU with cost 1."""
PREFIX_COST = 4
"""The cost of the automaton of a prefix in one field: 14 kB."""
MAX_WALK = 200
"""The maximum cost of a walk over the terms of one field."""
SHORT_WALK, TERMS = 8, 20
"""The minimal cost of a walk, and the number of terms that costs one more."""
RANGE, RANGE_TERMS = 50, 192
"""The maximum cost of a range in one field that tantivy walks itself, and the number of terms that costs one more."""
MAX_WALKED = 2_000_000
"""The maximum number of terms that the automata of all patterns after the first read, half a microsecond each."""
MAX_FIELD = 50_000
"""The maximum number of terms of one field that count: a few patterns may be searched in a field of any size."""
MAX_SOURCES = 6 * 2**20
"""The maximum number of characters that a query analyses to find hits, plus a third of the read bytes: a second."""
LEAF_SECONDS, TERM_SECONDS = 8e-6, 0.3e-6
"""Seconds of CPU that a search takes for a leaf, and for a term that an automaton walks over."""
SCANNED, MAX_SCANNED = 2000, 20
"""Documents that a range of numbers tests in the time of a leaf, and the maximum number of leaves counted for it."""
UNCOUNTED_PATTERN_SECONDS = 1e-3
"""Seconds of CPU of a search with patterns, beyond the estimated seconds, that do not count in a batch."""
MAX_MARKED = 100_000
"""The maximum number of words of the texts in which matches are marked: ten microseconds each."""
MAX_EXPLAINED = 30_000
"""The maximum number of lines of the explanations of scores: 25 microseconds each."""
MAX_EXPLAINED_LEAVES = 60_000
"""Leaves of a query, in the explanation of each hit: five microseconds each. Those of patterns list the hits, a
microsecond each."""
MAX_EXPLAINED_PATTERNS = 6_000
"""The maximum cost of the patterns of a query that is explained, because they are run twice."""
MAX_COUNTED = 150_000
"""The maximum number of terms that all facets together read one by one: five microseconds each."""
MAX_INNER = 1_600
"""The maximum number of searches for facets inside buckets, times the depth of the bucket: half a millisecond each."""
DOCUMENTS_READ = "documents in facets, sort keys, filters and random scores"
DOCUMENT_SECONDS = 0.1e-6
"""Seconds of CPU for a document in a facet or a sort key."""
MAX_DOCUMENTS_READ = 1_500_000
"""The maximum number of documents that count for one search: a few searches may be of any size."""
DOCUMENTS_PER_KEY = 500
"""The number of documents that cost as much as the start of a facet or a sort key."""
KEYS_PER_MIN_SCORE = 10
"""The number of sort keys that cost as much as a comparison of scores with `min_score`."""
KEYS_PER_RANDOM_SCORE = 20
"""The number of sort keys that cost as much as random scores."""
PHRASES, WORDS, LINES = "phrases with slop", "highlighted words", "lines of explanations"
MAX_PER_SEARCH = {PHRASES: MAX_SOURCES, WORDS: MAX_MARKED, LINES: MAX_EXPLAINED}
"""The limits for one search of the kinds of work that `Work.count` counts."""
MAX_PER_REQUEST = {
    "terms in fields": 60_000,
    "patterns": 12_000,
    "terms for patterns": 3_000_000,
    PHRASES: 3 * MAX_SOURCES // 2,
    WORDS: MAX_MARKED,
    LINES: MAX_EXPLAINED,
    DOCUMENTS_READ: 4_500_000,
    "bytes of documents": 64 * 2**20,
}
"""The limits for all searches of a request together, for example of a batch or of several collections.

Automata count by the time that they take, and the first pattern of each search counts too. Each limit is about a second
of CPU.
"""
MAX_SHARES = 1.1
"""The sum of the shares of these limits that the searches of a request after the first may use."""
MAX_SECONDS = 0.95
"""The maximum of the estimated seconds of CPU for the query, highlights, sort keys and facets of one search."""
WORD_SECONDS, VALUE_SECONDS = 7e-6, 8e-6
"""Seconds of CPU for a word of a text in which matches are marked, and for a sort value of a hit."""
FACET_TERM_SECONDS, BUCKET_SECONDS, INNER_SECONDS = 1.2e-6, 8e-6, 0.1e-3
"""Seconds of CPU for a term of a field that a facet counts, for a value of a facet, and for each facet inside it."""
ALL_TOGETHER = "terms, patterns, facets, sort keys, highlighted words and explanations"
TOO_COSTLY = "unsupported query: too many wildcards, fuzzy words or ranges of texts in these fields; name a field"
TOO_MUCH = {
    PHRASES: "unsupported query: a phrase with slop has too many candidates; use rarer words",
    WORDS: f"unsupported highlight: more than {MAX_MARKED} words in these documents; ask for fewer, or name fields",
    LINES: f"unsupported explain: more than {MAX_EXPLAINED} lines for the scores; ask for fewer hits, or name fields",
}
"""The errors beyond MAX_PER_SEARCH."""
TOO_MANY_COUNTED = "unsupported facets: facet_query and include compare more than {} values; ask for fewer facets"
TOO_MANY_INNER = "unsupported facets: facets inside too many values; use fewer or larger ones"
TOO_MANY_TOGETHER = "too many {} in all searches of this request together, name fields or ask for fewer terms at once"
TOO_SLOW = "unsupported search: patterns, sort keys and facets take too long; name fields, or ask for fewer"
TOO_MANY_EXPLAINED = "unsupported explain: too many terms in fields for these hits; ask for fewer, or name fields"


def stars_cost(stars: int, width: int) -> int:
    """The cost of the unlimited repeats of a pattern: their automaton grows faster than their number.

    It has fewer states in a field whose characters are at most `width` bytes.
    """
    return (16 * stars + 2 * stars * stars) * width // 4


def walk_cost(terms: int) -> int:
    """The cost of a walk over `terms` terms."""
    return min(SHORT_WALK + terms // TERMS, MAX_WALK)


def range_cost(terms: int) -> int:
    """The cost of a range of texts in a field with `terms` terms, where tantivy walks over them itself."""
    return min(1 + terms // RANGE_TERMS, RANGE)
