package gtfsrt

import (
	"slices"

	bindings "github.com/OneBusAway/go-gtfs/proto"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
)

// Short names of the messages of gtfs-realtime.proto that are used.
type (
	entity         = bindings.FeedEntity
	updateMessage  = bindings.TripUpdate
	stopUpdate     = bindings.TripUpdate_StopTimeUpdate
	event          = bindings.TripUpdate_StopTimeEvent
	vehicleMessage = bindings.VehiclePosition
	alertMessage   = bindings.Alert
	selector       = bindings.EntitySelector
	tripDescriptor = bindings.TripDescriptor
	translations   = bindings.TranslatedString
)

// The values of TripDescriptor.ScheduleRelationship and StopTimeUpdate.ScheduleRelationship that are used.
const (
	added       = bindings.TripDescriptor_ADDED
	cancelled   = bindings.TripDescriptor_CANCELED
	replacement = bindings.TripDescriptor_ScheduleRelationship(5) // REPLACEMENT, which the bindings have as deprecated
	duplicated  = bindings.TripDescriptor_DUPLICATED
	deleted     = bindings.TripDescriptor_DELETED
	created     = bindings.TripDescriptor_ScheduleRelationship(8) // NEW, which the bindings do not have

	skipped = bindings.TripUpdate_StopTimeUpdate_SKIPPED
	noData  = bindings.TripUpdate_StopTimeUpdate_NO_DATA
)

// decoding adds to a message what is encoded. Extensions remain encoded, because other feeds use the numbers of those that the
// bindings know for their own.
var decoding = proto.UnmarshalOptions{Merge: true, AllowPartial: true, Resolver: new(protoregistry.Types)}

// A field is a field of an encoded message.
type field struct {
	start  int // in the message
	number protowire.Number
	kind   protowire.Type
	value  []byte // encoded
}

// fields calls read for each field of an encoded message until it returns false. It reports whether it read all of them: the
// message is valid, and read returned true.
func fields(message []byte, read func(field) bool) bool {
	for start := 0; start < len(message); {
		rest := message[start:]
		number, kind, size := protowire.ConsumeField(rest)
		if size < 0 {
			return false
		}
		_, _, tag := protowire.ConsumeTag(rest)
		if !read(field{start, number, kind, rest[tag:size]}) {
			return false
		}
		start += size
	}
	return true
}

// content returns the content of a field with a message. It returns false for another field.
func (f field) content(number protowire.Number) (content []byte, ok bool) {
	if f.number != number || f.kind != protowire.BytesType {
		return nil, false
	}
	content, _ = protowire.ConsumeBytes(f.value)
	return content, true
}

// unknownText returns the value of a field of a message that the bindings do not have, "" if it is missing.
func unknownText(m proto.Message, number protowire.Number) (text string) {
	fields(m.ProtoReflect().GetUnknown(), func(f field) bool {
		if content, ok := f.content(number); ok {
			text = string(content)
		}
		return true
	})
	return text
}

// The fields of version 2.0 that the bindings do not have.
func headsign(u *updateMessage) string  { return unknownText(u.GetTripProperties(), 5) }
func shortName(u *updateMessage) string { return unknownText(u.GetTripProperties(), 6) }

// hasHeadsign reports whether a stop time update has a stop_headsign.
func hasHeadsign(s *stopUpdate) bool { return unknownText(s.GetStopTimeProperties(), 2) != "" }

// scheduledTime returns the scheduled_time of an event, 0 if it is missing.
func scheduledTime(e *event) (at int64) {
	fields(e.ProtoReflect().GetUnknown(), func(f field) bool {
		if f.number == 4 && f.kind == protowire.VarintType {
			value, _ := protowire.ConsumeVarint(f.value)
			at = int64(value)
		}
		return true
	})
	return at
}

// prefixed are the fields with IDs that begin with a prefix in a merged timetable. Those of agencies do not.
var prefixed = []protoreflect.Name{"id", "trip_id", "route_id", "stop_id", "assigned_stop_id"}

// addPrefix puts a prefix before all IDs of trips, routes, stops and vehicles in a message.
func addPrefix(prefix string, m protoreflect.Message) {
	m.Range(func(f protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		switch {
		case f.Kind() == protoreflect.StringKind && slices.Contains(prefixed, f.Name()) && v.String() != "":
			m.Set(f, protoreflect.ValueOfString(prefix+v.String()))
		case f.Message() != nil && f.IsList():
			for i := range v.List().Len() {
				addPrefix(prefix, v.List().Get(i).Message())
			}
		case f.Message() != nil:
			addPrefix(prefix, v.Message())
		}
		return true
	})
}
