package rail_test

import (
	"fmt"
	"time"

	"github.com/OneBusAway/go-gtfs/proto"
	protobuf "google.golang.org/protobuf/proto"

	"example.com/quartet/internal/rail/timetable"
)

// Realtime returns the message of the railway's feed at an instant. For each train that is under way according to the
// timetable, it has a trip update with the delay at each remaining stop, and a vehicle position. All trains are late by
// one to fifteen minutes.
func (n *Network) Realtime(at time.Time) *proto.FeedMessage {
	message := &proto.FeedMessage{Header: &proto.FeedHeader{
		GtfsRealtimeVersion: protobuf.String("2.0"),
		Timestamp:           protobuf.Uint64(uint64(at.Unix())),
	}}
	today := timetable.DateOf(at.In(n.config.Zone))
	for _, date := range []timetable.Date{today.AddDays(-1), today} {
		now := int(at.Sub(date.Start(n.config.Zone)) / time.Second)
		var calls []call
		for i, t := range n.trips {
			if t.start > now || !n.runs(t, date) {
				continue
			}
			if calls = n.calls(t, calls[:0]); calls[len(calls)-1].arrive < now {
				continue
			}
			late := 60 + i*37%841
			message.Entity = append(message.Entity, n.update(i, date, calls, late, now), n.vehicle(i, date, calls, late, now))
		}
	}
	return message
}

// Peak returns the time Config.Peak on the first working day.
func (n *Network) Peak() time.Time {
	date := n.config.From
	for !n.runs(nationalTrip{weekdays: true}, date) {
		date = date.AddDays(1)
	}
	return date.Start(n.config.Zone).Add(n.config.Peak)
}

func (n *Network) runs(t nationalTrip, date timetable.Date) bool {
	day := time.Date(date.Year, date.Month, date.Day, 0, 0, 0, 0, time.UTC)
	since := int(day.Sub(time.Date(n.config.From.Year, n.config.From.Month, n.config.From.Day, 0, 0, 0, 0, time.UTC)) / (24 * time.Hour))
	if since < 0 || since >= n.config.Days {
		return false
	}
	weekend := day.Weekday() == time.Saturday || day.Weekday() == time.Sunday
	return !t.weekdays || !weekend && since%30 != 29
}

func (n *Network) descriptor(i int, date timetable.Date) *proto.TripDescriptor {
	return &proto.TripDescriptor{
		TripId:    protobuf.String(tripID(i)),
		RouteId:   protobuf.String(fmt.Sprintf("R%d", n.trips[i].line)),
		StartDate: protobuf.String(basic(date)),
	}
}

// update returns the trip update of a train, with the calls from which it has not yet departed.
func (n *Network) update(i int, date timetable.Date, calls []call, late, now int) *proto.FeedEntity {
	update := &proto.TripUpdate{
		Trip:      n.descriptor(i, date),
		Timestamp: protobuf.Uint64(uint64(date.Start(n.config.Zone).Unix()) + uint64(now)),
	}
	for k, c := range calls {
		if c.depart+late < now {
			continue
		}
		expected := &proto.TripUpdate_StopTimeEvent{Delay: protobuf.Int32(int32(late))}
		update.StopTimeUpdate = append(update.StopTimeUpdate, &proto.TripUpdate_StopTimeUpdate{
			StopSequence: protobuf.Uint32(uint32(k + 1)),
			StopId:       protobuf.String(platform(c.station, n.trips[i].back)),
			Arrival:      expected, Departure: expected,
		})
	}
	return &proto.FeedEntity{Id: protobuf.String("U" + tripID(i) + basic(date)), TripUpdate: update}
}

// vehicle returns the vehicle position of a train: half-way to its next call, or at its first one.
func (n *Network) vehicle(i int, date timetable.Date, calls []call, late, now int) *proto.FeedEntity {
	k := 0 // the call at which the train is, or its next call
	for k < len(calls)-1 && calls[k].depart+late < now {
		k++
	}
	place := n.stations[calls[k].station].place.Towards(n.stations[calls[max(k-1, 0)].station].place, 0.5)
	return &proto.FeedEntity{Id: protobuf.String("V" + tripID(i) + basic(date)), Vehicle: &proto.VehiclePosition{
		Trip:                n.descriptor(i, date),
		Vehicle:             &proto.VehicleDescriptor{Id: protobuf.String("E" + tripID(i))},
		Position:            &proto.Position{Latitude: protobuf.Float32(float32(place.Latitude)), Longitude: protobuf.Float32(float32(place.Longitude))},
		CurrentStopSequence: protobuf.Uint32(uint32(k + 1)),
		StopId:              protobuf.String(platform(calls[k].station, n.trips[i].back)),
		CurrentStatus:       proto.VehiclePosition_IN_TRANSIT_TO.Enum(),
		Timestamp:           protobuf.Uint64(uint64(date.Start(n.config.Zone).Unix()) + uint64(now)),
	}}
}
