"""Reading an index: generations, readers, doc values, BM25."""
