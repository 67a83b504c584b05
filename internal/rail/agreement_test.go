package rail_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	messages "github.com/OneBusAway/go-gtfs/proto"
	"google.golang.org/protobuf/proto"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail"
	"example.com/quartet/internal/rail/gtfsrt"
	"example.com/quartet/internal/rail/passenger"
	"example.com/quartet/internal/rail/running"
)

// An agreement compares what is said about each call in different places with the two times that are shown for it.
type agreement struct {
	t     *testing.T
	pages http.Handler
	s     *rail.Service
	runs  map[string]*passenger.TrainRun // by code and date

	rows, reported, wrong int
}

// agree compares all boards, runs and current trains of a state.
func agree(t *testing.T, state *running.State, now time.Time) *agreement {
	clock := func() time.Time { return now }
	source := (*fixedSource)(state)
	a := &agreement{t: t, pages: passenger.Handler(source, clock), s: rail.New(source, clock), runs: map[string]*passenger.TrainRun{}}
	for station := range state.Timetable.Stations() {
		a.board(station.Code)
	}
	a.trains()
	return a
}

func (a *agreement) get(path string, into any) {
	w := httptest.NewRecorder()
	a.pages.ServeHTTP(w, httptest.NewRequest("GET", path, nil))
	if err := json.Unmarshal(w.Body.Bytes(), into); err != nil || w.Code != http.StatusOK {
		a.t.Fatalf("%s: %d %s", path, w.Code, w.Body)
	}
}

func (a *agreement) run(code, date string) *passenger.TrainRun {
	key := code + " " + date
	if a.runs[key] == nil {
		a.runs[key] = &passenger.TrainRun{}
		a.get("/data/run?"+url.Values{"code": {code}, "date": {date}}.Encode(), a.runs[key])
	}
	return a.runs[key]
}

// board compares the rows of a board with their own times, with the runs of their trains, and with the records of the contract.
func (a *agreement) board(code string) {
	var board passenger.Board
	a.get("/data/board?code="+url.QueryEscape(code), &board)
	records, err := a.s.GetStationDataByCodeXML(context.Background(), &realtime.GetStationDataByCodeXML{StationCode: &code})
	if err != nil {
		a.t.Fatal(err)
	}
	byTrain := map[string]realtime.ObjStationData{}
	for _, r := range records {
		date, _ := time.Parse("02 Jan 2006", *r.Traindate)
		byTrain[*r.Traincode+date.Format(time.DateOnly)] = r
	}
	for _, row := range board.Trains {
		a.rows++
		problem := ""
		for _, e := range []*passenger.Event{row.Arrival, row.Departure} {
			problem = firstOf(problem, eventProblem(e, row.Here))
		}
		if !row.Omitted && !hasEnded(&row) {
			problem = firstOf(problem, recordProblem(&row, byTrain[row.Code+row.Date]))
		}
		problem = firstOf(problem, a.runProblem(&row, code))
		if row.Arrival != nil && row.Arrival.Expected != nil || row.Departure != nil && row.Departure.Expected != nil {
			a.reported++
		}
		a.count(problem, "the board of "+code+": "+row.Code)
	}
}

func (a *agreement) count(problem, where string) {
	if problem == "" {
		return
	}
	if a.wrong++; a.wrong <= 5 {
		a.t.Errorf("%s: %s", where, problem)
	}
}

func firstOf(texts ...string) string {
	for _, text := range texts {
		if text != "" {
			return text
		}
	}
	return ""
}

// inWords returns the delay between two times as they are shown.
func inWords(minutes int) string {
	switch {
	case minutes > 0:
		return fmt.Sprintf("%d min late", minutes)
	case minutes < 0:
		return fmt.Sprintf("%d min early", -minutes)
	}
	return "On time"
}

// shownLate returns the minutes between two times of a page, without seconds.
func shownLate(e *passenger.Event) int {
	minute := func(t passenger.Time) int64 { return (t.At - int64(t.At%60+60)%60) / 60 }
	return int(minute(*e.Expected) - minute(e.Scheduled))
}

