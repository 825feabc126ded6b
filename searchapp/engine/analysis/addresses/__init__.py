"""Addresses and mail addresses in texts, for the tokenizer `uax_url_email`."""
