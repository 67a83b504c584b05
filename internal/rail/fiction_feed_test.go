package rail_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"example.com/quartet/internal/rail/fiction"
	"example.com/quartet/internal/rail/gtfs"
	"example.com/quartet/internal/rail/timetable"
)

func network(t testing.TB) *timetable.Timetable {
	t.Helper()
	plan, err := fiction.Timetable()
	if err != nil {
		t.Fatal(err)
	}
	return plan
}

// starting returns the journeys that start on the date.
func starting(plan *timetable.Timetable, date timetable.Date) (journeys []timetable.Journey) {
	from := date.Start(plan.Zone())
	for j := range plan.Between(from.Add(-2*time.Hour), from.Add(27*time.Hour)) {
		if j.Date() == date {
			journeys = append(journeys, j)
		}
	}
	return journeys
}

func date(year int, month time.Month, day int) timetable.Date {
	return timetable.Date{Year: year, Month: month, Day: day}
}

func TestFeedLoadsWithoutWarnings(t *testing.T) {
	types, err := gtfs.ParseTypes(fiction.Types)
	if err != nil {
		t.Fatal(err)
	}
	plan, report, err := gtfs.LoadFS(context.Background(), fiction.Feed(), gtfs.Options{Types: types})
	if err != nil {
		t.Fatal(err)
	}
	if report.WarningCount() != 0 {
		t.Errorf("%d warnings: %v", report.WarningCount(), report.Warnings)
	}
	if n := report.ExcludedRoutes + report.ExcludedTrips + report.UnservedStops + report.InvalidTrips + report.InactiveTrips; n != 0 {
		t.Errorf("parts of the feed are ignored: %v", report)
	}
	if report.Stations != 60 || report.JoinedTrips != 4 || report.FrequencyTrips == 0 || report.Publisher == "" {
		t.Errorf("report %+v", report)
	}
	embedded := network(t)
	if changed := embedded.Modified().Format(time.DateOnly); changed != report.FeedVersion || embedded.Version() != plan.Version() {
		t.Errorf("the timetable has version %s, its feed %s", changed, report.FeedVersion)
	}
}

func TestTimetableSize(t *testing.T) {
	plan := network(t)
	for name, test := range map[string]struct {
		date             timetable.Date
		minimum, maximum int
	}{
		"a weekday":            {date(2026, time.November, 18), 600, 660},
		"a Saturday":           {date(2026, time.November, 21), 380, 430},
		"a holiday":            {date(2026, time.December, 25), 380, 430},
		"a weekday long ago":   {date(2020, time.January, 2), 600, 660},
		"a weekday far ahead":  {date(2040, time.December, 28), 600, 660},
		"clocks that go ahead": {date(2026, time.March, 29), 375, 430},
		"clocks that go back":  {date(2026, time.October, 25), 385, 435},
	} {
		journeys := starting(plan, test.date)
		if n := len(journeys); n < test.minimum || n > test.maximum {
			t.Errorf("%s: %d trains, want from %d to %d", name, n, test.minimum, test.maximum)
		}
		seen := map[string]bool{}
		for _, j := range journeys {
			code := strings.ToLower(j.Code)
			if seen[code] || j.Code[0] != byte(j.Kind) {
				t.Errorf("%s: two trains %s (%s), or it is of the kind %v", name, j.Code, j.ID, j.Kind)
			}
			seen[code] = true
		}
	}
}

// limits are the minimum and maximum speeds in metres per second, by kind.
var limits = map[timetable.Kind][2]float64{
	timetable.Mainline: {50 / 3.6, 160 / 3.6},
	timetable.Suburban: {25 / 3.6, 120 / 3.6},
	timetable.Metro:    {15 / 3.6, 80 / 3.6},
}

func TestTripsArePlausible(t *testing.T) {
	plan := network(t)
	passing, nights := 0, 0
	for _, trip := range plan.Trips() {
		if trip.Path == nil {
			t.Fatalf("%s has no path", trip.ID)
		}
		for i, call := range trip.Calls {
			if far := trip.Path.At(float64(call.Along)).Distance(call.Station.Place); far > 20 {
				t.Errorf("%s: the path comes within %.0f m of %s", trip.ID, far, call.Station.Name)
			}
			if call.Passes {
				passing++
			}
			if i == 0 {
				continue
			}
			before := trip.Calls[i-1]
			distance, direct := float64(call.Along-before.Along), before.Station.Place.Distance(call.Station.Place)
			if distance < direct-1 || distance > 1.6*direct {
				t.Errorf("%s: %.0f m of track from %s to %s, which are %.0f m apart", trip.ID, distance, before.Station.Name, call.Station.Name, direct)
			}
			speed := distance / (call.Arrive - before.Depart).Seconds()
			if limit := limits[trip.Kind]; speed < limit[0] || speed > 0.8*limit[1] {
				t.Errorf("%s runs from %s to %s at %.0f km/h", trip.ID, before.Station.Name, call.Station.Name, speed*3.6)
			}
		}
		if first, last := trip.Calls[0].Depart, trip.Calls[len(trip.Calls)-1].Arrive; first < 24*time.Hour && last > 24*time.Hour {
			nights++
		}
		if trip.Direction != "To "+trip.Calls[len(trip.Calls)-1].Station.Name {
			t.Errorf("%s goes %s, and to %s", trip.ID, trip.Direction, trip.Calls[len(trip.Calls)-1].Station.Name)
		}
	}
	if passing == 0 || nights == 0 {
		t.Errorf("%d calls that are passed, %d trips across midnight", passing, nights)
	}
}

// At every minute there is a train on the mainline and one due at the main station: in the weeks in which the clocks
// change, at New Year, and in an ordinary week.
func TestTrainsAtEveryMinute(t *testing.T) {
	plan := network(t)
	main := plan.StationByCode("STERG")
	for _, day := range []timetable.Date{
		date(2026, time.March, 26), date(2026, time.October, 22), date(2026, time.November, 18), date(2026, time.December, 28), date(2027, time.October, 28),
	} {
		from := day.Start(plan.Zone())
		for now := from; now.Before(from.Add(7 * 24 * time.Hour)); now = now.Add(time.Minute) {
			mainline := false
			for j := range plan.Between(now, now.Add(10*time.Minute)) {
				mainline = mainline || j.Kind == timetable.Mainline
			}
			due := false
			for range plan.StoppingAt(main, now, now.Add(25*time.Minute)) {
				due = true
				break
			}
			if !mainline || !due {
				t.Errorf("at %v: a train on the mainline: %v, a train at %s: %v", now, mainline, main.Name, due)
			}
		}
	}
}
