package day_test

import (
	"fmt"
	"testing"
	"time"

	messages "github.com/OneBusAway/go-gtfs/proto"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
)

// A message is one of GTFS Realtime in the making. Times in it are UTC, as "2026-11-24 08:15:20".
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

// bytes returns the message as it comes over the wire.
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

// trip is the descriptor of a trip on a service date.
func trip(id, date string) *messages.TripDescriptor {
	return &messages.TripDescriptor{TripId: &id, StartDate: &date}
}

// departureOf is the descriptor of one departure of a frequency.
func departureOf(id, date, start string) *messages.TripDescriptor {
	d := trip(id, date)
	d.StartTime = &start
	return d
}

// related is the descriptor with its relation to the timetable.
func related(d *messages.TripDescriptor, r messages.TripDescriptor_ScheduleRelationship) *messages.TripDescriptor {
	d.ScheduleRelationship = r.Enum()
	return d
}

func (m *message) update(trip *messages.TripDescriptor, calls ...*messages.TripUpdate_StopTimeUpdate) *messages.TripUpdate {
	u := &messages.TripUpdate{Trip: trip, StopTimeUpdate: calls}
	m.entity().TripUpdate = u
	return u
}

// call is an update of the call with the stop_sequence. An event is a time, or a delay as "+90" in seconds; an empty
// one is not given.
func (m *message) call(sequence uint32, arrival, departure string) *messages.TripUpdate_StopTimeUpdate {
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

func (m *message) skipped(sequence uint32) *messages.TripUpdate_StopTimeUpdate {
	return &messages.TripUpdate_StopTimeUpdate{
		StopSequence:         &sequence,
		ScheduleRelationship: messages.TripUpdate_StopTimeUpdate_SKIPPED.Enum(),
	}
}

// at is call for a train that the timetable does not have, whose calls go by their stops.
func (m *message) at(stop string, c *messages.TripUpdate_StopTimeUpdate) *messages.TripUpdate_StopTimeUpdate {
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

// alert is text for the public about what the selectors name, from one time to another.
func (m *message) alert(from, to, text string, about ...*messages.EntitySelector) *messages.Alert {
	m.Helper()
	alert := &messages.Alert{
		ActivePeriod:   []*messages.TimeRange{{Start: proto.Uint64(uint64(m.unix(from))), End: proto.Uint64(uint64(m.unix(to)))}},
		InformedEntity: about,
		HeaderText:     translated("en", text),
	}
	m.entity().Alert = alert
	return alert
}

// translated is a text in some languages: language, text, language, text.
func translated(pairs ...string) *messages.TranslatedString {
	s := &messages.TranslatedString{}
	for i := 0; i < len(pairs); i += 2 {
		s.Translation = append(s.Translation, &messages.TranslatedString_Translation{Language: &pairs[i], Text: &pairs[i+1]})
	}
	return s
}

// realtime holds what realtime data say at the instants that have some.
var realtimeData = map[string]func(t testing.TB) []byte{
	"morning":      morning,
	"spring-after": springAfter,
	"ring":         ring,
	"shortened":    shortened,
	"replaced":     replaced,
	"midnight":     midnight,
	"spring":       spring,
	"autumn":       autumn,
	"cancelled":    cancelled,
}

// morning is ten seconds before 08:15:30 on Tuesday 24 November.
func morning(t testing.TB) []byte {
	m := newMessage(t, "2026-11-24 08:15:20")

	// 101 left Alder Central three minutes late, and stands at a signal behind Cedar Junction. It makes up a part.
	m.update(trip("c-101", "20261124"),
		m.call(1, "", "2026-11-24 08:03:00"),
		m.call(3, "2026-11-24 08:27:00", "2026-11-24 08:28:30"),
		m.call(4, "+60", ""))
	m.vehicle(trip("c-101", "20261124"), 3, messages.VehiclePosition_IN_TRANSIT_TO, 40.23, -8, "2026-11-24 08:15:10")

	// 102 arrived 80 seconds early at the Market, and stands at the end of the platform.
	m.update(trip("c-102", "20261124"),
		m.call(20, "2026-11-24 08:12:40", "2026-11-24 08:16:00"),
		m.call(40, "-60", ""))
	m.vehicle(trip("c-102", "20261124"), 20, messages.VehiclePosition_STOPPED_AT, 40.3004, -8.0003, "2026-11-24 08:15:05")

	// 31 left Cedar Junction two minutes late. What its vehicle said is two minutes old.
	m.update(trip("v-31", "20261124"),
		m.call(3, "+60", "+120"))
	m.vehicle(trip("v-31", "20261124"), 4, messages.VehiclePosition_IN_TRANSIT_TO, 40.21, -8.02, "2026-11-24 08:13:30")

	// The departure of the loop at 08:20 waits for a minute and a half. Of that at 08:00 nothing is known.
	m.update(departureOf("l-1", "20261124", "08:20:00"),
		m.call(1, "", "+90"))

	works := m.alert("2026-11-24 06:00:00", "2026-11-24 10:00:00", "", &messages.EntitySelector{RouteId: proto.String("valley")})
	works.HeaderText = translated("pt", "Obras no Vale", "en", "Works on the Valley:\n  slower\ttrains")
	m.alert("2026-11-24 06:00:00", "2026-11-24 10:00:00", "Doors of coach 3 are locked",
		&messages.EntitySelector{Trip: trip("c-101", "20261124")})
	m.alert("2026-11-24 06:00:00", "2026-11-24 10:00:00", "Alight here for the beach",
		&messages.EntitySelector{Trip: departureOf("l-1", "20261124", "08:00:00")})
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

// midnight is ten seconds before 00:25 on Wednesday 25 November.
func midnight(t testing.TB) []byte {
	m := newMessage(t, "2026-11-25 00:24:50")

	// 907, of yesterday, came two minutes early to Alder Central and is to leave a minute late.
	m.update(trip("c-907", "20261124"),
		m.call(1, "", "2026-11-24 23:30:20"),
		m.call(2, "2026-11-24 23:53:30", "2026-11-24 23:56:10"),
		m.call(3, "2026-11-25 00:18:00", "2026-11-25 00:31:00"))

	// 909, of yesterday's service, left Birch Halt 45 seconds before, 195 seconds late.
	m.update(trip("v-909", "20261124"),
		m.call(1, "", "2026-11-25 00:13:00"),
		m.call(2, "2026-11-25 00:23:30", "2026-11-25 00:24:15"))

	// 1 is to start four minutes late.
	m.update(trip("c-1", "20261125"),
		m.call(1, "", "+240"))
	return m.bytes()
}

// spring is on the night of 29 March, ten minutes before the clocks go from 01:00 to 02:00.
func spring(t testing.TB) []byte {
	m := newMessage(t, "2026-03-29 00:49:50")

	// 907 of the 28th came to Alder Central two minutes late and left it five minutes late.
	m.update(trip("c-907", "20260328"),
		m.call(1, "", "2026-03-28 23:30:00"),
		m.call(2, "2026-03-28 23:54:00", "2026-03-28 23:57:00"),
		m.call(3, "2026-03-29 00:22:00", "2026-03-29 00:35:00"))

	clocks := m.alert("2026-03-28 12:00:00", "2026-03-29 12:00:00", "", &messages.EntitySelector{AgencyId: proto.String("sr")})
	clocks.HeaderText, clocks.DescriptionText = nil, translated("en", "Clocks go forward tonight")
	return m.bytes()
}

// springAfter is 20 minutes after the clocks went forward, ten seconds before 02:20.
func springAfter(t testing.TB) []byte {
	m := newMessage(t, "2026-03-29 01:19:50")

	// 907 of the 28th came to its end five minutes late.
	m.update(trip("c-907", "20260328"),
		m.call(3, "2026-03-29 00:22:00", "2026-03-29 00:35:00"),
		m.call(4, "2026-03-29 01:15:00", ""))

	// 61 left Birch Halt two minutes late.
	m.update(trip("v-61", "20260329"),
		m.call(1, "", "2026-03-29 01:00:00"),
		m.call(2, "2026-03-29 01:09:00", "2026-03-29 01:12:00"))
	return m.bytes()
}

// autumn is on the night of 25 October, ten minutes after the clocks went from 02:00 to 01:00.
func autumn(t testing.TB) []byte {
	m := newMessage(t, "2026-10-25 01:09:50")

	// 1 left Alder Central 20 minutes late.
	m.update(trip("c-1", "20261025"),
		m.call(1, "", "2026-10-25 00:50:00"))
	return m.bytes()
}

// ring is ten seconds before 12:10 on Sunday 29 November. It names calls by their stops alone.
func ring(t testing.TB) []byte {
	m := newMessage(t, "2026-11-29 12:09:50")

	// 77 is half a minute late at the Market, and comes two minutes late to the other platform of Alder Central. From
	// when it is at the Market again, nothing is known.
	calls := []*messages.TripUpdate_StopTimeUpdate{
		m.at("st-5", m.call(0, "+30", "+30")),
		m.at("st-1-2", m.call(0, "+120", "+60")),
		m.at("st-5", m.call(0, "", "")),
	}
	for _, c := range calls {
		c.StopSequence = nil
	}
	calls[2].ScheduleRelationship = messages.TripUpdate_StopTimeUpdate_NO_DATA.Enum()
	m.update(trip("l-77", "20261129"), calls...)
	return m.bytes()
}

// cancelled is ten seconds before 10:12 on Tuesday 24 November.
func cancelled(t testing.TB) []byte {
	m := newMessage(t, "2026-11-24 10:11:50")

	// 103 does not run, nor does 102 tomorrow.
	m.update(related(trip("c-103", "20261124"), messages.TripDescriptor_CANCELED))
	m.update(related(trip("c-102", "20261125"), messages.TripDescriptor_CANCELED))

	// 104 does not call at the Market.
	m.update(trip("c-104", "20261124"),
		m.call(1, "", "2026-11-24 10:02:30"),
		m.skipped(2),
		m.call(3, "+120", "+120"))

	// 41 left in time, and is held before Cedar Junction.
	m.update(trip("v-41a", "20261124"),
		m.call(1, "", "2026-11-24 10:00:00"),
		m.call(2, "+600", ""))
	m.vehicle(trip("v-41a", "20261124"), 2, messages.VehiclePosition_IN_TRANSIT_TO, 40.12, -8, "2026-11-24 10:11:30")

	// A train runs instead of 103, some minutes later. The timetable does not have it.
	added := related(departureOf("x-1", "20261124", "10:08:00"), messages.TripDescriptor_ADDED)
	added.RouteId = proto.String("coast")
	m.update(added,
		m.at("st-1-2", m.call(1, "", "2026-11-24 10:08:00")),
		m.at("st-4", m.call(2, "2026-11-24 10:30:00", "2026-11-24 10:31:00")),
		m.at("st-8", m.call(3, "2026-11-24 10:50:00", "")))

	m.alert("2026-11-24 06:00:00", "2026-11-24 20:00:00", "The lift at the Market is out of order",
		&messages.EntitySelector{StopId: proto.String("st-4")})
	return m.bytes()
}

// shortened is 20 seconds before 15:00:10 on Sunday 29 November.
func shortened(t testing.TB) []byte {
	m := newMessage(t, "2026-11-29 14:59:50")

	// 301 ends at the Market instead of Fir Point; 302 starts there, a minute late.
	m.update(trip("c-301", "20261129"), m.call(1, "", "+0"), m.skipped(4))
	m.update(trip("c-302", "20261129"), m.skipped(1), m.call(2, "", "+60"))

	// Of 303 and 304 there are vehicles alone, which ought to have left.
	m.vehicle(trip("c-303", "20261129"), 2, messages.VehiclePosition_STOPPED_AT, 40.1001, -8.0001, "2026-11-29 14:59:50")
	m.vehicle(trip("c-304", "20261129"), 1, messages.VehiclePosition_STOPPED_AT, 40.0002, -8.0001, "2026-11-29 14:59:50")

	// What is left of 306 is one call.
	m.update(related(trip("c-305", "20261129"), messages.TripDescriptor_DELETED))
	m.update(trip("c-306", "20261129"), m.skipped(2))

	// 308 was to leave Birch Halt at 14:58 by what was known at 14:57, but it has not.
	u := m.update(trip("c-308", "20261129"), m.call(2, "2026-11-29 14:56:00", "2026-11-29 14:58:00"))
	u.Timestamp = proto.Uint64(uint64(m.unix("2026-11-29 14:57:00")))
	m.vehicle(trip("c-308", "20261129"), 2, messages.VehiclePosition_STOPPED_AT, 40.1, -8, "2026-11-29 14:59:50")
	return m.bytes()
}

// replaced is ten seconds before 18:00 on Sunday 29 November.
func replaced(t testing.TB) []byte {
	m := newMessage(t, "2026-11-29 17:59:50")

	// 311 goes by way of Cedar Junction instead of Birch Halt. It left a minute late.
	left := m.call(1, "", "2026-11-29 17:51:00")
	left.Departure.Delay = proto.Int32(60)
	m.update(related(trip("c-311", "20261129"), messages.TripDescriptor_REPLACEMENT),
		m.at("st-1-1", left),
		m.at("st-3", m.call(2, "2026-11-29 18:10:00", "2026-11-29 18:11:00")),
		m.at("st-4", m.call(3, "2026-11-29 18:20:00", "")))

	// What 302 is at 14:44 runs once more, three hours later.
	again := m.update(related(trip("c-302", "20261129"), messages.TripDescriptor_DUPLICATED), m.call(1, "", "+0"))
	again.TripProperties = &messages.TripUpdate_TripProperties{
		TripId: proto.String("dup-302"), StartDate: proto.String("20261129"), StartTime: proto.String("17:44:00"),
	}

	// A train of the valley with a number and a headsign of its own, in fields that are younger than the library.
	extra := related(trip("extra-9", "20261129"), messages.TripDescriptor_ADDED)
	extra.RouteId = proto.String("valley")
	u := m.update(extra,
		m.at("st-1-2", m.call(1, "", "2026-11-29 17:58:00")),
		m.at("st-8", m.call(2, "2026-11-29 18:38:00", "")))
	u.TripProperties = &messages.TripUpdate_TripProperties{}
	const headsign, shortName = 5, 6
	var fields []byte
	fields = protowire.AppendString(protowire.AppendTag(fields, headsign, protowire.BytesType), "Northbound")
	fields = protowire.AppendString(protowire.AppendTag(fields, shortName, protowire.BytesType), "909X")
	u.TripProperties.ProtoReflect().SetUnknown(fields)
	return m.bytes()
}
