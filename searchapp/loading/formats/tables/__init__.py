"""Tables: the lines before the header, the separator, the header, and the rows as documents."""
