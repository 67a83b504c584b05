import assert from "node:assert/strict";
import test from "node:test";
import * as times from "../assets/times.js";
import { Clock } from "../assets/clock.js";
import { interval, waitAfter } from "../assets/refresh.js";

const at = (text) => Date.parse(text + "Z");

test("moments", () => {
  assert.equal(times.parseMoment("2026-11-21T08:15:00"), at("2026-11-21T08:15:00"));
  assert.equal(times.parseMoment("2026-11-21T08:15:00+01:00"), at("2026-11-21T08:15:00"), "the railway's own time, whatever the offset");
  for (const none of ["", undefined, "08:15", "<b>"]) assert.equal(times.parseMoment(none), null);
});

test("dates", () => {
  for (const text of ["21 Nov 2026", "2026-11-21", "21-Nov-2026", "21 November 2026", " 21 nov 2026 "]) {
    assert.equal(times.parseDate(text), at("2026-11-21T00:00:00"), text);
  }
  for (const none of ["", "21 Foo 2026", "today", undefined]) assert.equal(times.parseDate(none), null);
  assert.equal(times.isoDate(at("2026-11-21T23:59:59")), "2026-11-21");
});

test("times of the service and moments", () => {
  const late = at("2026-11-21T23:50:00");
  assert.equal(times.hm(late), "23:50");
  assert.equal(times.hms(late), "23:50:00");
  const time = { at: late / 1000, clock: "00:50:00", date: "2026-11-22" };
  assert.equal(times.hm(time), "00:50");
  assert.equal(times.dayName(time), "Sunday");
});

test("a clock knows instants in the night in which clocks change", () => {
  let real = 0;
  const clock = new Clock(() => real);
  assert.equal(clock.instant(), null);
  clock.set("2026-10-25T02:59:00", 1, at("2026-10-25T00:59:00") / 1000); // two hours before UTC
  real = 30_000;
  assert.equal(clock.instant(), at("2026-10-25T00:59:30"));
  clock.setTime({ at: at("2026-10-25T01:00:00") / 1000, clock: "02:00:00", date: "2026-10-25" });
  assert.equal(clock.now(), at("2026-10-25T02:00:00"));
  assert.equal(clock.instant(), at("2026-10-25T01:00:00"));
});

test("words", () => {
  assert.equal(times.duration(400), "0 s");
  assert.equal(times.duration(59_000), "59 s");
  assert.equal(times.duration(90_000), "2 min");
  assert.equal(times.duration(3_700_000), "1 h 2 min");
});

test("a clock runs at its speed and follows the service", () => {
  let real = 0;
  const clock = new Clock(() => real);
  assert.equal(clock.now(), null);
  clock.set("2026-11-21T08:15:00", 60);
  real = 1000;
  assert.equal(clock.now(), at("2026-11-21T08:16:00"));
  clock.set("2026-11-21T08:16:30");
  assert.equal(clock.now(), at("2026-11-21T08:16:00"), "a small difference is ignored");
  clock.set("2026-11-21T09:00:00");
  assert.equal(clock.now(), at("2026-11-21T09:00:00"), "a large one is not");
  clock.set("");
  assert.equal(clock.now(), at("2026-11-21T09:00:00"));
  clock.set("2026-11-21T09:00:00", 0);
  real = 100_000;
  assert.equal(clock.now(), at("2026-11-21T09:00:00"), "it stands still");
});

test("waits grow and end", () => {
  assert.deepEqual([1, 2, 3, 4, 50].map((n) => waitAfter(n)), [1000, 2000, 4000, 8000, 30_000]);
  assert.equal(interval(0), 15_000);
  assert.equal(interval(1), 15_000);
  assert.equal(interval(60), 2000);
});
