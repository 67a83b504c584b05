package timetable

import (
	"slices"
	"strings"
	"testing"
	"time"
)

func TestMerge(t *testing.T) {
	part := func(zone *time.Location, codes ...string) *Timetable {
		var stations []*Station
		for _, code := range codes {
			stations = append(stations, &Station{ID: "id-" + code, Code: code, Name: "Name of " + code, Stops: []string{"stop-" + code}})
		}
		trip := &Trip{ID: "trip", Code: "T1", Kind: Metro, Route: "route", Members: []string{"trip", "other"}, Calls: []Call{
			{Station: stations[0], Arrive: time.Hour, Depart: time.Hour}, {Station: stations[1], Arrive: 2 * time.Hour, Depart: 2 * time.Hour, Platform: 1},
		}}
		plan, err := New(zone, stations, []*Trip{trip}, Info{Version: codes[0]})
		if err != nil {
			t.Fatal(err)
		}
		return plan
	}
	plan, err := Merge(part(time.UTC, "A", "B", "2:C"), part(time.UTC, "b", "C", "D"), part(time.UTC, "C", "D"))
	if err != nil {
		t.Fatal(err)
	}
	var codes []string
	for s := range plan.Stations() {
		codes = append(codes, s.Code)
	}
	if want := []string{"2:C", "A", "B", "3:C", "C", "3:D", "D", "2:b"}; !slices.Equal(codes, want) {
		t.Errorf("codes %q, want %q", codes, want)
	}
	for _, id := range []string{"id-A", "stop-B", "2:id-C", "2:stop-D", "3:id-C"} {
		if plan.StationByStop(id) == nil {
			t.Errorf("no stop %s", id)
		}
	}
	for i, code := range []string{"T1", "2:T1", "3:T1"} {
		trips := plan.TripsByID(Prefix(i) + "other")
		if len(trips) != 1 || trips[0].Code != code || trips[0].Feed != i || trips[0].Calls[1].StopID() != Prefix(i)+"stop-"+strings.TrimPrefix(trips[0].Calls[1].Station.ID, Prefix(i)+"id-") {
			t.Errorf("trip %d: %+v", i, trips)
		}
	}
	if _, err := Merge(part(time.UTC, "A", "B"), part(time.FixedZone("Elsewhere", 3600), "C", "D")); err == nil || !strings.Contains(err.Error(), "feed 2 has the time zone Elsewhere") {
		t.Error(err)
	}
}