// eventProblem says where the status of an event does not follow from its times.
func eventProblem(e *passenger.Event, here bool) string {
	switch {
	case e == nil:
		return ""
	case here && e.Status == "Here now" && e.Expected == nil && e.Late == 0: // its arrival is reported, and its departure is not
		return ""
	case e.Expected == nil && (e.Late != 0 || !e.Omitted && e.Mood != "silent" || e.Omitted && e.Mood != "off"):
		return fmt.Sprintf("without an expected time: %+v", e)
	case e.Expected == nil || here && e.Status == "Here now" && e.Late == shownLate(e):
		return ""
	case e.Late != shownLate(e) || e.Status != inWords(e.Late) || e.Omitted:
		return fmt.Sprintf("%s for %s: %+v", e.Expected.Clock, e.Scheduled.Clock, e)
	}
	return ""
}

// recordProblem says where a record of the contract does not agree with its own times or with a row of the page.
func recordProblem(row *passenger.Row, r realtime.ObjStationData) string {
	if r.Status == nil {
		return "no record"
	}
	due, scheduled, expected := row.Arrival, *r.Scharrival, *r.Exparrival
	if *r.Locationtype == "O" {
		due, scheduled, expected = row.Departure, *r.Schdepart, *r.Expdepart
	}
	s, _ := time.Parse("15:04", scheduled)
	x, _ := time.Parse("15:04", expected)
	late := int(x.Sub(s) / time.Minute)
	shown := due.Expected
	if shown == nil {
		shown = &due.Scheduled
	}
	switch {
	case (late-int(r.Late))%(24*60) != 0 || int(r.Late) != due.Late:
		return fmt.Sprintf("Late is %d, and the times are %s and %s; the page has %d", r.Late, scheduled, expected, due.Late)
	case shown.Clock[:5] != expected || due.Scheduled.Clock[:5] != scheduled:
		return fmt.Sprintf("%s for %s, and on the page %s for %s", expected, scheduled, shown.Clock, due.Scheduled.Clock)
	case (*r.Status == "En Route") != (due.Expected != nil && row.Status != "N") || (*r.Lastlocation != "") != (*r.Status == "En Route"):
		return fmt.Sprintf("Status is %s %q; the page has %+v", *r.Status, *r.Lastlocation, due)
	}
	return ""
}

// runProblem says where a row does not agree with the run of its train, or a train with its next call.
func (a *agreement) runProblem(row *passenger.Row, code string) string {
	run := a.run(row.Code, row.Date)
	found := false
	for _, c := range run.Calls {
		found = found || c.Code == code && (hasEnded(row) || sameEvent(c.Arrival, row.Arrival)) && sameEvent(c.Departure, row.Departure) &&
			c.Platform == row.Platform && c.Planned == row.Planned && c.Omitted == row.Omitted
	}
	if !found {
		return fmt.Sprintf("no call of its run is like %+v, %+v", row.Arrival, row.Departure)
	}
	return trainProblem(&row.Train, run)
}

// hasEnded reports whether a row only says that a train, which has arrived, does not go on.
func hasEnded(row *passenger.Row) bool {
	return row.Arrival == nil && row.Departure.Status == "Ends here"
}

func sameEvent(x, y *passenger.Event) bool {
	if x == nil || y == nil {
		return x == y
	}
	return x.Scheduled == y.Scheduled && (x.Expected == nil) == (y.Expected == nil) && (x.Expected == nil || *x.Expected == *y.Expected) &&
		x.Late == y.Late && x.Omitted == y.Omitted
}

// nextCall returns the next call that a train makes, or its last one, and its arrival or, at its start, departure.
func nextCall(run *passenger.TrainRun) (*passenger.Call, *passenger.Event) {
	var last *passenger.Call
	for i := range run.Calls {
		c := &run.Calls[i]
		if c.Omitted {
			continue
		}
		if last = c; i > run.Reached && (run.Reached >= 0 || c.Kind == "O") {
			break
		}
	}
	switch {
	case last == nil:
		return nil, nil
	case last.Arrival == nil || last.Arrival.Omitted:
		return last, last.Departure
	}
	return last, last.Arrival
}

// trainProblem says where the delay of a train is not that of its next call.
func trainProblem(t *passenger.Train, run *passenger.TrainRun) string {
	next, due := nextCall(run)
	if t.Cancelled || next == nil {
		if t.Lateness != "Cancelled" {
			return "it is cancelled, and " + t.Lateness
		}
		return ""
	}
	want := inWords(due.Late) + " at " + next.Name
	switch {
	case due.Expected == nil && t.Vehicle:
		want = "No times reported"
	case due.Expected == nil:
		want = "Not reported"
	case t.Status == "T":
		want = "Arrived " + strings.ToLower(inWords(due.Late))
	}
	if t.Lateness != want || t.Delay != due.Late || t.Reported != (due.Expected != nil) {
		return fmt.Sprintf("%q, %d, reported %t; its next call is %q", t.Lateness, t.Delay, t.Reported, want)
	}
	return ""
}

