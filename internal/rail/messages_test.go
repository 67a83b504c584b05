package rail_test

import (
	"fmt"
	"testing"
	"time"

	messages "github.com/OneBusAway/go-gtfs/proto"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
)

// A message builds a GTFS Realtime message. Times are UTC, in the form "2026-11-24 08:15:20".
type message struct {
	testing.TB
	proto *messages.FeedMessage
}

func newMessage(t testing.TB, timestamp string) *message {
	m := &message{TB: t}
	m.proto = &messages.FeedMessage{Header: &messages.FeedHeader{
		GtfsRealtimeVersion: proto.String("2.0"),
		Incrementality:      messages.FeedHeader_FULL_DATASET.Enum(),
		Timestamp:           proto.Uint64(uint64(m.unix(timestamp))),
	}}
	return m
}

func (m *message) unix(utc string) int64 {
	m.Helper()
	t, err := time.Parse(time.DateTime, utc)
	if err != nil {
		m.Fatal(err)
	}
	return t.Unix()
}

// bytes returns the encoded message.
func (m *message) bytes() []byte {
	m.Helper()
	b, err := proto.Marshal(m.proto)
	if err != nil {
		m.Fatal(err)
	}
	return b
}

func (m *message) entity() *messages.FeedEntity {
	e := &messages.FeedEntity{Id: proto.String(fmt.Sprint("e", len(m.proto.Entity)+1))}
	m.proto.Entity = append(m.proto.Entity, e)
	return e
}

// trip returns the descriptor of a trip on a service date.
func trip(id, date string) *messages.TripDescriptor {
	return &messages.TripDescriptor{TripId: &id, StartDate: &date}
}

// frequencyDeparture returns the descriptor of one departure of a frequency.
func frequencyDeparture(id, date, start string) *messages.TripDescriptor {
	d := trip(id, date)
	d.StartTime = &start
	return d
}

// withRelationship sets the descriptor's schedule_relationship and returns it.
func withRelationship(d *messages.TripDescriptor, r messages.TripDescriptor_ScheduleRelationship) *messages.TripDescriptor {
	d.ScheduleRelationship = r.Enum()
	return d
}

func (m *message) tripUpdate(trip *messages.TripDescriptor, calls ...*messages.TripUpdate_StopTimeUpdate) *messages.TripUpdate {
	u := &messages.TripUpdate{Trip: trip, StopTimeUpdate: calls}
	m.entity().TripUpdate = u
	return u
}

// stopTime returns an update of the call with the stop_sequence. An event is a time or a delay in seconds such as
// "+90"; an empty event is omitted.
func (m *message) stopTime(sequence uint32, arrival, departure string) *messages.TripUpdate_StopTimeUpdate {
	m.Helper()
	return &messages.TripUpdate_StopTimeUpdate{StopSequence: &sequence, Arrival: m.event(arrival), Departure: m.event(departure)}
}

func (m *message) event(s string) *messages.TripUpdate_StopTimeEvent {
	m.Helper()
	if s == "" {
		return nil
	}
	var delay int32
	if n, err := fmt.Sscanf(s, "%d", &delay); n == 1 && err == nil && (s[0] == '+' || s[0] == '-') {
		return &messages.TripUpdate_StopTimeEvent{Delay: &delay}
	}
	return &messages.TripUpdate_StopTimeEvent{Time: proto.Int64(m.unix(s))}
}

func (m *message) skippedStop(sequence uint32) *messages.TripUpdate_StopTimeUpdate {
	return &messages.TripUpdate_StopTimeUpdate{
		StopSequence:         &sequence,
		ScheduleRelationship: messages.TripUpdate_StopTimeUpdate_SKIPPED.Enum(),
	}
}

// atStop sets the stop_id of a stop time update and returns it, for trains that are not in the timetable.
func (m *message) atStop(stop string, c *messages.TripUpdate_StopTimeUpdate) *messages.TripUpdate_StopTimeUpdate {
	c.StopId = &stop
	return c
}

