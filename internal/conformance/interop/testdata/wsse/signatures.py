"""Signs and verifies with zeep; see README.md of testdata."""
import datetime
import sys

import xmlsec
from lxml import etree
from zeep import ns
from zeep.wsse import signature, utils

key, certificate = sys.argv[1:3]
methods = {"signature_method": xmlsec.Transform.RSA_SHA256, "digest_method": xmlsec.Transform.SHA256}
forms = {"BinarySecurityToken": signature.BinarySignature, "X509Data": signature.Signature}


def read(source):
    # xmlsec forbids libxml2 to open files.
    with open(source, "rb") as file:
        return etree.fromstring(file.read())


def sign(form, source, target):
    envelope = read(source)
    now = datetime.datetime.now(datetime.timezone.utc)
    stamp = etree.SubElement(utils.get_security_header(envelope), etree.QName(ns.WSU, "Timestamp"))
    for name, time in ("Created", now), ("Expires", now + datetime.timedelta(minutes=5)):
        etree.SubElement(stamp, etree.QName(ns.WSU, name)).text = time.strftime("%Y-%m-%dT%H:%M:%SZ")
    forms[form](key, certificate, **methods).apply(envelope, {})
    etree.ElementTree(envelope).write(target, encoding="UTF-8", xml_declaration=True)


def verify(source):
    signature.verify_envelope(read(source), certificate)


for line in sys.stdin:
    verb, *arguments = line.split()
    try:
        {"sign": sign, "verify": verify}[verb](*arguments)
        print("ok", flush=True)
    except Exception as problem:
        print(repr(problem).replace("\n", " "), flush=True)
