// The map: lines, stations and trains in an SVG image, whose units are the units of its viewBox.

import { boardPath, data, knownNetwork, trainPath } from "./service.js";
import { clock } from "./frame.js";
import { along, kilometersPerUnit, length, lengthOf, placeOf, project, roundedBox, shareAlong, thinned, within } from "./geometry.js";
import { Lines } from "./lines.js";
import { drawLand, drawLines, shape } from "./strokes.js";
import { merged, progress, stretchOf } from "./trains.js";
import { drawLabels, lineLabel, stationLabel } from "./labels.js";
import { kept } from "./zoom.js";

const width = 1000;
const maxLabels = 150;
const apart = 14; // pixels between two trains that are drawn in full size, and
const crowdedApart = 26; // if there are more trains than one in so many square pixels:
const crowded = 2500;
const small = 0.45; // size of the other trains
const coarse = 30; // the part that is shown must be so many times as wide as the coasts may be wrong

// Network is the map in an svg element, which gets an event "view" when another part or other trains are shown, and "need" when the
// trains of the part have to be loaded. Screen readers find the trains in the table, and the stations by the search.
export class Network {
  // highest is the maximum height of the map, relative to its width.
  constructor(svg, highest = 0.62) {
    this.svg = svg;
    this.highest = highest;
    this.lines = new Lines();
    this.points = null; // places on the map by code
    this.shown = []; // stretches, with their lines
    this.shapes = new Map(); // points between the stations of a stretch, by their codes
    this.trains = new Map(); // by code and date
    this.drawn = -1; // version of the lines that are drawn
    this.layers = Object.fromEntries(["land", "lines", "stations", "trains", "labels"].map((name) => [name, shape("g", { class: name })]));
    for (const name of ["stations", "trains", "labels"]) this.layers[name].setAttribute("aria-hidden", "true");
    svg.replaceChildren(...Object.values(this.layers));
    new ResizeObserver(() => this.rescale()).observe(svg);
  }

  // load asks for the trains in view, for what has changed if some are known, and for the stations and lines if they are not, and
  // draws them. It returns the trains, and the answer with what else it says.
  async load() {
    if (history.state?.part?.w < width) this.draw(await knownNetwork());
    const box = this.box();
    const same = this.loaded && String(box) === String(this.loaded.box);
    const parameters = { ...(box && { box }), ...(same && { since: this.loaded.answer.tag }) };
    const [known, answer] = await Promise.all([knownNetwork(), data("trains", parameters)]);
    clock.setTime(answer.now);
    this.draw(known);
    if (answer.since) answer.alerts = this.loaded.answer.alerts;
    const trains = merged(this.loaded?.trains ?? [], answer);
    this.loaded = { box, answer, trains };
    this.place(trains);
    this.findLines();
    this.drawTrains(trains);
    return { trains, answer };
  }

  // draw draws the stations and the lines, and later the land, if they are not drawn.
  draw(known) {
    if (this.points) return;
    this.ordered = known.lines.map(({ line }) => line).filter(Boolean);
    const code = (i) => known.stations[i].code;
    for (const { line, stretches } of known.lines) for (const [from, to] of stretches) this.lines.add(code(from), code(to), line);
    this.drawStations(known.stations);
    if (known.shapes) this.shaped = { box: null };
    this.findLines();
    data("land", {}, { fixed: true }).then(({ rings, detail }) => {
      this.layers.land.replaceChildren(drawLand(rings, this.at));
      this.narrowest = rings.length ? detail * coarse : Infinity;
      this.settle();
    }, () => {}); // the map can be read without it
  }

  // box returns what to ask for to have the trains in view, or null for all of them.
  box() {
    if (!this.part || this.part === this.whole) return null;
    const { x, y, w, h } = this.part;
    const [from, to] = [this.back({ x, y: y + h }), this.back({ x: x + w, y })];
    return roundedBox(from.lon, from.lat, to.lon, to.lat);
  }

