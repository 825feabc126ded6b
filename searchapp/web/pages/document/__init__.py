"""The page of a document: title, tree, readable values, neighbours, and citation."""
