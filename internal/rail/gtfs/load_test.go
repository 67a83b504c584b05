package gtfs_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"
	"unicode/utf8"

	"example.com/quartet/internal/conformance/cost"
	"example.com/quartet/internal/rail/gtfs"
)

func TestUnusableFeed(t *testing.T) {
	for name, test := range map[string]struct {
		changes map[string]string
		want    string
	}{
		"no stops":        {map[string]string{"stops.txt": ""}, "stops.txt: required file is missing"},
		"no agency":       {map[string]string{"agency.txt": ""}, "agency.txt: required file is missing"},
		"no calendar":     {map[string]string{"calendar.txt": "", "calendar_dates.txt": ""}, "calendar.txt: the feed has neither this file nor calendar_dates.txt"},
		"an empty file":   {map[string]string{"trips.txt": "\n"}, "trips.txt: the file is empty"},
		"no column":       {map[string]string{"trips.txt": "trip_id,route_id\n"}, "trips.txt:1: service_id: required column is missing"},
		"only a header":   {map[string]string{"agency.txt": "agency_timezone\n"}, "agency.txt: the file has no agency"},
		"no zone":         {map[string]string{"agency.txt": "agency_timezone\nMars/Olympus\n"}, "agency.txt: agency_timezone: no agency has a known time zone"},
		"the local zone":  {map[string]string{"agency.txt": "agency_timezone\nLocal\n"}, "agency_timezone: no agency has a known time zone"},
		"a path as zone":  {map[string]string{"agency.txt": "agency_timezone\n../../etc/passwd\n"}, "agency_timezone: no agency has a known time zone"},
		"only buses":      {map[string]string{"routes.txt": "route_id,route_type\nR,3\n"}, "routes.txt: route_type: no route is a train route: the feed has the route types 3 (1 route); to serve them, use --types 3=D with M, S or D"},
		"no trips":        {map[string]string{"trips.txt": "trip_id,route_id,service_id\nT1,R,nowhen\n"}, "trips.txt: no usable trips: 0 are on routes excluded by --types, 0 have no service dates, and 1 are invalid"},
		"no times":        {map[string]string{"stop_times.txt": "trip_id,stop_id,stop_sequence\n"}, "stop_times.txt: no usable trips: "},
		"UTF-16":          {map[string]string{"stops.txt": "\xFF\xFEs\x00t\x00"}, "stops.txt:1: the file is encoded in UTF-16"},
		"binary file":     {map[string]string{"stops.txt": strings.Repeat("\x00", 1<<20)}, "stops.txt:1: invalid header: row is too long"},
		"no files at all": {map[string]string{"agency.txt": "", "routes.txt": "", "stops.txt": "", "trips.txt": "", "stop_times.txt": ""}, "not a GTFS feed"},
	} {
		t.Run(name, func(t *testing.T) {
			plan, report, err := load(t, feed(t, "smallest", test.changes), gtfs.Options{})
			if err == nil || !strings.Contains(err.Error(), test.want) || plan != nil || report == nil {
				t.Errorf("error %v, want one that contains %q", err, test.want)
			}
		})
	}
	if _, _, err := gtfs.Load(context.Background(), []byte("PK, more or less"), gtfs.Options{}); err == nil || !strings.Contains(err.Error(), "ZIP") {
		t.Errorf("error %v for bytes that are not a ZIP archive", err)
	}
}

func TestInvalidOptionalFileIsSkipped(t *testing.T) {
	plan, report, err := load(t, feed(t, "smallest", map[string]string{"shapes.txt": "shape_id\nx\n", "frequencies.txt": "\n"}), gtfs.Options{})
	if err != nil || plan == nil || report.WarningCount() != 2 {
		t.Fatalf("%v, %v", err, report.Warnings)
	}
	if got := report.Warnings[1].Error(); got != "shapes.txt:1: shape_pt_sequence: required column is missing; file skipped" {
		t.Error(got)
	}
}

func TestLimits(t *testing.T) {
	started := cost.CPU()
	defer func() {
		const bound = 30 * time.Second
		took := cost.CPU() - started
		t.Logf("limit: feeds with too many bytes, rows, departures, long values | %v | %v", bound, took.Round(time.Millisecond))
		if took > bound {
			t.Errorf("it took %v", took)
		}
	}()
	big := feed(t, "smallest", map[string]string{"stops.txt": "stop_id,stop_name,stop_desc\n" + strings.Repeat(" \n", 2<<20)})
	if _, _, err := load(t, big, gtfs.Options{Bytes: 1 << 20}); err == nil || !strings.Contains(err.Error(), "more than 1048576 bytes uncompressed") {
		t.Errorf("4 MB of spaces: %v", err)
	}
	if _, _, err := load(t, feed(t, "smallest", nil), gtfs.Options{Rows: 2}); err == nil || !strings.Contains(err.Error(), "more than 2 rows") {
		t.Errorf("too many rows: %v", err)
	}
	frequent := feed(t, "frequencies", map[string]string{"frequencies.txt": "trip_id,start_time,end_time,headway_secs\nT1,00:00:00,240:00:00,1\n"})
	if _, _, err := load(t, frequent, gtfs.Options{Memory: 10 << 20}); err == nil || !strings.Contains(err.Error(), "more than 10 MiB of memory") {
		t.Errorf("a train every second: %v", err)
	}
	long := feed(t, "smallest", map[string]string{"translations.txt": "table_name,field_name,language,translation,field_value\n" +
		"stops,stop_name,pt," + strings.Repeat("x", 5000) + ",Ash\n" +
		"stops,stop_name,pt," + strings.Repeat("x", 100_000) + ",Beech\n" +
		"stops,stop_name,pt,\"" + strings.Repeat("x\n", 100_000) + "\",Beech\n" +
		"stops,stop_name,pt,Cedro,Cedar\n" + strings.Repeat(",", 300) + "\n"})
	plan, report, err := load(t, long, gtfs.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]int{"Ash": 1000, "Beech": 0, "Cedar": 5} {
		if got := len(plan.StationsByName(name)[0].Alias); got != want {
			t.Errorf("the alias of %s has %d bytes, want %d", name, got, want)
		}
	}
	if len(report.Warnings) != 50 || report.WarningCount() < 1000 {
		t.Errorf("%d of %d warnings are kept", len(report.Warnings), report.WarningCount())
	}
	if got, want := report.Warnings[0].Error(), "translations.txt:3: row is too long; row skipped"; got != want {
		t.Error(got)
	}
}

