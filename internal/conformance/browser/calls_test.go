package browser_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// greekLine writes a feed with trains from Alpha to Epsilon, 20 minutes from one station to the next, each at platform 1 of two. The
// trips are named by when they leave Alpha.
func greekLine(t *testing.T, departures ...string) string {
	t.Helper()
	stops := [][]string{{"stop_id", "stop_name", "stop_lat", "stop_lon", "location_type", "parent_station", "platform_code"}}
	trips := [][]string{{"route_id", "service_id", "trip_id", "trip_short_name"}}
	times := [][]string{{"trip_id", "arrival_time", "departure_time", "stop_id", "stop_sequence"}}
	names := []string{"Alpha", "Beta", "Gamma", "Delta", "Epsilon"}
	for i, name := range names {
		latitude, longitude := fmt.Sprintf("38.%d", i%2+i), fmt.Sprintf("23.%d", i)
		stops = append(stops, []string{name, name, latitude, longitude, "1", "", ""})
		for _, platform := range []string{"1", "2"} {
			stops = append(stops, []string{name + platform, name, latitude, longitude, "0", name, platform})
		}
	}
	for _, departure := range departures {
		trips = append(trips, []string{"1", "daily", departure, "IC " + strings.ReplaceAll(departure, ":", "")})
		start, _ := time.Parse("15:04", departure)
		for i, name := range names {
			at := start.Add(time.Duration(20*i) * time.Minute)
			times = append(times, []string{departure, at.Format("15:04:05"), at.Add(2 * time.Minute).Format("15:04:05"), name + "1", fmt.Sprint(i + 1)})
		}
	}
	return writeFeed(t, map[string][][]string{
		"routes.txt":     {{"route_id", "route_short_name", "route_type"}, {"1", "S1", "2"}},
		"stops.txt":      stops,
		"trips.txt":      trips,
		"stop_times.txt": times,
	})
}

// tripUpdate returns a trip update of a train of the line on 21 November 2026. A call is its stop_sequence with a delay in seconds and
// perhaps a stop_id, as in "2 900 Beta2", or SKIPPED or NO_DATA.
func tripUpdate(trip string, relation uint64, calls ...string) []byte {
	update := bytesField(1, textField(1, trip), textField(3, "20261121"), numberField(4, relation))
	for _, call := range calls {
		fields := strings.Fields(call)
		content := numberField(1, uint64(number(fields[0])))
		switch fields[1] {
		case "SKIPPED":
			content = append(content, numberField(5, 1)...)
		case "NO_DATA":
			content = append(content, numberField(5, 2)...)
		default:
			delay := numberField(1, uint64(number(fields[1])))
			content = append(append(content, bytesField(2, delay)...), bytesField(3, delay)...)
		}
		if len(fields) > 2 {
			content = append(content, textField(4, fields[2])...)
		}
		update = append(update, bytesField(2, content)...)
	}
	return bytesField(3, update)
}

