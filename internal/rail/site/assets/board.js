// The board of a station.

import { allStations, boardPath, call, subject, trainPath } from "./service.js";
import { byId, clock, element, refresh, setText, showLoading, showRows } from "./frame.js";
import { boardRows, dueText } from "./board-rows.js";
import { similar } from "./names.js";
import { hm, hms, parseMoment } from "./times.js";

const board = byId("board");
let code = subject(location).code;
let records = [];
let known = null; // the station, or false if there is none
let shownState = "loading";

const view = () => (new URLSearchParams(location.search).get("view") === "arrivals" ? "arrivals" : "departures");

async function load() {
  records = await call("getStationDataByCodeXML", { StationCode: code });
  if (records.length > 0) {
    known = { StationDesc: records[0].Stationfullname, StationCode: records[0].Stationcode };
    clock.set(records[0].Servertime);
  } else {
    await find();
  }
  return records.length > 0 ? parseMoment(records[0].Servertime) : null;
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
    element("li", {}, element("a", { href: boardPath(s.StationCode), "data-code": s.StationCode }, s.StationDesc, " ", element("code", {}, s.StationCode)))));
}

function show(state) {
  shownState = state;
  const rows = boardRows(records, view());
  board.dataset.state = stateOf(state, rows);
  showLoading(state, known !== null);
  board.dataset.view = view();
  board.dataset.code = known ? known.StationCode : code;
  showTitle();
  showBoard(rows);
  showEmpty(rows);
  showUnknown();
}

function stateOf(state, rows) {
  if (state === "waiting") return "loading";
  if (state !== "ready") return state;
  if (known === false) return "unknown";
  return rows.length === 0 ? "empty" : "ready";
}

function showTitle() {
  const name = known ? known.StationDesc : code;
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

function showBoard(rows) {
  board.querySelector("table").hidden = rows.length === 0;
  showRows(byId("rows"), rows, { key: (row) => `${row.code} ${row.date}`, make: emptyRow, fill });
}

function emptyRow(row) {
  const cell = (name, ...children) => element("td", { class: name, role: "cell" }, ...children); // also where CSS makes it a block
  return element("tr", { role: "row", "data-train": row.code, "data-date": row.date },
    cell("time", element("time")),
    cell("expected", element("time"), " ", element("small")),
    cell("place", element("a", { href: trainPath(row.code, row.date) })),
    cell("train", element("span", { class: "code" }), " ", element("small")),
    cell("where"),
    cell("status"));
}

function fill(tr, row) {
  const cell = (name) => tr.querySelector(name);
  Object.assign(tr.dataset, { due: row.due, late: row.late, expected: row.expected, mood: mood(row) });
  setText(cell(".time time"), hm(row.scheduled));
  setText(cell(".expected time"), hm(row.expected));
  setText(cell(".expected small"), dueText(row.expected, clock.now()));
  setText(cell(".place a"), row.place);
  setText(cell(".train .code"), row.code);
  setText(cell(".train small"), row.kind);
  setText(cell(".where"), row.where);
  setText(cell(".status"), row.status);
}

function mood(row) {
  if (row.standing) return "here";
  if (row.late > 0) return "late";
  return row.late < 0 ? "early" : "calm";
}

function showEmpty(rows) {
  const empty = byId("empty");
  empty.hidden = rows.length > 0 || !known;
  if (empty.hidden) return;
  const verb = view() === "arrivals" ? "arrives" : "departs";
  const other = view() === "arrivals" ? "departures" : "arrivals";
  const now = clock.now();
  empty.replaceChildren(
    element("h2", {}, "A quiet time"),
    element("p", {}, `No train ${verb} within the next 90 minutes${now === null ? "" : ` (it is ${hms(now).slice(0, 5)})`}. New trains appear here by themselves.`),
    ...(records.length > 0 ? [element("p", {}, "There are ", element("a", { href: otherView() }, other), ".")] : []));
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
  const now = clock.now();
  if (now === null) return;
  for (const tr of byId("rows").children) setText(tr.querySelector(".expected small"), dueText(Number(tr.dataset.expected), now));
}, 1000);

refresh(load, show);
