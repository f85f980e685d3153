"""XML files, read and written whole."""

from xml.etree import ElementTree as ET

import pytest

from crosswright.errors import FormatError
from crosswright.support.xmltree import MAX_DEPTH, parse_document, parse_xml


def test_a_document_keeps_all_that_is_in_it() -> None:
    text = (
        '<?xml version="1.0" encoding="UTF-8"?>\n<!-- before -->\n<?style x?>\n'
        '<a xmlns="u1" b="1">t<!-- in --><c xmlns="u2" /><d>é</d></a>\n<!-- after -->\n'
    )
    assert parse_document(text.encode()).to_bytes().decode() == text


def test_prefixes_become_default_namespaces() -> None:
    text = '<p:a xmlns:p="u1" xmlns:q="u2"><p:b /><q:c><p:d q:e="1" /></q:c></p:a>'
    root = parse_document(text.encode()).root
    assert [element.tag for element in root.iter()] == ["a", "b", "c", "d"]
    written = ET.tostring(root, encoding="unicode")
    assert [element.tag for element in ET.fromstring(written).iter()] == [
        "{u1}a", "{u1}b", "{u2}c", "{u1}d"
    ]  # fmt: skip
    assert ET.fromstring(written)[1][0].attrib == {"{u2}e": "1"}


def test_plain_reading_leaves_comments_and_namespaces_out() -> None:
    root = parse_xml(b'<p:a xmlns:p="u"><!-- c --><p:b p:x="1">t<!-- d -->u</p:b></p:a>')
    assert ET.tostring(root) == b'<a><b x="1">tu</b></a>'


@pytest.mark.parametrize(
    "text, message",
    {
        "<a>": "line 1 is not XML: no element found",
        "<p:a/>": "its XML has an element p:a without a namespace",
        "<!DOCTYPE a><a/>": "its XML has a document type",
        "<a>" * (MAX_DEPTH + 1): "its XML is nested too deeply",
        '<?xml version="1.0" encoding="odd"?><a/>': "not XML: unknown encoding|not readable as XML",
    }.items(),
)
def test_bad_xml_is_refused(text: str, message: str) -> None:
    for parse in (parse_xml, parse_document):
        with pytest.raises(FormatError, match=message):
            parse(text.encode())


def test_a_message_does_not_repeat_a_long_encoding() -> None:
    with pytest.raises(FormatError) as caught:
        parse_xml(b'<?xml version="1.0" encoding="u' + b"t" * 5000 + b'"?><x/>')
    assert len(str(caught.value)) < 200
