// Signs with npm soap, verifies with xml-crypto, and encrypts and decrypts with xml-encryption; see README.md of testdata.
import fs from "node:fs";
import readline from "node:readline";
import { promisify } from "node:util";
import soap from "soap";
import { DOMParser } from "@xmldom/xmldom";
import { SignedXml } from "xml-crypto";
import xmlenc from "xml-encryption";

const [key, certificate] = process.argv.slice(2).map((name) => fs.readFileSync(name, "utf8"));
const rsa = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256";

function newSecurity(blocks) {
  return new soap.WSSecurityCert(key, certificate, "", {
    signatureAlgorithm: rsa, additionalReferences: blocks, signerOptions: { idMode: "wssecurity" },
  });
}

function sign(kind, source, target) {
  const security = newSecurity(["To"]);
  fs.writeFileSync(target, security.postProcess(fs.readFileSync(source, "utf8"), "soap"));
}

function verify(source) {
  const text = fs.readFileSync(source, "utf8");
  const signature = new DOMParser().parseFromString(text, "text/xml").getElementsByTagNameNS("http://www.w3.org/2000/09/xmldsig#", "Signature")[0];
  const signed = new SignedXml({ publicCert: certificate, idMode: "wssecurity" });
  signed.loadSignature(signature);
  if (!signed.checkSignature(text)) throw new Error("the signature is invalid");
}

const xenc = "http://www.w3.org/2001/04/xmlenc#", dsig = "http://www.w3.org/2000/09/xmldsig#";

// encrypt moves the EncryptedKey from the EncryptedData to the Security block.
async function encrypt(kind, source, target) {
  const [before, content, after] = fs.readFileSync(source, "utf8").split(/(?<=<soap:Body>)|(?=<\/soap:Body>)/);
  const data = await promisify(xmlenc.encrypt)(content, {
    rsa_pub: certificate, pem: certificate,
    encryptionAlgorithm: `http://www.w3.org/2009/xmlenc11#aes${kind === "AES-128" ? 128 : 256}-gcm`,
    keyEncryptionAlgorithm: kind === "SHA-512" ? "http://www.w3.org/2009/xmlenc11#rsa-oaep" : `${xenc}rsa-oaep-mgf1p`,
    ...(kind === "SHA-512" && { keyEncryptionDigest: "sha512", keyEncryptionMgf: "sha512" }),
  });
  const [info, inner] = data.match(/<KeyInfo xmlns[^>]*>\s*(<e:EncryptedKey.*<\/e:EncryptedKey>)\s*<\/KeyInfo>/s);
  const key = inner.replace("<e:EncryptedKey", `$& xmlns="${dsig}"`)
    .replace(/(?=<\/e:EncryptedKey>)/, '<e:ReferenceList><e:DataReference URI="#data"/></e:ReferenceList>');
  const security = `<wsse:Security xmlns:wsse="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd">${key}</wsse:Security>`;
  fs.writeFileSync(target, before.replace("</soap:Header>", `${security}$&`) +
    data.replace(info, "").replace("<xenc:EncryptedData", '$& Id="data"').trim() + after);
}

// decrypt decrypts the Body, with the EncryptedKey in its EncryptedData.
async function decrypt(source, target) {
  const text = fs.readFileSync(source, "utf8");
  const document = new DOMParser().parseFromString(text, "text/xml");
  const data = Array.from(document.getElementsByTagNameNS(xenc, "EncryptedData")).at(-1);
  Array.from(data.getElementsByTagNameNS(dsig, "KeyInfo")).forEach((info) => data.removeChild(info));
  const info = data.insertBefore(document.createElementNS(dsig, "KeyInfo"), data.firstChild);
  info.appendChild(document.getElementsByTagNameNS(xenc, "EncryptedKey")[0]);
  fs.writeFileSync(target, await promisify(xmlenc.decrypt)(data.toString(), { key }));
}

async function call(port, address) {
  const client = await soap.createClientAsync(`${address}?flatWsdl`, { forceSoap12Headers: port === "RealtimeSoap12" });
  client.setSecurity(newSecurity([]));
  await promisify(client.Realtime[port].getStationDataByNameXML)({ StationDesc: "Bray" });
}

for await (const line of readline.createInterface({ input: process.stdin })) {
  const [verb, ...words] = line.split(" ");
  try {
    await { sign, verify, encrypt, decrypt, call }[verb](...words);
    console.log("ok");
  } catch (problem) {
    console.log(String(problem).replace(/\s+/g, " "));
  }
}
