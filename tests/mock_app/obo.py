"""A further format: documents as the terms of an OBO file, for tools that read ontologies."""

from searchapp.web.response.formats import Format


def obo_lines(batches, columns):
    """One stanza for each document, batch by batch."""
    yield b"format-version: 1.4\n"
    for batch in batches:
        for document in batch:
            yield f"\n[Term]\nid: {document['_id']}\nname: {document.get('name', '')}\n".encode()


OBO = Format("obo", "text/obo", lines=obo_lines)