func (m *message) vehicle(trip *messages.TripDescriptor, sequence uint32, status messages.VehiclePosition_VehicleStopStatus, lat, lon float32, timestamp string) {
	m.Helper()
	m.entity().Vehicle = &messages.VehiclePosition{
		Trip:                trip,
		Vehicle:             &messages.VehicleDescriptor{Id: proto.String("unit of " + trip.GetTripId())},
		Position:            &messages.Position{Latitude: &lat, Longitude: &lon},
		CurrentStopSequence: &sequence,
		CurrentStatus:       &status,
		Timestamp:           proto.Uint64(uint64(m.unix(timestamp))),
	}
}

// alert adds an alert with the text, active from one time to another, for the entities that the selectors select.
func (m *message) alert(from, to, text string, selectors ...*messages.EntitySelector) *messages.Alert {
	m.Helper()
	alert := &messages.Alert{
		ActivePeriod:   []*messages.TimeRange{{Start: proto.Uint64(uint64(m.unix(from))), End: proto.Uint64(uint64(m.unix(to)))}},
		InformedEntity: selectors,
		HeaderText:     translated("en", text),
	}
	m.entity().Alert = alert
	return alert
}

// translated returns a text in several languages. The arguments are alternating languages and texts.
func translated(pairs ...string) *messages.TranslatedString {
	s := &messages.TranslatedString{}
	for i := 0; i < len(pairs); i += 2 {
		s.Translation = append(s.Translation, &messages.TranslatedString_Translation{Language: &pairs[i], Text: &pairs[i+1]})
	}
	return s
}

// realtimeData holds functions that return the encoded message of a test case.
var realtimeData = map[string]func(t testing.TB) []byte{
	"morning":        morning,
	"spring-after":   springAfter,
	"repeated-stops": repeatedStops,
	"shortened":      shortened,
	"replaced":       replaced,
	"midnight":       midnight,
	"spring":         spring,
	"autumn":         autumn,
	"cancelled":      cancelled,
}

// morning returns a message from ten seconds before 08:15:30 on Tuesday 24 November.
func morning(t testing.TB) []byte {
	m := newMessage(t, "2026-11-24 08:15:20")

	// 101 left Alder Central three minutes late, and stands at a signal after Cedar Junction. It recovers part of the
	// delay.
	m.tripUpdate(trip("c-101", "20261124"),
		m.stopTime(1, "", "2026-11-24 08:03:00"),
		m.stopTime(3, "2026-11-24 08:27:00", "2026-11-24 08:28:30"),
		m.stopTime(4, "+60", ""))
	m.vehicle(trip("c-101", "20261124"), 3, messages.VehiclePosition_IN_TRANSIT_TO, 40.23, -8, "2026-11-24 08:15:10")

	// 102 arrived 80 seconds early at the Market and stands at the end of the platform.
	m.tripUpdate(trip("c-102", "20261124"),
		m.stopTime(20, "2026-11-24 08:12:40", "2026-11-24 08:16:00"),
		m.stopTime(40, "-60", ""))
	m.vehicle(trip("c-102", "20261124"), 20, messages.VehiclePosition_STOPPED_AT, 40.3004, -8.0003, "2026-11-24 08:15:05")

	// 31 left Cedar Junction two minutes late. The report of its vehicle is two minutes old.
	m.tripUpdate(trip("v-31", "20261124"),
		m.stopTime(3, "+60", "+120"))
	m.vehicle(trip("v-31", "20261124"), 4, messages.VehiclePosition_IN_TRANSIT_TO, 40.21, -8.02, "2026-11-24 08:13:30")

	// The departure of the loop at 08:20 is a minute and a half late. There are no times for the one at 08:00.
	m.tripUpdate(frequencyDeparture("l-1", "20261124", "08:20:00"),
		m.stopTime(1, "", "+90"))

	works := m.alert("2026-11-24 06:00:00", "2026-11-24 10:00:00", "", &messages.EntitySelector{RouteId: proto.String("valley")})
	works.HeaderText = translated("pt", "Obras no Vale", "en", "Works on the Valley:\n  slower\ttrains")
	m.alert("2026-11-24 06:00:00", "2026-11-24 10:00:00", "Doors of coach 3 are locked",
		&messages.EntitySelector{Trip: trip("c-101", "20261124")})
	m.alert("2026-11-24 06:00:00", "2026-11-24 10:00:00", "Alight here for the beach",
		&messages.EntitySelector{Trip: frequencyDeparture("l-1", "20261124", "08:00:00")})
	m.alert("2026-11-24 06:00:00", "2026-11-24 10:00:00", "Snow in the south",
		&messages.EntitySelector{RouteId: proto.String("coast"), DirectionId: proto.Uint32(1)})
	m.alert("2026-11-24 06:00:00", "2026-11-24 08:15:00", "This was over half a minute ago",
		&messages.EntitySelector{RouteId: proto.String("coast")})
	m.alert("2026-11-24 08:16:00", "2026-11-24 10:00:00", "This comes in half a minute",
		&messages.EntitySelector{RouteId: proto.String("loop")})
	m.alert("2026-11-25 06:00:00", "2026-11-25 10:00:00", "This is about tomorrow",
		&messages.EntitySelector{Trip: trip("c-102", "20261125")})
	return m.bytes()
}

