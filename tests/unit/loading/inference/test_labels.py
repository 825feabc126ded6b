import pytest

from searchapp.loading.inference.labels import Label, labels


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("locus_group", Label("Locus group")),
        ("releaseDate", Label("Release date")),
        ("HTTPStatus", Label("HTTP status")),
        ("Title", Label("Title")),
        ("doi", Label("DOI")),
        ("user_ids", Label("User IDs")),
        ("IMDB Rating", Label("IMDB Rating")),
        ("IMDB_Rating", Label("IMDB Rating")),
        ("Running_Time_min", Label("Running Time", "min")),
        ("Height (cm)", Label("Height", "cm")),
        ("Größe_mm", Label("Größe", "mm")),
        ("km", Label("Km")),
        ("journal.name", Label("Journal: name")),
        ("device.id", Label("Device: ID")),
        ("@timestamp", Label("Timestamp")),
        ("name.@value", Label("Name")),
        ("name.@language", Label("Name: language")),
        ("synonym.value", Label("Synonym")),
        ("author.birth.value", Label("Author: birth")),
        ("authors.affiliation.country", Label("Affiliation: country")),
        ("duration_in_seconds", Label("Duration", "s")),
        ("born_in", Label("Born in")),
        ("elevation_m", Label("Elevation", "m")),
        ("station_m", Label("Station m")),
        ("battery_v", Label("Battery", "V")),
        ("vitamin_a_mg", Label("Vitamin a", "mg")),
        ("pm2_5_ugm3", Label("PM2.5", "µg/m³")),
        ("OtherIDs", Label("Other IDs")),
        ("number_of_SCTs", Label("Number of SCTs")),
        ("imageURLsLarge", Label("Image URLs large")),
        ("CASsum", Label("CAS sum")),
        ("teamIDretro", Label("Team ID retro")),
        ("status.last_change", Label("Status: last change")),
        ("Künstler(in)", Label("Künstler(in)")),
        ("Height(cm)", Label("Height", "cm")),
        ("lat", Label("Latitude")),
        ("battery_mv", Label("Battery", "mV")),
        ("temp_max_c", Label("Temp max c")),
        ("temperature_c", Label("Temperature", "°C")),
        ("issued.date-parts", Label("Issued")),
        ("_", Label("_")),
        ("titles.pt-BR", Label("Titles: pt-BR")),
        ("long", Label("Long")),
        ("ISOnumeric", Label("ISO numeric")),
        ("UNcode", Label("UN code")),
        ("HTMLBody", Label("HTML body")),
        ("InChI", Label("InChI")),
        ("InChIKey", Label("InChIKey")),
        ("pubchem_cid", Label("PubChem cid")),
        ("PubChem CID", Label("PubChem CID")),
        ("pH range", Label("pH range")),
        ("soil_ph", Label("Soil pH")),
        ("rsid", Label("rsID")),
        ("uniProtkbId", Label("UniProtKB ID")),
        ("openStreetMapUrl", Label("OpenStreetMap URL")),
        ("mRNA_count", Label("mRNA count")),
        ("RoHS", Label("RoHS")),
        ("mLOY score", Label("mLOY score")),
        ("GeneName of OpenTargets", Label("GeneName of OpenTargets")),
        ("evaporation_heat_kJ_mol", Label("Evaporation heat", "kJ/mol")),
        ("density_g_per_cm3", Label("Density", "g/cm³")),
        ("specific_heat_J_g_mol", Label("Specific heat", "J/g/mol")),
        ("pm2_5_ug_m3", Label("PM2.5", "µg/m³")),
        ("price_eur_min", Label("Price EUR", "min")),
        ("size_m2", Label("Size", "m²")),
        ("wind_dir_deg", Label("Wind dir", "°")),
        ("boiling_point_K", Label("Boiling point", "K")),
        ("opening_hours", Label("Opening hours")),
        ("flight_hours", Label("Flight", "h")),
        ("us_state", Label("US state")),
        ("meta.synonyms.val", Label("Meta: synonyms")),
        ("lbl", Label("Label")),
        ("Organizer e-mail", Label("Organizer e-mail")),
        ("Capacity %", Label("Capacity", "%")),
        ("salary.min", Label("Salary: min")),
        ("title.de", Label("Title: de")),
        ("about_us", Label("About us")),
        ("pubmed", Label("PubMed")),
        ("omim_id", Label("OMIM ID")),
        ("How do you like it? [Pace]", Label("How do you like it? [Pace]")),
        ("Body (HTML)", Label("Body (HTML)")),
        ("Attribute value(s)", Label("Attribute value(s)")),
        ("Lead (µg/l)", Label("Lead", "µg/l")),
        ("pH-Wert", Label("pH-Wert")),
    ],
)
def test_a_name_becomes_a_label(name, expected):
    assert labels([name, "other"])[name] == expected


def test_family_names_stand_for_the_persons_of_a_list():
    names = ["authors.given_name", "authors.family_name", "size"]
    assert labels(names, lists=names[:2])["authors.family_name"] == Label("Authors")
    assert labels(names)["authors.family_name"] == Label("Family name")
    genres = ["genres.name", "genres.id", "images.caption", "images.id"]
    found = labels(genres, lists=genres)
    assert (found["genres.name"], found["images.caption"]) == (Label("Genres"), Label("Caption"))
    authors = ["authors.family", "authors.name"]
    found = labels([*authors, "size", "year"], lists=authors)
    assert [found[path].text for path in authors] == ["Authors", "Authors: name"]


