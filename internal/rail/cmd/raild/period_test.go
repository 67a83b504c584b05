package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// A timetable that has ended or not begun is served, with a warning in the log, in /readyz and as a metric. It is not ready, as no
// timetable is current.
func TestTimetableOfAnotherTime(t *testing.T) {
	file := filepath.Join(t.TempDir(), "feed.zip")
	replace(t, file, archive(t, "-", "-"))
	for _, test := range []struct{ clock, want string }{
		{"2050-01-01T12:00:00Z", "the timetable has ended: it covers the dates from "},
		{"1999-01-01T12:00:00Z", "the timetable has not begun: it covers the dates from "},
	} {
		log, address, stop := launch(t, "--gtfs", file, "--clock", test.clock)
		eventually(t, "loaded", func() bool { status, _ := healthAt(t, address+"/healthz"); return status == 200 })
		_, r := healthAt(t, address+"/readyz")
		if r.Status != "degraded" || r.Ready || !strings.HasPrefix(r.Reason, test.want) || r.Timetable.Warning != r.Reason ||
			!strings.HasSuffix(r.Reason, r.Timetable.First+" to "+r.Timetable.Last) {
			t.Errorf("%s: the report is %+v with %+v", test.clock, r, r.Timetable)
		}
		_, _, metrics := fetch(t, address+"/metrics")
		if got := sample(t, metrics, `raild_timetable_current{feed="`+file+`"}`); got != "0" {
			t.Errorf("%s: raild_timetable_current is %s", test.clock, got)
		}
		if stop(); !strings.Contains(log.String(), test.want) {
			t.Errorf("%s: the log is %s", test.clock, log)
		}
	}
}
