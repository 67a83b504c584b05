// The board of a station.

import { allStations, boardPath, data, subject, trainPath } from "./service.js";
import { byId, clock, element, refresh, setText, showLoading, showRows } from "./frame.js";
import { alertsOf, showAlerts } from "./alerts.js";
import { boardRows, dueText } from "./board-rows.js";
import { shortOf, showBadge } from "./label.js";
import { showPlatform } from "./platform.js";
import { isolated, shownCode, similar } from "./names.js";
import { dayName, hm, parseMoment } from "./times.js";

const board = byId("board");
let code = subject(location).code;
const asked = code && byId("station").textContent; // as passengers know it
let answer = null;
let known = null; // the station, or false if there is none
let shownState = "loading";

const view = () => (new URLSearchParams(location.search).get("view") === "arrivals" ? "arrivals" : "departures");

async function load() {
  try {
    answer = await data("board", { code });
  } catch (error) {
    if (error.status !== 404) throw error;
    answer = null;
    known = null;
    await find();
    return null;
  }
  known = { StationDesc: answer.name, StationCode: answer.code };
  clock.setTime(answer.now);
  return parseMoment(`${answer.now.date}T${answer.now.clock}`);
}

// find looks the station up in the list of all. An address may have a name instead of a code.
async function find() {
  if (known) return;
  const stations = await allStations();
  const wanted = code.trim().toLowerCase();
  known = stations.find((s) => s.StationCode.toLowerCase() === wanted) ?? false;
  if (known) return;
  const named = stations.filter((s) => s.StationDesc.toLowerCase() === wanted || s.StationAlias.toLowerCase() === wanted);
  if (named.length === 1) {
    location.replace(boardPath(named[0].StationCode) + location.search);
    return;
  }
  const suggestions = named.length > 0 ? named : similar(stations, code);
  byId("nearest").replaceChildren(...suggestions.map((s) =>
    element("li", {}, element("a", { href: boardPath(s.StationCode), "data-code": s.StationCode }, s.StationDesc, " ", element("code", {}, s.shown)))));
}

function show(state) {
  shownState = state;
  const rows = boardRows(answer, view());
  board.dataset.state = stateOf(state, rows);
  showLoading(state, known !== null);
  board.dataset.view = view();
  board.dataset.code = known ? known.StationCode : code;
  showTitle();
  showTwins();
  showBoard(rows);
  showEmpty(rows);
  showAlerts(byId("alerts"), answer ? alertsOf(answer.alerts, rows, answer.station) : [], answer?.now);
  showUnknown();
}

function stateOf(state, rows) {
  if (state === "waiting") return "loading";
  if (state !== "ready") return state;
  if (known === false) return "unknown";
  return rows.length === 0 ? "empty" : "ready";
}

function showTitle() {
  const name = known ? known.StationDesc : asked;
  setText(byId("station"), name || "Board");
  document.title = `${name} – ${view() === "arrivals" ? "Arrivals" : "Departures"}`;
  for (const link of byId("views").children) {
    const own = new URLSearchParams(location.search);
    link.dataset.view === "arrivals" ? own.set("view", "arrivals") : own.delete("view");
    link.href = location.pathname + (own.size ? "?" + own : "");
    link.dataset.view === view() ? link.setAttribute("aria-current", "page") : link.removeAttribute("aria-current");
  }
  setText(byId("placehead"), view() === "arrivals" ? "From" : "To");
  setText(board.querySelector("caption"), `${view() === "arrivals" ? "Arrivals at" : "Departures from"} ${name}`);
}

// showTwins links to the boards of the other stops of this station, with what tells each from this one.
function showTwins() {
  const twins = answer?.twins ?? [];
  byId("twins").hidden = twins.length === 0;
  const key = twins.map((twin) => twin.code).join(" ");
  if (byId("twins").dataset.key === key) return; // keeps the focus
  byId("twins").dataset.key = key;
  byId("twins").replaceChildren("Also at this station: ", ...twins.flatMap(({ code, shown = code, platform, directions = [] }, i) => [i > 0 ? "; " : "",
    element("a", { href: boardPath(code), "data-code": code }, [...(platform ? [`platform ${platform}`] : []), ...directions.map(isolated)].join(", ") || "other stop"), " ",
    element("code", {}, shown)]));
}

