package gtfsrt

import (
	"bytes"
	"errors"
	"slices"
	"time"

	bindings "github.com/OneBusAway/go-gtfs/proto"
	"google.golang.org/protobuf/proto"

	"example.com/quartet/internal/rail/timetable"
)

// A Message is a message of a feed that was found valid, before it is applied to a timetable. It is immutable and safe for
// concurrent use, and can be applied several times, for example after the timetable was replaced. It takes little more
// memory than the encoded message, which it keeps: entities are decoded one at a time when they are applied.
type Message struct {
	at       time.Time // zero if the header has none
	data     []byte    // the encoded message
	updates  []ref
	vehicles []ref
	alerts   []ref
	report   FeedReport

	headsigns int // trip updates with a stop_headsign
	part      int // see Of
}

// Of returns the message for the part with a number of a merged timetable, whose IDs have a prefix; see [timetable.Merge].
func (m *Message) Of(part int) *Message {
	of := *m
	of.part = part
	return &of
}

// A ref is where the field with an entity starts in the encoded message.
type ref uint32

// maxMessageBytes is the maximum size of a message.
const maxMessageBytes = 1<<32 - 1

// maxEntityBytes is the maximum size of an entity. A decoded entity can take 60 times its size.
const maxEntityBytes = 1 << 18

// The range of plausible times. Times in milliseconds instead of seconds are far outside of it.
var (
	earliest = time.Date(1990, 1, 1, 0, 0, 0, 0, time.UTC).Unix()
	latest   = time.Date(2200, 1, 1, 0, 0, 0, 0, time.UTC).Unix()
)

// maxAlerts is the maximum number of alerts of a message. Feeds of whole countries have a few hundred.
const maxAlerts = 5000

// plausible reports whether a POSIX time is in the plausible range.
func plausible[T int64 | uint64](seconds T) bool {
	return seconds >= T(earliest) && seconds < T(latest)
}

// Decode decodes a message: a FeedMessage in the protocol buffer encoding. It returns an error if nothing in the message
// can be used. Problems with single entities are listed in the [Report] when the message is applied.
//
// A DIFFERENTIAL message is an error. GTFS Realtime does not define this mode, and reading it would require all earlier
// messages. The data must not be changed afterwards: the message keeps them.
func Decode(data []byte) (*Message, error) {
	if len(data) > maxMessageBytes {
		return nil, errors.New("the message has more than 4 GiB")
	}
	m := &Message{data: data}
	var header bindings.FeedHeader
	present := false
	if !fields(data, func(f field) bool {
		content, ok := f.content(1)
		present = present || ok
		return !ok || decoding.Unmarshal(content, &header) == nil
	}) || !present {
		return nil, errors.New(unreadableReason(data))
	}
	if header.GetIncrementality() == bindings.FeedHeader_DIFFERENTIAL {
		return nil, errors.New("incrementality DIFFERENTIAL is not supported; the feed must send full data sets (FULL_DATASET)")
	}
	m.readTime(header.GetTimestamp())
	var e entity
	if !fields(data, func(f field) bool { return m.readEntity(f, &e) }) {
		return nil, errors.New(unreadableReason(data))
	}
	if m.headsigns > 0 {
		m.report.warn(Unused, "", "stop_headsign in %d trip updates is ignored: the direction of a train comes from trip_headsign", m.headsigns)
	}
	return m, nil
}

// readEntity reads a field of the message, which may be an entity. It returns false if that is not valid.
func (m *Message) readEntity(f field, e *entity) bool {
	content, ok := f.content(2)
	if !ok {
		return true
	}
	m.report.Entities++
	if len(content) > maxEntityBytes {
		m.report.warn(Malformed, "", "entity %d has more than %d bytes; it is ignored", m.report.Entities, maxEntityBytes)
		return true
	}
	proto.Reset(e)
	if decoding.Unmarshal(content, e) != nil {
		return false
	}
	m.add(e, ref(f.start))
	return true
}

// open decodes an entity.
func (m *Message) open(at ref) *entity {
	e := new(entity)
	fields(m.data[at:], func(f field) bool {
		if content, ok := f.content(2); ok {
			_ = decoding.Unmarshal(content, e) // which Decode did
		}
		return false
	})
	if prefix := timetable.Prefix(m.part); prefix != "" {
		addPrefix(prefix, e.ProtoReflect())
	}
	return e
}

