// The trains on the map, and how they move between two refreshes.

import { placeOf } from "./geometry.js";
import { nameOf, shortOf } from "./label.js";

// trainOf makes a train from its data. leaves and arrives are instants in milliseconds, or null.
export function trainOf(position) {
  const instant = (time) => (time ? time.at * 1000 : null);
  return {
    code: position.code,
    shown: position.shown,
    named: position.named === true,
    line: null, // its line on the map, which is not that of its name
    label: shortOf(position),
    name: nameOf(position),
    date: position.date,
    status: position.status,
    delay: position.delay,
    lateness: position.lateness,
    mood: position.mood,
    source: position.source,
    place: position.place ? placeOf(position.place[0], position.place[1]) : null,
    origin: position.origin,
    destination: position.destination,
    from: position.from.code,
    to: position.to?.code ?? null,
    last: position.from.name,
    next: position.to?.name ?? "",
    standing: position.standing === true || position.status === "T",
    leaves: instant(position.leaves),
    arrives: instant(position.arrives),
    alerts: position.alerts ?? [],
  };
}

// merged returns the trains of an answer. If it has changes only, the others are the ones before.
export function merged(before, { trains, since, gone = [], at = [] }) {
  const changed = trains.map(trainOf);
  if (!since) return changed;
  const left = new Set(gone);
  const all = before.filter((_, i) => !left.has(i));
  at.forEach((index, i) => all.splice(index, 0, changed[i]));
  return all;
}

// stretchOf returns the codes of the stations between which a train is, or null if one of them has no place on the map.
export function stretchOf(train, points) {
  if (train.to === null || train.from === train.to || !points.has(train.from) || !points.has(train.to)) return null;
  return { from: train.from, to: train.to };
}

// progress returns the share of a stretch that a train has passed at a moment, if it was at a share at another moment and
// arrives at its end as expected. A train that stands goes on when it is due to leave.
export function progress({ at, seen, leaves, arrives, standing, moving }, now) {
  if (!moving || arrives === null) return at;
  const start = standing && leaves !== null ? Math.max(seen, leaves) : seen;
  if (now <= start) return at;
  if (arrives <= start) return at;
  return at + (1 - at) * Math.min(1, (now - start) / (arrives - start));
}
