from uuid import UUID

import pytest

from searchapp.loading.inference.evidence import Evidence
from searchapp.loading.inference.guesses import guesses_of
from searchapp.loading.inference.links import own_links
from searchapp.loading.inference.survey import survey
from searchapp.loading.values.distinct import Distinct
from searchapp.loading.values.forms import Candidates, date_forms

GENRES = ("Drama", "Comedy", "Horror", "Western")


def guessed(documents, **options):
    evidence = Evidence()
    for document in documents:
        evidence.observe(document)
    return guesses_of(evidence, **options)


def films(count=40):
    """Films as somebody exports them: names in capitals, the title not called title."""
    return [
        {
            "_id": str(number),
            "Nummer": number * 7,
            "Werk": f"The story of number {number}",
            "Kurztext": f"In the year {number} a man goes out. " * 9,
            "Gattung": GENRES[number % 4],
            "Premiere": f"{1950 + number}-03-01",
            "Einspiel": 1000 * 2 ** (number % 20),
            "Farbe": number % 3 == 0,
            "Plakat": f"https://example.org/{number}.jpg",
            "Seite": f"https://example.org/films/{number}",
        }
        for number in range(count)
    ]


def test_roles_follow_from_values_in_any_language():
    found = guessed(films())
    roles = {key: found[key] for key in ("title_fields", "description_field", "image_field", "link_field")}
    assert roles == {
        "title_fields": ["Werk"],
        "description_field": "Kurztext",
        "image_field": "Plakat",
        "link_field": "Seite",
    }
    assert (found["date_field"], found["number_field"]) == ("Premiere", "Einspiel")


def test_columns_stand_in_the_order_of_the_file_without_prose_links_and_pictures():
    assert guessed(films())["table_fields"] == ["Werk", "Nummer", "Gattung", "Premiere", "Einspiel", "Farbe"]


def test_facets_are_enumerations_a_date_by_years_and_a_skewed_number_by_powers():
    assert guessed(films())["page_facets"] == [
        "Gattung",
        "Farbe",
        "Premiere:year",
        "Einspiel:min..10000..100000..1000000..10000000..100000000..max",
    ]


def test_a_list_of_names_is_ranked_as_names_if_no_title_has_a_name_of_titles():
    towns = [{"code": f"c{n}", "names": [f"Town {'abcdefghijkl'[n]}", f"Old {n}"]} for n in range(12)]
    assert "names" in guessed(towns)["ranking"]["names"]
    titled = [{"title": f"The {'abcdefghijkl'[n]} hill", **town} for n, town in enumerate(towns)]
    assert "names" in guessed(titled)["ranking"]["aliases"]


def test_the_ranking_has_names_other_names_and_descriptions():
    documents = [
        {"symbol": f"AB{n}", "name": f"protein of kind {n}", "prev_names": [f"old {n}"], "note": GENRES[n % 4]}
        for n in range(30)
    ]
    ranking = guessed(documents)["ranking"]
    assert list(ranking["names"]) == ["symbol", "name"]
    assert list(ranking["aliases"]) == ["prev_names"]
    assert list(ranking["descriptions"]) == ["note"]
    assert all(weight > 0 for group in ranking.values() for weight in group.values())


def test_codes_of_some_documents_are_other_names_and_their_colors_are_not():
    codes = {0: {"iata": "BA", "messier": "M 45", "color": "red"}, 1: {"iata": "2L", "color": "BLUE"}}
    lines = [{"name": f"Line {number}", **codes.get(number, {"color": "red"})} for number in range(9)]
    ranking = guessed(lines)["ranking"]
    assert (list(ranking["aliases"]), list(ranking["descriptions"])) == (["iata", "messier"], ["color"])


def test_short_descriptions_are_no_names():
    packages = [{"name": f"package-{n}", "description": f"Does things of kind {n}"} for n in range(30)]
    ranking = guessed(packages)["ranking"]
    assert (list(ranking["names"]), list(ranking["descriptions"])) == (["name"], ["description"])


def test_a_description_is_no_name_where_the_id_is_one():
    packages = [{"package": f"lib-{n}x", "Description": f"Library of kind {n}, with tests"} for n in range(30)]
    ranking = guessed(packages, id_field="package")["ranking"]
    assert (list(ranking["names"]), list(ranking["descriptions"])) == (["package"], ["Description"])


def test_a_definition_is_neither_title_nor_name_next_to_a_shorter_text():
    glosses = [
        {"word": f"{'abcdefghij'[n % 10]}noun{n // 10}", "gloss": f"an act of kind {n} " + "that a person does " * 3}
        for n in range(90)
    ]
    assert guessed(glosses)["title_fields"][0] == "word"
    assert "gloss" in guessed(glosses)["ranking"]["descriptions"]


def test_names_in_objects_count_and_replacements_are_no_aliases():
    documents = [
        {
            "name": {"common": f"Country {n}", "official": f"Republic of {n}"},
            "alias": {"symbol": [f"C{n}", f"K{n}"]},
            "replaced_by": [f"X{n}", f"Y{n}"],
        }
        for n in range(30)
    ]
    ranking = guessed(documents)["ranking"]
    assert set(ranking["names"]) == {"name.common", "name.official"}
    assert list(ranking["aliases"]) == ["alias.symbol"]
    assert list(ranking["descriptions"]) == ["replaced_by"]


def test_a_key_with_dots_has_the_objects_of_the_document():
    pods = [
        {"meta": {"name": f"Pod {number} of x", "labels": {"app.io/part-of": "web", "x": "y"}}} for number in range(9)
    ]
    labels = guessed(pods)["labels"]
    assert labels["meta.labels.app.io/part-of"] == "App.io/part-of"
    assert [*labels] == ["meta", "meta.name", "meta.labels", "meta.labels.app.io/part-of", "meta.labels.x"]


def test_a_title_is_a_name_and_no_category():
    documents = [{"kind": GENRES[n % 4], "Name": f"Person {n % 25}"} for n in range(50)]
    assert guessed(documents)["title_fields"] == ["Name"]
    assert guessed([{"kind": GENRES[n % 4]} for n in range(50)])["title_fields"] == []


def test_a_name_inside_an_object_yields_to_one_at_the_top():
    documents = [{"author": {"name": f"Person {n}"}, "Thema": f"About the number {n}"} for n in range(20)]
    assert guessed(documents)["title_fields"] == ["Thema", "author.name"]


def test_a_name_in_several_forms_is_the_title():
    documents = [{"code": f"C{n}", "name": {"common": f"Land {n}", "official": f"The state {n}"}} for n in range(20)]
    assert guessed(documents)["title_fields"] == ["name.common", "name.official"]
    capitals = [
        {"capital": f"City {n}", "name": {"common": f"Land {n}", "native": {f"l{m}": f"{n}" for m in range(9)}}}
        for n in range(20)
    ]
    assert guessed(capitals)["title_fields"][0] == "name.common"


