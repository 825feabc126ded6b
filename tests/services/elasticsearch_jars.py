"""The folder from which an Elasticsearch node starts: the jars of Maven Central, the launcher, what stands for modules.

    pom.xml -> jars -> modules/transport-netty4, with a descriptor
    Launcher.java, StockModules.java -> classes -> modules/stock-modules

A folder is made aside, named by what it is made of, and never changed: nodes that run keep theirs.
"""

import hashlib
import os
import shutil
import tempfile
from pathlib import Path

from tests.services.java import compile_classes, java, need, run
from tests.services.process import locked

SOURCES = Path(__file__).parent / "elasticsearch_node"
NETTY_PLUGIN = "org.elasticsearch.transport.netty4.Netty4Plugin"
STOCK_MODULES = "searchapp.tests.StockModules"
JAVA = {"8": 17, "9": 21}
"""The least Java of each major version."""
DESCRIPTOR = """\
description={name}
version={version}
name={name}
java.version={java}
elasticsearch.version={version}
classname={classname}
extended.plugins=
has.native.controller=false
licensed=false
"""


def installation(version: str) -> Path:
    """A folder with `jars`, `modules` and `classes` of a node of this version; made where there is none."""
    services = services_folder()
    folder = services / f"elasticsearch-{version}-{fingerprint()}"
    with locked(services / "lock"):
        if not folder.exists():
            with tempfile.TemporaryDirectory(dir=services, prefix="making-", ignore_cleanup_errors=True) as aside:
                made = Path(aside) / folder.name
                make(made, version)
                made.rename(folder)
    return folder


def services_folder() -> Path:
    """The folder that keeps what was downloaded: `SEARCHAPP_TEST_SERVICES`, or `.services` in the project."""
    return Path(os.environ.get("SEARCHAPP_TEST_SERVICES") or Path(__file__).parents[2] / ".services").resolve()


def fingerprint() -> str:
    """A word that changes with the sources."""
    files = [Path(__file__), *sorted(SOURCES.iterdir())]
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()[:8]


def java_of(version: str) -> Path:
    """The Java on which a node of this version runs."""
    return java(least_java(version))


def least_java(version: str) -> int:
    return JAVA[version.partition(".")[0]]


def make(folder: Path, version: str) -> None:
    """Downloads, compiles, and gives the HTTP transport and the stock modules' stand-in a module each."""
    jars, classes, runtime = folder / "jars", folder / "classes", java_of(version)
    goal = ["dependency:copy-dependencies", "-DincludeScope=runtime", f"-DoutputDirectory={jars}"]
    run([need("mvn"), "-q", "-B", "-f", str(SOURCES / "pom.xml"), f"-Delasticsearch.version={version}", *goal])
    compile_classes(runtime, least_java(version), [*SOURCES.glob("*.java")], jars, classes)
    transport = make_module(folder, version, "transport-netty4", NETTY_PLUGIN)
    for jar in [*jars.glob("netty-*.jar"), *jars.glob("transport-netty4-*.jar")]:
        jar.rename(transport / jar.name)
    stock = make_module(folder, version, "stock-modules", STOCK_MODULES)
    shutil.make_archive(str(stock / "stock-modules"), "zip", classes, "searchapp")
    (stock / "stock-modules.zip").rename(stock / "stock-modules.jar")
    shutil.rmtree(classes / "searchapp")


def make_module(folder: Path, version: str, name: str, classname: str) -> Path:
    """A module's folder with its descriptor."""
    module = folder / "modules" / name
    module.mkdir(parents=True)
    text = DESCRIPTOR.format(name=name, version=version, classname=classname, java=least_java(version))
    (module / "plugin-descriptor.properties").write_text(text)
    return module
