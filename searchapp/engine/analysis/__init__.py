"""Text analysis: tokenizers, token filters, analyzers."""
