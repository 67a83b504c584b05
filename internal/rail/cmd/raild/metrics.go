package main

import (
	"cmp"
	"log/slog"
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promauto"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// metrics counts requests. Its label values come from the contract and from responses, never from the contents of
// requests, so their number is limited. A nil *metrics counts nothing.
type metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	duration *prometheus.HistogramVec
	sent     *prometheus.CounterVec
	inFlight prometheus.Gauge
	reloads  *prometheus.CounterVec
	dates    prometheus.Counter
}

// newMetrics returns metrics in a new registry, which also has the given collectors, the Go runtime and the process.
func newMetrics(more ...prometheus.Collector) *metrics {
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}), collectors.NewBuildInfoCollector())
	registry.MustRegister(more...)
	factory := promauto.With(registry)
	return &metrics{
		registry: registry,
		requests: factory.NewCounterVec(prometheus.CounterOpts{
			Name: "raild_requests_total", Help: "Finished requests by operation, binding and HTTP status.",
		}, []string{"operation", "binding", "status"}),
		duration: factory.NewHistogramVec(prometheus.HistogramOpts{
			Name: "raild_request_duration_seconds", Help: "Duration of requests.",
			Buckets: []float64{.00005, .0001, .00025, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, 1, 5},
		}, []string{"operation", "binding"}),
		sent: factory.NewCounterVec(prometheus.CounterOpts{
			Name: "raild_response_bytes_total", Help: "Bytes of response bodies as sent.",
		}, []string{"operation", "binding"}),
		inFlight: factory.NewGauge(prometheus.GaugeOpts{
			Name: "raild_requests_in_flight", Help: "Requests in progress.",
		}),
		reloads: factory.NewCounterVec(prometheus.CounterOpts{
			Name: "raild_reloads_total", Help: "Reloads on SIGHUP by part and result.",
		}, []string{"part", "result"}),
		dates: factory.NewCounter(prometheus.CounterOpts{
			Name: "raild_unread_dates_total", Help: "Calls with a TrainDate that is not a date, without those that the cache answered.",
		}),
	}
}

// observe counts a finished request.
func (m *metrics) observe(call *callInfo, code int, bytes int64, took time.Duration) {
	if m == nil {
		return
	}
	operation, binding := "none", "none" // the contract, the service page, and errors before the operation is known
	if call.operation != "" {
		operation, binding = call.operation, call.binding.String()
	}
	m.requests.WithLabelValues(operation, binding, strconv.Itoa(cmp.Or(code, 499))).Inc() // 499: aborted before the status was sent
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
