"""An example of instance/config.py: copy it there, and keep what you need. docs/settings.md has every setting."""

TITLE = "Parts"
DESCRIPTION = "Spare parts and their makers."

# One item type: its paths are /v1/part/... Load it with: searchapp load part parts.ndjson
ITEM_TYPES = {
    "part": {
        # The fields that a query without scopes searches, with weights.
        "default_fields": ["code^8", "name^2", "all"],
        # Patterns of ids: the first pattern that matches the complete id decides which fields are searched.
        "id_patterns": [(r"\d{13}", ["ean"]), (r"(?P<scope>code)=(?P<term>.+)", None)],
        "title_fields": ["code", "name"],
        "examples": ["code:A1*", '"ball bearing" AND stock:>0'],
    },
}

# Clients may cache answers for an hour. By default, answers have no Cache-Control.
# CACHE_MAX_AGE = 3600

# A cluster instead of the embedded engine:
# BACKEND = "elasticsearch"
# ES_URL = ["http://es1:9200", "http://es2:9200"]
# ES_OPTIONS = {"api_key": "..."}

# If several machines serve one address, set the same key on all, so that a scroll can continue on another machine.
# SECRET_KEY = "..."
