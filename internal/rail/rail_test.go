package rail_test

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail"
	"example.com/quartet/templates/soap"
)

// islandAt returns a service for the fictional railway whose clock always returns the instant, a local time in the form
// "2006-01-02 15:04:05".
func islandAt(t testing.TB, instant string) *rail.Service {
	t.Helper()
	r := railwayOfFiction(t, 1)
	now, err := time.ParseInLocation(time.DateTime, instant, r.Timetable().Zone())
	if err != nil {
		t.Fatal(err)
	}
	return rail.New(r, func() time.Time { return now })
}

// must returns a function that returns the records and fails the test if there is an error.
func must[T any](t testing.TB) func(records []T, err error) []T {
	return func(records []T, err error) []T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		if records == nil {
			t.Fatal("nil instead of an empty list")
		}
		return records
	}
}

func ptr(s string) *string { return soap.Ptr(s) }

func TestClientFaultsOfNumMins(t *testing.T) {
	s := islandAt(t, "2026-11-21 08:15:30")
	for _, value := range []string{"4", "91", "0", "-5", "abc", "10.5", "1e1", "٣٠", "99999999999999999999", "5\n6", strings.Repeat("9", 1e6)} {
		_, byName := s.GetStationDataByNameXMLWithNumMins(t.Context(), &realtime.GetStationDataByNameXMLWithNumMins{StationDesc: ptr("nowhere"), NumMins: &value})
		_, byCode := s.GetStationDataByCodeXMLWithNumMins(t.Context(), &realtime.GetStationDataByCodeXMLWithNumMins{StationCode: ptr("STERG"), NumMins: &value})
		for _, err := range []error{byName, byCode} {
			var fault *soap.Fault
			if !errors.As(err, &fault) || fault.Code != soap.FaultClient {
				t.Fatalf("NumMins %.20q: %v, want a client fault", value, err)
			}
			if !strings.Contains(fault.Reason, "NumMins must be a whole number of minutes from 5 to 90") ||
				strings.ContainsAny(fault.Reason, "\r\n") || len(fault.Reason) > 200 {
				t.Errorf("NumMins %.20q: reason %q", value, fault.Reason)
			}
		}
	}
}

// A date has trains if it has one meaning; others are reported.
func TestDates(t *testing.T) {
	s := islandAt(t, "2026-11-21 08:15:30")
	var unread []string
	s.UnreadDate = func(_ context.Context, value string) { unread = append(unread, value) }
	trains := func(date string) int {
		return len(must[realtime.ObjTrainMovements](t)(s.GetTrainMovementsXML(t.Context(), &realtime.GetTrainMovementsXML{TrainId: ptr("m101"), TrainDate: &date})))
	}
	for _, date := range []string{
		"21 Nov 2026", "21-nov-2026", "21 NOVEMBER 2026", "2026-11-21", "20261121", "2026-11-21T00:00:00", "21/11/2026", "21 11 2026", "21.11.2026", " 21-11-2026 ",
		"01 Nov 2026", "1 Nov 2026", " 1  Nov 2026 ", "01/11/2026",
	} {
		if trains(date) == 0 {
			t.Errorf("%q: no train", date)
		}
	}
	if unread != nil {
		t.Errorf("not read: %q", unread)
	}
	wrong := []string{
		"", "today", "31 Nov 2026", "01 02 2026", "11-21-2026", "21 Nov", "1 November", "11/30/2026", "1 Nov 26", "0 Nov 2026", "2026-13-01",
	}
	for _, date := range wrong {
		if n := trains(date); n != 0 {
			t.Errorf("%q: %d movements", date, n)
		}
	}
	if !slices.Equal(unread, wrong) {
		t.Errorf("not read: %q, want %q", unread, wrong)
	}
}

func TestNilClockIsSystemClock(t *testing.T) {
	r := railwayOfFiction(t, 1)
	s := rail.New(r, nil)
	before := time.Now()
	board := must[realtime.ObjStationData](t)(s.GetStationDataByCodeXML(t.Context(), &realtime.GetStationDataByCodeXML{StationCode: ptr("STERG")}))
	if len(board) == 0 {
		t.Fatal("the board is empty")
	}
	local := func(t time.Time) string { return t.In(r.Timetable().Zone()).Format("2006-01-02T15:04:05") }
	if got := board[0].Servertime.Time.Format("2006-01-02T15:04:05"); got < local(before) || got > local(time.Now()) {
		t.Errorf("Servertime %s, want the present", got)
	}
}

// No value of a parameter makes the service fail, except for the documented client fault.
func FuzzParameters(f *testing.F) {
	for _, seed := range []string{"", "5", "90", "-1", "M", "21 Nov 2026", "ſ", "İ", "\xff", "\x00", "Sterling Gate"} {
		f.Add(seed, seed)
	}
	f.Add("M101", "1 NOV 2026")
	s := islandAt(f, "2026-11-21 08:15:30")
	f.Fuzz(func(t *testing.T, a, b string) {
		ctx := context.Background()
		must[realtime.ObjStation](t)(s.GetAllStationsXMLWithStationType(ctx, &realtime.GetAllStationsXMLWithStationType{StationType: &a}))
		must[realtime.ObjTrainPositions](t)(s.GetCurrentTrainsXMLWithTrainType(ctx, &realtime.GetCurrentTrainsXMLWithTrainType{TrainType: &a}))
		must[realtime.ObjStationFilter](t)(s.GetStationsFilterXML(ctx, &realtime.GetStationsFilterXML{StationText: &a}))
		must[realtime.ObjStationData](t)(s.GetStationDataByCodeXML(ctx, &realtime.GetStationDataByCodeXML{StationCode: &a}))
		must[realtime.ObjTrainMovements](t)(s.GetTrainMovementsXML(ctx, &realtime.GetTrainMovementsXML{TrainId: &a, TrainDate: &b}))
		_, err := s.GetStationDataByNameXMLWithNumMins(ctx, &realtime.GetStationDataByNameXMLWithNumMins{StationDesc: &a, NumMins: &b})
		n, notNumber := strconv.Atoi(strings.TrimSpace(b))
		if wanted := strings.TrimSpace(b) != "" && (notNumber != nil || n < 5 || n > 90); wanted != (err != nil) {
			t.Errorf("NumMins %q: %v", b, err)
		}
	})
}
