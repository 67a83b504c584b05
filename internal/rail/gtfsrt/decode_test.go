package gtfsrt

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	bindings "github.com/OneBusAway/go-gtfs/proto"
	"google.golang.org/protobuf/proto"
)

// everything returns a message in which all fields have values that are used.
func everything() *bindings.FeedMessage {
	trip := func() *bindings.TripDescriptor {
		return &bindings.TripDescriptor{
			TripId: proto.String("T1"), RouteId: proto.String("red"), DirectionId: proto.Uint32(1), StartTime: proto.String("08:00:00"),
			StartDate: proto.String("20261121"), ScheduleRelationship: bindings.TripDescriptor_CANCELED.Enum(),
		}
	}
	text := func(s string) *bindings.TranslatedString {
		return &bindings.TranslatedString{Translation: []*bindings.TranslatedString_Translation{
			{Text: proto.String(s), Language: proto.String("en")}, {Text: proto.String("")},
		}}
	}
	return &bindings.FeedMessage{
		Header: &bindings.FeedHeader{GtfsRealtimeVersion: proto.String("2.0"), Timestamp: proto.Uint64(1_795_000_000)},
		Entity: []*bindings.FeedEntity{
			{Id: proto.String("1"), TripUpdate: &bindings.TripUpdate{
				Trip: trip(), Vehicle: &bindings.VehicleDescriptor{Id: proto.String("v"), Label: proto.String("7")},
				Timestamp: proto.Uint64(1_795_000_000), Delay: proto.Int32(-60),
				StopTimeUpdate: []*bindings.TripUpdate_StopTimeUpdate{
					{StopSequence: proto.Uint32(7), StopId: proto.String("a1"), StopTimeProperties: &bindings.TripUpdate_StopTimeUpdate_StopTimeProperties{AssignedStopId: proto.String("a2")}, ScheduleRelationship: bindings.TripUpdate_StopTimeUpdate_SKIPPED.Enum()},
					{Arrival: &bindings.TripUpdate_StopTimeEvent{Delay: proto.Int32(-5)}, Departure: &bindings.TripUpdate_StopTimeEvent{Time: proto.Int64(1_795_000_100)}},
				},
				TripProperties: &bindings.TripUpdate_TripProperties{TripId: proto.String("c"), StartDate: proto.String("20261122"), StartTime: proto.String("9:00:00")},
			}},
			{Id: proto.String("2"), IsDeleted: proto.Bool(true), Vehicle: &bindings.VehiclePosition{
				Trip: trip(), Vehicle: &bindings.VehicleDescriptor{Id: proto.String("v")},
				Position:            &bindings.Position{Latitude: proto.Float32(46.5), Longitude: proto.Float32(-18), Bearing: proto.Float32(3)},
				CurrentStopSequence: proto.Uint32(3), StopId: proto.String("b"), CurrentStatus: bindings.VehiclePosition_STOPPED_AT.Enum(),
				Timestamp: proto.Uint64(1_795_000_001),
			}},
			{Id: proto.String("3"), Alert: &bindings.Alert{
				ActivePeriod:   []*bindings.TimeRange{{Start: proto.Uint64(1)}, {End: proto.Uint64(2)}},
				InformedEntity: []*bindings.EntitySelector{{AgencyId: proto.String("A"), RouteId: proto.String("r"), RouteType: proto.Int32(2), Trip: trip(), StopId: proto.String("s"), DirectionId: proto.Uint32(1)}, {}},
				HeaderText:     text("Snow"), DescriptionText: text("Much snow"),
			}},
		},
	}
}

