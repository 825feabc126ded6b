"""An example of instance/config.py: copy it there, and keep what you need. docs/settings.md has every setting."""

TITLE = "Parts"
DESCRIPTION = "Spare parts and their makers."

# One item type: its paths are /v1/part/... Load it with: searchapp load part parts.ndjson
ITEM_TYPES = {
    "part": {
        # What a query without scopes searches, with weights.
        "default_fields": ["code^8", "name^2", "all"],
        # How an id in the path is read: the first pattern that matches the whole of it decides where to look.
        "id_patterns": [(r"\d{13}", ["ean"]), (r"(?P<scope>code)=(?P<term>.+)", None)],
        "title_fields": ["code", "name"],
        "examples": ["code:A1*", '"ball bearing" AND stock:>0'],
    },
}

# Callers may keep answers for an hour. Without it no Cache-Control is sent.
# CACHE_MAX_AGE = 3600

# A cluster instead of the embedded engine:
# BACKEND = "elasticsearch"
# ES_URL = ["http://es1:9200", "http://es2:9200"]
# ES_OPTIONS = {"api_key": "..."}

# Several machines behind one address share this key, so that a scroll can go on at another of them.
# SECRET_KEY = "..."
