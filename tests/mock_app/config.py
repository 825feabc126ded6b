"""The configuration of the application; its item types are those of the samples."""

from searchapp.options.option import Option
from tests.mock_app.pages import pages

BUILDER = "tests.mock_app.builder.GeneBuilder"
FORMATTER = "tests.mock_app.formatter.GeneFormatter"
EXTRA_OPTIONS = (
    Option("group", str, aliases=("locus_group",), doc="Only genes of this locus group."),
    Option("labels", bool, group="formatter", endpoints=("annotation", "query"), doc="Add a label to each gene."),
)
CHANGED_OPTIONS = {"dotfield": {"default": True}, "size": {"aliases": ("rows",)}}
EXTRA_PAGES = (pages,)
NAVIGATION = {"Groups": "/groups"}
SIZE = 3
MAX_SIZE = 20
TITLE = "Genes by symbol"