def test_ids_in_words_are_the_title_where_no_field_is_called_one():
    words = ("Sharp", "Lisp", "Script", "Basic", "Forth")
    languages = [
        {"_id": f"{chr(65 + n % 26)} {words[n % 5]}", "scope": f"source.{chr(97 + n % 26)}{n}"} for n in range(40)
    ]
    assert guessed(languages)["title_fields"] == []
    codes = [{**one, "_id": f"{n:024x}"} for n, one in enumerate(languages)]
    assert guessed(codes)["title_fields"] == ["scope"]


def test_numbers_in_an_object_of_identifiers_are_keys():
    persons = [{"id": {"track": 400_000 + n * 7919 % 3011}, "votes": 1000 + n * 37 % 400} for n in range(60)]
    found = guessed(persons)
    assert (found["plain_numbers"], found["number_field"]) == (["id.track"], "votes")


def test_a_code_called_a_name_is_the_title():
    galaxies = [{"Const": ("And", "Peg", "Cet", "Psc")[n % 4], "Name": f"IC{n:04}", "Mag": n / 7} for n in range(60)]
    assert guessed(galaxies)["title_fields"] == ["Name"]
    assert guessed(galaxies, id_field="Name")["title_fields"] == ["Name"]


def test_pairs_of_coordinates_are_no_number():
    documents = [{"latlng": [n - 50.5, 2 * n - 100], "area": n * 37 % 90 + 0.5} for n in range(90)]
    assert guessed(documents)["number_field"] == "area"


def test_years_are_counted_by_decades_and_keys_and_coordinates_are_no_numbers():
    documents = [{"year": 1900 + n, "id_number": n, "lat": n / 2.0, "lon": n / 3.0} for n in range(90)]
    found = guessed(documents)
    assert (found["date_field"], found["number_field"], found["page_facets"]) == ("year", None, ["year:10"])


@pytest.mark.parametrize("documents", [[], [{}], [{"a": None}], [{"a": float("nan")}] * 20, [{"a": 1}]])
def test_little_evidence_makes_few_guesses(documents):
    found = guessed(documents)
    assert (found["title_fields"], found["page_facets"]) == ([], [])


def test_the_field_of_the_ids_is_no_column():
    assert "Nummer" not in guessed(films(), id_field="Nummer")["table_fields"]


