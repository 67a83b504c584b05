// The run of a train: its calls with their times as moments, and where it is.

import { isolated } from "./names.js";
import { nearest, parseDate, timeOfDay } from "./times.js";

// runOf returns the calls of a train from its movements, or null if there are none. Of each call, arrival and departure
// are {scheduled, expected, actual}; a time that the call does not have is null.
export function runOf(records) {
  if (records.length === 0) return null;
  let last = (parseDate(records[0].TrainDate) ?? 0) + (timeOfDay(records[0].ScheduledDeparture) ?? 0);
  const calls = records.map((r, i) => {
    const first = r.LocationType === "O" || i === 0;
    const final = r.LocationType === "D" || i === records.length - 1;
    const arrival = first ? null : times(r.ScheduledArrival, r.ExpectedArrival, r.Arrival, last);
    last = arrival?.scheduled ?? last;
    const departure = final ? null : times(r.ScheduledDeparture, r.ExpectedDeparture, r.Departure, last);
    last = departure?.scheduled ?? last;
    return { code: r.LocationCode, name: r.LocationFullName, kind: r.LocationType, stop: r.StopType, arrival, departure };
  });
  const { TrainCode, TrainDate, TrainOrigin, TrainDestination } = records[0];
  return { code: TrainCode, date: parseDate(TrainDate), origin: TrainOrigin, destination: TrainDestination, calls };
}

// times reads the times of an arrival or departure. Those without a date are next to the moment of the event before.
function times(scheduled, expected, actual, after) {
  const at = timeOfDay(scheduled);
  if (at === null) return null;
  const moment = nearest(at, after);
  const next = (text) => (timeOfDay(text) === null ? null : nearest(timeOfDay(text), moment));
  // Calls at which the train does not run have no expected time, which is written as 00:00:00.
  const e = expected === "00:00:00" && Math.abs(next(expected) - moment) > 4 * 3600_000 ? null : next(expected);
  return { scheduled: moment, expected: e, actual: next(actual) };
}

// expectedAt returns the best known moment of an event.
const expectedAt = (event) => (event ? event.actual ?? event.expected ?? event.scheduled : null);

// placeOf says where the train is at a moment: {last, next, along, standing}. last and next are indexes of calls, or -1;
// along is the share of the stretch between them that the train has passed.
export function placeOf(run, now) {
  const { calls } = run;
  const next = calls.findIndex((c) => c.stop === "N");
  let last = calls.findIndex((c) => c.stop === "C");
  if (last < 0) return { last: -1, next: next < 0 ? -1 : next, along: 0, standing: false };
  if (next < 0) return { last, next: -1, along: 0, standing: true };
  const left = expectedAt(calls[last].departure ?? calls[last].arrival);
  const due = expectedAt(calls[next].arrival ?? calls[next].departure);
  if (left === null || now === null || now < left) return { last, next, along: 0, standing: calls[last].kind !== "T" };
  const along = due > left ? Math.min(1, (now - left) / (due - left)) : 1;
  return { last, next, along, standing: false };
}

// stateOf returns passed, here or coming for a call.
export function stateOf(place, index) {
  if (index === place.last && place.standing) return "here";
  return index <= place.last ? "passed" : "coming";
}

// delayOf returns the minutes of delay at the next event of the train, else at its last one.
export function delayOf(run, place) {
  const index = place.standing && place.next >= 0 ? place.last : place.next >= 0 ? place.next : place.last;
  const call = run.calls[index];
  if (!call) return 0;
  const event = (place.standing ? call.departure ?? call.arrival : call.arrival ?? call.departure);
  const at = expectedAt(event);
  return at === null ? 0 : Math.trunc((floorMinute(at) - floorMinute(event.scheduled)) / 60_000);
}

const floorMinute = (moment) => Math.floor(moment / 60_000) * 60_000;

// describe says in a sentence where the train is.
export function describe(run, place, hm) {
  const { calls } = run;
  const next = calls[place.next];
  if (place.last < 0 && !next) return "It does not run.";
  if (place.last < 0) return `It has not started yet. It leaves ${isolated(next.name)} at ${hm(expectedAt(next.departure ?? next.arrival))}.`;
  const last = calls[place.last];
  if (!next) return `It has arrived at ${isolated(last.name)}.`;
  if (place.standing) return `It is at ${isolated(last.name)} and leaves at ${hm(expectedAt(last.departure ?? last.arrival))}.`;
  return `It is between ${isolated(last.name)} and ${isolated(next.name)}, where it is expected at ${hm(expectedAt(next.arrival ?? next.departure))}.`;
}
