// Calls the rail service with a schema that the SOAP loader of GraphQL Mesh, the npm package @omnigraph/soap, makes from the contract. The
// protocol is in ../README.md.
import { readFileSync } from "node:fs";
import { createExecutorFromSchemaAST, SOAPLoader } from "@omnigraph/soap";
import { getNamedType, isObjectType, parse } from "graphql";

const request = JSON.parse(readFileSync(0, "utf8"));
const loader = new SOAPLoader({ fetch });
await loader.fetchWSDL(request.wsdl);
const schema = loader.buildSchema();
schema.getType("DateTime").serialize = String; // the service sends times without a zone
const execute = createExecutorFromSchemaAST(schema, fetch);

// The fields of queries have the names of the service, the port and the operation.
async function call({ port, member, parameters, arguments: values }) {
  const name = `Realtime_Realtime_${port}_${member}`;
  const field = schema.getQueryType().getFields()[name];
  const inputs = parameters.filter((p) => values[p] !== undefined);
  const head = inputs.length === 0 ? "" : `(${inputs.map((p) => `$${p}: String`).join(", ")})`;
  const body = inputs.map((p) => `${p}: $${p}`).join(", ");
  const argument = parameters.length === 0 ? "" : `(${member}: {${body}})`;
  const document = parse(`query ${head} { ${name} ${argument} ${selection(field.type)} }`);
  const { data, errors } = await execute({ document, variables: values, context: {} });
  if (data[name] === null && errors) return { error: String(errors[0]) };
  if (data[name] === null) return { fault: { code: "", reason: "" } };
  return { records: errors ? records(data[name]) : records(data[name]).filter((record) => Object.keys(record).length > 0) };
}

// selection returns a selection of all fields of a type.
function selection(type) {
  const named = getNamedType(type);
  if (!isObjectType(named)) return "";
  return `{ ${Object.values(named.getFields()).map((f) => `${f.name} ${selection(f.type)}`).join(" ")} }`;
}

// records returns the array in a response. A record is null if a field is, with an error; and an empty array has one null, without.
function records(response) {
  const [result] = Object.values(response);
  const [array] = Object.values(result);
  return array.map((record) => Object.fromEntries(Object.entries(record ?? {}).map(([field, value]) => [field, String(value)])));
}

for (const c of request.calls) console.log(JSON.stringify(await call(c)));
