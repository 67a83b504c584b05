// Signs with npm soap and verifies with xml-crypto; see README.md of testdata.
import fs from "node:fs";
import readline from "node:readline";
import { promisify } from "node:util";
import soap from "soap";
import { DOMParser } from "@xmldom/xmldom";
import { SignedXml } from "xml-crypto";

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

async function call(port, address) {
  const client = await soap.createClientAsync(`${address}?flatWsdl`, { forceSoap12Headers: port === "RealtimeSoap12" });
  client.setSecurity(newSecurity([]));
  await promisify(client.Realtime[port].getStationDataByNameXML)({ StationDesc: "Bray" });
}

for await (const line of readline.createInterface({ input: process.stdin })) {
  const [verb, ...words] = line.split(" ");
  try {
    await { sign, verify, call }[verb](...words);
    console.log("ok");
  } catch (problem) {
    console.log(String(problem).replace(/\s+/g, " "));
  }
}
