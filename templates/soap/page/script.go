package page

// scriptText is the script of all pages. It writes all that it shows as text, never as
// markup.
const scriptText = searchScript + resultScript + callScript

// searchScript narrows the index while someone types.
const searchScript = `
"use strict";
function byId(id) { return document.getElementById(id); }
function make(name, text, className) {
  var e = document.createElement(name);
  if (text !== undefined) { e.textContent = text; }
  if (className) { e.className = className; }
  return e;
}
function narrow(input) {
  var groups = Array.prototype.slice.call(document.querySelectorAll("li[data-group]"));
  var total = document.querySelectorAll("#operations a[data-op]").length;
  function show() {
    var words = input.value.toLowerCase().split(/\s+/).filter(Boolean), shown = 0;
    groups.forEach(function (g) {
      var fits = words.every(function (w) { return g.dataset.text.indexOf(w) >= 0; });
      g.hidden = !fits;
      if (fits) { shown += g.querySelectorAll("a[data-op]").length; }
    });
    byId("count").textContent = shown + " of " + total;
    byId("none").hidden = shown > 0;
    history.replaceState(null, "", location.pathname + (words.length ? "?q=" + encodeURIComponent(input.value) : ""));
  }
  input.addEventListener("input", show);
}
if (byId("q")) { narrow(byId("q")); }
`

