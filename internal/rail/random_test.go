package rail_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail"
	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// A railway is a random timetable and what is known of its trains at a time: loops, trains across midnight, trains hours
// late, calls that are passed or skipped, trains cancelled or known from realtime data alone, vehicles.
type railway struct {
	*rand.Rand
	plan  *timetable.Timetable
	lives []*running.TripUpdate
}

func newRailway(t *testing.T, seed uint64, now time.Time) *railway {
	t.Helper()
	r := &railway{Rand: rand.New(rand.NewPCG(seed, 2))}
	stations := make([]*timetable.Station, 4+r.IntN(6))
	for i := range stations {
		stations[i] = &timetable.Station{ID: fmt.Sprint("s", i), Code: fmt.Sprint("C", i), Name: fmt.Sprint("Name ", i*2/3)}
		if r.IntN(8) > 0 {
			stations[i].Place = timetable.Point{Latitude: 40 + r.Float64(), Longitude: r.Float64()}
		}
	}
	var trips []*timetable.Trip
	for i := range 30 + r.IntN(60) {
		trips = append(trips, r.trip(fmt.Sprintf("T%02d", i), stations))
	}
	plan, err := timetable.New(now.Location(), stations, trips, timetable.Info{})
	if err != nil {
		t.Fatal(err)
	}
	r.plan = plan
	for j := range plan.Between(now.Add(-15*time.Hour), now.Add(3*time.Hour)) {
		if r.IntN(4) > 0 {
			r.lives = append(r.lives, r.live(j, now))
		}
	}
	for i := range r.IntN(4) {
		trip := r.trip(fmt.Sprint("Added", i), stations)
		trip.Number = -1
		j, _ := plan.JourneyOf(trip, timetable.DateOf(now))
		r.lives = append(r.lives, r.live(j, now))
	}
	r.Shuffle(len(r.lives), func(i, j int) { r.lives[i], r.lives[j] = r.lives[j], r.lives[i] })
	return r
}

func (r *railway) trip(code string, stations []*timetable.Station) *timetable.Trip {
	trip := &timetable.Trip{ID: code, Code: code, Kind: []timetable.Kind{'M', 'S', 'D'}[r.IntN(3)], Direction: []string{"Up", "Down", "Round"}[r.IntN(3)]}
	at := time.Duration(r.IntN(26*60)) * time.Minute
	for range 2 + r.IntN(7) {
		wait := time.Duration(r.IntN(2)*r.IntN(400)) * time.Second
		trip.Calls = append(trip.Calls, timetable.Call{Station: stations[r.IntN(len(stations))], Arrive: at, Depart: at + wait})
		at += wait + time.Duration(r.IntN(2400))*time.Second
	}
	for i := 1; i < len(trip.Calls)-1; i++ {
		if r.IntN(5) == 0 {
			trip.Calls[i].Passes, trip.Calls[i].Depart = true, trip.Calls[i].Arrive
		}
	}
	if r.IntN(2) == 0 {
		r.path(trip)
	}
	return trip
}

// path gives the trip a path with a bend between two calls.
func (r *railway) path(trip *timetable.Trip) {
	var points []timetable.Point
	for i, call := range trip.Calls {
		if call.Station.Place == (timetable.Point{}) {
			return
		}
		if i > 0 {
			points = append(points, timetable.Point{Latitude: 40 + r.Float64(), Longitude: r.Float64()})
		}
		points = append(points, call.Station.Place)
	}
	trip.Path = timetable.NewPath(points)
	for i := range trip.Calls {
		trip.Calls[i].Along = trip.Path.Along[2*i]
	}
}

func (r *railway) live(j timetable.Journey, now time.Time) *running.TripUpdate {
	live := &running.TripUpdate{Journey: j}
	if r.IntN(8) == 0 {
		live.Messages = []string{"Mind the gap."}
		return live
	}
	late := time.Duration(r.IntN(600)-60) * time.Second
	if r.IntN(10) == 0 {
		late += time.Duration(r.IntN(8)) * time.Hour
	}
	var before time.Time
	for i := range j.Calls {
		late += time.Duration(r.IntN(120)-50) * time.Second
		arrive := latest(j.Arrival(i).Add(late), before)
		depart := latest(j.Departure(i).Add(late), arrive)
		if i == 0 {
			depart = latest(depart, j.Departure(0))
		}
		live.Times = append(live.Times, running.Times{Arrive: arrive, Depart: depart})
		before = depart
	}
	if r.IntN(4) == 0 {
		live.Skipped = make([]bool, len(j.Calls))
		for i := range live.Skipped {
			live.Skipped[i] = r.IntN(3) == 0
		}
	}
	if r.IntN(3) == 0 {
		live.Reported = make([]bool, len(j.Calls))
		for i := range live.Reported {
			live.Reported[i] = r.IntN(2) == 0
		}
	}
	live.Cancelled = r.IntN(12) == 0
	return live
}

