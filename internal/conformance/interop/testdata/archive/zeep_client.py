"""Calls the archive with zeep, which reads MTOM, and writes none. The protocol is in ../README.md."""
import sys

import zeep
import zeep.exceptions
from zeep.wsa import WsAddressingPlugin


class Addressing(WsAddressingPlugin):
    """Adds the header blocks to operations that the contract gives no action. zeep adds them to the others."""

    def egress(self, envelope, http_headers, operation, binding_options):
        if operation.abstract.wsa_action:
            return envelope, http_headers
        return super().egress(envelope, http_headers, operation, binding_options)


def content(size):
    return bytes(i % 251 for i in range(size))


def fetch(port, client, identifier, want):
    try:
        return (port.fetch(identifier) or b"") == want  # an empty value is None
    except zeep.exceptions.Fault as fault:
        return want is None and client.wsdl.types.deserialize(fault.detail[0]).id == identifier


def call(name, sizes):
    client = zeep.Client(sys.argv[1], plugins=[Addressing()])
    port = client.bind("ArchiveService", name)

    def report(operation, argument, ok):
        print(name, operation, argument, "true" if ok else "false")

    for size in sizes:
        identifier = port.store(f"n{size}", content(int(size)))
        report("store", size, identifier == f"n{size}")
        report("fetch", size, fetch(port, client, identifier, content(int(size))))
        pair = port.echo(content(int(size)), content(10))
        report("echo", size, (pair.first or b"") == content(int(size)) and pair.second == content(10))
    port.discard(f"n{sizes[0]}")
    report("discard", sizes[0], True)
    report("fetch", "unknown", fetch(port, client, "unknown", None))


for binding in ["Archive11", "Archive12"]:
    call(binding, sys.argv[3:])