  // covered reports whether the trains in view have been loaded.
  covered() {
    if (!this.loaded?.box) return true;
    const [west, south, east, north] = this.loaded.box;
    const { x, y, w, h } = this.part;
    return [{ x, y }, { x: x + w, y: y + h }].map(this.back).every(({ lon, lat }) =>
      lat >= south && lat <= north && (lon < west ? lon + 360 : lon) <= east);
  }

  // between returns the points of a stretch: those of its shape, or the two stations.
  between(from, to) {
    return this.shapes.get(`${from}\n${to}`) ?? this.shapes.get(`${to}\n${from}`)?.toReversed() ?? [this.points.get(from), this.points.get(to)];
  }

  // findShapes asks for where the lines run in the part that is shown, as exactly as the part can show it.
  async findShapes() {
    const { x, y, w, h } = this.part;
    const [from, to] = [this.back({ x, y: y + h }), this.back({ x: x + w, y })];
    const box = this.shaped && roundedBox(from.lon, from.lat, to.lon, to.lat);
    if (!box || String(box) === this.shaped.box) return;
    this.shaped.box = String(box);
    try {
      const { stretches } = await data("shapes", { box }, { fixed: true });
      for (const { stretch: [a, b], points } of stretches) {
        const line = points.flatMap((lat, i) => (i % 2 === 0 ? [this.at({ lat, lon: points[i + 1] })] : []));
        this.shapes.set(`${a}\n${b}`, [this.points.get(a) ?? line[0], ...line.slice(1, -1), this.points.get(b) ?? line.at(-1)]);
      }
      for (const train of this.trains.values()) this.route(train);
      this.rescale();
    } catch {
      this.shaped.box = null; // the straight lines can be read, too
    }
  }

  drawStations(stations) {
    const placed = stations.map((s) => ({ s, place: s.place ? placeOf(...s.place) : null })).filter((p) => p.place);
    const { at, back, height } = project(placed.map((p) => p.place), width, { ratio: this.ratio() });
    this.back = back;
    this.at = at;
    this.kilometers = placed.length ? kilometersPerUnit(at, placed[0].place) : 0;
    this.whole = { x: 0, y: 0, w: width, h: height };
    this.points = new Map();
    for (const { s, place } of placed) {
      this.points.set(s.code, at(place));
    }
    this.names = new Map(placed.map(({ s }) => [s.code, s.name]));
    this.layers.stations.replaceChildren(...placed.map(({ s }) => {
      const p = this.points.get(s.code);
      return shape("a", { class: "station-link", href: boardPath(s.code), tabindex: "-1" },
        shape("circle", { class: "station", "data-code": s.code, cx: p.x.toFixed(2), cy: p.y.toFixed(2), r: 3 },
          shape("title", {}, s.name)));
    }));
    this.show(kept(history.state?.part, this.whole));
  }

  // ratio returns the height of the map, relative to its width, with which it fits into the window.
  ratio() {
    const limit = innerWidth < 600 ? this.highest * 2 : this.highest;
    return Math.max(0.4, Math.min(limit, (innerHeight * 0.72) / Math.max(1, this.svg.clientWidth)));
  }

  // show shows a part of the map: {x, y, w, h}.
  show(part) {
    this.part = part;
    this.svg.setAttribute("viewBox", [part.x, part.y, part.w, part.h].map((n) => n.toFixed(2)).join(" "));
    this.rescale();
  }