func (r *railway) service(now time.Time) *rail.Service {
	state := &running.State{Plan: r.plan, Realtime: running.NewSnapshot(r.plan, now, r.lives)}
	return rail.New((*fixed)(state), func() time.Time { return now })
}

// journeys returns every train of some days with what is known of it.
func (r *railway) journeys(now time.Time) []*running.TripUpdate {
	all := slices.Clone(r.lives)
	for _, trip := range r.plan.Trips() {
		for day := -3; day <= 3; day++ {
			j, ok := r.plan.JourneyOf(trip, timetable.DateOf(now).AddDays(day))
			known := slices.ContainsFunc(r.lives, func(l *running.TripUpdate) bool { return l.Journey.Same(j) })
			if ok && !known {
				all = append(all, &running.TripUpdate{Journey: j})
			}
		}
	}
	return all
}

// A wanted train is what the definitions of the package documentation make of a train, worked out call by call.
type wantedTrain struct {
	live  *running.TripUpdate
	makes []int // the calls that it makes
}

func want(live *running.TripUpdate) (wantedTrain, bool) {
	w := wantedTrain{live: live}
	for i := range live.Journey.Calls {
		if live.Skipped == nil || !live.Skipped[i] {
			w.makes = append(w.makes, i)
		}
	}
	// No train starts or ends where it only passes.
	for len(w.makes) > 0 && live.Journey.Calls[w.makes[0]].Passes {
		w.makes = w.makes[1:]
	}
	for len(w.makes) > 0 && live.Journey.Calls[w.last()].Passes {
		w.makes = w.makes[:len(w.makes)-1]
	}
	return w, len(w.makes) > 1 && !live.Cancelled
}

func (w wantedTrain) first() int { return w.makes[0] }
func (w wantedTrain) last() int  { return w.makes[len(w.makes)-1] }

func (w wantedTrain) times(i int) running.Times {
	if w.live.Times != nil {
		return w.live.Times[i]
	}
	return running.Times{Arrive: w.live.Journey.Arrival(i), Depart: w.live.Journey.Departure(i)}
}

// due returns the call with which the train is on the board of the station, and whether it is.
func (w wantedTrain) due(station *timetable.Station, now time.Time, window time.Duration) (int, bool) {
	for _, i := range w.makes {
		call, times := w.live.Journey.Calls[i], w.times(i)
		leaves := times.Depart
		if i == w.last() {
			leaves = times.Arrive
		}
		comes := times.Arrive
		if i == w.first() {
			comes = times.Depart
		}
		if call.Station == station && !call.Passes && leaves.After(now) {
			return i, !comes.After(now.Add(window))
		}
	}
	return 0, false
}

func (w wantedTrain) current(now time.Time) bool {
	j := w.live.Journey
	starts := j.Departure(w.first())
	if expected := w.times(w.first()).Depart; expected.Before(starts) {
		starts = expected
	}
	return !starts.After(now.Add(10*minute)) && !w.times(w.last()).Arrive.Before(now.Add(-5*minute))
}

func eachRailway(t *testing.T, f func(t *testing.T, r *railway, now time.Time)) {
	zone := island(t).Zone()
	n := uint64(60)
	if testing.Short() {
		n = 10
	}
	for seed := range n {
		// The night in which the clocks go back, and that in which they go forward, on some of them.
		now := time.Date(2026, time.October, 24, 18, 0, 0, 0, zone).Add(time.Duration(seed*617) * second)
		if seed%2 == 0 {
			now = time.Date(2026, time.March, 28, 20, 0, 0, 0, zone).Add(time.Duration(seed*331) * second)
		}
		f(t, newRailway(t, seed, now), now)
		if t.Failed() {
			t.Fatalf("seed %d at %v", seed, now)
		}
	}
}

