// The page of the map: the map with zoom, and a table of the trains in view.

import { trainPath } from "./service.js";
import { byId, element, refresh, setText, showRows } from "./frame.js";
import { alertsOf, showAlerts } from "./alerts.js";
import { animate, Network } from "./network.js";
import { showLegend, showNetwork, trainCount } from "./network-state.js";
import { isolated } from "./names.js";
import { startZoom } from "./zoom.js";

const maxRows = 50;
const network = new Network(byId("map"));
let trains = [];
let answer = null;

const refresher = refresh(async () => {
  ({ trains, answer } = await network.load());
  showAlerts(byId("alerts"), alertsOf(answer.alerts, trains), answer.now);
}, (state) => showNetwork(state, answer));
animate(network);
byId("map").addEventListener("view", () => {
  showLegend(network);
  showTable();
});
byId("map").addEventListener("need", () => refresher.now());
startZoom(network, byId("map"), { more: byId("zoom-in"), less: byId("zoom-out"), all: byId("zoom-all") });

function showTable() {
  const seen = network.trainsInView();
  seen.sort((a, b) => b.weight - a.weight || a.name.localeCompare(b.name, "en", { numeric: true }));
  const key = (train) => `${train.code} ${train.date}`;
  showRows(byId("trains").querySelector("tbody"), seen.slice(0, maxRows), { key, make: emptyRow, fill });
  setText(byId("in-view"), inViewText(seen.length, trainCount(answer)));
}

function inViewText(seen, all) {
  if (all === 0) return "";
  const first = seen > maxRows ? `The first ${maxRows} of ` : "";
  const whole = seen === all ? "" : ` of ${all}`;
  return `${first}${seen}${whole} ${all === 1 ? "train" : "trains"} in view.${first ? " Zoom in to see the others." : ""}`;
}

function emptyRow(train) {
  const cell = (name) => element("td", { class: name, role: "cell" }); // also where CSS makes the row a grid
  return element("tr", { role: "row", "data-train": train.code, "data-date": train.date },
    element("th", { role: "rowheader", scope: "row" }, element("a", { href: trainPath(train.code, train.date) }, train.name)),
    cell("from"), cell("to"), cell("where"), cell("status"));
}

function fill(row, train) {
  const cell = (name, text) => setText(row.querySelector("." + name), text);
  row.dataset.mood = train.mood;
  cell("from", train.origin);
  cell("to", train.destination);
  cell("where", whereText(train));
  cell("status", train.lateness);
}

function whereText(train) {
  if (train.status === "N") return `Starts at ${isolated(train.origin)}`;
  if (train.status === "T") return train.last;
  const from = { vehicle: ", reported place", times: "", timetable: ", by the timetable" }[train.source];
  return (train.standing ? `At ${isolated(train.last)}` : `${isolated(train.last)} → ${isolated(train.next)}`) + from;
}
