"""From files to a collection: readers, mapping inference, loaders."""
