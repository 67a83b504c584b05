package browser_test

import (
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestJourney finds an alert, the next train and a cancelled one on a phone, from the overview, with three taps and a few letters.
func TestJourney(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, time.November, 21, 9, 0, 0, 0, time.UTC)
	const alert = "The lift is out of order"
	feed, cancelled := filepath.Join(t.TempDir(), "feed.pb"), uint64(3)
	about := bytesField(5, bytesField(5, textField(5, "Alpha")), bytesField(10, bytesField(1, textField(1, alert))))
	if err := os.WriteFile(feed, realtimeFeed(now, tripUpdate("09:10", cancelled), about), 0o600); err != nil {
		t.Fatal(err)
	}
	p := handheld(t, serveRail(t, "--gtfs", greekLine(t, "09:05", "09:10", "09:20"), "--gtfs-rt", feed, "--clock", now.Format(time.RFC3339)))
	p.visit("/")
	p.wait(`document.querySelector("#alerts li.alert") !== null`)
	p.onScreen("#alerts li.alert", alert)
	if text := p.text("#alerts"); strings.Contains(text, "Train") {
		t.Errorf("the alert of a station names trains: %q", text)
	}

	p.tap("#search")
	p.press("alph")
	p.tap(`#matches [data-code="Alpha"]`)
	p.wait(state("#board", "ready"))
	p.onScreen("#alerts li.alert", alert)
	p.onScreen("#rows tr:not([data-omitted])", "09:07")
	if n := p.count("#rows .alerts:not(:empty)"); n > 0 {
		t.Errorf("%d trains repeat the alert of the station", n)
	}
	const row = `#rows tr[data-omitted][data-train="IC 0910"]`
	if text := p.text(row); !strings.Contains(text, "Cancelled") {
		t.Errorf("the cancelled train is shown as %q", text)
	}
	if !p.struck(row + " .time") {
		t.Error("the time of the cancelled train is not struck through")
	}

	p.tap(row + " a")
	p.wait(state("#run", "ready"))
	p.onScreen("#summary", "This train is cancelled.")
}

// struck reports whether the first element that a selector finds is struck through.
func (p *tab) struck(selector string) bool {
	p.t.Helper()
	var line string
	p.script(`getComputedStyle(document.querySelector(`+quote(selector)+`)).textDecorationLine`, &line)
	return line == "line-through"
}

// realtimeFeed returns a GTFS-Realtime message of entities, each of which is a trip update, a vehicle or an alert.
func realtimeFeed(made time.Time, entities ...[]byte) []byte {
	message := bytesField(1, textField(1, "2.0"), numberField(3, uint64(made.Unix())))
	for i, entity := range entities {
		message = append(message, bytesField(2, textField(1, strconv.Itoa(i)), entity)...)
	}
	return message
}

// numberField, bytesField and textField encode a field of a message of Protocol Buffers.
func numberField(field int, n uint64) []byte {
	return binary.AppendUvarint([]byte{byte(field << 3)}, n)
}

func bytesField(field int, parts ...[]byte) []byte {
	content := bytes.Join(parts, nil)
	return append(binary.AppendUvarint([]byte{byte(field<<3 | 2)}, uint64(len(content))), content...)
}

func textField(field int, s string) []byte { return bytesField(field, []byte(s)) }

// onScreen checks that the first element that a selector finds has a text and can be seen without scrolling.
func (p *tab) onScreen(selector, want string) {
	p.t.Helper()
	var seen struct {
		Text string
		Top  float64
	}
	p.script(`(e => ({Text: e.innerText, Top: e.getBoundingClientRect().top}))(document.querySelector(`+quote(selector)+`))`, &seen)
	if !strings.Contains(seen.Text, want) || seen.Top < 0 || seen.Top > float64(phone.height) {
		p.t.Errorf("%s is %+v, want %q on the screen", selector, seen, want)
	}
}
