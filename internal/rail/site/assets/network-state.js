// What the map says about itself.

import { byId, setText } from "./frame.js";

// showNetwork shows the state of the map: how many trains there are, or why there are none.
export function showNetwork(state, trains) {
  const section = byId("network");
  const empty = state === "ready" && trains.length === 0;
  section.dataset.state = state === "waiting" ? "loading" : empty ? "empty" : state;
  const note = byId("map-note");
  const text = { waiting: "Waiting for the timetable …", lost: "Waiting for the connection …" }[state] ?? (empty ? "All is quiet: no train is running." : "");
  note.hidden = text === "";
  setText(note, text);
  setText(byId("count"), section.dataset.state === "loading" || section.dataset.state === "lost" ? "" : countText(trains));
}

function countText(trains) {
  const count = (status) => trains.filter((t) => t.status === status).length;
  const parts = [[count("R"), "running"], [count("N"), "about to start"], [count("T"), "just arrived"]].filter(([n]) => n > 0);
  if (parts.length === 0) return "No trains";
  return parts.map(([n, text], i) => (i === 0 ? `${n} ${n === 1 ? "train" : "trains"} ${text}` : `${n} ${text}`)).join(", ");
}
