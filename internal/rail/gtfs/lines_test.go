package gtfs_test

import (
	"fmt"
	"strings"
	"testing"

	"example.com/quartet/internal/rail/gtfs"
)

// TestLines compares the lines of trains with their colors, whether their codes are names, and the platforms at which they start.
func TestLines(t *testing.T) {
	files := map[string]string{
		"agency.txt":     "agency_name,agency_url,agency_timezone\nA,https://a.example,UTC\n",
		"stops.txt":      "stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station,platform_code\nPP,Pine,1,1,1,,\nP,Pine,1,1,,PP,3b\nQ,Quince,2,2,,,\n",
		"calendar.txt":   "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\nS,1,1,1,1,1,1,1,20260101,20261231\n",
		"routes.txt":     "route_id,route_type,route_short_name,route_long_name,route_color,route_text_color\n1,2,RE 1,Coast,FF0000,FFFFFF\n2,2,,Valley,red,\n3,2,,,00ff00,\n",
		"trips.txt":      "route_id,service_id,trip_id,trip_short_name\n1,S,t1,101\n2,S,t2,\n3,S,t3,7\n3,S,t4,7\n",
		"stop_times.txt": "trip_id,stop_id,stop_sequence,arrival_time,departure_time\nt1,P,1,08:00:00,08:00:00\nt1,Q,2,09:00:00,09:00:00\nt2,P,1,08:00:00,08:00:00\nt2,Q,2,09:00:00,09:00:00\nt3,P,1,08:00:00,08:00:00\nt3,Q,2,09:00:00,09:00:00\nt4,P,1,08:30:00,08:30:00\nt4,Q,2,09:00:00,09:00:00\n",
	}
	plan, report, err := load(t, files, gtfs.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, trip := range plan.Trips() {
		line := "none"
		if trip.Line != nil {
			line = fmt.Sprintf("%s/%s/%s", trip.Line.Name, trip.Line.Color, trip.Line.Text)
		}
		got = append(got, fmt.Sprintf("%s %t %s %s%s", trip.Code, trip.Named, line, trip.Calls[0].PlatformCode(), trip.Calls[1].PlatformCode()))
	}
	const want = "101 true RE 1/ff0000/ffffff 3b|t2 false Valley// 3b|t3 false none 3b|t4 false none 3b"
	if got := strings.Join(got, "|"); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if text := fmt.Sprint(report.Warnings); !strings.Contains(text, `invalid color "red"`) {
		t.Errorf("warnings %s", text)
	}
}
