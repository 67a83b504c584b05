package main

import (
	"bytes"
	"context"
	"errors"
	"regexp"
	"strings"
	"testing"
	"time"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail"
	"example.com/quartet/internal/rail/cmd/command"
	"example.com/quartet/internal/rail/fiction"
	"example.com/quartet/templates/soap"
)

func service(t *testing.T) realtime.Realtime {
	t.Helper()
	railway, err := fiction.New(1)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 11, 21, 8, 15, 30, 123456789, time.UTC)
	return rail.New(railway, func() time.Time { return now })
}

func TestTable(t *testing.T) {
	var stdout, stderr bytes.Buffer
	if status := run(t.Context(), nil, &stdout, &stderr); status != command.OK || stderr.Len() != 0 {
		t.Fatalf("exit status %d\n%s%s", status, &stdout, &stderr)
	}
	table, ok := strings.CutSuffix(stdout.String(), "\n\n44 calls; every response equals the result of a direct call of the service\n")
	if !ok {
		t.Errorf("the summary is missing:\n%s", &stdout)
	}
	lines := strings.Split(table, "\n")
	if len(lines) != 1+11*4 {
		t.Errorf("%d lines, want a heading and one for each of 11 operations and 4 bindings", len(lines))
	}
	form := regexp.MustCompile(`^get\w+ +(SOAP 1\.1|SOAP 1\.2|HTTP GET|HTTP POST) +[1-9]\d* +[1-9]\d{2,} +\d+\.\d\d ms$`)
	seen := map[string]bool{}
	for i, line := range lines {
		if len(line) != len(lines[0]) {
			t.Errorf("line %d is not aligned with the heading:\n%s\n%s", i+1, lines[0], line)
		}
		if i > 0 && !form.MatchString(line) {
			t.Errorf("line %d: %s", i+1, line)
		}
		operation, _, _ := strings.Cut(line, " ")
		seen[operation] = true
	}
	if len(seen) != 1+11 {
		t.Errorf("%d operations", len(seen)-1)
	}
}

// A faulty service omits a record from one operation's result, and fails another operation.
type faulty struct{ realtime.Realtime }

func (s faulty) GetAllStationsXML(ctx context.Context) ([]realtime.ObjStation, error) {
	records, err := s.Realtime.GetAllStationsXML(ctx)
	return records[1:], err
}

func (s faulty) GetCurrentTrainsXML(context.Context) ([]realtime.ObjTrainPositions, error) {
	return nil, errors.New("no trains today")
}

func TestFailuresAreReported(t *testing.T) {
	var stdout, stderr bytes.Buffer
	err := demonstrate(t.Context(), faulty{service(t)}, service(t), &stdout, &stderr)
	if err == nil || !strings.Contains(err.Error(), "8 of 44 calls failed") {
		t.Errorf("error %v", err)
	}
	if n := strings.Count(stdout.String(), " failed "); n != 8 {
		t.Errorf("%d failures in the table\n%s", n, &stdout)
	}
	for _, want := range []string{
		"demo: getAllStationsXML over SOAP 1.1: record 1: got",
		"demo: getCurrentTrainsXML over HTTP POST: ",
	} {
		if !strings.Contains(stderr.String(), want) {
			t.Errorf("standard error lacks %q\n%s", want, &stderr)
		}
	}
}

func TestCompareDistinguishesAbsentFromEmpty(t *testing.T) {
	absent, _ := list([]realtime.ObjStation{{}}, nil)
	empty, _ := list([]realtime.ObjStation{{StationAlias: soap.Ptr("")}}, nil)
	if absent.compare(empty) == nil || absent.compare(nil) == nil || absent.compare(absent) != nil {
		t.Error("absent and empty compare equal, or a shorter list, or equal ones do not")
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var stdout, stderr bytes.Buffer
	if status := run(ctx, nil, &stdout, &stderr); status != command.Failed || stderr.Len() == 0 {
		t.Errorf("exit status %d, error %q", status, &stderr)
	}
}

func TestWrongUse(t *testing.T) {
	for _, args := range [][]string{{"--loud"}, {"now"}, {"--clock", "now"}, {"--clock"}} {
		var stdout, stderr bytes.Buffer
		if status := run(t.Context(), args, &stdout, &stderr); status != command.Usage || !strings.Contains(stderr.String(), "demo --help") || stdout.Len() != 0 {
			t.Errorf("%v: exit status %d, printed %q and %q", args, status, &stdout, &stderr)
		}
	}
}

func TestHelp(t *testing.T) {
	var stdout, stderr bytes.Buffer
	if status := run(t.Context(), []string{"--help"}, &stdout, &stderr); status != command.OK || !strings.Contains(stdout.String(), "--clock time") || stderr.Len() != 0 {
		t.Errorf("exit status %d, printed %q and %q", status, &stdout, &stderr)
	}
}
