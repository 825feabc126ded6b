"""SQL schema: tables, columns and fields as reflected from the database."""
