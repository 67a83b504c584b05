// Signs with npm soap and verifies with xml-crypto; see README.md of testdata.
import fs from "node:fs";
import readline from "node:readline";
import soap from "soap";
import { DOMParser } from "@xmldom/xmldom";
import { SignedXml } from "xml-crypto";

const [key, certificate] = process.argv.slice(2).map((name) => fs.readFileSync(name, "utf8"));
const rsa = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256";

function sign(form, source, target) {
  const security = new soap.WSSecurityCert(key, certificate, "", {
    signatureAlgorithm: rsa, additionalReferences: ["To"], signerOptions: { idMode: "wssecurity" },
  });
  fs.writeFileSync(target, security.postProcess(fs.readFileSync(source, "utf8"), "soap"));
}

function verify(source) {
  const text = fs.readFileSync(source, "utf8");
  const signature = new DOMParser().parseFromString(text, "text/xml").getElementsByTagNameNS("http://www.w3.org/2000/09/xmldsig#", "Signature")[0];
  const signed = new SignedXml({ publicCert: certificate, idMode: "wssecurity" });
  signed.loadSignature(signature);
  if (!signed.checkSignature(text)) throw new Error("the signature is invalid");
}

for await (const line of readline.createInterface({ input: process.stdin })) {
  const [verb, ...files] = line.split(" ");
  try {
    ({ sign, verify })[verb](...files);
    console.log("ok");
  } catch (problem) {
    console.log(String(problem).replace(/\s+/g, " "));
  }
}
