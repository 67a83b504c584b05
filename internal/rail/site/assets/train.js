// The run of a train as a diagram of its calls.

import { boardPath, call, subject, trainPath } from "./service.js";
import { byId, clock, element, refresh, setText, showLoading } from "./frame.js";
import { isolated } from "./names.js";
import { delayOf, describe, placeOf, runOf, stateOf } from "./run.js";
import { hm, hms, isoDate, lateness, longDate, parseDate } from "./times.js";

const section = byId("run");
const asked = subject(location);
let run = null;
let date = "";

async function load() {
  date = asked.date || (await currentDate());
  const wanted = parseDate(date);
  run = runOf(await call("getTrainMovementsXML", { TrainId: asked.code, TrainDate: wanted === null ? date : isoDate(wanted) }));
  if (run && !asked.date) {
    asked.date = isoDate(run.date); // from now on this run, also after midnight
    history.replaceState(null, "", trainPath(run.code, asked.date));
  }
}

// currentDate returns the date of the current train with the code, else the date of the clock.
async function currentDate() {
  const trains = await call("getVendorTrainsXML");
  const own = trains.filter((t) => t.TrainCode.toLowerCase() === asked.code.toLowerCase());
  const train = own.find((t) => t.TrainStatus === "R") ?? own[0];
  return isoDate(train ? parseDate(train.TrainDate) : clock.now());
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
  const moment = parseDate(date);
  setText(byId("train"), asked.code || "Train");
  setText(byId("unknown").querySelector("h2"), "This train is not known");
  byId("unknown").querySelector("p").replaceChildren(
    `The timetable has no train “${asked.code}” on ${moment === null ? `“${date}”` : longDate(moment)}. The trains of this moment are on the `,
    element("a", { href: "/map" }, "map"), ", and the trains of a station on its board.");
}

function showRun() {
  Object.assign(section.dataset, { train: run.code, date: isoDate(run.date) });
  setText(byId("train"), run.code);
  setText(byId("route"), `${isolated(run.origin)} to ${isolated(run.destination)}, ${longDate(run.date)}`);
  document.title = `${run.code}, ${run.origin} to ${run.destination}`;
  const list = byId("calls");
  if (list.children.length !== run.calls.length) list.replaceChildren(...run.calls.map(emptyCall));
  run.calls.forEach((c, i) => fillCall(list.children[i], c));
  showPlace();
}

function emptyCall(c) {
  const row = (name, label, short) => element("span", { class: `event ${name}` },
    element("span", { class: "unseen" }, label + ": "), element("small", { "aria-hidden": "true" }, short), time("scheduled", "scheduled "), time("expected", ", expected "), time("actual", ", actual "));
  return element("li", { class: "call", "data-station": c.code, "data-kind": c.kind },
    element("span", { class: "mark", "aria-hidden": "true" }),
    element("span", { class: "stop" }, element("a", { class: "name", href: boardPath(c.code) }, c.name), " ", element("small", { class: "note" })),
    element("span", { class: "times" }, row("arr", "Arrival", "arr"), c.kind === "T" ? row("dep", "Passes", "pass") : row("dep", "Departure", "dep")));
}

const time = (name, label) => element("span", { class: name }, element("span", { class: "unseen" }, label), element("time"));

function fillCall(li, c) {
  li.dataset.kind = c.kind;
  fillEvent(li.querySelector(".arr"), c.kind === "T" && c.departure ? null : c.arrival); // passing takes no time
  fillEvent(li.querySelector(".dep"), c.departure);
}

function fillEvent(row, event) {
  row.hidden = !event;
  if (!event) return;
  for (const name of ["scheduled", "expected", "actual"]) {
    const cell = row.querySelector("." + name);
    cell.classList.toggle("none", event[name] === null);
    const target = cell.querySelector("time");
    setText(target, event[name] === null ? "" : hm(event[name]));
    if (event[name] !== null) target.title = hms(event[name]);
  }
  row.dataset.late = event.expected === null ? "" : Math.trunc((Math.floor(event.expected / 60_000) - Math.floor(event.scheduled / 60_000)));
}

// showPlace moves the train along with the clock, between refreshes too.
function showPlace() {
  if (!run) return;
  const place = placeOf(run, clock.now());
  const late = delayOf(run, place);
  const runs = place.last >= 0 || place.next >= 0;
  const moving = runs && !place.standing && place.last >= 0;
  [...byId("calls").children].forEach((li, i) => {
    const c = run.calls[i];
    li.dataset.state = stateOf(place, i);
    if (moving && i === place.last) {
      li.dataset.trainAfter = "";
      li.style.setProperty("--along", place.along.toFixed(3));
    } else {
      delete li.dataset.trainAfter;
    }
    li.dataset.state === "here" ? li.setAttribute("aria-current", "step") : li.removeAttribute("aria-current");
    setText(li.querySelector(".note"), noteOf(c, i, place));
  });
  setText(byId("summary"), describe(run, place, hm) + (runs && place.next >= 0 ? ` ${lateness(late)}.` : ""));
  byId("summary").dataset.mood = late > 0 ? "late" : "calm";
}

function noteOf(c, i, place) {
  const notes = [];
  const day = dayOf(c);
  if (i > 0 && day !== dayOf(run.calls[i - 1])) notes.push(longDate(day).split(",")[0].split(" ")[0]); // the day of the week
  if (i === place.last && place.standing) notes.push("here now");
  else if (c.kind === "T") notes.push("no stop");
  else if (i === place.next) notes.push("next");
  return notes.join(", ");
}

// dayOf returns the moment at which the day of a call begins.
function dayOf(c) {
  return parseDate(isoDate((c.arrival ?? c.departure)?.scheduled ?? run.date));
}

setInterval(showPlace, 1000);
refresh(load, show);
