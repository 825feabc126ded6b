"""The Reconciliation Service API 0.2, with which programs such as OpenRefine match names to documents."""
