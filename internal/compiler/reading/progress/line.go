package progress

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
	"unicode"
)

const (
	delay    = time.Second // time before an activity is shown
	interval = time.Second // time between updates of the line
)

// After calls a function in its own goroutine after a time unless it is stopped before, as [time.AfterFunc] does.
type After func(d time.Duration, f func()) (stop func())

// Line is the line of a terminal that shows what a command is doing if it takes longer than a second. All other output to the
// terminal must go through a [Line.Writer], which removes the line first. A nil Line shows nothing. A Line is safe for
// concurrent use.
type Line struct {
	w     io.Writer
	width func() int
	after After

	mu    sync.Mutex
	doing string
	since int    // seconds since doing was set
	shown int    // number of columns that the line takes; 0 if it is not shown
	timer func() // stops the timer; nil if none runs
	round int    // number of timers so far, so that a timer that was stopped too late does nothing
}

// NewLine returns a line of the terminal w. width returns the number of columns of the terminal.
func NewLine(w io.Writer, width func() int, after After) *Line {
	return &Line{w: w, width: width, after: after}
}

// Doing sets the activity that the line shows.
func (l *Line) Doing(doing string) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.doing = doing
	switch {
	case l.shown > 0:
		l.draw()
	case l.timer == nil:
		l.start(delay)
	}
}

// start starts the timer that draws the line.
func (l *Line) start(d time.Duration) {
	l.round++
	round := l.round
	l.timer = l.after(d, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.timer == nil || l.round != round {
			return
		}
		l.since++
		l.draw()
		l.start(interval)
	})
}

// draw replaces the line.
func (l *Line) draw() {
	text, columns := fit(fmt.Sprintf("%s (%d s)", l.doing, l.since), l.width()-1)
	_, _ = io.WriteString(l.w, "\r"+text+strings.Repeat(" ", max(0, l.shown-columns)))
	l.shown = max(columns, 1)
}

// Clear removes the line until the next activity that takes long.
func (l *Line) Clear() {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.timer != nil {
		l.timer()
		l.timer = nil
	}
	if l.shown > 0 {
		_, _ = io.WriteString(l.w, "\r"+strings.Repeat(" ", l.shown)+"\r")
	}
	l.shown, l.since = 0, 0
}

// Writer returns a writer to w that removes the line before it writes.
func (l *Line) Writer(w io.Writer) io.Writer {
	if l == nil {
		return w
	}
	return &Writer{l, w}
}

// Writer removes a line before it writes.
type Writer struct {
	line *Line
	w    io.Writer
}

// Write removes the line and writes p.
func (w *Writer) Write(p []byte) (int, error) {
	w.line.Clear()
	return w.w.Write(p)
}

// Unwrap returns the writer to which w writes.
func (w *Writer) Unwrap() io.Writer { return w.w }

// fit cuts a text to a number of columns and returns it with the number that it takes. Control characters, which could change
// the terminal, are replaced.
func fit(text string, columns int) (string, int) {
	var b strings.Builder
	used := 0
	for _, r := range text {
		if !unicode.IsPrint(r) {
			r = '\uFFFD'
		}
		if used+columnsOf(r) > columns {
			break
		}
		used += columnsOf(r)
		b.WriteRune(r)
	}
	return b.String(), used
}

// columnsOf returns an upper bound for the number of columns of a character. East Asian characters have two.
func columnsOf(r rune) int {
	if r >= 0x1100 {
		return 2
	}
	return 1
}