function showBoard(rows) {
  board.querySelector("table").hidden = rows.length === 0;
  showRows(byId("rows"), rows, { key: (row) => `${row.code} ${row.date}`, make: emptyRow, fill });
}

function emptyRow(row) {
  const cell = (name, ...children) => element("td", { class: name, role: "cell" }, ...children); // also where CSS makes it a block
  return element("tr", { role: "row", "data-train": row.code, "data-date": row.date },
    cell("time", element("time")),
    cell("expected", element("time"), " ", element("small")),
    cell("place", element("a", { href: trainPath(row.code, row.date) }), element("small", { class: "notes" }), element("small", { class: "alerts" })),
    cell("train", element("span", { class: "line-badge" }), " ", element("span", { class: "code" }), " ", element("small", {}, row.kind, element("span", { class: "platform" }))),
    cell("where"),
    cell("status"));
}

function fill(tr, row) {
  const cell = (name) => tr.querySelector(name);
  const now = clock.instant();
  Object.assign(tr.dataset, { due: Math.max(0, Math.floor((row.at * 1000 - now) / 60_000)), late: row.late, at: row.at, mood: row.mood });
  tr.toggleAttribute("data-omitted", row.omitted);
  setText(cell(".time time"), row.scheduled);
  setText(cell(".expected time"), row.expected);
  setText(cell(".expected small"), row.omitted ? "" : dueText(row.at, now));
  setText(cell(".place a"), row.place);
  setText(cell(".place .notes"), row.notes.map(isolated).join(", "));
  setText(cell(".place .alerts"), row.alerts.filter((i) => !answer.station?.includes(i)).map((i) => answer.alerts[i].header).join(" · "));
  showBadge(cell(".line-badge"), row.line);
  setText(cell(".train .code"), row.named ? shownCode(row) : "");
  showPlatform(cell(".train .platform"), row, ", ");
  setText(cell(".where"), row.where);
  setText(cell(".status"), row.status);
}

function showEmpty(rows) {
  const empty = byId("empty");
  empty.hidden = rows.length > 0 || !known;
  if (empty.hidden || !answer) return;
  const verb = view() === "arrivals" ? "arrives" : "departs";
  const other = view() === "arrivals" ? "departures" : "arrivals";
  const next = answer.next;
  empty.replaceChildren(
    element("h2", {}, answer.period ? "No timetable" : "A quiet time"),
    element("p", {}, answer.period ?? `No train ${verb} within the next 90 minutes (it is ${hm(answer.now)}). New trains appear here by themselves.`),
    ...(next ? [element("p", { id: "next" }, "The next train, ", element("a", { href: trainPath(next.code, next.date) }, `${shortOf(next)} to ${next.destination}`),
      `, departs at ${hm(next.departure.expected ?? next.departure.scheduled)}${next.departure.scheduled.date === answer.now.date ? "" : " on " + dayName(next.departure.scheduled)}.`)] : []),
    ...(answer.trains.length > 0 ? [element("p", {}, "There are ", element("a", { href: otherView() }, other), ".")] : []));
}

const otherView = () => [...byId("views").children].find((link) => link.dataset.view !== view()).href;

function showUnknown() {
  const unknown = byId("unknown");
  unknown.hidden = known !== false;
  byId("views").hidden = known === false;
  if (unknown.hidden) return;
  setText(unknown.querySelector("h2"), code ? "This station is not known" : "No station");
  setText(unknown.querySelector("p"), code ? `The timetable has no station with the code or name “${code}”. Did you mean one of these?` : "Choose a station:");
}

byId("views").addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  if (link.dataset.view !== view()) history.pushState(null, "", link.href);
  show(shownState);
});
addEventListener("popstate", () => show(shownState));

// Minutes count down between refreshes.
setInterval(() => {
  const now = clock.instant();
  if (now === null) return;
  for (const tr of byId("rows").children) if (!("omitted" in tr.dataset)) setText(tr.querySelector(".expected small"), dueText(Number(tr.dataset.at), now));
}, 1000);

refresh(load, show);
