import pytest

from searchapp.web.pages.values.markup import without_tags


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a < b and b > c", "a < b and b > c"),
        ("List<String> of <unknown>", "List<String> of <unknown>"),
        ("<p>One <b>bold</b> word.</p><p>Two</p>", "One bold word.\nTwo"),
        ("<jats:p>H<jats:sub>2</jats:sub>O &amp; CO<sub>2</sub>, 10<sup>−3</sup></jats:p>", "H₂O & CO₂, 10⁻³"),
        ('see <a href="x">here</a><br/>or not', "see here\nor not"),
        ("Tom &amp; Jerry &#233; &unknown;", "Tom & Jerry é &unknown;"),
        ("the value x<sub>max</sub>", "the value xmax"),
        ("<p>One</p><script>alert(1)</script><style>p { margin: 0 }</style><!-- <b>x</b> --><p>Two</p>", "One\nTwo"),
        ("use <script>alert(1)</script> in pages", "use <script>alert(1)</script> in pages"),
    ],
)
def test_tags_and_entities_are_left_out_and_other_signs_kept(text, expected):
    assert without_tags(text) == expected
