"""The search builder: rows of a field, an operator and a value, which become a query text and back."""
