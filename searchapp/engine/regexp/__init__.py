"""Lucene's regular expressions: parser, automata, patterns of tantivy."""
