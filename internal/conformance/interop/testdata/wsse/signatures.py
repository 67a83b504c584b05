"""Signs and verifies with zeep, and encrypts and decrypts with xmlsec1; see README.md of testdata."""
import copy
import datetime
import sys

import xmlsec
import zeep
from lxml import etree
from zeep import ns
from zeep.wsse import compose, signature, utils

key, certificate = sys.argv[1:3]
methods = {"signature_method": xmlsec.Transform.RSA_SHA256, "digest_method": xmlsec.Transform.SHA256}
DS, XENC = "{http://www.w3.org/2000/09/xmldsig#}", "{http://www.w3.org/2001/04/xmlenc#}"
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


def encrypt(kind, source, target):
    """Lets xmlsec1 write the EncryptedKey into the EncryptedData, and moves it to the Security block."""
    envelope = read(source)
    body = envelope[-1]
    template, constants = xmlsec.template, xmlsec.constants
    method = constants.TransformAes128Gcm if kind == "AES-128" else constants.TransformAes256Gcm
    data = template.encrypted_data_create(body, method, id="data", type=constants.TypeEncContent, ns="xenc")
    template.encrypted_data_ensure_cipher_value(data)
    encrypted = template.add_encrypted_key(template.encrypted_data_ensure_key_info(data, ns="ds"), constants.TransformRsaOaep)
    template.encrypted_data_ensure_cipher_value(encrypted)
    template.add_x509_data(template.encrypted_data_ensure_key_info(encrypted, ns="ds"))
    context = encryption(certificate, constants.KeyDataFormatCertPem)
    context.key = xmlsec.Key.generate(constants.KeyDataAes, 128 if kind == "AES-128" else 256, constants.KeyDataTypeSession)
    data = context.encrypt_xml(data, body)
    info = data[1]  # lxml does not find by name what xmlsec1 has named
    etree.SubElement(etree.SubElement(info[0], XENC + "ReferenceList"), XENC + "DataReference", URI="#data")
    utils.get_security_header(envelope).append(info[0])
    data.remove(info)
    etree.ElementTree(envelope).write(target, encoding="UTF-8", xml_declaration=True)


def decrypt(source, target):
    """Gives xmlsec1 each EncryptedData with the EncryptedKey in it, which it does not look for elsewhere."""
    envelope = read(source)
    for data in envelope.findall(".//" + XENC + "EncryptedData"):
        references = envelope.iterfind(f".//{XENC}DataReference[@URI='#{data.get('Id')}']")
        for info in data.findall(DS + "KeyInfo"):
            data.remove(info)
        info = etree.Element(DS + "KeyInfo")
        info.append(copy.deepcopy(next(references).getparent().getparent()))
        data.insert(1, info)
        encryption(key, xmlsec.constants.KeyDataFormatPem).decrypt(data)
    etree.ElementTree(envelope).write(target, encoding="UTF-8", xml_declaration=True)


def encryption(file, form):
    manager = xmlsec.KeysManager()
    manager.add_key(xmlsec.Key.from_file(file, form))
    return xmlsec.EncryptionContext(manager)


def call(port, address):
    security = compose.Compose([Stamp, kinds["BinarySecurityToken"](key, certificate, **methods)])
    zeep.Client(address + "?flatWsdl", wsse=security).bind("Realtime", port).getStationDataByNameXML(StationDesc="Bray")


for line in sys.stdin:
    verb, *arguments = line.split()
    try:
        {"sign": sign, "verify": verify, "encrypt": encrypt, "decrypt": decrypt, "call": call}[verb](*arguments)
        print("ok", flush=True)
    except Exception as problem:
        print(repr(problem).replace("\n", " "), flush=True)
