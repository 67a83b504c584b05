// The trains on the map, and how they move between two refreshes.

import { length, placeOf, between, share } from "./geometry.js";
import { isoDate, parseDate, parseMoment } from "./times.js";

// trainOf makes a train from its record.
export function trainOf(record) {
  const date = parseDate(record.TrainDate);
  const late = Number(record.Difference) || 0;
  const after = (text) => {
    const moment = parseMoment(text);
    return moment === null ? null : moment + late * 1000;
  };
  return {
    code: record.TrainCode,
    date: date === null ? "" : isoDate(date),
    status: record.TrainStatus,
    late,
    place: placeOf(record.TrainLatitude, record.TrainLongitude),
    origin: record.TrainOrigin,
    destination: record.TrainDestination,
    last: record.LastLocation,
    next: record.NextLocation,
    standing: record.LastLocationType === "A" || record.LastLocationType === "T",
    leaves: after(record.ScheduledDeparture),
    arrives: after(record.ScheduledArrival),
    record,
  };
}

// stretchOf returns the codes of the stations between which a train is, or null. Stations may share a name: it takes the
// pair whose stretch is nearest to the train. stations are the codes by name, points the places on the map by code.
export function stretchOf(train, point, stations, points) {
  const from = candidates(train.last, stations, points);
  const to = candidates(train.next, stations, points);
  let best = null;
  for (const a of from) {
    for (const b of to) {
      if (a === b) continue;
      const [p, q] = [points.get(a), points.get(b)];
      const far = point ? length(point, between(p, q, share(p, q, point))) : 0;
      const score = far * 4 + length(p, q);
      if (best === null || score < best.score) best = { from: a, to: b, score };
    }
  }
  return best && { from: best.from, to: best.to };
}

const candidates = (name, stations, points) => (stations.get(name) ?? []).filter((code) => points.has(code)).slice(0, 12);

// progress returns the share of a stretch that a train has passed at a moment, if it was at a share at another moment and
// arrives at its end as expected. A train that stands goes on when it is due to leave.
export function progress({ at, seen, leaves, arrives, standing, moving }, now) {
  if (!moving || arrives === null) return at;
  const start = standing && leaves !== null ? Math.max(seen, leaves) : seen;
  if (now <= start) return at;
  if (arrives <= start) return at;
  return at + (1 - at) * Math.min(1, (now - start) / (arrives - start));
}