def test_the_numbers_that_programs_write_before_rows_are_no_column():
    documents = [{"name": f"Town {'abcdefghijkl'[n]}", "row": n, "rank": n} for n in range(12)]
    assert guessed(documents)["table_fields"] == ["name", "rank"]
    seats = [{**document, "row": n // 2} for n, document in enumerate(documents)]
    assert guessed(seats)["table_fields"] == ["name", "row", "rank"]


def test_uuids_and_checksums_are_no_columns():
    documents = [{**film, "base": str(UUID(int=n)), "sum": f"{n:032x}"} for n, film in enumerate(films(), 10**30)]
    assert guessed(documents)["table_fields"] == guessed(films())["table_fields"]


def test_an_id_of_another_collection_is_neither_a_number_nor_a_column():
    found = guessed([{"geonameid": 7919 * number % 99_991, **film} for number, film in enumerate(films(), 5)])
    assert "geonameid" not in found["table_fields"] and found["number_field"] == guessed(films())["number_field"]


def test_lists_of_different_whole_numbers_are_keys():
    papers = [{"pubmed": [8_000_000 + 7919 * n, 9_000_000 + 104_729 * n % 999_983][: 1 + n % 2]} for n in range(90)]
    found = guessed([{**film, **paper} for film, paper in zip(films(), papers, strict=False)])
    assert found["number_field"] == guessed(films())["number_field"] and "pubmed" in found["plain_numbers"]
    found = guessed([{**paper, "name": f"Paper {n}"} for n, paper in enumerate(papers)])
    assert (found["number_field"], found["page_facets"]) == (None, [])


def test_a_price_is_the_number_of_a_product():
    prices = [{"amount": 9 + n * n % 97 / 7, "currency": "EUR"} for n in range(60)]
    found = guessed([{"name": f"Product {n}", "rating": n % 9 / 2, "price": price} for n, price in enumerate(prices)])
    assert (found["number_field"], found["page_facets"]) == ("price.amount", ["price.amount:2"])


def test_numbers_of_the_objects_in_a_list_are_amounts():
    shops = [[{"shop": "ab"[m % 2], "pieces": 1000 + 7919 * (n + m) % 89_989} for m in range(n % 4)] for n in range(90)]
    found = guessed([{"name": f"Product {n}", "offers": offers} for n, offers in enumerate(shops)])
    assert found["plain_numbers"] == []


def test_numbers_without_a_useful_sum_are_written_plainly():
    documents = [
        {"_id": f"a{number}", "taxid": 9606, "year": 1990 + number % 30, "count": 1000 + 37 * number * number}
        for number in range(60)
    ]
    assert guessed(documents)["plain_numbers"] == ["taxid", "year"]


def test_long_whole_numbers_of_one_register_are_plain_and_amounts_are_not():
    documents = [
        {
            "_id": f"a{number}",
            "camis": 30_075_445 + 400_009 * (number * 7 % 50),
            "bytes": 10_000_000 + 1_500_007 * (number * 7 % 60),
            "price": 1_000_000 + 9_001 * (number * 7 % 60),
        }
        for number in range(60)
    ]
    found = guessed(documents)
    assert found["plain_numbers"] == ["camis"] and "camis:" not in str(found["page_facets"])


@pytest.mark.parametrize("name", ["السنة", "出版年", "год", "año", "year"])
def test_years_of_old_books_are_no_quantities_in_any_script(name):
    documents = [{"_id": f"a{number}", name: 800 + 17 * number} for number in range(60)]
    assert guessed(documents)["plain_numbers"] == [name]


def test_a_number_is_one_facet_and_names_of_persons_are_none():
    documents = [
        {"first_name": f"Ann{n % 9}", "last_name": f"Berg{n % 8}", "stars": n % 5 + 1, "line_no": n % 4, "price": n / 2}
        for n in range(90)
    ]
    assert guessed(documents)["page_facets"] == ["stars", "price:5"]


def test_values_that_every_document_has_are_no_facet():
    both = [{"_id": str(n), "lang": ["en", "de"], "kind": GENRES[n % 4]} for n in range(40)]
    assert guessed(both)["page_facets"] == ["kind"]


def test_the_family_of_a_species_is_a_facet():
    families = ("Felidae", "Canidae", "Ursidae")
    documents = [{"name": f"Species {n}", "family": families[n % 3]} for n in range(60)]
    assert guessed(documents)["page_facets"] == ["family"]


def test_a_country_is_a_facet_where_there_are_hundreds_of_them():
    documents = [{"name": f"Place number {n}", "country": f"Country {n % 245}"} for n in range(3000)]
    assert guessed(documents)["page_facets"] == ["country"]


def test_persons_are_called_by_both_names():
    documents = [{"email": f"a{n}@b.org", "First Name": f"Ann{n % 7}", "Surname": f"Berg{n % 9}"} for n in range(50)]
    found = guessed(documents)
    assert (found["title_fields"], found["title_separator"]) == (["First Name", "Surname"], " ")
    assert guessed([{"name": f"Person {n}", **one} for n, one in enumerate(documents)])["title_fields"] == ["name"]


def test_authors_are_the_column_of_their_list_by_family_name_and_stand_ahead():
    authors = [{"given": "Ann", "family": ("Berg", "Tal", "See")[n], "place": {"name": f"Place {n}"}} for n in range(3)]
    documents = [{"title": f"Paper number {n}", "volume": f"v{n}", "authors": authors} for n in range(20)]
    assert guessed(documents)["table_fields"] == ["title", "authors.family", "volume"]


def test_many_authors_with_their_full_names_are_a_column():
    authors = ["Ada Lovelace", "Grace Hopper", "Emmy Noether", "Lise Meitner", "Marie Curie"]
    documents = [{"title": f"Paper number {n}", "volume": f"v{n}", "authors": authors[n % 2 :]} for n in range(20)]
    assert guessed(documents)["table_fields"] == ["title", "authors", "volume"]


def test_0_and_1_are_flags_unless_the_name_says_an_amount():
    documents = [{"paid": n % 2, "count": n % 2, "group_id": n % 2, "stars": n % 3} for n in range(40)]
    assert guessed(documents)["flags"] == ["paid"]


def test_numbers_of_money_have_two_decimals_and_measurements_as_many_as_they_have():
    documents = [{"price": 4.5 + n / 100, "rating": n / 10, "lat": n / 7, "whole": float(n)} for n in range(40)]
    assert guessed(documents)["decimals"] == {"price": 2, "rating": 1}


def test_moments_since_1970_are_dates_and_no_quantities():
    start = 1_517_644_930
    documents = [
        {"name": f"Quake {n}", "time": 1000 * (start + 9999 * n), "updated_at": start + n, "gross": start + start * n}
        for n in range(40)
    ]
    found = guessed(documents)
    assert found["timestamps"] == {"time": "ms", "updated_at": "s"}
    assert found["number_field"] == "gross"


def test_the_title_in_the_object_that_holds_most_fields_is_the_one_of_the_document():
    documents = [
        {"type": "Feature", "properties": {"place": f"{n} km off Ulm", "title": f"M 3 - {n} km off Ulm", "mag": n / 10}}
        for n in range(40)
    ]
    assert guessed(documents)["title_fields"][0] == "properties.title"


def test_the_years_of_date_parts_are_a_facet():
    papers = [
        {
            "_id": str(number),
            "title": f"Title {number}",
            "issued": {"date-parts": [[1990 + number % 30, number % 12 + 1]]},
        }
        for number in range(60)
    ]
    found = guessed(papers)
    assert found["page_facets"] == ["issued.date-parts:1990..1995..2000..2005..2010..2015..max"]
    assert found["number_field"] is None


QUESTION = "Which phone number do you call first if something is broken?"


def test_a_question_with_the_word_number_holds_no_codes():
    documents = [
        {"name": f"Person {n}", QUESTION: f"Answer number {n % 15}", "zip": f"{n % 20:05}"} for n in range(200)
    ]
    assert guessed(documents)["page_facets"] == [QUESTION]


def test_texts_of_several_words_are_counted_in_fields_of_any_name():
    documents = [{"name": f"Person {n}", "phone": f"Phone of kind {n % 15}"} for n in range(200)]
    assert guessed(documents)["page_facets"] == ["phone"]


def test_the_number_of_things_is_an_amount():
    documents = [{"name": f"Firm {n}", "Number of employees": 5 + n * 7 % 101} for n in range(90)]
    assert guessed(documents)["number_field"] == "Number of employees"


def test_one_large_number_such_as_a_total_does_not_make_the_others_one_step():
    documents = [{"name": f"Person {n}", "age": 20 + n % 61} for n in range(200)]
    documents[-1]["age"] = 34_512
    assert guessed(documents)["page_facets"] == ["age:min..25..30..35..40..45..50..55..60..65..70..75..max"]


def test_facets_that_are_as_useful_stand_in_the_order_of_the_file():
    answers = [
        {"_id": str(n)} | {f"Q{q}: how?": (n * 7 + q * n // 3) % 5 + 1 for q in range(1, 8) if n % (19 + 3 * q)}
        for n in range(300)
    ]
    answers[0] = {"_id": "first"} | {f"Q{q}: how?": 1 for q in range(1, 8)}
    assert guessed(answers)["page_facets"] == [f"Q{number}: how?" for number in range(1, 6)]


def test_a_few_whole_numbers_that_are_far_apart_are_listed():
    days = [{"month": n % 11 + 1, "day": 10062018 + n % 11 * 10000} for n in range(60)]
    assert guessed(days)["page_facets"] == ["month:1", "day"]


def test_the_language_is_that_of_prose_else_of_titles():
    titles = [
        {"titel": f"Der {word} und die Stadt mit dem Fluss"} for word in ("Wald", "Berg", "See", "Hof", "Weg", "Ort")
    ]
    assert guessed(titles)["language"] == "german"
    assert guessed(titles, language="english")["language"] == "english"
    assert guessed(titles, language="")["language"] is None
    assert guessed([{"name": "Kick"}, {"name": "Redux"}])["language"] is None
    described = [{"name": f"Teil {n}", "beschreibung": f"Für Flächen mit {n} und mehr Stufen"} for n in range(30)]
    assert guessed(described)["language"] == "german"


def test_moments_give_the_date_facet_and_have_no_unit_in_their_label():
    start = 1_714_550_400_000
    documents = [{"sent_ms": start + n * 86_400_000, "took_ms": n % 7 * 100} for n in range(120)]
    documents = [{"created_at": start / 1000 + n / 3, **one, "_id": str(n)} for n, one in enumerate(documents)]
    found = guessed([{"sent_at_ms": one.pop("sent_ms"), **one} for one in documents])
    assert found["timestamps"] == {"sent_at_ms": "ms", "created_at": "s"}
    assert found["labels"] == {
        "sent_at_ms": "Sent at",
        "took_ms": {"label": "Took", "unit": "ms"},
        "created_at": "Created at",
    }
    assert "sent_at_ms:month" in found["page_facets"]


def invoices(**first):
    return [
        {
            **{name: f"{n} {value} Road" for name, value in first.items()},
            "invoice": f"INV-{n:05}",
            "customer": f"Baker and Sons {n % 31}",
            "total": n * 1.5,
        }
        for n in range(40)
    ]


def test_a_part_of_an_address_is_no_title_where_something_else_is_a_name():
    assert guessed(invoices(street="High"), id_field="invoice")["title_fields"] == ["customer"]
    assert guessed([{"street": f"{n} High Road", "n": n} for n in range(40)])["title_fields"] == ["street"]


def test_orders_have_no_street_as_title():
    orders = [{"number": f"A{n}", "ship": {"street": f"{n} High Road"}, "total": n, "paid": n % 2} for n in range(40)]
    assert guessed(orders, id_field="number")["title_fields"] == []


def test_moments_that_are_ids_are_the_date_of_a_document():
    readings = [{"time": f"2025-01-{n + 1:02}T10:00:00Z", "speed": n * n} for n in range(28)]
    found = guessed(readings, id_field="time")
    assert (found["date_field"], found["page_facets"][0], found["table_fields"]) == ("time", "time:day", ["speed"])


def test_texts_of_programs_and_addresses_of_mail_are_no_titles():
    documents = [{"user_agent": f"Mozilla {n} like Gecko", "who": f"ann{n}@example.org", "n": n} for n in range(40)]
    assert guessed(documents)["title_fields"] == []


def test_texts_of_lists_do_not_describe_the_document():
    documents = [
        {
            "_id": str(n),
            "customer": f"Baker and Sons {n}",
            "lines": [{"description": f"a long description of the article {k}"} for k in (n, n + 1)],
        }
        for n in range(40)
    ]
    found = guessed(documents)
    assert (found["title_fields"], found["description_field"]) == (["customer"], None)


def test_the_name_among_attributes_is_the_title():
    documents = [
        {"type": "gene", "start": n * 9, "attributes": {"Name": f"GEN{n}", "note": f"n {n}"}} for n in range(40)
    ]
    assert guessed(documents)["title_fields"][0] == "attributes.Name"


def test_a_day_is_counted_by_hours():
    documents = [{"ts": 1_700_000_000 + n * 600, "n": n} for n in range(120)]
    assert "ts:hour" in guessed(documents)["page_facets"]


def test_two_days_without_times_are_counted_by_days():
    documents = [{"due": f"2025-03-{30 + n % 2}", "n": n} for n in range(40)]
    assert "due:day" in guessed(documents)["page_facets"]


def test_the_date_and_the_number_are_columns_where_others_come_first():
    documents = [
        {
            **{f"kind_{n}": f"kind number {k % 3}" for n in range(9)},
            "made": f"2020-01-{k % 28 + 1:02}",
            "price": k * 1.5,
        }
        for k in range(40)
    ]
    columns = guessed(documents)["table_fields"]
    assert columns[-2:] == ["made", "price"]
    assert columns[:2] == ["kind_0", "kind_1"]


def test_lists_of_codes_are_no_description():
    documents = [{"name": f"Font {n}", "range": "U+0000-00FF, U+0131, " * 9} for n in range(40)]
    assert guessed(documents)["description_field"] is None


def test_numbers_in_lists_of_objects_are_no_facets():
    documents = [{"name": f"Order {n}", "lines": [{"qty": n % 5}, {"qty": n % 3}]} for n in range(40)]
    assert guessed(documents)["page_facets"] == []


def test_entries_of_maps_and_fields_that_are_not_searched_are_no_columns_and_no_facets():
    documents = [
        {
            "title": f"Feature {n}",
            "status": ("draft", "final")[n % 2],
            "stats": {"5": "ny"[n % 2], "6.1": "y"},
            "odd": {"a": "xy"[n % 2]} if n % 2 else "none",
        }
        for n in range(40)
    ]
    found = guessed(documents)
    assert found["page_facets"] == ["status"]
    assert found["table_fields"] == ["title", "status"]


def test_names_that_end_like_codes_are_no_amounts():
    documents = [{"name": f"Country {n}", "isonumeric": n * 7, "area": n * 1.5} for n in range(40)]
    found = guessed(documents)
    assert (found["number_field"], found["plain_numbers"]) == ("area", ["isonumeric"])


def test_years_with_a_zero_fraction_and_numbers_among_texts_are_plain():
    documents = [{"name": f"Land {n}", "year": 1950.0 + n, "hex": 909090 + n if n % 2 else "CC80FF"} for n in range(40)]
    assert guessed(documents)["plain_numbers"] == ["year", "hex"]


def test_codes_for_programs_are_no_facets():
    documents = [{"item": f"58fa3f0be4b0b7ea5452485{n % 3}", "name": f"Frog {n}"} for n in range(40)]
    assert guessed(documents)["page_facets"] == []


def linkouts(documents):
    return guessed(documents)["linkouts"]


def test_ids_of_known_databases_become_links():
    found = linkouts(
        {
            "xref": {"entrezGene": {"id": str(number)}, "UniProtKB-AC": f"P{10000 + number}"},
            "PubMed IDs": [1676470 + number, number],
            "ortholog": f"MGI:{number}",
            "ISBN-13": "978-3-16-148410-0",
        }
        for number in range(1, 40)
    )
    assert {path: address.partition("{")[0] for path, address in found.items()} == {
        "xref.entrezGene.id": "https://www.ncbi.nlm.nih.gov/gene/",
        "xref.UniProtKB-AC": "https://www.uniprot.org/uniprotkb/",
        "PubMed IDs": "https://pubmed.ncbi.nlm.nih.gov/",
        "ortholog": "https://identifiers.org/",
        "ISBN-13": "https://openlibrary.org/isbn/",
    }


def test_values_of_another_form_and_numbers_of_another_name_are_no_ids():
    documents = [
        {"pubmed": {"year": 2000 + number}, "omim": number, "cid": number, "uniprot": "yes", "Tax ID": number, "id": 7}
        for number in range(1, 40)
    ]
    assert linkouts(documents) == {}


def test_a_few_values_may_have_another_form():
    documents = [{"entrez": number or "unknown"} for number in range(40)]
    assert [*linkouts(documents)] == ["entrez"]
    assert linkouts([{"entrez": number if number % 4 else "none"} for number in range(40)]) == {}


def test_ids_that_are_called_names_are_the_title():
    found = guessed([{"name": "Kunsthaus", "street": "Heimplatz 1"}], id_field="name")
    assert (found["title_fields"], found["table_fields"][0]) == (["name"], "name")
    codes = [{"name": f"k-{n}", "title": f"House of {GENRES[n % 4]} {n}"} for n in range(12)]
    assert guessed(codes, id_field="name")["title_fields"] == ["title"]


def test_ids_that_are_words_are_a_better_title_than_other_words():
    countries = [{"country": f"Land{'abcdefghij'[n]}", "capital": f"Ort{'abcdefghij'[n]}"} for n in range(10)]
    assert guessed(countries, id_field="country")["title_fields"] == ["country", "capital"]
    coded = [{**country, "country": f"L{'ABCDEFGHIJ'[n]}"} for n, country in enumerate(countries)]
    assert guessed(coded, id_field="country")["title_fields"] == ["capital"]
    short = [{"iso": f"{'abcdefghij'[n]}a", "land": country["country"]} for n, country in enumerate(countries)]
    assert guessed(short, id_field="iso")["title_fields"] == ["land"]
    named = [{**country, "name": f"The {country['country']}"} for country in countries]
    assert guessed(named, id_field="country")["title_fields"][0] == "name"


def test_a_name_that_several_documents_have_is_their_title():
    bottles = [{"barcode": f"L-{n}", "name": f"Substance {'abcdefgh'[n % 8]}", "room": n % 3} for n in range(40)]
    assert guessed(bottles, id_field="barcode")["title_fields"] == ["name"]


def test_years_of_dates_before_our_era_are_written_without_commas():
    things = [{"Object Begin Date": -600 + 40 * n, "Visitors": 2000 + 400 * (n % 7)} for n in range(60)]
    assert guessed(things)["plain_numbers"] == ["Object Begin Date"]
    works = [{"date": {"begin": -600 + 40 * n, "text": f"about {n}"}} for n in range(60)]
    assert guessed(works)["plain_numbers"] == ["date.begin"]
    books = [{"title": f"Book number {n}", "year": -700 + 45 * n} for n in range(60)]
    assert guessed(books)["plain_numbers"] == ["year"]


def test_the_shape_of_a_place_is_neither_a_column_nor_a_facet():
    places = [
        {"geometry": {"type": ("Point", "Polygon")[n % 2], "coordinates": [n, n / 2]}, "properties": {"ele": n * 7}}
        for n in range(40)
    ]
    found = guessed(places)
    assert found["table_fields"] == ["properties.ele"]
    assert not any(name.startswith("geometry") for name in found["page_facets"])


def test_longitudes_up_to_360_are_no_facet():
    quakes = [{"lat": -20 - n / 7, "long": 166 + n / 2, "depth": 40 + 13 * n} for n in range(40)]
    assert guessed(quakes)["page_facets"] == ["depth:50"]


def test_dates_that_all_are_the_first_of_a_year_or_month_say_no_day():
    days = [
        {"founded": f"{1900 + 3 * n}-01-01", "paid": f"2020-{n + 1:02}-01", "born": f"{1900 + n}-0{n % 2 + 1}-0{n + 1}"}
        for n in range(9)
    ]
    assert guessed(days)["date_precision"] == {"founded": "year", "paid": "month"}
    assert guessed(days[:3])["date_precision"] == {}


def test_dates_of_which_some_are_a_year_are_counted_by_years():
    evidence = Evidence(candidates=lambda _: Candidates(date_forms()))
    made = [{"made": f"{1950 + n}-03-0{n % 9 + 1}" if n % 2 else str(1950 + n)} for n in range(40)]
    found = guesses_of(survey(made, evidence).evidence)
    assert (found["page_facets"], found["date_precision"]) == (["made:year"], {"made": "part"})


def test_dates_begin_with_the_year_if_their_last_part_has_more_values_up_to_31():
    def read(*texts):
        return survey(({"at": text} for text in texts), Evidence(candidates=lambda _: Candidates(date_forms()))).forms

    years_first = [f"{10 + n % 9:02}/{1 + n % 5:02}/{1 + n:02}" for n in range(31)]
    assert read(*years_first)["at"].name == "%y/%m/%d"
    assert read(*(text[::-1][:2][::-1] + text[2:-2] + text[:2] for text in years_first))["at"].name == "%d/%m/%y"


def test_the_place_of_a_document_is_two_numbers_or_the_coordinates_of_a_shape():
    huts = [{"at": {"lat": 47 + n / 9, "lng": 8 + n / 9}, "lat": n} for n in range(12)]
    found = guessed(huts)
    assert found["location_fields"] == ["at.lat", "at.lng"]
    assert found["table_fields"] == []
    shapes = [{"shape": {"type": "Point", "coordinates": [8.5 + n, 47.5]}} for n in range(12)]
    assert guessed(shapes)["location_fields"] == ["shape.coordinates"]
    assert guessed(films())["location_fields"] == []


def test_points_as_text_and_exact_x_and_y_of_a_town_are_the_place_of_a_document_and_no_columns():
    squirrels = [{"X": -73.9561344 + n / 9999, "Y": 40.7940823 + n / 9999, "mass": 7 * n} for n in range(20)]
    found = guessed(squirrels)
    assert (found["location_fields"], found["table_fields"], found["number_field"]) == (["Y", "X"], ["mass"], "mass")
    cells = [{"X": n - 5.1234567, "Y": n / 7.000001, "mass": n} for n in range(12)]
    assert guessed(cells)["location_fields"] == []
    points = [{"at": f"POINT (-73.95 {40 + n}.79)", "mass": 7 * n} for n in range(12)]
    assert (guessed(points)["location_fields"], guessed(points)["table_fields"]) == (["at"], ["mass"])
    assert guessed([{"at": f"POINT (602000 20{n}000)"} for n in range(12)])["location_fields"] == []
    assert guessed([{"GPSLatitude": n, "GPSLongitude": n} for n in range(9)])["location_fields"] == [
        "GPSLatitude",
        "GPSLongitude",
    ]


def test_codes_in_the_properties_of_a_shape_are_columns():
    huts = [
        {"type": "Feature", "geometry": {"type": "Point", "coordinates": [n, n]}, "properties": properties}
        for n in range(12)
        for properties in [
            {"name": f"Hut {GENRES[n % 4]} {n}", "tourism": f"{GENRES[n % 2]}_hut", "ele": str(1800 + n)}
        ]
    ]
    assert guessed(huts)["table_fields"] == [f"properties.{name}" for name in ("name", "tourism", "ele")]


def test_long_codes_that_come_again_are_no_facet():
    salts = [{"key": f"BSYNRYMUTXBXSQ-UHFFFAOY{'ABC'[n % 3]}", "kind": GENRES[n % 3]} for n in range(30)]
    assert guessed(salts)["page_facets"] == ["kind"]


def test_the_value_of_a_list_of_objects_is_its_column():
    terms = [{"lbl": f"Term {GENRES[n % 4]} {n}", "synonyms": [{"pred": "exact", "val": f"S{n}"}]} for n in range(12)]
    assert guessed(terms)["table_fields"] == ["lbl", "synonyms.val"]


def test_prices_have_two_digits_after_the_point():
    documents = [{"unitPrice": 12.5 * n, "grade": 0.5 * n} for n in range(40)]
    assert guessed(documents)["decimals"] == {"unitPrice": 2, "grade": 1}


def test_sequences_are_no_descriptions():
    proteins = [{"entry": f"P{n}", "sequence": "ACDEFGHIKLMNPQRSTVWY" * (9 + n)} for n in range(12)]
    assert guessed(proteins)["description_field"] is None


def test_documents_may_share_their_titles():
    jobs = [{"jobTitle": f"{GENRES[n % 4]} writer", "text": f"Write {n} stories. " * 20} for n in range(90)]
    assert guessed(jobs)["title_fields"] == ["jobTitle"]
    assert guessed([{"jobTitle": job["jobTitle"], "n": 1} for job in jobs])["title_fields"] == ["jobTitle"]


def test_the_date_is_the_subtitle_of_a_shared_title():
    payees = [{"Booked": f"2024-05-{n % 28 + 1:02}", "Payee": f"Shop {chr(65 + n % 12)}a"} for n in range(90)]
    assert guessed(payees)["title_fields"] == ["Payee", "Booked"]


def test_documents_with_neither_ids_nor_titles_are_called_by_their_dates():
    days = [{"day": f"2024-05-{n + 1:02}", "rain": n * 1.5} for n in range(28)]
    assert guessed(days, id_field="@number")["title_fields"] == ["day"]
    assert guessed(days)["title_fields"] == []
    places = [{"area": ("North", "South")[n % 2], "city": f"At {'ABC'[n % 3]}a", **days[n // 3]} for n in range(84)]
    assert guessed(places, id_field="@number")["title_fields"] == ["city", "day"]
    requests = [{"started": day["day"], "request": {"url": f"https://a.b/{n}"}} for n, day in enumerate(days)]
    assert guessed(requests, id_field="@number")["title_fields"] == ["request.url"]
    levels = [{"level": n, **days[n // 3]} for n in range(84)]
    assert guessed(levels, id_field="@number")["title_fields"] == []


def test_a_name_of_some_documents_is_a_better_title_than_a_few_kinds_and_kinds_are_none_if_they_are_codes():
    kinds = [f"{'ABCDEFGHIJKL'[n % 12]}-kind of thing" for n in range(120)]
    objects = [{"type": kind} | ({"name": f"Town {n} of all"} if n % 3 == 0 else {}) for n, kind in enumerate(kinds)]
    assert guessed(objects)["title_fields"] == ["name", "type"]
    assert guessed([{"type": kind} for kind in kinds])["title_fields"] == ["type"]
    birds = [{"studyName": f"PAL0{n % 3}", "mass": 9 * n} for n in range(60)]
    assert guessed(birds)["title_fields"] == []


def test_a_shared_name_is_a_better_title_than_a_code():
    events = [{"who": {"key": f"AIDA{n}X"}, "eventName": f"List {'ABCDEFGHIJKL'[n % 12]}s"} for n in range(90)]
    assert guessed(events)["title_fields"] == ["eventName"]
    assert guessed([{"who": event["who"], "n": 1} for event in events])["title_fields"] == []


def test_a_field_called_an_id_is_no_title():
    visits = [{"place": {"placeId": f"Ch{n}x", "name": f"At {'ABC'[n % 3]}a"}} for n in range(60)]
    assert guessed(visits)["title_fields"] == ["place.name"]


def test_the_names_of_a_person_may_be_in_an_object_called_name():
    people = [
        {"link": f"urn:{n}", "resource": {"kind": "Patient", "name": [{"family": f"Berg{n}", "given": ["Ann", "Bo"]}]}}
        for n in range(20)
    ]
    found = guessed(people)
    assert (found["title_fields"], found["title_separator"]) == (["resource.name.given", "resource.name.family"], " ")


def test_a_copy_of_the_title_is_neither_subtitle_nor_column():
    works = [{"title": f"On the birds of {n}", "display_name": f"On the birds of {n}", "pages": n} for n in range(20)]
    assert guessed(works)["title_fields"] == ["title"]
    assert guessed(works)["table_fields"] == ["title", "pages"]


def test_a_number_after_a_name_is_a_code():
    orders = [{"Part": f"Bolt {n}", "Order #": 10_000 + n * 37 % 1009, "# of parts": n * 7} for n in range(60)]
    found = guessed(orders)
    assert (found["plain_numbers"], found["number_field"]) == (["Order #"], "# of parts")
    skills = [{"Part": order["Part"], "C#": n % 2} for n, order in enumerate(orders)]
    assert guessed(skills)["flags"] == ["C#"]


def test_answers_with_grades_and_without_amounts_have_a_facet_of_a_grade():
    answers = [
        {f"Which {kind}?": "abc"[n // k % 3] for k, kind in enumerate(("bus", "day", "way", "tool"), 1)}
        | {"How good was it?": n % 5 + 1}
        for n in range(60)
    ]
    assert guessed(answers)["page_facets"][-1] == "How good was it?"
    paid = [{**one, "paid": n * 37 % 101 + 0.5} for n, one in enumerate(answers)]
    assert guessed(paid)["page_facets"][-1] == "paid:10"


def test_answers_to_questions_are_no_shared_titles():
    ways = [f"By bus {chr(65 + n % 12)}x" for n in range(90)]
    answers = [{"Gender": way[-2:-1], "How do you travel to work?": way, "Comment": way} for way in ways]
    assert guessed(answers)["title_fields"] == []


def test_the_person_to_whom_something_is_assigned_is_not_its_title():
    assets = [{"Assigned to": f"Ann Berg{n}", "Description": f"Chair {chr(65 + n % 12)}x"} for n in range(40)]
    assert guessed(assets)["title_fields"] == ["Description"]


def test_the_date_of_a_document_is_not_when_somebody_added_it_and_most_documents_have_it():
    papers = [
        {"year": 1990 + n, "title": f"On {GENRES[n % 4]} {n}", "Date Added": f"2025-01-{n + 1:02}"} for n in range(20)
    ]
    assert guessed(papers)["date_field"] == "year"
    issues = [
        {"created_at": f"2024-03-{n + 1:02}", **({"closed_at": f"2024-04-{n + 1:02}"} if n % 2 else {})}
        for n in range(20)
    ]
    assert guessed(issues)["date_field"] == "created_at"


def test_months_are_bars_in_their_order():
    assert "month:1" in guessed([{"month": n % 12 + 1, "n": n} for n in range(60)])["page_facets"]


def test_fields_that_programs_call_their_own_are_neither_columns_nor_facets():
    orders = [{"total": n, "state": GENRES[n % 3], "__v": n % 2, "_links": {"to": GENRES[n % 4]}} for n in range(40)]
    found = guessed(orders)
    assert not any("_" in name for name in (*found["table_fields"], *found["page_facets"]))


def test_the_numbers_of_the_steps_of_a_document_are_no_column():
    recipes = [{"title": f"Pie {GENRES[n % 4]} {n}", "steps": [{"n": 1}, {"n": 2}]} for n in range(12)]
    assert guessed(recipes)["table_fields"] == ["title"]


def own(documents, id_field=None):
    evidence, ids = Evidence(), Distinct()
    for document in documents:
        evidence.observe(document)
        ids.add(str(document["_id"]))
    return own_links(evidence, ids, id_field)


def tree(count, name, id):
    """A tree in which each node names the node above; `id` makes the id of a number."""
    return [{"_id": str(id(number)), name: id(number // 3), "age": number % 60} for number in range(count)]


@pytest.mark.slow
@pytest.mark.parametrize("count", [30, 50_000])
def test_fields_with_ids_of_the_collection_link_to_its_documents(count):
    assert own(tree(count, "above", lambda number: f"N{number}")) == ["above"]
    assert own(tree(count, "Parent ID", int)) == ["Parent ID"]


def test_amounts_and_the_own_id_are_no_links():
    assert own(tree(1000, "size", int)) == []
    assert own(tree(1000, "parent", int), id_field="@number") == []
    assert own({"_id": f"N{number}", "code": f"N{number}"} for number in range(100)) == []


def test_numbers_as_texts_link_only_if_the_name_of_the_field_says_so():
    assert own(tree(100, "author", str)) == []
    assert own(tree(100, "parent", str)) == ["parent"]
    assert own({"_id": str(n), "score": str(n % 40 - 4)} for n in range(100)) == []


def test_values_that_are_ids_in_part_are_no_links():
    documents = tree(100, "above", lambda number: f"N{number}")
    assert (
        own(
            {**document, "above": document["above"] + "x" * (number % 5 == 0)}
            for number, document in enumerate(documents)
        )
        == []
    )


def shown(documents, *keys):
    found = guessed(documents)
    return [found[key] for key in keys]


def test_documents_with_a_description_are_called_by_their_own_title_rather_than_by_the_name_of_a_part():
    jobs = [
        {"title": f"Nurse {n % 12}", "company": {"name": f"Firm {n}"}, "description": f"Care for {n} people. " * 9}
        for n in range(400)
    ]
    assert guessed(jobs)["title_fields"] == ["title", "company.name"]
    people = [{**job, "title": ("Mr", "Mrs", "Dr")[n % 3]} for n, job in enumerate(jobs)]
    assert guessed(people)["title_fields"] == ["company.name"]


def test_a_field_called_title_is_better_than_the_name_of_a_person():
    works = [{"title": f"View of {n % 40}", "artist_name": f"Ada {n}", "full_text": "a b"} for n in range(99)]
    assert guessed(works)["title_fields"][0] == "title"


def test_mails_are_called_by_their_subject():
    mails = [{"from": f"Ada {n} <ada{n}@example.org>", "subject": f"Letter number {n}"} for n in range(40)]
    assert guessed(mails)["title_fields"] == ["subject"]


def test_an_object_that_holds_nearly_all_of_a_document_counts_for_no_depth():
    trials = [
        {"study": {"names": {"brief": f"A study of {n} things"}, "text": {"summary": f"We ask {n} people. " * 9}}}
        for n in range(40)
    ]
    assert shown(trials, "title_fields", "description_field") == [["study.names.brief"], "study.text.summary"]


def test_the_page_of_a_document_is_a_better_link_than_its_address_for_programs():
    issues = [{"url": f"https://api.example.org/{n}", "html_url": f"https://example.org/{n}"} for n in range(40)]
    assert guessed(issues)["link_field"] == "html_url"


def test_a_date_of_creation_is_better_than_one_that_few_documents_have_and_than_one_of_changes():
    days = [f"20{n:02}-03-04" for n in range(10, 50)]
    issues = [{"created": day, "updated": day, **({"closed": day} if n % 2 else {})} for n, day in enumerate(days)]
    assert guessed(issues)["date_field"] == "created"


def test_a_facet_that_repeats_another_one_is_left_out():
    genres = [
        {"name": f"Film {n}", "genre": GENRES[n % 4], "genre_code": f"G{n % 4}", "kind": n % 7} for n in range(90)
    ]
    assert guessed(genres)["page_facets"] == ["genre", "kind"]
    totals = [{"sum": {"unit": GENRES[n % 4]}, "net": {"unit": GENRES[n % 4]}, "is": n % 3 == 0} for n in range(90)]
    assert guessed(totals)["page_facets"] == ["sum.unit", "is"]


def test_whole_numbers_with_a_fraction_have_whole_steps():
    assert guessed([{"name": f"Protein {n}", "score": float(n % 5 + 1)} for n in range(90)])["page_facets"] == [
        "score:1"
    ]


def test_a_field_called_title_may_be_long():
    acts = [{"title": f"Regulation {n} on the {'many things ' * 12}", "kind": GENRES[n % 4]} for n in range(40)]
    assert shown(acts, "title_fields", "description_field") == [["title"], None]


def test_the_number_is_one_of_the_document_rather_than_of_its_parts():
    invoices = [
        {"lines": [{"count": n % 30 + 5}, {"count": 7 * n}], "sums": {"net": {"amount": n / 2 + 1}}} for n in range(60)
    ]
    assert guessed(invoices)["number_field"] == "sums.net.amount"


def test_the_label_in_a_language_is_the_title():
    items = [
        {
            "id": f"Q{n}",
            "labels": {
                "en": {"language": "en", "value": f"Village {n}"},
                "de": {"language": "de", "value": f"Dorf {n}"},
            },
            "claims": {"P31": [{"value": {"id": f"Q{n % 7}", "text": f"kind of {n % 3}"}}]},
        }
        for n in range(60)
    ]
    assert guessed(items, id_field="id")["title_fields"][0] == "labels.en.value"


def test_an_address_that_many_documents_share_is_not_their_link():
    works = [{"name": f"Work {n}", "licence": f"https://licences.example/{n % 3}"} for n in range(30)]
    assert guessed(works)["link_field"] is None
    with_pages = [{**work, "page": f"https://pages.example/{n}"} for n, work in enumerate(works)]
    assert guessed(with_pages)["link_field"] == "page"


def test_years_of_a_life_have_no_commas_between_thousands():
    people = [{"name": f"Person {n}", "born": 1450 + n * 5, "deaths": 1000 + n * 37, "births": n} for n in range(90)]
    assert guessed(people)["plain_numbers"] == ["born"]


def test_addresses_of_pictures_with_a_wrong_host_allow_no_host():
    wrong = {1: "https://[x/1.jpg", 2: "https://a]b/2.jpg", 3: "https://\u2100.example/3.jpg", 4: "https://;x/4.jpg"}
    found = guessed([{**film, "Plakat": wrong.get(number, film["Plakat"])} for number, film in enumerate(films())])
    assert (found["image_field"], found["image_hosts"]) == ("Plakat", ["example.org"])


def test_fields_with_brackets_in_their_names_are_facets():
    answers = [{"Q1[SQ1]": GENRES[n % 3], "Level [cm]": n * 7 % 90 + 0.5} for n in range(90)]
    assert guessed(answers)["page_facets"] == ["Q1[SQ1]", "Level [cm]:10"]


def test_a_facet_counts_texts_that_come_several_times_in_a_document():
    terms = [[{"party": "Red", "seat": n}, {"party": "Red", "seat": 9}, {"party": "Red", "seat": n}] for n in range(38)]
    members = [{"name": f"Ann {n} Lee", "terms": one} for n, one in enumerate(terms)]
    blue = [{"name": f"Bob {n} Ray", "terms": [{"party": "Blue", "seat": n}] * 3} for n in range(12)]
    assert "terms.party" in guessed([*members, *blue])["page_facets"]
    each = [{"name": f"Ann {n} Lee", "kinds": [{"kind": "own"}, {"kind": "trade"}]} for n in range(50)]
    assert guessed(each)["page_facets"] == []


def test_the_empty_text_is_no_value_of_a_facet():
    works = [{"name": f"Work {n} of art", "unit": "mm" * (n % 2), "form": ("", "oil", "ink")[n % 3]} for n in range(60)]
    assert guessed(works)["page_facets"] == ["form"]


def test_a_picture_that_most_documents_share_is_not_theirs():
    documents = [{"name": f"Work {n} of art", "logo": f"https://example.org/cc-{n % 3}.png"} for n in range(60)]
    assert guessed(documents)["image_field"] is None
    albums = [{"name": f"Song {n} of love", "logo": f"https://example.org/cover-{n // 4}.png"} for n in range(60)]
    assert guessed(albums)["image_field"] == "logo"


def test_a_column_does_not_repeat_the_id_or_hold_ids_of_other_collections():
    tools = [
        {
            "toolID": f"tool-{'abcdefghij'[n % 10]}{n}",
            "name": f"The tool of number {n}",
            "curie": f"tools:tool-{'abcdefghij'[n % 10]}{n}",
            "slug": f"the_tool_{n}",
            "ids": {"wiki": f"Tool {n} (software)", "track": f"T{n * 7}"},
            "kind": GENRES[n % 4],
        }
        for n in range(40)
    ]
    assert guessed(tools, id_field="toolID")["table_fields"] == ["name", "kind"]


def test_sequences_and_structures_are_neither_descriptions_nor_columns_nor_titles():
    documents = [
        {
            "compound code": f"{('ethanol', 'caffeine', 'menthol', 'aspirin')[n % 4]}-{n}",
            "smiles": "CC(=O)Oc1ccc" + "C" * n + "c1C(=O)O",
            "sequence": f"{'MARGPGLAPPPLR' * (n % 5 + 8)}\n{'GMAVDCSTL' * 3}",
            "linker": "C1=CC=C(C=C1)C[C@@H](C(=O)NCC(=O)O)NC(=O)CNC(=O)" + "C" * n,
            "mass": 100.5 + n,
        }
        for n in range(40)
    ]
    found = guessed(documents)
    assert (found["title_fields"], found["description_field"]) == (["compound code"], None)
    assert "linker" not in found["table_fields"] and "sequence" not in found["table_fields"]


def test_a_few_long_texts_do_not_make_names_prose():
    feeds = [{"kind": GENRES[n % 4], "provider": f"Transport of the {n}th town"} for n in range(400)]
    feeds[7]["provider"] = "City of the very long name, " * 10_000
    found = guessed(feeds)
    assert (found["title_fields"], found["description_field"]) == (["provider"], None)


def test_documents_without_titles_are_called_by_two_fields_with_the_same_names():
    teams = [
        f"{name} United"
        for name in ("Leeds", "York", "Derby", "Hull", "Stoke", "Luton", "Bury", "Wigan", "Bath", "Ayr")
    ]
    matches = [
        {"round": f"Matchday {n % 16}", "date": f"2024-0{n % 9 + 1}-12", "team1": home, "team2": teams[(at + n) % 10]}
        for at, home in enumerate(teams)
        for n in range(1, 9)
    ]
    assert guessed(matches, id_field="@number")["title_fields"] == ["team1", "team2"]


def test_keys_in_base64_are_no_columns():
    keys = ("I_kwDOABII585wrJXF", "I_kwDOABII586QzKbM", "MDU6SXNzdWUxMjM0NTY3ODk=", "MDU6SXNzdWU5ODc2NTQzMjE=")
    documents = [{"title": f"The {n}th crash", "node_id": keys[n % 4], "user": GENRES[n % 4]} for n in range(40)]
    assert guessed(documents)["table_fields"] == ["title", "user"]


def test_a_facet_that_is_often_empty_comes_later():
    courts = [{"name": f"Court {n} of law", "level": "abc"[n % 3] * (n % 2), "kind": "xyz"[n % 3]} for n in range(60)]
    assert guessed(courts)["page_facets"] == ["kind", "level"]


def test_seconds_are_no_subtitle():
    messages = [{"text": f"So {'abcdefghijkl'[n % 12]} it is", "ts": 1_717_400_000 + 3571 * n} for n in range(90)]
    assert guessed(messages, id_field="@number")["title_fields"] == ["text"]


def test_the_other_names_of_a_person_are_no_columns():
    names = [("Ann", "Lee"), ("Bob", "Ray"), ("Cid", "Poe"), ("Dan", "Fox")]
    members = [
        {"name": {"first": first, "last": last, "full": f"{first} Q. {last}{n}"}, "seat": n % 5, "sex": "FM"[n % 2]}
        for n in range(5)
        for first, last in names
    ]
    assert guessed(members)["table_fields"] == ["name.first", "name.last", "seat", "sex"]


def test_ids_of_objects_in_small_letters_are_no_amounts():
    changes = [
        {"remark": f"Changed {n} times", "objectid": 100 + n % 25 * 3000, "paid": n % 25 * 40} for n in range(75)
    ]
    found = guessed(changes)
    assert "objectid" in found["plain_numbers"] and "paid" not in found["plain_numbers"]
    assert found["number_field"] == "paid"


def test_a_short_description_is_the_title_only_if_no_other_text_can_be():
    things = [{"overview": f"A small thing of kind {n}", "product": f"Thing {n} of iron"} for n in range(40)]
    assert guessed(things)["title_fields"][0] == "product"
    assert guessed([{"overview": thing["overview"]} for thing in things])["title_fields"] == ["overview"]


def test_a_part_that_names_documents_is_called_by_its_name():
    info = [{"text": f"A fast library {n}", "name": f"py-cache{n}"} for n in range(40)]
    packages = [{"info": one, "file": {f"key{n}": "abc"[n % 3] for n in range(9)}} for one in info]
    assert guessed(packages)["title_fields"][0] == "info.name"


def test_answers_of_a_survey_are_no_opponents():
    answers = [f"{word} often" for word in ("very", "quite", "rather", "not", "less", "more", "too", "so", "as", "how")]
    persons = [{f"answer {n}": answers[(at * (n + 3) + at // 7) % 10] for n in range(6)} for at in range(100)]
    assert not {"answer 0", "answer 1"} <= {*guessed(persons, id_field="@number")["title_fields"]}


def test_words_in_a_field_called_formula_are_names():
    formulas = [{"formula": f"Law of the {n}th {GENRES[n % 3]}", "field": GENRES[n % 4]} for n in range(40)]
    assert guessed(formulas)["title_fields"] == ["formula"]


def test_long_paths_of_files_are_a_column_and_sequences_are_none():
    files = [
        {"path": f"/usr/share/documentation/{GENRES[n % 4]}/of-the-package/{n}.txt", "seq": "MKV" * 20 + "A" * n}
        for n in range(40)
    ]
    found = guessed([{"name": f"Item {n}", **file} for n, file in enumerate(files)])
    assert found["table_fields"] == ["name", "path"]
