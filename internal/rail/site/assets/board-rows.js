// The rows of a board, from the data of a station.

import { isolated } from "./names.js";
import { hm } from "./times.js";

// boardRows returns the departures or arrivals of a board, by the instant at which each train is here.
export function boardRows(board, view) {
  const rows = [];
  for (const train of board?.trains ?? []) {
    const event = view === "departures" ? train.departure : train.arrival; // trains that end here do not leave, and those that begin here do not arrive
    if (event) rows.push(rowOf(train, event, board));
  }
  return rows.sort((a, b) => a.at - b.at || (a.code < b.code ? -1 : 1));
}

function rowOf(train, event, board) {
  const expected = event.expected ?? null;
  return {
    code: train.code,
    shown: train.shown,
    date: train.date,
    kind: train.kind,
    platform: train.platform ?? "",
    planned: train.planned ?? "",
    named: train.named === true,
    line: train.line ?? null,
    direction: train.direction,
    scheduled: hm(event.scheduled),
    expected: expected && hm(expected) !== hm(event.scheduled) ? hm(expected) : "", // what is as scheduled is not repeated
    at: (expected ?? event.scheduled).at,
    late: event.late,
    mood: event.mood,
    status: event.status,
    omitted: event.omitted === true,
    place: event.place,
    where: whereText(train, board),
    notes: train.notes ?? [],
    alerts: train.alerts ?? [],
  };
}

// whereText says where a train is: Departed Osier Park. Before its start it is at its origin.
function whereText(train, board) {
  if (train.omitted) return "";
  if (train.last) return train.last;
  return train.origin === board.name ? "Starts here" : `Starts at ${hm(train.start)} in ${isolated(train.origin)}`;
}

// dueText says how long it is until an instant in seconds, at an instant in milliseconds.
export function dueText(at, now) {
  const minutes = Math.floor((at * 1000 - now) / 60_000);
  return minutes < 1 ? "now" : `${minutes} min`;
}