// resultScript shows results: as a table, and as XML.
const resultScript = `
var maxRows = 100, maxColumns = 8, maxTokens = 6000, maxText = 5e6;
function children(e) { return Array.prototype.slice.call(e.children); }
function attributes(e) {
  return Array.prototype.filter.call(e.attributes, function (a) {
    return a.name !== "xmlns" && a.name.indexOf("xmlns:") !== 0 && a.namespaceURI !== "http://www.w3.org/2001/XMLSchema-instance";
  });
}
function child(e, name) { return children(e).filter(function (c) { return c.localName === name; })[0]; }
function isLeaf(e) { return e.children.length === 0 && attributes(e).length === 0; }
function isNil(e) { return e.getAttributeNS("http://www.w3.org/2001/XMLSchema-instance", "nil") === "true"; }
function columnsOf(rows) {
  var names = [];
  rows.forEach(function (r) {
    attributes(r).map(function (a) { return "@" + a.localName; }).concat(children(r).map(function (c) { return c.localName; })).forEach(function (n) {
      if (names.indexOf(n) < 0) { names.push(n); }
    });
  });
  return names;
}
function cell(e, name, depth) {
  var td = make("td");
  if (name[0] === "@") {
    attributes(e).forEach(function (a) { if (a.localName === name.slice(1)) { td.textContent = a.value; } });
    return td;
  }
  children(e).filter(function (c) { return c.localName === name; }).forEach(function (c, i) {
    if (i > 0) { td.append(document.createElement("br")); }
    td.append(shown(c, "", depth + 1));
  });
  if (td.children.length === 0 && td.textContent.length <= 28) { td.className = "short"; }
  return td;
}
function count(n) { return n.toLocaleString("en"); }
function heading(name, scope) {
  var th = make("th", name), doc = document.querySelector("#result-type [data-name=\"" + CSS.escape(name.replace("@", "")) + "\"] .doc");
  th.scope = scope;
  if (doc) { th.title = doc.textContent; }
  return th;
}
// folded returns the columns of a wide table that have one value in all rows: the table has more room without them.
function folded(names, cells) {
  var same = names.length <= maxColumns || cells.length < 2 ? [] : names.filter(function (n, i) {
    return cells.every(function (row) { return row[i].children.length === 0 && row[i].textContent === cells[0][i].textContent; });
  });
  return same.length < names.length ? same : [];
}
function foldNote(names, cells, same) {
  var note = make("p", "In all rows:", "note");
  same.forEach(function (n) {
    var value = make("b", cells[0][names.indexOf(n)].textContent || "empty");
    value.dataset.name = n;
    note.append(" " + n + " ", value, ";");
  });
  note.lastChild.textContent = ".";
  return note;
}
function tableOf(rows, depth) {
  var drawn = rows.slice(0, maxRows), all = document.createDocumentFragment();
  var table = make("table"), head = make("thead"), body = make("tbody"), names = columnsOf(drawn), line = make("tr");
  var plain = names.length === 0;
  var cells = drawn.map(function (r) { return plain ? [make("td", r.textContent)] : names.map(function (n) { return cell(r, n, depth); }); });
  var same = folded(names, cells);
  (plain ? [rows[0].localName] : names).forEach(function (n) { if (same.indexOf(n) < 0) { line.append(heading(n, "col")); } });
  head.append(line);
  cells.forEach(function (row) {
    var tr = make("tr");
    row.forEach(function (td, i) { if (same.indexOf(names[i]) < 0) { tr.append(td); } });
    body.append(tr);
  });
  table.append(head, body);
  if (drawn.length < rows.length) { all.append(make("p", "First " + maxRows + " of " + count(rows.length) + " rows; the response has all", "note")); }
  if (same.length > 0) { all.append(foldNote(names, cells, same)); }
  all.append(table);
  return all;
}
function recordOf(e, depth) {
  var table = make("table"), body = make("tbody");
  columnsOf([e]).forEach(function (n) {
    var tr = make("tr");
    tr.append(heading(n, "row"), cell(e, n, depth));
    body.append(tr);
  });
  if (e.children.length === 0 && e.textContent !== "") {
    var tr = make("tr");
    tr.append(heading("value", "row"), make("td", e.textContent));
    body.append(tr);
  }
  table.append(body);
  return table;
}
function rowsOf(e, item) {
  var all = children(e);
  if (item) { all = all.filter(function (c) { return c.localName === item; }); }
  var same = all.length > 0 && all.every(function (c) { return c.localName === all[0].localName; });
  return same && (item || all.length > 1) ? all : [];
}
function shown(e, item, depth) {
  if (isNil(e)) { return make("span", "nil", "occurs"); }
  if (isLeaf(e)) { return document.createTextNode(e.textContent); }
  if (depth > 8) { return document.createTextNode(e.textContent); }
  var rows = rowsOf(e, item);
  return rows.length > 0 && attributes(e).length === 0 ? tableOf(rows, depth) : recordOf(e, depth);
}
function resultElement(root, item) {
  var e = root;
  while (e.children.length === 1 && attributes(e).length === 0 && !(item && rowsOf(e, item).length > 0) && e.children[0].children.length > 0) { e = e.children[0]; }
  return e;
}
function part(line, className, text) { if (text) { line.append(make("span", text, className)); } }
function kindOf(token) {
  if (token[0] !== "<" || token.indexOf("<![CDATA[") === 0) { return "text"; }
  return { "/": "end", "!": "other", "?": "other" }[token[1]] || "start";
}
// inlineOf tells which start tags keep their content on one line: text, also beside elements, and xml:space="preserve".
function inlineOf(tokens) {
  var inline = {}, full = {}, open = [];
  tokens.forEach(function (t, i) {
    var kind = kindOf(t), top = open[open.length - 1];
    if (kind === "end") { if (!full[top]) { inline[top] = true; } open.pop(); return; }
    if (kind === "text") { if (t.trim()) { inline[top] = true; } return; }
    full[top] = true;
    if (kind === "start" && t.slice(-2) !== "/>") { open.push(i); inline[i] = /\sxml:space\s*=\s*["']preserve/.test(t); }
  });
  return inline;
}
function drawTag(line, tag) {
  var m = /^(<\/?)([^\s\/>]+)([\s\S]*?)(\/?>)$/.exec(tag) || [tag, "", tag, "", ""];
  part(line, "p", m[1]); part(line, "t", m[2]);
  m[3].split(/("[^"]*"|'[^']*')/).forEach(function (text, i) { part(line, i % 2 ? "v" : "a", text); });
  part(line, "p", m[4]);
}
// drawXML shows a document with a line for each tag. The style indents the lines: their text is the document as it is.
function drawXML(text, into) {
  var pattern = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<(?:"[^"]*"|'[^']*'|[^"'>])*>|[^<]+|</g, tokens = [], end = 0, m;
  while (tokens.length < maxTokens && (m = pattern.exec(text))) { tokens.push(m[0]); end = pattern.lastIndex; }
  var inline = inlineOf(tokens), line, depth = 0, within = 0;
  function begin() { line = make("div", undefined, "l i" + Math.min(depth, 12)); into.append(line); }
  tokens.forEach(function (t, i) {
    var kind = kindOf(t);
    if (kind === "end" && !within) { depth--; }
    if (!line || !within && kind !== "text") { begin(); }
    if (kind === "text") { part(line, within || t.trim() ? "x" : "w", t); return; }
    if (kind === "other") { part(line, "c", t); return; }
    drawTag(line, t);
    if (kind === "end") { within = Math.max(0, within - 1); }
    if (kind === "start" && t.slice(-2) !== "/>") { if (within || inline[i]) { within++; } else { depth++; } }
  });
  if (end < text.length) { into.append(make("div", text.slice(end, maxText), "l rest")); }
  if (text.length > maxText) { into.append(make("div", "The rest is too long to show: curl prints all of it.", "c")); }
}
function drawHTTP(into, head, body, isXML) {
  into.textContent = head;
  if (isXML) { drawXML(body, into); return; }
  into.append(body.length > 1e6 ? body.slice(0, 1e6) + "\n…" : body);
}
// fromJSON returns the elements that JSON of the service means: an array is the elements of its items, as many as they are.
function fromJSON(text, item, isFault) {
  var doc = document.implementation.createDocument("", isFault ? "problem" : "result");
  function add(parent, name, value) {
    if (Array.isArray(value)) { value.forEach(function (one) { add(parent, name, one); }); return; }
    if (name === "#text") { parent.append(value); return; }
    if (name[0] === "@" || name === "xsi:type") { parent.setAttribute(name.replace("@", "").replace(/^.*:/, ""), value); return; }
    var e = doc.createElement(name.replace("#", ""));
    parent.append(e);
    fill(e, value);
  }
  function fill(e, value) {
    if (value === null) { e.setAttributeNS("http://www.w3.org/2001/XMLSchema-instance", "nil", "true"); return; }
    if (typeof value !== "object") { e.append(value); return; }
    if (Array.isArray(value)) { add(e, item || "item", value); return; }
    Object.keys(value).forEach(function (name) { add(e, name, value[name]); });
  }
  try {
    fill(doc.documentElement, JSON.parse(text, function (name, value, its) { return typeof value === "number" && its ? its.source : value; }));
    return doc.documentElement;
  } catch (e) { return null; }
}
function parsed(text, item, head) {
  var json = /^content-type: application\/(problem\+)?json/im.exec(head || "");
  if (json) { return fromJSON(text, item, json[1]); }
  if (text.trim()[0] !== "<") { return null; }
  var doc = new DOMParser().parseFromString(text, "text/xml");
  return doc.getElementsByTagName("parsererror").length > 0 ? null : doc.documentElement;
}
function bodyOf(root) {
  if (root.localName !== "Envelope") { return root; }
  var body = child(root, "Body");
  return body && (body.children.length === 1 ? body.children[0] : body);
}
function faultOf(e) {
  function text(x) { return x ? x.textContent.trim() : ""; }
  if (e && e.localName === "problem") { return { code: text(child(e, "code")), reason: text(child(e, "detail")), detail: child(e, "fault") }; }
  if (!e || e.localName !== "Fault" || !/soap/.test(e.namespaceURI || "")) { return null; }
  var code = child(e, "Code"), reason = child(e, "Reason"), detail = child(e, "detail") || child(e, "Detail");
  var sub = code && child(code, "Subcode");
  return {
    code: code ? text(child(code, "Value")) + (sub ? " " + text(child(sub, "Value")) : "") : text(child(e, "faultcode")),
    reason: reason ? text(child(reason, "Text")) : text(child(e, "faultstring")),
    detail: detail
  };
}
`