  // rescale keeps the size of marks and texts on the screen.
  rescale() {
    if (!this.part || !this.svg.clientWidth) return;
    this.unit = this.part.w / this.svg.clientWidth;
    this.svg.style.setProperty("--unit", this.unit.toFixed(4) + "px");
    for (const train of this.trains.values()) this.drawTrain(train);
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.settle(), 60);
  }

  // settle draws what depends on the size of the part that is shown, and on where the trains are.
  settle() {
    if (!this.points) return;
    this.svg.toggleAttribute("data-land", this.part.w * this.kilometers >= this.narrowest);
    drawLines(this.layers.lines, this.shown, (from, to) => this.between(from, to), this.unit);
    const trains = [...this.trains.values()].filter((train) => train.spot).sort((a, b) => b.weight - a.weight);
    const full = thinned(trains.map((train) => train.spot), this.apart() * this.unit);
    trains.forEach((train, i) => {
      train.size = full[i] ? 1 : small;
      train.element.classList.toggle("small", !full[i]);
      this.drawTrain(train);
    });
    this.relabel(trains);
    this.svg.dispatchEvent(new Event("view"));
    this.findShapes();
    if (!this.covered()) this.svg.dispatchEvent(new Event("need"));
  }

  apart() {
    const area = this.svg.clientWidth * this.svg.clientHeight;
    return this.trainsInView().length * crowded > area ? crowdedApart : apart;
  }

  relabel(trains) {
    const codes = [...this.points.keys()].filter((code) => within(this.points.get(code), this.part));
    this.svg.toggleAttribute("data-dense", codes.length > 120);
    codes.sort((a, b) => this.rank(b) - this.rank(a));
    const taken = trains.map(({ spot, size }) => square(spot, 7 * size * this.unit));
    drawLabels(this.layers.labels, [
      ...this.linesInView().map((line) => lineLabel(line, this.shown, (from, to) => this.between(from, to), this.unit)),
      ...codes.slice(0, 1500).map((code) => stationLabel(this.names.get(code), this.points.get(code), this.unit)),
    ], { part: this.part, taken, max: maxLabels });
  }

  // trainsInView returns the trains in the part that is shown. With the whole map, these are also the trains without a place.
  trainsInView() {
    return [...this.trains.values()].filter(({ spot }) => this.part === this.whole || (spot && within(spot, this.part)));
  }

  // linesInView returns the lines with a station in the part that is shown, the ones with the most trips first.
  linesInView() {
    const seen = new Set();
    for (const { from, to, lines } of this.shown) {
      if (within(this.points.get(from), this.part) || within(this.points.get(to), this.part)) lines.forEach((line) => seen.add(line));
    }
    return this.ordered.filter((line) => seen.has(line));
  }

  // rank is higher for junctions and ends of lines than for stations on the line.
  rank(code) {
    const degree = this.lines.degree(code);
    return degree === 1 ? 3 : degree === 2 ? 1 : degree * 2;
  }

  // findLines finds out where the lines run if there are new stretches.
  findLines() {
    if (this.drawn === this.lines.version) return;
    this.drawn = this.lines.version;
    this.shown = this.lines.shown(this.points);
    for (const train of this.trains.values()) this.route(train);
    this.rescale();
  }

  // place finds out between which stations the trains are, which tells stretches of lines.
  place(trains) {
    for (const train of trains) {
      if (train.element) continue; // it goes on as it did
      train.point = train.place && this.at(train.place);
      train.stretch = stretchOf(train, this.points);
      if (train.stretch) this.lines.add(train.stretch.from, train.stretch.to);
      else train.point = this.points.get(train.from) ?? train.point;
    }
  }

  drawTrains(trains) {
    const now = clock.instant();
    const present = new Set();
    for (const train of trains) {
      let key = `${train.code} ${train.date}`;
      while (present.has(key)) key += " again"; // several trains may share a code
      present.add(key);
      const old = this.trains.get(key);
      if (old === train) continue;
      train.seen = now;
      train.moving = train.status !== "T" && train.stretch !== null;
      train.element = old?.element ?? this.mark(train);
      train.shown = old?.shown;
      train.size = old?.size ?? small;
      train.weight = { R: 2, N: 1 }[train.status] ?? 0;
      if (train.mood === "late") train.weight += 3;
      this.trains.set(key, train);
      this.route(train);
      this.describe(train);
      this.drawTrain(train);
    }
    for (const [key, train] of this.trains) {
      if (present.has(key)) continue;
      train.element.remove();
      this.trains.delete(key);
    }
    this.rescale();
  }

  // route determines the line on which a train is, and where on it.
  route(train) {
    if (!train.stretch) {
      train.line = null;
      return;
    }
    const codes = this.lines.path(train.stretch.from, train.stretch.to, this.points);
    train.line = [this.points.get(codes[0]), ...codes.slice(1).flatMap((code, i) => this.between(codes[i], code).slice(1))];
    train.at = train.standing || !train.point ? 0 : shareAlong(train.line, train.point);
    const key = `${codes.join("\n")} ${this.shaped?.box}`;
    if (train.shown?.key !== key) train.shown = { key, line: train.line, at: goOn(train) ?? train.at };
  }

  mark(train) {
    const link = shape("a", { href: trainPath(train.code, train.date), tabindex: "-1" },
      shape("title"), shape("circle", { class: "touch", r: 11 }), shape("path", { class: "nose", d: "M12.5 0L5 5.6V-5.6Z" }), shape("circle", { class: "dot", r: 5.5 }), shape("circle", { class: "core", r: 2 }));
    const group = shape("g", { class: "train", "data-id": train.code, "data-date": train.date }, link);
    this.layers.trains.append(group);
    return group;
  }

  describe(train) {
    Object.assign(train.element.dataset, { status: train.status, late: train.delay, mood: train.mood, place: train.source });
    const text = `${train.label}, ${train.origin} to ${train.destination}, ${train.lateness[0].toLowerCase()}${train.lateness.slice(1)}${{ vehicle: ", reported place", times: ", placed by its times", timetable: ", placed by the timetable" }[train.source]}`;
    const title = train.element.querySelector("title");
    if (title.textContent !== text) title.textContent = text;
  }

  drawTrain(train) {
    const p = train.line ? along(train.line, train.shown.at) : train.point;
    train.spot = p;
    train.element.toggleAttribute("hidden", !p);
    if (!p || !this.unit) return;
    const standing = !train.line || train.shown.at === 0 || train.shown.at === 1;
    const key = `translate(${p.x.toFixed(2)} ${p.y.toFixed(2)})`;
    if (train.element.getAttribute("transform") !== key) train.element.setAttribute("transform", key);
    train.element.firstChild.setAttribute("transform", `scale(${(this.unit * train.size).toFixed(3)}) rotate(${(p.angle ?? 0).toFixed(0)})`);
    train.element.classList.toggle("standing", standing);
  }

  // move draws the trains where they are now. A correction of less than a stretch is made gradually if ease is below 1.
  move(ease) {
    const now = clock.instant();
    if (now === null) return;
    for (const train of this.trains.values()) {
      if (!train.line) continue;
      const target = progress(train, now);
      const step = target - train.shown.at;
      if (Math.abs(step) * lengthOf(train.line) < 0.02) continue;
      train.shown.at += step * ease;
      this.drawTrain(train);
    }
  }
}

// goOn returns where a train is to be shown on its stretch if it was shown on another one before: where the two meet, from
// which it moves on, or null if they do not meet there.
function goOn(train) {
  if (!train.shown) return null;
  const before = along(train.shown.line, train.shown.at);
  const at = shareAlong(train.line, before);
  return length(before, along(train.line, at)) < 0.5 ? at : null;
}

const square = (middle, half) => ({ x: middle.x - half, y: middle.y - half, w: 2 * half, h: 2 * half });

// animate moves the trains of a network with the clock: several times each second, or every few seconds for people who
// want less motion.
export function animate(network) {
  const calm = matchMedia("(prefers-reduced-motion: reduce)");
  let last = 0;
  let pause = 40; // milliseconds; longer if there are so many trains that moving them takes long
  const frame = (time) => {
    if (time - last >= (calm.matches ? 5000 : pause)) {
      const began = performance.now();
      network.move(calm.matches ? 1 : 1 - Math.exp(-(time - last) / 400));
      pause = Math.max(40, 8 * (performance.now() - began));
      last = time;
    }
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}
