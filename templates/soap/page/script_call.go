package page

// callScript calls an operation, and shows the requests and responses of its bindings.
const callScript = `
function operationPage(form) {
  const answer = byId("answer"), request = byId("request"), response = byId("response"), button = byId("call-button");
  let requests = {}, responses = {}, timer = 0, typing = false, asked = null, running = null;

  const binding = () => form.querySelector("input[name=binding]:checked")?.value ?? "";
  const bindingName = code => byId("binding-" + code)?.parentNode.textContent.trim() ?? code;
  const size = n => n < 1000 ? n + " bytes" : n < 1e6 ? (n / 1e3).toFixed(1) + " kB" : (n / 1e6).toFixed(1) + " MB";

  async function refresh() {
    clearTimeout(timer);
    typing = false;
    asked?.abort();
    const stop = asked = new AbortController(), query = new URLSearchParams(new FormData(form));
    query.delete("show");
    const link = "?" + new URLSearchParams([...query].filter(([, value]) => value !== ""));
    if (link.length < 2000) { history.replaceState(null, "", location.pathname + link); }
    query.set("show", "requests");
    try {
      const r = await fetch(location.pathname + "?" + query, { signal: stop.signal, credentials: "same-origin", cache: "no-store" });
      if (!r.ok) { throw { status: r.status }; }
      const all = (await r.json()).requests;
      if (stop !== asked) { return; }
      requests = Object.fromEntries(all.map(q => [q.binding, q]));
      showRequest();
    } catch (e) {
      if (stop !== asked || e.name === "AbortError") { return; }
      requests = {};
      request.dataset.state = "invalid";
      byId("request-text").textContent = e.status ? "The service answers HTTP " + e.status + "." : "The service cannot be reached.";
    }
  }
  function later() {
    typing = true;
    request.dataset.state = "pending";
    clearTimeout(timer);
    timer = setTimeout(refresh, 250);
  }
  function showRequest() {
    const q = requests[binding()];
    if (!q) { return; }
    request.dataset.binding = q.binding;
    request.dataset.state = typing ? "pending" : q.error ? "invalid" : "ready";
    const body = q.error ? "" : q.body || "";
    drawHTTP(byId("request-text"), q.error || q.raw.slice(0, q.raw.length - body.length), body, parsed(body));
    byId("curl-text").textContent = q.curl || "";
    byId("go-text").textContent = q.go || "";
  }

  function state(name, a, text) {
    Object.assign(answer.dataset, { state: name, binding: a.code, status: a.status ?? "" });
    byId("answer-summary").textContent = text;
    byId("answer-fault").hidden = name !== "fault";
    byId("answer-result").hidden = true;
  }
  function showFault(f) {
    ["code", "reason"].forEach(n => { answer.querySelector("[data-fault=" + n + "]").textContent = f[n]; });
    byId("answer-detail").hidden = !f.detail;
    const detail = !f.detail ? "" : f.detail.children.length ? shown(f.detail, "", 0) : f.detail.textContent;
    answer.querySelector("[data-fault=detail]").replaceChildren(detail);
  }
  function showResult(root, text) {
    const table = byId("answer-table"), lines = byId("answer-xml"), item = form.dataset.item;
    table.textContent = ""; lines.textContent = "";
    byId("answer-result").hidden = false;
    byId("show-xml").textContent = /^\s*</.test(text) ? "XML" : "JSON";
    if (!root) { table.append(make("pre", "", text)); lines.append(make("pre", "", text)); return 0; }
    const e = resultElement(bodyOf(root) || root, item), rows = rowsOf(e, item).length;
    table.append(item && rows === 0 && e.children.length === 0 ? make("p", "note", "The list is empty.") : shown(e, item, 0));
    drawXML(text, lines);
    return rows;
  }
  function showResponse(a) {
    response.hidden = !a || a.status === undefined;
    if (!a) { state("idle", { code: "" }, ""); return; }
    response.dataset.binding = a.code;
    const over = " over " + bindingName(a.code), root = a.status === undefined ? null : parsed(a.text, form.dataset.item, a.head);
    drawHTTP(byId("response-text"), a.head, a.text, root);
    const fault = root && faultOf(bodyOf(root));
    if (a.status === undefined) { state("error", a, a.text); return; }
    if (fault) { state("fault", a, "Fault" + over + ": " + fault.reason); showFault(fault); return; }
    if (a.status >= 300) { state("error", a, "HTTP " + a.status + over + (root ? "" : ": " + a.text.trim().slice(0, 500))); return; }
    const said = "HTTP " + a.status + over + ", " + size(a.bytes) + ", " + a.time + " ms";
    state("result", a, a.text === "" ? said + ", no content" : said);
    const rows = a.text === "" ? 0 : showResult(root, a.text);
    if (rows > 0) { byId("answer-summary").textContent = count(rows) + (rows === 1 ? " row, " : " rows, ") + said; }
  }

  const lost = code => ({ code, head: "", text: "No response over " + bindingName(code) + ": the connection was lost, or the service cannot be reached." });
  async function call(code) {
    const q = requests[code];
    if (!q || q.error) { showResponse(q ? { code, head: "", text: "The request cannot be made: " + q.error } : lost(code)); return; }
    const began = performance.now(), stop = running = new AbortController(), target = q.own ? location.pathname + (q.target || "") : q.target;
    const hasBody = q.hasBody && q.method !== "GET" && q.method !== "HEAD";
    try {
      const r = await fetch(target, {
        method: q.method, headers: new Headers(q.headers || []), body: hasBody ? q.body || "" : undefined,
        credentials: "same-origin", cache: "no-store", signal: stop.signal
      });
      const text = await r.text(), lines = [...r.headers].map(([name, value]) => name + ": " + value + "\n");
      const head = "HTTP/1.1 " + r.status + (r.statusText ? " " + r.statusText : "") + "\n" + lines.join("") + "\n";
      responses[code] = { code, status: r.status, head, text, bytes: new Blob([text]).size, time: Math.round(performance.now() - began) };
    } catch {
      if (stop !== running) { return; }
      responses[code] = lost(code);
    }
    if (stop === running && binding() === code) { showResponse(responses[code]); }
  }
  async function submit(event) {
    event.preventDefault();
    running?.abort();
    running = null;
    const code = binding();
    state("loading", { code }, "Calling over " + bindingName(code) + "…");
    response.hidden = true;
    button.setAttribute("aria-disabled", "true");
    await refresh();
    await call(code);
    button.removeAttribute("aria-disabled");
  }

  function copy(text, name, note = "copied") {
    const said = ok => { byId(note).textContent = ok ? name + " copied" : "Could not copy; select the text instead"; };
    function old() {
      const area = make("textarea", "hidden", text);
      document.body.append(area);
      area.select();
      const ok = document.execCommand("copy");
      area.remove();
      said(ok);
    }
    if (note === "copied" && request.dataset.state === "invalid") { byId(note).textContent = "There is no request to copy"; return; }
    if (navigator.clipboard) { navigator.clipboard.writeText(text).then(() => said(true), old); } else { old(); }
  }
  function tab(name) {
    ["table", "xml"].forEach(n => {
      byId("answer-" + n).hidden = n !== name;
      byId("show-" + n).setAttribute("aria-pressed", String(n === name));
    });
  }
  function addInput(button) {
    const all = button.parentNode.querySelectorAll("[data-param]"), last = all[all.length - 1], more = last.cloneNode(true), n = all.length + 1;
    more.value = "";
    more.id = last.id.replace(/-\d+$/, "-" + n);
    more.setAttribute("aria-label", button.dataset.add + " " + n);
    button.before(more);
    more.focus();
  }

  const onClick = (e, act) => e.addEventListener("click", act);
  document.querySelectorAll(".script").forEach(e => { e.hidden = false; });
  document.querySelectorAll("[data-add]").forEach(b => onClick(b, () => addInput(b)));
  form.addEventListener("submit", submit);
  form.addEventListener("input", event => {
    if (event.target.name === "binding") { showRequest(); showResponse(responses[binding()]); }
    later();
  });
  onClick(byId("copy-raw"), () => copy(byId("request-text").textContent, "HTTP"));
  onClick(byId("copy-curl"), () => copy(byId("curl-text").textContent, "curl"));
  onClick(byId("copy-go"), () => copy(byId("go-text").textContent, "Go"));
  onClick(byId("copy-response"), () => { const a = responses[response.dataset.binding]; copy(a.head + a.text, "HTTP", "copied-response"); });
  ["table", "xml"].forEach(n => onClick(byId("show-" + n), () => tab(n)));
  refresh();
}
if (byId("call")) { operationPage(byId("call")); }
`
