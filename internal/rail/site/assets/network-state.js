// What the map says about itself.

import { byId, setText } from "./frame.js";
import { shortOf } from "./label.js";
import { dayName, hm } from "./times.js";

// showNetwork shows the state of the map: how many trains there are, or why there are none.
export function showNetwork(state, trains, answer) {
  const section = byId("network");
  const empty = state === "ready" && trains.length === 0;
  section.dataset.state = state === "waiting" ? "loading" : empty ? "empty" : state;
  const note = byId("map-note");
  const text = { waiting: "Waiting for the timetable …", lost: "Waiting for the connection …" }[state] ?? (empty ? quietText(answer) : "");
  note.hidden = text === "";
  setText(note, text);
  setText(byId("count"), section.dataset.state === "loading" || section.dataset.state === "lost" ? "" : countText(trains));
}

// quietText says why no train runs, and which one is next.
function quietText({ now, next, period }) {
  const text = period ?? "All is quiet: no train is running.";
  if (!next) return text;
  return `${text} The next one, ${shortOf(next)} from ${next.origin} to ${next.destination}, starts at ${hm(next.start)}${next.start.date === now.date ? "" : " on " + dayName(next.start)}.`;
}

function countText(trains) {
  const count = (status) => trains.filter((t) => t.status === status).length;
  const parts = [[count("R"), "running"], [count("N"), "about to start"], [count("T"), "just arrived"]].filter(([n]) => n > 0);
  if (parts.length === 0) return "No trains";
  return parts.map(([n, text], i) => (i === 0 ? `${n} ${n === 1 ? "train" : "trains"} ${text}` : `${n} ${text}`)).join(", ");
}