def test_a_heading_with_other_signs_is_a_label_as_it_is_written():
    headings = {"Inv-No": "Inv.-No.", "Q1 Size (cm)": "Q1. Size (cm)"}
    assert labels(["Inv-No", "Q1 Size (cm)", "No"], headings) == {
        "Inv-No": Label("Inv.-No."),
        "Q1 Size (cm)": Label("Q1. Size", "cm"),
        "No": Label("No"),
    }


def test_a_key_with_dots_is_one_name():
    keys = {"labels.app.kubernetes.io/name": "app.kubernetes.io/name", "base.Sp. Attack": "Sp. Attack"}
    found = labels([*keys, "labels.tier", "base.HP"], keys=keys)
    assert [found[path].text for path in keys] == ["App.kubernetes.io/name", "Sp. Attack"]


def test_a_namespace_is_left_out_where_no_other_name_is_the_same():
    found = labels(["dc:date", "dc:publisher", "addr:city", "tags.name", "tags.contact:name", "Ratio: a:b"])
    assert [label.text for label in found.values()] == [
        "Date",
        "Publisher",
        "Addr: city",
        "Tags: name",
        "Contact: name",
        "Ratio: a:b",
    ]


def test_the_name_of_a_text_ends_with_no_unit():
    assert labels(["LAST_NM", "SIZE_NM"], texts=["LAST_NM"]) == {
        "LAST_NM": Label("Last NM"),
        "SIZE_NM": Label("Size", "nm"),
    }


def test_long_is_a_longitude_next_to_a_latitude():
    assert labels(["place.lat", "place.Long", "long"])["place.Long"] == Label("Longitude")
    assert labels(["place.lat", "long"])["long"] == Label("Long")


def test_an_amount_next_to_its_currency_has_the_label_of_its_object():
    assert labels(["price.amount", "price.currency", "tax.amount", "tax.rate"]) == {
        "price.amount": Label("Price"),
        "price.currency": Label("Currency"),
        "tax.amount": Label("Tax: amount"),
        "tax.rate": Label("Rate"),
    }


def test_capitals_are_acronyms_only_where_other_names_are_small():
    assert labels(["LOKI", "name", "size"])["LOKI"].text == "LOKI"
    assert labels(["FIRST_NAME", "CITY"]) == {"FIRST_NAME": Label("First name"), "CITY": Label("City")}


def test_columns_in_capitals_are_no_acronyms_where_json_inside_is_small():
    names = ["FULL_NAME", "IS_ACTIVE", "PROFILE", "PROFILE.lang", "PROFILE.contacts.type", "PROFILE.contacts.value"]
    assert labels(names)["FULL_NAME"] == Label("Full name")


def test_the_labels_of_geojson_properties_have_no_prefix():
    outer = ["type", "geometry", "geometry.type", "geometry.coordinates", "properties"]
    found = labels([*outer, *(f"properties.{name}" for name in ("OBJECTID", "NAME", "AREA_HA", "OPEN", "SITE"))])
    assert found["properties.NAME"] == Label("Name")
    assert found["properties.AREA_HA"] == Label("Area", "ha")
    assert found["geometry.type"] == Label("Geometry: type")
    assert labels(["shop.NAME", "shop.id", "x", "y", "z"])["shop.NAME"] == Label("Shop: NAME")


def test_a_field_whose_name_others_have_too_says_in_which_object_it_is():
    names = ["city", "home.city", "work.address.city", "work.zip", "a.b.size", "c.b.size", "b.size_cm", "open"]
    found = {path: label.text for path, label in labels(names).items()}
    assert found == {
        "city": "City",
        "home.city": "Home: city",
        "work.address.city": "Address: city",
        "work.zip": "Work: ZIP",
        "a.b.size": "A b: size",
        "c.b.size": "C b: size",
        "b.size_cm": "B: size",
        "open": "Open",
    }


def test_a_field_of_the_outer_object_called_like_one_inside_keeps_both_apart():
    names = ["type", *(f"properties.{name}" for name in ("type", "place", "size", "depth", "time"))]
    found = labels(names)
    assert (found["type"].text, found["properties.type"].text) == ("Type", "Properties: type")
    assert found["properties.place"].text == "Place"


def test_most_names_in_capitals_are_written_small_except_words_without_vowels():
    paths = ["properties.BOROUGH", "properties.PARK_NAME", "properties.PRCP", "properties.globalId", "type", "ID"]
    assert {path: label.text for path, label in labels(paths).items()} == {
        "properties.BOROUGH": "Borough",
        "properties.PARK_NAME": "Park name",
        "properties.PRCP": "PRCP",
        "properties.globalId": "Global ID",
        "type": "Type",
        "ID": "ID",
    }


@pytest.mark.parametrize(("low", "high"), [("temp_min", "temp_max"), ("tempMin", "tempMax"), ("Temp Min", "Temp Max")])
def test_min_next_to_max_is_not_a_number_of_minutes(low, high):
    found = labels([low, high])
    assert [found[low].text.lower(), found[high].text.lower()] == ["temp minimum", "temp maximum"]
    assert found[low].unit == ""


def test_units_with_capitals_inside_are_units_at_the_end_of_names():
    found = labels(["pressure_hPa", "rssi_dBm", "battery_mV", "distance_mi", "duration_s", "class_s"])
    assert [f"{label.text} ({label.unit})" for label in found.values()] == [
        "Pressure (hPa)",
        "Rssi (dBm)",
        "Battery (mV)",
        "Distance (mi)",
        "Duration (s)",
        "Class s ()",
    ]


def test_a_language_has_its_object_in_its_label_also_with_a_value_inside():
    found = labels(["id", "labels.de.value", "labels.fr.value", "type", "claims"])
    assert found["labels.de.value"].text == "Labels: de"
