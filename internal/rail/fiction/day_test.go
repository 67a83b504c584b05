package fiction_test

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail"
	"example.com/quartet/internal/rail/fiction"
	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// A traveller asks the service at one instant after the other, and remembers what it said.
type traveller struct {
	*testing.T
	railway  *fiction.Railway
	service  *rail.Service
	now      time.Time
	stations []*timetable.Station

	statuses map[train]string
	actual   map[[3]string]string // arrival and departure by train, date and order of the call
	asked    int
}

// A train is known by its code and the date on which it starts.
type train struct{ code, date string }

func newTraveller(t *testing.T, seed uint64) *traveller {
	r := railway(t, seed)
	tr := &traveller{
		T: t, railway: r, stations: slices.Collect(r.Plan().Stations()),
		statuses: map[train]string{}, actual: map[[3]string]string{},
	}
	tr.service = rail.New(r, func() time.Time { return tr.now })
	return tr
}

// answer returns the records of an answer, which must be a list.
func answer[T any](t *traveller) func([]T, error) []T {
	return func(records []T, err error) []T {
		t.Helper()
		if err != nil || records == nil {
			t.Fatalf("at %v: %v, %v", t.now, records, err)
		}
		t.asked++
		return records
	}
}

// A day goes by, three minutes at a time, with all eleven operations; and two on which the clocks change, in larger
// steps.
func TestDayThroughTheService(t *testing.T) {
	for _, day := range []struct {
		date timetable.Date
		seed uint64
		step time.Duration
	}{
		{date(2026, time.November, 18), 1, 3 * time.Minute},
		{date(2026, time.October, 25), 2, 7 * time.Minute},
		{date(2027, time.March, 28), 3, 7 * time.Minute},
	} {
		step := day.step
		if testing.Short() {
			step *= 11
		}
		t.Run(day.date.String(), func(t *testing.T) {
			t.Parallel()
			tr := newTraveller(t, day.seed)
			zone := tr.railway.Plan().Zone()
			from := time.Date(day.date.Year, day.date.Month, day.date.Day, 0, 0, 13, 0, zone)
			for i := 0; tr.now.Before(from.Add(25*time.Hour)) && !t.Failed(); i++ {
				tr.now = from.Add(time.Duration(i) * step)
				tr.look(i)
			}
			t.Logf("%d answers, %d trains, %d actual times", tr.asked, len(tr.statuses), len(tr.actual))
			if len(tr.statuses) < 200 && !testing.Short() {
				t.Errorf("only %d trains were seen", len(tr.statuses))
			}
		})
	}
}

// look asks for everything: at each instant the boards of some stations, and of all one after the other.
func (t *traveller) look(i int) {
	ctx := context.Background()
	if n := len(answer[realtime.ObjStation](t)(t.service.GetAllStationsXML(ctx))); n != 60 {
		t.Errorf("%d stations", n)
	}
	for kind, least := range map[string]int{"M": 15, "S": 15, "D": 20} {
		request := realtime.GetAllStationsXMLWithStationType{StationType: &kind}
		if n := len(answer[realtime.ObjStation](t)(t.service.GetAllStationsXMLWithStationType(ctx, &request))); n < least {
			t.Errorf("%d stations of the type %s", n, kind)
		}
	}
	current := answer[realtime.ObjTrainPositions](t)(t.service.GetCurrentTrainsXML(ctx))
	mainline := answer[realtime.ObjTrainPositions](t)(t.service.GetCurrentTrainsXMLWithTrainType(ctx,
		&realtime.GetCurrentTrainsXMLWithTrainType{TrainType: realtime.Ptr("M")}))
	if len(mainline) == 0 {
		t.Errorf("at %v: no train on the mainline", t.now)
	}
	vendor := answer[realtime.ObjVendorPositions](t)(t.service.GetVendorTrainsXML(ctx))
	if len(vendor) != len(current) {
		t.Errorf("at %v: %d current trains, %d vendor positions", t.now, len(current), len(vendor))
	}
	seen := map[train]bool{}
	for _, v := range vendor {
		id := train{*v.TrainCode, *v.TrainDate}
		seen[id] = true
		t.checkTrain(id, v)
		t.checkMovements(id)
	}
	t.checkCancelled(seen)
	for k := range 6 {
		t.checkBoards(t.stations[(6*i+k)%len(t.stations)])
	}
	name := t.stations[i%len(t.stations)].Name
	if found := answer[realtime.ObjStationFilter](t)(t.service.GetStationsFilterXML(ctx, &realtime.GetStationsFilterXML{StationText: &name})); len(found) != 1 {
		t.Errorf("%d stations by the text %s", len(found), name)
	}
}

