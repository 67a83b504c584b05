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

// A Message is one message of a feed, read but not yet applied to a timetable. It does not change and is safe for
// concurrent use; the same Message is applied again when another timetable takes the place of the first.
type Message struct {
	at       time.Time // zero where the header has none
	updates  []update
	vehicles []vehicle
	alerts   []alert
	count    Count
}

type update struct {
	entity string
	*bindings.TripUpdate
}

type vehicle struct {
	entity string
	*bindings.VehiclePosition
}

// The years that a time can be of. Counts of milliseconds instead of seconds are far outside.
var (
	earliest = time.Date(1990, 1, 1, 0, 0, 0, 0, time.UTC).Unix()
	latest   = time.Date(2200, 1, 1, 0, 0, 0, 0, time.UTC).Unix()
)

// maxAlerts is how many alerts of a message are used. Those of whole countries are some hundreds.
const maxAlerts = 5000

// possible reports whether a POSIX time can be meant.
func possible[T int64 | uint64](seconds T) bool {
	return seconds >= T(earliest) && seconds < T(latest)
}

// Decode reads a message as feeds send it: a FeedMessage of protocol buffers. The error says why nothing of it can be
// used; what is wrong with single entities is told in the [Report] when the message is applied.
//
// A message that holds differences to the ones before (DIFFERENTIAL) is an error: GTFS Realtime does not say what they
// mean, and whoever reads them needs all the messages before.
func Decode(data []byte) (m *Message, err error) {
	defer func() {
		if failure := recover(); failure != nil { // of a library
			m, err = nil, fmt.Errorf("reading the message: %v", failure)
		}
	}()
	decoded := &bindings.FeedMessage{}
	// One entity that lacks what it must have is no reason to give up the others, so nothing is required here.
	if err := (proto.UnmarshalOptions{AllowPartial: true}).Unmarshal(data, decoded); err != nil || decoded.Header == nil {
		return nil, errors.New(resembles(data))
	}
	return FromProto(decoded)
}

// resembles says what a message is that cannot be read.
func resembles(data []byte) string {
	const not = "not a GTFS Realtime message: "
	start := bytes.TrimSpace(data[:min(len(data), 64)])
	switch {
	case len(data) == 0:
		return not + "it is empty"
	case bytes.HasPrefix(start, []byte("<")):
		return not + "it looks like a page of HTML or XML"
	case bytes.HasPrefix(start, []byte("{")), bytes.HasPrefix(start, []byte("[")):
		return not + "it looks like JSON; only protocol buffers are read"
	case bytes.HasPrefix(start, []byte("PK\x03\x04")):
		return not + "it is a ZIP archive, as static feeds are"
	}
	return not + "it is cut off, or something else"
}

// FromProto is Decode for a message that is decoded already. It takes the message over: the caller must not change it
// afterwards.
func FromProto(decoded *bindings.FeedMessage) (*Message, error) {
	header := decoded.GetHeader()
	if header == nil {
		return nil, errors.New("not a GTFS Realtime message: it has no header")
	}
	if header.GetIncrementality() == bindings.FeedHeader_DIFFERENTIAL {
		return nil, errors.New("the message holds differences (incrementality DIFFERENTIAL), which GTFS Realtime does not define: the feed must send full data sets")
	}
	m := &Message{}
	m.readTime(header)
	for _, entity := range decoded.GetEntity() {
		m.count.Entities++
		m.add(entity, header)
	}
	return m, nil
}

func (m *Message) readTime(header *bindings.FeedHeader) {
	switch seconds := header.GetTimestamp(); {
	case header.Timestamp == nil || seconds == 0:
		m.count.complain(Malformed, "", "the header has no timestamp")
	case !possible(seconds):
		m.count.complain(AbsurdTime, "", "the header's timestamp is %d", seconds)
	default:
		m.at = time.Unix(int64(seconds), 0)
	}
}

// add takes what an entity holds: any of the three, though there should be only one.
func (m *Message) add(entity *bindings.FeedEntity, header *bindings.FeedHeader) {
	id := entity.GetId()
	if id == "" {
		m.count.complain(Malformed, "", "entity %d has no id", m.count.Entities)
	}
	if entity.GetIsDeleted() {
		m.count.complain(Useless, id, "it is deleted, which has a meaning in messages of differences alone")
		return
	}
	used := false
	if u := entity.GetTripUpdate(); u != nil {
		used = true
		m.count.Updates++
		if u.Trip == nil {
			m.count.complain(Malformed, id, "the trip update names no trip")
		} else {
			m.updates = append(m.updates, update{id, u})
		}
	}
	if v := entity.GetVehicle(); v != nil {
		used = true
		m.count.Vehicles++
		m.vehicles = append(m.vehicles, vehicle{id, v})
	}
	if entity.GetAlert() != nil {
		used = true
		m.count.Alerts++
		m.addAlert(entity, header)
	}
	if !used {
		m.count.complain(Useless, id, "it holds no trip update, vehicle position or alert")
	}
}

// addAlert reads an alert by the library, in a message of its own so that one that is wrong costs no other.
func (m *Message) addAlert(entity *bindings.FeedEntity, header *bindings.FeedHeader) {
	id := entity.GetId()
	if len(m.alerts) == maxAlerts {
		m.count.complain(Useless, id, "the message has more than %d alerts", maxAlerts)
		return
	}
	parsed, err := parseAlert(&bindings.FeedMessage{
		Header: &bindings.FeedHeader{GtfsRealtimeVersion: proto.String("2.0"), Timestamp: header.Timestamp},
		Entity: []*bindings.FeedEntity{{Id: &id, Alert: entity.Alert}},
	})
	if err != nil {
		m.count.complain(Malformed, id, "the alert cannot be read: something that it must have is missing")
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

// Time returns when the content of the message was made, by its header; the zero time where that does not say.
func (m *Message) Time() time.Time { return m.at }

// Entities returns the number of entities in the message.
func (m *Message) Entities() int { return m.count.Entities }

// HasAlerts reports whether the message holds alerts.
func (m *Message) HasAlerts() bool { return len(m.alerts) > 0 }

// HasTrains reports whether the message holds trip updates or vehicle positions.
func (m *Message) HasTrains() bool { return len(m.updates)+len(m.vehicles) > 0 }
