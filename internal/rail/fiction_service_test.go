package rail_test

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
	"example.com/quartet/templates/soap"
)

// A client sends requests to the service at successive instants and keeps statuses and actual times from the responses.
type client struct {
	*testing.T
	railway  *fiction.Railway
	service  *rail.Service
	now      time.Time
	stations []*timetable.Station

	statuses  map[trainOfFiction]string
	actual    map[[3]string]string // arrival and departure by train, date and order of the call
	responses int
}

// A train identifies a train by its code and the date on which it starts.
type trainOfFiction struct{ code, date string }

func newClient(t *testing.T, seed uint64) *client {
	r := railwayOfFiction(t, seed)
	c := &client{
		T: t, railway: r, stations: slices.Collect(r.Timetable().Stations()),
		statuses: map[trainOfFiction]string{}, actual: map[[3]string]string{},
	}
	c.service = rail.New(r, func() time.Time { return c.now })
	return c
}

// recordsOf returns a function that returns the records of a response and fails the test if there is an error.
func recordsOf[T any](t *client) func([]T, error) []T {
	return func(records []T, err error) []T {
		t.Helper()
		if err != nil || records == nil {
			t.Fatalf("at %v: %v, %v", t.now, records, err)
		}
		t.responses++
		return records
	}
}

// All eleven operations are called through a day in steps of seven minutes, and through two days on which the clocks
// change in larger steps.
func TestServiceOverDays(t *testing.T) {
	for _, day := range []struct {
		date timetable.Date
		seed uint64
		step time.Duration
	}{
		{date(2026, time.November, 18), 1, 7 * time.Minute},
		{date(2026, time.October, 25), 2, 13 * time.Minute},
		{date(2027, time.March, 28), 3, 13 * time.Minute},
	} {
		step := day.step
		if testing.Short() {
			step *= 11
		}
		t.Run(day.date.String(), func(t *testing.T) {
			t.Parallel()
			c := newClient(t, day.seed)
			zone := c.railway.Timetable().Zone()
			from := time.Date(day.date.Year, day.date.Month, day.date.Day, 0, 0, 13, 0, zone)
			for i := 0; c.now.Before(from.Add(25*time.Hour)) && !t.Failed(); i++ {
				c.now = from.Add(time.Duration(i) * step)
				c.requestAll(i)
			}
			t.Logf("%d responses, %d trains, %d actual times", c.responses, len(c.statuses), len(c.actual))
			if len(c.statuses) < 200 && !testing.Short() {
				t.Errorf("only %d trains were seen", len(c.statuses))
			}
		})
	}
}

// requestAll calls all operations. It requests the boards of some stations at each instant, and of all stations in
// turn.
func (t *client) requestAll(i int) {
	ctx := context.Background()
	if n := len(recordsOf[realtime.ObjStation](t)(t.service.GetAllStationsXML(ctx))); n != 60 {
		t.Errorf("%d stations", n)
	}
	for kind, minimum := range map[string]int{"M": 15, "S": 15, "D": 20} {
		request := realtime.GetAllStationsXMLWithStationType{StationType: &kind}
		if n := len(recordsOf[realtime.ObjStation](t)(t.service.GetAllStationsXMLWithStationType(ctx, &request))); n < minimum {
			t.Errorf("%d stations of the type %s", n, kind)
		}
	}
	current := recordsOf[realtime.ObjTrainPositions](t)(t.service.GetCurrentTrainsXML(ctx))
	mainline := recordsOf[realtime.ObjTrainPositions](t)(t.service.GetCurrentTrainsXMLWithTrainType(ctx,
		&realtime.GetCurrentTrainsXMLWithTrainType{TrainType: soap.Ptr("M")}))
	if len(mainline) == 0 {
		t.Errorf("at %v: no train on the mainline", t.now)
	}
	vendor := recordsOf[realtime.ObjVendorPositions](t)(t.service.GetVendorTrainsXML(ctx))
	if len(vendor) != len(current) {
		t.Errorf("at %v: %d current trains, %d vendor positions", t.now, len(current), len(vendor))
	}
	seen := map[trainOfFiction]bool{}
	for _, v := range vendor {
		id := trainOfFiction{*v.TrainCode, *v.TrainDate}
		seen[id] = true
		t.checkTrain(id, v)
		t.checkMovements(id)
	}
	t.checkCancelled(seen)
	for k := range 6 {
		t.checkBoards(t.stations[(6*i+k)%len(t.stations)])
	}
	name := t.stations[i%len(t.stations)].Name
	if found := recordsOf[realtime.ObjStationFilter](t)(t.service.GetStationsFilterXML(ctx, &realtime.GetStationsFilterXML{StationText: &name})); len(found) != 1 {
		t.Errorf("%d stations by the text %s", len(found), name)
	}
}

// The bounding box of the network.
const south, north, west, east = 46.15, 47.30, -19.30, -17.80

func (t *client) checkTrain(id trainOfFiction, v realtime.ObjVendorPositions) {
	latitude, err1 := strconv.ParseFloat(*v.TrainLatitude, 64)
	longitude, err2 := strconv.ParseFloat(*v.TrainLongitude, 64)
	if err1 != nil || err2 != nil || latitude < south || latitude > north || longitude < west || longitude > east {
		t.Errorf("at %v: %v is at %s, %s", t.now, id, *v.TrainLatitude, *v.TrainLongitude)
	}
	order := "NRT"
	if was := t.statuses[id]; strings.Index(order, *v.TrainStatus) < strings.Index(order, was) {
		t.Errorf("at %v: %v had status %s and then has %s", t.now, id, was, *v.TrainStatus)
	}
	t.statuses[id] = *v.TrainStatus
	if late, err := strconv.Atoi(*v.Difference); err != nil || late < -240 || late > 3600 {
		t.Errorf("at %v: %v is %s seconds late", t.now, id, *v.Difference)
	}
}

