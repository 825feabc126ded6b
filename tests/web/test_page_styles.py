"""The stylesheet has a rule for what the pages use, and none for what they do not; the files stay small."""

import re
from pathlib import Path

PROJECT = Path(__file__).parents[2]
STYLES = (PROJECT / "static" / "style.css").read_text()
PAGES = "".join(path.read_text() for path in sorted((PROJECT / "templates").glob("*.html")))
SCRIPTS = "".join(path.read_text() for path in sorted((PROJECT / "static").glob("*.js")))
OTHERS = re.compile(r"wrapper|opblock.*|swagger-ui|scheme-container|information-container")
"""Classes of Swagger UI."""

MADE = {f"depth-{number}" for number in range(7)} | {"get", "post", "swatch"}
"""Classes whose names a template or a module puts together."""


def named():
    """Every class and id that the stylesheet names."""
    selectors = re.sub(r"\{[^{}]*\}", "{}", re.sub(r"/\*.*?\*/", "", STYLES, flags=re.DOTALL))
    return {name for name in re.findall(r"[.#]([a-zA-Z][\w-]*)", selectors) if not OTHERS.fullmatch(name)}


def used():
    """Every word in an attribute of a template, or in a text of a script, that could be a class or an id."""
    values = re.findall(r'(?:class|id)="((?:[^"{]|\{\{.*?\}\}|\{%.*?%\})*)"', PAGES) + re.findall(
        r'"([^"\n]*)"', SCRIPTS
    )
    return MADE | {word for value in values for word in re.findall(r"[a-zA-Z][\w-]*", value)}


def test_a_rule_of_the_stylesheet_is_about_something():
    assert named() - used() == set()


def test_no_animation_needs_to_be_reduced():
    assert not re.search(r"\b(transition|animation|scroll-behavior)\b", STYLES)


def test_colours_are_named_once_for_light_and_dark():
    """A colour stands in the two lists at the top only, so that none is forgotten in the dark."""
    light, dark = re.findall(r":root \{(.*?)\}", STYLES, re.DOTALL)
    names = [set(re.findall(r"--[\w-]+", block)) for block in (light, dark)]
    assert names[0] - names[1] == {"--round"}
    assert not re.search(r"#[0-9a-f]{3,8}\b", STYLES.split(dark)[1])


def test_the_files_stay_small():
    assert len(STYLES.splitlines()) < 450
    for path in (PROJECT / "static").glob("*.js"):
        assert len(path.read_text().splitlines()) < 300, path.name
