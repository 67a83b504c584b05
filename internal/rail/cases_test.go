package rail_test

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.com/quartet/gen/realtime"
)

//go:embed testdata
var testdata embed.FS

// A testCase is a file of testdata: an instant, and requests with their expected responses.
//
//	clock 2026-11-24T08:15:30Z
//	realtime morning
//	# a comment
//	> getStationDataByCodeXML_WithNumMins StationCode="ALDER" NumMins="30"
//	a record
//	another
type testCase struct {
	name     string
	clock    time.Time
	realtime string // key in realtimeData; empty if there are no realtime data
	requests []request
}

// A request is an operation with arguments and the expected records.
type request struct {
	line      int
	text      string // the line in the file
	operation string
	arguments arguments
	records   []string
}

// testCases reads the test cases in testdata.
func testCases(t testing.TB) []testCase {
	t.Helper()
	files, err := testdata.ReadDir("testdata")
	if err != nil {
		t.Fatal(err)
	}
	var all []testCase
	for _, f := range files {
		name, ok := strings.CutSuffix(f.Name(), ".txt")
		if !ok {
			continue
		}
		text, err := testdata.ReadFile("testdata/" + f.Name())
		if err != nil {
			t.Fatal(err)
		}
		tc := testCase{name: name}
		for n, line := range strings.Split(string(text), "\n") {
			if err := tc.read(n+1, line); err != nil {
				t.Fatalf("%s:%d: %v", f.Name(), n+1, err)
			}
		}
		all = append(all, tc)
	}
	return all
}

func (tc *testCase) read(n int, line string) (err error) {
	word, rest, _ := strings.Cut(line, " ")
	switch {
	case line == "" || word[0] == '#':
	case word == ">":
		req := request{line: n, text: rest}
		req.operation, rest, _ = strings.Cut(rest, " ")
		if _, ok := operations[req.operation]; !ok {
			return fmt.Errorf("unknown operation %q", req.operation)
		}
		if req.arguments, err = readArguments(rest); err != nil {
			return err
		}
		tc.requests = append(tc.requests, req)
	case len(tc.requests) == 0 && word == "clock":
		tc.clock, err = time.Parse(time.RFC3339, rest)
		return err
	case len(tc.requests) == 0 && word == "realtime":
		tc.realtime = rest
	case len(tc.requests) == 0:
		return errors.New("record before the first request")
	default:
		req := &tc.requests[len(tc.requests)-1]
		req.records = append(req.records, line)
	}
	return nil
}

func readArguments(s string) (arguments, error) {
	a := arguments{}
	for s = strings.TrimSpace(s); s != ""; s = strings.TrimSpace(s) {
		name, rest, _ := strings.Cut(s, "=")
		quoted, err := strconv.QuotedPrefix(rest)
		if err != nil {
			return nil, fmt.Errorf("argument %s: %w", name, err)
		}
		value, err := strconv.Unquote(quoted)
		if err != nil {
			return nil, fmt.Errorf("argument %s: %w", name, err)
		}
		a[name] = &value
		s = rest[len(quoted):]
	}
	return a, nil
}

// checkRecords sends the request and compares the records.
func (req request) checkRecords(t *testing.T, file string, s realtime.Realtime) {
	t.Helper()
	got, err := operations[req.operation](context.Background(), s, req.arguments)
	if err != nil {
		t.Errorf("%s.txt:%d: %s: %v", file, req.line, req.text, err)
		return
	}
	for i := range max(len(got), len(req.records)) {
		g, w := "nothing", "nothing"
		if i < len(got) {
			g = got[i]
		}
		if i < len(req.records) {
			w = req.records[i]
		}
		if g != w {
			t.Errorf("%s.txt:%d: %s: record %d:\n got %s\nwant %s", file, req.line, req.text, i+1, g, w)
		}
	}
}
