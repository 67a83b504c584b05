// Package telemetry is the example of OpenTelemetry in generator/IMPLEMENTING.md. It is a separate module, because
// Quartet does not depend on OpenTelemetry.
package telemetry

import (
	"context"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"

	"example.com/quartet/templates/soap"
)

// Server returns an interceptor for handlers. Each call is a span, below that of the caller, and a duration in a histogram.
func Server(tracer trace.Tracer, meter metric.Meter) (soap.Interceptor, error) {
	duration, err := meter.Float64Histogram("rpc.server.call.duration", metric.WithUnit("s"))
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, call *soap.Call, next func(context.Context) error) error {
		start := time.Now()
		attributes := []attribute.KeyValue{
			attribute.String("rpc.service", call.Service),
			attribute.String("rpc.method", call.Operation),
			attribute.String("rpc.system", call.Binding.String()),
		}
		ctx = otel.GetTextMapPropagator().Extract(ctx, propagation.HeaderCarrier(call.RequestHeader))
		ctx, span := tracer.Start(ctx, call.Service+"/"+call.Operation,
			trace.WithSpanKind(trace.SpanKindServer), trace.WithAttributes(attributes...))
		defer span.End()
		err := next(ctx)
		if err != nil {
			code := soap.FaultServer // what the caller gets for an error that is not a fault
			if fault, ok := soap.AsFault(err); ok {
				code = fault.Code
			}
			attributes = append(attributes, attribute.String("error.type", string(code)))
			span.RecordError(err)
			span.SetStatus(codes.Error, string(code))
		}
		duration.Record(ctx, time.Since(start).Seconds(), metric.WithAttributes(attributes...))
		return err
	}, nil
}

// Client is an interceptor for clients, which sends the span of the context with each call.
func Client(ctx context.Context, call *soap.Call, next func(context.Context) error) error {
	otel.GetTextMapPropagator().Inject(ctx, propagation.HeaderCarrier(call.RequestHeader))
	return next(ctx)
}
