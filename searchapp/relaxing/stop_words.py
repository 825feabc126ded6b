"""Words that ask and words that join, by language: a question means what is left without them."""

from collections.abc import Sequence

QUESTION = {
    "en": "what what's whats which who who's whom whose where when why how is are was were do does did can could "
    "should would will tell me us about find show search give list explain define definition meaning please know "
    "information",
    "de": "was welche welcher welches wer wem wen wessen wo wann warum wie ist sind war waren kann soll suche zeige "
    "finde über erkläre bedeutet",
    "fr": "que quoi quel quelle quels quelles qui où quand pourquoi comment est sont était est-ce qu'est c'est ce "
    "cherche trouver montre sur",
    "es": "qué que cuál cuáles quién quiénes dónde cuándo cómo por es son era fue buscar mostrar sobre significa",
    "it": "che cosa cos'è quale quali chi dove quando perché come è sono era cerca mostra su",
    "pt": "que qual quais quem onde quando como por é são era foi buscar mostrar sobre",
    "nl": "wat welke wie waar wanneer waarom hoe is zijn was waren zoek toon over",
}
STOP = {
    "en": "a an the of in on for to and or not with by from at as it its this that these those there into than then",
    "de": "der die das den dem des ein eine einer eines einem einen und oder von vom zu zum zur im in am an auf für "
    "mit bei aus nach als",
    "fr": "le la les l un une des du de d et ou à au aux en dans pour par avec sur",
    "es": "el la los las un una unos unas de del y o a al en para con por",
    "it": "il lo la i gli le un uno una di del della dei e o a al in per con da",
    "pt": "o a os as um uma de do da dos das e ou em no na para com por",
    "nl": "de het een van en of in op voor met bij uit naar als aan te",
}
DEFAULT = "en"


def without_question(words: Sequence[str], language: str) -> list[str]:
    """The words without those that begin a question; all of them where no other is left."""
    asking = listed(QUESTION, language)
    return without_first(words, asking)


def without_article(words: Sequence[str], language: str) -> list[str]:
    """The words without those at the beginning that join; all of them where no other is left."""
    return without_first(words, listed(STOP, language))


def without_first(words: Sequence[str], left_out: frozenset[str]) -> list[str]:
    rest = [*words]
    while rest and rest[0].lower() in left_out:
        rest.pop(0)
    return rest or [*words]


def without_stop_words(words: Sequence[str], language: str) -> list[str]:
    """The words without those that ask or join; all of them where no other is left."""
    left_out = listed(QUESTION, language) | listed(STOP, language)
    return [word for word in words if word.lower() not in left_out] or [*words]


def listed(lists: dict[str, str], language: str) -> frozenset[str]:
    return frozenset(lists.get(language[:2].lower(), lists[DEFAULT]).split())
