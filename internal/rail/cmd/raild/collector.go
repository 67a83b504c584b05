package main

import (
	"context"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/prometheus/client_golang/prometheus"

	"example.com/quartet/internal/rail/response"
)

// A collector tells of the railway and the cache what is so when it is asked.
type collector struct{ app *app }

// Describe implements [prometheus.Collector]. It tells nothing beforehand: what there is depends on the feeds.
func (c *collector) Describe(chan<- *prometheus.Desc) {}

// Collect implements [prometheus.Collector]. It is called in a goroutine where a panic, which costs a request no more than
// its answer, would end the process.
func (c *collector) Collect(found chan<- prometheus.Metric) {
	defer func() {
		if value := recover(); value != nil {
			c.app.logger.Error("panic", "error", fmt.Sprint(value), "stack", strings.TrimSpace(string(debug.Stack())))
		}
	}()
	f := finding{found}
	report := c.app.health.report()
	f.gauge("raild_ready", "Whether /readyz says that requests should be sent here.", truth(report.Ready))
	for _, feed := range report.Feeds {
		f.feed(feed)
	}
	opened := c.app.opened.Load()
	if opened == nil {
		return
	}
	f.timetable(report.Timetable)
	f.cache(opened.cache.Stats())
	f.trains(opened)
	if applied := c.app.railway.applied; applied != nil {
		took, trains := applied()
		f.gauge("raild_realtime_apply_seconds", "How long it took to apply the last realtime data to the timetable.", took.Seconds())
		f.gauge("raild_realtime_trains", "Trains of which the realtime data tell.", float64(trains))
	}
}

// A finding is where metrics go.
type finding struct{ found chan<- prometheus.Metric }

// A label is the name of a label and its value.
type label struct{ name, value string }

func (f finding) gauge(name, help string, value float64, labels ...label) {
	f.tell(prometheus.GaugeValue, name, help, value, labels)
}

func (f finding) counter(name, help string, value float64, labels ...label) {
	f.tell(prometheus.CounterValue, name, help, value, labels)
}

func (f finding) tell(kind prometheus.ValueType, name, help string, value float64, labels []label) {
	var names, values []string
	for _, l := range labels {
		names, values = append(names, l.name), append(values, l.value)
	}
	f.found <- prometheus.MustNewConstMetric(prometheus.NewDesc(name, help, names, nil), kind, value, values...)
}

func (f finding) feed(r feedReport) {
	name, kind := label{"feed", r.Name}, label{"kind", r.Kind}
	f.gauge("raild_feed_up", "Whether the feed is in use and the last attempt to read it succeeded.", truth(r.Status == feedOK), name, kind)
	if r.AgeSeconds != nil {
		f.gauge("raild_feed_age_seconds", "Age of what was last read of the feed.", *r.AgeSeconds, name, kind)
	}
	f.counter("raild_feed_failures_total", "Attempts to read the feed that failed.", float64(r.Failures), name, kind)
	f.gauge("raild_feed_complaints", "What is wrong with the feed as it was last read.", float64(r.Complaints), name, kind)
	for of, n := range r.Counts {
		f.gauge("raild_feed_entities", "What the feed holds.", float64(n), name, kind, label{"of", of})
	}
}

func (f finding) timetable(r *timetableReport) {
	f.gauge("raild_stations", "Stations of the timetable.", float64(r.Stations))
	f.gauge("raild_trips", "Trips of the timetable, whenever they run.", float64(r.Trips))
	if r.Modified != nil {
		f.gauge("raild_timetable_modified_timestamp_seconds", "When the timetable was made.", float64(r.Modified.Unix()))
	}
}

func (f finding) cache(s response.Stats) {
	for _, outcome := range response.Outcomes() {
		f.counter("raild_cache_results_total", "Calls by how the cache of encoded answers served them.",
			float64(s.Outcomes[outcome]), label{"result", string(outcome)})
	}
	f.gauge("raild_cache_entries", "Answers in the cache.", float64(s.Entries))
	f.gauge("raild_cache_bytes", "Bytes of the answers in the cache.", float64(s.Bytes))
}

// trains tells how many current trains there are.
func (f finding) trains(o *opened) {
	current, err := o.service.GetVendorTrainsXML(context.Background())
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
		f.gauge("raild_trains", "Current trains: N not yet running, R running, T terminated.", float64(n), label{"status", status})
	}
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
