import assert from "node:assert/strict";
import test from "node:test";
import { boardRows, dueText } from "../assets/board-rows.js";
import { delayOf, describe, placeOf, runOf, stateOf } from "../assets/run.js";
import { hm } from "../assets/times.js";

const at = (text) => Date.parse(text + "Z");

const record = (fields) => ({
  Servertime: "2026-11-21T23:50:00", Traincode: "M1", Stationfullname: "Mill", Traindate: "21 Nov 2026", Origin: "Aby", Destination: "Bex",
  Origintime: "23:00", Destinationtime: "00:40", Status: "En Route", Lastlocation: "Departed Coe", Duein: "20", Late: "2",
  Exparrival: "00:10", Expdepart: "00:12", Scharrival: "00:08", Schdepart: "00:12", Traintype: "Mainline", Locationtype: "S", ...fields,
});

test("a board across midnight", () => {
  const records = [
    record({}),
    record({ Traincode: "O", Locationtype: "O", Exparrival: "00:00", Scharrival: "00:00", Schdepart: "23:55", Expdepart: "23:55", Status: "No Information", Lastlocation: "" }),
    record({ Traincode: "D", Locationtype: "D", Expdepart: "00:00", Schdepart: "00:00", Scharrival: "23:45", Exparrival: "23:52" }),
  ];
  const departures = boardRows(records, "departures");
  assert.deepEqual(departures.map((r) => r.code), ["O", "M1"]);
  assert.equal(departures[1].expected, at("2026-11-22T00:12:00"));
  assert.equal(departures[1].place, "Bex");
  assert.equal(departures[1].late, 0, "its departure is on time");
  assert.equal(departures[0].status, "Scheduled");
  assert.equal(departures[0].where, "Starts here");
  const arrivals = boardRows(records, "arrivals");
  assert.deepEqual(arrivals.map((r) => r.code), ["D", "M1"]);
  assert.deepEqual(arrivals.map((r) => r.late), [7, 2]);
  assert.equal(arrivals[0].status, "7 min late");
  assert.equal(arrivals[1].date, "2026-11-21");
  assert.equal(dueText(at("2026-11-22T00:12:00"), at("2026-11-21T23:50:00")), "22 min");
  assert.equal(dueText(0, 30_000), "now");
});

test("a board whose records lack fields", () => {
  assert.deepEqual(boardRows([{}, { Servertime: "x" }], "departures"), []);
  assert.equal(boardRows([record({ Lastlocation: "Arrived Mill", Duein: "0" })], "departures")[0].status, "Here now");
  assert.equal(boardRows([record({ Lastlocation: "", Origintime: "23:58" })], "departures")[0].where, "Starts at 23:58 in Aby");
});

const none = "00:00:00";
const stop = (code, type, stopType, s, e = s, a = ["", ""]) => ({
  TrainCode: "M1", TrainDate: "21 Nov 2026", LocationCode: code, LocationFullName: code, LocationType: type, TrainOrigin: "A", TrainDestination: "D",
  ScheduledArrival: s[0], ScheduledDeparture: s[1], ExpectedArrival: e[0], ExpectedDeparture: e[1], Arrival: a[0], Departure: a[1], StopType: stopType,
});
const movements = (last) => ["A", "B", "C", "D"].map((code, i) => [
  stop("A", "O", "", [none, "23:50:00"], [none, "23:50:00"]),
  stop("B", "T", "", ["00:00:00", "00:00:00"], ["00:02:00", "00:02:00"]),
  stop("C", "S", "", ["00:10:00", "00:12:00"], ["00:12:00", "00:14:00"]),
  stop("D", "D", "", ["00:20:00", none], ["00:22:00", none]),
][i]).map((r, i) => ({ ...r, StopType: i === last ? "C" : i === last + 1 ? "N" : "-" }));

test("a run across midnight", () => {
  const run = runOf(movements(1));
  assert.equal(run.calls[0].arrival, null);
  assert.equal(run.calls[1].departure.scheduled, at("2026-11-22T00:00:00"), "midnight is a time");
  assert.equal(run.calls[3].arrival.expected, at("2026-11-22T00:22:00"));
  assert.equal(run.calls[3].departure, null);
  assert.equal(runOf([]), null);
});

test("where a train is", () => {
  const now = at("2026-11-22T00:07:00");
  const run = runOf(movements(1));
  const place = placeOf(run, now);
  assert.deepEqual(place, { last: 1, next: 2, along: 0.5, standing: false });
  assert.deepEqual(run.calls.map((_, i) => stateOf(place, i)), ["passed", "passed", "coming", "coming"]);
  assert.equal(delayOf(run, place), 2);
  assert.equal(describe(run, place, hm), "It is between B and C, where it is expected at 00:12.");

  const at2 = runOf(movements(2));
  const standing = placeOf(at2, at("2026-11-22T00:13:00"));
  assert.equal(standing.standing, true);
  assert.equal(stateOf(standing, 2), "here");
  assert.equal(describe(at2, standing, hm), "It is at C and leaves at 00:14.");

  const before = placeOf(runOf(movements(-1)), at("2026-11-21T23:00:00"));
  assert.deepEqual([before.last, before.next], [-1, 0]);
  assert.equal(describe(run, before, hm), "It has not started yet. It leaves A at 23:50.");
  const after = placeOf(runOf(movements(3)), at("2026-11-22T01:00:00"));
  assert.equal(stateOf(after, 3), "here");
  assert.equal(describe(run, after, hm), "It has arrived at D.");
  const cancelled = placeOf(runOf(movements(-5)), now);
  assert.equal(describe(run, cancelled, hm), "It does not run.");
});
