from searchapp.web.guessed_settings import title_fields
from searchapp.web.pages.defaults import lookup_scopes, page_facets

KEYWORD = {"type": "keyword", "coverage": 1.0}
CODE = KEYWORD | {"normalizer": "lowercase"}
FIELDS = {
    "code": CODE,
    "colour": KEYWORD | {"coverage": 0.5},
    "kind": KEYWORD,
    "name": {"type": "text", "coverage": 1.0},
    "rare": KEYWORD | {"coverage": 0.1},
    "size": KEYWORD | {"coverage": 0.4},
    "sold": {"type": "boolean", "coverage": 0.9},
    "title": {"type": "object"},
    "uncounted": {"type": "keyword"},
}


def collection(**settings):
    defaults = {"title_fields": (), "page_facets": (), "suggest_fields": (), "default_scopes": None, "id_patterns": ()}
    return defaults | settings


def test_a_document_is_called_by_its_name_unless_the_configuration_says_more():
    assert title_fields(collection(), FIELDS) == ["name"]
    assert title_fields(collection(title_fields=["code"]), FIELDS) == ["code"]
    assert title_fields(collection(), {}) == []


def test_two_names_are_enough():
    assert title_fields(collection(), dict.fromkeys(("label", "name", "symbol"), KEYWORD)) == ["symbol", "name"]


def test_a_list_is_looked_up_among_ids_and_codes():
    assert lookup_scopes(collection(), FIELDS) == ["_id"]
    assert lookup_scopes(collection(suggest_fields=["code^8", "name", "_id"]), FIELDS) == ["_id", "code"]
    assert lookup_scopes(collection(id_patterns=[("A.*", ["_id"]), ("B.*", ["kind"]), ("C", None)]), FIELDS) == [
        "_id",
        "kind",
    ]
    assert lookup_scopes(collection(title_fields=["code"], default_scopes=["kind"]), FIELDS) == ["kind", "code"]


def test_a_list_is_looked_up_among_guessed_names_other_names_and_codes():
    text, exact = {"type": "text"}, {"type": "keyword"}
    fields = {
        "name": text,
        "name.keyword": exact,
        "name.sort": CODE,
        "alias": text,
        "alias.keyword": exact,
        "scope": CODE,
        "scope.keyword": exact,
        "xref.rare": CODE | {"coverage": 0.2},
        "xref.usual": CODE,
        "kind": KEYWORD,
    }
    ranking = {"names": {"name": 10}, "aliases": {"scope": 5, "alias": 5}}
    scopes = ["_id", "name.keyword", "alias.keyword", "xref.usual", "xref.rare"]
    assert lookup_scopes(collection(ranking=ranking), fields) == scopes
    configured = collection(ranking=ranking, suggest_fields=["xref.rare"])
    assert lookup_scopes(configured, fields) == [*scopes[:2], "xref.rare"]


def test_the_commonest_enumerations_are_counted_unasked():
    assert page_facets(collection(), FIELDS) == ["kind", "sold", "colour"]


def test_configured_facets_need_existing_fields():
    assert page_facets(collection(page_facets=["kind:missing", "gone"]), FIELDS) == ["kind:missing"]
    assert page_facets(collection(page_facets=["gone"]), FIELDS) == []


def test_a_field_with_a_colon_in_its_name_can_be_counted():
    fields = {"Q1: how old are you?": KEYWORD, "n": {"type": "long"}}
    assert page_facets(collection(page_facets=["Q1: how old are you?", "n:5"]), fields) == [
        "Q1: how old are you?",
        "n:5",
    ]
