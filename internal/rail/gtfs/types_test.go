package gtfs_test

import (
	"strings"
	"testing"

	"example.com/quartet/internal/rail/gtfs"
	"example.com/quartet/internal/rail/timetable"
)

func TestTypes(t *testing.T) {
	types, err := gtfs.ParseTypes(" 3 = m , 200-202=S,RED=d,route:17=S,a=b=D,100=-,")
	if err != nil {
		t.Fatal(err)
	}
	const out = 0
	for _, test := range []struct {
		routeType int
		route     string
		want      timetable.Kind
	}{
		{3, "x", timetable.Mainline},
		{200, "x", timetable.Suburban}, {202, "x", timetable.Suburban}, {203, "x", out},
		{2, "x", timetable.Mainline}, {2, "RED", timetable.Metro}, {2, "red", timetable.Mainline},
		{17, "x", out}, {4, "17", timetable.Suburban}, {4, "a=b", timetable.Metro},
		{100, "x", out}, {101, "x", timetable.Mainline}, {108, "x", timetable.Mainline}, {109, "x", timetable.Suburban},
		{300, "x", timetable.Suburban}, {0, "x", timetable.Metro}, {1, "x", timetable.Metro}, {405, "x", timetable.Metro},
		{906, "x", timetable.Metro}, {907, "x", out}, {700, "x", out}, {-1, "x", out},
	} {
		kind, ok := types.Kind(test.routeType, test.route)
		if kind != test.want || ok != (test.want != out) {
			t.Errorf("Kind(%d, %q) = %c, %v; want %c", test.routeType, test.route, kind, ok, test.want)
		}
	}

	again, err := gtfs.ParseTypes(types.String())
	if err != nil || again.String() != types.String() {
		t.Errorf("%q reads back as %q, %v", types, again, err)
	}
	if kind, ok := (gtfs.Types{}).Kind(2, ""); kind != timetable.Mainline || !ok {
		t.Errorf("the zero Types has %c for rail", kind)
	}
}

func TestParseTypesReportsEveryInvalidEntry(t *testing.T) {
	_, err := gtfs.ParseTypes("2,=M,2=X,5-3=M,0-99999=M,7=M,7=D,ok=S")
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{`"2": want TYPE=LETTER, as in 2=M`, `"=M": want TYPE=LETTER, with TYPE a route_type`,
		`"2=X": want TYPE=LETTER, with LETTER one of M, S, D or -`,
		`"5-3=M": want a range`, `"0-99999=M": want a range`, `"7=D": "7" is already mapped to M`} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("the error does not contain %s:\n%v", want, err)
		}
	}
	if n := strings.Count(err.Error(), "\n"); n != 5 {
		t.Errorf("%d lines:\n%v", n+1, err)
	}
}
