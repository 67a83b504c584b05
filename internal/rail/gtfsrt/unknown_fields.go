package gtfsrt

import (
	bindings "github.com/OneBusAway/go-gtfs/proto"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// The bindings are older than some fields and values of gtfs-realtime.proto. Values that they do not know are kept as
// unknown fields of the message, and are read here.
const (
	relationNew         = 8 // TripDescriptor.ScheduleRelationship NEW
	relationReplacement = 5 // TripDescriptor.ScheduleRelationship REPLACEMENT, which the bindings mark as deprecated

	fieldRelation      = 4 // TripDescriptor.schedule_relationship
	fieldScheduledTime = 4 // TripUpdate.StopTimeEvent.scheduled_time
	fieldHeadsign      = 5 // TripUpdate.TripProperties.trip_headsign
	fieldShortName     = 6 // TripUpdate.TripProperties.trip_short_name
)

// relation returns the schedule relationship of a trip.
func relation(d *bindings.TripDescriptor) bindings.TripDescriptor_ScheduleRelationship {
	if d.ScheduleRelationship == nil {
		if value, ok := unknownNumber(d.ProtoReflect(), fieldRelation); ok && value == relationNew {
			return relationNew
		}
	}
	return d.GetScheduleRelationship()
}

// scheduledTime returns the scheduled_time of an event, or 0.
func scheduledTime(e *bindings.TripUpdate_StopTimeEvent) int64 {
	if e == nil {
		return 0
	}
	value, _ := unknownNumber(e.ProtoReflect(), fieldScheduledTime)
	return int64(value)
}

func unknownNumber(m protoreflect.Message, field protowire.Number) (value uint64, ok bool) {
	eachUnknown(m, field, protowire.VarintType, func(b []byte) {
		value, _ = protowire.ConsumeVarint(b)
		ok = true
	})
	return value, ok
}

func unknownText(m protoreflect.Message, field protowire.Number) (text string) {
	eachUnknown(m, field, protowire.BytesType, func(b []byte) {
		content, _ := protowire.ConsumeBytes(b)
		text = string(content)
	})
	return text
}

// eachUnknown calls found for each value of a field among the unknown fields of the message.
func eachUnknown(m protoreflect.Message, field protowire.Number, wire protowire.Type, found func([]byte)) {
	for b := []byte(m.GetUnknown()); len(b) > 0; {
		number, typ, n := protowire.ConsumeTag(b)
		if n < 0 {
			return
		}
		size := protowire.ConsumeFieldValue(number, typ, b[n:])
		if size < 0 {
			return
		}
		if number == field && typ == wire {
			found(b[n : n+size])
		}
		b = b[n+size:]
	}
}
