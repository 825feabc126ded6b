"""Lucene's regular expressions: a parser, automata, and their translation for tantivy."""
