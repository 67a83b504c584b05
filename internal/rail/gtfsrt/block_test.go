package gtfsrt_test

import (
	"context"
	"testing"
	"testing/fstest"

	"example.com/quartet/internal/rail/gtfs"
)

// TestThroughTrainWithIncreasingSequence applies updates to both trips of a through train. The stop_sequence of the second
// trip continues where the first ends, so the trips cannot be distinguished by stop_sequence.
func TestThroughTrainWithIncreasingSequence(t *testing.T) {
	files := fstest.MapFS{}
	for name, text := range map[string]string{
		"agency.txt":         "agency_name,agency_timezone\nTin Rail,Europe/Lisbon\n",
		"routes.txt":         "route_id,route_type\nR,2\n",
		"stops.txt":          "stop_id,stop_name\nA1,Ash\nB1,Beech\nC1,Cedar\nD1,Dogwood\n",
		"calendar_dates.txt": "service_id,date,exception_type\ns,20261121,1\n",
		"trips.txt":          "route_id,service_id,trip_id,trip_short_name,block_id\nR,s,Y1,7,k\nR,s,Y2,7,k\n",
		"stop_times.txt": "trip_id,stop_id,stop_sequence,arrival_time\nY1,A1,1,13:00:00\nY1,B1,20,13:10:00\n" +
			"Y2,B1,30,13:15:00\nY2,C1,40,13:25:00\nY2,D1,50,13:35:00\n",
	} {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	plan, _, err := gtfs.LoadFS(context.Background(), files, gtfs.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name    string
		content []entities
		want    string
	}{
		{"the first trip", []entities{tripUpdate(trip("Y1 20261121"), stops(t, "20 arr +600")...)}, "13:00? 13:20-13:25* 13:35 13:45"},
		{"the second trip", []entities{tripUpdate(trip("Y2 20261121"), stops(t, "30 dep +120", "50 arr +180")...)}, "13:00? 13:12-13:17* 13:27 13:38*"},
	} {
		snapshot, report := apply(t, plan, "12:30", message(t, "12:30", test.content...))
		expect(t, test.name, show(find(t, plan, snapshot, "7", saturday)), test.want)
		expect(t, test.name+": warnings", report.Feeds[0].Summary(), "")
	}
}
