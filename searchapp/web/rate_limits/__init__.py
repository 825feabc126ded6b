"""Keys of callers, and limits of requests per key and per address. They only run if a setting asks for them."""
