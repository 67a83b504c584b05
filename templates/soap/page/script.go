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
var maxRows = 500, maxLines = 4000;
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
function tableOf(rows, depth) {
  var table = make("table"), head = make("thead"), body = make("tbody"), names = columnsOf(rows), line = make("tr");
  var plain = names.length === 0;
  (plain ? [rows[0].localName] : names).forEach(function (n) { var th = make("th", n); th.scope = "col"; line.append(th); });
  head.append(line);
  rows.slice(0, maxRows).forEach(function (r) {
    var tr = make("tr");
    if (plain) { tr.append(make("td", r.textContent)); }
    names.forEach(function (n) { tr.append(cell(r, n, depth)); });
    body.append(tr);
  });
  table.append(head, body);
  return table;
}
function recordOf(e, depth) {
  var table = make("table"), body = make("tbody");
  columnsOf([e]).forEach(function (n) {
    var tr = make("tr"), th = make("th", n);
    th.scope = "row";
    tr.append(th, cell(e, n, depth));
    body.append(tr);
  });
  if (e.children.length === 0 && e.textContent !== "") {
    var tr = make("tr"), th = make("th", "value");
    th.scope = "row";
    tr.append(th, make("td", e.textContent));
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
function escaped(text) { return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;"); }
function part(line, className, text) { line.append(make("span", text, className)); }
function xmlLines(e, depth, into) {
  if (into.childElementCount >= maxLines) { return; }
  var line = make("div", undefined, "l i" + Math.min(depth, 12));
  part(line, "p", "<"); part(line, "t", e.nodeName);
  Array.prototype.forEach.call(e.attributes, function (a) {
    part(line, "a", " " + a.name); part(line, "p", "=\""); part(line, "v", escaped(a.value).replace(/"/g, "&quot;")); part(line, "p", "\"");
  });
  into.append(line);
  if (e.children.length === 0) {
    if (e.textContent === "") { part(line, "p", "/>"); return; }
    part(line, "p", ">"); part(line, "x", escaped(e.textContent)); part(line, "p", "</"); part(line, "t", e.nodeName); part(line, "p", ">");
    return;
  }
  part(line, "p", ">");
  Array.prototype.forEach.call(e.childNodes, function (c) {
    if (c.nodeType === 1) { xmlLines(c, depth + 1, into); return; }
    if (c.nodeType === 3 && c.nodeValue.trim() !== "") {
      var text = make("div", undefined, "l i" + Math.min(depth + 1, 12));
      part(text, "x", escaped(c.nodeValue.trim()));
      into.append(text);
    }
  });
  var end = make("div", undefined, "l i" + Math.min(depth, 12));
  part(end, "p", "</"); part(end, "t", e.nodeName); part(end, "p", ">");
  into.append(end);
}
function parsed(text) {
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
  if (!e || e.localName !== "Fault" || !/soap/.test(e.namespaceURI || "")) { return null; }
  function text(x) { return x ? x.textContent.trim() : ""; }
  var code = child(e, "Code"), reason = child(e, "Reason"), detail = child(e, "detail") || child(e, "Detail");
  var sub = code && child(code, "Subcode");
  return {
    code: code ? text(child(code, "Value")) + (sub ? " " + text(child(sub, "Value")) : "") : text(child(e, "faultcode")),
    reason: reason ? text(child(reason, "Text")) : text(child(e, "faultstring")),
    detail: detail
  };
}
`
