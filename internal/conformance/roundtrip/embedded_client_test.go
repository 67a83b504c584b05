package roundtrip

import (
	"context"
	"net/http/httptest"
	"testing"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/templates/soap"
)

type upstream struct{ realtime.UnimplementedRealtime }

func (upstream) GetAllStationsXML(context.Context) ([]realtime.ObjStation, error) {
	return []realtime.ObjStation{{StationCode: soap.Ptr("UP")}}, nil
}

// cached is a proxy that embeds a client and implements one operation itself.
type cached struct{ *realtime.Client }

func (cached) GetAllStationsXML(context.Context) ([]realtime.ObjStation, error) {
	return []realtime.ObjStation{{StationCode: soap.Ptr("CACHED")}}, nil
}

// TestEmbeddedClient checks that a handler calls the methods of the service's own
// type if that embeds a client, which has a Seq method for the same operation: it
// streams only with the option WithStreams.
func TestEmbeddedClient(t *testing.T) {
	serve := func(service realtime.Realtime) *realtime.Client {
		server := httptest.NewServer(realtime.NewHandler(service))
		t.Cleanup(server.Close)
		client, err := realtime.NewClient(server.URL+"/realtime/realtime.asmx", soap.HTTPGet)
		if err != nil {
			t.Fatal(err)
		}
		return client
	}
	origin := serve(upstream{})
	for name, service := range map[string]realtime.Realtime{"UP": origin, "CACHED": cached{origin}} {
		list, err := serve(service).GetAllStationsXML(t.Context())
		if err != nil || len(list) != 1 || *list[0].StationCode != name {
			t.Errorf("%T: got %v, error %v; want one station with code %s", service, list, err, name)
		}
	}
}

// TestStreamingBridge calls operations through a handler that streams what a client reads item by item.
func TestStreamingBridge(t *testing.T) {
	list := func(op operation) any { return records(op.recordType(), 3) }
	backend := serve(t, listService(list))
	client := dial(t, backend, soap.SOAP12)
	bridge := serve(t, realtime.UnimplementedRealtime{}, realtime.WithStreams(client))
	forAll(t, func(t *testing.T, op operation, b soap.Binding) {
		got, err := op.call(t.Context(), dial(t, bridge, b))
		if d := difference(got, list(op)); err != nil || d != "" {
			t.Errorf("%v, %s", err, d)
		}
	})
	nothing := serve(t, listService(list), realtime.WithStreams(realtime.UnimplementedRealtime{}))
	forAll(t, func(t *testing.T, op operation, b soap.Binding) {
		got, err := op.call(t.Context(), dial(t, nothing, b))
		if d := difference(got, list(op)); err != nil || d != "" {
			t.Errorf("without a sequence: %v, %s", err, d)
		}
	})
}