// A train is on the board of each stop that it has still to reach within the window, exactly once, and it is current
// just when the documentation says so.
func TestTrainsAreWhereTheyBelong(t *testing.T) {
	ctx := context.Background()
	eachRailway(t, func(t *testing.T, r *railway, now time.Time) {
		s := r.service(now)
		all := r.journeys(now)
		for station := range r.plan.Stations() {
			var got, wanted []string
			for _, live := range all {
				w, runs := want(live)
				if i, due := 0, false; runs {
					if i, due = w.due(station, now, 25*minute); due {
						comes := w.times(i).Arrive
						if i == w.first() {
							comes = w.times(i).Depart
						}
						wanted = append(wanted, fmt.Sprint(id(live.Journey), " in ", max(0, int(comes.Sub(now)/minute))))
					}
				}
			}
			for _, record := range must[realtime.ObjStationData](t)(s.GetStationDataByCodeXMLWithNumMins(ctx,
				&realtime.GetStationDataByCodeXMLWithNumMins{StationCode: &station.Code, NumMins: ptr("25")})) {
				got = append(got, fmt.Sprint(train{*record.Traincode, *record.Traindate}, " in ", record.Duein))
			}
			compareSets(t, "board of "+station.Code, got, wanted)
		}

		var got, wanted []string
		for _, live := range all {
			if w, runs := want(live); runs && w.current(now) {
				wanted = append(wanted, fmt.Sprint(id(live.Journey)))
			}
		}
		vendor := must[realtime.ObjVendorPositions](t)(s.GetVendorTrainsXML(ctx))
		for _, record := range vendor {
			got = append(got, fmt.Sprint(train{*record.TrainCode, *record.TrainDate}))
		}
		byCode := func(a, b realtime.ObjVendorPositions) int {
			return strings.Compare(timetable.Fold(*a.TrainCode), timetable.Fold(*b.TrainCode))
		}
		if !slices.IsSortedFunc(vendor, byCode) {
			t.Errorf("the current trains are not in the order of their codes: %v", got)
		}
		compareSets(t, "current trains", got, wanted)
	})
}

func id(j timetable.Journey) train { return train{j.Code, j.Departure(0).Format("02 Jan 2006")} }

func compareSets(t *testing.T, what string, got, want []string) {
	t.Helper()
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n got %q\nwant %q", what, got, want)
	}
}

// A board by name is that of the stations with the name together.
func TestBoardByNameIsTheUnion(t *testing.T) {
	ctx := context.Background()
	eachRailway(t, func(t *testing.T, r *railway, now time.Time) {
		s := r.service(now)
		byName := map[string][]string{}
		for station := range r.plan.Stations() {
			records := must[realtime.ObjStationData](t)(s.GetStationDataByCodeXML(ctx, &realtime.GetStationDataByCodeXML{StationCode: &station.Code}))
			byName[station.Name] = append(byName[station.Name], board(records)...)
		}
		for name, want := range byName {
			records := must[realtime.ObjStationData](t)(s.GetStationDataByNameXML(ctx, &realtime.GetStationDataByNameXML{StationDesc: &name}))
			sorted := slices.IsSortedFunc(records, func(a, b realtime.ObjStationData) int {
				if *a.Direction != *b.Direction {
					return strings.Compare(*a.Direction, *b.Direction)
				}
				return int(a.Duein - b.Duein)
			})
			if !sorted {
				t.Errorf("the board of %s is not sorted", name)
			}
			compareSets(t, "board of "+name, board(records), want)
		}
	})
}

