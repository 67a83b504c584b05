package main

import (
	"archive/zip"
	"bytes"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// tiny returns a feed with the train 1 from Ash to Beech every day of a year, in a time zone. files replace its files.
func tiny(t testing.TB, zone string, year int, files map[string]string) []byte {
	t.Helper()
	all := map[string]string{
		"agency.txt":     "agency_id,agency_name,agency_url,agency_timezone\nA,Rail of " + zone + ",https://a.example," + zone + "\n",
		"routes.txt":     "route_id,agency_id,route_short_name,route_type\nR,A,Red,2\n",
		"stops.txt":      "stop_id,stop_name,stop_lat,stop_lon\nA,Ash,46,-18\nB,Beech,46.1,-18\n",
		"calendar.txt":   fmt.Sprintf("service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\nS,1,1,1,1,1,1,1,%d0101,%d1231\n", year, year),
		"trips.txt":      "route_id,service_id,trip_id,trip_short_name\nR,S,T,1\n",
		"stop_times.txt": "trip_id,stop_id,stop_sequence,arrival_time,departure_time\nT,A,1,09:10:00,09:10:00\nT,B,2,09:20:00,09:20:00\n",
	}
	maps.Copy(all, files)
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		w.Write([]byte(all[name]))
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Three timetables in three zones: one is current, one has ended, and one cannot be read. Each has its state in /readyz, in
// the metrics, in the log and on the pages.
func TestEachTimetableHasItsState(t *testing.T) {
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	dir := t.TempDir()
	current, ended, late := filepath.Join(dir, "berlin.zip"), filepath.Join(dir, "bratislava.zip"), server.URL+"/tokyo.zip"
	replace(t, current, tiny(t, "Europe/Berlin", 2026, nil))
	replace(t, ended, tiny(t, "Europe/Bratislava", 2025, nil))
	log, host, _ := launch(t, append([]string{"--gtfs", current, "--gtfs", ended, "--gtfs", late, "--clock", "2026-11-21T08:00:00Z"}, pollFast...)...)
	eventually(t, "it is ready", func() bool { code, _ := healthAt(t, host+"/readyz"); return code == 200 })
	_, r := healthAt(t, host+"/readyz")
	const warning = "the timetable has ended: it covers the dates from 2025-01-01 to 2025-12-31"
	if want := ended + ": " + warning + "; " + late + " is failing"; r.Status != "degraded" || r.Reason != want {
		t.Errorf("%s, %q, want %q", r.Status, r.Reason, want)
	}
	for i, want := range []timetableReport{
		{Zone: "Europe/Berlin", State: "current", First: "2026-01-01", Last: "2026-12-31"},
		{Zone: "Europe/Bratislava", State: "ended", First: "2025-01-01", Last: "2025-12-31", Warning: warning},
	} {
		got := r.Feeds[i].Timetable
		want.Stations, want.Trips, want.Version, want.Modified = 2, 1, got.Version, got.Modified
		if fmt.Sprintf("%+v", *got) != fmt.Sprintf("%+v", want) || got.Version == "" {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
	if f := r.Feeds[2]; f.Timetable != nil || f.Status != feedFailing || f.LastError == "" || r.Timetable.Trips != 2 {
		t.Errorf("%+v", f)
	}
	_, _, metrics := fetch(t, host+"/metrics")
	for name, want := range map[string]string{
		`raild_timetable_current{feed="` + current + `"}`: "1", `raild_timetable_current{feed="` + ended + `"}`: "0", `raild_timetable_current{feed="` + late + `"}`: "",
		`raild_timetable_end_timestamp_seconds{feed="` + ended + `"}`: "1.7671692e+09", `raild_feed_up{feed="` + late + `",kind="static"}`: "0", "raild_ready": "1",
	} {
		if got := sample(t, metrics, name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	text := strings.ReplaceAll(log.String(), `"`, "") // a path with a space is in quotation marks
	if !strings.Contains(text, warning+" kind=static feed="+ended+" zone=Europe/Bratislava") || !strings.Contains(text, "feed="+late+" error=") {
		t.Errorf("the log is %s", text)
	}
	_, home := get(t, host+"/")
	for _, want := range []string{
		`<li data-state="current"><b>berlin.zip</b>: current, from 2026-01-01 to 2026-12-31; time zone Europe/Berlin`, `<li data-state="ended"><b>bratislava.zip</b>: ended`,
		`<b>tokyo.zip</b>: not read yet, cannot be read at present`, "Timetable: berlin.zip. Timetable: bratislava.zip (ended). Timetable: tokyo.zip (not read yet, cannot be read at present).",
	} {
		if !strings.Contains(home, want) {
			t.Errorf("the overview does not have %s:\n%s", want, home)
		}
	}
	for code, want := range map[string]string{"A": `"clock":"09:10:00"`, "2:A": "The timetable of this station ended on 31 December 2025."} {
		if _, _, body := fetch(t, host+"/data/board?code="+code); !strings.Contains(body, want) {
			t.Errorf("the board of %s does not have %s: %s", code, want, body)
		}
	}
}

// An agency of a timetable has its own state.
func TestEachAgencyHasItsState(t *testing.T) {
	file := filepath.Join(t.TempDir(), "feed.zip")
	replace(t, file, tiny(t, "UTC", 2026, map[string]string{
		"agency.txt":         "agency_id,agency_name,agency_url,agency_timezone\nA,Red Rail,https://a.example,UTC\nB,Blue Rail,https://a.example,Asia/Tokyo\n",
		"routes.txt":         "route_id,agency_id,route_short_name,route_type\nR,A,Red,2\nS,B,Blue,2\n",
		"calendar_dates.txt": "service_id,date,exception_type\nOld,20250301,1\n",
		"trips.txt":          "route_id,service_id,trip_id\nR,S,T\nS,Old,U\n",
		"stop_times.txt":     "trip_id,stop_id,stop_sequence,arrival_time,departure_time\nT,A,1,09:10:00,09:10:00\nT,B,2,09:20:00,09:20:00\nU,A,1,09:10:00,09:10:00\nU,B,2,09:20:00,09:20:00\n",
	}))
	log, host, _ := launch(t, "--gtfs", file, "--clock", "2026-11-21T08:00:00Z")
	eventually(t, "it is ready", func() bool { code, _ := healthAt(t, host+"/readyz"); return code == 200 })
	_, r := healthAt(t, host+"/readyz")
	got := fmt.Sprintf("%s %+v", r.Status, r.Feeds[0].Timetable.Agencies)
	if want := "ok [{Version: Modified:<nil> ID:B Name:Blue Rail Zone:Asia/Tokyo Stations:0 Trips:1 State:ended First:2025-03-01 Last:2025-03-01 "; !strings.HasPrefix(got, want) || len(r.Feeds[0].Timetable.Agencies) != 2 {
		t.Errorf("%s, want %s", got, want)
	}
	_, _, metrics := fetch(t, host+"/metrics")
	if got := sample(t, metrics, `raild_agency_current{agency="B",feed="`+file+`"}`); got != "0" {
		t.Errorf("raild_agency_current is %q", got)
	}
	const warning = `the timetables of 1 of 2 agencies have ended or not begun, such as that of \"Blue Rail\"`
	if !strings.Contains(log.String(), warning) {
		t.Errorf("the log is %s", log)
	}
	if _, home := get(t, host+"/"); !strings.Contains(home, `<li data-state="ended">Blue Rail: ended, from 2025-03-01 to 2025-03-01; time zone Asia/Tokyo</li>`) {
		t.Errorf("the overview is %s", home)
	}
}

// Two timetables have the same codes and stations. Passengers do not read the number of the second one, and stations that are near
// each other become one if that is wanted.
func TestStationsOfSeveralTimetables(t *testing.T) {
	dir := t.TempDir()
	first, second := filepath.Join(dir, "a.zip"), filepath.Join(dir, "b.zip")
	replace(t, first, tiny(t, "UTC", 2026, nil))
	replace(t, second, tiny(t, "UTC", 2026, map[string]string{"stops.txt": "stop_id,stop_name,stop_lat,stop_lon\nA,ASH,46.0005,-18\nB,Beech,46.2,-18\n"}))
	for _, test := range []struct {
		merge, stations string
		trains          []string // on the board of A
	}{{"0", "4", []string{"1"}}, {"100", "3", []string{"1", "2:1"}}} {
		flags := []string{"--gtfs", first, "--gtfs", second, "--clock", "2026-11-21T09:05:00Z", "--merge-stations", test.merge}
		_, host, _ := launch(t, append(flags, "--numeric-station-ids")...)
		eventually(t, "it is ready", func() bool { code, _ := healthAt(t, host+"/readyz"); return code == 200 })
		get := func(path string) string {
			_, _, body := fetch(t, host+path)
			return body
		}
		if got := sample(t, get("/metrics"), "raild_stations"); got != test.stations {
			t.Errorf("%s stations, want %s", got, test.stations)
		}
		ids := regexp.MustCompile(`<StationId>[1-9][0-9]*</StationId>`).FindAllString(get("/realtime/realtime.asmx/getAllStationsXML"), -1)
		if strconv.Itoa(len(ids)) != test.stations {
			t.Errorf("the numbers of %s stations are %q", test.stations, ids)
		}
		var codes []string
		board := get("/realtime/realtime.asmx/getStationDataByCodeXML?StationCode=A")
		for _, m := range regexp.MustCompile("<Traincode>(.*?)</Traincode>").FindAllStringSubmatch(board, -1) {
			codes = append(codes, m[1])
		}
		if !slices.Equal(codes, test.trains) {
			t.Errorf("merged within %s m: the board of A has %q, want %q", test.merge, codes, test.trains)
		}
		if trains := get("/realtime/realtime.asmx/getCurrentTrainsXML"); !strings.Contains(trains, "<TrainCode>2:1</TrainCode>") || strings.Count(trains, `<PublicMessage>1\n09:10`) != 2 {
			t.Errorf("the trains are %s", trains)
		}
		if run := get("/data/run?code=2:1"); !strings.Contains(run, `"code":"2:1","shown":"1"`) || !strings.Contains(run, `"shown":"B","name":"Beech"`) {
			t.Errorf("the run is %s", run)
		}
		if page := get("/search?q="); !strings.Contains(page, `data-code="2:B"><span>Beech</span> <code>B</code>`) {
			t.Errorf("the stations are %s", page)
		}
		if page := get("/train/2:1"); !strings.Contains(page, `<h1 id="train">1</h1>`) {
			t.Errorf("the page of the train is %s", page)
		}
		if page := get("/board/2:A"); !strings.Contains(page, `<h1 id="station">A</h1>`) {
			t.Errorf("the page of the board is %s", page)
		}
	}
}
