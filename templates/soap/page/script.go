package page

// scriptText is the script of all pages. It writes all that it shows as text, never as
// markup.
const scriptText = searchScript + resultScript + callScript

// searchScript narrows the index while someone types.
const searchScript = `
"use strict";
const byId = id => document.getElementById(id);
function make(name, className, ...content) {
  const e = document.createElement(name);
  if (className) { e.className = className; }
  e.append(...content);
  return e;
}
function narrow(input) {
  const groups = document.querySelectorAll("li[data-group]"), total = document.querySelectorAll("#operations a[data-op]").length;
  input.addEventListener("input", () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    groups.forEach(g => {
      g.hidden = !words.every(w => g.dataset.text.includes(w));
      if (!g.hidden) { shown += g.querySelectorAll("a[data-op]").length; }
    });
    byId("count").textContent = shown + " of " + total;
    byId("none").hidden = shown > 0;
    history.replaceState(null, "", location.pathname + (words.length ? "?q=" + encodeURIComponent(input.value) : ""));
  });
}
if (byId("q")) { narrow(byId("q")); }
`

// resultScript shows results: as a table, and as XML.
const resultScript = `
const maxRows = 100, maxColumns = 8, maxTokens = 6000, maxText = 5e6, instance = "http://www.w3.org/2001/XMLSchema-instance";
const children = e => [...e.children];
const attributes = e => [...e.attributes].filter(a => !/^xmlns(:|$)/.test(a.name) && a.namespaceURI !== instance);
const child = (e, name) => children(e).find(c => c.localName === name);
const count = n => n.toLocaleString("en");
const columnsOf = rows => [...new Set(rows.flatMap(r => [...attributes(r).map(a => "@" + a.localName), ...children(r).map(c => c.localName)]))];
function cell(e, name, depth) {
  if (name[0] === "@") { return make("td", "", attributes(e).filter(a => "@" + a.localName === name).pop()?.value ?? ""); }
  const td = make("td");
  children(e).filter(c => c.localName === name).forEach((c, i) => td.append(...(i > 0 ? [make("br")] : []), shown(c, "", depth + 1)));
  if (td.children.length === 0 && td.textContent.length <= 28) { td.className = "short"; }
  return td;
}
function heading(name, scope) {
  const th = make("th", "", name), doc = document.querySelector("#result-type [data-name=\"" + CSS.escape(name.replace("@", "")) + "\"] .doc");
  th.scope = scope;
  if (doc) { th.title = doc.textContent; }
  return th;
}
// folded returns the columns of a wide table that have one value in all rows: the table has more room without them.
function folded(names, cells) {
  const isSame = (n, i) => cells.every(row => row[i].children.length === 0 && row[i].textContent === cells[0][i].textContent);
  const same = names.length <= maxColumns || cells.length < 2 ? [] : names.filter(isSame);
  return same.length < names.length ? same : [];
}
function foldNote(names, cells, same) {
  const values = same.flatMap(n => {
    const value = make("b", "", cells[0][names.indexOf(n)].textContent || "empty");
    value.dataset.name = n;
    return ["; ", n + " ", value];
  });
  return make("p", "note", "In all rows: ", ...values.slice(1), ".");
}
function tableOf(rows, depth) {
  const drawn = rows.slice(0, maxRows), all = document.createDocumentFragment(), columns = columnsOf(drawn);
  const names = columns.length > 0 ? columns : [rows[0].localName];
  const cells = drawn.map(r => columns.length > 0 ? names.map(n => cell(r, n, depth)) : [make("td", "", r.textContent)]);
  const same = folded(columns, cells), line = row => make("tr", "", ...row.filter((c, i) => !same.includes(names[i])));
  if (drawn.length < rows.length) { all.append(make("p", "note", "First " + maxRows + " of " + count(rows.length) + " rows; the response has all")); }
  if (same.length > 0) { all.append(foldNote(names, cells, same)); }
  all.append(make("table", "", make("thead", "", line(names.map(n => heading(n, "col")))), make("tbody", "", ...cells.map(line))));
  return all;
}
function recordOf(e, depth) {
  const rows = columnsOf([e]).map(n => make("tr", "", heading(n, "row"), cell(e, n, depth)));
  if (e.children.length === 0 && e.textContent !== "") { rows.push(make("tr", "", heading("value", "row"), make("td", "", e.textContent))); }
  return make("table", "", make("tbody", "", ...rows));
}
function rowsOf(e, item) {
  const all = children(e).filter(c => !item || c.localName === item);
  return all.every(c => c.localName === all[0].localName) && (item || all.length > 1) ? all : [];
}
function shown(e, item, depth) {
  if (e.getAttributeNS(instance, "nil") === "true") { return make("span", "occurs", "nil"); }
  if (e.children.length === 0 && attributes(e).length === 0 || depth > 8) { return document.createTextNode(e.textContent); }
  const rows = rowsOf(e, item);
  return rows.length > 0 && attributes(e).length === 0 ? tableOf(rows, depth) : recordOf(e, depth);
}
function resultElement(e, item) {
  const inner = children(e), isResult = inner.length !== 1 || attributes(e).length > 0 || item && rowsOf(e, item).length > 0;
  return isResult || inner[0].children.length === 0 ? e : resultElement(inner[0], item);
}
function part(line, className, text) { if (text) { line.append(make("span", className, text)); } }
function kindOf(token) {
  if (token[0] !== "<" || token.startsWith("<![CDATA[")) { return "text"; }
  return { "/": "end", "!": "other", "?": "other" }[token[1]] || "start";
}
// inlineOf tells which start tags keep their content on one line: text, also beside elements, and xml:space="preserve".
function inlineOf(tokens) {
  const inline = {}, full = {}, open = [];
  tokens.forEach((t, i) => {
    const kind = kindOf(t), top = open[open.length - 1];
    if (kind === "end") { if (!full[top]) { inline[top] = true; } open.pop(); return; }
    if (kind === "text") { if (t.trim()) { inline[top] = true; } return; }
    full[top] = true;
    if (kind === "start" && !t.endsWith("/>")) { open.push(i); inline[i] = /\sxml:space\s*=\s*["']preserve/.test(t); }
  });
  return inline;
}
function drawTag(line, tag) {
  const m = /^(<\/?)([^\s\/>]+)([\s\S]*?)(\/?>)$/.exec(tag) || [tag, "", tag, "", ""];
  part(line, "p", m[1]); part(line, "t", m[2]);
  m[3].split(/("[^"]*"|'[^']*')/).forEach((text, i) => part(line, i % 2 ? "v" : "a", text));
  part(line, "p", m[4]);
}
// drawXML shows a document with a line for each tag. The style indents the lines: their text is the document as it is.
function drawXML(text, into) {
  const pattern = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<(?:"[^"]*"|'[^']*'|[^"'>])*>|[^<]+|</g, tokens = [];
  let end = 0, line, depth = 0, within = 0;
  for (let m; tokens.length < maxTokens && (m = pattern.exec(text)); end = pattern.lastIndex) { tokens.push(m[0]); }
  const inline = inlineOf(tokens);
  tokens.forEach((t, i) => {
    const kind = kindOf(t);
    if (kind === "end" && !within) { depth--; }
    if (!line || !within && kind !== "text") { into.append(line = make("div", "l i" + Math.min(depth, 12))); }
    if (kind === "text") { part(line, within || t.trim() ? "x" : "w", t); return; }
    if (kind === "other") { part(line, "c", t); return; }
    drawTag(line, t);
    if (kind === "end") { within = Math.max(0, within - 1); }
    if (kind === "start" && !t.endsWith("/>")) { if (within || inline[i]) { within++; } else { depth++; } }
  });
  if (end < text.length) { into.append(make("div", "l rest", text.slice(end, maxText))); }
  if (text.length > maxText) { into.append(make("div", "c", "The rest is too long to show: curl prints all of it.")); }
}
function drawHTTP(into, head, body, isXML) {
  into.textContent = head;
  if (isXML) { drawXML(body, into); return; }
  into.append(body.length > 1e6 ? body.slice(0, 1e6) + "\n…" : body);
}
// fromJSON returns the elements that JSON of the service means: an array is the elements of its items, as many as they are.
function fromJSON(text, item, isFault) {
  const doc = document.implementation.createDocument("", isFault ? "problem" : "result");
  function add(parent, name, value) {
    if (Array.isArray(value)) { value.forEach(one => add(parent, name, one)); return; }
    if (name === "#text") { parent.append(value); return; }
    if (name[0] === "@" || name === "xsi:type") { parent.setAttribute(name.replace("@", "").replace(/^.*:/, ""), value); return; }
    const e = doc.createElement(name.replace("#", ""));
    parent.append(e);
    fill(e, value);
  }
  function fill(e, value) {
    if (value === null) { e.setAttributeNS(instance, "nil", "true"); return; }
    if (typeof value !== "object") { e.append(value); return; }
    if (Array.isArray(value)) { add(e, item || "item", value); return; }
    Object.entries(value).forEach(([name, one]) => add(e, name, one));
  }
  try {
    fill(doc.documentElement, JSON.parse(text, (name, value, its) => typeof value === "number" && its ? its.source : value));
    return doc.documentElement;
  } catch { return null; }
}
function parsed(text, item, head) {
  const json = /^content-type: application\/(problem\+)?json/im.exec(head || "");
  if (json) { return fromJSON(text, item, json[1]); }
  if (text.trim()[0] !== "<") { return null; }
  const doc = new DOMParser().parseFromString(text, "text/xml");
  return doc.getElementsByTagName("parsererror").length > 0 ? null : doc.documentElement;
}
function bodyOf(root) {
  const body = child(root, "Body");
  return root.localName !== "Envelope" ? root : body?.children.length === 1 ? body.children[0] : body;
}
function faultOf(e) {
  const text = (...path) => path.reduce((at, name) => at && child(at, name), e)?.textContent.trim() ?? "";
  if (e?.localName === "problem") { return { code: text("code"), reason: text("detail"), detail: child(e, "fault") }; }
  if (e?.localName !== "Fault" || !/soap/.test(e.namespaceURI || "")) { return null; }
  const codes = [text("Code", "Value"), text("Code", "Subcode", "Value")].filter(Boolean).join(" ");
  const reason = text("Reason", "Text") || text("faultstring");
  return { code: codes || text("faultcode"), reason, detail: child(e, "detail") || child(e, "Detail") };
}
`
