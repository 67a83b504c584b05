package soap_test

import (
	"testing"

	"example.com/quartet/templates/soap/xsd"
)

// TestEndOfDay: 24:00:00 is the only time of the hour 24 (XML Schema part 2, sections 3.2.7.1 and 3.2.8).
func TestEndOfDay(t *testing.T) {
	for text, want := range map[string]string{
		"24:00:00": "00:00:00", "24:00:00.0Z": "00:00:00Z", "24:00:00.5": "", "24:00:00.0000000001": "", "24:00:01": "", "24:01:00": "", "25:00:00": "", "23:59:59.9": "23:59:59.9",
	} {
		v, err := xsd.ParseTime(text)
		if (err == nil) != (want != "") || err == nil && v.String() != want {
			t.Errorf("%s: %s, %v, want %s", text, v, err, want)
		}
		at, err := xsd.ParseDateTime("2026-12-31T" + text)
		day := map[bool]string{true: "2027-01-01T", false: "2026-12-31T"}[text[:2] == "24"]
		if (err == nil) != (want != "") || err == nil && at.String() != day+want {
			t.Errorf("2026-12-31T%s: %s, %v, want %s", text, at, err, day+want)
		}
	}
}

// TestOrderWithoutZone: a value without a zone may be up to 14 hours off UTC, either way (XML Schema part 2, section
// 3.2.7.4).
func TestOrderWithoutZone(t *testing.T) {
	const utc = "2026-11-21T12:00:00Z"
	for text, want := range map[string]int{ // 2: there is no order
		"2026-11-20T21:59:59": -1, "2026-11-20T21:59:59.9999999999": -1, "2026-11-20T22:00:00": 2, "2026-11-21T12:00:00": 2, "2026-11-22T02:00:00": 2,
		"2026-11-22T02:00:00.0000000001": 1, "2026-11-22T02:00:01": 1, "2026-11-21T00:00:01": 2, "2026-11-22T00:00:01": 2, "2026-11-21T13:00:00+01:00": 0,
	} {
		a, err := xsd.ParseDateTime(text)
		if err != nil {
			t.Fatal(err)
		}
		b, err := xsd.ParseDateTime(utc)
		if err != nil {
			t.Fatal(err)
		}
		n, ok := a.Compare(b)
		back, okBack := b.Compare(a)
		if ok != (want != 2) || ok && n != want || okBack != ok || ok && back != -n {
			t.Errorf("%s and %s: %d, %v; the other way %d, %v; want %d", text, utc, n, ok, back, okBack, want)
		}
	}
}
