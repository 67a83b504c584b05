package gtfsrt

import (
	"bytes"
	"errors"
	"fmt"
	"time"

	"github.com/OneBusAway/go-gtfs"
	bindings "github.com/OneBusAway/go-gtfs/proto"
	"google.golang.org/protobuf/proto"
)

// A Message is a decoded message of a feed, before it is applied to a timetable. It is immutable and safe for concurrent
// use, and can be applied several times, for example after the timetable was replaced.
type Message struct {
	at       time.Time // zero if the header has none
	updates  []update
	vehicles []vehicle
	alerts   []alert
	report   FeedReport
}

type update struct {
	entity string
	*bindings.TripUpdate
}

type vehicle struct {
	entity string
	*bindings.VehiclePosition
}

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
// messages.
func Decode(data []byte) (m *Message, err error) {
	defer func() {
		if failure := recover(); failure != nil { // of a library
			m, err = nil, fmt.Errorf("reading the message: %v", failure)
		}
	}()
	decoded := &bindings.FeedMessage{}
	// AllowPartial accepts entities without required fields, so that the other entities can be used.
	if err := (proto.UnmarshalOptions{AllowPartial: true}).Unmarshal(data, decoded); err != nil || decoded.Header == nil {
		return nil, errors.New(unreadableReason(data))
	}
	return FromProto(decoded)
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

// FromProto is like Decode for a message that is already decoded. The caller must not change it afterwards.
func FromProto(decoded *bindings.FeedMessage) (*Message, error) {
	header := decoded.GetHeader()
	if header == nil {
		return nil, errors.New("not a GTFS-Realtime message: it has no header")
	}
	if header.GetIncrementality() == bindings.FeedHeader_DIFFERENTIAL {
		return nil, errors.New("incrementality DIFFERENTIAL is not supported; the feed must send full data sets (FULL_DATASET)")
	}
	m := &Message{}
	m.readTime(header)
	for _, entity := range decoded.GetEntity() {
		m.report.Entities++
		m.add(entity, header)
	}
	return m, nil
}

func (m *Message) readTime(header *bindings.FeedHeader) {
	switch seconds := header.GetTimestamp(); {
	case header.Timestamp == nil || seconds == 0:
		m.report.warn(Malformed, "", "the header has no timestamp")
	case !plausible(seconds):
		m.report.warn(ImplausibleTime, "", "the header's timestamp is %d", seconds)
	default:
		m.at = time.Unix(int64(seconds), 0)
	}
}

// add adds the content of an entity. An entity should hold only one of the three, but may hold several.
func (m *Message) add(entity *bindings.FeedEntity, header *bindings.FeedHeader) {
	id := entity.GetId()
	if id == "" {
		m.report.warn(Malformed, "", "entity %d has no id", m.report.Entities)
	}
	if entity.GetIsDeleted() {
		m.report.warn(Unused, id, "is_deleted is set, which is meaningful only in DIFFERENTIAL messages")
		return
	}
	used := false
	if u := entity.GetTripUpdate(); u != nil {
		used = true
		m.report.Updates++
		if u.Trip == nil {
			m.report.warn(Malformed, id, "the trip update has no trip")
		} else {
			m.updates = append(m.updates, update{id, u})
		}
	}
	if v := entity.GetVehicle(); v != nil {
		used = true
		m.report.Vehicles++
		m.vehicles = append(m.vehicles, vehicle{id, v})
	}
	if entity.GetAlert() != nil {
		used = true
		m.report.Alerts++
		m.addAlert(entity, header)
	}
	if !used {
		m.report.warn(Unused, id, "it has no trip update, vehicle position or alert")
	}
}

// addAlert parses an alert with the library, in a separate message so that an invalid alert does not affect others.
func (m *Message) addAlert(entity *bindings.FeedEntity, header *bindings.FeedHeader) {
	id := entity.GetId()
	if len(m.alerts) == maxAlerts {
		m.report.warn(Unused, id, "the message has more than %d alerts", maxAlerts)
		return
	}
	parsed, err := parseAlert(&bindings.FeedMessage{
		Header: &bindings.FeedHeader{GtfsRealtimeVersion: proto.String("2.0"), Timestamp: header.Timestamp},
		Entity: []*bindings.FeedEntity{{Id: &id, Alert: entity.Alert}},
	})
	if err != nil {
		m.report.warn(Malformed, id, "the alert cannot be parsed: a required field is missing")
		return
	}
	m.alerts = append(m.alerts, alert{id, parsed})
}

func parseAlert(message *bindings.FeedMessage) (parsed gtfs.Alert, err error) {
	defer func() {
		if failure := recover(); failure != nil { // of the library
			err = fmt.Errorf("%v", failure)
		}
	}()
	data, err := proto.MarshalOptions{AllowPartial: true}.Marshal(message)
	if err != nil {
		return gtfs.Alert{}, err
	}
	realtime, err := gtfs.ParseRealtime(data, &gtfs.ParseRealtimeOptions{})
	if err != nil {
		return gtfs.Alert{}, err
	}
	if len(realtime.Alerts) != 1 {
		return gtfs.Alert{}, fmt.Errorf("%d alerts", len(realtime.Alerts))
	}
	return realtime.Alerts[0], nil
}

// Time returns the time of the message's header, or the zero time if it has none.
func (m *Message) Time() time.Time { return m.at }

// Entities returns the number of entities in the message.
func (m *Message) Entities() int { return m.report.Entities }

// HasAlerts reports whether the message has alerts.
func (m *Message) HasAlerts() bool { return len(m.alerts) > 0 }

// HasTrains reports whether the message has trip updates or vehicle positions.
func (m *Message) HasTrains() bool { return len(m.updates)+len(m.vehicles) > 0 }
