"""Question words and stop words by language. A question is searched without them."""

from collections.abc import Mapping, Sequence, Set

from ..options.languages import language_named

QUESTION = {
    "english": "what what's whats which who who's whom whose where when why how is are was were do does did can could "
    "should would will tell me us about find show search give list explain define definition meaning please know "
    "information",
    "german": "was welche welcher welches wer wem wen wessen wo wann warum wie ist sind war waren kann soll suche "
    "zeige finde über erkläre bedeutet liegt gibt heißt",
    "french": "que quoi quel quelle quels quelles qui où quand pourquoi comment est sont était est-ce qu'est c'est "
    "qu'est-ce ce cherche trouver montre sur",
    "spanish": "qué que cuál cuáles quién quiénes dónde cuándo cómo por es son era fue buscar mostrar sobre significa "
    "hay está están",
    "italian": "che cosa cos'è qual quale quali chi dove dov'è quando perché come è sono era cerca mostra su",
    "portuguese": "que qual quais quem onde quando como por é são era foi buscar mostrar sobre",
    "dutch": "wat welke wie waar wanneer waarom hoe is zijn was waren zoek toon over",
    "danish": "hvad hvem hvilken hvilket hvilke hvor hvornår hvorfor hvordan er var søg vis find om",
    "norwegian": "hva hvem hvilken hvilket hvilke hvor når hvorfor hvordan er var søk vis finn om",
    "swedish": "vad vem vilken vilket vilka var när varför hur är sök visa hitta om",
    "finnish": "mikä mitä kuka ketkä mitkä missä milloin miksi miten on ovat oli etsi näytä",
    "hungarian": "mi mit ki kit melyik hol mikor miért hogyan van volt keresd mutasd",
    "romanian": "ce care cine unde când cum este e sunt era caută arată despre",
    "russian": "что кто какой какая какое какие где когда почему зачем как это такое такой такая есть найти найди "
    "покажи о об про",
    "turkish": "ne nedir kim kimdir hangi hangisi nerede nerededir neden nasıl ara göster bul",
}
STOP = {
    "english": "a an the of in on for to and or not with by from at as it its this that these those there into than "
    "then",
    "german": "der die das den dem des ein eine einer eines einem einen und oder von vom zu zum zur im in am an auf "
    "für mit bei aus nach als",
    "french": "le la les l un une des du de d et ou à au aux en dans pour par avec sur",
    "spanish": "el la los las un una unos unas de del y o a al en para con por",
    "italian": "il lo la i gli le un uno una di del della dei e o a al in per con da",
    "portuguese": "o a os as um uma de do da dos das e ou em no na para com por",
    "dutch": "de het een van en of in op voor met bij uit naar als aan te",
    "danish": "en et den det de og eller i på til af for med fra som",
    "norwegian": "en ei et den det de og eller i på til av for med fra som",
    "swedish": "en ett den det de och eller i på till av för med från som",
    "finnish": "ja tai se ne",
    "hungarian": "a az egy és vagy",
    "romanian": "un o și sau de la în pe cu din",
    "russian": "и или в во на с со к из от до по для",
    "turkish": "bir ve veya ile için",
}
DEFAULT = "english"
MIN_FOREIGN = 4
"""The minimum length of question words in another language than the collection's: `mit` asks no question in English."""
PRONOUNS = frozenset(("me", "us"))
"""Question words that are not left out at the start of a text."""

QUESTION_WORDS, STOP_WORDS = (
    {language: frozenset(words.split()) for language, words in lists.items()} for lists in (QUESTION, STOP)
)


def without_question(words: Sequence[str], language: str) -> list[str]:
    """The words without the question words at the start; all words if no others are left.

    `US` and `WHO` stay as codes unless all words are in capitals. A pronoun at the start stays too: `us cars`.
    """
    codes = frozenset() if " ".join(words).isupper() else frozenset(filter(str.isupper, words))
    return without_first(words, words_in(QUESTION_WORDS, language), codes | PRONOUNS.intersection(words[:1]))


def without_article(words: Sequence[str], language: str) -> list[str]:
    """The words without articles at the beginning; all words if no others are left."""
    return without_first(words, words_in(STOP_WORDS, language))


def without_outer(words: Sequence[str], language: str) -> list[str]:
    """The words without stop words at the beginning and at the end; all words if no others are left."""
    return without_article(without_article(words, language)[::-1], language)[::-1]


def without_first(words: Sequence[str], left_out: frozenset[str], kept: frozenset[str] = frozenset()) -> list[str]:
    rest = [*words]
    while rest and rest[0] not in kept and rest[0].lower() in left_out:
        rest.pop(0)
    return rest or [*words]


def without_stop_words(words: Sequence[str], language: str, nouns: Set[str] = frozenset()) -> list[str]:
    """The words without stop words and `nouns`; all words if no others are left."""
    left_out = words_in(QUESTION_WORDS, language) | words_in(STOP_WORDS, language) | nouns
    return [word for word in words if word.lower() not in left_out] or [*words]


def are_stop_words(words: Sequence[str], language: str) -> bool:
    """Whether all words are question words or stop words."""
    return {word.lower() for word in words} <= words_in(QUESTION_WORDS, language) | words_in(STOP_WORDS, language)


def is_stop_word(word: str) -> bool:
    """Whether a word is a stop word of any language."""
    return any(word.lower() in listed for listed in STOP_WORDS.values())


def after_stop_word(words: Sequence[str], language: str) -> list[str]:
    """The words after the first stop word, which are often the name: `movies directed by Ang Lee`."""
    joining = words_in(STOP_WORDS, language)
    place = next((place for place, word in enumerate(words) if word.lower() in joining), len(words))
    return without_stop_words(words[place + 1 :], language)


def question_language(words: Sequence[str], language: str) -> str:
    """The language of a question: the collection's, else the one with the most question words at the start."""
    if len(words) < 2:
        return language
    asked = {each: words[: len(words) - len(without_question(words, each))] for each in (language, *QUESTION)}
    possible = [each for each in asked if each == language or sum(map(len, asked[each])) >= MIN_FOREIGN]
    return max(possible, key=lambda each: len(asked[each]))


def words_in(lists: Mapping[str, frozenset[str]], language: str) -> frozenset[str]:
    """The words of a language; of English if the language has no list."""
    return lists.get(language) or lists.get(language_name(language)) or lists[DEFAULT]


def language_name(language: str) -> str:
    """The name of a language that is given by its name or its code."""
    return language_named(language) or language.lower()
