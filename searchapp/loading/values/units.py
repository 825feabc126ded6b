"""Units at the end of names of fields, `Height_cm`, `heat_kJ_mol`, `density_g_per_cm3`, and in cells, `µg/L`."""

import re
from collections.abc import Sequence

from ..meanings import words

UNITS = {
    **dict.fromkeys(("min", "minutes"), "min"),
    **dict.fromkeys(("sec", "seconds"), "s"),
    **dict.fromkeys(("pct", "percent"), "%"),
    **{unit: unit for unit in ("km", "cm", "mm", "nm", "kg", "mg", "ng", "ms", "bp", "mph", "days", "ppm")},
    **{unit.lower(): unit for unit in ("mV", "mA", "mAh", "kW", "kWh", "hPa", "kPa", "MHz", "GHz", "Hz", "dB", "dBm")},
    **{unit.lower(): unit for unit in ("kB", "MB", "GB", "ft", "lb", "lbs", "ml", "kJ", "kcal")},
    **{f"{length}{power}": f"{length}{'²³'[power - 2]}" for length in ("m", "cm", "mm", "km") for power in (2, 3)},
    **{unit: unit for unit in ("years", "ppb", "lux")},
    "ug": "µg",
    "um": "µm",
    "ugm3": "µg/m³",
    "hours": "h",
    "%": "%",
    "deg": "°",
    "kmh": "km/h",
    "celsius": "°C",
    "usd": "USD",
    "eur": "EUR",
    "gbp": "GBP",
}
"""The units that the last word of a name may say."""
SIGNS_OF_UNITS = frozenset(UNITS.values())

OPENING = words("opening open business office working visiting")
"""Words before `hours` that are no amount of time."""

MEASURED = {**UNITS, **{unit: unit for unit in ("g", "l", "dl", "mol", "mmol", "nmol", "h", "s", "m", "ha", "mi")}}
MEASURED |= {"j": "J", "w": "W", "k": "K", "kev": "keV", "mev": "MeV"}
"""The units that two or three words of a name may say together: `kJ_mol` is kJ/mol, `g_per_cm3` g/cm³."""

DIVISORS = words("m3 m2 cm3 cm2 km2 ml dl l mol mmol kg g mg s h ha")
TIMES = words("min minutes sec seconds ms hours days years h s")
"""Units that begin a quotient only with `per`: `days_min` has no unit, its `min` means minimum."""

PER = "per"

TEMPERATURE = words("temp teff temperature temperatur température temperatura")
POINTS = words("melting boiling freezing dew flash")
"""Words before `point` that make it a temperature."""

DEGREES = {"c": "°C", "f": "°F", "k": "K"}
"""The units of a single letter after the name of a temperature."""


SIZES = {
    "m": words("height elevation elev altitude alt depth width length distance radius diameter perimeter thickness"),
    "s": words("duration time elapsed latency delay timeout runtime uptime interval"),
    "h": words("duration elapsed runtime uptime"),
    "g": words("weight mass"),
    "l": words("volume capacity"),
    "w": words("power"),
    "v": words("battery voltage"),
    "a": words("current"),
    "ha": words("area"),
    "mi": words("distance length"),
}
"""The short units that may follow the names of sizes: `elevation_m`."""

IN = "in"
"""The word before a unit that is left out with it: `duration_in_seconds`."""


PREFIXED = re.compile(
    r"(da|[YZEPTGMkhdcmµμunpfa])?"
    "(m|g|s|A|K|C|F|mol|cd|Hz|N|Pa|J|W|V|VA|Ω|ohm|S|T|lm|lx|Bq|Gy|Sv|[lL]|M|eV|bar|cal|Da|bp|b|B|t|Wh|yr|pc)"
)
"""The symbol of a unit, with or without a prefix such as `k`."""

SIGNS = {
    **dict.fromkeys(words("degc deg_c degree_c degrees_c degree_celsius degrees_celsius celsius"), "°C"),
    **dict.fromkeys(words("degf deg_f fahrenheit"), "°F"),
    **dict.fromkeys(words("deg degree degrees degrees_north degrees_east degree_north degree_east"), "°"),
}
"""The signs of units that are written as words."""

WRITTEN = words("""
% ‰ ° °c °f kelvin psu practical_salinity_unit ph ntu meter meters metre metres gram grams liter litre second
minute minutes hour day month year inch inches feet foot mile miles kt knots atm mmhg iu cells counts count au a.u. rpm
d
""") | {unit.lower() for unit in (*MEASURED, *SIGNS, *SIGNS.values())}
"""Other units, in lower case."""

FACTORS = re.compile(r"(?<=[^\W\d_])\^?[-−⁻+]?[\d¹²³⁴]+|[\s/·*^()\[\]]+|\.(?=\w)")
"""The powers and signs between the units of a product or a quotient."""


def is_unit(text: str) -> bool:
    """Whether a text is a unit: `mm`, `µmol/kg`, `W m-2`, `[degC]`."""
    unit = unit_sign(text)
    factors = [factor for factor in FACTORS.split(unit) if factor and factor != "1"]
    is_product = bool(factors) and all(PREFIXED.fullmatch(one) or one.lower() in WRITTEN for one in factors)
    return is_product or unit.lower() in WRITTEN


def unit_sign(text: str) -> str:
    """The unit as pages show it, without parentheses around it."""
    unit = text.strip().removeprefix("[").removesuffix("]").removeprefix("(").removesuffix(")")
    return SIGNS.get(unit.lower().replace(" ", "_"), unit)


def unit_at_end(parts: Sequence[str]) -> tuple[int, str]:
    """The number of last words of a name, in lower case, that are its unit, and the unit; 0 and empty without one."""
    count, unit = last_unit(parts)
    is_in = count and len(parts) > count + 1 and parts[-count - 1] == IN
    return count + bool(is_in), unit


def last_unit(parts: Sequence[str]) -> tuple[int, str]:
    """The number of last words that are a unit, and the unit."""
    for count in (3, 2):
        if len(parts) > count and (unit := quotient(parts[-count:])):
            return count, unit
    if len(parts) < 2:
        return 0, ""
    *before, last = parts
    if last in DEGREES and is_temperature(before):
        return 1, DEGREES[last]
    if before[-1] in SIZES.get(last, ()):
        return 1, MEASURED.get(last, last.upper())
    is_unit = last in UNITS and not (last == "hours" and before[-1] in OPENING)
    return (1, UNITS[last]) if is_unit else (0, "")


def quotient(parts: Sequence[str]) -> str:
    """The unit that several words name together; empty if they name none."""
    first, *rest = parts
    below = [part for part in rest if part != PER]
    if first not in MEASURED or not below or not set(below) <= (MEASURED.keys() if PER in rest else DIVISORS):
        return ""
    is_clear = PER in rest or (first not in TIMES and any(len(part) > 1 for part in (first, *below)))
    return "/".join(MEASURED[part] for part in (first, *below)) if is_clear else ""


def is_temperature(parts: Sequence[str]) -> bool:
    """Whether the words before a unit of one letter are the name of a temperature."""
    return parts[-1] in TEMPERATURE or (len(parts) > 1 and parts[-1] == "point" and parts[-2] in POINTS)