// The box of the map that the network fits in.
const south, north, west, east = 46.15, 47.30, -19.30, -17.80

func (t *traveller) checkTrain(id train, v realtime.ObjVendorPositions) {
	latitude, err1 := strconv.ParseFloat(*v.TrainLatitude, 64)
	longitude, err2 := strconv.ParseFloat(*v.TrainLongitude, 64)
	if err1 != nil || err2 != nil || latitude < south || latitude > north || longitude < west || longitude > east {
		t.Errorf("at %v: %v is at %s, %s", t.now, id, *v.TrainLatitude, *v.TrainLongitude)
	}
	order := "NRT"
	if was := t.statuses[id]; strings.Index(order, *v.TrainStatus) < strings.Index(order, was) {
		t.Errorf("at %v: %v was %s, and is %s", t.now, id, was, *v.TrainStatus)
	}
	t.statuses[id] = *v.TrainStatus
	if late, err := strconv.Atoi(*v.Difference); err != nil || late < -240 || late > 3600 {
		t.Errorf("at %v: %v is %s seconds late", t.now, id, *v.Difference)
	}
}

// checkMovements checks that the calls of a train are in order, and that what has happened stays.
func (t *traveller) checkMovements(id train) []realtime.ObjTrainMovements {
	calls := answer[realtime.ObjTrainMovements](t)(t.service.GetTrainMovementsXML(context.Background(),
		&realtime.GetTrainMovementsXML{TrainId: &id.code, TrainDate: &id.date}))
	if len(calls) < 2 {
		t.Fatalf("at %v: %v has %d calls", t.now, id, len(calls))
	}
	before := ""
	gone := true
	for i, call := range calls {
		if *call.LocationOrder != strconv.Itoa(i+1) {
			t.Errorf("at %v: %v has %s as call %d", t.now, id, *call.LocationOrder, i+1)
		}
		for _, at := range []string{*call.ExpectedArrival, *call.ExpectedDeparture} {
			if at == "00:00:00" { // at an end
				continue
			}
			if at < before && !(at < "06:00:00" && before > "18:00:00") && !t.clocksChange() {
				t.Errorf("at %v: %v is at %s at %s, after %s", t.now, id, *call.LocationCode, at, before)
			}
			before = at
		}
		if *call.Arrival != "" && !gone {
			t.Errorf("at %v: %v has arrived at %s before it left the call before", t.now, id, *call.LocationCode)
		}
		gone = *call.Departure != "" || *call.LocationType == "T" && gone
		for what, at := range map[string]string{"A": *call.Arrival, "D": *call.Departure} {
			key := [3]string{id.code, id.date, *call.LocationOrder + what}
			if was := t.actual[key]; was != "" && at != was && at != "" {
				t.Errorf("at %v: %v was at %s at %s, and now at %s", t.now, id, *call.LocationCode, was, at)
			}
			if at != "" {
				t.actual[key] = at
			}
		}
	}
	return calls
}

// clocksChange reports whether clocks show a time of the day for the second time, or leave one out, within some hours.
func (t *traveller) clocksChange() bool {
	_, before := t.now.Add(-4 * time.Hour).Zone()
	_, after := t.now.Add(4 * time.Hour).In(t.railway.Plan().Zone()).Zone()
	return before != after
}

// checkCancelled checks that trains that do not run are not among the current ones and have no actual times, and that
// stops that are left out are told.
func (t *traveller) checkCancelled(current map[train]bool) {
	state := t.railway.State(t.now)
	for _, live := range state.Realtime.TripUpdates() {
		id := train{live.Journey.Code, live.Journey.Departure(0).Format("02 Jan 2006")}
		if live.Cancelled {
			if current[id] {
				t.Errorf("at %v: %v is cancelled, and among the current trains", t.now, id)
			}
			for _, call := range t.checkMovements(id) {
				if *call.Arrival != "" || *call.Departure != "" {
					t.Errorf("at %v: %v is cancelled, and was at %s", t.now, id, *call.LocationCode)
				}
			}
		}
		run := running.At(live.Journey, live, t.now)
		for i, skipped := range live.Skipped {
			if !skipped || run.Departed(i) || !current[id] {
				continue
			}
			if call := t.checkMovements(id)[i]; *call.LocationType != "T" {
				t.Errorf("at %v: %v leaves out %s, of the type %s", t.now, id, *call.LocationCode, *call.LocationType)
			}
			for _, record := range t.board(live.Journey.Calls[i].Station) {
				if *record.Traincode == id.code && *record.Traindate == id.date {
					t.Errorf("at %v: %v leaves out %s, and is on its board", t.now, id, *record.Stationcode)
				}
			}
		}
	}
}

