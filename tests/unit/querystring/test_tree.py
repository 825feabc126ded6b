import pytest

from searchapp.querystring.parser import parse
from searchapp.querystring.tree import Bool, Constant, Text, Value, as_bool, as_json, from_json, leaves

TEXT = 'a b AND NOT symbol:cdk* OR (name:"x y"~2 n:[1 TO *} _exists_:z)^3 /r.x/ w?d f~1 *:*'


A, C, D = (Text("x", text) for text in "acd")


def test_a_tree_comes_back_from_its_json():
    node = Bool((Constant(parse(TEXT), 2.0),), (), (Value(("a^2", "b"), "x", ranked=True),))
    assert from_json(as_json(node)) == node


def test_the_json_of_a_tree_names_its_nodes():
    assert as_json(parse("symbol:cdk")) == {"Text": ["symbol", "cdk"]}
    assert as_json((parse("symbol:cdk*"),)) == [{"Prefix": ["symbol", "cdk", False]}]


def test_leaves_come_from_left_to_right():
    assert [leaf.text for leaf in leaves(parse("a AND (b OR c^2) AND NOT d"))] == ["a", "b", "c", "d"]


@pytest.mark.parametrize(("operator", "found"), [("AND", Bool((A, C), (), (D,))), ("OR", Bool((C,), (A,), (D,)))])
def test_a_group_is_sorted_by_signs_and_by_the_default_operator(operator, found):
    assert as_bool(parse("x:a +x:c -x:d"), operator) == found
