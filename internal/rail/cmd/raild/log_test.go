package main

import (
	"bytes"
	"encoding/json"
	"log"
	"log/slog"
	"strings"
	"testing"
)

// Output of package log, which libraries use, becomes records of the log.
func TestStandardLogIsRedirected(t *testing.T) {
	before, prefix, flags := log.Writer(), log.Prefix(), log.Flags()
	printed, stop := start(t, "--log-format", "json", "--log-level", "debug")
	log.Print("skipping\nlevel=ERROR msg=forged \x1b[31m \xff")
	fetch(t, host(t, printed)+"/healthz")
	_, output := stop()
	libraries, health := 0, 0
	for line := range strings.Lines(output) {
		var record struct {
			Level, Msg, Path string
			Duration         *float64
		}
		if err := json.Unmarshal([]byte(line), &record); err != nil {
			t.Errorf("%v: %s", err, line)
		}
		if strings.HasPrefix(record.Msg, "skipping\nlevel") && record.Level == "WARN" {
			libraries++
		}
		if record.Path == "/healthz" && record.Level == "DEBUG" {
			health++
			if d := record.Duration; d == nil || *d <= 0 || *d > 60 {
				t.Errorf("the duration is not in seconds: %s", line)
			}
		}
	}
	if libraries != 1 || health != 1 {
		t.Errorf("%d records of libraries, %d of /healthz:\n%s", libraries, health, output)
	}
	if log.Writer() != before || log.Prefix() != prefix || log.Flags() != flags {
		t.Error("package log is not restored")
	}
}

func TestProgress(t *testing.T) {
	var output bytes.Buffer
	logger := slog.New(slog.NewTextHandler(&output, nil))
	updateAll := func(p *progress) {
		for done := range int64(1001) {
			p.update(done, 1000)
		}
		p.end()
	}
	updateAll(newProgress("loading", &output, logger))
	if lines := strings.Count(output.String(), "\n"); lines != 4 || !strings.Contains(output.String(), "percent=75") {
		t.Errorf("the log says\n%s", output.String())
	}
	output.Reset()
	p := newProgress("loading", &output, logger)
	p.terminal = &output
	updateAll(p)
	if text := output.String(); !strings.Contains(text, "loading") || !strings.Contains(text, "%") || strings.Contains(text, "\n") || !strings.Contains(text, "\r") {
		t.Errorf("the terminal shows %q", text)
	}
}

// TestLogRequests: the line for each request can be switched off, and is then there at level debug.
func TestLogRequests(t *testing.T) {
	for _, test := range []struct {
		flags []string
		want  int
	}{{nil, 2}, {[]string{"--log-requests=false"}, 0}, {[]string{"--log-requests=false", "--log-level", "debug"}, 2}} {
		printed, stop := start(t, append([]string{"--clock", noon}, test.flags...)...)
		fetch(t, host(t, printed)+"/map")
		fetch(t, address(t, printed)+"/getAllStationsXML")
		if _, output := stop(); strings.Count(output, "msg=request") != test.want {
			t.Errorf("%q: the log has not %d requests:\n%s", test.flags, test.want, output)
		}
	}
}
