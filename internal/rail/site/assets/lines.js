// The lines of the network. No operation lists them: they are the stretches between neighbouring calls of trains. Those of
// the present trains are known from their last and next calls; the others follow from the movements of a few trains.

import { length } from "./geometry.js";

// Lines is the set of known stretches.
export class Lines {
  constructor() {
    this.stretches = new Map(); // by key: {from, to}, codes of stations
    this.neighbours = new Map(); // codes by code
    this.version = 0; // changes when a stretch is added
    this.paths = { version: 0, known: new Map() };
  }

  add(from, to) {
    if (!from || !to || from === to) return;
    const key = from < to ? `${from}\n${to}` : `${to}\n${from}`;
    if (this.stretches.has(key)) return;
    this.stretches.set(key, { from, to });
    for (const [a, b] of [[from, to], [to, from]]) {
      if (!this.neighbours.has(a)) this.neighbours.set(a, new Set());
      this.neighbours.get(a).add(b);
    }
    this.version++;
  }

  // addRun adds the stretches of a train from the codes of its calls.
  addRun(codes) {
    for (let i = 1; i < codes.length; i++) this.add(codes[i - 1], codes[i]);
  }

  degree(code) {
    return this.neighbours.get(code)?.size ?? 0;
  }

  // path returns the codes from one station to another: over the stations between, if trains that stop more often show that
  // the line leads over them, else the two. points are the places on the map by code.
  path(from, to, points) {
    if (this.paths.version !== this.version) this.paths = { version: this.version, known: new Map() };
    const key = `${from}\n${to}`;
    if (!this.paths.known.has(key)) this.paths.known.set(key, this.findPath(from, to, points));
    return this.paths.known.get(key);
  }

  findPath(from, to, points) {
    const found = this.detour(from, to, points);
    if (!found) return [from, to];
    const path = [from];
    for (let i = 1; i < found.length; i++) path.push(...this.path(found[i - 1], found[i], points).slice(1));
    return path;
  }

  // detour returns the shortest path of several stretches that is hardly longer than the direct one, or null. Each stretch
  // of it is shorter than the direct one, so that two stretches never replace each other.
  detour(from, to, points) {
    const direct = length(points.get(from), points.get(to));
    const longest = direct * 1.2;
    const best = new Map([[from, { far: 0, before: null }]]);
    const open = [from];
    const done = new Set();
    for (let steps = 0; open.length > 0 && steps < 400; steps++) {
      let at = 0;
      for (let i = 1; i < open.length; i++) if (best.get(open[i]).far < best.get(open[at]).far) at = i;
      const [code] = open.splice(at, 1);
      if (code === to) break;
      done.add(code);
      for (const next of this.neighbours.get(code) ?? []) {
        if (done.has(next) || (code === from && next === to) || !points.has(next)) continue;
        const part = length(points.get(code), points.get(next));
        const far = best.get(code).far + part;
        if (part >= direct * 0.95 || far + length(points.get(next), points.get(to)) > longest || far >= (best.get(next)?.far ?? Infinity)) continue;
        if (!best.has(next)) open.push(next);
        best.set(next, { far, before: code });
      }
    }
    if (!best.has(to)) return null;
    const path = [];
    for (let code = to; code !== null; code = best.get(code).before) path.unshift(code);
    return path;
  }

  // shown returns the stretches without those that other stretches make up.
  shown(points) {
    return [...this.stretches.values()].filter(({ from, to }) =>
      points.has(from) && points.has(to) && this.path(from, to, points).length === 2);
  }
}

// routeKey identifies the route of a train in either direction.
export function routeKey(train) {
  const ends = [train.TrainOrigin, train.TrainDestination];
  return ends.sort().join("\n");
}

// unexplored returns trains whose movements tell most about the network: one for each route that is not known yet.
export function unexplored(trains, explored, max) {
  const routes = new Map();
  for (const train of trains) {
    const key = routeKey(train);
    if (!explored.has(key) && !routes.has(key)) routes.set(key, train);
  }
  return [...routes.values()].slice(0, max);
}
