package rail_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail"
	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// zone loads a time zone.
func zone(t testing.TB, name string) *time.Location {
	t.Helper()
	location, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return location
}

// Boards are in the zone of their station, and a train that crosses zones is shown at each station in that of the station. Its date
// is that of its agency.
func TestEachStationHasItsZone(t *testing.T) {
	lisbon, tokyo := zone(t, "Europe/Lisbon"), zone(t, "Asia/Tokyo")
	west, east := &timetable.Station{Code: "W", Name: "West", Zone: lisbon}, &timetable.Station{Code: "E", Name: "East", Zone: tokyo}
	call := func(s *timetable.Station, hour int) timetable.Call {
		return timetable.Call{Station: s, Arrive: time.Duration(hour) * time.Hour, Depart: time.Duration(hour) * time.Hour}
	}
	trips := []*timetable.Trip{
		{Code: "1", Kind: timetable.Mainline, Calls: []timetable.Call{call(west, 20), call(east, 21)}},
		{Code: "2", Kind: timetable.Mainline, Agency: &timetable.Agency{Zone: tokyo}, Calls: []timetable.Call{call(east, 29), call(west, 31)}},
	}
	plan, err := timetable.New(lisbon, []*timetable.Station{west, east}, trips, timetable.Info{})
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, time.November, 21, 19, 50, 0, 0, lisbon)
	s := rail.New((*fixedSource)(&running.State{Timetable: plan}), func() time.Time { return now })
	ctx := context.Background()
	for code, want := range map[string]string{
		"W": "2026-11-21 19:50 19:50:00 1 20:00/06:00 21 Nov 2026 00:00 20:00",
		"E": "2026-11-22 04:50 04:50:00 2 05:00/22:00 22 Nov 2026 00:00 05:00\n2026-11-22 04:50 04:50:00 1 20:00/06:00 21 Nov 2026 06:00 00:00",
	} {
		got := ""
		for _, r := range must[realtime.ObjStationData](t)(s.GetStationDataByCodeXML(ctx, &realtime.GetStationDataByCodeXML{StationCode: &code})) {
			if got != "" {
				got += "\n"
			}
			got += fmt.Sprint(r.Servertime.Time.Format("2006-01-02 15:04"), " ", *r.Querytime, " ", *r.Traincode, " ", *r.Origintime, "/", *r.Destinationtime,
				" ", *r.Traindate, " ", *r.Scharrival, " ", *r.Schdepart)
		}
		if got != want {
			t.Errorf("the board of %s is\n%s, want\n%s", code, got, want)
		}
	}
	calls := ""
	for _, r := range must[realtime.ObjTrainMovements](t)(s.GetTrainMovementsXML(ctx, &realtime.GetTrainMovementsXML{TrainId: ptr("1"), TrainDate: ptr("21 Nov 2026")})) {
		calls += fmt.Sprint(*r.LocationCode, " ", *r.ScheduledArrival, " ", *r.ScheduledDeparture, " ", *r.ExpectedArrival, ", ")
	}
	if want := "W 00:00:00 20:00:00 00:00:00, E 06:00:00 00:00:00 06:00:00, "; calls != want {
		t.Errorf("movements %q, want %q", calls, want)
	}
	for i, r := range must[realtime.ObjVendorPositions](t)(s.GetVendorTrainsXML(ctx)) {
		got := fmt.Sprint(*r.TrainCode, " ", *r.TrainOriginTime, " ", *r.TrainDestinationTime, " ", *r.ScheduledDeparture, " ", *r.ScheduledArrival)
		want := []string{"1 21/11/2026 20:00:00 22/11/2026 06:00:00 21/11/2026 20:00:00 22/11/2026 06:00:00", "2 22/11/2026 05:00:00 21/11/2026 22:00:00 22/11/2026 05:00:00 21/11/2026 22:00:00"}[i]
		if got != want {
			t.Errorf("Vendor %q, want %q", got, want)
		}
	}
	for i, r := range must[realtime.ObjTrainPositions](t)(s.GetCurrentTrainsXML(ctx)) {
		want := []string{`1\n20:00 West to East 06:00 (as scheduled)\nLeaves West at 20:00, next East`, `2\n05:00 East to West 22:00 (as scheduled)\nLeaves East at 05:00, next West`}[i]
		if *r.PublicMessage != want {
			t.Errorf("PublicMessage %q, want %q", *r.PublicMessage, want)
		}
	}
}
