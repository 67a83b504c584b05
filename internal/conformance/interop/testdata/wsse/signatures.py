"""Signs and verifies with zeep; see README.md of testdata."""
import datetime
import sys

import xmlsec
import zeep
from lxml import etree
from zeep import ns
from zeep.wsse import compose, signature, utils

key, certificate = sys.argv[1:3]
methods = {"signature_method": xmlsec.Transform.RSA_SHA256, "digest_method": xmlsec.Transform.SHA256}
kinds = {"BinarySecurityToken": signature.BinarySignature, "X509Data": signature.Signature}


def read(source):
    # xmlsec forbids libxml2 to open files.
    with open(source, "rb") as file:
        return etree.fromstring(file.read())


class Stamp:
    """Adds a Timestamp, which zeep signs but does not write."""

    @staticmethod
    def apply(envelope, headers):
        stamp(envelope)
        return envelope, headers

    @staticmethod
    def verify(envelope):
        pass


def stamp(envelope):
    now = datetime.datetime.now(datetime.timezone.utc)
    element = etree.SubElement(utils.get_security_header(envelope), etree.QName(ns.WSU, "Timestamp"))
    for name, time in ("Created", now), ("Expires", now + datetime.timedelta(minutes=5)):
        etree.SubElement(element, etree.QName(ns.WSU, name)).text = time.strftime("%Y-%m-%dT%H:%M:%SZ")


def sign(kind, source, target):
    envelope = read(source)
    stamp(envelope)
    kinds[kind](key, certificate, **methods).apply(envelope, {})
    etree.ElementTree(envelope).write(target, encoding="UTF-8", xml_declaration=True)


def verify(source):
    signature.verify_envelope(read(source), certificate)


def call(port, address):
    security = compose.Compose([Stamp, kinds["BinarySecurityToken"](key, certificate, **methods)])
    zeep.Client(address + "?flatWsdl", wsse=security).bind("Realtime", port).getStationDataByNameXML(StationDesc="Bray")


for line in sys.stdin:
    verb, *arguments = line.split()
    try:
        {"sign": sign, "verify": verify, "call": call}[verb](*arguments)
        print("ok", flush=True)
    except Exception as problem:
        print(repr(problem).replace("\n", " "), flush=True)
