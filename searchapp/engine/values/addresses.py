"""IP addresses. The index has each as 32 hexadecimal digits, whose order is the order of the addresses."""

import re
from ipaddress import IPv4Address, IPv6Address, ip_address

DIGITS = 32
LAST_ADDRESS = "f" * DIGITS
IPV4 = "ffff".rjust(DIGITS - 8, "0")
"""The first digits of an IPv4 address: as in Elasticsearch, it is the IPv6 address `::ffff:1.2.3.4`."""
ZONE = re.compile(r"%.+", re.DOTALL)
"""The name of a network interface after an address of version 6."""
Ends = tuple[str, str]


def address_term(text: str) -> str:
    """The digits of an address. ValueError for a text that is not an address."""
    return _term(_address(text))


def address_text(term: str) -> str:
    """The address of 32 digits, in its usual form."""
    number = int(term, 16)
    return str(IPv4Address(number & 0xFFFFFFFF) if term.startswith(IPV4) else IPv6Address(number))


def network_ends(text: str) -> Ends:
    """The first and the last address of a network such as `10.0.0.0/8`. ValueError for a text that is not a network."""
    start, *lengths = text.split("/")
    if len(lengths) != 1:
        raise ValueError(f"Expected [ip/prefix] but was [{text}]")
    address = _address(start)
    if ":" in start and isinstance(address, IPv4Address):
        raise ValueError(f"CIDR notation is not allowed with IPv6-mapped IPv4 address [{start}]")
    if not lengths[0].removeprefix("+").isdecimal():
        raise ValueError(f'For input string: "{lengths[0]}"')
    free = address.max_prefixlen - int(lengths[0])
    if free < 0:
        limits = "Must be 0-32 for IPv4 ranges, 0-128 for IPv6 ranges"
        raise ValueError(f"Illegal prefix length [{lengths[0]}] in [{text}]. {limits}")
    first = int(address) >> free << free
    return _term(type(address)(first)), _term(type(address)(first | (1 << free) - 1))


def _address(text: str) -> IPv4Address | IPv6Address:
    try:
        found = ip_address(ZONE.sub("", text) if ":" in text else text)
    except ValueError:
        raise ValueError(f"'{text}' is not an IP string literal.") from None
    return found.ipv4_mapped or found if isinstance(found, IPv6Address) else found


def _term(address: IPv4Address | IPv6Address) -> str:
    if isinstance(address, IPv4Address):
        return f"{IPV4}{int(address):08x}"
    return f"{int(address):0{DIGITS}x}"
