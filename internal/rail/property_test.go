package rail_test

import (
	"context"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail"
	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// eachInstant calls f for every 25 minutes of the two weeks in which the clocks change, in parallel subtests of a day
// each. The seconds differ between instants.
func eachInstant(t *testing.T, plan *timetable.Timetable, f func(t *testing.T, now time.Time)) {
	step := 25 * time.Minute
	if testing.Short() {
		step = 70 * time.Minute
	}
	for _, week := range []timetable.Date{
		{Year: 2026, Month: time.March, Day: 26},   // clocks go forward on the 29th
		{Year: 2026, Month: time.October, Day: 22}, // and back on the 25th
	} {
		for day := range 7 {
			date := week.AddDays(day)
			t.Run(date.String(), func(t *testing.T) {
				t.Parallel()
				y, m, d := date.Year, date.Month, date.Day
				end := time.Date(y, m, d+1, 0, 0, 0, 0, plan.Zone())
				for now := time.Date(y, m, d, 0, 0, 0, 0, plan.Zone()); now.Before(end); now = now.Add(step) {
					f(t, now.Add(now.Sub(end)/1000%time.Minute).Truncate(time.Second))
					if t.Failed() {
						t.Fatalf("at %v", now)
					}
				}
			})
		}
	}
}

// Every operation succeeds at every instant, and the responses agree with each other and with the model.
func TestResponsesAgreeAtEveryInstant(t *testing.T) {
	plan := island(t)
	eachInstant(t, plan, func(t *testing.T, now time.Time) {
		s := rail.New((*fixedSource)(modelSource{plan, varyingDelays}.State(now)), func() time.Time { return now })
		trains := checkTrains(t, s, now)
		expected := expectBoards(plan, now, 90*time.Minute)
		for station := range plan.Stations() {
			checkBoard(t, s, station, now, trains, expected[station.Code])
		}
	})
}

// A train identifies a train by its code and the date on which it starts.
type train struct{ code, date string }

// checkTrains compares the lists of current trains and returns the vendor positions.
func checkTrains(t *testing.T, s *rail.Service, now time.Time) map[train]realtime.ObjVendorPositions {
	ctx := context.Background()
	current := must[realtime.ObjTrainPositions](t)(s.GetCurrentTrainsXML(ctx))
	vendor := must[realtime.ObjVendorPositions](t)(s.GetVendorTrainsXML(ctx))
	if len(current) != len(vendor) {
		t.Fatalf("%d current trains, %d vendor positions", len(current), len(vendor))
	}
	byType := 0
	for _, letter := range []string{"M", "S", "D"} {
		some := must[realtime.ObjTrainPositions](t)(s.GetCurrentTrainsXMLWithTrainType(ctx, &realtime.GetCurrentTrainsXMLWithTrainType{TrainType: &letter}))
		for _, r := range some {
			if !strings.HasPrefix(*r.TrainCode, letter) {
				t.Errorf("%s is among trains of type %s", *r.TrainCode, letter)
			}
		}
		if len(some) == 0 {
			t.Errorf("no current train of type %s", letter)
		}
		byType += len(some)
	}
	if byType != len(current) {
		t.Errorf("%d current trains by type, %d in all", byType, len(current))
	}

	trains := map[train]realtime.ObjVendorPositions{}
	for i, v := range vendor {
		c := current[i]
		if fields(c.TrainStatus, c.TrainLatitude, c.TrainLongitude, c.TrainCode, c.TrainDate, c.Direction) !=
			fields(v.TrainStatus, v.TrainLatitude, v.TrainLongitude, v.TrainCode, v.TrainDate, v.Direction) {
			t.Errorf("current %v and vendor %v differ", positions(current[i:i+1]), vendorPositions(vendor[i:i+1]))
		}
		id := train{*v.TrainCode, *v.TrainDate}
		if _, twice := trains[id]; twice {
			t.Errorf("%v is listed twice", id)
		}
		trains[id] = v
		checkPosition(t, c, v, now)
		checkMovements(t, s, id, v)
	}
	return trains
}

var (
	messagePattern  = regexp.MustCompile(`^[MSD]\d{3}\\n\d\d:\d\d .+ to .+ \d\d:\d\d \((on time|as scheduled|[1-9]\d* min (late|early))\)\\n(Leaves|Arrived|Departed|Should have left|Should be at) [^\\]+$`)
	dateTimePattern = regexp.MustCompile(`^\d\d/\d\d/\d{4} \d\d:\d\d:\d\d$`)
	clockPattern    = regexp.MustCompile(`^\d\d:\d\d:\d\d$`)
)

func checkPosition(t *testing.T, c realtime.ObjTrainPositions, v realtime.ObjVendorPositions, now time.Time) {
	if !messagePattern.MatchString(*c.PublicMessage) {
		t.Errorf("message %q", *c.PublicMessage)
	}
	for _, stamp := range []*string{v.TrainOriginTime, v.TrainDestinationTime, v.ScheduledDeparture, v.ScheduledArrival} {
		if !dateTimePattern.MatchString(*stamp) {
			t.Errorf("%s: time %q", *v.TrainCode, *stamp)
		}
	}
	status, kind := *v.TrainStatus, *v.LastLocationType
	terminated := status == "T"
	if terminated != (kind == "T") || terminated != (*v.NextLocation == "") || terminated != (*v.ScheduledArrival == "01/01/1900 00:00:00") {
		t.Errorf("%s: status %s, last location type %s, next %q at %s", *v.TrainCode, status, kind, *v.NextLocation, *v.ScheduledArrival)
	}
	if status == "N" && (kind != "A" || *v.LastLocation != *v.TrainOrigin) || !strings.Contains("NRT", status) || !strings.Contains("ADET", kind) {
		t.Errorf("%s: status %s, last location type %s at %s", *v.TrainCode, status, kind, *v.LastLocation)
	}
	date, err := time.ParseInLocation("02 Jan 2006", *v.TrainDate, now.Location())
	if err != nil || !strings.HasPrefix(*v.TrainOriginTime, date.Format("02/01/2006 ")) {
		t.Errorf("%s: date %s, starts %s", *v.TrainCode, *v.TrainDate, *v.TrainOriginTime)
	}
	if late, err := strconv.Atoi(*v.Difference); err != nil || late < -180 || late > 900 {
		t.Errorf("%s: difference %q", *v.TrainCode, *v.Difference)
	}
}

// checkMovements checks the movements of a current train against its position.
func checkMovements(t *testing.T, s *rail.Service, id train, v realtime.ObjVendorPositions) {
	calls := must[realtime.ObjTrainMovements](t)(s.GetTrainMovementsXML(context.Background(),
		&realtime.GetTrainMovementsXML{TrainId: ptr(strings.ToLower(id.code)), TrainDate: ptr(strings.ToUpper(id.date))}))
	if len(calls) < 2 {
		t.Fatalf("%v: %d movements", id, len(calls))
	}
	var current, next []string
	for i, r := range calls {
		if *r.LocationOrder != strconv.Itoa(i+1) || *r.TrainCode != id.code || *r.TrainDate != id.date {
			t.Errorf("%v: %s", id, movements(calls[i:i+1]))
		}
		for _, at := range []*string{r.ScheduledArrival, r.ScheduledDeparture, r.ExpectedArrival, r.ExpectedDeparture} {
			if !clockPattern.MatchString(*at) {
				t.Errorf("%v: time %q at %s", id, *at, *r.LocationCode)
			}
		}
		switch *r.StopType {
		case "C":
			current = append(current, *r.LocationFullName)
		case "N":
			next = append(next, *r.LocationFullName)
		}
		if i > 0 && *r.Arrival != "" && *calls[i-1].Departure == "" {
			t.Errorf("%v arrived at %s before it departed from the call before", id, *r.LocationCode)
		}
		if (*r.AutoArrival == "1") != (*r.Arrival != "") || (*r.AutoDepart == "1") != (*r.Departure != "") {
			t.Errorf("%v: %s", id, movements(calls[i:i+1]))
		}
	}
	wantCurrent, wantNext := []string{*v.LastLocation}, []string{*v.NextLocation}
	switch *v.TrainStatus {
	case "N":
		wantCurrent, wantNext = nil, wantCurrent
	case "T":
		wantNext = nil
	}
	if fmt.Sprint(current, next) != fmt.Sprint(wantCurrent, wantNext) {
		t.Errorf("%v: movements have %v then %v, positions %v then %v", id, current, next, wantCurrent, wantNext)
	}
}

// A boardExpectation is the expected content of a board about a train.
type boardExpectation struct {
	call     int
	due      time.Time
	departed bool // it has departed from its origin
}

// expectBoards returns, by station, the trains that have not yet departed from it and are due within the window. It
// tries all journeys of twelve hours.
func expectBoards(plan *timetable.Timetable, now time.Time, window time.Duration) map[string]map[train]boardExpectation {
	expected := map[string]map[train]boardExpectation{}
	for j := range plan.Between(now.Add(-6*time.Hour), now.Add(6*time.Hour)) {
		times := varyingDelays(j, now)
		if times == nil {
			times = make([]running.Times, len(j.Calls))
			for i := range times {
				times[i] = running.Times{Arrive: j.Arrival(i), Depart: j.Departure(i)}
			}
		}
		for i, call := range j.Calls {
			due, departure := times[i].Arrive, times[i].Depart
			if i == 0 {
				due = departure
			}
			if call.Passes || !departure.After(now) || due.After(now.Add(window)) {
				continue
			}
			if expected[call.Station.Code] == nil {
				expected[call.Station.Code] = map[train]boardExpectation{}
			}
			expected[call.Station.Code][train{j.Code, j.Departure(0).Format("02 Jan 2006")}] =
				boardExpectation{call: i, due: due, departed: !times[0].Depart.After(now)}
		}
	}
	return expected
}

func checkBoard(t *testing.T, s *rail.Service, station *timetable.Station, now time.Time, trains map[train]realtime.ObjVendorPositions, expected map[train]boardExpectation) {
	ctx := context.Background()
	records := must[realtime.ObjStationData](t)(s.GetStationDataByCodeXML(ctx, &realtime.GetStationDataByCodeXML{StationCode: &station.Code}))
	if now.Minute() < 10 {
		checkBoardByName(t, s, station, records)
	}
	if len(records) == 0 {
		t.Errorf("the board of %s is empty", station.Name)
	}
	seen := map[train]bool{}
	for i, r := range records {
		id := train{*r.Traincode, *r.Traindate}
		want, ok := expected[id]
		if !ok || seen[id] {
			t.Errorf("%v should not be on the board of %s, or not twice", id, station.Name)
			continue
		}
		seen[id] = true
		if i > 0 {
			before := records[i-1]
			if *before.Direction > *r.Direction || *before.Direction == *r.Direction && before.Duein > r.Duein {
				t.Errorf("the board of %s is not sorted at %v", station.Name, id)
			}
		}
		checkBoardRecord(t, s, r, now, want)
		position, current := trains[id]
		if running := current && *position.TrainStatus == "R"; running != want.departed || running != (*r.Status == "En Route") {
			t.Errorf("%v is %q on the board of %s; among the current trains: %v", id, *r.Status, station.Name, running)
		}
		if *r.Status == "En Route" && !strings.HasSuffix(*r.Lastlocation, "ed "+*position.LastLocation) {
			t.Errorf("%v: last location %q on the board, %q among the trains", id, *r.Lastlocation, *position.LastLocation)
		}
	}
	for id := range expected {
		if !seen[id] {
			t.Errorf("%v is missing from the board of %s", id, station.Name)
		}
	}
}

func checkBoardByName(t *testing.T, s *rail.Service, station *timetable.Station, byCode []realtime.ObjStationData) {
	name := strings.ToUpper(station.Name)
	byName := must[realtime.ObjStationData](t)(s.GetStationDataByNameXML(context.Background(), &realtime.GetStationDataByNameXML{StationDesc: &name}))
	if strings.Join(board(byCode), "\n") != strings.Join(board(byName), "\n") {
		t.Errorf("the boards of %s by code and by name differ", station.Name)
	}
}

func checkBoardRecord(t *testing.T, s *rail.Service, r realtime.ObjStationData, now time.Time, want boardExpectation) {
	if !r.Servertime.NoZone || r.Servertime.Time.Format(time.DateTime) != now.Format(time.DateTime) || *r.Querytime != now.Format(time.TimeOnly) {
		t.Errorf("server time %v, query time %s", r.Servertime, *r.Querytime)
	}
	if due := max(0, math.Floor(want.due.Sub(now).Minutes())); float64(r.Duein) != due || r.Duein > 90 {
		t.Errorf("%s: due in %d, want %v", *r.Traincode, r.Duein, due)
	}
	calls := must[realtime.ObjTrainMovements](t)(s.GetTrainMovementsXML(context.Background(),
		&realtime.GetTrainMovementsXML{TrainId: r.Traincode, TrainDate: r.Traindate}))
	call := calls[want.call]
	if *call.LocationCode != *r.Stationcode || *call.LocationType != *r.Locationtype || *call.Departure != "" {
		t.Errorf("board %v, movement %v", board([]realtime.ObjStationData{r}), movements(calls[want.call:][:1]))
	}
	for short, long := range map[*string]*string{
		r.Scharrival: call.ScheduledArrival, r.Schdepart: call.ScheduledDeparture,
		r.Exparrival: call.ExpectedArrival, r.Expdepart: call.ExpectedDeparture,
		r.Origintime: calls[0].ScheduledDeparture, r.Destinationtime: calls[len(calls)-1].ScheduledArrival,
	} {
		if !strings.HasPrefix(*long, *short+":") {
			t.Errorf("%s at %s: %s on the board, %s in the movements", *r.Traincode, *r.Stationcode, *short, *long)
		}
	}
	scheduled, expected := *r.Scharrival, *r.Exparrival
	if *r.Locationtype == "O" {
		scheduled, expected = *r.Schdepart, *r.Expdepart
	}
	if late := clockMinutes(t, expected) - clockMinutes(t, scheduled); (late-int(r.Late))%60 != 0 || r.Late < -3 || r.Late > 15 {
		t.Errorf("%s at %s: %d late, scheduled %s, expected %s", *r.Traincode, *r.Stationcode, r.Late, scheduled, expected)
	}
}

func clockMinutes(t *testing.T, clock string) int {
	at, err := time.Parse("15:04", clock)
	if err != nil {
		t.Error(err)
	}
	return at.Hour()*60 + at.Minute()
}

// A train's status only advances, and the train moves along the line between its last location and the next.
func TestTrainsMoveForward(t *testing.T) {
	plan := island(t)
	order := map[string]int{"N": 0, "R": 1, "T": 2}
	places := map[string]timetable.Point{}
	for s := range plan.Stations() {
		places[s.Name] = s.Place
	}
	// Two hours around the time at which the clocks go back.
	from := time.Date(2026, 10, 25, 0, 0, 0, 0, time.UTC)
	before := map[train]realtime.ObjVendorPositions{}
	for now := from; now.Before(from.Add(2 * time.Hour)); now = now.Add(20 * time.Second) {
		s := rail.New((*fixedSource)(modelSource{plan, varyingDelays}.State(now)), func() time.Time { return now })
		for _, v := range must[realtime.ObjVendorPositions](t)(s.GetVendorTrainsXML(context.Background())) {
			id := train{*v.TrainCode, *v.TrainDate}
			was, ok := before[id]
			before[id] = v
			at := point(t, v)
			if *v.TrainStatus == "R" {
				a, b := places[*v.LastLocation], places[*v.NextLocation]
				if detour := distance(a, at) + distance(at, b) - distance(a, b); detour > 1e-4 {
					t.Fatalf("%v at %v is not between %s and %s", id, now, *v.LastLocation, *v.NextLocation)
				}
			}
			if !ok {
				continue
			}
			if order[*v.TrainStatus] < order[*was.TrainStatus] {
				t.Errorf("%v had status %s and then has %s", id, *was.TrainStatus, *v.TrainStatus)
			}
			end := places[*v.TrainDestination]
			if distance(at, end) > distance(point(t, was), end)+1e-4 {
				t.Errorf("%v at %v moves away from %s", id, now, *v.TrainDestination)
			}
			if step := distance(at, point(t, was)); step > 0.01 { // three times the maximum speed
				t.Errorf("%v at %v jumps by %v degrees", id, now, step)
			}
		}
	}
}

func point(t *testing.T, v realtime.ObjVendorPositions) timetable.Point {
	latitude, err1 := strconv.ParseFloat(*v.TrainLatitude, 64)
	longitude, err2 := strconv.ParseFloat(*v.TrainLongitude, 64)
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	return timetable.Point{Latitude: latitude, Longitude: longitude}
}

func distance(a, b timetable.Point) float64 {
	return math.Hypot(a.Latitude-b.Latitude, a.Longitude-b.Longitude)
}

// No value of a parameter makes the service fail, except for the documented client fault.
func FuzzParameters(f *testing.F) {
	for _, seed := range []string{"", "5", "90", "-1", "M", "21 Nov 2026", "ſ", "İ", "\xff", "\x00", "Sterling Gate"} {
		f.Add(seed, seed)
	}
	f.Add("M109", "1 NOV 2026")
	s := service(f, varyingDelays, "2026-11-21 08:15:30")
	f.Fuzz(func(t *testing.T, a, b string) {
		ctx := context.Background()
		must[realtime.ObjStation](t)(s.GetAllStationsXMLWithStationType(ctx, &realtime.GetAllStationsXMLWithStationType{StationType: &a}))
		must[realtime.ObjTrainPositions](t)(s.GetCurrentTrainsXMLWithTrainType(ctx, &realtime.GetCurrentTrainsXMLWithTrainType{TrainType: &a}))
		must[realtime.ObjStationFilter](t)(s.GetStationsFilterXML(ctx, &realtime.GetStationsFilterXML{StationText: &a}))
		must[realtime.ObjStationData](t)(s.GetStationDataByCodeXML(ctx, &realtime.GetStationDataByCodeXML{StationCode: &a}))
		must[realtime.ObjTrainMovements](t)(s.GetTrainMovementsXML(ctx, &realtime.GetTrainMovementsXML{TrainId: &a, TrainDate: &b}))
		_, err := s.GetStationDataByNameXMLWithNumMins(ctx, &realtime.GetStationDataByNameXMLWithNumMins{StationDesc: &a, NumMins: &b})
		n, notNumber := strconv.Atoi(strings.TrimSpace(b))
		if wanted := strings.TrimSpace(b) != "" && (notNumber != nil || n < 5 || n > 90); wanted != (err != nil) {
			t.Errorf("NumMins %q: %v", b, err)
		}
	})
}
