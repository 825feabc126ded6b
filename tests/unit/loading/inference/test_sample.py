from searchapp.loading.inference.sample import guesses_from_sample

TYPES = {"id": {"type": "long"}, "name": {"type": "keyword"}, "sold": {"type": "boolean"}, "made": {"type": "date"}}


def test_the_types_of_the_database_decide_the_guesses():
    documents = [
        {"id": n, "name": f"Part number {n}", "sold": n % 2 == 0, "made": f"20{n % 20 + 10}-01-01 00:00:00"}
        for n in range(40)
    ]
    found = guesses_from_sample(documents, TYPES, "id")["_guessed"]
    assert (found["title_fields"], found["date_field"]) == (["name"], "made")
    assert found["page_facets"] == ["sold", "made:year"]
    assert found["table_fields"] == ["name", "sold", "made"]


def test_values_that_do_not_fit_their_column_are_passed_over():
    documents = [{"id": "x", "sold": "maybe", "made": "soon"}] * 30
    found = guesses_from_sample(documents, TYPES)["_guessed"]
    assert found["page_facets"] == []


def test_nothing_is_guessed_of_nothing():
    assert guesses_from_sample([], TYPES) == {}


def test_dates_in_a_column_of_texts_are_not_counted_by_years():
    documents = [{"id": n, "name": f"Part {n}", "made": f"20{n % 20 + 10}-01-01"} for n in range(40)]
    found = guesses_from_sample(documents, {**TYPES, "made": {"type": "keyword"}}, "id")["_guessed"]
    assert (found["date_field"], found["page_facets"]) == (None, [])