// unreadableReason returns the error text for a message that cannot be decoded.
func unreadableReason(data []byte) string {
	const not = "not a GTFS-Realtime message: "
	start := bytes.TrimSpace(data[:min(len(data), 64)])
	switch {
	case len(data) == 0:
		return not + "it is empty"
	case bytes.HasPrefix(start, []byte("<")):
		return not + "it looks like HTML or XML"
	case bytes.HasPrefix(start, []byte("{")), bytes.HasPrefix(start, []byte("[")):
		return not + "it looks like JSON; want the protocol buffer encoding"
	case bytes.HasPrefix(start, []byte("PK\x03\x04")):
		return not + "it is a ZIP archive; is it a static GTFS feed?"
	}
	return not + "it is truncated or in another format"
}

func (m *Message) readTime(seconds uint64) {
	switch {
	case seconds == 0:
		m.report.warn(Malformed, "", "the header has no timestamp")
	case !plausible(seconds):
		m.report.warn(ImplausibleTime, "", "the header's timestamp is %d", seconds)
	default:
		m.at = time.Unix(int64(seconds), 0)
	}
}

// add adds the content of an entity. It should hold only one of trip update, vehicle position and alert, but may hold
// several.
func (m *Message) add(e *entity, at ref) {
	id := e.GetId()
	switch {
	case id != "":
	case m.report.keeps(Malformed):
		m.report.warn(Malformed, "", "entity %d has no id", m.report.Entities)
	default:
		m.report.warn(Malformed, "", "an entity has no id")
	}
	if e.GetIsDeleted() {
		m.report.warn(Unused, id, "is_deleted is set, which is meaningful only in DIFFERENTIAL messages")
		return
	}
	if u := e.TripUpdate; u != nil {
		m.report.Updates++
		if slices.ContainsFunc(u.StopTimeUpdate, hasHeadsign) {
			m.headsigns++
		}
		if u.Trip != nil {
			m.updates = append(m.updates, at)
		} else {
			m.report.warn(Malformed, id, "the trip update has no trip")
		}
	}
	if e.Vehicle != nil {
		m.report.Vehicles++
		m.vehicles = append(m.vehicles, at)
	}
	if e.Alert != nil {
		m.report.Alerts++
		m.addAlert(e, at)
	}
	switch {
	case e.Shape != nil:
		m.report.warn(Unused, id, "Shape is not supported; it is ignored")
	case e.Stop != nil:
		m.report.warn(Unused, id, "Stop is not supported; it is ignored")
	case e.TripModifications != nil:
		m.report.warn(Unused, id, "TripModifications is not supported; it is ignored")
	case e.TripUpdate == nil && e.Vehicle == nil && e.Alert == nil:
		m.report.warn(Unused, id, "it has no trip update, vehicle position or alert")
	}
}

func (m *Message) addAlert(e *entity, at ref) {
	texts := slices.Concat(e.Alert.GetUrl().GetTranslation(), e.Alert.GetHeaderText().GetTranslation(), e.Alert.GetDescriptionText().GetTranslation())
	switch {
	case len(m.alerts) == maxAlerts:
		m.report.warn(Unused, e.GetId(), "the message has more than %d alerts", maxAlerts)
	case slices.ContainsFunc(texts, func(t *bindings.TranslatedString_Translation) bool { return t.Text == nil }):
		m.report.warn(Malformed, e.GetId(), "the alert cannot be parsed: a required field is missing")
	default:
		m.alerts = append(m.alerts, at)
	}
}

// Time returns the time of the message's header, or the zero time if it has none.
func (m *Message) Time() time.Time { return m.at }

// Entities returns the number of entities in the message.
func (m *Message) Entities() int { return m.report.Entities }

// HasAlerts reports whether the message has alerts.
func (m *Message) HasAlerts() bool { return len(m.alerts) > 0 }

// HasTrains reports whether the message has trip updates or vehicle positions.
func (m *Message) HasTrains() bool { return len(m.updates)+len(m.vehicles) > 0 }
