"""`python -m searchapp.cli` is the command `searchapp`."""

from .main import main

main(prog_name="searchapp")
