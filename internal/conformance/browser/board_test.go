package browser_test

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"testing"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/jsonhttp"
)

// client returns a client of the rail service at a server.
func client(t *testing.T, s *server, binding soap.Binding) *realtime.Client {
	t.Helper()
	c, err := realtime.NewClient(s.service(), binding, jsonhttp.WithJSON())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// A departure is a row of a board: a departure, or an arrival.
type departure struct {
	Train, Date, Late, Time, Expected, Place, Where string
	At                                              int64
}

func compareDepartures(a, b departure) int {
	return cmp.Or(cmp.Compare(a.Train, b.Train), cmp.Compare(a.Date, b.Date))
}

// departures returns the rows that the page shows, without those of trains that do not stop here.
func (p *tab) departures() (rows []departure) {
	p.t.Helper()
	p.script(`[...document.querySelectorAll("#rows tr:not([data-omitted])")].map(row => {
		const text = selector => row.querySelector(selector).innerText.trim();
		return {
			Train: row.dataset.train, Date: row.dataset.date, Late: row.dataset.late, At: Number(row.dataset.at),
			Time: text("td.time"), Expected: text("td.expected"), Place: text("td.place"), Where: text("td.where"),
		};
	})`, &rows)
	return rows
}

// expectedRows returns the rows that a page should show for the records of a board.
func expectedRows(records []realtime.ObjStationData, arrivals bool) (rows []departure) {
	for _, r := range records {
		row := departure{
			Train: value(r.Traincode), Date: isoDate(value(r.Traindate)),
			Time: value(r.Schdepart), Expected: value(r.Expdepart), Place: value(r.Destination), Where: value(r.Lastlocation),
		}
		if arrivals {
			row.Time, row.Expected, row.Place = value(r.Scharrival), value(r.Exparrival), value(r.Origin)
		}
		row.Late = strconv.Itoa(minutesLate(row.Time, row.Expected))
		if end := value(r.Locationtype); arrivals && end != "O" || !arrivals && end != "D" {
			rows = append(rows, row)
		}
	}
	return rows
}

// minutesLate returns how many minutes one time of day is after another that is less than twelve hours away. Late of a
// record is how late the train was at its last event, and it may be on time again at this station.
func minutesLate(scheduled, expected string) int {
	const day = 24 * 60
	return (minuteOf(expected)-minuteOf(scheduled)+day+day/2)%day - day/2
}

// minuteOf returns the minute of the day of a time, as in "08:15".
func minuteOf(text string) int {
	hours, minutes, _ := strings.Cut(text, ":")
	return number(hours)*60 + number(minutes)
}

func value(text *string) string {
	if text == nil {
		return ""
	}
	return *text
}

// isoDate returns 2026-11-21 for 21 Nov 2026.
func isoDate(text string) string {
	parts := strings.Fields(text)
	month := strings.Index("JanFebMarAprMayJunJulAugSepOctNovDec", parts[1])/3 + 1
	day, _ := strconv.Atoi(parts[0])
	return parts[2] + "-" + twoDigits(month) + "-" + twoDigits(day)
}

func twoDigits(n int) string {
	if n < 10 {
		return "0" + strconv.Itoa(n)
	}
	return strconv.Itoa(n)
}

// TestBoard compares boards with the service, record by record, while the clock stands still.
func TestBoard(t *testing.T) {
	t.Parallel()
	s := serveRail(t, "--clock", moment)
	service := client(t, s, soap.SOAP12)
	stations, err := service.GetAllStationsXML(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	p := open(t, s.origin())
	seen := 0
	for i, station := range stations {
		code := value(station.StationCode)
		if i%4 != 0 && code != "STERG" {
			continue
		}
		records := boardOf(t, service, code)
		for _, arrivals := range []bool{false, true} {
			want, path := expectedRows(records, arrivals), "/board/"+code
			if arrivals {
				path += "?view=arrivals"
			}
			p.visit(path)
			p.wait(state("#board", "ready") + "||" + state("#board", "empty"))
			got := p.departures()
			if !slices.IsSortedFunc(got, func(a, b departure) int { return cmp.Compare(a.At, b.At) }) {
				t.Errorf("%s is not in the order of time: %v", path, got)
			}
			slices.SortFunc(got, compareDepartures)
			slices.SortFunc(want, compareDepartures)
			compareRows(t, path, got, want)
			if name := p.text("#station"); name != value(station.StationDesc) {
				t.Errorf("%s is that of %q, want %q", path, name, value(station.StationDesc))
			}
			seen += len(want)
		}
	}
	if seen < 100 {
		t.Errorf("only %d rows", seen)
	}
}

func boardOf(t *testing.T, service realtime.Realtime, code string) []realtime.ObjStationData {
	t.Helper()
	records, err := service.GetStationDataByCodeXML(context.Background(), &realtime.GetStationDataByCodeXML{StationCode: &code})
	if err != nil {
		t.Fatal(err)
	}
	return records
}

func number(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		panic(err) // attributes of a board hold numbers
	}
	return n
}

// compareRows compares rows of a page with those that the service gave. A page may say more than the service.
func compareRows(t *testing.T, path string, got, want []departure) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s has %d rows, want %d", path, len(got), len(want))
		return
	}
	for i, g := range got {
		w := want[i]
		same := g.Train == w.Train && g.Date == w.Date && g.Late == w.Late
		if !same || !strings.Contains(g.Time, w.Time) || !strings.Contains(g.Place, w.Place) || !strings.Contains(g.Where, station(w.Where)) {
			t.Errorf("%s:\n got %+v\nwant %+v", path, g, w)
		}
		if shown := strings.Contains(g.Expected, w.Expected); shown != (w.Late != "0") {
			t.Errorf("%s: %s minutes late, expected %q, want %q only if it is not as scheduled", path, w.Late, g.Expected, w.Expected)
		}
	}
}

// station returns the station of a last location, as in "Departed Osier Park".
func station(location string) string {
	_, name, _ := strings.Cut(location, " ")
	return name
}

// TestAlerts looks for the alert of a train where passengers look for it: on the overview, the map, the board and the run.
func TestAlerts(t *testing.T) {
	s := serveRail(t, "--clock", "2026-11-24T05:15:00Z")
	p := open(t, s.origin())
	p.size(narrow)
	const alert = "Does not stop at Beacon Park today"
	for path, names := range map[string]bool{"/": false, "/map": false, "/board/BEACN": true, "/train/D104/2026-11-24": false} {
		p.visit(path)
		p.wait(`document.querySelector("#alerts li.alert") !== null`)
		if text := p.text("#alerts"); !strings.Contains(text, alert) || names && !strings.Contains(text, "Train D104") {
			t.Errorf("%s has the alerts %q, want %q", path, text, alert)
		}
	}
}
