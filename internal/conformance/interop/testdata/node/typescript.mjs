// Has openapi-typescript make types of the 20 largest of the descriptions in a folder that have less than half a megabyte, and TypeScript
// check, with --strict, programs that fill each request and each response with its example. Prints what TypeScript reports.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";

const folder = process.argv[2];
const size = (name) => statSync(join(folder, name)).size;
const all = readdirSync(folder).filter((name) => name.endsWith(".json") && size(name) < 500_000);
const programs = [];
let examples = 0;
for (const file of all.sort((a, b) => size(b) - size(a)).slice(0, 20)) {
  const description = JSON.parse(readFileSync(join(folder, file), "utf8"));
  const types = file.replace(".json", ".types");
  writeFileSync(join(folder, types + ".ts"), astToString(await openapiTS(description)));
  const lines = [`import type { paths } from "./${types}";`];
  const fill = (of, content) => {
    const example = content?.["application/json"]?.example;
    if (example === undefined) return;
    const type = `${of}["content"]["application/json"]`;
    lines.push(`export const v${examples++}: ${type} = ${JSON.stringify(example)};`);
    if (of.includes("requestBody")) lines.push("// @ts-expect-error", `export const w${examples}: ${type} = { "no such member": 1 };`);
  };
  for (const [path, { post }] of Object.entries(description.paths)) {
    if (!post) continue;
    const operation = `paths[${JSON.stringify(path)}]["post"]`;
    fill(`${operation}["requestBody"]`, post.requestBody?.content);
    fill(`${operation}["responses"]["200"]`, post.responses["200"]?.content);
  }
  programs.push(join(folder, file.replace(".json", ".ts")));
  writeFileSync(programs.at(-1), lines.join("\n"));
}
const program = ts.createProgram(programs, { strict: true, noEmit: true, target: ts.ScriptTarget.ES2022, types: [] });
const found = ts.getPreEmitDiagnostics(program);
for (const d of found.slice(0, 50)) {
  const { line } = d.file?.getLineAndCharacterOfPosition(d.start) ?? {};
  console.log(`${d.file?.fileName}:${line + 1}: ${ts.flattenDiagnosticMessageText(d.messageText, "\n")}`);
}
console.log(`${examples} examples of ${programs.length} contracts`);
process.exitCode = found.length > 0 || examples === 0 ? 1 : 0;
