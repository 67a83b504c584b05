// Calls the archive with the npm package soap, which sends what it is given as parts, and leaves parts that it receives to
// its callers. It has header blocks of WS-Addressing if the caller writes them. The protocol is in ../README.md.
import { randomUUID } from "node:crypto";
import soap from "soap";

const [contract, , ...sizes] = process.argv.slice(2);
const actions = { store: "store", fetch: "Archive/fetchRequest", echo: "Archive/echoRequest", discard: "Archive/discard" };

for (const port of ["Archive11", "Archive12"]) {
  const client = await soap.createClientAsync(contract, { forceSoap12Headers: port === "Archive12", parseReponseAttachments: true });

  // call sends the arguments, binary ones as parts.
  const call = async (operation, values) => {
    client.clearSoapHeaders();
    const wsa = { Action: `http://archive.example/${actions[operation]}`, MessageID: `urn:uuid:${randomUUID()}` };
    for (const [name, value] of Object.entries(wsa)) client.addSoapHeader({ [name]: value }, "", "wsa", "http://www.w3.org/2005/08/addressing");
    const attachments = [];
    const parts = Object.entries(values).map(([name, value]) => {
      if (typeof value === "string") return [name, value];
      attachments.push({ mimetype: "application/octet-stream", contentId: `${name}@archive`, name, body: value });
      return [name, { "xop:Include": { attributes: { "xmlns:xop": "http://www.w3.org/2004/08/xop/include", href: `cid:${name}@archive` } } }];
    });
    const [result, received] = await new Promise((resolve, reject) => client.ArchiveService[port][operation](Object.fromEntries(parts),
      (error, result, body, header, request, received) => (error ? reject(error) : resolve([result, received])), { attachments, forceMTOM: true }));
    return Object.fromEntries(Object.entries(result ?? {}).map(([name, value]) => [name, read(value, received)]));
  };

  const fetched = async (id, want) => {
    try {
      return (await call("fetch", { id })).content.equals(want);
    } catch (error) {
      const fault = error.root?.Envelope?.Body?.Fault;
      return !want && (fault?.detail ?? fault?.Detail)?.unknown?.id === id;
    }
  };
  const report = (operation, argument, ok) => console.log(port, operation, argument, ok);

  for (const size of sizes) {
    const content = Buffer.from(Array.from({ length: size }, (_, i) => i % 251));
    const ten = content.constructor.from(Array.from({ length: 10 }, (_, i) => i));
    const { id } = await call("store", { name: `n${size}`, content });
    report("store", size, id === `n${size}`);
    report("fetch", size, await fetched(id, content));
    const { first, second } = await call("echo", { first: content, second: ten });
    report("echo", size, first.equals(content) && second.equals(ten));
  }
  await call("discard", { id: `n${sizes[0]}` });
  report("discard", sizes[0], true);
  report("fetch", "unknown", await fetched("unknown"));
}

// read returns an id, or the content of a part that a value refers to.
function read(value, received) {
  const reference = value?.Include?.attributes?.href;
  if (!reference) return typeof value === "string" && /^n\d+$/.test(value) ? value : Buffer.from(value ?? "", "base64");
  return received.parts.find((part) => part.headers["content-id"] === `<${decodeURIComponent(reference.slice("cid:".length))}>`).body;
}
