package gtfsrt

import (
	"bytes"
	"errors"
	"time"

	"example.com/quartet/internal/rail/timetable"
)

// A Message is a message of a feed that was found valid, before it is applied to a timetable. It is immutable and safe for
// concurrent use, and can be applied several times, for example after the timetable was replaced. It takes little more
// memory than the encoded message: entities are decoded one at a time when they are applied.
type Message struct {
	at       time.Time // zero if the header has none
	text     string    // the encoded message
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

// A ref is where the field with an entity starts in the text of a message.
type ref uint32

// maxMessageBytes is the maximum size of a message.
const maxMessageBytes = 1<<32 - 1

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
func Decode(data []byte) (*Message, error) {
	if len(data) > maxMessageBytes {
		return nil, errors.New("the message has more than 4 GiB")
	}
	m := &Message{text: string(data)}
	var h header
	if !h.read(m) {
		return nil, errors.New(unreadableReason(data))
	}
	if h.incrementality == differential {
		return nil, errors.New("incrementality DIFFERENTIAL is not supported; the feed must send full data sets (FULL_DATASET)")
	}
	m.readTime(&h)
	m.updates, m.vehicles = make([]ref, 0, h.updates), make([]ref, 0, h.vehicles)
	m.alerts = make([]ref, 0, min(h.alerts, maxAlerts))
	var e entity
	w := wire{rest: m.text}
	var f field
	for start := 0; w.next(&f); start = len(m.text) - len(w.rest) {
		if !f.is(2, kindBytes) {
			continue
		}
		if !e.read(f.content) {
			return nil, errors.New(unreadableReason(data))
		}
		m.report.Entities++
		m.add(&e, ref(start))
	}
	if m.headsigns > 0 {
		m.report.warn(Unused, "", "stop_headsign in %d trip updates is ignored: the direction of a train comes from trip_headsign", m.headsigns)
	}
	return m, nil
}

// A header is a FeedHeader, with the numbers of the entities that follow.
type header struct {
	present                   bool
	incrementality            uint64
	timestamp                 uint64 // 0 if missing
	updates, vehicles, alerts int
}

const differential = 1 // FeedHeader.Incrementality

// read reads the header of a message. It returns false if there is none, or if the message is not valid.
func (h *header) read(m *Message) bool {
	ok := each(m.text, func(f field) bool {
		if f.is(2, kindBytes) {
			return h.count(f.content)
		}
		if !f.is(1, kindBytes) {
			return true
		}
		h.present = true
		return each(f.content, func(f field) bool {
			switch {
			case f.is(2, kindVarint) && f.value <= differential:
				h.incrementality = f.value
			case f.is(3, kindVarint):
				h.timestamp = f.value
			}
			return true
		})
	})
	return ok && h.present
}

// count counts the content of an entity.
func (h *header) count(message string) bool {
	var update, vehicle, alert int
	ok := each(message, func(f field) bool {
		switch {
		case f.is(3, kindBytes):
			update = 1
		case f.is(4, kindBytes):
			vehicle = 1
		case f.is(5, kindBytes):
			alert = 1
		}
		return true
	})
	h.updates, h.vehicles, h.alerts = h.updates+update, h.vehicles+vehicle, h.alerts+alert
	return ok
}

// open decodes an entity.
func (m *Message) open(at ref, e *entity) {
	w := wire{rest: m.text[at:]}
	var f field
	if w.next(&f) {
		e.read(f.content)
	}
	if prefix := timetable.Prefix(m.part); prefix != "" {
		e.prefix(prefix)
	}
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

func (m *Message) readTime(h *header) {
	switch seconds := h.timestamp; {
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
	switch {
	case e.id != "":
	case m.report.keeps(Malformed):
		m.report.warn(Malformed, "", "entity %d has no id", m.report.Entities)
	default:
		m.report.warnOf(Malformed, "", "an entity has no id")
	}
	if e.deleted {
		m.report.warn(Unused, e.id, "is_deleted is set, which is meaningful only in DIFFERENTIAL messages")
		return
	}
	if e.hasUpdate {
		m.report.Updates++
		if e.update.headsigns {
			m.headsigns++
		}
		if e.update.dropped > 0 {
			m.report.warn(Malformed, e.id, "the trip update has more than %d stop time updates; the rest is ignored", maxStopUpdates)
		}
		if e.update.trip.present {
			m.updates = append(m.updates, at)
		} else {
			m.report.warn(Malformed, e.id, "the trip update has no trip")
		}
	}
	if e.hasVehicle {
		m.report.Vehicles++
		m.vehicles = append(m.vehicles, at)
	}
	if e.hasAlert {
		m.report.Alerts++
		m.addAlert(e, at)
	}
	if e.ignored != noContent {
		m.report.warnOf(Unused, e.id, ignoredTexts[e.ignored])
	} else if !e.hasUpdate && !e.hasVehicle && !e.hasAlert {
		m.report.warn(Unused, e.id, "it has no trip update, vehicle position or alert")
	}
}

func (m *Message) addAlert(e *entity, at ref) {
	if e.alert.dropped > 0 {
		m.report.warn(Malformed, e.id, "the alert has more than %d periods, selectors or translations; the rest is ignored", maxParts)
	}
	switch {
	case len(m.alerts) == maxAlerts:
		m.report.warn(Unused, e.id, "the message has more than %d alerts", maxAlerts)
	case e.alert.incomplete:
		m.report.warn(Malformed, e.id, "the alert cannot be parsed: a required field is missing")
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
