package feed

import (
	"fmt"
	"path"
	"strings"
	"time"

	"example.com/quartet/internal/rail/gtfsrt"
	"example.com/quartet/internal/rail/running"
)

// publish makes a state from the timetable and the realtime messages and publishes it in one step. The caller holds
// s.mu.
func (s *Source) publish() {
	if s.plan == nil {
		return
	}
	began := time.Now()
	now := s.config.Clock()
	s.nextChange = time.Time{}
	var feeds []gtfsrt.Feed
	var used []*realtimeFeed
	state := &running.State{Timetable: s.plan}
	named := map[string]int{}
	for _, f := range s.realtime {
		input, ok := s.usable(f, now)
		if f.used = ok; ok {
			feeds, used = append(feeds, input), append(used, f)
		}
		file, _, _ := strings.Cut(f.monitor.status.Name, "?")
		name := path.Base(file) // where it is says nothing to readers of a page
		if named[name]++; named[name] > 1 {
			name += fmt.Sprintf(" #%d", named[name])
		}
		if f.message != nil {
			stale := !ok || input.AlertsOnly && f.message.HasTrains()
			f.monitor.setUse(ok, stale, f.made, now.Sub(f.made))
			if stale {
				state.Stale = append(state.Stale, name)
			}
		}
	}
	if len(feeds) > 0 {
		snapshot, report, err := s.applyRealtime(now, feeds)
		if err != nil && !s.applyFailed {
			s.config.Log.Error("cannot apply realtime data; using only the timetable", "error", singleLine(err.Error()))
		}
		if s.applyFailed = err != nil; !s.applyFailed {
			state.Realtime = snapshot
			s.reportWarnings(used, report)
			s.changesAt(report.Next)
			s.applied = Applied{At: now, Took: time.Since(began), Trains: report.Trains}
		}
	}
	s.state.Store(state)
}

// usable returns the part of a feed's last message that is to be used now, or false if there is none. Trip updates and
// vehicle positions expire with the message's age, alerts with the time since the feed was last known to have them.
func (s *Source) usable(f *realtimeFeed, now time.Time) (gtfsrt.Feed, bool) {
	if f.message == nil || s.plan != nil && s.plan.Feeds()[f.of] == nil {
		return gtfsrt.Feed{}, false
	}
	feed := gtfsrt.Feed{Message: f.message, Time: f.made}
	feed.AlertsOnly = now.Sub(f.made) > s.config.StaleAfter
	if !feed.AlertsOnly {
		s.changesAt(f.made.Add(s.config.StaleAfter + 1))
		return feed, true
	}
	if !f.message.HasAlerts() || now.Sub(f.confirmed) > s.config.StaleAfter {
		return gtfsrt.Feed{}, false
	}
	s.changesAt(f.confirmed.Add(s.config.StaleAfter + 1))
	return feed, true
}

// changesAt records that the state changes at a time. The zero time is ignored.
func (s *Source) changesAt(at time.Time) {
	if !at.IsZero() && (s.nextChange.IsZero() || at.Before(s.nextChange)) {
		s.nextChange = at
	}
}

// applyRealtime calls gtfsrt.Apply. It returns a panic as an error, so that an invalid feed cannot stop the service.
func (s *Source) applyRealtime(now time.Time, feeds []gtfsrt.Feed) (snapshot *running.Snapshot, report *gtfsrt.Report, err error) {
	defer recovered("applying realtime data", &err)
	snapshot, report = gtfsrt.Apply(s.plan, now, feeds, gtfsrt.Options{Language: s.config.Language, Kind: s.config.Kind})
	return snapshot, report, nil
}

// reportWarnings sets the warnings of each feed that was used.
func (s *Source) reportWarnings(used []*realtimeFeed, report *gtfsrt.Report) {
	for i, f := range used {
		count := &report.Feeds[i]
		var examples []string
		for _, c := range count.Warnings {
			examples = append(examples, c.String())
		}
		f.monitor.warnings(count.WarningCount(), count.Summary(), examples)
		f.monitor.set(func(s *Status) { s.Applied = count.Applied })
	}
}
