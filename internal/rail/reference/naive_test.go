package reference_test

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	messages "github.com/OneBusAway/go-gtfs/proto"

	"example.com/quartet/internal/rail"
	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// naiveBoard returns the lines of a board according to the documentation of package rail.
func naiveBoard(runs []naiveRun, code string, now time.Time, window time.Duration) []string {
	type line struct {
		run    naiveRun
		dueIn  int
		fields string
	}
	var lines []line
	for _, r := range runs {
		for i, c := range r.calls {
			over := r.departed(i, now) || i == r.last() && !r.expectedArrival(i).After(now)
			if c.station[codeOf(c.station)] != code || c.passes || r.isSkipped(i) || over {
				continue
			}
			due, late := r.expectedArrival(i), minutes(r.arrive(i), r.expectedArrival(i))
			if i == 0 {
				due, late = r.expectedDeparture(i), minutes(r.depart(i), r.expectedDeparture(i))
			}
			if due.After(now.Add(window)) {
				break
			}
			const layout = "15:04"
			times, kind := []string{r.expectedArrival(i).Format(layout), r.expectedDeparture(i).Format(layout), r.arrive(i).Format(layout), r.depart(i).Format(layout)}, "S"
			if i == 0 {
				times[0], times[2], kind = "00:00", "00:00", "O"
			}
			if i == r.last() {
				times[1], times[3], kind = "00:00", "00:00", "D"
			}
			status, location := "No Information", ""
			if at := r.reached(now); r.isKnown(i) && at >= 0 {
				status, location = "En Route", "Arrived "+r.name(at)
				if r.departed(at, now) {
					location = "Departed " + r.name(at)
				}
			}
			dueIn := max(0, int(due.Sub(now)/time.Minute))
			lines = append(lines, line{r, dueIn, strings.Join([]string{
				r.at(i, now).Format("2006-01-02T15:04:05"), r.code, c.station[2], code, r.at(i, now).Format("15:04:05"), r.date(),
				r.name(0), r.name(r.last()), r.depart(0).Format(layout), r.arrive(r.last()).Format(layout), status, location,
				strconv.Itoa(dueIn), strconv.Itoa(late), times[0], times[1], times[2], times[3], r.direction, r.kind, kind,
			}, "|")})
			break
		}
	}
	slices.SortStableFunc(lines, func(a, b line) int {
		return cmp.Or(cmp.Compare(a.run.direction, b.run.direction), cmp.Compare(a.dueIn, b.dueIn), cmp.Compare(a.run.code, b.run.code))
	})
	var texts []string
	for _, l := range lines {
		texts = append(texts, l.fields)
	}
	return texts
}

// minutes returns the minutes between two times, both without their seconds.
func minutes(from, to time.Time) int {
	return int(to.Truncate(time.Minute).Sub(from.Truncate(time.Minute)) / time.Minute)
}

// codeOf returns the index of the column of stops.txt that holds the station's code.
func codeOf(station []string) int {
	if station[1] == "" {
		return 0
	}
	return 1
}

