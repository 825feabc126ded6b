import pytest

from searchapp.loading.values.forms import NOTHING, Candidates, date_forms, form_of, number_forms


def read(*texts, decimal="", likely="."):
    """The form of a column with these texts, and its values."""
    candidates = Candidates((*number_forms(decimal, likely), *date_forms()))
    for text in texts:
        candidates.see(text)
    form = candidates.best()
    return form and (form.name, [form.read(text) for text in texts if text not in NOTHING])


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (("1", "-2"), ("1234.5", [1, -2])),
        (("1.5", "2"), ("1234.5", [1.5, 2.0])),
        (("1,234", "5"), ("1,234.5", [1234, 5])),
        (("1.234,5", "2"), ("1.234,5", [1234.5, 2.0])),
        (("12,5", "1"), ("1.234,5", [12.5, 1.0])),
        (("$1,234.50", "$5"), ("1,234.5", [1234.5, 5.0])),
        (("5,00 €", "€ 1.000,00"), ("1.234,5", [5.0, 1000.0])),
        (("12%", "3.5 %"), ("1234.5", [12.0, 3.5])),
        (("1 234,5", "2"), ("1 234,5", [1234.5, 2.0])),
        (("1'234.5", "1"), ("1'234.5", [1234.5, 1.0])),
        (("2.5 mm", "10 mm"), ("1234.5 mm", [2.5, 10.0])),
        (("1.200,5kg", "3kg"), ("1.234,5 kg", [1200.5, 3.0])),
        (("5 m", "-", "7 m"), ("1234.5 m", [5, 7])),
        (("NA", "5"), ("1234.5", [5])),
        (("31.12.2020", "1.2.2021"), ("%d.%m.%Y", ["2020-12-31", "2021-02-01"])),
        (("31 декабря 2020 г.", "1 мая 2021"), ("%d %B %Y", ["2020-12-31", "2021-05-01"])),
        (("2020年12月31日", "2021年2月1日"), ("%Y年%m月%d日", ["2020-12-31", "2021-02-01"])),
        (("12/31/2020", "1/2/2020"), ("%m/%d/%Y", ["2020-12-31", "2020-01-02"])),
        (("31/12/2020", "1/2/2020"), ("%d/%m/%Y", ["2020-12-31", "2020-02-01"])),
        (("Jun 12 1998", "August 7, 1998"), ("%B %d, %Y", ["1998-06-12", "1998-08-07"])),
        (("12-Jun-98", "1-Dez-03"), ("%d-%b-%y", ["1998-06-12", "2003-12-01"])),
        (("2020-01-31 10:00:05",), ("%Y-%m-%d", ["2020-01-31T10:00:05"])),
        (("2020-01-31", "1.2.2021"), ("%Y-%m-%d or %d.%m.%Y", ["2020-01-31", "2021-02-01"])),
        (("1/2/2020 1:30 PM",), ("%m/%d/%Y", ["2020-01-02T13:30:00"])),
    ],
)
def test_a_column_that_fits_one_form_is_read(texts, expected):
    assert read(*texts) == expected


@pytest.mark.parametrize(
    "texts",
    [
        ("007",),
        ("1", "x"),
        ("12345678901234567890",),
        ("31.12.2020", "5"),
        ("32.1.2020",),
        ("5 kg", "300 g"),
        ("5", "5 kg"),
        ("5 kg", "5"),
        ("3g", "4g"),
        ("",),
        ("NA",),
        (),
    ],
)
def test_other_columns_are_texts(texts):
    assert read(*texts) is None


def test_a_comma_means_what_is_said_or_likely():
    assert read("1,234") == ("1,234.5", [1234])
    assert read("1,234", decimal=",") == ("1.234,5", [1.234])
    assert read("1,234", likely=",") == ("1.234,5", [1.234])
    assert read("1.234", decimal=",") == ("1.234,5", [1234])


def test_a_form_is_found_again_by_its_name():
    for form in (*number_forms(), *date_forms()):
        assert form_of(form.name, form.kind) == form
    assert form_of("%Y%m%d", "date").read("20200131") == "2020-01-31"
    assert form_of("1 234,5 km²", "double").read("1 200,5 km²") == 1200.5