// TestCorruptArchiveDirectory loads archives with a changed byte in the central directory. None may panic.
func TestCorruptArchiveDirectory(t *testing.T) {
	content := zipOf(t, feed(t, "smallest", nil))
	directory := bytes.Index(content, []byte("PK\x01\x02"))
	for i := directory; i < len(content); i++ {
		for _, b := range []byte{0, 0xFF, content[i] + 1} {
			corrupt := bytes.Clone(content)
			corrupt[i] = b
			gtfs.Load(context.Background(), corrupt, gtfs.Options{}) // the result does not matter
		}
	}
}

func TestArchiveWithInsecurePaths(t *testing.T) {
	files := map[string]string{}
	for name, text := range feed(t, "smallest", nil) {
		for _, folder := range []string{"../../../tmp/out/", `C:\feed\`, "/", "__MACOSX/"} {
			files[folder+name] = text
		}
	}
	plan, report, err := gtfs.Load(context.Background(), zipOf(t, files), gtfs.Options{})
	if err != nil || plan == nil {
		t.Fatal(err)
	}
	if got := report.Warnings[0].Error(); got != `found feeds in 3 folders; using the one in "/"` {
		t.Error(got)
	}
}

func TestWarningsHaveNoControlCharacters(t *testing.T) {
	nasty := "\x1b[31m\r\x07\u202e" + strings.Repeat("ä", 100) + "\xff"
	files := feed(t, "smallest", map[string]string{
		"stops.txt": "stop_id,stop_name,parent_station\na,Ash" + nasty + "," + nasty + "\nb,Beech,\nc,Cedar,\n",
	})
	files["stop_times.txt"] += "T1," + nasty + "," + nasty + ",,\n" + nasty + ",a,1,,\n"
	plan, report, err := load(t, files, gtfs.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Warnings) < 4 {
		t.Errorf("%d warnings", len(report.Warnings))
	}
	for _, w := range report.Warnings {
		if s := w.Error(); strings.ContainsAny(s, "\x1b\r\n\x07\u202e") || strings.ContainsRune(s, utf8.RuneError) || len(s) > 500 {
			t.Errorf("%q", s)
		}
	}
	if name := plan.StationByCode("a").Name; strings.ContainsAny(name, "\x1b\r\n\x07") || !utf8.ValidString(name) || !strings.HasPrefix(name, "Ash [31m") {
		t.Errorf("%q", name)
	}
}

func TestLoadFS(t *testing.T) {
	files := feed(t, "smallest", nil)
	fromZIP, zipReport, err := load(t, files, gtfs.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !fromZIP.Modified().IsZero() {
		t.Errorf("the modification time of an archive without dates is %v", fromZIP.Modified())
	}
	dir := t.TempDir()
	changed := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	memory := fstest.MapFS{}
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, changed, changed); err != nil {
			t.Fatal(err)
		}
		memory["feed/"+name] = &fstest.MapFile{Data: []byte(text)}
	}
	if err := os.Symlink("nowhere", filepath.Join(dir, ".#stops.txt")); err != nil { // as editors lock a file
		t.Fatal(err)
	}
	for name, files := range map[string]fs.FS{"a folder": os.DirFS(dir), "a folder in memory": memory} {
		plan, report, err := gtfs.LoadFS(context.Background(), files, gtfs.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got, want := describe(plan, report, nil), describe(fromZIP, zipReport, nil); got != want {
			t.Errorf("from %s:\n%s\nwant:\n%s", name, got, want)
		}
		if plan.Version() != fromZIP.Version() || plan.Version() == "" {
			t.Errorf("from %s: version %q, want %q", name, plan.Version(), fromZIP.Version())
		}
		if name == "a folder" && !plan.Modified().Equal(changed) {
			t.Errorf("the modification time is %v", plan.Modified())
		}
	}
	if _, _, err := gtfs.LoadFS(context.Background(), os.DirFS(filepath.Join(dir, "nowhere")), gtfs.Options{}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v for a folder that does not exist", err)
	}
}

func TestFeedInfo(t *testing.T) {
	plan, report, err := load(t, feed(t, "smallest", map[string]string{
		"feed_info.txt": "feed_publisher_name,feed_publisher_url,feed_lang,feed_version\nTin Rail,https://rail.example,en,2026-11\n",
	}), gtfs.Options{Modified: time.Date(2026, 11, 2, 0, 0, 0, 0, time.UTC)})
	if err != nil {
		t.Fatal(err)
	}
	if report.FeedVersion != "2026-11" || report.Publisher != "Tin Rail" || plan.Modified().Day() != 2 {
		t.Errorf("%+v", report)
	}
	if want := "3 stations, 2 trips with 5 calls and 0 paths from 2026-11-21 to 2026-11-22; 1 have their code from trip_short_name; skipped:"; !strings.HasPrefix(report.String(), want) {
		t.Errorf("%v", report)
	}
}
