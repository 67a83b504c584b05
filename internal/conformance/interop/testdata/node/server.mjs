// A service of the npm package in the first argument, soap or strong-soap. The protocol is in ../README.md.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { createInterface } from "node:readline";

const lines = createInterface({ input: process.stdin });
const answers = JSON.parse((await once(lines, "line"))[0]);
const library = (await import(process.argv[2])).default;
const { listen } = library.soap ?? library;

// Both packages find the port by its path. They read a contract anew for each service.
const paths = { RealtimeSoap: "/soap11", RealtimeSoap12: "/soap12" };
const contract = readFileSync(`${process.env.INTEROP_FOLDER}/flat.wsdl`, "utf8")
  .replace(/(<soap:address location=")[^"]*/, `$1http://127.0.0.1${paths.RealtimeSoap}`)
  .replace(/(<soap12:address location=")[^"]*/, `$1http://127.0.0.1${paths.RealtimeSoap12}`);

// An empty element is null or an empty object here, not an empty string.
const text = (value) => (typeof value === "string" ? value : (value?.$value ?? ""));

function method(port, operation) {
  return (parameters, callback) => {
    const given = Object.entries(parameters ?? {}).filter(([name]) => name !== "attributes" && name !== "$attributes");
    const values = Object.fromEntries(given.map(([name, value]) => [name, text(value)]));
    const prepared = answers.find((a) => a.operation === operation && same(a.arguments, values));
    if (!prepared) return callback(fault(port, { code: "Client", reason: `no answer to ${operation} with ${JSON.stringify(values)}` }));
    if (prepared.fault) return callback(fault(port, prepared.fault));
    callback(null, { [`${operation}Result`]: { [prepared.record]: prepared.records } });
  };
}

function same(a, b) {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}

function fault(port, { code, reason }) {
  if (port === "RealtimeSoap") return { Fault: { faultcode: `soap:${code}`, faultstring: reason, statusCode: 500 } };
  const value = code === "Client" ? "soap:Sender" : "soap:Receiver";
  return { Fault: { Code: { Value: value }, Reason: { Text: { attributes: { "xml:lang": "en" }, $value: reason } }, statusCode: 500 } };
}

const server = createServer();
for (const [port, path] of Object.entries(paths)) {
  const names = new Set(answers.map((a) => a.operation));
  const methods = Object.fromEntries([...names].map((name) => [name, method(port, name)]));
  listen(server, { path, services: { Realtime: { [port]: methods } }, xml: contract, uri: "", forceSoap12Headers: port === "RealtimeSoap12" });
}
server.listen(0, "127.0.0.1");
await once(server, "listening");
const addresses = Object.entries(paths).map(([port, path]) => [port, `http://127.0.0.1:${server.address().port}${path}`]);
console.log(JSON.stringify(Object.fromEntries(addresses)));
await once(lines, "close");
process.exit(0);
