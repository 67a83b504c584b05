package gtfs_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/internal/rail/gtfs"
)

// TestMerge merges stops of one name: the platforms of Ash, which are 80 m apart in a row, and the platform of Beech that
// has no parent_station, but neither the far stop of the same name nor one without coordinates.
func TestMerge(t *testing.T) {
	files := feed(t, "smallest", map[string]string{
		"stops.txt": "stop_id,stop_code,stop_name,stop_lat,stop_lon,location_type,parent_station\n" +
			"a3,ASH,ash,46.00144,-18.0,,\na2,ASH,Ash,46.0,-18.0,,\na1,ASH,ASH,46.00072,-18.0,,\na9,,Ash,46.2,-18.0,,\na0,,Ash,,,,\n" +
			"b1,1,Beech,46.1,-18.0,,\nBB,,Beech,46.1001,-18.0,1,\nb2,2,Beech 2,46.1,-18.0,,BB\nc,,Ash,46.00073,-18.0,,\n",
		"stop_times.txt": "trip_id,stop_id,stop_sequence,arrival_time\n" +
			"T1,a1,1,08:00:00\nT1,b1,2,08:10:00\nT1,a9,3,08:30:00\nT1,a0,4,08:40:00\n" +
			"T2,b2,1,09:00:00\nT2,a2,2,09:25:00\nT2,a9,3,09:30:00\nT2,a3,4,09:40:00\n",
	})
	plan, report, err := load(t, files, gtfs.Options{Merge: 100})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for s := range plan.Stations() {
		got = append(got, s.Code+" "+s.ID+" "+strings.Join(s.Stops, " "))
	}
	want := []string{"BB BB b1 b2", "a0 a0 ", "a9 a9 ", "ASH a1 a2 a3"}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) || report.MergedStops != 3 {
		t.Errorf("%q with %d merged, want %q", got, report.MergedStops, want)
	}
	apart, unmerged, err := load(t, files, gtfs.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if n := apart.StationCount(); n != 7 || apart.Version() == plan.Version() {
		t.Errorf("without merging: %d stations, want 7; versions %s and %s", n, apart.Version(), plan.Version())
	}
	if text := fmt.Sprint(unmerged.Warnings); !strings.Contains(text, "3 stops have the name of another one within 150 m") {
		t.Errorf("without merging there is no hint at it: %s", text)
	}
}
