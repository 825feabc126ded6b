"""The default facets of a page, the most useful first, in the syntax of the option `facets`.

Enumerations by their values, one date by a period, one number by steps, or by powers of ten if values are skewed.
"""

import math
import operator
from collections import Counter
from collections.abc import Collection
from datetime import datetime
from itertools import islice

from ...querystring.facet_names import can_be_counted
from . import traits
from .evidence import Evidence
from .field_evidence import FieldEvidence
from .number_traits import MAX_FEW, is_geometry, is_grade, is_spread, is_whole, is_year, numbers, quantiles, time_unit
from .roles import Roles

MAX_ENUMERATIONS = 4
MAX_LISTED = 10
"""Different whole numbers that a facet lists. More, such as twelve months, are bars in their order."""

POINT_STEPS = 4
"""Points are rounded to quarters. Facets with equal points keep the order of the file."""
MAX_VALUES, MAX_LINKED, MANY_VALUES = 500, 200, 50
"""The maximum number of different values of an enumeration of texts, of one of other documents, and the number above
which each value has to occur often."""

MAX_VALUE_LENGTH, MAX_CODE = 40, 20
MIN_COVERAGE, MIN_OF_ALL = 0.2, 0.8
MAX_TOP_SHARE = 0.95
"""A facet is not useful at the top if its most frequent value has more than this share of the documents."""

START = "0000-01-01"
"""The end of this text completes a year or a month to its first day."""

PER_SECOND, SECONDS_OF_DAY = {"s": 1, "ms": 1000}, 86_400
HISTOGRAM_STEPS = 12
MAX_DAY = 31
MAX_BARS = 40
SKEW_RATIO = 10
"""In a skewed field, the largest value except the top 2 % is at least this multiple of the median."""


def facets_of(evidence: Evidence, roles: Roles, links: Collection[str] = ()) -> list[str]:
    """The facets in the order of their usefulness; `links` are the fields that name other documents.

    Documents without amounts have a grade instead of one, such as the stars in a survey.
    """
    points = {
        field: link_points(field, evidence) if field.path in links else enumeration_points(field, evidence)
        for field in evidence.fields.values()
    }
    # equally useful facets are in the order of the file
    found = sorted(
        (field for field in points if points[field] > 0), key=lambda field: -round(points[field] * POINT_STEPS)
    )
    chosen: list[FieldEvidence] = []
    for field in found:
        if len(chosen) < MAX_ENUMERATIONS and not any(are_equivalent(field, other) for other in chosen):
            chosen.append(field)
    grades = (field for field in found if field not in chosen and is_grade(field) and not traits.is_flag(field))
    counted = chosen if roles.number else [*chosen, *islice(grades, 1)]
    many = [field for field in counted if len(field.distinct) > MAX_LISTED and is_grade(field)]
    near = [field for field in many if numbers(field)[-1] - numbers(field)[0] < MAX_BARS]
    listed = [f"{field.path}:1" if field in near else field.path for field in counted]
    number = number_facet(evidence, roles) if roles.number not in [field.path for field in chosen] else None
    return listed + [facet for facet in (date_facet(evidence, roles), number) if facet]


def are_equivalent(field: FieldEvidence, other: FieldEvidence) -> bool:
    """Whether each value of one field has one value of the other, such as country codes and country names."""
    if field.documents != other.documents or field.values != other.values or field.stride != other.stride:
        return False
    texts, others = field.texts(), other.texts()
    return len(set(texts)) == len(set(others)) == len(set(zip(texts, others, strict=False))) == len(field.distinct) > 1


def link_points(field: FieldEvidence, evidence: Evidence) -> float:
    """A score for a facet of the documents that a field refers to; 0 if few documents are referred to twice."""
    values, coverage = len(field.distinct), evidence.coverage(field)
    if not 2 <= values <= MAX_LINKED or coverage < MIN_COVERAGE or not comes_often(field):
        return 0.0
    return coverage + 2.5 - math.log(values) / math.log(2 * MAX_VALUES)


def comes_often(field: FieldEvidence) -> bool:
    """Whether values occur twice on average, or ten times if many are different."""
    values = len(field.distinct)
    return field.values >= (2 if values <= MANY_VALUES else 10) * values


def enumeration_points(field: FieldEvidence, evidence: Evidence) -> float:
    """A score for counting the values of a field; 0 for a field that is not an enumeration."""
    values, filled = len(field.distinct) - ("" in field.distinct), 1 - traits.share(field, operator.not_)
    coverage = evidence.coverage(field) * filled
    if not can_be_counted(field.path) or values < 2 or coverage < MIN_COVERAGE or not comes_often(field):
        return 0.0
    if has_each_value_everywhere(field):
        return 0.0
    if traits.is_entry(field) or is_geometry(field) or traits.is_internal(field):
        return 0.0
    if traits.is_only(field, "boolean") or traits.is_flag(field):
        return coverage + 1 - 0.5 * field.depth
    if traits.is_number(field):
        is_one = is_grade(field) and not field.is_list
        return max(coverage + 0.5 - 0.5 * field.depth, 0.0) if is_one else 0.0
    if names_person(field, evidence) or traits.is_opaque(field):
        return 0.0
    if not field.kinds["text"] or traits.mean_length(field) > MAX_VALUE_LENGTH:
        return 0.0
    if traits.is_prose(field) or traits.is_link(field):
        return 0.0
    is_single = field.one_word >= traits.MIN_SHARE * field.values
    is_coded = is_single and traits.is_code(field)
    if values > MAX_VALUES or (is_coded and (values > MAX_FEW or traits.mean_length(field) > MAX_CODE)):
        return 0.0
    few = 1 - math.log(values) / math.log(2 * MAX_VALUES)
    one_sided = 1.0 if traits.dominance(field) > MAX_TOP_SHARE else 0.0
    return max(coverage + 1.5 + few - 0.5 * field.depth - one_sided, 0.01)


