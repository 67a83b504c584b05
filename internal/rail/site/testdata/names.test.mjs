import assert from "node:assert/strict";
import test from "node:test";
import { distance, fold, isolated, search, shownCode, similar } from "../assets/names.js";

const station = (StationDesc, StationCode, StationAlias = "") => ({ StationDesc, StationCode, StationAlias });
const stations = [
  station("Mill", "MILL"), station("Mill Lane", "MLN"), station("Paper Mill", "PAPER", "Papirmølle"), station("Sankt Pölten", "Area:1 2"),
  station("Gare d'Évry", "ER"), station("Sterling Gate", "STERG"), station("Łódź", "LDZ"), station("東京", "TYO"), station("Ελευσίνα", "ELE"),
];
const codes = (text, most) => search(stations, text, most).map((s) => s.StationCode);

test("folding", () => {
  assert.equal(fold("  Gare d'Évry-Courcouronnes "), "gare d evry courcouronnes");
  assert.equal(fold("Łódź Straße Ærø"), "lodz strasse aero");
  assert.equal(fold("東京"), "東京");
});

test("searching", () => {
  assert.deepEqual(codes("mill"), ["MILL", "MLN", "PAPER"]);
  assert.deepEqual(codes("MLN"), ["MLN"]);
  assert.deepEqual(codes("area:1 2"), ["Area:1 2"]);
  assert.deepEqual(codes("polten"), ["Area:1 2"]);
  assert.deepEqual(codes("pölt"), ["Area:1 2"]);
  assert.deepEqual(codes("evr"), ["ER"]);
  assert.deepEqual(codes("lodz"), ["LDZ"]);
  assert.deepEqual(codes("papirmolle"), ["PAPER"]);
  assert.deepEqual(codes("東"), ["TYO"]);
  assert.deepEqual(codes("京"), ["TYO"], "no space separates words");
  assert.deepEqual(codes("ΕΛΕΥΣ"), ["ELE"]);
  assert.deepEqual(codes("st"), ["STERG"]);
  assert.deepEqual(codes("ill"), [], "not within a word");
  assert.deepEqual(codes("  "), []);
  assert.deepEqual(codes("mill", 2), ["MILL", "MLN"]);
});

test("a name cannot turn the rest of a sentence", () => {
  assert.equal(isolated("Mill"), "Mill");
  assert.equal(isolated("\u202eMill"), "\u2068\u202eMill\u2069");
});

test("similar names", () => {
  assert.equal(similar(stations, "STRELING")[0].StationCode, "STERG");
  assert.equal(similar(stations, "Pöltn")[0].StationCode, "Area:1 2");
  assert.equal(similar(stations, "STERH")[0].StationCode, "STERG");
  assert.equal(similar([], "x").length, 0);
  assert.equal(distance("abc", "abc"), 0);
  assert.equal(distance("abcd", "abdc"), 0.25);
  assert.equal(distance("", "abc"), 1);
});

test("codes of several timetables", () => {
  assert.equal(shownCode({ code: "2:A", shown: "A" }), "A");
  assert.equal(shownCode({ code: "2:A" }), "2:A", "a code of the only timetable");
  assert.equal(search([{ StationCode: "2:A", shown: "A", StationDesc: "Ash" }], "a")[0].StationCode, "2:A");
});
