from searchapp.databases.mongo.query.name_order import in_order, names_first


def test_documents_with_this_name_come_first():
    names = names_first("star wars", ["title", "other.name"], ["alias"])
    hits = [
        {"_id": "text", "text": "star wars"},
        {"_id": "alias", "title": "SW", "alias": ["Star Wars"]},
        {"_id": "words", "title": "Wars of a star"},
        {"_id": "begins", "other": [{"name": "Star Wars: Episode IV"}]},
        {"_id": "equal", "title": "STAR WARS"},
        {"_id": "last", "title": "Stars"},
    ]
    assert in_order(hits, names) == ["equal", "begins", "words", "alias", "text", "last"]
    assert len(names["filters"]) == 2
