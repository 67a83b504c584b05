package compiler_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"example.com/quartet/internal/compiler/reading/progress"
)

// clock runs functions when its time has come.
type clock struct {
	now    time.Duration
	timers []*timer
}

type timer struct {
	at time.Duration
	f  func()
}

func (c *clock) after(d time.Duration, f func()) (stop func()) {
	t := &timer{c.now + d, f}
	c.timers = append(c.timers, t)
	return func() { t.f = nil }
}

// pass lets time pass.
func (c *clock) pass(d time.Duration) {
	end := c.now + d
	for i := 0; i < len(c.timers); i++ { // timers are started in the order of their time
		if t := c.timers[i]; t.at <= end && t.f != nil {
			c.now = t.at
			f := t.f
			t.f = nil
			f()
		}
	}
	c.now = end
}

// screen is a terminal of one line with what scrolled off above it.
type screen struct {
	above  []string
	line   []rune
	column int
}

func (s *screen) Write(p []byte) (int, error) {
	for _, r := range string(p) {
		switch {
		case r == '\r':
			s.column = 0
		case r == '\n':
			s.above, s.line, s.column = append(s.above, strings.TrimRight(string(s.line), " ")), nil, 0
		default:
			if s.column == len(s.line) {
				s.line = append(s.line, ' ')
			}
			s.line[s.column] = r
			s.column++
		}
	}
	return len(p), nil
}

func (s *screen) shows() string { return strings.TrimRight(string(s.line), " ") }

func newLine(columns int) (*progress.Line, *screen, *clock) {
	s, c := new(screen), new(clock)
	return progress.NewLine(s, func() int { return columns }, c.after), s, c
}

func TestLine(t *testing.T) {
	line, s, c := newLine(40)
	want := func(text string) {
		t.Helper()
		if got := s.shows(); got != text {
			t.Errorf("after %v the terminal shows %q, want %q", c.now, got, text)
		}
	}
	line.Doing("reading a.wsdl")
	c.pass(900 * time.Millisecond)
	line.Doing("reading a long name of a.xsd")
	c.pass(99 * time.Millisecond)
	want("")
	c.pass(time.Millisecond)
	want("reading a long name of a.xsd (1 s)")
	line.Doing("checking")
	want("checking (1 s)")
	c.pass(9 * time.Second)
	want("checking (10 s)")
	fmt.Fprintln(line.Writer(s), "a.wsdl:1:1: an error")
	want("")
	if len(s.above) != 1 || s.above[0] != "a.wsdl:1:1: an error" {
		t.Errorf("output: %q", s.above)
	}
	c.pass(time.Hour)
	want("") // nothing is done any more
	line.Doing("comparing")
	c.pass(999 * time.Millisecond)
	want("")
	c.pass(time.Millisecond)
	want("comparing (1 s)")
	line.Clear()
	want("")
	if s.column != 0 {
		t.Errorf("the cursor is in column %d", s.column)
	}
}

// TestFits writes text with control characters and wide letters to a narrow terminal, whose line must not wrap.
func TestFits(t *testing.T) {
	for text, want := range map[string]string{
		"reading a very long name.wsdl": "reading a very long",
		"reading \x1b[2J\n":             "reading \uFFFD[2J\uFFFD (1",
		"reading 駅名駅名駅名駅名":              "reading 駅名駅名駅",
	} {
		line, s, c := newLine(20)
		line.Doing(text)
		c.pass(time.Second)
		if got := s.shows(); got != want {
			t.Errorf("%q: the terminal shows %q, want %q", text, got, want)
		}
	}
}

func TestNobodyWantsToKnow(t *testing.T) {
	var line *progress.Line
	line.Doing("reading")
	line.Clear()
	var b strings.Builder
	fmt.Fprint(line.Writer(&b), "text")
	if b.String() != "text" {
		t.Errorf("written: %q", b.String())
	}
	progress.Doing(context.Background(), "reading")
}

func TestContext(t *testing.T) {
	var got []string
	ctx := progress.With(context.Background(), func(doing string) { got = append(got, doing) })
	progress.Doing(ctx, "reading %s", "a.xsd")
	progress.Doing(ctx, "checking")
	if text := strings.Join(got, ", "); text != "reading a.xsd, checking" {
		t.Errorf("reported: %s", text)
	}
}

// TestConcurrent uses a line from several goroutines, with timers that run at once.
func TestConcurrent(t *testing.T) {
	var running sync.WaitGroup
	fired := 0
	line := progress.NewLine(new(screen), func() int { return 80 }, func(_ time.Duration, f func()) func() {
		if fired++; fired <= 100 { // after is called with the lock of the line held
			running.Go(f)
		}
		return func() {}
	})
	for i := range 4 {
		running.Go(func() {
			for range 100 {
				line.Doing(fmt.Sprint("part ", i))
				line.Clear()
			}
		})
	}
	running.Wait()
}
