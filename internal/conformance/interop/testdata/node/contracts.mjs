// Has a generator make a client of each description in OpenAPI in a folder, TypeScript check them and the examples with --strict, and
// calls each operation with its example as it stands. The answer must equal the one to the same request without a client. The arguments are
// the generator and the folder. Prints what is wrong, and at the end how much was called.
import assert from "node:assert";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { compile, load, writeClient } from "./clients.mjs";

const [generator, folder] = process.argv.slice(2);
const print = (line) => process.stdout.write(`${line}\n`);
const contracts = readdirSync(folder).filter((name) => name.endsWith(".json")).map((name) => name.replace(".json", ""));
const read = (name) => JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8"));
const output = join(folder, generator);
for (const name of contracts) await writeClient(generator, read(name), join(output, name));
const problems = compile(output, contracts);

let calls = 0;
for (const name of problems.length > 0 ? [] : contracts) {
  const description = read(name);
  for (const [path, call] of Object.entries(load(output, name).examples)) {
    const body = JSON.stringify(description.paths[path].post.requestBody.content["application/json"].example);
    const plain = await fetch(description.servers[0].url.replace(/[/]$/, "") + path, { method: "POST", headers: { "Content-Type": "application/json" }, body });
    const text = await plain.text();
    try {
      const { response, data } = await call();
      assert.ok(plain.ok, `status ${plain.status}: ${text}`);
      assert.strictEqual(response.status, plain.status);
      if (plain.status === 200) assert.deepStrictEqual(data, JSON.parse(text));
      calls++;
    } catch (error) {
      problems.push(`${name}${path}: ${error.message}`);
    }
  }
}
for (const problem of problems.slice(0, 50)) print(problem);
print(`${contracts.length} contracts, ${calls} calls`);
process.exitCode = problems.length > 0 || calls === 0 ? 1 : 0;
