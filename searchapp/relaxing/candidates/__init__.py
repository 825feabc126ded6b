"""The queries that the steps of relaxing search. Each module makes one kind, and none searches."""
