import assert from "node:assert/strict";
import test from "node:test";
import { boardRows, dueText } from "../assets/board-rows.js";
import { describe, placeOf, stateOf } from "../assets/run.js";

// t makes a time of the service on Saturday, 21 November 2026, or the day after it if the hour is more than 23; its zone is UTC.
const t = (clock) => {
  const [h, m] = clock.split(":").map(Number);
  const at = new Date(Date.UTC(2026, 10, 21, h, m));
  return { at: at / 1000, clock: at.toISOString().slice(11, 19), date: at.toISOString().slice(0, 10) };
};
// The service says in words how late an event is, and how that is shown: pages show what it says.
const event = (scheduled, expected = scheduled, late = 0, more = {}) =>
  ({ scheduled: t(scheduled), expected: expected ? t(expected) : undefined, late, status: `status ${late}`, mood: `mood ${late}`, place: "Bex", ...more });

const train = (fields) => ({
  code: "M1", date: "2026-11-21", kind: "Mainline", direction: "To Bex", origin: "Aby", destination: "Bex", start: t("23:00"), reported: true, delay: 99, lateness: "99 min late at Coe",
  status: "R", last: "Departed Coe", arrival: event("24:08", "24:10", 2), departure: event("24:12"), ...fields,
});
const board = (...trains) => ({ now: t("23:50"), name: "Mill", code: "MIL", alerts: [{ header: "Snow" }], trains });

test("a board across midnight", () => {
  const all = board(
    train({}),
    train({ code: "O", arrival: undefined, departure: event("23:55", null), reported: false, status: "N", last: undefined, origin: "Mill" }),
    train({ code: "D", departure: undefined, arrival: event("23:45", "23:52", 7, { place: "Aby" }), alerts: [0], notes: ["ends here instead of Coe"] }),
    train({ code: "X", departure: event("24:01", null, 0, { omitted: true }), omitted: true, cancelled: true, last: undefined }),
    train({ code: "Y", departure: event("24:02", null, 0, { omitted: true, place: "Coe" }), platform: "7", planned: "3" }),
  );
  const departures = boardRows(all, "departures");
  assert.deepEqual(departures.map((r) => [r.code, r.scheduled, r.expected, r.status, r.where]), [
    ["O", "23:55", "", "status 0", "Starts here"], ["X", "00:01", "", "status 0", ""], ["Y", "00:02", "", "status 0", "Departed Coe"],
    ["M1", "00:12", "", "status 0", "Departed Coe"],
  ]);
  assert.deepEqual(departures.slice(2).map((r) => [r.place, r.platform, r.planned, r.omitted, r.mood]), [["Coe", "7", "3", true, "mood 0"], ["Bex", "", "", false, "mood 0"]]);
  const arrivals = boardRows(all, "arrivals");
  assert.deepEqual(arrivals.filter((r) => !r.omitted).map((r) => [r.code, r.late, r.status, r.mood, r.expected, r.place]).slice(0, 1), [["D", 7, "status 7", "mood 7", "23:52", "Aby"]]);
  assert.deepEqual(arrivals.at(-1).status, "status 2");
  assert.deepEqual(arrivals[0].notes, ["ends here instead of Coe"]);
  assert.deepEqual(arrivals[0].alerts, [0]);
  assert.equal(dueText(t("24:12").at, t("23:50").at * 1000), "22 min");
  assert.equal(dueText(0, 30_000), "now");
});

test("a train that has not started", () => {
  assert.equal(boardRows(board(train({ last: undefined, start: t("23:58") })), "departures")[0].where, "Starts at 23:58 in Aby");
  assert.deepEqual(boardRows(null, "departures"), []);
});

const call = (code, arrival, departure, more = {}) => ({ code, name: code, arrival: arrival && event(...arrival), departure: departure && event(...departure), ...more });
const runAt = (reached, more = {}) => ({
  train: { origin: "A", destination: "D", reported: true, lateness: "2 min late at C", source: "times", ...more }, reached, next: reached === 3 || reached < -1 ? -1 : reached + 1,
  calls: [call("A", null, ["23:50"]), call("B", ["24:00", "24:02", 2], ["24:00", "24:02", 2], { passes: true }), call("C", ["24:10", "24:12", 2], ["24:12", "24:14", 2]), call("D", ["24:20", "24:22", 2], null)],
});

test("where a train is", () => {
  const now = t("24:07").at * 1000;
  const run = runAt(1);
  const place = placeOf(run, now);
  assert.deepEqual(place, { last: 1, next: 2, along: 0.5, standing: false });
  assert.deepEqual(run.calls.map((_, i) => stateOf(place, i)), ["passed", "passed", "coming", "coming"]);
  assert.equal(describe(run, place), "It is between B and C, where it is expected at 00:12. 2 min late at C. Its place is computed from reported times.");
  assert.match(describe(runAt(1, { source: "vehicle" }), place), /2 min late at C\. Its vehicle reports its place, which is on the map\.$/);
  assert.match(describe(runAt(1, { reported: false, source: "timetable" }), place), /00:12\. Nothing is reported about it: times and place are those of the timetable\.$/);
  assert.match(describe(runAt(1, { reported: false, vehicle: true, source: "vehicle" }), place), /00:12\. Its times are those of the timetable\. Its vehicle/);

  const standing = placeOf(runAt(2), t("24:13").at * 1000);
  assert.equal(standing.standing, true);
  assert.equal(stateOf(standing, 2), "here");
  assert.equal(describe(runAt(2), standing), "It is at C and leaves at 00:14. 2 min late at C. Its place is computed from reported times.");

  assert.match(describe(runAt(1, { reported: false, seen: true }), place), /00:12\. Nothing is reported about C\. Its place is computed/);
  assert.match(describe(runAt(2, { reported: false, source: "timetable" }), standing), /^It should be at C and leaves at/);
  assert.match(describe(runAt(1, { reported: false, source: "timetable" }), place), /^It should be between B and C/);

  const before = placeOf(runAt(-1), t("23:00").at * 1000);
  assert.deepEqual([before.last, before.next], [-1, 0]);
  assert.equal(describe(runAt(-1, { reported: false }), before), "It has not started yet. It leaves A at 23:50. Nothing is reported about it: times and place are those of the timetable.");
  const after = placeOf(runAt(3), t("25:00").at * 1000);
  assert.equal(stateOf(after, 3), "here");
  assert.equal(describe(runAt(3), after), "It has arrived at D.");
  assert.match(describe(runAt(3, { reported: false }), after), /^It should have arrived at D/);
  assert.equal(describe(runAt(-5, { cancelled: true }), placeOf(runAt(-5), now)), "This train is cancelled.");
});
