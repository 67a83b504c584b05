package lexical

import "testing"

// TestOrderWithoutZone: a value without a zone may be up to 14 hours off UTC, either way (XML Schema part 2, section
// 3.2.7.4).
func TestOrderWithoutZone(t *testing.T) {
	utc, ok := parseMoment(DateTime, "2026-11-21T12:00:00Z")
	if !ok {
		t.Fatal("no xs:dateTime")
	}
	for text, want := range map[string]int{ // 2: there is no order
		"2026-11-20T21:59:59": -1, "2026-11-20T22:00:00": 2, "2026-11-21T12:00:00": 2, "2026-11-22T02:00:00": 2, "2026-11-22T02:00:00.0000000001": 1,
		"2026-11-22T02:00:01": 1, "2026-11-21T00:00:01": 2, "2026-11-22T00:00:01": 2, "2026-11-21T13:00:00+01:00": 0, "2026-11-21T13:00:00.5+01:00": 1,
	} {
		local, ok := parseMoment(DateTime, text)
		if !ok {
			t.Fatal(text)
		}
		n, ok := local.Compare(utc)
		back, okBack := utc.Compare(local)
		if ok != (want != 2) || ok && n != want || okBack != ok || ok && back != -n {
			t.Errorf("%s: %d, %v; the other way %d, %v; want %d", text, n, ok, back, okBack, want)
		}
	}
}

// TestEndOfDay: 24:00:00 is the only time of the hour 24 (XML Schema part 2, sections 3.2.7.1 and 3.2.8).
func TestEndOfDay(t *testing.T) {
	for text, want := range map[string]bool{
		"24:00:00": true, "24:00:00.0Z": true, "24:00:00.5": false, "24:00:00.0000000001": false, "24:00:01": false, "24:01:00": false, "25:00:00": false,
		"23:59:59.9": true, "23:60:00": false, "23:59:60": false, "00:00:00.": false, "0:00:00": false,
	} {
		if _, ok := parseMoment(Time, text); ok != want {
			t.Errorf("%s is a time: %v", text, ok)
		}
		if _, ok := parseMoment(DateTime, "2026-12-31T"+text); ok != want {
			t.Errorf("2026-12-31T%s is a time: %v", text, ok)
		}
	}
	end, _ := parseMoment(DateTime, "2026-12-31T24:00:00")
	if next, _ := parseMoment(DateTime, "2027-01-01T00:00:00"); end != next {
		t.Errorf("the end of a day is %s, the start of the next %s", end, next)
	}
}

// TestLongDurations: a number that is too large for a duration counts as the largest one.
func TestLongDurations(t *testing.T) {
	for _, pair := range [][2]string{
		{"PT1000000000000000000S", "PT99999999999999999999S"}, {"PT9223372036854775806S", "PT9223372036854775808S"},
		{"-P99999999999999999999Y", "-P1000000000000000000Y"}, {"P99999999999999999999M", "P99999999999999999999Y"},
	} {
		shorter, _ := parseDuration(pair[0])
		longer, _ := parseDuration(pair[1])
		if n, ok := shorter.Compare(longer); n != -1 || !ok {
			t.Errorf("%s is not shorter than %s: %d, %v", pair[0], pair[1], n, ok)
		}
	}
}
