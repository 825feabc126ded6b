"""The Reconciliation Service API 0.2, with which OpenRefine and its like match names to documents."""
