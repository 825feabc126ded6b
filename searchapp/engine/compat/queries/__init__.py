"""The queries boosting, combined_fields, match_bool_prefix and match_phrase_prefix."""