// midnight returns a message from ten seconds before 00:25 on Wednesday 25 November.
func midnight(t testing.TB) []byte {
	m := newMessage(t, "2026-11-25 00:24:50")

	// 907, of yesterday's service, arrived two minutes early at Alder Central and is expected to leave a minute late.
	m.tripUpdate(trip("c-907", "20261124"),
		m.stopTime(1, "", "2026-11-24 23:30:20"),
		m.stopTime(2, "2026-11-24 23:53:30", "2026-11-24 23:56:10"),
		m.stopTime(3, "2026-11-25 00:18:00", "2026-11-25 00:31:00"))

	// 909, of yesterday's service, left Birch Halt 45 seconds before, 195 seconds late.
	m.tripUpdate(trip("v-909", "20261124"),
		m.stopTime(1, "", "2026-11-25 00:13:00"),
		m.stopTime(2, "2026-11-25 00:23:30", "2026-11-25 00:24:15"))

	// 1 is expected to start four minutes late.
	m.tripUpdate(trip("c-1", "20261125"),
		m.stopTime(1, "", "+240"))
	return m.bytes()
}

// spring returns a message from the night of 29 March, ten minutes before the clocks go from 01:00 to 02:00.
func spring(t testing.TB) []byte {
	m := newMessage(t, "2026-03-29 00:49:50")

	// 907 of the 28th arrived at Alder Central two minutes late and left it five minutes late.
	m.tripUpdate(trip("c-907", "20260328"),
		m.stopTime(1, "", "2026-03-28 23:30:00"),
		m.stopTime(2, "2026-03-28 23:54:00", "2026-03-28 23:57:00"),
		m.stopTime(3, "2026-03-29 00:22:00", "2026-03-29 00:35:00"))

	clocks := m.alert("2026-03-28 12:00:00", "2026-03-29 12:00:00", "", &messages.EntitySelector{AgencyId: proto.String("sr")})
	clocks.HeaderText, clocks.DescriptionText = nil, translated("en", "Clocks go forward tonight")
	return m.bytes()
}

