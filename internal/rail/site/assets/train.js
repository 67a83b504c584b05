// The run of a train as a diagram of its calls.

import { boardPath, data, subject, trainPath } from "./service.js";
import { byId, clock, element, refresh, setText, showLoading } from "./frame.js";
import { showAlerts } from "./alerts.js";
import { nameOf, shortOf, showBadge } from "./label.js";
import { isolated } from "./names.js";
import { showPlatform } from "./platform.js";
import { describe, placeOf, stateOf } from "./run.js";
import { dayName, hm, hms, isoDate, longDate, parseDate } from "./times.js";

const section = byId("run");
const asked = subject(location);
let run = null;

async function load() {
  const wanted = parseDate(asked.date);
  const query = { code: asked.code };
  if (asked.date) query.date = wanted === null ? asked.date : isoDate(wanted);
  try {
    run = await data("run", query);
  } catch (error) {
    if (error.status !== 404) throw error;
    run = null;
    return;
  }
  clock.setTime(run.now);
  if (!asked.date) {
    asked.date = run.train.date; // from now on this run, also after midnight
    history.replaceState(null, "", trainPath(run.train.code, asked.date));
  }
}

function show(state) {
  showLoading(state, state === "ready" || run !== null);
  section.dataset.state = state === "waiting" ? "loading" : state === "ready" && !run ? "unknown" : state;
  byId("unknown").hidden = section.dataset.state !== "unknown";
  document.querySelector(".legend").hidden = !run;
  if (section.dataset.state === "unknown") showUnknown();
  if (run) showRun();
}

function showUnknown() {
  const date = asked.date || isoDate(clock.now());
  const moment = parseDate(date);
  setText(byId("train"), asked.code || "Train");
  setText(byId("unknown").querySelector("h2"), "This train is not known");
  byId("unknown").querySelector("p").replaceChildren(
    `The timetable has no train “${asked.code}” on ${moment === null ? `“${date}”` : longDate(moment)}. The trains of this moment are on the `,
    element("a", { href: "/map" }, "map"), ", and the trains of a station on its board.");
}

function showRun() {
  const { train } = run;
  const day = longDate(parseDate(train.date));
  Object.assign(section.dataset, { train: train.code, date: train.date, place: train.source });
  section.toggleAttribute("data-cancelled", train.cancelled === true);
  setText(byId("train"), nameOf(train));
  showBadge(byId("line"), train.named ? train.line : null);
  setText(byId("route"), `${isolated(train.origin)} to ${isolated(train.destination)}, ${day}`);
  document.title = `${shortOf(train)}, ${train.origin} to ${train.destination}`;
  const list = byId("calls");
  if (list.children.length !== run.calls.length) list.replaceChildren(...run.calls.map(emptyCall));
  run.calls.forEach((c, i) => fillCall(list.children[i], c));
  showAlerts(byId("alerts"), (train.alerts ?? []).map((i) => run.alerts[i]), run.now);
  showPlace();
}

function emptyCall(c) {
  const row = (name, label, short) => element("span", { class: `event ${name}` },
    element("span", { class: "unseen" }, label + ": "), element("small", { "aria-hidden": "true" }, short), time("scheduled", "scheduled "), time("expected", ", expected "), time("actual", ", actual "));
  return element("li", { class: "call", "data-station": c.code },
    element("span", { class: "mark", "aria-hidden": "true" }),
    element("span", { class: "stop" }, element("a", { class: "name", href: boardPath(c.code) }, c.name), " ", element("small", { class: "platform" }), " ", element("small", { class: "note" })),
    element("span", { class: "times" }, row("arr", "Arrival", "arr"), c.passes ? row("dep", "Passes", "pass") : row("dep", "Departure", "dep")));
}

const time = (name, label) => element("span", { class: name }, element("span", { class: "unseen" }, label), element("time"));

function fillCall(li, c) {
  li.dataset.kind = c.kind;
  li.toggleAttribute("data-omitted", c.omitted === true);
  li.toggleAttribute("data-seen", c.seen === true);
  showPlatform(li.querySelector(".platform"), c);
  fillEvent(li.querySelector(".arr"), c.passes && c.departure ? null : c.arrival); // passing takes no time
  fillEvent(li.querySelector(".dep"), c.departure);
}

// fillEvent shows the times of an event. An expected time that is the scheduled one is not repeated.
function fillEvent(row, event) {
  row.hidden = !event;
  if (!event) return;
  const { scheduled, expected = null, actual } = event;
  const times = { scheduled, expected: expected && !actual && hm(expected) !== hm(scheduled) ? expected : null, actual: actual ? expected : null };
  for (const [name, time] of Object.entries(times)) {
    const cell = row.querySelector("." + name);
    cell.classList.toggle("none", time === null);
    const target = cell.querySelector("time");
    setText(target, time === null ? "" : hm(time));
    if (time !== null) target.title = hms(time);
  }
  row.dataset.mood = event.mood;
  row.toggleAttribute("data-omitted", event.omitted === true);
}

// showPlace moves the train along with the clock, between refreshes too.
function showPlace() {
  if (!run) return;
  const place = placeOf(run, clock.instant());
  const moving = place.last >= 0 && !place.standing;
  [...byId("calls").children].forEach((li, i) => {
    li.dataset.state = stateOf(place, i);
    if (moving && i === place.last) {
      li.dataset.trainAfter = "";
      li.style.setProperty("--along", place.along.toFixed(3));
    } else {
      delete li.dataset.trainAfter;
    }
    li.dataset.state === "here" ? li.setAttribute("aria-current", "step") : li.removeAttribute("aria-current");
    setText(li.querySelector(".note"), noteOf(i, place));
  });
  setText(byId("summary"), describe(run, place));
  byId("summary").dataset.mood = run.train.mood;
}

function noteOf(i, place) {
  const notes = [];
  const c = run.calls[i];
  const time = (call) => (call.arrival ?? call.departure).scheduled;
  if (i > 0 && time(c).date !== time(run.calls[i - 1]).date) notes.push(dayName(time(c)));
  if (c.note) notes.push(c.note);
  if (i === place.last && place.standing) notes.push(c.seen ? "here now" : "here by the timetable");
  else if (i === place.next && !c.omitted && !c.passes) notes.push("next");
  return notes.join(", ");
}

setInterval(showPlace, 1000);
refresh(load, show);
