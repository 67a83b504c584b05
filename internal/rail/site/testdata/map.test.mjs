import assert from "node:assert/strict";
import test from "node:test";
import * as geometry from "../assets/geometry.js";
import { Lines } from "../assets/lines.js";
import { merged, progress, stretchOf, trainOf } from "../assets/trains.js";
import { anchor, kept, moved, zoomed } from "../assets/zoom.js";

const near = (a, b, by = 1e-6) => assert.ok(Math.abs(a - b) < by, `${a} is not ${b}`);

test("projecting keeps all places on the map and north up", () => {
  for (const places of [
    [{ lat: 48.8, lon: 2.3 }, { lat: 43.3, lon: 5.4 }, { lat: 48.4, lon: -4.5 }],
    [{ lat: -17, lon: 179 }, { lat: -18, lon: -179 }], // on both sides of the meridian
    [{ lat: 1, lon: 1 }], [{ lat: 1, lon: 1 }, { lat: 1, lon: 1 }],
  ]) {
    const { at, height } = geometry.project(places, 1000, { margin: 40, ratio: 0.5 });
    assert.equal(height, 500);
    for (const place of places) {
      const p = at(place);
      assert.ok(p.x >= 39.9 && p.x <= 960.1 && p.y >= 39.9 && p.y <= 460.1, JSON.stringify(p));
    }
  }
  const { at } = geometry.project([{ lat: 10, lon: 10 }, { lat: 20, lon: 20 }], 1000);
  assert.ok(at({ lat: 20, lon: 10 }).y < at({ lat: 10, lon: 10 }).y);
  assert.ok(at({ lat: 10, lon: 20 }).x > at({ lat: 10, lon: 10 }).x);
  geometry.project([], 1000);
});

test("places of the map are those of the earth", () => {
  for (const places of [[{ lat: 48.8, lon: 2.3 }, { lat: 43.3, lon: 5.4 }], [{ lat: -17, lon: 179 }, { lat: -18, lon: -179 }]]) {
    const { at, back } = geometry.project(places, 1000);
    for (const { lat, lon } of places) {
      near(back(at({ lat, lon })).lat, lat);
      near(back(at({ lat, lon })).lon, lon);
    }
  }
});

test("boxes are in whole steps, and contain what was asked for with a margin", () => {
  assert.deepEqual(geometry.roundedBox(13.4, 50.1, 14.2, 50.6), [13, 50, 14.5, 51]);
  assert.deepEqual(geometry.roundedBox(13.42, 50.12, 14.18, 50.6), [13, 50, 14.5, 51], "a similar part");
  assert.deepEqual(geometry.roundedBox(179, -18, -179, -17), [178, -19, 182, -16], "across the meridian");
  assert.deepEqual(geometry.roundedBox(-179.95, -18, -179, -17), [179.5, -18.5, 181.5, -16.5], "a margin across the meridian");
  assert.equal(geometry.roundedBox(-170, -60, 170, 60), null);
  for (let i = 0; i < 200; i++) { // at most four steps, as the service has them
    const [x, y, w, h] = [i * 1.7 - 170, i * 0.7 - 70, 0.01 * 1.04 ** i, 0.013 * 1.03 ** i];
    const box = geometry.roundedBox(x, y, x + w, Math.min(90, y + h));
    if (!box) continue;
    const step = Math.max(1 / 256, 2 ** Math.ceil(Math.log2(Math.max(box[2] - box[0], box[3] - box[1]) / 4)));
    assert.ok(box.every((n) => n % step === 0 || Math.abs(n) >= 90), `${box} in steps of ${step}`);
    assert.ok(box[0] <= x && box[1] <= y && box[2] >= x + w && box[3] >= Math.min(90, y + h), `${box} around ${[x, y, w, h]}`);
  }
});

test("changes", () => {
  const position = (code, delay) => ({ code, delay, from: { code: "A", name: "A" }, date: "2026-11-21", status: "R" });
  const before = merged([], { trains: ["a", "b", "c", "e"].map((code) => position(code, 0)) });
  const after = merged(before, { since: "tag", gone: [0, 2], at: [1, 2], trains: [position("c", 5), position("d", 1)] });
  assert.deepEqual(after.map(({ code, delay }) => `${code}${delay}`), ["b0", "c5", "d1", "e0"]);
  assert.equal(after[0], before[1], "it is the same one");
  assert.deepEqual(merged(before, { trains: [] }), [], "all of them");
});

test("unknown places", () => {
  assert.equal(geometry.placeOf("0", "0"), null);
  assert.equal(geometry.placeOf("", ""), null);
  assert.equal(geometry.placeOf("x", "1"), null);
  assert.deepEqual(geometry.placeOf("0", "-1.5"), { lat: 0, lon: -1.5 });
});

test("points on lines", () => {
  const line = [{ x: 0, y: 0 }, { x: 10, y: 0 }, { x: 10, y: 30 }];
  assert.deepEqual(geometry.along(line, 0.5), { x: 10, y: 10, angle: 90 });
  assert.deepEqual(geometry.along(line, 0), { x: 0, y: 0, angle: 0 });
  assert.deepEqual(geometry.along(line, 1), { x: 10, y: 30, angle: 90 });
  near(geometry.shareAlong(line, { x: 12, y: 10 }), 0.5);
  near(geometry.shareAlong(line, { x: -5, y: 3 }), 0);
  near(geometry.share({ x: 0, y: 0 }, { x: 0, y: 0 }, { x: 1, y: 1 }), 0);
});