// TestCallsAsTheyAre reads a delay that begins on the way, another platform, a short working, and trains about which the feed has no
// data any more, on boards, runs and the map.
func TestCallsAsTheyAre(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, time.November, 21, 9, 20, 0, 0, time.UTC)
	feed := filepath.Join(t.TempDir(), "trips.pb")
	message := realtimeFeed(now,
		tripUpdate("09:00", 0, "1 0", "2 900", "3 900", "4 900", "5 900"),
		tripUpdate("09:10", 0, "1 0", "2 0 Beta2", "3 60 Gamma2"),
		tripUpdate("09:15", 0, "1 0", "2 0", "3 120", "4 SKIPPED", "5 SKIPPED"),
		tripUpdate("09:18", 0, "1 0", "2 NO_DATA"),
		tripUpdate("09:25", 7))
	if err := os.WriteFile(feed, message, 0o600); err != nil {
		t.Fatal(err)
	}
	s := serveRail(t, "--gtfs", greekLine(t, "08:05", "09:00", "09:10", "09:15", "09:18", "09:25"), "--gtfs-rt", feed, "--clock", now.Format(time.RFC3339))
	p := open(t, s.origin())
	show := func(path string) {
		p.visit(path)
		p.wait(state(map[byte]string{'b': "#board", 't': "#run"}[path[1]], "ready"))
	}
	texts := func(selector string) string {
		var rows []string
		p.script(`[...document.querySelectorAll(`+quote(selector)+`)].map(e => e.innerText.replace(/\s+/g, " ").trim())`, &rows)
		return strings.Join(rows, "\n")
	}

	show("/board/Beta")
	want := `09:32 12 min Epsilon S1 IC 0910 Mainline, platform 1 changed to 2 Departed Alpha On time
09:22 09:37 17 min Epsilon S1 IC 0900 Mainline, platform 1 Departed Alpha 15 min late
09:37 17 min Gamma ends at Gamma instead of Epsilon S1 IC 0915 Mainline, platform 1 Departed Alpha On time
09:40 20 min Epsilon S1 IC 0918 Mainline, platform 1 Departed Alpha Not reported`
	if got := texts("#rows tr"); got != want {
		t.Errorf("the board of Beta:\n%s\nwant\n%s", got, want)
	}
	if !p.struck(`[data-train="IC 0910"] .platform s`) {
		t.Error("the planned platform is not struck through")
	}

	show("/board/Gamma")
	if row := texts(`#rows tr[data-train="IC 0915"][data-omitted]`); !strings.Contains(row, "Epsilon") || !strings.HasSuffix(row, "Ends here") || !p.struck(`#rows tr[data-train="IC 0915"] .time`) {
		t.Errorf("the train that ends at Gamma is shown as %q", row)
	}
	show("/board/Delta")
	if row := texts(`#rows tr[data-train="IC 0915"][data-omitted]`); !strings.Contains(row, "ends at Gamma instead of Epsilon") || !strings.HasSuffix(row, "Does not stop here") {
		t.Errorf("the train that ends before Delta is shown as %q", row)
	}

	for train, want := range map[string]string{
		"IC 0900": "15 min late at Beta.", "IC 0910": "On time at Beta.", "IC 0915": "On time at Beta.", "IC 0918": "Nothing is reported about Beta.",
		"IC 0805": "Nothing is reported about it: times and place are those of the timetable.",
	} {
		show("/train/" + train + "/2026-11-21")
		if summary := p.text("#summary"); !strings.Contains(summary, want) {
			t.Errorf("%s: %q, want %q", train, summary, want)
		}
		seen, passed := p.count("li.call[data-state=passed][data-seen]"), p.count("li.call[data-state=passed]")
		if wantSeen := map[bool]int{true: 0, false: 1}[train == "IC 0805"]; seen != wantSeen || passed == 0 {
			t.Errorf("%s: it is seen at %d of the %d calls that it has passed", train, seen, passed)
		}
	}
	show("/train/IC 0915/2026-11-21")
	if call := texts(`li.call[data-station="Gamma"]`); !strings.Contains(call, "the train ends here") || !p.struck(`li.call[data-station="Gamma"] .dep .scheduled`) {
		t.Errorf("the call at Gamma is %q", call)
	}
	show("/train/IC 0910/2026-11-21")
	if call := texts(`li.call[data-station="Beta"] .platform[data-changed]`); call != "platform 1 changed to 2" || !p.struck(`li.call[data-station="Beta"] s`) {
		t.Errorf("the platform at Beta is %q", call)
	}

	p.visit("/map")
	p.wait(`document.querySelectorAll("#trains tbody tr").length === 5`)
	if status := texts(`#trains tr[data-train="IC 0900"][data-mood=late] .status`); status != "15 min late at Beta" {
		t.Errorf("on the map it is %q", status)
	}
	if p.count(`[data-train="IC 0925"], [data-id="IC 0925"]`) > 0 {
		t.Error("a train that is deleted is on the map")
	}
}
