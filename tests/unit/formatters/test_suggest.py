from searchapp.formatters.elastic import ElasticFormatter
from searchapp.formatters.suggest import has_words, sorted_names, texts_at
from searchapp.formatters.suggest import suggestions as made
from searchapp.protocols import Completed

FIELDS = ["symbol^8", "alias.symbol^4", "name"]


def suggestions(whole, begun, typed, fields, ranked, size=10):
    return made(whole, begun, typed, Completed(fields, ["name"], ranked), size)


def hit(id, **source):
    return {"_id": id, "_source": source}


def texts(found):
    return [one["text"] for one in found]


def test_the_value_that_fits_is_shown_with_its_field_and_id():
    hits = [hit("1", symbol="TP53", alias=[{"symbol": "LFS1"}, {"symbol": ["P53", "BCC7"]}])]
    assert suggestions([], hits, "p5", FIELDS, True) == [{"text": "P53", "_id": "1", "field": "alias.symbol"}]


def test_whole_values_come_first():
    whole, begun = [hit("9", symbol="ab", name="abc")], [hit("1", symbol="ABC"), hit("9", symbol="ab")]
    assert suggestions(whole, begun, "AB", FIELDS, True) == [
        {"text": "ab", "_id": "9", "field": "symbol"},
        {"text": "ABC", "_id": "1", "field": "symbol"},
    ]


def test_a_whole_value_is_not_a_beginning():
    assert suggestions([hit("1", symbol="abc")], [], "ab", FIELDS, True) == []


def test_an_id_is_a_whole_value():
    assert suggestions([hit("a:1")], [], "A:1", ["symbol", "_id"], True) == [
        {"text": "a:1", "_id": "a:1", "field": "_id"}
    ]


def test_ranked_hits_keep_their_order():
    hits = [hit("1", name="b x"), hit("2", symbol="bb"), hit("3", symbol="BA")]
    assert texts(suggestions([], hits, "b", FIELDS, True)) == ["b x", "bb", "BA"]


def test_values_that_begin_with_the_text_come_before_values_with_its_words():
    hits = [hit("1", name="a tp53"), hit("2", name="tp53 b"), hit("3", name="TP53"), hit("4", name="tp53-x")]
    assert texts(suggestions([], hits, "tp5", FIELDS, False)) == ["TP53", "tp53 b", "tp53-x", "a tp53"]


def test_codes_take_half_of_the_places_before_texts():
    hits = [hit(str(n), symbol=f"a{n}") for n in range(4)] + [hit("9", name="an x"), hit("9", name="an y")]
    assert texts(suggestions([], hits, "a", FIELDS, False, 5)) == ["a0", "a1", "a2", "an x", "an y"]
    assert texts(suggestions([], hits[:5], "a", FIELDS, False, 5)) == ["a0", "a1", "a2", "an x", "a3"]


def test_a_code_that_is_written_from_the_text_is_not_shown():
    hearts = [hit(code, symbol=code, name="Red heart") for code in ("red_heart", "redheart")]
    assert texts(suggestions([], hearts, "re", FIELDS, False)) == ["Red heart"]


def test_codes_of_lighter_fields_stand_after_texts():
    hits = [hit("1", symbol="ab"), hit("2", name="ac d"), hit("3", alias={"symbol": "aa"})]
    fields = ["symbol^8", "name^4", "alias.symbol^2"]
    assert texts(suggestions([], hits, "a", fields, False)) == ["ab", "ac d", "aa"]


def test_the_code_and_the_text_of_a_document_are_shown():
    germany = hit("1", symbol="GER", name="Germany")
    assert texts(suggestions([germany], [germany], "ger", FIELDS, False)) == ["GER", "Germany"]


def test_accents_do_not_count():
    assert texts(suggestions([], [hit("1", name="Münchberg")], "munc", FIELDS, False)) == ["Münchberg"]
    assert texts(suggestions([hit("1", name="Köln")], [], "koln", FIELDS, False)) == ["Köln"]