// springAfter returns a message from 20 minutes after the clocks went forward, ten seconds before 02:20.
func springAfter(t testing.TB) []byte {
	m := newMessage(t, "2026-03-29 01:19:50")

	// 907 of the 28th arrived at its destination five minutes late.
	m.tripUpdate(trip("c-907", "20260328"),
		m.stopTime(3, "2026-03-29 00:22:00", "2026-03-29 00:35:00"),
		m.stopTime(4, "2026-03-29 01:15:00", ""))

	// 61 left Birch Halt two minutes late.
	m.tripUpdate(trip("v-61", "20260329"),
		m.stopTime(1, "", "2026-03-29 01:00:00"),
		m.stopTime(2, "2026-03-29 01:09:00", "2026-03-29 01:12:00"))
	return m.bytes()
}

// autumn returns a message from the night of 25 October, ten minutes after the clocks went from 02:00 to 01:00.
func autumn(t testing.TB) []byte {
	m := newMessage(t, "2026-10-25 01:09:50")

	// 1 left Alder Central 20 minutes late.
	m.tripUpdate(trip("c-1", "20261025"),
		m.stopTime(1, "", "2026-10-25 00:50:00"))
	return m.bytes()
}

// repeatedStops returns a message from ten seconds before 12:10 on Sunday 29 November. It identifies calls only by
// stop_id.
func repeatedStops(t testing.TB) []byte {
	m := newMessage(t, "2026-11-29 12:09:50")

	// 77 is half a minute late at the Market, and two minutes late at the other platform of Alder Central. There are no
	// data from its second call at the Market on.
	calls := []*messages.TripUpdate_StopTimeUpdate{
		m.atStop("st-5", m.stopTime(0, "+30", "+30")),
		m.atStop("st-1-2", m.stopTime(0, "+120", "+60")),
		m.atStop("st-5", m.stopTime(0, "", "")),
	}
	for _, c := range calls {
		c.StopSequence = nil
	}
	calls[2].ScheduleRelationship = messages.TripUpdate_StopTimeUpdate_NO_DATA.Enum()
	m.tripUpdate(trip("l-77", "20261129"), calls...)
	return m.bytes()
}

// cancelled returns a message from ten seconds before 10:12 on Tuesday 24 November.
func cancelled(t testing.TB) []byte {
	m := newMessage(t, "2026-11-24 10:11:50")

	// 103 does not run, nor does 102 tomorrow.
	m.tripUpdate(withRelationship(trip("c-103", "20261124"), messages.TripDescriptor_CANCELED))
	m.tripUpdate(withRelationship(trip("c-102", "20261125"), messages.TripDescriptor_CANCELED))

	// 104 does not call at the Market.
	m.tripUpdate(trip("c-104", "20261124"),
		m.stopTime(1, "", "2026-11-24 10:02:30"),
		m.skippedStop(2),
		m.stopTime(3, "+120", "+120"))

	// 41 left on time and is held before Cedar Junction.
	m.tripUpdate(trip("v-41a", "20261124"),
		m.stopTime(1, "", "2026-11-24 10:00:00"),
		m.stopTime(2, "+600", ""))
	m.vehicle(trip("v-41a", "20261124"), 2, messages.VehiclePosition_IN_TRANSIT_TO, 40.12, -8, "2026-11-24 10:11:30")

	// A train that is not in the timetable runs instead of 103, some minutes later.
	added := withRelationship(frequencyDeparture("x-1", "20261124", "10:08:00"), messages.TripDescriptor_ADDED)
	added.RouteId = proto.String("coast")
	m.tripUpdate(added,
		m.atStop("st-1-2", m.stopTime(1, "", "2026-11-24 10:08:00")),
		m.atStop("st-4", m.stopTime(2, "2026-11-24 10:30:00", "2026-11-24 10:31:00")),
		m.atStop("st-8", m.stopTime(3, "2026-11-24 10:50:00", "")))

	m.alert("2026-11-24 06:00:00", "2026-11-24 20:00:00", "The lift at the Market is out of order",
		&messages.EntitySelector{StopId: proto.String("st-4")})
	return m.bytes()
}

