// Calls the rail service with a client that a generator makes of its description in OpenAPI. The arguments are the generator and a
// folder. The protocol is in ../README.md.
import { readFileSync } from "node:fs";
import { compile, load, writeClient } from "./clients.mjs";

const [generator, folder] = process.argv.slice(2);
const request = JSON.parse(readFileSync(0, "utf8"));
await writeClient(generator, await (await fetch(request.wsdl)).json(), `${folder}/client`);
const errors = compile(folder, ["client"]);
if (errors.length > 0) throw new Error(errors.join("\n"));
const { operations } = load(folder, "client");

async function call({ member, arguments: parameters }) {
  const body = Object.fromEntries(Object.entries(parameters).filter(([, value]) => value !== null));
  const { data, error } = await operations[`/${member}`](body);
  if (error) return error.code ? { fault: { code: error.code, reason: error.detail ?? "" } } : { error: String(error) };
  return { records: data.map((record) => Object.fromEntries(Object.entries(record).map(([field, value]) => [field, String(value)]))) };
}

for (const c of request.calls) process.stdout.write(`${JSON.stringify(await call(c))}\n`);
