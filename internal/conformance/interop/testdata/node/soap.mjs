// Calls the rail service with the npm package soap, or with a client that the npm package wsdl-tsclient generated for it: the argument is
// its module. The protocol is in ../README.md.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const { createClientAsync } = createRequire(import.meta.url)(process.argv[2] ?? "soap");

process.env.TZ = "UTC"; // a time without a zone becomes a Date in the local zone

const request = JSON.parse(readFileSync(0, "utf8"));
const clients = {};

async function call({ port, operation, arguments: parameters }) {
  // A client of this package uses one version of SOAP for all ports.
  clients[port] ??= await createClientAsync(request.wsdl, { forceSoap12Headers: port === "RealtimeSoap12" });
  const method = clients[port].Realtime[port][operation];
  return new Promise((resolve) =>
    method(parameters, (error, result) => resolve(error ? { fault: fault(error) } : { records: records(result) })));
}

// records returns the array in a response. Here a single record is not an array, and an empty array or field is null.
function records(response) {
  const [result] = Object.values(response);
  const [array] = Object.values(result ?? {});
  if (array === undefined) return [];
  return [array].flat().map((record) =>
    Object.fromEntries(Object.entries(record ?? {}).map(([field, value]) => [field, text(value)])));
}

function text(value) {
  if (!(value instanceof Date)) return String(value ?? "");
  return value.toISOString().replace(/\.?0*Z$/, "");
}

// fault returns the code and reason of a SOAP 1.1 or 1.2 fault.
function fault(error) {
  const body = error.root?.Envelope?.Body?.Fault;
  if (!body) return { code: "", reason: String(error) };
  const text = body.Reason?.Text;
  const code = body.faultcode ?? body.Code.Value;
  return { code: code.split(":").pop(), reason: body.faultstring ?? text?.$value ?? text };
}

for (const c of request.calls) console.log(JSON.stringify(await call(c)));
