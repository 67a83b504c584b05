// The rows of a board, from the records of a station.

import { isolated } from "./names.js";
import { hm, isoDate, lateness, nearest, parseDate, parseMoment, timeOfDay } from "./times.js";

// boardRows returns the departures or arrivals among the records, by expected time. The times are moments.
export function boardRows(records, view) {
  const leaving = view === "departures";
  const rows = [];
  for (const r of records) {
    const end = leaving ? "D" : "O"; // trains that end here do not leave, and those that begin here do not arrive
    const row = r.Locationtype === end ? null : rowOf(r, leaving);
    if (row) rows.push(row);
  }
  return rows.sort((a, b) => a.expected - b.expected || a.scheduled - b.scheduled || (a.code < b.code ? -1 : 1));
}

// rowOf returns a row, or null for a record without the times. Its delay belongs to the times that it shows; the record has
// the delay of the arrival only.
function rowOf(r, leaving) {
  const now = parseMoment(r.Servertime);
  const scheduled = timeOfDay(leaving ? r.Schdepart : r.Scharrival);
  const expected = timeOfDay(leaving ? r.Expdepart : r.Exparrival);
  if (now === null || scheduled === null) return null;
  const expectedAt = nearest(expected ?? scheduled, now);
  const scheduledAt = nearest(scheduled, expectedAt);
  const date = parseDate(r.Traindate);
  const late = Math.round((expectedAt - scheduledAt) / 60_000);
  const standing = r.Lastlocation === `Arrived ${r.Stationfullname}` && Number(r.Duein) <= 0;
  return {
    code: r.Traincode,
    date: date === null ? "" : isoDate(date),
    kind: r.Traintype,
    due: Number(r.Duein),
    late,
    scheduled: scheduledAt,
    expected: expectedAt,
    place: leaving ? r.Destination : r.Origin,
    direction: r.Direction,
    where: whereText(r),
    standing,
    status: standing ? "Here now" : lateness(late, r.Status !== "No Information"),
  };
}

// whereText says where a train is: Departed Osier Park. Before its start it is at its origin.
function whereText(r) {
  if (r.Lastlocation) return r.Lastlocation;
  const start = timeOfDay(r.Origintime);
  const now = parseMoment(r.Servertime);
  if (r.Locationtype === "O") return "Starts here";
  if (start !== null && now !== null && nearest(start, now) > now) return `Starts at ${hm(start)} in ${isolated(r.Origin)}`;
  return r.Status === "No Information" ? "Not reported" : "";
}

// dueText says how long it is until a moment.
export function dueText(expected, now) {
  const minutes = Math.floor((expected - now) / 60_000);
  if (minutes < 1) return "now";
  return `${minutes} min`;
}
