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

// A railway is a random timetable with trip updates: loops, trains across midnight, trains that are hours late, calls
// that are passed or skipped, trains that are cancelled or added.
type railway struct {
	*rand.Rand
	plan    *timetable.Timetable
	updates []*running.TripUpdate
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
			r.updates = append(r.updates, r.update(j, now))
		}
	}
	for i := range r.IntN(4) {
		trip := r.trip(fmt.Sprint("Added", i), stations)
		trip.Number = -1
		j, _ := plan.JourneyOf(trip, timetable.DateOf(now))
		r.updates = append(r.updates, r.update(j, now))
	}
	r.Shuffle(len(r.updates), func(i, j int) { r.updates[i], r.updates[j] = r.updates[j], r.updates[i] })
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
		trip.Calls[i].Along = float32(trip.Path.Along[2*i])
	}
}

func (r *railway) update(j timetable.Journey, now time.Time) *running.TripUpdate {
	update := &running.TripUpdate{Journey: j}
	if r.IntN(8) == 0 {
		update.Alerts = []*running.Alert{{Header: "Mind the gap."}}
		return update
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
		update.Times = append(update.Times, running.Times{Arrive: arrive, Depart: depart})
		before = depart
	}
	if r.IntN(4) == 0 {
		update.Skipped = make([]bool, len(j.Calls))
		for i := range update.Skipped {
			update.Skipped[i] = r.IntN(3) == 0
		}
	}
	if r.IntN(3) == 0 {
		update.Reported = make([]bool, len(j.Calls))
		for i := range update.Reported {
			update.Reported[i] = r.IntN(2) == 0
		}
	}
	update.Cancelled = r.IntN(12) == 0
	return update
}

func (r *railway) service(now time.Time) *rail.Service {
	state := &running.State{Timetable: r.plan, Realtime: running.NewSnapshot(r.plan, now, r.updates)}
	return rail.New((*fixedSource)(state), func() time.Time { return now })
}

// journeys returns every train of some days with its trip update, which is empty if there are no realtime data.
func (r *railway) journeys(now time.Time) []*running.TripUpdate {
	all := slices.Clone(r.updates)
	for _, trip := range r.plan.Trips() {
		for day := -3; day <= 3; day++ {
			j, ok := r.plan.JourneyOf(trip, timetable.DateOf(now).AddDays(day))
			known := slices.ContainsFunc(r.updates, func(l *running.TripUpdate) bool { return l.Journey.Trip == j.Trip && l.Journey.Service == j.Service })
			if ok && !known {
				all = append(all, &running.TripUpdate{Journey: j})
			}
		}
	}
	return all
}

// An expectedTrain applies the definitions of the package documentation to a train, call by call.
type expectedTrain struct {
	update *running.TripUpdate
	calls  []int // the calls that it makes
}

func expectTrain(update *running.TripUpdate) (expectedTrain, bool) {
	w := expectedTrain{update: update}
	for i := range update.Journey.Calls {
		if update.Skipped == nil || !update.Skipped[i] {
			w.calls = append(w.calls, i)
		}
	}
	// No train starts or ends at a call that it only passes.
	for len(w.calls) > 0 && update.Journey.Calls[w.calls[0]].Passes {
		w.calls = w.calls[1:]
	}
	for len(w.calls) > 0 && update.Journey.Calls[w.last()].Passes {
		w.calls = w.calls[:len(w.calls)-1]
	}
	return w, len(w.calls) > 1 && !update.Cancelled
}

func (w expectedTrain) first() int { return w.calls[0] }
func (w expectedTrain) last() int  { return w.calls[len(w.calls)-1] }

func (w expectedTrain) times(i int) running.Times {
	if w.update.Times != nil {
		return w.update.Times[i]
	}
	return running.Times{Arrive: w.update.Journey.Arrival(i), Depart: w.update.Journey.Departure(i)}
}

// due returns the call with which the train is on the board of the station, and whether it is on the board.
func (w expectedTrain) due(station *timetable.Station, now time.Time, window time.Duration) (int, bool) {
	for _, i := range w.calls {
		call, times := w.update.Journey.Calls[i], w.times(i)
		departure := times.Depart
		if i == w.last() {
			departure = times.Arrive
		}
		arrival := times.Arrive
		if i == w.first() {
			arrival = times.Depart
		}
		if call.Station == station && !call.Passes && departure.After(now) {
			return i, !arrival.After(now.Add(window))
		}
	}
	return 0, false
}

