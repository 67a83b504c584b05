package fiction

import (
	"fmt"
	"strings"
	"time"

	bindings "github.com/OneBusAway/go-gtfs/proto"

	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// A message builds a GTFS Realtime message.
type message struct {
	*bindings.FeedMessage
	now time.Time
}

func newMessage(now time.Time) *message {
	return &message{now: now, FeedMessage: &bindings.FeedMessage{Header: &bindings.FeedHeader{
		GtfsRealtimeVersion: new("2.0"),
		Incrementality:      bindings.FeedHeader_FULL_DATASET.Enum(),
		Timestamp:           new(uint64(now.Unix())),
	}}}
}

// add adds an empty entity and returns it.
func (m *message) add(id string) *bindings.FeedEntity {
	entity := &bindings.FeedEntity{Id: &id}
	m.Entity = append(m.Entity, entity)
	return entity
}

// addTrain adds the entities of one train: a trip update for each of its trips, its vehicle position and its alerts.
func (m *message) addTrain(s *simulatedTrain, trips []feedTrip) {
	if s.cancelled && !m.now.Before(s.announced) {
		m.addCancelled(s, trips)
		return
	}
	vehicle := &bindings.VehicleDescriptor{Id: new(s.Code + "-" + compactDate(s.Service)), Label: new(s.Code)}
	times := s.forecast(m.now)
	for _, ft := range trips {
		m.add("trip-" + entityName(s.Journey, ft.id)).TripUpdate = &bindings.TripUpdate{
			Trip:           descriptor(s.Journey, ft.id),
			Vehicle:        vehicle,
			Timestamp:      new(uint64(m.now.Unix())),
			StopTimeUpdate: stopTimeUpdates(s, ft, times),
		}
	}
	m.addVehicle(s, trips, vehicle)
	if s.held(m.now) {
		m.addTrainAlert(s, trips, "held", bindings.Alert_TECHNICAL_PROBLEM, bindings.Alert_SIGNIFICANT_DELAYS, fmt.Sprintf(
			"Held at a signal between %s and %s", s.Calls[s.hold.call-1].Station.Name, s.Calls[s.hold.call].Station.Name))
	}
	if s.skippedCall > 0 && m.now.Before(s.times[s.skippedCall].Depart) {
		m.addTrainAlert(s, trips, "skips", bindings.Alert_OTHER_CAUSE, bindings.Alert_REDUCED_SERVICE, fmt.Sprintf(
			"Does not stop at %s today", s.Calls[s.skippedCall].Station.Name))
	}
}

// addCancelled adds the trip updates and the alert of a cancelled train.
func (m *message) addCancelled(s *simulatedTrain, trips []feedTrip) {
	for _, ft := range trips {
		trip := descriptor(s.Journey, ft.id)
		trip.ScheduleRelationship = bindings.TripDescriptor_CANCELED.Enum()
		m.add("trip-" + entityName(s.Journey, ft.id)).TripUpdate = &bindings.TripUpdate{
			Trip:      trip,
			Timestamp: new(uint64(s.announced.Unix())),
		}
	}
	m.addTrainAlert(s, trips, "cancelled", s.reason.cause, bindings.Alert_NO_SERVICE, "Cancelled because of "+s.reason.text)
}

// stopTimeUpdates returns the updates of a trip's calls. At the station where a through train changes from one trip to
// the next, the first trip has the arrival and the second the departure.
func stopTimeUpdates(s *simulatedTrain, ft feedTrip, times []running.Times) []*bindings.TripUpdate_StopTimeUpdate {
	var updates []*bindings.TripUpdate_StopTimeUpdate
	for i := ft.first; i <= ft.last; i++ {
		update := &bindings.TripUpdate_StopTimeUpdate{StopSequence: new(ft.sequence(s.Journey, i))}
		updates = append(updates, update)
		if i == s.skippedCall && i > 0 {
			update.ScheduleRelationship = bindings.TripUpdate_StopTimeUpdate_SKIPPED.Enum()
			continue
		}
		if i > ft.first {
			update.Arrival = event(times[i].Arrive, s.Arrival(i))
		}
		if i < ft.last {
			update.Departure = event(times[i].Depart, s.Departure(i))
		}
	}
	return updates
}

// event returns the time of an event.
func event(at, scheduled time.Time) *bindings.TripUpdate_StopTimeEvent {
	return &bindings.TripUpdate_StopTimeEvent{Time: new(at.Unix()), Delay: new(int32(at.Sub(scheduled) / time.Second))}
}

// How long before its start and after its end a train has a vehicle position.
const (
	visibleBefore = 5 * time.Minute
	visibleAfter  = 2 * time.Minute
)

// nearing is the distance from the next stop, in metres, at which the status is INCOMING_AT.
const nearing = 400

// addVehicle adds the vehicle position of the train, if it has one at this time.
func (m *message) addVehicle(s *simulatedTrain, trips []feedTrip, vehicle *bindings.VehicleDescriptor) {
	if m.now.Before(s.times[0].Depart.Add(-visibleBefore)) || m.now.After(s.times[s.Last()].Arrive.Add(visibleAfter)) {
		return
	}
	at := s.position(m.now)
	status := bindings.VehiclePosition_IN_TRANSIT_TO
	switch {
	case at.stands:
		status = bindings.VehiclePosition_STOPPED_AT
	case s.stops(at.call) && float64(s.Calls[at.call].Along)-at.along < nearing:
		status = bindings.VehiclePosition_INCOMING_AT
	}
	ft := currentTrip(trips, at)
	place := s.Path.At(at.along)
	m.add("vehicle-" + entityName(s.Journey, s.ID)).Vehicle = &bindings.VehiclePosition{
		Trip:                descriptor(s.Journey, ft.id),
		Vehicle:             vehicle,
		Position:            &bindings.Position{Latitude: new(float32(place.Latitude)), Longitude: new(float32(place.Longitude))},
		CurrentStopSequence: new(ft.sequence(s.Journey, at.call)),
		CurrentStatus:       status.Enum(),
		Timestamp:           new(uint64(m.now.Unix())),
	}
}

// currentTrip returns the trip that the train is on. Where it changes from one trip to the next, that is the next one.
func currentTrip(trips []feedTrip, at position) feedTrip {
	for _, ft := range trips[:len(trips)-1] {
		if at.call < ft.last || at.call == ft.last && !at.stands {
			return ft
		}
	}
	return trips[len(trips)-1]
}

// descriptor returns the descriptor of a trip of the feed on the journey's service date.
func descriptor(j timetable.Journey, trip string) *bindings.TripDescriptor {
	d := &bindings.TripDescriptor{
		TripId:               new(trip),
		StartDate:            new(compactDate(j.Service)),
		ScheduleRelationship: bindings.TripDescriptor_SCHEDULED.Enum(),
	}
	if j.Frequency {
		d.StartTime = new(timeOfDay(j.Calls[0].Depart))
	}
	return d
}

// entityName returns a text that is unique for each trip and service date.
func entityName(j timetable.Journey, trip string) string {
	if j.Frequency {
		trip += "-" + strings.ReplaceAll(timeOfDay(j.Calls[0].Depart), ":", "")
	}
	return trip + "-" + compactDate(j.Service)
}

func compactDate(d timetable.Date) string { return fmt.Sprintf("%04d%02d%02d", d.Year, d.Month, d.Day) }

func timeOfDay(d time.Duration) string {
	return fmt.Sprintf("%02d:%02d:%02d", d/time.Hour, d%time.Hour/time.Minute, d%time.Minute/time.Second)
}

// A feedTrip is a trip of the feed. A train is one trip or, if it is a through train, several: each begins at the call at which the
// one before it ends.
type feedTrip struct {
	id          string
	first, last int // indexes of its calls in the train's calls
}

// feedTrips returns the trips of the feed of which a train consists.
func feedTrips(j timetable.Journey) []feedTrip {
	if j.Members == nil {
		return []feedTrip{{j.ID, 0, j.Last()}}
	}
	starts := append(append([]int{0}, j.MemberStarts...), j.Last())
	trips := make([]feedTrip, len(j.Members))
	for i, id := range j.Members {
		trips[i] = feedTrip{id, starts[i], starts[i+1]}
	}
	return trips
}

// sequence returns the stop_sequence of the train's call i in the trip. The feed numbers the stops of a trip without gaps, and where
// the train changes from one trip to the next, the timetable has the number in the former.
func (ft feedTrip) sequence(j timetable.Journey, i int) uint32 {
	if i > 0 && i == ft.first {
		return j.Calls[i+1].Sequence - 1
	}
	return j.Calls[i].Sequence
}
