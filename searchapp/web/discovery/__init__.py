"""Makes the service known to crawlers, to programs that look for APIs, and to catalogues of data sets."""
