"""Addresses of databases for printing, without passwords."""

import re

PLAIN = ("sqlite",)
"""Schemes of files, whose addresses have no user."""

QUERY = re.compile(r"(?<=[?&])[^&]*")


def without_password(url: str) -> str:
    """The address with masked user, password and query values, even if the password is not quoted."""
    scheme, sign, rest = url.partition("://")
    if not sign:
        return "***"
    if scheme.partition("+")[0] not in PLAIN and "@" in rest:
        rest = f"***@{rest.rpartition('@')[2]}"
    address, fragment, _ = rest.partition("#")
    return f"{scheme}://{QUERY.sub(masked_pair, address)}{'#***' if fragment else ''}"


def masked_pair(match: re.Match[str]) -> str:
    """A part of a query without its value."""
    name, sign, _ = match[0].partition("=")
    return f"{name}=***" if sign else "***" if name else ""
