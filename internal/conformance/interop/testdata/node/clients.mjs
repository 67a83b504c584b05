// Makes clients in TypeScript of descriptions in OpenAPI with the generators of other projects.
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import ts from "typescript";

const json = "application/json";

// Each generator writes a client into a folder, and returns the head of a program, and for a path the expression that calls with a body,
// and the types of the body and of the result. Where it is closed, types have no other members than the schema.
const generators = {
  async "openapi-typescript"(description, folder) {
    const { default: openapiTS, astToString } = await import("openapi-typescript");
    writeFileSync(join(folder, "paths.ts"), astToString(await openapiTS(description)));
    return {
      closed: true,
      head: `import createClient from "openapi-fetch";
import type { paths } from "./paths";
const client = createClient<paths>({ baseUrl: ${JSON.stringify(description.servers[0].url)} });`,
      operation(path) {
        const post = `paths[${JSON.stringify(path)}]["post"]`;
        return {
          call: `client.POST(${JSON.stringify(path)}, { body })`,
          body: `${post}["requestBody"]["content"]["${json}"]`, result: `${post}["responses"]["200"]["content"]["${json}"]`,
        };
      },
    };
  },
  async orval(description, folder) {
    console.log = console.error; // it says that it has finished
    const { generate } = await import("orval");
    const target = join(folder, "api.ts");
    await generate({ input: { target: description }, output: { target, client: "fetch", baseUrl: { getBaseUrlFromSpecification: true } } });
    const base = description.servers[0].url;
    const names = {};
    for (const [, url, name] of readFileSync(target, "utf8").matchAll(/return `([^`]*)`\s*}\s*export const (\w+) = async/g)) {
      names[url.slice(base.replace(/[/]$/, "").length)] = name;
    }
    return {
      head: `import * as api from "./api";
async function answer<A extends { status: number; data: unknown }>(sent: Promise<A>) {
  const { status, data } = await sent;
  return { response: { status }, data: status === 200 ? data : undefined, error: status === 200 ? undefined : data };
}`,
      operation: (path) => ({
        call: `answer(api.${names[path]}(body))`,
        body: `Parameters<typeof api.${names[path]}>[0]`, result: `Extract<Awaited<ReturnType<typeof api.${names[path]}>>, { status: 200 }>["data"]`,
      }),
    };
  },
  async "hey-api"(description, folder) {
    const { createClient } = await import("@hey-api/openapi-ts");
    await createClient({ input: description, output: join(folder, "api"), logs: { level: "silent" } });
    const names = {};
    for (const [, name, url] of readFileSync(join(folder, "api", "sdk.gen.ts"), "utf8").matchAll(/export const (\w+) = [^]*?url: '([^']*)'/g)) {
      names[url] = name;
    }
    return {
      head: `import * as api from "./api/sdk.gen";`,
      operation: (path) => ({
        call: `api.${names[path]}({ body })`,
        body: `Parameters<typeof api.${names[path]}>[0]["body"]`,
        result: `Awaited<ReturnType<typeof api.${names[path]}<false>>>["data"]`,
      }),
    };
  },
};

// writeClient writes a client of a description into a folder, and the program client.ts. That exports operations, by path: functions
// that call with a body, and examples, functions that call with the example of the description as it stands. The examples of results
// have the types of results.
export async function writeClient(generator, description, folder) {
  mkdirSync(folder, { recursive: true });
  const { head, operation, closed } = await generators[generator](structuredClone(description), folder);
  const paths = Object.keys(description.paths).filter((path) => description.paths[path].post?.requestBody?.content[json]);
  const operations = [], examples = [];
  for (const path of paths) {
    const { requestBody, responses } = description.paths[path].post;
    const { call, body, result } = operation(path);
    const name = JSON.stringify(path);
    const { additionalProperties, patternProperties } = requestBody.content[json].schema;
    if (closed && additionalProperties === false && !patternProperties) operations.push("  // @ts-expect-error", `  ${JSON.stringify("wrong " + path)}: (): ${body} => ({ "no such member": 1 }),`);
    operations.push(`  ${name}: async (body: ${body}) => ${call},`);
    const request = requestBody.content[json].example, response = responses["200"]?.content?.[json];
    if (request !== undefined) examples.push(`  ${name}: () => operations[${name}](${JSON.stringify(request)}),`);
    if (response?.example !== undefined) operations.push(`  ${JSON.stringify("result of " + path)}: (): ${result} => (${JSON.stringify(response.example)}),`);
  }
  const program = `${head}\nexport const operations = {\n${operations.join("\n")}\n};\nexport const examples = {\n${examples.join("\n")}\n};\n`;
  writeFileSync(join(folder, "client.ts"), program);
}

// compile compiles the programs of the clients in some folders below one, with --strict, and returns what TypeScript reports.
export function compile(folder, clients) {
  symlinkSync(join(import.meta.dirname, "node_modules"), join(folder, "node_modules"));
  const program = ts.createProgram(clients.map((client) => join(folder, client, "client.ts")), {
    strict: true, target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS, esModuleInterop: true, skipLibCheck: true, types: [], rootDir: folder, outDir: folder,
  });
  program.emit();
  return ts.getPreEmitDiagnostics(program).map((d) => {
    const { line } = d.file?.getLineAndCharacterOfPosition(d.start) ?? {};
    return `${d.file?.fileName}:${line + 1}: ${ts.flattenDiagnosticMessageText(d.messageText, "\n")}`;
  });
}

// load returns what the program of a compiled client exports.
export const load = (folder, client) => createRequire(import.meta.url)(join(folder, client, "client.js"));
