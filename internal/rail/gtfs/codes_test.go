package gtfs_test

import (
	"fmt"
	"strings"
	"testing"

	"example.com/quartet/internal/rail/gtfs"
)

// TestCodes takes the codes of trains from each field. T2 follows T1, T3 is under way at the same time as both, and T5 has only an ID.
func TestCodes(t *testing.T) {
	files := feed(t, "smallest", map[string]string{
		"stops.txt": "stop_id,stop_name,stop_lat,stop_lon\nA,Ash,46.0,7\nB,Beech,46.1,7\nC,Cedar,46.2,7\n",
		"trips.txt": "route_id,service_id,trip_id,trip_short_name,trip_headsign,block_id\n" +
			"R,day,T1,10,71,x\nR,day,T2,10,71,x\nR,day,T3,LOCAL,Beech,y\nR,day,T4,LOCAL,Beech,z\nR,day,T5,,,\n",
		"stop_times.txt": "trip_id,stop_id,stop_sequence,arrival_time,departure_time\n" +
			"T1,A,1,08:00:00,08:00:00\nT1,B,2,08:10:00,08:10:00\nT2,B,1,08:15:00,08:15:00\nT2,C,2,08:30:00,08:30:00\n" +
			"T3,A,1,08:05:00,08:05:00\nT3,B,2,08:20:00,08:20:00\nT4,A,1,08:06:00,08:06:00\nT4,B,2,08:21:00,08:21:00\n" +
			"T5,A,1,09:00:00,09:00:00\nT5,B,2,09:10:00,09:10:00\n",
	})
	versions := make(map[string]bool)
	for field, want := range map[string]string{
		"":                "10 true, T3 false, T4 false, T5 false",
		"trip_short_name": "10 true, T3 false, T4 false, T5 false",
		"trip_headsign":   "71 true, T3 false, T4 false, T5 false",
		"block_id":        "T5 false, x true, y true, z true",
		"trip_id":         "T1 true, T3 true, T4 true, T5 true",
	} {
		plan, report, err := load(t, files, gtfs.Options{Codes: field})
		if err != nil {
			t.Fatal(err)
		}
		versions[plan.Version()] = true
		var got []string
		for _, trip := range plan.Trips() {
			got = append(got, fmt.Sprint(trip.Code, " ", trip.Named))
		}
		if got := strings.Join(got, ", "); got != want {
			t.Errorf("%s: %s, want %s", field, got, want)
		}
		if says := fmt.Sprintf("%d have their code from %s", strings.Count(want, "true"), report.Codes); !strings.Contains(report.String(), says) {
			t.Errorf("%s: the report says %s, want %s", field, report, says)
		}
	}
	if len(versions) != len(gtfs.CodeFields()) {
		t.Errorf("%d versions, want one for each field", len(versions))
	}
}