// naiveVendorPositions returns the lines of the vendor positions.
func naiveVendorPositions(runs []naiveRun, now time.Time) []string {
	const layout, none = "02/01/2006 15:04:05", "01/01/1900 00:00:00"
	runs = slices.DeleteFunc(slices.Clone(runs), func(r naiveRun) bool {
		start := r.depart(0)
		if expected := r.expectedDeparture(0); expected.Before(start) {
			start = expected
		}
		return start.After(now.Add(10*time.Minute)) || r.expectedArrival(r.last()).Before(now.Add(-5*time.Minute))
	})
	slices.SortStableFunc(runs, func(a, b naiveRun) int {
		return cmp.Or(cmp.Compare(a.code, b.code), a.start.Compare(b.start))
	})
	var texts []string
	for _, r := range runs {
		at := max(0, r.reached(now))
		status, doing, next, departure, arrival := "R", "A", "", none, none
		latitude, longitude := degrees(r.calls[at].station)
		following := r.next(at)
		late := r.expectedArrival(following).Sub(r.arrive(following))
		switch {
		case at == r.last():
			status, doing = "T", "T"
		case r.departed(at, now):
			doing = "E"
			if now.Sub(r.expectedDeparture(at)) < time.Minute {
				doing = "D"
			}
			latitude, longitude = interpolate(r, at, now)
		case at == 0:
			status, late = "N", r.expectedDeparture(0).Sub(r.depart(0))
		}
		if at < r.last() {
			next, departure, arrival = r.name(following), r.depart(at).Format(layout), r.arrive(following).Format(layout)
		}
		texts = append(texts, strings.Join([]string{
			status, formatDegrees(latitude), formatDegrees(longitude), r.code, r.date(), doing, r.direction,
			r.name(0), r.depart(0).Format(layout), r.name(r.last()), r.arrive(r.last()).Format(layout), r.name(at), next,
			strconv.Itoa(int(late / time.Second)), departure, arrival,
		}, "|"))
	}
	return texts
}

// next returns the index of the first call after one that is not skipped, or that of the last call.
func (r naiveRun) next(after int) int {
	for i := range r.calls {
		if i > after && !r.isSkipped(i) {
			return i
		}
	}
	return r.last()
}

// naiveMovements returns the lines of a train's movements.
func naiveMovements(r naiveRun, now time.Time) []string {
	const layout, none = "15:04:05", "00:00:00"
	var texts []string
	at := r.reached(now)
	for i, c := range r.calls {
		kind, stop := "S", "-"
		scheduled, expected, actual, auto := [2]string{none, none}, [2]string{none, none}, [2]string{}, [2]string{}
		switch {
		case i == 0:
			kind = "O"
		case i == r.last():
			kind = "D"
		case c.passes || r.isSkipped(i):
			kind = "T"
		}
		if i > 0 {
			scheduled[0], expected[0] = r.arrive(i).Format(layout), r.expectedArrival(i).Format(layout)
			if r.isReported(i) && !r.expectedArrival(i).After(now) {
				actual[0], auto[0] = expected[0], "1"
			}
		}
		if i < r.last() {
			scheduled[1], expected[1] = r.depart(i).Format(layout), r.expectedDeparture(i).Format(layout)
			if r.isReported(i) && !r.expectedDeparture(i).After(now) {
				actual[1], auto[1] = expected[1], "1"
			}
		}
		if i == at {
			stop = "C"
		} else if at < r.last() && i == r.next(at) {
			stop = "N"
		}
		texts = append(texts, strings.Join([]string{
			r.code, r.date(), c.station[codeOf(c.station)], c.station[2], strconv.Itoa(i + 1), kind, r.name(0), r.name(r.last()),
			scheduled[0], scheduled[1], expected[0], expected[1], actual[0], actual[1], auto[0], auto[1], stop,
		}, "|"))
	}
	return texts
}

// degrees returns the place of a station, or zeros if it has none.
func degrees(station []string) (latitude, longitude float64) {
	latitude, _ = strconv.ParseFloat(station[3], 64)
	longitude, _ = strconv.ParseFloat(station[4], 64)
	return latitude, longitude
}

// interpolate returns the place of a train between call i and the next. Train 31 has a shape: it starts at platform 1
// and has a bend halfway between Cedar Junction and Dogwood. All other trains run in a straight line between stations.
func interpolate(r naiveRun, i int, now time.Time) (latitude, longitude float64) {
	lat1, lon1 := degrees(r.calls[i].station)
	lat2, lon2 := degrees(r.calls[i+1].station)
	if lat1 == 0 || lat2 == 0 {
		return 0, 0
	}
	if r.code == "31" && i == 0 {
		lat1 = 40.0003
	}
	fraction := float64(now.Sub(r.expectedDeparture(i))) / float64(r.expectedArrival(i+1).Sub(r.expectedDeparture(i)))
	if r.path != nil {
		return r.path.between(i, fraction)
	}
	latitude, longitude = lat1+fraction*(lat2-lat1), lon1+fraction*(lon2-lon1)
	if r.code == "31" && r.name(i) == "Cedar Junction" {
		latitude = 40.2 + 0.05*(1-math.Abs(2*fraction-1))
	}
	return latitude, longitude
}

