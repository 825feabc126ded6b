"""The queries boosting, match_bool_prefix and match_phrase_prefix."""
