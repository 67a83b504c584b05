package day_test

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"path"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.com/quartet/gen/realtime"
)

//go:embed testdata
var testdata embed.FS

// An instant is a file of testdata: a clock, and calls with the answers that are expected then.
//
//	clock 2026-11-24T08:15:30Z
//	realtime morning
//	# a comment
//	> getStationDataByCodeXML_WithNumMins StationCode="ALDER" NumMins="30"
//	a record
//	another
//	> getStationDataByCodeXML_WithNumMins StationCode="ALDER" NumMins="4"
//	! Client: words of the fault's reason
type instant struct {
	name     string
	clock    time.Time
	realtime string // the name of what realtime data say; empty where there are none
	calls    []call
}

// A call is an operation with its arguments and what it is expected to answer.
type call struct {
	line      int
	text      string // as the file has it
	operation string
	arguments arguments
	records   []string
	fault     string // its code and the words of its reason; empty where an answer is expected
}

// instants reads the instants of testdata.
func instants(t testing.TB) []instant {
	t.Helper()
	files, err := testdata.ReadDir("testdata")
	if err != nil {
		t.Fatal(err)
	}
	var all []instant
	for _, f := range files {
		name, ok := strings.CutSuffix(f.Name(), ".txt")
		if !ok {
			continue
		}
		text, err := testdata.ReadFile(path.Join("testdata", f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		i := instant{name: name}
		for n, line := range strings.Split(string(text), "\n") {
			if err := i.read(n+1, line); err != nil {
				t.Fatalf("%s:%d: %v", f.Name(), n+1, err)
			}
		}
		all = append(all, i)
	}
	return all
}

func (i *instant) read(n int, line string) (err error) {
	word, rest, _ := strings.Cut(line, " ")
	switch {
	case line == "" || word[0] == '#':
	case word == ">":
		c := call{line: n, text: rest}
		c.operation, rest, _ = strings.Cut(rest, " ")
		if _, ok := operations[c.operation]; !ok {
			return fmt.Errorf("%q is no operation", c.operation)
		}
		if c.arguments, err = readArguments(rest); err != nil {
			return err
		}
		i.calls = append(i.calls, c)
	case len(i.calls) == 0 && word == "clock":
		i.clock, err = time.Parse(time.RFC3339, rest)
		return err
	case len(i.calls) == 0 && word == "realtime":
		i.realtime = rest
	case len(i.calls) == 0:
		return errors.New("a record before the first call")
	case word == "!":
		i.calls[len(i.calls)-1].fault = rest
	default:
		c := &i.calls[len(i.calls)-1]
		if got, want := strings.Count(line, "|")+1, len(operations[c.operation].fields); got != want {
			return fmt.Errorf("a record of %s has %d fields, not %d", c.operation, want, got)
		}
		c.records = append(c.records, line)
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

// check makes the call and compares what comes of it.
func (c call) check(t *testing.T, file string, s realtime.Realtime) {
	t.Helper()
	got, err := operations[c.operation].call(context.Background(), s, c.arguments)
	if c.fault != "" {
		c.checkFault(t, file, err)
		return
	}
	if err != nil {
		t.Errorf("%s.txt:%d: %s: %v", file, c.line, c.text, err)
		return
	}
	for i := range max(len(got), len(c.records)) {
		g, w := "nothing", "nothing"
		if i < len(got) {
			g = got[i]
		}
		if i < len(c.records) {
			w = c.records[i]
		}
		if g != w {
			t.Errorf("%s.txt:%d: %s: record %d:\n got %s\nwant %s", file, c.line, c.text, i+1, g, w)
		}
	}
}

// checkFault wants the fault's code and the words of its reason.
func (c call) checkFault(t *testing.T, file string, err error) {
	t.Helper()
	code, words, _ := strings.Cut(c.fault, ":")
	var fault *realtime.Fault
	if !errors.As(err, &fault) {
		t.Errorf("%s.txt:%d: %s: %v, want a fault", file, c.line, c.text, err)
		return
	}
	if got := string(fault.Code); got != code {
		t.Errorf("%s.txt:%d: %s: the fault's code is %s, want %s", file, c.line, c.text, got, code)
	}
	for _, word := range strings.Fields(words) {
		if !strings.Contains(fault.Reason, word) {
			t.Errorf("%s.txt:%d: %s: the fault says %q, without %q", file, c.line, c.text, fault.Reason, word)
		}
	}
}
