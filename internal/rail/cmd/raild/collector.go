package main

import (
	"cmp"
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/prometheus/client_golang/prometheus"

	"example.com/quartet/internal/rail/response"
	"example.com/quartet/internal/rail/timetable"
)

// A collector collects metrics about the railway and the cache at the time of each scrape.
type collector struct{ app *app }

// Describe implements [prometheus.Collector]. It describes nothing, as the metrics depend on the feeds.
func (c *collector) Describe(chan<- *prometheus.Desc) {}

// Collect implements [prometheus.Collector]. It recovers from panics: prometheus calls it in a separate goroutine,
// where a panic would end the process.
func (c *collector) Collect(out chan<- prometheus.Metric) {
	defer func() {
		if value := recover(); value != nil {
			c.app.logger.Error("panic", "error", fmt.Sprint(value), "stack", strings.TrimSpace(string(debug.Stack())))
		}
	}()
	s := sink(out)
	report := c.app.report()
	s.gauge("raild_ready", "1 if /readyz answers 200, else 0.", number(report.Ready))
	for _, feed := range report.Feeds {
		s.feed(feed)
	}
	b := c.app.backend.Load()
	if b == nil {
		return
	}
	s.gauge("raild_stations", "Stations in all timetables.", float64(report.Timetable.Stations))
	s.gauge("raild_trips", "Trips in all timetables, on all days.", float64(report.Timetable.Trips))
	s.cache(c.app.cache.Stats())
	s.trains(b)
	if applied := c.app.railway.applied; applied != nil {
		took, trains := applied()
		s.gauge("raild_realtime_apply_seconds", "Duration of the last application of realtime data to the timetable.", took.Seconds())
		s.gauge("raild_realtime_trains", "Trains with realtime data.", float64(trains))
	}
}

// A sink sends metrics to prometheus. Labels are pairs of a name and a value.
type sink chan<- prometheus.Metric

func (s sink) send(kind prometheus.ValueType, name, help string, value float64, labels ...string) {
	constant := prometheus.Labels{}
	for pair := range slices.Chunk(labels, 2) {
		constant[pair[0]] = pair[1]
	}
	s <- prometheus.MustNewConstMetric(prometheus.NewDesc(name, help, nil, constant), kind, value)
}

func (s sink) gauge(name, help string, value float64, labels ...string) {
	s.send(prometheus.GaugeValue, name, help, value, labels...)
}

func (s sink) feed(r feedReport) {
	labels := []string{"feed", r.Name, "kind", r.Kind}
	s.gauge("raild_feed_up", "1 if the feed is in use and was last read successfully, else 0.", number(r.Status == feedOK), labels...)
	if r.AgeSeconds != nil {
		s.gauge("raild_feed_age_seconds", "Age of the feed's data.", *r.AgeSeconds, labels...)
	}
	s.send(prometheus.CounterValue, "raild_feed_failures_total", "Failed attempts to read the feed.", float64(r.Failures), labels...)
	s.gauge("raild_feed_warnings", "Warnings about the contents of the feed as last read.", float64(r.Warnings), labels...)
	if r.Timetable != nil {
		s.timetable(r.Timetable, r.Name)
	}
	for what, n := range r.Counts {
		s.gauge("raild_feed_entities", "Entries in the feed by type.", float64(n), append(labels, "type", what)...)
	}
}

// timetable sends what there is about the timetable of a feed.
func (s sink) timetable(r *timetableReport, feed string) {
	s.gauge("raild_timetable_current", "0 if the timetable has ended or not begun, else 1.", number(r.State == timetable.Current), "feed", feed)
	if r.period.Limited() {
		s.gauge("raild_timetable_start_timestamp_seconds", "Start of the first date on which trains run.", float64(r.period.Start.Unix()), "feed", feed)
		s.gauge("raild_timetable_end_timestamp_seconds", "End of the last train of the last date on which trains run.", float64(r.period.End.Unix()), "feed", feed)
	}
	if r.Modified != nil {
		s.gauge("raild_timetable_modified_timestamp_seconds", "Modification time of the timetable.", float64(r.Modified.Unix()), "feed", feed)
	}
	for _, a := range r.Agencies {
		labels := []string{"feed", feed, "agency", cmp.Or(a.ID, a.Name)}
		s.gauge("raild_agency_current", "0 if the timetable of an agency has ended or not begun, else 1.", number(a.State == timetable.Current), labels...)
		if a.period.Limited() {
			s.gauge("raild_agency_end_timestamp_seconds", "End of the last train of the agency.", float64(a.period.End.Unix()), labels...)
		}
	}
}

func (s sink) cache(stats response.Stats) {
	for outcome, n := range stats.Outcomes {
		s.send(prometheus.CounterValue, "raild_cache_results_total", "Calls by how the cache of encoded responses handled them.",
			float64(n), "result", string(outcome))
	}
	s.gauge("raild_cache_entries", "Responses in the cache.", float64(stats.Entries))
	s.gauge("raild_cache_bytes", "Bytes of the responses in the cache.", float64(stats.Bytes))
}

// trains sends the number of current trains by status.
func (s sink) trains(b *backend) {
	current, err := b.service.GetVendorTrainsXML(context.Background())
	if err != nil {
		return
	}
	counts := map[string]int{"N": 0, "R": 0, "T": 0}
	for _, train := range current {
		if status := train.TrainStatus; status != nil {
			counts[*status]++
		}
	}
	for status, n := range counts {
		s.gauge("raild_trains", "Current trains: N not yet running, R running, T terminated.", float64(n), "status", status)
	}
}

// number returns 1 for true and 0 for false.
func number(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
