package fiction

import (
	"fmt"
	"strings"
	"time"

	bindings "github.com/OneBusAway/go-gtfs/proto"
	"google.golang.org/protobuf/proto"

	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// A message is a message of GTFS Realtime under way.
type message struct {
	*bindings.FeedMessage
	now time.Time
}

func newMessage(now time.Time) *message {
	return &message{now: now, FeedMessage: &bindings.FeedMessage{Header: &bindings.FeedHeader{
		GtfsRealtimeVersion: proto.String("2.0"),
		Incrementality:      bindings.FeedHeader_FULL_DATASET.Enum(),
		Timestamp:           proto.Uint64(uint64(now.Unix())),
	}}}
}

// add adds an entity and returns it for its content.
func (m *message) add(id string) *bindings.FeedEntity {
	entity := &bindings.FeedEntity{Id: &id}
	m.Entity = append(m.Entity, entity)
	return entity
}

// addTrain adds what is known of one train: an update of each trip that it consists of, its vehicle, and what
// passengers should know.
func (m *message) addTrain(s *script, parts []part) {
	if s.cancelled && !m.now.Before(s.announced) {
		m.addCancelled(s, parts)
		return
	}
	vehicle := &bindings.VehicleDescriptor{
		Id:    proto.String(s.Code + "-" + compact(s.Service)),
		Label: proto.String(s.Code),
	}
	times := s.known(m.now)
	for _, p := range parts {
		m.add("trip-" + name(s.Journey, p.trip)).TripUpdate = &bindings.TripUpdate{
			Trip:           descriptor(s.Journey, p.trip),
			Vehicle:        vehicle,
			Timestamp:      proto.Uint64(uint64(m.now.Unix())),
			StopTimeUpdate: m.stopTimeUpdates(s, p, times),
		}
	}
	m.addVehicle(s, parts, vehicle)
	if s.held(m.now) {
		m.addNotice(s, parts, "held", bindings.Alert_TECHNICAL_PROBLEM, bindings.Alert_SIGNIFICANT_DELAYS, fmt.Sprintf(
			"Held at a signal between %s and %s", s.Calls[s.hold.leg-1].Station.Name, s.Calls[s.hold.leg].Station.Name))
	}
	if s.skips > 0 && m.now.Before(s.times[s.skips].Depart) {
		m.addNotice(s, parts, "skips", bindings.Alert_OTHER_CAUSE, bindings.Alert_REDUCED_SERVICE, fmt.Sprintf(
			"Does not stop at %s today", s.Calls[s.skips].Station.Name))
	}
}

// addCancelled adds that a train does not run, as long as it would.
func (m *message) addCancelled(s *script, parts []part) {
	for _, p := range parts {
		trip := descriptor(s.Journey, p.trip)
		trip.ScheduleRelationship = bindings.TripDescriptor_CANCELED.Enum()
		m.add("trip-" + name(s.Journey, p.trip)).TripUpdate = &bindings.TripUpdate{
			Trip:      trip,
			Timestamp: proto.Uint64(uint64(s.announced.Unix())),
		}
	}
	m.addNotice(s, parts, "cancelled", s.reason.cause, bindings.Alert_NO_SERVICE, "Cancelled because of "+s.reason.text)
}

// stopTimeUpdates returns what is known of the calls of a part. The arrival at the station where a through train
// changes from one trip to the next is told with the first, the departure with the second.
func (m *message) stopTimeUpdates(s *script, p part, times []running.Times) []*bindings.TripUpdate_StopTimeUpdate {
	updates := make([]*bindings.TripUpdate_StopTimeUpdate, len(p.stops))
	for n, stop := range p.stops {
		i := p.first + n
		update := &bindings.TripUpdate_StopTimeUpdate{
			StopSequence: proto.Uint32(stop.sequence),
			StopId:       proto.String(stop.stop),
		}
		updates[n] = update
		if i == s.skips && i > 0 {
			update.ScheduleRelationship = bindings.TripUpdate_StopTimeUpdate_SKIPPED.Enum()
			continue
		}
		if n > 0 {
			update.Arrival = m.event(times[i].Arrive, s.Arrival(i))
		}
		if i < p.last() {
			update.Departure = m.event(times[i].Depart, s.Departure(i))
		}
	}
	return updates
}

// event tells when something happens. What has happened is certain; the further ahead it is, the less.
func (m *message) event(at, scheduled time.Time) *bindings.TripUpdate_StopTimeEvent {
	uncertain := max(0, at.Sub(m.now)/20)
	if uncertain > 0 {
		uncertain += 15 * time.Second
	}
	return &bindings.TripUpdate_StopTimeEvent{
		Time:        proto.Int64(at.Unix()),
		Delay:       proto.Int32(int32(at.Sub(scheduled) / time.Second)),
		Uncertainty: proto.Int32(int32(uncertain / time.Second)),
	}
}

// How long before its start a train can be seen at its origin, and how long after its end at its destination.
const (
	standsBefore = 5 * time.Minute
	standsAfter  = 2 * time.Minute
)

// Nearing is how far from its next stop a train is about to arrive, in metres.
const nearing = 400

// addVehicle adds where the train is, if that is to be seen.
func (m *message) addVehicle(s *script, parts []part, vehicle *bindings.VehicleDescriptor) {
	if m.now.Before(s.times[0].Depart.Add(-standsBefore)) || m.now.After(s.times[s.Last()].Arrive.Add(standsAfter)) {
		return
	}
	at := s.position(m.now)
	status := bindings.VehiclePosition_IN_TRANSIT_TO
	switch {
	case at.stands:
		status = bindings.VehiclePosition_STOPPED_AT
	case s.stops(at.call) && s.Calls[at.call].Along-at.along < nearing:
		status = bindings.VehiclePosition_INCOMING_AT
	}
	p := partWith(parts, at)
	stop := p.stops[at.call-p.first]
	place, bearing := s.placeOf(at)
	m.add("vehicle-" + name(s.Journey, s.ID)).Vehicle = &bindings.VehiclePosition{
		Trip:    descriptor(s.Journey, p.trip),
		Vehicle: vehicle,
		Position: &bindings.Position{
			Latitude:  proto.Float32(float32(place.Latitude)),
			Longitude: proto.Float32(float32(place.Longitude)),
			Bearing:   proto.Float32(float32(bearing)),
			Speed:     proto.Float32(float32(at.speed)),
		},
		CurrentStopSequence: proto.Uint32(stop.sequence),
		StopId:              proto.String(stop.stop),
		CurrentStatus:       status.Enum(),
		Timestamp:           proto.Uint64(uint64(m.now.Unix())),
	}
}

// partWith returns the part that the train is on: the one that it goes on as, where it stands at the end of another.
func partWith(parts []part, at position) part {
	for _, p := range parts[:len(parts)-1] {
		if at.call <= p.last() && !(at.stands && at.call == p.last()) {
			return p
		}
	}
	return parts[len(parts)-1]
}

// placeOf returns a position on the map, and which way the train looks there.
func (s *script) placeOf(at position) (timetable.Point, float64) {
	const length = 50 // of a short train, in metres
	if s.Path == nil {
		return s.Calls[at.call].Station.Place, 0
	}
	end := s.Calls[s.Last()].Along
	from := min(at.along, end-length)
	return s.Path.At(at.along), bearing(s.Path.At(from), s.Path.At(from+length))
}

// descriptor names a trip of the feed on the journey's service date.
func descriptor(j timetable.Journey, trip string) *bindings.TripDescriptor {
	d := &bindings.TripDescriptor{
		TripId:               proto.String(trip),
		StartDate:            proto.String(compact(j.Service)),
		ScheduleRelationship: bindings.TripDescriptor_SCHEDULED.Enum(),
	}
	if j.Frequency {
		d.StartTime = proto.String(clock(j.Calls[0].Depart))
	}
	return d
}

// name returns a text that no other trip has on any date.
func name(j timetable.Journey, trip string) string {
	if j.Frequency {
		trip += "-" + strings.ReplaceAll(clock(j.Calls[0].Depart), ":", "")
	}
	return trip + "-" + compact(j.Service)
}

func compact(d timetable.Date) string { return fmt.Sprintf("%04d%02d%02d", d.Year, d.Month, d.Day) }

func clock(d time.Duration) string {
	return fmt.Sprintf("%02d:%02d:%02d", d/time.Hour, d%time.Hour/time.Minute, d%time.Minute/time.Second)
}