def test_others_are_in_the_order_of_the_weights_of_fields_and_of_the_alphabet():
    hits = [hit("1", name="b x"), hit("2", symbol="bb"), hit("3", symbol="BA"), hit("4", alias={"symbol": "bz"})]
    assert texts(suggestions([], hits, "b", ["name", *FIELDS[:2]], False)) == ["BA", "bb", "bz", "b x"]


def test_a_field_without_a_weight_weighs_one():
    assert sorted_names(["a^0.5", "b", "c^1.5"]) == ["c", "b", "a"]


def test_the_same_text_is_shown_once():
    hits = [hit("1", symbol="Bb"), hit("2", symbol="BB"), hit("3", symbol="bc")]
    assert suggestions([], hits, "b", FIELDS, True) == [
        {"text": "Bb", "_id": "1", "field": "symbol"},
        {"text": "bc", "_id": "3", "field": "symbol"},
    ]


def test_a_beginning_wins_over_words_inside():
    hits = [hit("1", symbol="x cancer", name="cancer of x")]
    assert texts(suggestions([], hits, "cancer", FIELDS, True)) == ["cancer of x"]
    assert texts(suggestions([], [hit("1", symbol="x cancer")], "can", FIELDS, True)) == ["x cancer"]


def test_a_hit_in_which_nothing_fits_is_left_out():
    assert suggestions([], [hit("1", symbol="abc"), {"_id": "2"}], "x", FIELDS, True) == []


def test_each_word_begins_some_word():
    assert has_words("female breast cancer", "breast can")
    assert has_words("cancer, breast", "breast can")
    assert not has_words("abreast cancer", "breast can")
    assert not has_words("breast", "breast can")


def test_texts_are_found_through_lists_objects_and_dotted_names():
    document = {"a": [{"b": "x"}, {"b": ["y", None, 3]}], "a.b": "z", "n": 5}
    assert list(texts_at(document, "a.b")) == ["z", "x", "y"]
    assert list(texts_at({"a": {"b": [{"c": "x"}]}}, "a.b.c")) == ["x"]
    assert list(texts_at(document, "n")) == list(texts_at(document, "a")) == list(texts_at(document, "c.d")) == []


def test_a_response_becomes_as_many_suggestions_as_were_asked_for():
    begun = {"took": 3, "hits": {"hits": [hit("1", symbol="aa"), hit("2", symbol="ab")]}}
    whole = {"took": 2, "hits": {"hits": [hit("3", symbol="a")]}}
    found = ElasticFormatter().transform_suggestions([whole, begun], "a", Completed(["symbol"], [], True), 2)
    assert (found["took"], texts(found["suggestions"])) == (5, ["a", "aa"])


def counted(**counts):
    buckets = [{"key": value, "doc_count": count} for value, count in counts.items()]
    return {"took": 3, "aggregations": {"values": {"buckets": buckets}}}


def test_values_of_a_typed_field_are_queries_after_the_text_before_it():
    found = ElasticFormatter().transform_values(counted(**{"Red Cell": 5, "red": 2, "blue": 9}), "x AND k:re", 10)
    assert found == {
        "took": 3,
        "suggestions": [
            {"text": 'x AND k:"Red Cell"', "field": "k", "kind": "value", "count": 5},
            {"text": "x AND k:red", "field": "k", "kind": "value", "count": 2},
        ],
    }
    assert ElasticFormatter().transform_values(counted(a=1), "no field", 10)["suggestions"] == []


def test_values_with_a_typed_word_are_queries_the_most_frequent_of_all_fields_first():
    responses = {"a b": counted(**{"the red": 1}), "k": counted(red=4, blue=9)}
    assert ElasticFormatter().transform_word_values(responses, " RE ", 10) == [
        {"text": "k:red", "field": "k", "kind": "value", "count": 4},
        {"text": 'a\\ b:"the red"', "field": "a b", "kind": "value", "count": 1},
    ]
    assert len(ElasticFormatter().transform_word_values(responses, "re", 1)) == 1
