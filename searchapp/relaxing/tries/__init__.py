"""The texts that the steps of relaxing search instead of a query: each module makes one kind of them."""
