package rail_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail"
	"example.com/quartet/templates/soap"
)

// service returns a service for the island whose clock always returns the instant, a local time in the form
// "2006-01-02 15:04:05".
func service(t testing.TB, model realtimeModel, instant string) *rail.Service {
	t.Helper()
	plan := island(t)
	now, err := time.ParseInLocation(time.DateTime, instant, plan.Zone())
	if err != nil {
		t.Fatal(err)
	}
	state := modelSource{plan, model}.State(now)
	return rail.New((*fixedSource)(state), func() time.Time { return now })
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
	s := service(t, varyingDelays, "2026-11-21 08:15:30")
	ctx := context.Background()
	for _, value := range []string{"4", "91", "0", "-5", "abc", "10.5", "1e1", "٣٠", "99999999999999999999", "5\n6", strings.Repeat("9", 1e6)} {
		_, byName := s.GetStationDataByNameXMLWithNumMins(ctx, &realtime.GetStationDataByNameXMLWithNumMins{StationDesc: ptr("nowhere"), NumMins: &value})
		_, byCode := s.GetStationDataByCodeXMLWithNumMins(ctx, &realtime.GetStationDataByCodeXMLWithNumMins{StationCode: ptr("STERG"), NumMins: &value})
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

func TestNumMins(t *testing.T) {
	// Pilot Quay has a metro in each direction every 10 minutes. From 12:00 departures are at 12:02, 12:12 ...,
	// arrivals (trains from Larkfield at 11:47, 11:57 ... take 17 minutes) at 12:04, 12:14 ...
	s := service(t, delayedBy(0), "2026-11-21 12:00:00")
	for value, want := range map[string]int{"5": 2, " 5 ": 2, "11": 2, "12": 3, "14": 4, "90": 18, "": 18} {
		got := must[realtime.ObjStationData](t)(s.GetStationDataByCodeXMLWithNumMins(context.Background(),
			&realtime.GetStationDataByCodeXMLWithNumMins{StationCode: ptr("PILOT"), NumMins: &value}))
		if len(got) != want {
			t.Errorf("NumMins %q: %d trains, want %d", value, len(got), want)
		}
	}
	got := must[realtime.ObjStationData](t)(s.GetStationDataByNameXMLWithNumMins(context.Background(),
		&realtime.GetStationDataByNameXMLWithNumMins{StationDesc: ptr("Pilot Quay")}))
	if len(got) != 18 {
		t.Errorf("NumMins omitted: %d trains, want 18", len(got))
	}
}

func TestUnknownParametersGiveEmptyLists(t *testing.T) {
	s := service(t, varyingDelays, "2026-11-21 08:15:30")
	ctx := context.Background()
	board, movements := must[realtime.ObjStationData](t), must[realtime.ObjTrainMovements](t)
	for name, n := range map[string]int{
		"name":         len(board(s.GetStationDataByNameXML(ctx, &realtime.GetStationDataByNameXML{StationDesc: ptr("Sterling")}))),
		"empty name":   len(board(s.GetStationDataByNameXML(ctx, &realtime.GetStationDataByNameXML{StationDesc: ptr("")}))),
		"omitted name": len(board(s.GetStationDataByNameXML(ctx, &realtime.GetStationDataByNameXML{}))),
		"code":         len(board(s.GetStationDataByCodeXML(ctx, &realtime.GetStationDataByCodeXML{StationCode: ptr("XXXXX")}))),
		"omitted code": len(board(s.GetStationDataByCodeXML(ctx, &realtime.GetStationDataByCodeXML{}))),
		"train":        len(movements(s.GetTrainMovementsXML(ctx, &realtime.GetTrainMovementsXML{TrainId: ptr("M99"), TrainDate: ptr("21 Nov 2026")}))),
		"date":         len(movements(s.GetTrainMovementsXML(ctx, &realtime.GetTrainMovementsXML{TrainId: ptr("M109"), TrainDate: ptr("31 Nov 2026")}))),
		"no date":      len(movements(s.GetTrainMovementsXML(ctx, &realtime.GetTrainMovementsXML{TrainId: ptr("M109")}))),
		"no train":     len(movements(s.GetTrainMovementsXML(ctx, &realtime.GetTrainMovementsXML{TrainDate: ptr("21 Nov 2026")}))),
		"filter":       len(must[realtime.ObjStationFilter](t)(s.GetStationsFilterXML(ctx, &realtime.GetStationsFilterXML{StationText: ptr("ilot")}))),
	} {
		if n != 0 {
			t.Errorf("unknown %s: %d records", name, n)
		}
	}
}

// A date has trains if it has one meaning; others are reported.
func TestDates(t *testing.T) {
	s := service(t, delayedBy(0), "2026-11-21 08:15:30")
	var unread []string
	s.UnreadDate = func(_ context.Context, value string) { unread = append(unread, value) }
	for _, date := range []string{
		"21 Nov 2026", "21-nov-2026", "21 NOVEMBER 2026", "2026-11-21", "20261121", "2026-11-21T00:00:00", "21/11/2026", "21 11 2026", "21.11.2026", " 21-11-2026 ",
	} {
		if len(must[realtime.ObjTrainMovements](t)(s.GetTrainMovementsXML(t.Context(), &realtime.GetTrainMovementsXML{TrainId: ptr("M109"), TrainDate: &date}))) == 0 {
			t.Errorf("%q: no train", date)
		}
	}
	if unread != nil {
		t.Errorf("not read: %q", unread)
	}
	wrong := []string{"", "today", "31 Nov 2026", "01 02 2026", "11-21-2026", "21 Nov"}
	for _, date := range wrong {
		must[realtime.ObjTrainMovements](t)(s.GetTrainMovementsXML(t.Context(), &realtime.GetTrainMovementsXML{TrainId: ptr("M109"), TrainDate: &date}))
	}
	if !slices.Equal(unread, wrong) {
		t.Errorf("not read: %q, want %q", unread, wrong)
	}
}

func TestParameterSpellings(t *testing.T) {
	s := service(t, delayedBy(0), "2026-11-21 08:15:30")
	ctx := context.Background()
	for _, name := range []string{"Weaver's Cross", "WEAVER'S CROSS", " weaver's cross "} {
		if len(must[realtime.ObjStationData](t)(s.GetStationDataByNameXML(ctx, &realtime.GetStationDataByNameXML{StationDesc: &name}))) == 0 {
			t.Errorf("name %q: no board", name)
		}
	}
	for _, alias := range []string{"City Terminus", "cabo orrín", "CABO ORRÍN"} {
		if len(must[realtime.ObjStationData](t)(s.GetStationDataByNameXML(ctx, &realtime.GetStationDataByNameXML{StationDesc: &alias}))) == 0 {
			t.Errorf("alias %q: no board", alias)
		}
	}
	for _, code := range []string{"ORRIN", "orrin", "Orrin"} {
		if len(must[realtime.ObjStationData](t)(s.GetStationDataByCodeXML(ctx, &realtime.GetStationDataByCodeXML{StationCode: &code}))) == 0 {
			t.Errorf("code %q: no board", code)
		}
	}
	movements := func(train, date string) int {
		return len(must[realtime.ObjTrainMovements](t)(s.GetTrainMovementsXML(ctx, &realtime.GetTrainMovementsXML{TrainId: &train, TrainDate: &date})))
	}
	for _, date := range []string{"01 Nov 2026", "1 Nov 2026", "1 nov 2026", "01 NOV 2026", " 1  Nov 2026 ", "01-Nov-2026", "2026-11-01", "1 November 2026", "01/11/2026"} {
		if movements("M109", date) != 6 || movements("m109", date) != 6 {
			t.Errorf("date %q: no movements", date)
		}
	}
	for _, date := range []string{"1 November", "yesterday", "11/30/2026", "1 Nov 26", "0 Nov 2026", "", "2026-13-01"} {
		if n := movements("M109", date); n != 0 {
			t.Errorf("date %q: %d movements", date, n)
		}
	}
}

func TestStations(t *testing.T) {
	s := service(t, varyingDelays, "2026-11-21 08:15:30")
	ctx := context.Background()
	codes := func(stations []realtime.ObjStation) (codes string) {
		for _, station := range stations {
			codes += *station.StationCode + " "
		}
		return strings.TrimSpace(codes)
	}
	all := must[realtime.ObjStation](t)(s.GetAllStationsXML(ctx))
	const every = "ORRIN FNDRY HARFN KILNS LNTRN LARKF MUSEM OSIER PILOT STERG TARNB WEAVC" // by name
	if got := codes(all); got != every {
		t.Errorf("stations %s, want %s", got, every)
	}
	orrin := all[0]
	want := []string{"Cape Orrin", "Cabo Orrín", "47.2603", "-17.8297", "ORRIN", "12"}
	for i, got := range []*string{orrin.StationDesc, orrin.StationAlias, orrin.StationLatitude, orrin.StationLongitude, orrin.StationCode, orrin.StationId} {
		if *got != want[i] {
			t.Errorf("field %d of Cape Orrin: %q, want %q", i, *got, want[i])
		}
	}
	if alias := all[2].StationAlias; alias == nil || *alias != "" {
		t.Errorf("alias %v of a station without an alias, want an empty one", alias)
	}

	const mainline = "ORRIN HARFN STERG TARNB WEAVC" // Kilnside is passed
	for kind, want := range map[string]string{
		"M": mainline, "m": mainline, " M ": mainline,
		"S": "KILNS LNTRN OSIER STERG WEAVC",
		"D": "FNDRY LARKF MUSEM PILOT STERG",
		"A": every, "": every, "X": every, "MS": every,
	} {
		got := codes(must[realtime.ObjStation](t)(s.GetAllStationsXMLWithStationType(ctx, &realtime.GetAllStationsXMLWithStationType{StationType: &kind})))
		if got != want {
			t.Errorf("type %q: %s, want %s", kind, got, want)
		}
	}
	if got := codes(must[realtime.ObjStation](t)(s.GetAllStationsXMLWithStationType(ctx, &realtime.GetAllStationsXMLWithStationType{}))); got != every {
		t.Errorf("type omitted: %s", got)
	}
}

func TestStationsFilter(t *testing.T) {
	s := service(t, varyingDelays, "2026-11-21 08:15:30")
	for text, want := range map[string]string{
		"p":             "Osier Park=Osier Park Pilot Quay=Pilot Quay Ponte d'Água=Tarn Bridge",
		"CROSS":         "Weaver's Cross=Weaver's Cross",
		"weaver's c":    "Weaver's Cross=Weaver's Cross",
		"s":             "Stadium=Foundry Road Sterling Gate=Sterling Gate",
		"gate ":         "Sterling Gate=Sterling Gate",
		"TERM":          "Ferry Terminal=Pilot Quay City Terminus=Sterling Gate",
		"orrin":         "Cape Orrin=Cape Orrin",
		"ORRÍN":         "Cabo Orrín=Cape Orrin",
		"gardens":       "University & Gardens=Osier Park",
		"university & ": "University & Gardens=Osier Park",
		"ross":          "",
		"park osier":    "",
	} {
		var got []string
		for _, r := range must[realtime.ObjStationFilter](t)(s.GetStationsFilterXML(context.Background(), &realtime.GetStationsFilterXML{StationText: &text})) {
			got = append(got, *r.StationDescSp+"="+*r.StationDesc)
			if len(*r.StationCode) != 5 {
				t.Errorf("text %q: code %q", text, *r.StationCode)
			}
		}
		if got := strings.Join(got, " "); got != want {
			t.Errorf("text %q: %s, want %s", text, got, want)
		}
	}
	for name, text := range map[string]*string{"omitted": nil, "empty": ptr(""), "blank": ptr(" ")} {
		if got := must[realtime.ObjStationFilter](t)(s.GetStationsFilterXML(context.Background(), &realtime.GetStationsFilterXML{StationText: text})); len(got) != 12 {
			t.Errorf("%s text: %d stations, want all", name, len(got))
		}
	}
}

func TestNilClockIsSystemClock(t *testing.T) {
	s := rail.New(modelSource{island(t), varyingDelays}, nil)
	before := time.Now()
	board := must[realtime.ObjStationData](t)(s.GetStationDataByCodeXML(context.Background(), &realtime.GetStationDataByCodeXML{StationCode: ptr("STERG")}))
	if len(board) == 0 {
		t.Fatal("the board is empty")
	}
	zone := island(t).Zone()
	local := func(t time.Time) string { return t.In(zone).Format("2006-01-02T15:04:05") }
	got := board[0].Servertime.Time.Format("2006-01-02T15:04:05")
	if got < local(before) || got > local(time.Now()) {
		t.Errorf("Servertime %s, want the present", got)
	}
}