// shortened returns a message from 20 seconds before 15:00:10 on Sunday 29 November.
func shortened(t testing.TB) []byte {
	m := newMessage(t, "2026-11-29 14:59:50")

	// 301 ends at the Market instead of Fir Point; 302 starts there, a minute late.
	m.tripUpdate(trip("c-301", "20261129"), m.stopTime(1, "", "+0"), m.skippedStop(4))
	m.tripUpdate(trip("c-302", "20261129"), m.skippedStop(1), m.stopTime(2, "", "+60"))

	// For 303 and 304 there are only vehicles, which have not left although they should have.
	m.vehicle(trip("c-303", "20261129"), 2, messages.VehiclePosition_STOPPED_AT, 40.1001, -8.0001, "2026-11-29 14:59:50")
	m.vehicle(trip("c-304", "20261129"), 1, messages.VehiclePosition_STOPPED_AT, 40.0002, -8.0001, "2026-11-29 14:59:50")

	// 306 has only one call that is not skipped.
	m.tripUpdate(withRelationship(trip("c-305", "20261129"), messages.TripDescriptor_DELETED))
	m.tripUpdate(trip("c-306", "20261129"), m.skippedStop(2))

	// At 14:57 308 was expected to leave Birch Halt at 14:58, but it has not left.
	u := m.tripUpdate(trip("c-308", "20261129"), m.stopTime(2, "2026-11-29 14:56:00", "2026-11-29 14:58:00"))
	u.Timestamp = proto.Uint64(uint64(m.unix("2026-11-29 14:57:00")))
	m.vehicle(trip("c-308", "20261129"), 2, messages.VehiclePosition_STOPPED_AT, 40.1, -8, "2026-11-29 14:59:50")
	return m.bytes()
}

// replaced returns a message from ten seconds before 18:00 on Sunday 29 November.
func replaced(t testing.TB) []byte {
	m := newMessage(t, "2026-11-29 17:59:50")

	// 311 runs via Cedar Junction instead of Birch Halt. It left a minute late.
	departure := m.stopTime(1, "", "2026-11-29 17:51:00")
	departure.Departure.Delay = proto.Int32(60)
	const replacement = messages.TripDescriptor_ScheduleRelationship(5) // marked as deprecated in the library
	m.tripUpdate(withRelationship(trip("c-311", "20261129"), replacement),
		m.atStop("st-1-1", departure),
		m.atStop("st-3", m.stopTime(2, "2026-11-29 18:10:00", "2026-11-29 18:11:00")),
		m.atStop("st-4", m.stopTime(3, "2026-11-29 18:20:00", "")))

	// The trip 302, scheduled at 14:44, is duplicated three hours later.
	again := m.tripUpdate(withRelationship(trip("c-302", "20261129"), messages.TripDescriptor_DUPLICATED), m.stopTime(1, "", "+0"))
	again.TripProperties = &messages.TripUpdate_TripProperties{
		TripId: proto.String("dup-302"), StartDate: proto.String("20261129"), StartTime: proto.String("17:44:00"),
	}

	// An added train of the valley with a trip_short_name and a headsign, in fields that the library does not know yet.
	extra := withRelationship(trip("extra-9", "20261129"), messages.TripDescriptor_ADDED)
	extra.RouteId = proto.String("valley")
	u := m.tripUpdate(extra,
		m.atStop("st-1-2", m.stopTime(1, "", "2026-11-29 17:58:00")),
		m.atStop("st-8", m.stopTime(2, "2026-11-29 18:38:00", "")))
	u.TripProperties = &messages.TripUpdate_TripProperties{}
	const headsign, shortName = 5, 6
	var fields []byte
	fields = protowire.AppendString(protowire.AppendTag(fields, headsign, protowire.BytesType), "Northbound")
	fields = protowire.AppendString(protowire.AppendTag(fields, shortName, protowire.BytesType), "909X")
	u.TripProperties.ProtoReflect().SetUnknown(fields)
	return m.bytes()
}
