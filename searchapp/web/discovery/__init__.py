"""How the service is found: by crawlers, by programs that look for APIs, by catalogues of data sets."""
