"""The keys fields and docvalue_fields, and inner hits."""
