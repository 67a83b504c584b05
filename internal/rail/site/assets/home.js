// The overview: boards to begin with, and the map.

import { allStations, boardPath } from "./service.js";
import { byId, element, refresh } from "./frame.js";
import { alertsOf, showAlerts } from "./alerts.js";
import { shownCode } from "./names.js";
import { animate, Network } from "./network.js";
import { showLegend, showNetwork } from "./network-state.js";

const maxBoards = 8;
const network = new Network(byId("map"), 0.45);
let trains = [];
let answer = null;

refresh(async () => {
  ({ trains, answer } = await network.load());
  showAlerts(byId("alerts"), alertsOf(answer.alerts, trains), answer.now);
  await showBoards();
}, (state) => showNetwork(state, trains, answer));
animate(network);
byId("map").addEventListener("view", () => showLegend(network));

// showBoards lists the stations at which most trains of the moment begin or end, and of those with one name the first. It stays as it is once there are some.
async function showBoards() {
  const list = byId("boards");
  if (list.children.length > 0) return;
  const stations = await allStations();
  const counts = new Map();
  for (const train of trains) for (const name of [train.origin, train.destination]) counts.set(name, (counts.get(name) ?? 0) + 1);
  const busy = [...new Map(stations.toReversed().map((s) => [s.StationDesc, s])).values()].sort((a, b) => (counts.get(b.StationDesc) ?? 0) - (counts.get(a.StationDesc) ?? 0));
  list.replaceChildren(...busy.slice(0, maxBoards).map((s) =>
    element("li", {}, element("a", { href: boardPath(s.StationCode) }, element("span", {}, s.StationDesc), " ", element("code", {}, shownCode(s.StationCode))))));
}
