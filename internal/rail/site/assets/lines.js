// The lines of the network: the stretches between neighbouring calls of trains, in the timetable or of current trains.

import { length } from "./geometry.js";

// Lines is the set of known stretches.
export class Lines {
  constructor() {
    this.stretches = new Map(); // by key: {from, to, lines}, codes of stations and the set of lines between them
    this.neighbours = new Map(); // codes by code
    this.version = 0; // changes when a stretch is added
    this.paths = { version: 0, known: new Map() };
  }

  // add adds a stretch, and a line on it if one is given: {name, color, ink}.
  add(from, to, line) {
    if (!from || !to || from === to) return;
    const key = stretchKey(from, to);
    const known = this.stretches.get(key);
    if (line) (known?.lines ?? this.make(key, from, to)).add(line);
    else if (!known) this.make(key, from, to);
  }

  make(key, from, to) {
    const lines = new Set();
    this.stretches.set(key, { from, to, lines });
    for (const [a, b] of [[from, to], [to, from]]) {
      if (!this.neighbours.has(a)) this.neighbours.set(a, new Set());
      this.neighbours.get(a).add(b);
    }
    this.version++;
    return lines;
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

  // shown returns the stretches that other stretches do not make up, with all lines that run on them.
  shown(points) {
    const shown = new Map();
    for (const { from, to, lines } of this.stretches.values()) {
      if (!points.has(from) || !points.has(to)) continue;
      const path = this.path(from, to, points);
      for (let i = 1; i < path.length; i++) {
        const key = stretchKey(path[i - 1], path[i]);
        if (!shown.has(key)) shown.set(key, { from: path[i - 1], to: path[i], lines: new Set() });
        for (const line of lines) shown.get(key).lines.add(line);
      }
    }
    return [...shown.values()];
  }
}

const stretchKey = (from, to) => (from < to ? `${from}\n${to}` : `${to}\n${from}`);
