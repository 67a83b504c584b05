package main

import (
	"cmp"
	"context"
	"fmt"
	"runtime/debug"
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
	s := sink{out}
	report := c.app.health.report()
	s.gauge("raild_ready", "1 if /readyz answers 200, else 0.", boolValue(report.Ready))
	for _, feed := range report.Feeds {
		s.feed(feed)
	}
	b := c.app.backend.Load()
	if b == nil {
		return
	}
	s.gauge("raild_stations", "Stations in all timetables.", float64(report.Timetable.Stations))
	s.gauge("raild_trips", "Trips in all timetables, on all days.", float64(report.Timetable.Trips))
	s.cache(b.cache.Stats())
	s.trains(b)
	if applied := c.app.railway.applied; applied != nil {
		took, trains := applied()
		s.gauge("raild_realtime_apply_seconds", "Duration of the last application of realtime data to the timetable.", took.Seconds())
		s.gauge("raild_realtime_trains", "Trains with realtime data.", float64(trains))
	}
}

// A sink sends metrics to prometheus.
type sink struct{ out chan<- prometheus.Metric }

// A label is a label's name and value.
type label struct{ name, value string }

func (s sink) gauge(name, help string, value float64, labels ...label) {
	s.send(prometheus.GaugeValue, name, help, value, labels)
}

func (s sink) counter(name, help string, value float64, labels ...label) {
	s.send(prometheus.CounterValue, name, help, value, labels)
}

func (s sink) send(kind prometheus.ValueType, name, help string, value float64, labels []label) {
	var names, values []string
	for _, l := range labels {
		names, values = append(names, l.name), append(values, l.value)
	}
	s.out <- prometheus.MustNewConstMetric(prometheus.NewDesc(name, help, names, nil), kind, value, values...)
}

func (s sink) feed(r feedReport) {
	name, kind := label{"feed", r.Name}, label{"kind", r.Kind}
	s.gauge("raild_feed_up", "1 if the feed is in use and was last read successfully, else 0.", boolValue(r.Status == feedOK), name, kind)
	if r.AgeSeconds != nil {
		s.gauge("raild_feed_age_seconds", "Age of the feed's data.", *r.AgeSeconds, name, kind)
	}
	s.counter("raild_feed_failures_total", "Failed attempts to read the feed.", float64(r.Failures), name, kind)
	s.gauge("raild_feed_warnings", "Warnings about the contents of the feed as last read.", float64(r.Warnings), name, kind)
	if r.Timetable != nil {
		s.timetable(r.Timetable, name)
	}
	for what, n := range r.Counts {
		s.gauge("raild_feed_entities", "Entries in the feed by type.", float64(n), name, kind, label{"type", what})
	}
}

// timetable sends what there is about the timetable of a feed.
func (s sink) timetable(r *timetableReport, feed label) {
	s.gauge("raild_timetable_current", "0 if the timetable has ended or not begun, else 1.", boolValue(r.State == timetable.Current), feed)
	if r.period.Limited() {
		s.gauge("raild_timetable_start_timestamp_seconds", "Start of the first date on which trains run.", float64(r.period.Start.Unix()), feed)
		s.gauge("raild_timetable_end_timestamp_seconds", "End of the last train of the last date on which trains run.", float64(r.period.End.Unix()), feed)
	}
	if r.Modified != nil {
		s.gauge("raild_timetable_modified_timestamp_seconds", "Modification time of the timetable.", float64(r.Modified.Unix()), feed)
	}
	for _, a := range r.Agencies {
		agency := label{"agency", cmp.Or(a.ID, a.Name)}
		s.gauge("raild_agency_current", "0 if the timetable of an agency has ended or not begun, else 1.", boolValue(a.State == timetable.Current), feed, agency)
		if a.period.Limited() {
			s.gauge("raild_agency_end_timestamp_seconds", "End of the last train of the agency.", float64(a.period.End.Unix()), feed, agency)
		}
	}
}

func (s sink) cache(stats response.Stats) {
	for _, outcome := range response.Outcomes() {
		s.counter("raild_cache_results_total", "Calls by how the cache of encoded responses handled them.",
			float64(stats.Outcomes[outcome]), label{"result", string(outcome)})
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
		s.gauge("raild_trains", "Current trains: N not yet running, R running, T terminated.", float64(n), label{"status", status})
	}
}

func boolValue(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
