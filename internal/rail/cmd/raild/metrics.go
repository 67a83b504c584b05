package main

import (
	"cmp"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// metrics are what is told about requests. Their labels take their values from the contract and from what the service
// answers, never from what a request holds, so there are only so many of them. A nil *metrics notes nothing.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	duration *prometheus.HistogramVec
	sent     *prometheus.CounterVec
	inFlight prometheus.Gauge
}

// newMetrics returns metrics in a registry of their own, with those of the collectors, of the Go runtime and of the
// process.
func newMetrics(more ...prometheus.Collector) *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "raild_requests_total", Help: "Requests that were answered, by operation, binding and HTTP status.",
		}, []string{"operation", "binding", "status"}),
		duration: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "raild_request_duration_seconds", Help: "How long it took to answer requests.",
			Buckets: []float64{.00005, .0001, .00025, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, 1, 5},
		}, []string{"operation", "binding"}),
		sent: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "raild_response_bytes_total", Help: "Bytes of the bodies of answers, as sent.",
		}, []string{"operation", "binding"}),
		inFlight: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "raild_requests_in_flight", Help: "Requests that are being answered.",
		}),
	}
	m.registry.MustRegister(m.requests, m.duration, m.sent, m.inFlight,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), collectors.NewBuildInfoCollector())
	m.registry.MustRegister(more...)
	return m
}

// begin notes that a request has come. The function that it returns notes that it has gone.
func (m *metrics) begin() (end func()) {
	if m == nil {
		return func() {}
	}
	m.inFlight.Inc()
	return m.inFlight.Dec
}

// observe notes an answer.
func (m *metrics) observe(called *called, code int, bytes int64, took time.Duration) {
	if m == nil {
		return
	}
	operation, binding := "none", "none" // the contract, the service page, and what is wrong too early
	if called.operation != "" {
		operation, binding = called.operation, called.binding.String()
	}
	m.requests.WithLabelValues(operation, binding, strconv.Itoa(cmp.Or(code, 499))).Inc() // 499: broken off before there was one
	m.duration.WithLabelValues(operation, binding).Observe(took.Seconds())
	m.sent.WithLabelValues(operation, binding).Add(float64(bytes))
}

// handler serves the metrics.
func (m *metrics) handler(logger *slog.Logger) http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{
		ErrorLog:      slog.NewLogLogger(logger.Handler(), slog.LevelWarn),
		ErrorHandling: promhttp.ContinueOnError,
		Registry:      m.registry,
	})
}
