// What the map says about itself.

import { byId, element, setText } from "./frame.js";
import { shortOf, showBadge } from "./label.js";
import { dayName, hm } from "./times.js";

// trainCount returns the number of trains of all that an answer tells about, with one of some statuses.
export const trainCount = (answer, statuses = "NRT") => [...statuses].reduce((n, status) => n + (answer?.counts[status] ?? 0), 0);

// showNetwork shows the state of the map: how many trains there are, or why there are none.
export function showNetwork(state, answer) {
  const section = byId("network");
  const empty = state === "ready" && trainCount(answer) === 0;
  section.dataset.state = state === "waiting" ? "loading" : empty ? "empty" : state;
  const note = byId("map-note");
  const text = { waiting: "Waiting for the timetable …", lost: "Waiting for the connection …" }[state] ?? (empty ? quietText(answer) : "");
  note.hidden = text === "";
  setText(note, text);
  setText(byId("count"), section.dataset.state === "loading" || section.dataset.state === "lost" ? "" : countText(answer));
}

const maxLetters = 300; // in the names of the lines that are listed

// showLegend lists the lines in the part of the map that is shown.
export function showLegend(network) {
  const lines = network.linesInView();
  let letters = 0;
  const listed = lines.filter(({ name }) => (letters += name.length + 4) < maxLetters);
  const items = listed.map((line) => {
    const badge = element("span", { class: "line-badge" });
    showBadge(badge, line);
    return element("li", {}, badge);
  });
  if (lines.length > listed.length) items.push(element("li", {}, `and ${lines.length - listed.length} more lines in this part of the map`));
  byId("lines").replaceChildren(...items);
  byId("lines").hidden = lines.length === 0;
}

// quietText says why no train runs, and which one is next.
function quietText({ now, next, period }) {
  const text = period ?? "All is quiet: no train is running.";
  if (!next) return text;
  return `${text} The next one, ${shortOf(next)} from ${next.origin} to ${next.destination}, starts at ${hm(next.start)}${next.start.date === now.date ? "" : " on " + dayName(next.start)}.`;
}

function countText(answer) {
  const parts = [[trainCount(answer, "R"), "running"], [trainCount(answer, "N"), "about to start"], [trainCount(answer, "T"), "just arrived"]].filter(([n]) => n > 0);
  if (parts.length === 0) return "No trains";
  return parts.map(([n, text], i) => (i === 0 ? `${n} ${n === 1 ? "train" : "trains"} ${text}` : `${n} ${text}`)).join(", ");
}
