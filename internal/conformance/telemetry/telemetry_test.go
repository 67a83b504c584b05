package telemetry_test

import (
	"context"
	"errors"
	"net/http/httptest"
	"testing"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/propagation"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/conformance/telemetry"
	"example.com/quartet/templates/soap"
)

// TestTelemetry calls a service, and reads the span and the duration of each call. A span of the server belongs to the trace of the client.
func TestTelemetry(t *testing.T) {
	otel.SetTextMapPropagator(propagation.TraceContext{})
	spans := tracetest.NewSpanRecorder()
	tracer := sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(spans)).Tracer("test")
	reader := sdkmetric.NewManualReader()
	interceptor, err := telemetry.Server(tracer, sdkmetric.NewMeterProvider(sdkmetric.WithReader(reader)).Meter("test"))
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(realtime.NewHandler(service{}, soap.WithInterceptors(interceptor)))
	defer server.Close()
	client, err := realtime.NewClient(server.URL+"/realtime/realtime.asmx", soap.SOAP12, soap.WithInterceptors(telemetry.Client))
	if err != nil {
		t.Fatal(err)
	}
	ctx, caller := tracer.Start(context.Background(), "caller")
	if _, err := client.GetAllStationsXML(ctx); err != nil {
		t.Fatal(err)
	}
	if _, err := client.GetStationsFilterXML(ctx, &realtime.GetStationsFilterXML{}); err == nil {
		t.Fatal("the fault has not arrived")
	}

	ended := spans.Ended()
	if len(ended) != 2 {
		t.Fatalf("%d spans have ended, want 2", len(ended))
	}
	for i, want := range []struct {
		name   string
		status codes.Code
	}{{"Realtime/getAllStationsXML", codes.Unset}, {"Realtime/getStationsFilterXML", codes.Error}} {
		span := ended[i]
		if span.Name() != want.name || span.Status().Code != want.status {
			t.Errorf("span %q has the status %v, want %q and %v", span.Name(), span.Status().Code, want.name, want.status)
		}
		if span.Parent().SpanID() != caller.SpanContext().SpanID() {
			t.Errorf("the parent of span %q is %v, want that of the caller", span.Name(), span.Parent().SpanID())
		}
	}
	var collected metricdata.ResourceMetrics
	if err := reader.Collect(ctx, &collected); err != nil {
		t.Fatal(err)
	}
	histogram := collected.ScopeMetrics[0].Metrics[0].Data.(metricdata.Histogram[float64])
	if n := len(histogram.DataPoints); n != 2 {
		t.Errorf("durations of %d kinds of call were recorded, want 2", n)
	}
}

type service struct{ realtime.UnimplementedRealtime }

func (service) GetAllStationsXML(context.Context) ([]realtime.ObjStation, error) { return nil, nil }

func (service) GetStationsFilterXML(context.Context, *realtime.GetStationsFilterXML) ([]realtime.ObjStationFilter, error) {
	return nil, errors.New("the database is not available")
}
