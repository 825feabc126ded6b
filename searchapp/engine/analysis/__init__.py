"""Text analysis: character filters, tokenizers, token filters, and the analyzers and normalizers made of them."""
