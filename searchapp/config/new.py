"""Makes a new instance folder with a configuration to start from, and a page with the next steps."""

from pathlib import Path

from .settings import SettingsError

CONFIG = '''"""The configuration of this installation. Every setting has a default; `searchapp config` prints them."""

TITLE = {title!r}
DESCRIPTION = "The content of this service, in one line."

# Without ITEM_TYPES every loaded collection is served, with titles, columns, facets and labels that were guessed
# during the load. Name a collection here to set them yourself:
#
# ITEM_TYPES = {{
#     "movie": {{
#         "title": "Movies",                               # its name on pages
#         "title_fields": ["title"],                       # the fields with the name of a document
#         "table_fields": ["title", "director", "year"],   # columns of a page of results
#         "page_facets": ["genre", "year:10"],             # facets of a page of results
#         "links": {{"sequel_of": "movie"}},                 # fields with ids of other documents
#         "examples": ["jaws", "director:Spielberg"],      # searches on the front page
#     }},
# }}
# `searchapp config movie --guessed` prints the guesses; copy them here and change them.

# The public address of this service; pages and links use it.
# BASE_URL = "https://search.example.org"

# Seconds for which browsers and proxies may cache answers. By default they do not cache.
# CACHE_MAX_AGE = 3600

# The collections are in the folder `data` next to this file. To use a database instead:
# BACKEND = "elasticsearch"
# ES_URL = "http://127.0.0.1:9200"
'''

README = """# {title}

An instance of searchapp: `config.py` is its configuration; its collections will be in `data`.

1. Load a collection. The files may be JSON, NDJSON, CSV, TSV, Excel or Parquet; choose any name for the collection:

       searchapp load movie movies.json --instance {folder}

2. Serve it, and open http://127.0.0.1:8000 in a browser:

       searchapp serve --instance {folder}

3. Change `config.py`, and check it:

       searchapp config --instance {folder}

4. Load newer files in the same way: clients see the old collection until the new one is complete. `--update` adds and
   replaces documents; `searchapp rollback movie --instance {folder}` restores the previous load.

The environment variable `SEARCHAPP_INSTANCE` can replace `--instance`. `searchapp --help` lists all commands.
"""


def write_instance(folder: Path) -> list[Path]:
    """Writes the files of a new instance folder and gives their paths.

    Raises a SettingsError for a folder that is not empty or cannot be written.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise SettingsError(f"{folder} already exists and is not an empty folder, choose another name")
    title = folder.name.replace("-", " ").replace("_", " ").strip().capitalize() or "Search"
    texts = {"config.py": CONFIG.format(title=title), "README.md": README.format(title=title, folder=folder.absolute())}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            (folder / name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise SettingsError(f"{folder} cannot be written: {error.strerror}") from error
    return [folder / name for name in texts]
