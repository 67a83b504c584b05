// The run of a train: where it is between its calls.

import { isolated } from "./names.js";
import { hm } from "./times.js";

// timeOf returns the best known time of an event, or null.
export const timeOf = (event) => (event ? event.expected ?? event.scheduled : null);

const instantOf = (event) => (event ? timeOf(event).at * 1000 : null);

// placeOf says where the train is at an instant: {last, next, along, standing}. last and next are indexes of calls, or -1;
// along is the share of the stretch between them that the train has passed.
export function placeOf(run, now) {
  const { calls, reached: last, next } = run;
  if (last < 0) return { last: -1, next, along: 0, standing: false };
  if (next < 0) return { last, next: -1, along: 0, standing: true };
  const left = instantOf(calls[last].departure ?? calls[last].arrival);
  const due = instantOf(calls[next].arrival ?? calls[next].departure);
  if (now === null || now < left) return { last, next, along: 0, standing: !calls[last].passes && !calls[last].omitted };
  const along = due > left ? Math.min(1, (now - left) / (due - left)) : 1;
  return { last, next, along, standing: false };
}

// stateOf returns passed, here or coming for a call.
export function stateOf(place, index) {
  if (index === place.last && place.standing) return "here";
  return index <= place.last ? "passed" : "coming";
}

// describe says in a sentence or two where the train is, and how late.
export function describe(run, place) {
  const { calls, train } = run;
  if (train.cancelled) return "This train is cancelled.";
  const next = calls[place.next];
  if (place.last < 0 && !next) return "It does not run.";
  const late = train.reported ? `${isolated(train.lateness)}.` : silence(train, next);
  if (place.last < 0) return `It has not started yet. It leaves ${isolated(next.name)} at ${hm(timeOf(next.departure ?? next.arrival))}. ${late}`;
  const last = calls[place.last];
  if (!next) return train.reported ? `It has arrived at ${isolated(last.name)}.` : `It should have arrived at ${isolated(last.name)}. ${late}`;
  const source = { vehicle: " Its vehicle reports its place, which is on the map.", times: " Its place is computed from reported times.", timetable: "" }[train.source];
  const is = train.source === "timetable" ? "It should be" : "It is";
  if (place.standing) return `${is} at ${isolated(last.name)} and leaves at ${hm(timeOf(last.departure ?? last.arrival))}. ${late}${source}`;
  return `${is} between ${isolated(last.name)} and ${isolated(next.name)}, where it is expected at ${hm(timeOf(next.arrival ?? next.departure))}. ${late}${source}`;
}

// silence says that nothing is reported about the next call.
function silence(train, next) {
  if (train.vehicle) return "Its times are those of the timetable.";
  if (train.seen && next) return `Nothing is reported about ${isolated(next.name)}.`;
  return "Nothing is reported about it: times and place are those of the timetable.";
}
