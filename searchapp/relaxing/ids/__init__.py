"""Ids: their forms in a collection, and the ids that texts mean."""
