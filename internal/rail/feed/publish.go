package feed

import (
	"fmt"
	"time"

	"example.com/quartet/internal/rail/gtfsrt"
	"example.com/quartet/internal/rail/running"
)

// apply makes a state of the timetable and the messages and publishes it in one step. The caller holds the mutex.
func (s *Source) apply() {
	if s.plan == nil {
		return
	}
	began := time.Now()
	now := s.config.Clock()
	s.next = time.Time{}
	var feeds []gtfsrt.Feed
	var used []*live
	for _, l := range s.realtime {
		feed, ok := s.usable(l, now)
		if l.used = ok; ok {
			feeds, used = append(feeds, feed), append(used, l)
		}
		if l.message != nil {
			l.watch.use(ok, !ok || feed.AlertsOnly && l.message.HasTrains(), l.at, now.Sub(l.at))
		}
	}
	state := &running.State{Plan: s.plan}
	if len(feeds) > 0 {
		snapshot, report, err := s.snapshot(now, feeds)
		if err != nil && !s.broken {
			s.config.Log.Error("realtime data cannot be applied; the timetable stands in for them", "error", line(err.Error()))
		}
		if s.broken = err != nil; !s.broken {
			state.Realtime = snapshot
			s.report(used, report)
			s.changes(report.Next)
			s.last = Applied{At: now, Took: time.Since(began), Trains: report.Trains}
		}
	}
	s.state.Store(state)
}

// usable returns what of a feed's last message is to be used now. Predictions get old with the message; alerts hold as
// long as the feed is known to show them.
func (s *Source) usable(l *live, now time.Time) (gtfsrt.Feed, bool) {
	if l.message == nil {
		return gtfsrt.Feed{}, false
	}
	feed := gtfsrt.Feed{Message: l.message, Time: l.at}
	feed.AlertsOnly = now.Sub(l.at) > s.config.StaleAfter
	if !feed.AlertsOnly {
		s.changes(l.at.Add(s.config.StaleAfter + 1))
		return feed, true
	}
	if !l.message.HasAlerts() || now.Sub(l.confirmed) > s.config.StaleAfter {
		return gtfsrt.Feed{}, false
	}
	s.changes(l.confirmed.Add(s.config.StaleAfter + 1))
	return feed, true
}

// changes notes that the state changes at a time, if it is not zero.
func (s *Source) changes(at time.Time) {
	if !at.IsZero() && (s.next.IsZero() || at.Before(s.next)) {
		s.next = at
	}
}

// snapshot is gtfsrt.Apply, with a panic in it as an error: one feed gone mad must not end the service.
func (s *Source) snapshot(now time.Time, feeds []gtfsrt.Feed) (snapshot *running.Snapshot, report *gtfsrt.Report, err error) {
	defer func() {
		if failure := recover(); failure != nil {
			err = fmt.Errorf("%v", failure)
		}
	}()
	snapshot, report = gtfsrt.Apply(s.plan, now, feeds, gtfsrt.Options{Language: s.config.Language, Kind: s.config.Kind})
	return snapshot, report, nil
}

// report passes on to each feed what is wrong with it.
func (s *Source) report(used []*live, report *gtfsrt.Report) {
	for i, l := range used {
		count := &report.Feeds[i]
		var examples []string
		for _, c := range count.Complaints {
			examples = append(examples, c.String())
		}
		l.watch.complaints(count.Total(), count.Summary(), examples)
		l.watch.applied(count.Applied)
	}
}

// applied notes how much of the content belongs to trains of the timetable.
func (w *watch) applied(n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.status.Applied = n
}