test("labels do not overlap", () => {
  const box = (x, text) => ({ x, y: 0, w: 10, h: 10, text });
  const texts = geometry.choose([[box(0, "a")], [box(5, "b")], [box(5, "c"), box(20, "c")], [box(40, "d")]], 3).map((l) => l.text);
  assert.deepEqual(texts, ["a", "c", "d"]);
  assert.deepEqual(geometry.choose([[box(0, "a"), box(30, "a")]], 3, [box(5)]).map((l) => l.x), [30], "something else is there");
});

test("points that are too near to one before are thinned", () => {
  assert.deepEqual(geometry.thinned([0, 3, 9, 10].map((x) => ({ x, y: 0 })), 5), [true, false, true, false]);
});

const points = new Map([["A", { x: 0, y: 0 }], ["B", { x: 10, y: 1 }], ["C", { x: 20, y: 0 }], ["X", { x: 10, y: 90 }]]);

test("a train that stops less often runs on the line of the others", () => {
  const lines = new Lines();
  const [express, local] = [{ name: "IC" }, { name: "S1" }];
  lines.add("A", "C", express);
  assert.deepEqual(lines.path("A", "C", points), ["A", "C"]);
  for (const [from, to] of [["C", "B"], ["B", "A"]]) lines.add(from, to, local);
  for (const [from, to] of [["A", "X"], ["X", "C"]]) lines.add(from, to);
  lines.add("A", "A");
  lines.add("A", undefined);
  assert.equal(lines.stretches.size, 5);
  assert.deepEqual(lines.path("A", "C", points), ["A", "B", "C"]);
  assert.deepEqual(lines.path("C", "A", points), ["C", "B", "A"]);
  const shown = lines.shown(points).map(({ from, to, lines }) => [[from, to].sort().join(""), ...[...lines].map((line) => line.name).sort()].join(" "));
  assert.deepEqual(shown.sort(), ["AB IC S1", "AX", "BC IC S1", "CX"]);
  assert.equal(lines.degree("A"), 3);
});

test("a train moves from where it was seen to the next station in time", () => {
  const instant = (clock) => Date.parse(`2026-11-21T${clock}Z`);
  const time = (clock) => ({ at: instant(clock) / 1000 });
  const train = trainOf({
    code: "M1", date: "2026-11-21", status: "R", reported: true, delay: 1, place: [1, 2], origin: "A", destination: "C",
    from: { code: "A", name: "A" }, to: { code: "C", name: "C" }, leaves: time("08:01:00"), arrives: time("08:11:00"),
  });
  assert.equal(train.arrives, instant("08:11:00"));
  const moving = { ...train, at: 0.5, seen: Date.parse("2026-11-21T08:06:00Z"), moving: true };
  near(progress(moving, Date.parse("2026-11-21T08:06:00Z")), 0.5);
  near(progress(moving, Date.parse("2026-11-21T08:08:30Z")), 0.75);
  near(progress(moving, Date.parse("2026-11-21T09:00:00Z")), 1);
  const standing = { ...moving, at: 0, standing: true, seen: Date.parse("2026-11-21T07:59:00Z") };
  assert.equal(progress(standing, Date.parse("2026-11-21T08:01:00Z")), 0, "until it is due to leave");
  assert.ok(progress(standing, Date.parse("2026-11-21T08:02:00Z")) > 0);
  assert.equal(progress({ ...moving, arrives: null }, 0), 0.5);
});

test("the stretch on which a train is", () => {
  assert.deepEqual(stretchOf({ from: "A", to: "C" }, points), { from: "A", to: "C" });
  assert.equal(stretchOf({ from: "A", to: null }, points), null);
  assert.equal(stretchOf({ from: "A", to: "unplaced" }, points), null);
});

test("zooming stays on the map", () => {
  const whole = { x: 0, y: 0, w: 1000, h: 500 };
  const part = zoomed(whole, whole, 2, { x: 0, y: 0 });
  assert.deepEqual(part, { x: 0, y: 0, w: 500, h: 250 });
  assert.deepEqual(moved(part, whole, -1, 5), { x: 0, y: 250, w: 500, h: 250 });
  assert.equal(zoomed(part, whole, 0.1, { x: 0.5, y: 0.5 }), whole);
  assert.ok(zoomed(part, whole, 1e9, { x: 0.5, y: 0.5 }).w > 10);
});

test("zooming keeps a train in view", () => {
  const part = { x: 100, y: 0, w: 400, h: 200 };
  const middle = { x: 0.5, y: 0.5 };
  assert.deepEqual(anchor(part, 2, [{ x: 300, y: 100 }]), middle);
  assert.deepEqual(anchor(part, 2, []), middle);
  const at = anchor(part, 2, [{ x: 120, y: 180 }, { x: 490, y: 0 }]);
  const next = zoomed(part, { x: 0, y: 0, w: 1000, h: 500 }, 2, at);
  assert.ok(geometry.within({ x: 120, y: 180 }, next), JSON.stringify(next));
});

test("the map is shown as it was before", () => {
  const whole = { x: 0, y: 0, w: 1000, h: 500 };
  assert.deepEqual(kept({ x: 900, y: 10, w: 200, h: 150 }, whole), { x: 800, y: 10, w: 200, h: 100 });
  for (const part of [undefined, whole, {}]) assert.equal(kept(part, whole), whole);
});
