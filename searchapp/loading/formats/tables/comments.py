"""Comments at the start of a table: lines that begin with `#`, as programs of biology and statistics write them.

# made in 2026              a comment
#CHROM<tab>POS<tab>ID       the header: as many cells as the next line without a # at its start
1<tab>100<tab>rs1
"""

from itertools import takewhile

from .dialect import cells_of, delimiter_of

SIGN = "#"


def without_comments(head: str) -> str:
    """The text without the comment lines at its start; the complete text if all lines are comments."""
    lines = head.splitlines(keepends=True)
    return "".join(lines[number_of(lines) :]) or head


def number_of(lines: list[str]) -> int:
    return sum(1 for _ in takewhile(lambda line: line.startswith(SIGN), lines))


def header_line(head: str, delimiter: str | None, likely: str) -> tuple[int, str]:
    """The number of comment lines before the header, and the delimiter: the given one, else the one of the other lines.

    If the other lines have only one cell, no line is a comment: the file may be a list of tags.
    """
    lines = head.splitlines(keepends=True)
    number = number_of(lines)
    rest = "".join(lines[number:])
    found = delimiter or delimiter_of(rest or head, likely)
    if not rest or not number:
        return 0, found
    width = cells_of(lines[number], found)
    if width < 2:
        return 0, delimiter or delimiter_of(head, likely)
    return (number - 1 if cells_of(lines[number - 1], found) == width else number), found


def named_without_sign(column: str) -> str:
    """The name of the first column, `#CHROM` as `CHROM`."""
    return column.lstrip(SIGN).strip() or column
