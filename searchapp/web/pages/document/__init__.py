"""The page of a document: its title and tree, values as people read them, its neighbours, and how to cite it."""
