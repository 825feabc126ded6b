"""The sample application on MongoDB: set SEARCHAPP_CONFIG to this file, then `searchapp demo` and `searchapp serve`.

A collection that is there already needs no loading: name it as `index` of an item type.
"""

import runpy
from pathlib import Path

globals().update(
    {
        name: value
        for name, value in runpy.run_path(str(Path(__file__).with_name("config.py"))).items()
        if name.isupper()
    }
)

BACKEND = "mongo"
MONGO_URL = "mongodb://127.0.0.1:27017"
MONGO_DATABASE = "searchapp"

# symbols are found in any case
MONGO_COLLATION = {"locale": "en", "strength": 2}

ITEM_TYPES = {
    "gene": globals()["ITEM_TYPES"]["gene"]
    | {
        "user_queries": {
            "protein_coding": {"filter": {"locus_type": {"$eq": "gene with protein product"}}},
            "any_symbol": {
                "query": {"$or": [{name: {"$eq": "{q}"}} for name in ("symbol", "alias.symbol", "prev.symbol")]},
                "filter": {"status": {"$eq": "Approved"}},
            },
        }
    },
    "disease": globals()["ITEM_TYPES"]["disease"]
    | {"user_queries": {"rare": {"filter": {"xref.orphanet": {"$ne": None}}}}},
}
