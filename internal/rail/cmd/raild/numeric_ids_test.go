package main

import (
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
)

func TestNumericStationIDs(t *testing.T) {
	file := filepath.Join(t.TempDir(), "feed.zip")
	replace(t, file, archive(t, "-", "-"))
	_, address, _ := launch(t, "--gtfs", file, "--clock", "2026-11-21T08:15:00Z", "--numeric-station-ids")
	eventually(t, "the timetable", func() bool { status, _ := healthAt(t, address+"/readyz"); return status == 200 })
	_, _, body := fetch(t, address+"/realtime/realtime.asmx/getAllStationsXML")
	ids := regexp.MustCompile(`<StationId>([^<]*)</StationId>`).FindAllStringSubmatch(body, -1)
	if len(ids) != 60 {
		t.Fatalf("%d stations: %s", len(ids), body)
	}
	for _, id := range ids {
		if n, err := strconv.ParseInt(id[1], 10, 32); err != nil || n <= 0 {
			t.Errorf("the StationId %q is not a positive number of 32 bits", id[1])
		}
	}
}