def has_each_value_everywhere(field: FieldEvidence) -> bool:
    """Whether each document has every value: also the rarest one is as frequent as documents are."""
    texts = field.texts()
    rarest = min(Counter(texts).values(), default=0) / max(len(texts), 1)
    return (
        field.values >= len(field.distinct) * field.documents and rarest * field.values >= MIN_OF_ALL * field.documents
    )


def names_person(field: FieldEvidence, evidence: Evidence) -> bool:
    """Whether a field is the given name of a person and its object also has the family name, or the other way round."""
    parent = field.path.rpartition(".")[0]
    parts = (traits.is_given_name, traits.is_family_name)
    if not any(part(field) for part in parts):
        return False
    beside = [other for other in evidence.fields.values() if other.path.rpartition(".")[0] == parent]
    return all(any(part(other) for other in beside) for part in parts)


def date_facet(evidence: Evidence, roles: Roles) -> str | None:
    """The facet of a date by years, months or days, or of years by steps, with a readable number of bars."""
    field = evidence.fields.get(roles.date or "")
    if field is None:
        return None
    if traits.is_date_parts(field):
        return years_of_parts(field)
    if is_year(field):
        return steps(field)
    seconds = span_in_seconds(field)
    days = seconds // SECONDS_OF_DAY
    has_hours = days <= 1 and seconds % SECONDS_OF_DAY > 0
    period = "year" if days > 4 * 365 else "month" if days > 90 else "hour" if has_hours else "day"
    return f"{field.path}:{period}"


def years_of_parts(field: FieldEvidence) -> str | None:
    """The years among the parts of dates, by steps; months and days are below all of them."""
    years = sorted(number for number in numbers(field) if number > MAX_DAY)
    if not years or years[0] == years[-1]:
        return None
    step = round_step((years[-1] - years[0]) / HISTOGRAM_STEPS, whole=True)
    first, last = years[0] // step, years[-1] // step
    ends = (number_text(step * number) for number in range(int(first), int(last) + 1))
    return f"{field.path}:{'..'.join(ends)}..max" if last - first < MAX_BARS else None


def span_in_seconds(field: FieldEvidence) -> int:
    """The seconds between the first and the last date of the sample."""
    if unit := time_unit(field):
        found = numbers(field)
        return int(found[-1] - found[0]) // PER_SECOND[unit]
    moments = sorted(datetime.fromisoformat(text[:19] + START[len(text) :]) for text in field.texts())
    return int((moments[-1] - moments[0]).total_seconds()) if moments else 0


def number_facet(evidence: Evidence, roles: Roles) -> str | None:
    """The number by steps."""
    field = evidence.fields.get(roles.number or "")
    return steps(field) if field else None


def steps(field: FieldEvidence) -> str | None:
    """Equal steps; bounds that grow by a factor for skewed values, with the outermost ones open."""
    found = numbers(field)
    if not is_spread(field) or not all(map(math.isfinite, (found[0], found[-1]))):
        return None
    low, middle, high = quantiles(field, 0.02, 0.5, 0.98)
    if low >= 0 and high > SKEW_RATIO * middle:
        return bounds(field, growing_bounds(low, high))
    step = round_step((high - low) / HISTOGRAM_STEPS, whole=is_whole(field))
    if (found[-1] - found[0]) / step > MAX_BARS:
        first = math.floor(low / step)
        return bounds(field, [step * (first + number) for number in range(1, math.ceil(high / step) - first)])
    return f"{field.path}:{number_text(step)}"


def round_step(width: float, whole: bool) -> float:
    """The next larger number of 1, 2, 5, 10, 20, 50 ... and their fractions; at least 1 for whole numbers."""
    power = 10.0 ** math.floor(math.log10(width))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= width * 0.999)
    return max(step, 1.0) if whole else step


def growing_bounds(low: float, high: float) -> list[float]:
    """Powers of ten between the ends, with 3 times each where these are few."""
    first, last = math.floor(math.log10(low)) if low > 0 else 0, math.ceil(math.log10(high))
    first = max(first, last - 8)
    powers = [10.0**power for power in range(first, last + 1)]
    if len(powers) > 5:
        return [power for power in powers if low < power < high]
    return [power * factor for power in powers for factor in (1, 3) if low < power * factor < high]


def bounds(field: FieldEvidence, inner: list[float]) -> str | None:
    """The facet with these bounds, open at both ends."""
    texts = [number_text(bound) for bound in inner]
    return f"{field.path}:min..{'..'.join(texts)}..max" if texts else None


def number_text(number: float) -> str:
    """A number as facets write it: no exponent, no needless zeros."""
    return f"{number:.12f}".rstrip("0").rstrip(".")
