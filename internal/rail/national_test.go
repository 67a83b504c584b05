package rail_test

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"testing"
	"time"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail"
	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// The size of a national railway: 5,000 stations, 50,000 trips a day with 700,000 calls, 10,000 trains under way at the
// same time. A tenth of the lines meet in the capital.
const (
	nationalStations = 5000
	nationalLines    = 500
	nationalTrips    = 50000
	nationalCalls    = 14
)

func nationalTimetable() *timetable.Timetable {
	stations := make([]*timetable.Station, nationalStations)
	for i := range stations {
		stations[i] = &timetable.Station{
			ID: fmt.Sprintf("stop:%05d", i), Code: fmt.Sprintf("N%04d", i), Name: fmt.Sprintf("Nowhere-under-Lyme No. %d", i),
			Place: timetable.Point{Latitude: 50 + float64(i/100)/10, Longitude: -3 + float64(i%100)/15},
		}
	}
	calendars := []*timetable.Calendar{nil, everyDay(), everyDay(), everyDay()}
	var trips []*timetable.Trip
	for line := range nationalLines {
		path, calls := nationalLine(stations, line)
		for n := range nationalTrips / nationalLines {
			start := 3*time.Hour + time.Duration(n*12*60+line%12*60)*time.Second
			trips = append(trips, &timetable.Trip{
				ID: fmt.Sprintf("trip:%d:%d", line, n), Code: fmt.Sprintf("%03d-%03d", line, n), Kind: []timetable.Kind{'M', 'S', 'D'}[line%3],
				Direction: fmt.Sprintf("To %s", calls[len(calls)-1].Station.Name),
				Calls:     shift(calls, start), Path: path, Calendar: calendars[line%len(calendars)],
			})
		}
	}
	zone, err := time.LoadLocation("Europe/London")
	if err != nil {
		panic(err)
	}
	plan, err := timetable.New(zone, stations, trips, timetable.Info{})
	if err != nil {
		panic(err)
	}
	return plan
}

func everyDay() *timetable.Calendar {
	all := new(timetable.Calendar)
	for d := (timetable.Date{Year: 2026, Month: time.June, Day: 1}); d.Year < 2027; d = d.AddDays(1) {
		all.Add(d.Number())
	}
	return all
}

// nationalLine returns a line of calls 18 minutes apart with ten points of its path between two of them.
func nationalLine(stations []*timetable.Station, line int) (*timetable.Path, []timetable.Call) {
	var points []timetable.Point
	var calls []timetable.Call
	for i := range nationalCalls {
		s := stations[(line*10+i*7)%nationalStations]
		if line%10 == 0 && i == nationalCalls/2 {
			s = stations[nationalStations-1]
		}
		if i > 0 {
			last := calls[i-1].Station.Place
			for step := 1; step < 10; step++ {
				points = append(points, last.Towards(s.Place, float64(step)/10))
			}
		}
		points = append(points, s.Place)
		at := time.Duration(i) * 18 * time.Minute
		calls = append(calls, timetable.Call{Station: s, Sequence: uint32(i), Arrive: at, Depart: at + time.Minute})
	}
	path := timetable.NewPath(points)
	for i := range calls {
		calls[i].Along = float32(path.Along[i*10])
	}
	return path, calls
}

// nationalUpdates returns trip updates for the trains under way in the interval, with different delays. A third of them
// have a vehicle.
func nationalUpdates(plan *timetable.Timetable, now time.Time, before, after time.Duration) []*running.TripUpdate {
	var updates []*running.TripUpdate
	for j := range plan.Between(now.Add(-before), now.Add(after)) {
		late := time.Duration(j.Number%600) * time.Second
		update := &running.TripUpdate{Journey: j, Times: make([]running.Times, len(j.Calls))}
		for i := range j.Calls {
			update.Times[i] = running.Times{Arrive: j.Arrival(i).Add(late), Depart: j.Departure(i).Add(late)}
		}
		if j.Number%3 == 0 {
			update.Vehicle = &running.Vehicle{Place: j.Calls[3].Station.Place, Time: now.Add(-30 * time.Second)}
		}
		updates = append(updates, update)
	}
	return updates
}

var nationalNow = time.Date(2026, time.November, 21, 8, 30, 15, 0, time.UTC)

var national = sync.OnceValue(func() *timetable.Timetable { return nationalTimetable() })

func BenchmarkNational(b *testing.B) {
	plan := national()
	updates := nationalUpdates(plan, nationalNow, 0, 0)
	state := &running.State{Timetable: plan, Realtime: running.NewSnapshot(plan, nationalNow, updates)}
	clock := func() time.Time { return nationalNow }
	withRealtime := rail.New((*fixedSource)(state), clock)
	withoutRealtime := rail.New(&fixedSource{Timetable: plan}, clock)
	ctx := context.Background()

	bench := func(name string, f func(s *rail.Service) (int, error)) {
		for _, variant := range []struct {
			name    string
			service *rail.Service
		}{{"realtime", withRealtime}, {"timetable only", withoutRealtime}} {
			b.Run(name+"/"+variant.name, func(b *testing.B) {
				b.ReportAllocs()
				var n int
				for b.Loop() {
					var err error
					if n, err = f(variant.service); err != nil || n == 0 {
						b.Fatal(n, err)
					}
				}
				b.ReportMetric(float64(n), "records")
			})
		}
	}
	bench("current trains", func(s *rail.Service) (int, error) {
		r, err := s.GetCurrentTrainsXML(ctx)
		return len(r), err
	})
	bench("vendor trains", func(s *rail.Service) (int, error) {
		r, err := s.GetVendorTrainsXML(ctx)
		return len(r), err
	})
	bench("board", func(s *rail.Service) (int, error) {
		r, err := s.GetStationDataByCodeXML(ctx, &realtime.GetStationDataByCodeXML{StationCode: ptr("n2500")})
		return len(r), err
	})
	bench("board of the capital", func(s *rail.Service) (int, error) {
		r, err := s.GetStationDataByCodeXML(ctx, &realtime.GetStationDataByCodeXML{StationCode: ptr("n4999")})
		return len(r), err
	})
	bench("movements", func(s *rail.Service) (int, error) {
		r, err := s.GetTrainMovementsXML(ctx, &realtime.GetTrainMovementsXML{TrainId: ptr("250-015"), TrainDate: ptr("21 nov 2026")})
		return len(r), err
	})
	bench("stations", func(s *rail.Service) (int, error) {
		r, err := s.GetAllStationsXML(ctx)
		return len(r), err
	})
	bench("filter", func(s *rail.Service) (int, error) {
		r, err := s.GetStationsFilterXML(ctx, &realtime.GetStationsFilterXML{StationText: ptr("12")})
		return len(r), err
	})
	b.Run("snapshot of the trains under way", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			running.NewSnapshot(plan, nationalNow, updates)
		}
		b.ReportMetric(float64(len(updates)), "trains")
	})
	b.Run("snapshot of the whole day", func(b *testing.B) {
		day := nationalUpdates(plan, nationalNow, 6*time.Hour, 18*time.Hour)
		b.ReportAllocs()
		for b.Loop() {
			running.NewSnapshot(plan, nationalNow, day)
		}
		b.ReportMetric(float64(len(day)), "trains")
	})
}

func BenchmarkNationalTimetable(b *testing.B) {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	plan := nationalTimetable()
	runtime.GC()
	runtime.ReadMemStats(&after)
	for b.Loop() {
		nationalTimetable()
	}
	b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/1e6, "MB")
	runtime.KeepAlive(plan)
}
