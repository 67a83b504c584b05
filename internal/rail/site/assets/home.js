// The overview: boards to begin with, and the map without trains.

import { boardPath, data, knownNetwork } from "./service.js";
import { byId, clock, element, refresh } from "./frame.js";
import { alertsOf, showAlerts } from "./alerts.js";
import { Network } from "./network.js";
import { showLegend, showNetwork } from "./network-state.js";

const maxBoards = 8;
const nowhere = "0,0,0,0"; // a box without trains: the answer has their numbers, and the alerts
const network = new Network(byId("map"), 0.45);
let answer = null;

refresh(async () => {
  const [known, next] = await Promise.all([knownNetwork(), data("trains", { box: nowhere, ...(answer && { since: answer.tag }) })]);
  answer = { ...next, alerts: next.alerts ?? answer.alerts };
  clock.setTime(answer.now);
  network.draw(known);
  showAlerts(byId("alerts"), alertsOf(answer.alerts, []), answer.now);
  showBoards(known);
}, (state) => showNetwork(state, answer));
byId("map").addEventListener("view", () => showLegend(network));

// showBoards lists the stations that most lines lead to, once.
function showBoards({ stations, lines }) {
  const list = byId("boards");
  if (list.children.length > 0) return;
  const ends = new Map(stations.map(({ name }) => [name, 0]));
  for (const { stretches } of lines) for (const i of stretches.flat()) ends.set(stations[i].name, ends.get(stations[i].name) + 1);
  const first = [...new Map(stations.toReversed().map((s) => [s.name, s])).values()].sort((a, b) => ends.get(b.name) - ends.get(a.name));
  list.replaceChildren(...first.slice(0, maxBoards).map(({ code, name, shown = code }) =>
    element("li", {}, element("a", { href: boardPath(code) }, element("span", {}, name), " ", element("code", {}, shown)))));
}