func (t *traveller) board(station *timetable.Station) []realtime.ObjStationData {
	return answer[realtime.ObjStationData](t)(t.service.GetStationDataByCodeXML(context.Background(),
		&realtime.GetStationDataByCodeXML{StationCode: &station.Code}))
}

// checkBoards checks the board of a station by its code and its name, in full and for a shorter time.
func (t *traveller) checkBoards(station *timetable.Station) {
	ctx := context.Background()
	board := t.board(station)
	cancelled := map[train]bool{}
	for _, live := range t.railway.State(t.now).Realtime.TripUpdates() {
		if live.Cancelled {
			cancelled[train{live.Journey.Code, live.Journey.Departure(0).Format("02 Jan 2006")}] = true
		}
	}
	soon := 0
	for i, record := range board {
		if record.Duein < 0 || record.Duein > 90 || *record.Stationcode != station.Code || *record.Stationfullname != station.Name {
			t.Errorf("at %v: %s is due at %s in %d minutes", t.now, *record.Traincode, *record.Stationfullname, record.Duein)
		}
		if record.Duein < 20 {
			soon++
		}
		if cancelled[train{*record.Traincode, *record.Traindate}] {
			t.Errorf("at %v: %s is cancelled, and on the board of %s", t.now, *record.Traincode, station.Name)
		}
		if i > 0 && (*board[i-1].Direction > *record.Direction || *board[i-1].Direction == *record.Direction && board[i-1].Duein > record.Duein) {
			t.Errorf("at %v: the board of %s is not in order", t.now, station.Name)
		}
	}
	byName := answer[realtime.ObjStationData](t)(t.service.GetStationDataByNameXML(ctx,
		&realtime.GetStationDataByNameXML{StationDesc: &station.Name}))
	shortByName := answer[realtime.ObjStationData](t)(t.service.GetStationDataByNameXMLWithNumMins(ctx,
		&realtime.GetStationDataByNameXMLWithNumMins{StationDesc: &station.Name, NumMins: realtime.Ptr("20")}))
	shortByCode := answer[realtime.ObjStationData](t)(t.service.GetStationDataByCodeXMLWithNumMins(ctx,
		&realtime.GetStationDataByCodeXMLWithNumMins{StationCode: &station.Code, NumMins: realtime.Ptr("20")}))
	if len(byName) != len(board) || len(shortByName) != len(shortByCode) || len(shortByCode) < soon || len(shortByCode) > len(board) {
		t.Errorf("at %v: boards of %s with %d, %d, %d and %d trains", t.now, station.Name, len(board), len(byName), len(shortByName), len(shortByCode))
	}
}

// Trains go on from second to second, not only from one tick to the next: no train goes back to a call, or to a state.
func TestTrainsGoOnFromSecondToSecond(t *testing.T) {
	r := railway(t, 1)
	reached := map[string]int{}
	from := wednesday.Add(4 * time.Hour)
	moves := 0
	for now := from; now.Before(from.Add(20 * time.Minute)); now = now.Add(time.Second) {
		for _, live := range r.State(now).Realtime.TripUpdates() {
			run := running.At(live.Journey, live, now)
			id := live.Journey.Code + live.Journey.Service.String()
			was, ok := reached[id]
			if is := 2*run.Reached() + departed(&run); !ok || is != was {
				if ok && is < was {
					t.Errorf("at %v: %s was at %d, and is at %d", now, id, was, is)
				}
				reached[id] = is
				moves++
			}
		}
	}
	if moves < 200 {
		t.Errorf("only %d moves", moves)
	}
}

func departed(run *running.Run) int {
	if run.Reached() >= 0 && run.Departed(run.Reached()) {
		return 1
	}
	return 0
}
