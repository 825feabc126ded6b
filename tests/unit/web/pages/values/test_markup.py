import pytest

from searchapp.web.pages.values.markup import without_markup


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a < b and b > c", "a < b and b > c"),
        ("List<String> of <unknown>", "List<String> of <unknown>"),
        ("<p>One <b>bold</b> word.</p><p>Two</p>", "One bold word.\nTwo"),
        ("<jats:p>H<jats:sub>2</jats:sub>O &amp; CO<sub>2</sub>, 10<sup>−3</sup></jats:p>", "H₂O & CO₂, 10⁻³"),
        ('see <a href="x">here</a><br/>or not', "see here\nor not"),
        ("<p>Caf&eacute; [&hellip;] x &frac12; y</p>", "Café […] x ½ y"),
        ("Tom &amp; Jerry &#233; &unknown; &region;", "Tom & Jerry é &unknown; &region;"),
        ("the value x<sub>max</sub>", "the value xmax"),
        ("<p>One</p><script>alert(1)</script><style>p { margin: 0 }</style><!-- <b>x</b> --><p>Two</p>", "One\nTwo"),
        ("use <script>alert(1)</script> in pages", "use <script>alert(1)</script> in pages"),
    ],
)
def test_tags_and_entities_are_left_out_and_other_signs_kept(text, expected):
    assert without_markup(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("## Steps\n\n1. Run `load x`\n2. See **error**\n", "Steps\n\n1. Run load x\n2. See error"),
        ("Add **dark** mode", "Add dark mode"),
        ("```python\nx = 2 ** 3\n```\nand *so* on", "x = 2 ** 3\nand so on"),
        ("### Run\r\n\r\n```python\r\nrun(**a)\r\n```\r\n\r\nand so on", "Run\r\n\r\nrun(**a)\r\n\r\nand so on"),
        ('See [the docs](https://example.org/a "b"), ![a picture](./x.png)', "See the docs, a picture"),
        ("f(**a, **b) and 2 * 3 * 4", "f(**a, **b) and 2 * 3 * 4"),
        ("2*x*y and [1](2)", "2*x*y and [1](2)"),
        ("5`-UTR and 3`-UTR", "5`-UTR and 3`-UTR"),
        ("# 12", "# 12"),
        ("C# and F# are languages", "C# and F# are languages"),
        ("- one\n- **two**", "- one\n- two"),
    ],
)
def test_the_signs_of_markdown_are_left_out(text, expected):
    assert without_markup(text) == expected
