package main

import (
	"encoding/json"
	"strings"
	"testing"
)

// events returns the output of "go test -json" for events of a package.
func events(t *testing.T, all ...event) string {
	t.Helper()
	var b strings.Builder
	for _, e := range all {
		if e.Package == "" {
			e.Package = "example.com/quartet/templates/soap/schema"
		}
		if err := json.NewEncoder(&b).Encode(e); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

func TestReport(t *testing.T) {
	said := event{Action: "output", Test: "TestLimitA/part", Output: "        a_test.go:7: limit: large thing | 5 MiB | 3 MiB\n"}
	passed := event{Action: "pass", Test: "TestLimitA"}
	other := event{Action: "output", Package: "example.com/quartet/internal/compiler/reading/load", Test: "TestLimits", Output: "    load_test.go:99: limit: bytes, of a & b | 1 | 0.5\n"}
	failed := []event{{Action: "output", Test: "TestLimitB", Output: "    b_test.go:1: too much\n"}, {Action: "fail", Test: "TestLimitB"}, {Action: "fail"}}
	for name, test := range map[string]struct {
		events []event
		want   string // the rows, or a part of the output
		err    string
	}{
		"table": {[]event{said, passed, other, {Action: "pass"}}, "" +
			"| area      | attack or input | bound | measured | test       |\n" +
			"|-----------|-----------------|-------|----------|------------|\n" +
			"| generator | bytes, of a & b | 1     | 0.5      | TestLimits |\n" +
			"| run-time  | large thing     | 5 MiB | 3 MiB    | TestLimitA |\n", ""},
		"no limit":       {[]event{{Action: "pass", Test: "TestOther"}}, "", "no test reported a limit"},
		"silent":         {[]event{said, passed, {Action: "pass", Test: "TestLimitB"}}, "large thing", "no limits were reported by example.com/quartet/templates/soap/schema TestLimitB"},
		"silent part":    {[]event{said, {Action: "pass", Test: "TestLimitA/other"}, passed}, "large thing", ""},
		"other test":     {[]event{said, passed, {Action: "pass", Test: "TestOther"}}, "large thing", ""},
		"failed":         {append([]event{said, passed}, failed...), "FAILED example.com/quartet/templates/soap/schema TestLimitB\n    b_test.go:1: too much\n", "2 tests and packages failed"},
		"does not build": {[]event{{Action: "output", Output: "undefined: x\n"}, {Action: "fail"}}, "FAILED example.com/quartet/templates/soap/schema\nundefined: x\n", "1 tests and packages failed"},
		"not a limit":    {[]event{{Action: "output", Test: "TestLimitA", Output: "limit: a | b | c"}, passed}, "", "no limits were reported by"},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := read(strings.NewReader(events(t, test.events...)))
			if err != nil {
				t.Fatal(err)
			}
			var b strings.Builder
			err = r.print(&b)
			if !strings.Contains(b.String(), test.want) {
				t.Errorf("got\n%s, want\n%s", &b, test.want)
			}
			if (err == nil) != (test.err == "") || err != nil && !strings.Contains(err.Error(), test.err) {
				t.Errorf("got %v, want %s", err, test.err)
			}
		})
	}
}

func TestNotJSON(t *testing.T) {
	if _, err := read(strings.NewReader("no tests\n")); err == nil || !strings.Contains(err.Error(), "no tests") {
		t.Error(err)
	}
}
