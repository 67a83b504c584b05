// Calls the rail service with the npm package xml-toolkit, which reads a contract from a file. The protocol is in ../README.md.
import { readFileSync } from "node:fs";
import toolkit from "xml-toolkit";

const request = JSON.parse(readFileSync(0, "utf8"));
const versions = { RealtimeSoap: new toolkit.SOAP11(request.wsdl), RealtimeSoap12: new toolkit.SOAP12(request.wsdl) };

async function call({ port, member, arguments: parameters }) {
  const { method, headers, body } = versions[port].http({ [member]: parameters });
  const response = await fetch(request.address, { method, headers, body });
  const envelope = new toolkit.XMLParser({ stripSpace: false }).process(await response.text()).detach();
  const [content] = child(envelope, "Body").children;
  return content.localName === "Fault" ? { fault: fault(content) } : { records: records(content) };
}

function child(element, name) {
  return element.children.find((c) => c.localName === name);
}

function text(element) {
  return element.children.join("");
}

// records returns the records in a response, which has one list.
function records(response) {
  const [result] = response.children;
  return result.children.map((record) => Object.fromEntries(record.children.map((field) => [field.localName, text(field)])));
}

// fault returns the code and reason of a SOAP 1.1 or 1.2 fault.
function fault(element) {
  const code = child(element, "faultcode") ?? child(child(element, "Code"), "Value");
  const reason = child(element, "faultstring") ?? child(child(element, "Reason"), "Text");
  return { code: text(code).split(":").pop(), reason: text(reason) };
}

for (const c of request.calls) console.log(JSON.stringify(await call(c)));
