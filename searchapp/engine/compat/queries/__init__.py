"""The queries combined_fields, match_bool_prefix and match_phrase_prefix."""