var messageDelay = regexp.MustCompile(`\d\d:\d\d \(([^)]*)\)\\n`)

// trains compares the current trains with their next calls, on the map and in two operations.
func (a *agreement) trains() {
	var all passenger.Trains
	a.get("/data/trains", &all)
	current, err1 := a.s.GetCurrentTrainsXML(context.Background())
	vendor, err2 := a.s.GetVendorTrainsXML(context.Background())
	if err1 != nil || err2 != nil || len(all.Trains) != len(current) || len(all.Trains) != len(vendor) {
		a.t.Fatalf("%d, %d and %d trains: %v, %v", len(all.Trains), len(current), len(vendor), err1, err2)
	}
	for i, p := range all.Trains {
		run := a.run(p.Code, p.Date)
		if run.Train.Start != p.Start {
			continue // several trains share the code
		}
		problem := trainProblem(&p.Train, run)
		next, due := nextCall(run)
		if p.Status == "R" && (p.To.Name != next.Name || run.Calls[run.Next].Name != next.Name || *vendor[i].NextLocation != next.Name ||
			!strings.Contains(*current[i].PublicMessage, ", next "+next.Name)) {
			problem = firstOf(problem, fmt.Sprintf("the next call is %s, not %s, %s, %s: %q", next.Name, p.To.Name, run.Calls[run.Next].Name, *vendor[i].NextLocation, *current[i].PublicMessage))
		}
		if message := *current[i].PublicMessage; !strings.Contains(message, `\n`+p.Last) {
			problem = firstOf(problem, fmt.Sprintf("PublicMessage %q, the map has %q", message, p.Last))
		}
		said, want, seconds := messageDelay.FindStringSubmatch(*current[i].PublicMessage), "as scheduled", int64(0)
		if due.Expected != nil {
			want, seconds = strings.ToLower(inWords(due.Late)), due.Expected.At-due.Scheduled.At
		}
		if len(said) < 2 || said[1] != want || *vendor[i].Difference != strconv.FormatInt(seconds, 10) {
			problem = firstOf(problem, fmt.Sprintf("PublicMessage %q, Difference %s; want %s, %d", *current[i].PublicMessage, *vendor[i].Difference, want, seconds))
		}
		a.count(problem, "the train "+p.Code)
	}
}

func decodeAll(t testing.TB, encoded [][]byte) (feeds []gtfsrt.Feed) {
	for _, data := range encoded {
		message, err := gtfsrt.Decode(data)
		if err != nil {
			t.Fatal(err)
		}
		feeds = append(feeds, gtfsrt.Feed{Message: message})
	}
	return feeds
}

// randomUpdate adds a random update of the first trip of a train, and perhaps a vehicle.
func (r *naiveRun) randomUpdate(m *message, random *rand.Rand, now time.Time) {
	first := r.calls[0].departureStop
	d := trip(first.trip, r.start.Add(12*time.Hour).Format("20060102"))
	if first.start != "" {
		d.StartTime = &first.start
	}
	if kind := random.IntN(20); kind < 2 {
		m.tripUpdate(withRelationship(d, []messages.TripDescriptor_ScheduleRelationship{messages.TripDescriptor_CANCELED, messages.TripDescriptor_DELETED}[kind]))
		return
	}
	u := m.tripUpdate(d)
	for _, c := range r.calls {
		if c.arrivalStop.trip != first.trip {
			break
		}
		event := fmt.Sprintf("%+d", random.IntN(1500)-300)
		s := m.stopTime(c.arrivalStop.sequence, event, event)
		switch random.IntN(10) {
		case 0, 1, 2:
			continue
		case 3:
			s = m.skippedStop(c.arrivalStop.sequence)
		case 4:
			s.Arrival, s.Departure = nil, nil
			s.ScheduleRelationship = messages.TripUpdate_StopTimeUpdate_NO_DATA.Enum()
		case 5:
			s.StopId = proto.String(c.station[0] + "-2")
		}
		u.StopTimeUpdate = append(u.StopTimeUpdate, s)
	}
	if random.IntN(3) == 0 {
		c := r.calls[random.IntN(len(r.calls))]
		m.vehicle(d, c.arrivalStop.sequence, messages.VehiclePosition_VehicleStopStatus(random.IntN(3)), 40, -8, now.UTC().Format(time.DateTime))
	}
}
