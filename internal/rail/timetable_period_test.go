package rail_test

import (
	"testing"
	"time"

	"example.com/quartet/internal/rail/timetable"
)

// The period ends with the last train of the last date, which can be on the next day.
func TestPeriod(t *testing.T) {
	station := &timetable.Station{Name: "A", Code: "A"}
	other := &timetable.Station{Name: "B", Code: "B"}
	date := func(day int) timetable.Date { return timetable.Date{Year: 2026, Month: time.March, Day: day} }
	trip := func(code string, calendar *timetable.Calendar, end time.Duration) *timetable.Trip {
		return &timetable.Trip{Code: code, ID: code, Kind: timetable.Mainline, Direction: "To B", Calendar: calendar, Calls: []timetable.Call{
			{Station: station, Sequence: 1}, {Station: other, Sequence: 2, Arrive: end, Depart: end},
		}}
	}
	trips := []*timetable.Trip{
		trip("1", calendarOf(date(30), date(2)), 26*time.Hour),
		trip("2", calendarOf(date(3), date(1)), time.Hour),
	}
	plan, err := timetable.New(time.UTC, []*timetable.Station{station, other}, trips, timetable.Info{})
	if err != nil {
		t.Fatal(err)
	}
	got := plan.Whole().Period
	want := timetable.Period{First: date(1), Last: date(30),
		Start: time.Date(2026, time.March, 1, 0, 0, 0, 0, time.UTC), End: time.Date(2026, time.March, 31, 2, 0, 0, 0, time.UTC)}
	if !got.Limited() || got != want {
		t.Errorf("the period is %+v, want %+v", got, want)
	}
}