func formatDegrees(x float64) string { return strconv.FormatFloat(math.Round(x*1e5)/1e5, 'f', -1, 64) }

// Without realtime data, the service and the naive implementation agree in every minute of the busy hours of a working
// day and of the nights when the clocks change or the feed ends.
func TestTimetableMatchesNaiveImplementation(t *testing.T) {
	plan, _ := railway(t)
	trains := naiveTrains(t)
	for from, minutes := range map[string]int{
		"2026-03-28T22:00:00Z": 5 * 60,
		"2026-10-24T22:00:00Z": 5 * 60,
		"2026-11-24T07:00:30Z": 5 * 60,
		"2026-11-24T23:00:00Z": 3 * 60,
		"2026-12-31T23:00:00Z": 3 * 60,
	} {
		start, err := time.Parse(time.RFC3339, from)
		if err != nil {
			t.Fatal(err)
		}
		for m := range minutes {
			compareAt(t, plan, trains, start.Add(time.Duration(m)*time.Minute))
		}
	}
}

// In other time zones the clocks change at midnight, by half an hour, or go forward in the second half of the year.
func TestClockChangesMatchNaiveImplementation(t *testing.T) {
	trains := naiveTrains(t)
	for _, zone := range []string{"Atlantic/Azores", "Australia/Lord_Howe", "Asia/Beirut", "America/Santiago", "America/New_York", "Pacific/Auckland"} {
		plan, _ := load(t, filesIn(t, zone))
		changes := 0
		at := time.Date(2026, time.March, 2, 12, 0, 0, 0, time.UTC)
		for ; at.Year() == 2026; at = at.Add(10 * time.Minute) {
			_, before := at.In(plan.Zone()).Zone()
			if _, after := at.Add(10 * time.Minute).In(plan.Zone()).Zone(); before == after {
				continue
			}
			changes++
			for m := -5 * 60; m < 5*60; m += 10 {
				compareAt(t, plan, trains, at.Add(time.Duration(m)*time.Minute))
			}
		}
		if changes != 2 {
			t.Errorf("%s: %d changes", zone, changes)
		}
	}
}

// compareAt compares the service without realtime data with the naive implementation.
func compareAt(t *testing.T, plan *timetable.Timetable, trains []naiveTrain, at time.Time) {
	t.Helper()
	now := at.In(plan.Zone())
	compareState(t, &running.State{Timetable: plan}, runsAround(trains, now), now)
}

// compareState compares the current trains and all boards with the naive implementation and, every ten minutes, the
// movements of all trains.
func compareState(t *testing.T, state *running.State, runs []naiveRun, now time.Time) {
	t.Helper()
	s := rail.New((*fixedSource)(state), func() time.Time { return now })
	same := func(name string, a arguments, want []string) {
		t.Helper()
		got, err := operations[name].call(context.Background(), s, a)
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("%v: %s: %v\n got %s\nwant %s", now, name, err, strings.Join(got, "\n     "), strings.Join(want, "\n     "))
		}
	}
	same("getVendorTrainsXML", nil, naiveVendorPositions(runs, now))
	for _, code := range []string{"ALDER", "BIRCH", "CEDAR", "st-6", "ELM", "Fir", "MKTN", "MKTS"} {
		same("getStationDataByCodeXML", arguments{"StationCode": &code}, naiveBoard(runs, code, now, 90*time.Minute))
	}
	if now.Minute()%10 != 0 {
		return
	}
	asked := map[string]bool{}
	for _, r := range runs { // ordered by service date; if two trains start on one date, the service returns the first
		date := r.date()
		if name := r.code + " " + date; !asked[name] {
			asked[name] = true
			same("getTrainMovementsXML", arguments{"TrainId": &r.code, "TrainDate": &date}, naiveMovements(r, now))
		}
	}
}

