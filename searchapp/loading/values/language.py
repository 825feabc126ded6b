"""Recognises the language of texts by their function words."""

import re
from collections import Counter
from collections.abc import Iterable

from ..meanings import words

SMALL_WORDS = {
    "danish": words("og det at en den til er som på de med han af for ikke der var sig et har"),
    "dutch": words("de en van ik te dat die in een hij het niet zijn is was op aan met als voor"),
    "english": words("the of and to in is that it was for on as with by be are this from at his which"),
    "finnish": words("ja on ei se että oli hän mutta niin kun olla jotka myös ovat joka tai kuin"),
    "french": words("le la les de des et un une est que dans pour qui sur pas au par il plus du en"),
    "german": words("der die das und ist von mit den dem ein eine nicht zu auf für im des sich als auch"),
    "hungarian": words("a az és hogy nem is egy volt ez de csak meg már van el mint ki azt"),
    "italian": words("il la di che e un una per non sono del con gli le da dei nel della è si"),
    "norwegian": words("og det er på som til en av for med at har de ikke den han et om var seg ble"),
    "portuguese": words("o a os as de que e do da em um uma para com não por mais dos se na no ao"),
    "romanian": words("și în de la cu a din care pe o un nu este sau pentru că mai au fost prin"),
    "russian": words("и в не на что с по как это он из у к за то от но для был его"),
    "spanish": words("el la de que y en un una los las por con para no se del al es lo como más"),
    "swedish": words("och det att i en som är på av för med till den har inte ett om de var sig"),
    "turkish": words("ve bir bu da de için ile çok olarak daha olan gibi kadar sonra ise ancak ne"),
}
WORD = re.compile(r"[^\W\d_]+")
MIN_WORDS, MIN_SHARE, MIN_LEAD = 40, 0.15, 1.15
"""Words to look at, the share of them that must be small ones, and how many times more than in any other language."""
MIN_SHARE_OF_TITLES, MIN_LEAD_OF_TITLES = 0.05, 1.5
"""The share and the lead for titles, which have fewer small words, and names of foreign places and persons."""


def language_of(texts: Iterable[str], share: float = MIN_SHARE, lead: float = MIN_LEAD) -> str | None:
    """The language of the texts; None for too few texts, for an unknown language, and for several."""
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update(WORD.findall(text.lower()))
    total = counts.total()
    points = {name: sum(counts[word] for word in small) for name, small in SMALL_WORDS.items()}
    (best, most), (_, second) = Counter(points).most_common(2)
    return best if total >= MIN_WORDS and most >= share * total and most >= lead * second else None


def language_of_titles(texts: Iterable[str]) -> str | None:
    """The language of titles and names; None if it is not clear."""
    return language_of(texts, MIN_SHARE_OF_TITLES, MIN_LEAD_OF_TITLES)
