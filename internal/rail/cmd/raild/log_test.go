package main

import (
	"bytes"
	"encoding/json"
	"log"
	"log/slog"
	"strings"
	"testing"
)

// What libraries write to the log of the process are records like all others.
func TestLibrariesLogRecords(t *testing.T) {
	before, prefix, flags := log.Writer(), log.Prefix(), log.Flags()
	printed, stop := start(t, "--log-format", "json", "--log-level", "debug")
	log.Print("skipping\nlevel=ERROR msg=forged \x1b[31m \xff " + strings.Repeat("x", 5000))
	log.Printf("")
	fetch(t, host(t, printed)+"/healthz")
	_, said := stop()
	libraries, health := 0, 0
	for line := range strings.Lines(said) {
		var record struct {
			Level, Msg, Text, Path string
			Duration               *float64
		}
		if err := json.Unmarshal([]byte(line), &record); err != nil {
			t.Errorf("%v: %s", err, line)
		}
		if record.Msg == "library" {
			libraries++
			if record.Level != "WARN" || !strings.HasPrefix(record.Text, "skipping\nlevel") || len(record.Text) > 1100 {
				t.Errorf("%+v", record)
			}
		}
		if record.Path == "/healthz" && record.Level == "DEBUG" {
			health++
			if d := record.Duration; d == nil || *d <= 0 || *d > 60 {
				t.Errorf("the duration is not in seconds: %s", line)
			}
		}
	}
	if libraries != 1 || health != 1 {
		t.Errorf("%d records of libraries, %d of /healthz:\n%s", libraries, health, said)
	}
	if log.Writer() != before || log.Prefix() != prefix || log.Flags() != flags {
		t.Error("the log of the process is not given back")
	}
}

func TestProgress(t *testing.T) {
	var said bytes.Buffer
	logger := slog.New(slog.NewTextHandler(&said, nil))
	tellAll := func(p *progress) {
		for done := range int64(1001) {
			p.tell(done, 1000)
		}
		p.end()
	}
	tellAll(newProgress("loading", &said, logger))
	if lines := strings.Count(said.String(), "\n"); lines != 4 || !strings.Contains(said.String(), "percent=75") {
		t.Errorf("the log says\n%s", said.String())
	}
	said.Reset()
	p := newProgress("loading", &said, logger)
	p.terminal = &said
	tellAll(p)
	if text := said.String(); !strings.Contains(text, "loading") || !strings.Contains(text, "%") || strings.Contains(text, "\n") || !strings.Contains(text, "\r") {
		t.Errorf("the terminal shows %q", text)
	}
}
