"""What belongs to one language: stemmers, stop words, articles, and the ready analyzers made of them."""
