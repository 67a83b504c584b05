// Opens page.html in the browser of the first argument; the page calls the rail service with fetch. The browser sees one
// server, which is this program: it forwards calls to the rail service. The protocol is in ../README.md.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

const request = JSON.parse(readFileSync(0, "utf8"));
const page = readFileSync(new URL("page.html", import.meta.url));
const profile = mkdtempSync(join(tmpdir(), "interop-"));

const server = http.createServer((incoming, response) => {
  if (incoming.url === "/") return response.setHeader("Content-Type", "text/html").end(page);
  if (incoming.url === "/calls") return response.end(JSON.stringify(request.calls));
  if (incoming.url === "/answers") return incoming.pipe(process.stdout, { end: false }), incoming.on("end", finish);
  const { method, headers } = incoming;
  const forwarded = http.request(new URL(incoming.url, request.address), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode, answer.headers);
    answer.pipe(response);
  });
  incoming.pipe(forwarded);
});

let browser;
server.listen(0, "127.0.0.1", () => {
  browser = spawn(process.argv[2], [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--no-proxy-server",
    "--disable-background-networking", `--user-data-dir=${profile}`, `http://127.0.0.1:${server.address().port}/`,
  ], { stdio: ["ignore", "ignore", "inherit"] });
  browser.on("error", (error) => { throw error; });
  browser.on("exit", () => {
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    process.exit();
  });
});

function finish() { browser.kill(); }
process.on("SIGINT", finish); // the test gave up
