"""A small application on top of the package: it reads terms in its own way, changes answers, and has own options."""
