package rail_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/quartet/internal/rail/timetable"
)

// feedOf returns the timetable of a feed with a station for each code, 100 m apart, and the train T1 from the first to the second,
// on a day.
func feedOf(t *testing.T, zone *time.Location, day timetable.Date, codes ...string) *timetable.Timetable {
	t.Helper()
	var stations []*timetable.Station
	for i, code := range codes {
		stations = append(stations, &timetable.Station{ID: "id-" + code, Code: code, Name: "Name of " + code, Stops: []string{"stop-" + code},
			Place: timetable.Point{Latitude: 46 + float64(i)*100/111195, Longitude: -18}, PlatformCodes: []string{"", "platform " + code}})
	}
	calendar := new(timetable.Calendar)
	calendar.Add(day.Number())
	trip := &timetable.Trip{ID: "trip", Code: "T1", Kind: timetable.Metro, Route: "route", Members: []string{"trip", "other"}, Calendar: calendar, Calls: []timetable.Call{
		{Station: stations[0], Arrive: time.Hour, Depart: time.Hour}, {Station: stations[1], Arrive: 2 * time.Hour, Depart: 2 * time.Hour, Platform: 1},
	}}
	plan, err := timetable.New(zone, stations, []*timetable.Trip{trip}, timetable.Info{Version: codes[0]})
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

func merge(t *testing.T, before *timetable.Timetable, distance float64, parts ...*timetable.Timetable) *timetable.Timetable {
	t.Helper()
	plan, err := timetable.Merge(before, parts, distance)
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// show returns the stations with their codes, what passengers read, and their platforms; and the trains with their calls.
func show(plan *timetable.Timetable) (lines []string) {
	for s := range plan.Stations() {
		lines = append(lines, fmt.Sprintf("%s (%s) %s %v", s.Code, s.PublicCode(), s.ID, s.Stops))
	}
	for _, trip := range plan.Trips() {
		line := fmt.Sprintf("%s (%s) of feed %d", trip.Code, trip.PublicCode(), trip.Agency.Feed)
		for i := range trip.Calls {
			line += fmt.Sprintf(" %s %s,", trip.Calls[i].StopID(), trip.Calls[i].PlatformCode())
		}
		lines = append(lines, line)
	}
	return lines
}

var march = timetable.Date{Year: 2026, Month: time.March, Day: 1}

func TestMerge(t *testing.T) {
	plan := merge(t, nil, 0, feedOf(t, time.UTC, march, "A", "B", "2:C"), feedOf(t, time.UTC, march, "b", "C", "D"), feedOf(t, time.UTC, march, "C", "D"))
	var codes, public []string
	for s := range plan.Stations() {
		codes, public = append(codes, s.Code), append(public, s.PublicCode())
	}
	if want := []string{"1:2:C", "A", "B", "2:C", "3:C", "2:D", "3:D", "2:b"}; !slices.Equal(codes, want) {
		t.Errorf("codes %q, want %q", codes, want)
	}
	if want := []string{"2:C", "A", "B", "C", "C", "D", "D", "b"}; !slices.Equal(public, want) {
		t.Errorf("public codes %q, want %q", public, want)
	}
	for _, id := range []string{"id-A", "stop-B", "2:id-C", "2:stop-D", "3:id-C"} {
		if plan.StationByStop(id) == nil {
			t.Errorf("no stop %s", id)
		}
	}
	for i, code := range []string{"T1", "2:T1", "3:T1"} {
		trips := plan.TripsByID(timetable.Prefix(i) + "other")
		if len(trips) != 1 || trips[0].Code != code || trips[0].PublicCode() != "T1" || trips[0].Agency.Feed != i || trips[0].Calls[1].StopID() != timetable.Prefix(i)+"stop-"+strings.TrimPrefix(trips[0].Calls[1].Station.ID, timetable.Prefix(i)+"id-") {
			t.Errorf("trip %d: %+v", i, trips)
		}
	}
}

// Feeds are in different zones: the times of each train count in that of its own feed.
func TestMergeZones(t *testing.T) {
	east := time.FixedZone("East", 3*3600)
	plan := merge(t, nil, 0, feedOf(t, time.UTC, march, "A", "B"), feedOf(t, east, march, "C", "D"))
	for code, zone := range map[string]*time.Location{"A": time.UTC, "2:C": east} {
		midnight := march.Start(zone)
		station := plan.StationByCode(code)
		found := 0
		for journey := range plan.StoppingAt(station, midnight.Add(time.Hour), midnight.Add(time.Hour)) {
			if found++; !journey.Departure(0).Equal(midnight.Add(time.Hour)) || journey.Date() != march {
				t.Errorf("%s: departs at %v on %v", code, journey.Departure(0), journey.Date())
			}
		}
		if station.Zone != zone || found != 1 {
			t.Errorf("%s has the zone %v and %d trains", code, station.Zone, found)
		}
	}
	day := 0
	for range plan.Between(march.Start(east), march.Start(time.UTC).Add(24*time.Hour)) {
		day++
	}
	if second, ok := plan.Journey("2:T1", march); !ok || day != 2 || !second.Start().Equal(march.Start(east)) {
		t.Errorf("%d trains; the second starts at %v", day, second.Start())
	}
}

// Stations of one name that are near each other become one, also with a feed that is read later or again. The feeds that are not
// replaced stay as they were, and so does the timetable before.
func TestMergeStationsOfFeeds(t *testing.T) {
	a, b := func() *timetable.Timetable { return feedOf(t, time.UTC, march, "A", "B") }, func() *timetable.Timetable { return feedOf(t, time.UTC, march, "a", "B", "C") }
	want := []string{
		"A (A) id-A [stop-A 2:id-a 2:stop-a]", "B (B) id-B [stop-B 2:id-B 2:stop-B]", "2:C (C) 2:id-C [2:stop-C]",
		"2:T1 (T1) of feed 1 2:id-a , 2:stop-B platform B,", "T1 (T1) of feed 0 id-A , stop-B platform B,",
	}
	both := merge(t, nil, 50, a(), b())
	if got := show(both); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if s := both.StationByCode("2:C"); both.StationByCode("A") == nil || !both.StationByCode("A").ServedBy(1, "") || s.ServedBy(0, "") {
		t.Error("the stations are in wrong feeds")
	}
	first, second := merge(t, nil, 50, a(), nil), merge(t, nil, 50, nil, b())
	for name, plan := range map[string]*timetable.Timetable{
		"the second feed later": merge(t, first, 50, nil, b()), "the first feed later": merge(t, second, 50, a(), nil),
		"the second feed again": merge(t, both, 50, nil, b()), "the first feed again": merge(t, both, 50, a(), nil),
		"both twice": merge(t, merge(t, both, 50, a(), nil), 50, nil, b()),
	} {
		if got := show(plan); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if got := show(both); !slices.Equal(got, want) {
		t.Errorf("the timetable before became %q", got)
	}
	if got := show(second); !slices.Contains(got, "2:B (B) 2:id-B [2:stop-B]") {
		t.Errorf("the timetable before became %q", got)
	}
}

// A code names one station and one train, whichever feeds could be read: nothing while its feed is missing.
func TestMergeWithoutFirst(t *testing.T) {
	for _, distance := range []float64{0, 50} {
		a, b := func() *timetable.Timetable { return feedOf(t, time.UTC, march, "A", "B") }, func() *timetable.Timetable { return feedOf(t, time.UTC, march, "A", "C") }
		second := merge(t, nil, distance, nil, b())
		both := merge(t, second, distance, a(), nil)
		for _, plan := range []*timetable.Timetable{second, both} {
			if s := plan.StationByCode("2:A"); s == nil || plan.StationByStop("2:id-A") != s || s.PublicCode() != "A" {
				t.Errorf("%v m: 2:A is %+v", distance, s)
			}
			if journey, ok := plan.Journey("2:T1", march); !ok || journey.ID != "2:trip" {
				t.Errorf("%v m: 2:T1 is %+v", distance, journey)
			}
		}
		if _, ok := second.Journey("T1", march); ok || second.StationByCode("A") != nil || both.StationByCode("A") != both.StationByStop("id-A") {
			t.Errorf("%v m: the first feed has the codes of the second", distance)
		}
	}
}
