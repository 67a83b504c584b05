package browser_test

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.com/quartet/internal/rail/timetable"
)

// TestJourneys finds an alert, the next train and a cancelled one on a phone, from the overview, with three taps and a few letters.
func TestJourneys(t *testing.T) {
	t.Parallel()
	for name, clock := range map[string]string{"sncf": "2014-01-15T08:15:00+01:00", "via": "2024-07-10T16:15:00-04:00", "seattle": "2017-11-22T08:15:00-08:00"} {
		t.Run(name, func(t *testing.T) {
			path := published(t, name+".zip")
			now, err := time.Parse(time.RFC3339, clock)
			if err != nil {
				t.Fatal(err)
			}
			station, trains := departing(t, loadPublished(t, path, ""), now)
			next, off := trains[0], trains[1]
			const alert = "The lift is out of order"
			feed := filepath.Join(t.TempDir(), "feed.pb")
			if err := os.WriteFile(feed, realtimeMessage(now, off, station.ID, alert), 0o600); err != nil {
				t.Fatal(err)
			}
			p := handheld(t, serveRail(t, "--gtfs", path, "--gtfs-rt", feed, "--clock", clock))
			p.visit("/")
			p.wait(`document.querySelector("#alerts li.alert") !== null`)
			p.onScreen("#alerts li.alert", alert)
			if text := p.text("#alerts"); strings.Contains(text, "Train") {
				t.Errorf("the alert of a station names trains: %q", text)
			}
			p.keep("journey-" + name + "-home")

			p.tap("#search")
			p.press(string([]rune(station.Name)[:min(12, len([]rune(station.Name)))]))
			p.tap(`#matches [data-code="` + station.Code + `"]`)
			p.wait(state("#board", "ready"))
			p.onScreen("#alerts li.alert", alert)
			p.onScreen("#rows tr:not([data-omitted])", next.leaves.Format("15:04"))
			var code string
			if p.script(`document.querySelector("#rows tr:not([data-omitted])").dataset.train`, &code); code != next.Code {
				t.Errorf("the next train is %s, want %s", code, next.Code)
			}
			if n := p.count("#rows .alerts:not(:empty)"); n > 0 {
				t.Errorf("%d trains repeat the alert of the station", n)
			}
			p.keep("journey-" + name + "-board")
			row := `#rows tr[data-omitted][data-train="` + off.Code + `"]`
			if text := p.text(row); !strings.Contains(text, "Cancelled") {
				t.Errorf("the cancelled train is shown as %q", text)
			}
			var line string
			if p.script(`getComputedStyle(document.querySelector(`+quote(row+" .time")+`)).textDecorationLine`, &line); line != "line-through" {
				t.Errorf("the time of the cancelled train is not struck through: %q", line)
			}

			p.tap(row + " a")
			p.wait(state("#run", "ready"))
			p.onScreen("#summary", "This train is cancelled.")
			p.keep("journey-" + name + "-run")
		})
	}
}

// A leaving train is a journey and when it departs from a station.
type leaving struct {
	timetable.Journey
	leaves time.Time
}

// departing returns the station from which most trains depart in the next hour, and these trains in order.
func departing(t *testing.T, plan *timetable.Timetable, now time.Time) (busiest *timetable.Station, trains []leaving) {
	t.Helper()
	for station := range plan.Stations() {
		var here []leaving
		for journey, i := range plan.StoppingAt(station, now, now.Add(time.Hour)) {
			if leaves := journey.Departure(i); i < journey.Last() && leaves.After(now.Add(time.Minute)) {
				here = append(here, leaving{journey, leaves})
			}
		}
		if len(here) > len(trains) {
			busiest, trains = station, here
		}
	}
	if len(trains) < 2 {
		t.Fatalf("%d trains depart from a station within an hour of %v", len(trains), now)
	}
	slices.SortFunc(trains, func(a, b leaving) int { return cmp.Or(a.leaves.Compare(b.leaves), cmp.Compare(a.Code, b.Code)) })
	return busiest, trains
}

// realtimeMessage returns a GTFS-Realtime message that cancels a train and has an alert about a stop.
func realtimeMessage(made time.Time, cancelled leaving, stop, alert string) []byte {
	date := strings.ReplaceAll(cancelled.Service.String(), "-", "")
	return realtimeFeed(made,
		bytesField(3, bytesField(1, textField(1, cancelled.ID), textField(3, date), numberField(4, 3))),
		bytesField(5, bytesField(5, textField(5, stop)), bytesField(10, bytesField(1, textField(1, alert)))))
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
