"""Texts that mean numbers and dates: forms.py lists the forms, numbers.py and dates.py read them."""
