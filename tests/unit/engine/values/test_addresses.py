import pytest

from searchapp.engine.values.addresses import address_term, address_text, network_ends


@pytest.mark.parametrize(
    "text, printed",
    [
        ("10.0.0.1", "10.0.0.1"),
        ("::ffff:10.0.0.1", "10.0.0.1"),
        ("2001:DB8:0:0:1:0:0:1", "2001:db8::1:0:0:1"),
        ("fe80::1%eth0", "fe80::1"),
        ("::", "::"),
    ],
)
def test_an_address_is_printed_in_its_usual_form(text, printed):
    assert address_text(address_term(text)) == printed


def test_terms_are_in_the_order_of_the_addresses():
    addresses = ["::1", "0.0.0.0", "9.255.255.255", "10.0.0.0", "2001:db8::1", "fe80::1"]
    assert sorted(addresses, key=address_term) == addresses


@pytest.mark.parametrize(
    "text", ["", "5", "1.2.3", "01.2.3.4", "1.2.3.256", "1.2.3.4/8", " ::1", "1.2.3.4%x", "1::%", "g::"]
)
def test_other_texts_are_no_addresses(text):
    with pytest.raises(ValueError, match="is not an IP string literal"):
        address_term(text)


@pytest.mark.parametrize(
    "network, first, last",
    [
        ("10.1.2.3/8", "10.0.0.0", "10.255.255.255"),
        ("0.0.0.0/0", "0.0.0.0", "255.255.255.255"),
        ("2001:db8::/127", "2001:db8::", "2001:db8::1"),
        ("10.0.0.9/32", "10.0.0.9", "10.0.0.9"),
    ],
)
def test_the_ends_of_a_network(network, first, last):
    assert [address_text(term) for term in network_ends(network)] == [first, last]


@pytest.mark.parametrize("text", ["10.0.0.0", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/x", "::ffff:10.0.0.0/8", "a/b/c"])
def test_other_texts_are_no_networks(text):
    with pytest.raises(ValueError):
        network_ends(text)