// entityOf converts an entity of the library.
func entityOf(in *bindings.FeedEntity) entity {
	out := entity{id: in.GetId(), deleted: in.GetIsDeleted(), hasUpdate: in.TripUpdate != nil, hasVehicle: in.Vehicle != nil, hasAlert: in.Alert != nil}
	u := in.GetTripUpdate()
	out.update = updateMessage{
		trip: tripOf(u.GetTrip()), vehicle: u.GetVehicle().GetId(), timestamp: u.GetTimestamp(), delay: int64(u.GetDelay()),
		hasDelay: u != nil && u.Delay != nil,
		properties: tripProperties{id: u.GetTripProperties().GetTripId(), startDate: u.GetTripProperties().GetStartDate(),
			startTime: u.GetTripProperties().GetStartTime()},
	}
	event := func(e *bindings.TripUpdate_StopTimeEvent) event {
		return event{present: e != nil, hasDelay: e != nil && e.Delay != nil, delay: e.GetDelay(), time: e.GetTime()}
	}
	for _, s := range u.GetStopTimeUpdate() {
		out.update.stops = append(out.update.stops, stopUpdate{
			sequence: s.GetStopSequence(), hasSequence: s.StopSequence != nil, relation: stopRelation(knownValue(s.GetScheduleRelationship(), 3, 0)),
			stop: s.GetStopId(), assigned: s.GetStopTimeProperties().GetAssignedStopId(), arrival: event(s.Arrival), departure: event(s.Departure),
		})
	}
	v := in.GetVehicle()
	p := v.GetPosition()
	out.vehicle = vehicleMessage{
		trip: tripOf(v.GetTrip()), vehicle: v.GetVehicle().GetId(), hasPosition: p != nil, latitude: p.GetLatitude(), longitude: p.GetLongitude(),
		hasLatitude: p != nil && p.Latitude != nil, hasLongitude: p != nil && p.Longitude != nil, sequence: v.GetCurrentStopSequence(),
		hasSequence: v != nil && v.CurrentStopSequence != nil, stop: v.GetStopId(), status: uint64(knownValue(v.GetCurrentStatus(), 2, inTransit)), timestamp: v.GetTimestamp(),
	}
	for _, p := range in.GetAlert().GetActivePeriod() {
		out.alert.periods = append(out.alert.periods, period{p.GetStart(), p.GetEnd(), p.Start != nil, p.End != nil})
	}
	for _, s := range in.GetAlert().GetInformedEntity() {
		direction := int8(-1)
		if s.DirectionId != nil {
			direction = int8(min(s.GetDirectionId(), 1))
		}
		out.alert.selectors = append(out.alert.selectors, selector{
			s.GetAgencyId(), s.GetRouteId(), s.GetStopId(), s.AgencyId != nil, s.RouteId != nil, s.StopId != nil,
			s.GetRouteType(), s.RouteType != nil, direction, tripOf(s.Trip),
		})
	}
	texts := func(in *bindings.TranslatedString) (texts []translation) {
		for _, t := range in.GetTranslation() {
			texts = append(texts, translation{t.GetText(), t.GetLanguage()})
			out.alert.incomplete = out.alert.incomplete || t.Text == nil
		}
		return texts
	}
	out.alert.header, out.alert.description = texts(in.GetAlert().GetHeaderText()), texts(in.GetAlert().GetDescriptionText())
	out.alert.url = texts(in.GetAlert().GetUrl())
	return out
}

// knownValue returns the value of an enumeration, or the default for a value that it does not have. The library keeps those.
func knownValue[T ~int32](value T, last, missing int) int {
	if value < 0 || int(value) > last || last == int(created) && value == 4 {
		return missing
	}
	return int(value)
}

func tripOf(d *bindings.TripDescriptor) tripDescriptor {
	out := tripDescriptor{
		present: d != nil, id: d.GetTripId(), route: d.GetRouteId(), startDate: d.GetStartDate(), startAt: d.GetStartTime(),
		hasStart: d != nil && d.StartTime != nil, direction: -1, relation: relation(knownValue(d.GetScheduleRelationship(), int(created), 0)),
	}
	if d != nil && d.DirectionId != nil {
		out.direction = int64(d.GetDirectionId())
	}
	return out
}

// TestDecodeAsTheLibrary changes bytes of messages and compares what is decoded with what the library decodes, where the
// library does not find an error.
func TestDecodeAsTheLibrary(t *testing.T) {
	first, err := proto.Marshal(everything())
	if err != nil {
		t.Fatal(err)
	}
	seeds := [][]byte{first}
	if folder := os.Getenv("QUARTET_FEEDS"); folder != "" {
		paths, _ := filepath.Glob(filepath.Join(folder, "*.pb"))
		for _, path := range paths {
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			seeds = append(seeds, data)
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for _, seed := range seeds {
		compared := 0
		for round := range max(40, min(20_000, 4_000_000/len(seed))) {
			data := slices.Clone(seed)
			for range min(round, r.IntN(3)) {
				data[r.IntN(len(data))] = byte(r.Uint32() >> r.IntN(8))
			}
			if compareDecoded(t, data) {
				compared++
			}
		}
		if compared < 20 || t.Failed() {
			t.Fatalf("%d messages were compared", compared)
		}
	}
}

// compareDecoded compares the entities of a message. It returns false if the library finds an error.
func compareDecoded(t *testing.T, data []byte) bool {
	var want bindings.FeedMessage
	if (proto.UnmarshalOptions{AllowPartial: true}).Unmarshal(data, &want) != nil {
		return false
	}
	n := 0
	var e entity
	ok := each(string(data), func(f field) bool {
		if !f.is(2, kindBytes) {
			return true
		}
		if !e.read(f.content) {
			t.Errorf("%q: entity %d cannot be decoded", data, n)
			return false
		}
		in := want.Entity[n]
		n++
		// The library does not know these fields.
		e.update.properties.headsign, e.update.properties.shortName, e.update.headsigns = "", "", false
		for i := range e.update.stops {
			e.update.stops[i].headsign = false
			e.update.stops[i].arrival.scheduled, e.update.stops[i].departure.scheduled = 0, 0
		}
		got, expected := e, entityOf(in)
		got.ignored = expected.ignored // nor Shape, Stop and TripModifications
		if len(got.update.stops) == 0 {
			got.update.stops, expected.update.stops = nil, nil
		}
		if got.vehicle.latitude != got.vehicle.latitude || got.vehicle.longitude != got.vehicle.longitude {
			return true // NaN
		}
		if !reflect.DeepEqual(got, expected) {
			t.Errorf("%q:\ngot  %+v\nwant %+v", data, got, expected)
		}
		return true
	})
	if !ok || n != len(want.Entity) {
		t.Errorf("%q: %d entities, valid: %v; want %d", data, n, ok, len(want.Entity))
	}
	return true
}
