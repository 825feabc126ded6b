"""The fields whose values are completed."""

from ...protocols import Completed
from ...querystring.names import scope_name
from ..field_checks import Fields, type_of
from ..ranking.profile import Profile

OF_NAMES, OF_ALIASES = 8, 2
"""The weights of the fields with names and with other names."""


def completed_fields(profile: Profile, fields: Fields) -> list[str]:
    """The names and aliases of the profile with weights, codes first, and the ids; empty for unknown fields.

    A collection without names, such as one of measurements, has its ids.
    """
    weighted = [(field, OF_NAMES) for field in profile.names] + [(field, OF_ALIASES) for field in profile.aliases]
    named = [f"{field.path}^{points + field.share - bool(field.words):.2f}" for field, points in weighted]
    return [*named, "_id"] if named or fields else []


def as_completed(names: list[str], fields: Fields, is_ranked: bool) -> Completed:
    """The fields with these names, which may have weights."""
    texts = [name for name in map(scope_name, names) if type_of(name, fields) == "text"]
    return Completed(names, texts, is_ranked)
