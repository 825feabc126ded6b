"""Whole collections as files, made when a collection is loaded, and served until another state of it has its own."""