// The realtime data give a time for every call, with random delays.
func TestDelaysMatchNaiveImplementation(t *testing.T) {
	plan, _ := railway(t)
	trains := naiveTrains(t)
	for seed, from := range []string{"2026-03-28T22:00:30Z", "2026-10-24T22:00:00Z", "2026-11-24T07:30:15Z", "2026-11-29T14:00:00Z"} {
		start, err := time.Parse(time.RFC3339, from)
		if err != nil {
			t.Fatal(err)
		}
		random := rand.New(rand.NewPCG(uint64(seed), 1))
		for m := range 80 {
			now := start.Add(time.Duration(m) * 4 * time.Minute).In(plan.Zone())
			runs := runsAround(trains, now)
			data := newMessage(t, now.UTC().Format(time.DateTime))
			for i := range runs {
				if random.IntN(5) > 0 { // some trains have no realtime data
					runs[i].addDelays(random)
					runs[i].addUpdates(data)
				}
			}
			tc := testCase{name: from, clock: now}
			state := &running.State{Timetable: plan, Realtime: snapshot(t, plan, tc, [][]byte{data.bytes()})}
			compareState(t, state, runs, now)
		}
	}
}

// addDelays sets random expected times. The train does not depart early from its origin, and the times never decrease.
func (r *naiveRun) addDelays(random *rand.Rand) {
	r.times = make([]running.Times, len(r.calls))
	last, late := r.depart(0), time.Duration(random.IntN(600))*time.Second
	for i := range r.calls {
		arrive := r.arrive(i).Add(late)
		if i == 0 || arrive.Before(last) {
			arrive = last
		}
		late += time.Duration(random.IntN(400)-200) * time.Second
		depart := r.depart(i).Add(late)
		if depart.Before(arrive) || r.calls[i].passes || i == r.last() {
			depart = arrive
		}
		if i == 0 && depart.Before(r.depart(0)) {
			depart = r.depart(0)
		}
		r.times[i], last = running.Times{Arrive: arrive, Depart: depart}, depart
	}
}

// addUpdates adds trip updates with the expected times to the message, one for each trip of the train.
func (r *naiveRun) addUpdates(m *message) {
	const layout = time.DateTime
	updates := map[string]*messages.TripUpdate{}
	of := func(ref stopReference) *messages.TripUpdate {
		if updates[ref.trip] == nil {
			d := trip(ref.trip, r.start.Add(12*time.Hour).Format("20060102"))
			if ref.start != "" {
				d.StartTime = &ref.start
			}
			updates[ref.trip] = m.tripUpdate(d)
		}
		return updates[ref.trip]
	}
	for i, c := range r.calls {
		arrival, departure := r.expectedArrival(i).UTC().Format(layout), r.expectedDeparture(i).UTC().Format(layout)
		if i == 0 {
			arrival = ""
		}
		if i == r.last() {
			departure = ""
		}
		if c.arrivalStop == c.departureStop {
			u := of(c.arrivalStop)
			u.StopTimeUpdate = append(u.StopTimeUpdate, m.stopTime(c.arrivalStop.sequence, arrival, departure))
			continue
		}
		before, after := of(c.arrivalStop), of(c.departureStop)
		before.StopTimeUpdate = append(before.StopTimeUpdate, m.stopTime(c.arrivalStop.sequence, arrival, ""))
		after.StopTimeUpdate = append(after.StopTimeUpdate, m.stopTime(c.departureStop.sequence, "", departure))
	}
}