func (w expectedTrain) current(now time.Time) bool {
	j := w.update.Journey
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
		// The night in which the clocks go back or, for even seeds, the night in which they go forward.
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

// A train is listed exactly once on the board of each station that it will stop at within the window, and it is a
// current train exactly when the package documentation says so.
func TestBoardsAndCurrentTrainsMatchExhaustiveSearch(t *testing.T) {
	ctx := context.Background()
	eachRailway(t, func(t *testing.T, r *railway, now time.Time) {
		s := r.service(now)
		all := r.journeys(now)
		for station := range r.plan.Stations() {
			var got, wanted []string
			for _, update := range all {
				w, runs := expectTrain(update)
				if i, due := 0, false; runs {
					if i, due = w.due(station, now, 25*minute); due {
						comes := w.times(i).Arrive
						if i == w.first() {
							comes = w.times(i).Depart
						}
						wanted = append(wanted, fmt.Sprint(id(update.Journey), " in ", max(0, int(comes.Sub(now)/minute))))
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
		for _, update := range all {
			if w, runs := expectTrain(update); runs && w.current(now) {
				wanted = append(wanted, fmt.Sprint(id(update.Journey)))
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

// A board by name is the combined board of the stations with the name.
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

// Movements are in order, and their times never decrease.
func TestMovementTimesNeverDecrease(t *testing.T) {
	ctx := context.Background()
	eachRailway(t, func(t *testing.T, r *railway, now time.Time) {
		s := r.service(now)
		for _, update := range r.journeys(now) {
			id := id(update.Journey)
			if j, ok := r.plan.Journey(id.code, update.Journey.Date()); ok && (j.Trip != update.Journey.Trip || j.Service != update.Journey.Service) {
				continue // when the clocks go forward, trains of two service dates can start on one date
			}
			calls := must[realtime.ObjTrainMovements](t)(s.GetTrainMovementsXML(ctx, &realtime.GetTrainMovementsXML{TrainId: &id.code, TrainDate: &id.date}))
			if len(calls) != len(update.Journey.Calls) {
				t.Fatalf("%v: %d movements for %d calls", id, len(calls), len(update.Journey.Calls))
			}
			_, runs := expectTrain(update)
			scheduled, expected, actual := 0, 0, 0
			for i, c := range calls {
				if *c.LocationOrder != strconv.Itoa(i+1) || *c.LocationCode != update.Journey.Calls[i].Station.Code {
					t.Errorf("%v: %v", id, movements(calls[i:i+1]))
				}
				scheduled = checkNotEarlier(t, id, scheduled, *c.ScheduledArrival, *c.ScheduledDeparture)
				expected = checkNotEarlier(t, id, expected, *c.ExpectedArrival, *c.ExpectedDeparture)
				actual = checkNotEarlier(t, id, actual, *c.Arrival, *c.Departure)
				if *c.Arrival != "" && *c.Arrival != *c.ExpectedArrival || *c.Departure != "" && *c.Departure != *c.ExpectedDeparture {
					t.Errorf("%v: the actual times differ from the expected times: %v", id, movements(calls[i:i+1]))
				}
				if !runs && *c.Arrival+*c.Departure+*c.AutoArrival+*c.AutoDepart != "" || !runs && *c.StopType != "-" {
					t.Errorf("%v does not run, but has %v", id, movements(calls[i:i+1]))
				}
			}
		}
	})
}

// checkNotEarlier returns the last of the times and fails if one is earlier than the one before. Times wrap around at
// midnight; no train of these tests takes half a day from one call to the next.
func checkNotEarlier(t *testing.T, id train, before int, times ...string) int {
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
			t.Errorf("%v: the time %s is earlier than the one before", id, text)
		}
		before = second
	}
	return before
}

// As time advances with the same data, the status and the last call reached of a train only advance, and the train is
// on its path.
func TestTrainsNeverMoveBackInTime(t *testing.T) {
	order := map[running.Status]int{'N': 0, 'R': 1, 'T': 2}
	eachRailway(t, func(t *testing.T, r *railway, now time.Time) {
		for _, update := range r.updates {
			before := running.At(update.Journey, update, now.Add(-20*time.Hour))
			for at := now.Add(-3 * time.Hour); at.Before(now.Add(3 * time.Hour)); at = at.Add(7*minute + 13*second) {
				run := running.At(update.Journey, update, at)
				if order[run.Status()] < order[before.Status()] || run.Reached() < before.Reached() {
					t.Fatalf("%v at %v: %c at %d after %c at %d", id(update.Journey), at, run.Status(), run.Reached(), before.Status(), before.Reached())
				}
				checkPlace(t, &run)
				before = run
			}
		}
	})
}

// checkPlace checks that the train is at the station at which it stands, or on its path between two calls.
func checkPlace(t *testing.T, run *running.Run) {
	t.Helper()
	i := max(run.Reached(), run.FirstStop())
	motion, from := run.Motion(), run.Calls[i]
	place := motion.At(run.Instant())
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
			t.Errorf("%s is at %v between stations whose places are not both known", run.Code, place)
		}
		return
	}
	detour := math.Inf(1)
	for k := range line[1:] {
		detour = min(detour, distance(line[k], place)+distance(place, line[k+1])-distance(line[k], line[k+1]))
	}
	if detour > 1e-9 {
		t.Errorf("%s at %v is not on its path %v", run.Code, place, line)
	}
}
