"""The words in names of fields that tell the meaning of a field, in the languages in which tables are often written."""


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


TITLE = words("""
title name label lbl symbol headline heading caption term titel bezeichnung nom titre titolo nome nombre título titulo
subject betreff objet asunto oggetto naam namn navn nazwa tytuł nimi
""")
VALUE = words("val value values wert valeur valor")
DESCRIPTION = words("""
description abstract summary plot text body content notes definition comment overview beschreibung zusammenfassung
résumé resume descripción descripcion descrição omschrijving descrizione
""")
NOTES = words("note notes comment comments kommentar commentaire comentario")
ORIGIN = words(
    "provenance provenienz herkunft origin source sources quelle remark remarks bemerkung bemerkungen anmerkung"
)
"""Names of texts about the origin of something, or with notes of its curators, which do not say what it is."""

GENERAL = words("""
name title label id ids type kind code codes key text count version number url uri description language source
min max minimum maximum avg average mean median unit units amount scope group class status role rank
en de fr es it pt nl pl ru ja zh ko ar sv da nb no fi cs hu tr el uk ro
""")
"""Names that say nothing without the name of the object around them."""

NOTATION = words("smiles isosmiles inchi inchikey formula molfile sequence seq")
"""Names of texts in the notation of a science, which programs read. Their values all differ, but they are no titles."""

PLACE = words("""
street address addr road city town village zip zipcode postcode postal state province county country region district
suburb location venue strasse straße ort stadt plz adresse land adres rue ville pays calle ciudad dirección direccion
via indirizzo città straat plaats gate ulica
""")
"""Names of parts of an address, which say where something is, but not what it is."""

CONTACT = words("""
email mail phone telephone telefon fax mobile agent useragent browser ip host hostname referer referrer path file
filename cookie token password
""")
"""Names of texts with an address by which something is reached, and of texts that programs write."""

ALIAS = words("""
alias aliases synonym synonyms prev previous other alternative alternate aka akas former formerly old also nickname
nicknames abbreviation abbreviations
""")
RELATIONS = words("by from in of to with")
"""Last words of names of fields with other documents or persons, such as `replaced_by` and `Assigned to`."""

AUTHORS = words("authors author creators creator autoren auteurs autores autori")
FAMILY = words("""
family surname lastname last nachname familienname apellido apellidos cognome achternaam efternamn etternavn sobrenome
nazwisko
""")
GIVEN = words("""
given first forename firstname givenname vorname prénom prenom nombre nome voornaam förnamn fornavn imię imie
""")
IMAGE = words("image img photo picture poster thumbnail thumb logo icon bild foto imagen immagine")
LINK = words("url link homepage website web href site page")
MONEY = words("""
price cost costs fee fees salary income revenue tax discount usd eur gbp chf preis kosten betrag gebühr prix coût precio
prezzo prijs pris
""")
CHANGED = words("updated modified changed timestamp loaded imported accessed retrieved")
TECHNICAL_DATE = words("updated modified changed created inserted timestamp loaded imported added accessed retrieved")
TIME = words("""
time date datetime timestamp created updated modified changed inserted published posted start started end ended begin
expires expiry seen at on when ts epoch unixtime ctime mtime atime zeit datum fecha data heure
""")
LATITUDE = words("lat latitude breite breitengrad latitud latitudine breddegrad breedtegraad широта 緯度 纬度")
LONGITUDE = words("lon lng long longitude laenge länge längengrad longitud longitudine lengtegraad долгота 経度 经度")
COORDINATES = words("latlng latlon lnglat lonlat coordinates coords koordinaten coordonnées coordenadas coordinate")
YEAR = words("year jahr année annee año ano anno jaar år rok yr год سنة السنة عام 年 出版年 연도 έτος")
LIFE = words("born died birth death founded established built geboren gestorben gegründet né mort nacido fallecido")
"""Names of years only if the values look like years."""
DATE = words("date dated datum fecha data dato datering")
CODE = words("""
id ids code codes accession nr no key zip zipcode postcode plz isbn issn phone pk fk index idx number num uuid guid
fax tel telephone telefon extension gtin ean upc barcode iban bic
nummer numéro numero número kennung schlüssel clé codigo código codice
""")
NUMBER_OF = words("number no nr num")
"""Names of codes that are amounts where `of` comes next: `Number of employees`."""

AMOUNT = words("""
count counts quantity qty amount total sum size level grade stage score rank value points version class cluster group
label target bit digit gender sex type anzahl menge nombre cantidad quantité aantal
""")
"""Names of numbers that are amounts or classes, even if a collection has no others than 0 and 1."""

ABBREVIATED = {
    "lat": "latitude",
    "lbl": "label",
    "pred": "predicate",
    "lon": "longitude",
    "lng": "longitude",
    "tz": "time zone",
    "qty": "quantity",
    "desc": "description",
    "addr": "address",
    "dob": "date of birth",
    "ts": "timestamp",
}
"""The meanings of some short names of fields."""
