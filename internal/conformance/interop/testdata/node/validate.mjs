// Prints what two validators say is wrong with the descriptions in OpenAPI in a folder.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Validator } from "@seriousme/openapi-schema-validator";

const rules = [
  "struct", "no-unresolved-refs", "operation-operationId-unique", "operation-parameters-unique", "path-parameters-defined",
  "path-declaration-must-exist", "path-not-include-query", "no-identical-paths", "no-undefined-server-variable",
  "no-server-trailing-slash", "no-unused-components",
];
const config = await createConfig({ rules: Object.fromEntries(rules.map((rule) => [rule, "error"])) });
const [folder, which] = process.argv.slice(2);
const validator = new Validator();

async function errorsOf(name, text) {
  if (which === "redocly") {
    const problems = await lintFromString({ source: text, absoluteRef: `/${name}`, config });
    return problems.map(({ message, location }) => `${location[0].pointer}: ${message}`);
  }
  const { errors = [] } = await validator.validate(JSON.parse(text));
  return [errors].flat().map((error) => JSON.stringify(error));
}

for (const name of readdirSync(folder)) {
  for (const error of await errorsOf(name, readFileSync(join(folder, name), "utf8"))) {
    process.exitCode = 1;
    console.log(name, error);
  }
}