// checkMovements checks that the calls of a train are in order and that actual times do not change.
func (t *client) checkMovements(id trainOfFiction) []realtime.ObjTrainMovements {
	calls := recordsOf[realtime.ObjTrainMovements](t)(t.service.GetTrainMovementsXML(context.Background(),
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
			if at == "00:00:00" { // at the origin or destination
				continue
			}
			if at < before && !(at < "06:00:00" && before > "18:00:00") && !t.clocksChange() {
				t.Errorf("at %v: %v is at %s at %s, after %s", t.now, id, *call.LocationCode, at, before)
			}
			before = at
		}
		if *call.Arrival != "" && !gone {
			t.Errorf("at %v: %v has arrived at %s before it departed from the call before", t.now, id, *call.LocationCode)
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

// clocksChange reports whether the clocks change within four hours.
func (t *client) clocksChange() bool {
	_, before := t.now.Add(-4 * time.Hour).Zone()
	_, after := t.now.Add(4 * time.Hour).In(t.railway.Timetable().Zone()).Zone()
	return before != after
}

// checkCancelled checks that cancelled trains are not current and have no actual times, and that skipped stops are
// marked as passed.
func (t *client) checkCancelled(current map[trainOfFiction]bool) {
	state := t.railway.State(t.now)
	for _, update := range state.Realtime.TripUpdates() {
		id := trainOfFiction{update.Journey.Code, update.Journey.Departure(0).Format("02 Jan 2006")}
		if update.Cancelled {
			if current[id] {
				t.Errorf("at %v: %v is cancelled and among the current trains", t.now, id)
			}
			for _, call := range t.checkMovements(id) {
				if *call.Arrival != "" || *call.Departure != "" {
					t.Errorf("at %v: %v is cancelled and was at %s", t.now, id, *call.LocationCode)
				}
			}
		}
		run := running.At(update.Journey, update, t.now)
		for i, skipped := range update.Skipped {
			if !skipped || run.Departed(i) || !current[id] {
				continue
			}
			if call := t.checkMovements(id)[i]; *call.LocationType != "T" {
				t.Errorf("at %v: %v skips %s, which has type %s", t.now, id, *call.LocationCode, *call.LocationType)
			}
			for _, record := range t.board(update.Journey.Calls[i].Station) {
				if *record.Traincode == id.code && *record.Traindate == id.date {
					t.Errorf("at %v: %v skips %s and is on its board", t.now, id, *record.Stationcode)
				}
			}
		}
	}
}

func (t *client) board(station *timetable.Station) []realtime.ObjStationData {
	return recordsOf[realtime.ObjStationData](t)(t.service.GetStationDataByCodeXML(context.Background(),
		&realtime.GetStationDataByCodeXML{StationCode: &station.Code}))
}

// checkBoards checks the boards of a station by code and by name, for 90 and for 20 minutes.
func (t *client) checkBoards(station *timetable.Station) {
	ctx := context.Background()
	board := t.board(station)
	cancelled := map[trainOfFiction]bool{}
	for _, update := range t.railway.State(t.now).Realtime.TripUpdates() {
		if update.Cancelled {
			cancelled[trainOfFiction{update.Journey.Code, update.Journey.Departure(0).Format("02 Jan 2006")}] = true
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
		if cancelled[trainOfFiction{*record.Traincode, *record.Traindate}] {
			t.Errorf("at %v: %s is cancelled and on the board of %s", t.now, *record.Traincode, station.Name)
		}
		if i > 0 && (*board[i-1].Direction > *record.Direction || *board[i-1].Direction == *record.Direction && board[i-1].Duein > record.Duein) {
			t.Errorf("at %v: the board of %s is not in order", t.now, station.Name)
		}
	}
	byName := recordsOf[realtime.ObjStationData](t)(t.service.GetStationDataByNameXML(ctx,
		&realtime.GetStationDataByNameXML{StationDesc: &station.Name}))
	shortByName := recordsOf[realtime.ObjStationData](t)(t.service.GetStationDataByNameXMLWithNumMins(ctx,
		&realtime.GetStationDataByNameXMLWithNumMins{StationDesc: &station.Name, NumMins: soap.Ptr("20")}))
	shortByCode := recordsOf[realtime.ObjStationData](t)(t.service.GetStationDataByCodeXMLWithNumMins(ctx,
		&realtime.GetStationDataByCodeXMLWithNumMins{StationCode: &station.Code, NumMins: soap.Ptr("20")}))
	if len(byName) != len(board) || len(shortByName) != len(shortByCode) || len(shortByCode) < soon || len(shortByCode) > len(board) {
		t.Errorf("at %v: boards of %s with %d, %d, %d and %d trains", t.now, station.Name, len(board), len(byName), len(shortByName), len(shortByCode))
	}
}

// Between ticks, too, no train returns to an earlier call or state from one second to the next.
func TestTrainsOnlyAdvanceEachSecond(t *testing.T) {
	r := railwayOfFiction(t, 1)
	reached := map[string]int{}
	from := wednesday.Add(4 * time.Hour)
	moves := 0
	for now := from; now.Before(from.Add(20 * time.Minute)); now = now.Add(time.Second) {
		for _, update := range r.State(now).Realtime.TripUpdates() {
			run := running.At(update.Journey, update, now)
			id := update.Journey.Code + update.Journey.Service.String()
			was, ok := reached[id]
			if is := 2*run.Reached() + departed(&run); !ok || is != was {
				if ok && is < was {
					t.Errorf("at %v: %s was at %d and is at %d", now, id, was, is)
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
