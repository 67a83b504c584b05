package running

import (
	"time"

	"example.com/quartet/internal/rail/timetable"
)

// An Alert is a message to the public about trains, stations or lines (an Alert of GTFS Realtime). Its texts are single lines
// without control characters.
type Alert struct {
	Header      string    // what it is about; never empty
	Description string    // more about it; empty if there is nothing more
	URL         string    // a page about it, http or https; or empty
	OfTrains    bool      // it is about trains or lines, and not about stations or the whole railway
	From, Until time.Time // the active period around the time of the data; a zero time is no limit
}

// Alerts finds active alerts. It is safe for concurrent use. Callers must not change what its methods return.
type Alerts interface {
	All() []*Alert                          // in the order of the feeds
	About(j timetable.Journey) []*Alert     // those about a train, its line, its stations or all trains
	At(station *timetable.Station) []*Alert // those about a station or all trains
}

// WithAlerts returns the snapshot with the alerts of the feeds.
func (s *Snapshot) WithAlerts(alerts Alerts) *Snapshot {
	s.alerts = alerts
	return s
}

// Alerts returns what finds the active alerts.
func (s *Snapshot) Alerts() Alerts {
	if s == nil || s.alerts == nil {
		return noAlerts{}
	}
	return s.alerts
}

type noAlerts struct{}

func (noAlerts) All() []*Alert                    { return nil }
func (noAlerts) About(timetable.Journey) []*Alert { return nil }
func (noAlerts) At(*timetable.Station) []*Alert   { return nil }
