"""The texts of values on pages: short texts, readable numbers and dates, marked matches, pictures."""