// Movements are in order, and their times never run backwards.
func TestMovementsNeverRunBackwards(t *testing.T) {
	ctx := context.Background()
	eachRailway(t, func(t *testing.T, r *railway, now time.Time) {
		s := r.service(now)
		for _, live := range r.journeys(now) {
			id := id(live.Journey)
			if j, ok := r.plan.Journey(id.code, live.Journey.Date()); ok && !j.Same(live.Journey) {
				continue // when clocks go forward, trains of two service dates can start on one date
			}
			calls := must[realtime.ObjTrainMovements](t)(s.GetTrainMovementsXML(ctx, &realtime.GetTrainMovementsXML{TrainId: &id.code, TrainDate: &id.date}))
			if len(calls) != len(live.Journey.Calls) {
				t.Fatalf("%v: %d movements for %d calls", id, len(calls), len(live.Journey.Calls))
			}
			_, runs := want(live)
			scheduled, expected, actual := 0, 0, 0
			for i, c := range calls {
				if *c.LocationOrder != strconv.Itoa(i+1) || *c.LocationCode != live.Journey.Calls[i].Station.Code {
					t.Errorf("%v: %v", id, movements(calls[i:i+1]))
				}
				scheduled = forward(t, id, scheduled, *c.ScheduledArrival, *c.ScheduledDeparture)
				expected = forward(t, id, expected, *c.ExpectedArrival, *c.ExpectedDeparture)
				actual = forward(t, id, actual, *c.Arrival, *c.Departure)
				if *c.Arrival != "" && *c.Arrival != *c.ExpectedArrival || *c.Departure != "" && *c.Departure != *c.ExpectedDeparture {
					t.Errorf("%v: the actual times are not the expected ones: %v", id, movements(calls[i:i+1]))
				}
				if !runs && *c.Arrival+*c.Departure+*c.AutoArrival+*c.AutoDepart != "" || !runs && *c.StopType != "-" {
					t.Errorf("%v does not run: %v", id, movements(calls[i:i+1]))
				}
			}
		}
	})
}

// forward returns the last of the times and fails where it is before the one before. Times go round the clock, and no
// train of these runs for half a day from one call to the next.
func forward(t *testing.T, id train, before int, times ...string) int {
	t.Helper()
	for _, text := range times {
		if text == "" || text == "00:00:00" {
			continue
		}
		at, err := time.Parse(time.TimeOnly, text)
		if err != nil {
			t.Fatal(err)
		}
		second := at.Hour()*3600 + at.Minute()*60 + at.Second()
		step := (second - before + 86400) % 86400
		if before > 0 && step > 43200 && step < 86400-3600 { // clocks go back by an hour
			t.Errorf("%v goes back to %s", id, text)
		}
		before = second
	}
	return before
}

// As time goes on with the same data, trains go on: their states never go back, what they reached stays reached, and
// they are on their lines.
func TestTrainsGoOn(t *testing.T) {
	order := map[running.Status]int{'N': 0, 'R': 1, 'T': 2}
	eachRailway(t, func(t *testing.T, r *railway, now time.Time) {
		for _, live := range r.lives {
			before := running.At(live.Journey, live, now.Add(-20*time.Hour))
			for at := now.Add(-3 * time.Hour); at.Before(now.Add(3 * time.Hour)); at = at.Add(7*minute + 13*second) {
				run := running.At(live.Journey, live, at)
				if order[run.Status()] < order[before.Status()] || run.Reached() < before.Reached() {
					t.Fatalf("%v at %v: %c at %d after %c at %d", id(live.Journey), at, run.Status(), run.Reached(), before.Status(), before.Reached())
				}
				checkPlace(t, &run)
				before = run
			}
		}
	})
}

// checkPlace checks that the train is where it stands, or on its line between two calls.
func checkPlace(t *testing.T, run *running.Run) {
	t.Helper()
	i := max(run.Reached(), run.FirstStop())
	place, from := run.Place(), run.Calls[i]
	if !run.Departed(i) {
		if place != from.Station.Place {
			t.Errorf("%s stands at %v, not at %v", run.Code, place, from.Station.Place)
		}
		return
	}
	to := run.Calls[i+1]
	line := []timetable.Point{from.Station.Place, to.Station.Place}
	if run.Path != nil && to.Along > from.Along {
		line = run.Path.Points[2*i : 2*i+3]
	}
	if line[0] == (timetable.Point{}) || line[len(line)-1] == (timetable.Point{}) {
		if place != (timetable.Point{}) {
			t.Errorf("%s is at %v between places that are not known", run.Code, place)
		}
		return
	}
	detour := math.Inf(1)
	for k := range line[1:] {
		detour = min(detour, distance(line[k], place)+distance(place, line[k+1])-distance(line[k], line[k+1]))
	}
	if detour > 1e-9 {
		t.Errorf("%s at %v is not on its line %v", run.Code, place, line)
	}
}
