package page

// callScript calls an operation, and shows the requests and responses of its bindings.
const callScript = `
function operationPage(form) {
  var answer = byId("answer"), request = byId("request"), response = byId("response"), button = byId("call-button");
  var requests = {}, responses = {}, version = 0, timer = 0, typing = false, asked = null, running = null;

  function binding() { var b = form.querySelector("input[name=binding]:checked"); return b ? b.value : ""; }
  function bindingName(code) { var b = byId("binding-" + code); return b ? b.parentNode.textContent.trim() : code; }
  function values() { return new URLSearchParams(new FormData(form)); }
  function size(n) { return n < 1000 ? n + " bytes" : n < 1e6 ? (n / 1e3).toFixed(1) + " kB" : (n / 1e6).toFixed(1) + " MB"; }

  function refresh() {
    clearTimeout(timer);
    typing = false;
    if (asked) { asked.abort(); }
    var own = ++version, stop = asked = new AbortController(), query = values();
    query.delete("show");
    var filled = new URLSearchParams();
    query.forEach(function (value, name) { if (value !== "") { filled.append(name, value); } });
    var link = "?" + filled;
    if (link.length < 2000) { history.replaceState(null, "", location.pathname + link); }
    query.set("show", "requests");
    return fetch(location.pathname + "?" + query, { signal: stop.signal, credentials: "same-origin", cache: "no-store" }).then(function (r) {
      if (!r.ok) { throw { name: "HTTPError", status: r.status }; }
      return r.json();
    }).then(function (all) {
      if (own !== version) { return; }
      requests = {};
      all.requests.forEach(function (q) { requests[q.binding] = q; });
      showRequest();
    }).catch(function (e) {
      if (own !== version || e.name === "AbortError") { return; }
      requests = {};
      request.dataset.state = "invalid";
      byId("request-text").textContent = e.status ? "The service answers HTTP " + e.status + "." : "The service cannot be reached.";
    });
  }
  function later() {
    typing = true;
    request.dataset.state = "pending";
    clearTimeout(timer);
    timer = setTimeout(refresh, 250);
  }
  function showRequest() {
    var q = requests[binding()];
    if (!q) { return; }
    request.dataset.binding = q.binding;
    request.dataset.state = typing ? "pending" : q.error ? "invalid" : "ready";
    var body = q.error ? "" : q.body || "";
    drawHTTP(byId("request-text"), q.error || q.raw.slice(0, q.raw.length - body.length), body, parsed(body));
    byId("curl-text").textContent = q.curl || "";
    byId("go-text").textContent = q.go || "";
  }

  function state(name, code, status, text) {
    answer.dataset.state = name;
    answer.dataset.binding = code;
    answer.dataset.status = status === undefined ? "" : status;
    byId("answer-summary").textContent = text;
    byId("answer-fault").hidden = name !== "fault";
    byId("answer-result").hidden = true;
  }
  function showFault(f) {
    ["code", "reason"].forEach(function (n) { answer.querySelector("[data-fault=" + n + "]").textContent = f[n]; });
    var detail = answer.querySelector("[data-fault=detail]");
    detail.textContent = "";
    byId("answer-detail").hidden = !f.detail;
    if (f.detail) { detail.append(f.detail.children.length ? shown(f.detail, "", 0) : document.createTextNode(f.detail.textContent)); }
  }
  function showResult(root, text) {
    var table = byId("answer-table"), lines = byId("answer-xml"), item = form.dataset.item, rows = 0;
    table.textContent = ""; lines.textContent = "";
    byId("answer-result").hidden = false;
    byId("show-xml").textContent = /^\s*</.test(text) ? "XML" : "JSON";
    if (!root) { table.append(make("pre", text)); lines.append(make("pre", text)); return 0; }
    var e = resultElement(bodyOf(root) || root, item), list = rowsOf(e, item);
    rows = list.length;
    if (item && rows === 0 && e.children.length === 0) { table.append(make("p", "The list is empty.", "note")); } else { table.append(shown(e, item, 0)); }
    drawXML(text, lines);
    return rows;
  }
  function showResponse(a) {
    response.hidden = !a || a.status === undefined;
    if (!a) { state("idle", "", "", ""); return; }
    response.dataset.binding = a.code;
    var over = " over " + bindingName(a.code), root = a.status === undefined ? null : parsed(a.text, form.dataset.item, a.head);
    drawHTTP(byId("response-text"), a.head, a.text, root);
    var fault = root && faultOf(bodyOf(root));
    if (a.status === undefined) { state("error", a.code, "", a.text); return; }
    if (fault) { state("fault", a.code, a.status, "Fault" + over + ": " + fault.reason); showFault(fault); return; }
    if (a.status >= 300) {
      state("error", a.code, a.status, "HTTP " + a.status + over + (root ? "" : ": " + a.text.trim().slice(0, 500)));
      return;
    }
    var said = "HTTP " + a.status + over + ", " + size(a.bytes) + ", " + a.time + " ms";
    if (a.text === "") { state("result", a.code, a.status, said + ", no content"); return; }
    state("result", a.code, a.status, said);
    var rows = showResult(root, a.text);
    if (rows > 0) { byId("answer-summary").textContent = count(rows) + (rows === 1 ? " row, " : " rows, ") + said; }
  }

  function lost(code) { return { code: code, head: "", text: "No response over " + bindingName(code) + ": the connection was lost, or the service cannot be reached." }; }
  function call(code) {
    var q = requests[code];
    if (!q || q.error) {
      showResponse(q ? { code: code, head: "", text: "The request cannot be made: " + q.error } : lost(code));
      return Promise.resolve();
    }
    var began = performance.now(), headers = new Headers(), stop = running = new AbortController();
    (q.headers || []).forEach(function (h) { headers.append(h[0], h[1]); });
    var target = q.own ? location.pathname + (q.target || "") : q.target;
    return fetch(target, {
      method: q.method, headers: headers, body: q.hasBody && q.method !== "GET" && q.method !== "HEAD" ? q.body || "" : undefined,
      credentials: "same-origin", cache: "no-store", signal: stop.signal
    }).then(function (r) {
      return r.text().then(function (text) {
        var head = "HTTP/1.1 " + r.status + (r.statusText ? " " + r.statusText : "") + "\n";
        r.headers.forEach(function (value, name) { head += name + ": " + value + "\n"; });
        responses[code] = { code: code, status: r.status, head: head + "\n", text: text, bytes: new Blob([text]).size, time: Math.round(performance.now() - began) };
      });
    }).catch(function (e) {
      if (stop !== running) { return; }
      responses[code] = lost(code);
    }).then(function () { if (stop === running && binding() === code) { showResponse(responses[code]); } });
  }
  function submit(event) {
    event.preventDefault();
    if (running) { running.abort(); running = null; }
    var code = binding();
    state("loading", code, "", "Calling over " + bindingName(code) + "…");
    response.hidden = true;
    button.setAttribute("aria-disabled", "true");
    refresh().then(function () { return call(code); }).then(function () { button.removeAttribute("aria-disabled"); });
  }

  function copy(text, name, note) {
    function said(ok) { byId(note || "copied").textContent = ok ? name + " copied" : "Could not copy; select the text instead"; }
    function old() {
      var area = make("textarea", text);
      area.className = "hidden";
      document.body.append(area);
      area.select();
      var ok = document.execCommand("copy");
      area.remove();
      said(ok);
    }
    if (!note && request.dataset.state === "invalid") { byId("copied").textContent = "There is no request to copy"; return; }
    if (navigator.clipboard) { navigator.clipboard.writeText(text).then(function () { said(true); }, old); } else { old(); }
  }
  function tab(xml) {
    byId("answer-table").hidden = xml; byId("answer-xml").hidden = !xml;
    byId("show-table").setAttribute("aria-pressed", String(!xml)); byId("show-xml").setAttribute("aria-pressed", String(xml));
  }
  function addInput(button) {
    var all = button.parentNode.querySelectorAll("[data-param]"), last = all[all.length - 1], more = last.cloneNode(true), n = all.length + 1;
    more.value = "";
    more.id = last.id.replace(/-\d+$/, "-" + n);
    more.setAttribute("aria-label", button.dataset.add + " " + n);
    button.before(more);
    more.focus();
  }

  document.querySelectorAll(".script").forEach(function (e) { e.hidden = false; });
  document.querySelectorAll("[data-add]").forEach(function (b) { b.addEventListener("click", function () { addInput(b); }); });
  form.addEventListener("submit", submit);
  form.addEventListener("input", function (event) {
    if (event.target.name === "binding") { showRequest(); showResponse(responses[binding()]); }
    later();
  });
  byId("copy-raw").addEventListener("click", function () { copy(byId("request-text").textContent, "HTTP"); });
  byId("copy-curl").addEventListener("click", function () { copy(byId("curl-text").textContent, "curl"); });
  byId("copy-go").addEventListener("click", function () { copy(byId("go-text").textContent, "Go"); });
  byId("copy-response").addEventListener("click", function () { var a = responses[response.dataset.binding]; copy(a.head + a.text, "HTTP", "copied-response"); });
  byId("show-table").addEventListener("click", function () { tab(false); });
  byId("show-xml").addEventListener("click", function () { tab(true); });
  refresh();
}
if (byId("call")) { operationPage(byId("call")); }
`
