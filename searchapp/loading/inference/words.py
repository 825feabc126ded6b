"""The words in names of fields that tell the meaning of a field, in the languages in which tables are often written."""


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


TITLE = words("""
title name label symbol headline heading caption term titel bezeichnung nom titre titolo nome nombre título titulo naam
namn navn nazwa tytuł nimi
""")
DESCRIPTION = words("""
description abstract summary plot text body content notes definition comment overview beschreibung zusammenfassung
résumé resume descripción descripcion descrição omschrijving descrizione
""")
ALIAS = words("""
alias aliases synonym synonyms prev previous other alternative alternate aka akas former formerly old also nickname
nicknames abbreviation abbreviations
""")
FAMILY = words("family surname lastname last nachname familienname apellido apellidos cognome")
IMAGE = words("image img photo picture poster thumbnail thumb logo icon bild foto imagen immagine")
LINK = words("url link homepage website web href site page")
TECHNICAL_DATE = words("updated modified changed created inserted timestamp loaded imported")
LATITUDE = words("lat latitude breite breitengrad latitud latitudine")
LONGITUDE = words("lon lng long longitude laenge länge längengrad longitud longitudine")
YEAR = words("year jahr année annee año ano anno jaar år rok yr")
CODE = words("""
id ids code codes nr no key zip zipcode postcode plz isbn issn phone pk fk index idx number num uuid guid
fax tel telephone telefon extension
nummer numéro numero número kennung schlüssel clé codigo código codice
""")
ACRONYM = words("""
id url uri doi isbn issn api dna rna iata icao gdp usd eur gbp html json xml pdf sku ean gtin vat zip gps ip http uuid
usa uk eu un tv dvd cd imdb mpaa ascii utc pmid orcid faa
""")

UNITS = {
    **dict.fromkeys(("min", "minutes"), "min"),
    **dict.fromkeys(("sec", "seconds"), "s"),
    **dict.fromkeys(("pct", "percent"), "%"),
    **{unit: unit for unit in ("km", "cm", "mm", "kg", "mg", "ms", "bp", "mph", "years", "days")},
    "hours": "h",
    "kmh": "km/h",
    "celsius": "°C",
    "usd": "USD",
    "eur": "EUR",
    "gbp": "GBP",
}
"""The units that the last word of a name may say."""
