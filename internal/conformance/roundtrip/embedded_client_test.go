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
