// The page of the map: the map with zoom, and the trains as a table.

import { trainPath } from "./service.js";
import { byId, element, refresh, setText, showRows } from "./frame.js";
import { alertsOf, showAlerts } from "./alerts.js";
import { animate, moodOf, Network, statusText } from "./network.js";
import { showLegend, showNetwork } from "./network-state.js";
import { isolated } from "./names.js";
import { startZoom } from "./zoom.js";

const maxRows = 500;
const network = new Network(byId("map"));
let trains = [];
let answer = null;

refresh(async () => {
  ({ trains, answer } = await network.load());
  showTable();
  showAlerts(byId("alerts"), alertsOf(answer.alerts, trains), answer.now);
}, (state) => showNetwork(state, trains, answer));
animate(network);
byId("map").addEventListener("view", () => showLegend(network));
startZoom(network, byId("map"), { more: byId("zoom-in"), less: byId("zoom-out"), all: byId("zoom-all") });

function showTable() {
  const order = { R: 0, N: 1, T: 2 };
  const sorted = [...trains].sort((a, b) => (order[a.status] ?? 3) - (order[b.status] ?? 3) || a.name.localeCompare(b.name, "en", { numeric: true }));
  const key = (train) => `${train.code} ${train.date}`;
  showRows(byId("trains").querySelector("tbody"), sorted.slice(0, maxRows), { key, make: emptyRow, fill });
  const more = byId("more");
  more.hidden = trains.length <= maxRows;
  setText(more, `These are the first ${maxRows} of ${trains.length} trains. The others are on the map and on the boards of their stations.`);
}

function emptyRow(train) {
  const cell = (name) => element("td", { class: name, role: "cell" }); // also where CSS makes the row a grid
  return element("tr", { role: "row", "data-train": train.code, "data-date": train.date },
    element("th", { role: "rowheader", scope: "row" }, element("a", { href: trainPath(train.code, train.date) }, train.name)),
    cell("from"), cell("to"), cell("where"), cell("status"));
}

function fill(row, train) {
  const cell = (name, text) => setText(row.querySelector("." + name), text);
  row.dataset.mood = moodOf(train);
  cell("from", train.origin);
  cell("to", train.destination);
  cell("where", whereText(train));
  cell("status", statusText(train));
}

function whereText(train) {
  if (train.status === "N") return `Starts at ${isolated(train.origin)}`;
  if (train.status === "T") return train.last;
  return train.standing ? `At ${isolated(train.last)}` : `${isolated(train.last)} → ${isolated(train.next)}`;
}
