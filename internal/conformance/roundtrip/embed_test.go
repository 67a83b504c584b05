package roundtrip

import (
	"context"
	"net/http/httptest"
	"testing"

	"example.com/quartet/gen/realtime"
)

type upstream struct{ realtime.UnimplementedRealtime }

func (upstream) GetAllStationsXML(context.Context) ([]realtime.ObjStation, error) {
	return []realtime.ObjStation{{StationCode: realtime.Ptr("UP")}}, nil
}

// cached is a proxy that embeds a client and answers one operation itself.
type cached struct{ *realtime.Client }

func (cached) GetAllStationsXML(context.Context) ([]realtime.ObjStation, error) {
	return []realtime.ObjStation{{StationCode: realtime.Ptr("CACHED")}}, nil
}

// TestEmbeddedClientIsNotAsked holds a handler to the methods of the type that
// it serves, where that embeds a client with sequences.
func TestEmbeddedClientIsNotAsked(t *testing.T) {
	serve := func(service realtime.Realtime) *realtime.Client {
		server := httptest.NewServer(realtime.NewHandler(service))
		t.Cleanup(server.Close)
		client, err := realtime.NewClient(server.URL+"/realtime/realtime.asmx", realtime.HTTPGet)
		if err != nil {
			t.Fatal(err)
		}
		return client
	}
	origin := serve(upstream{})
	for name, service := range map[string]realtime.Realtime{"UP": origin, "CACHED": cached{origin}} {
		list, err := serve(service).GetAllStationsXML(t.Context())
		if err != nil || len(list) != 1 || *list[0].StationCode != name {
			t.Errorf("%T: %v, %v, want %s", service, list, err, name)
		}
	}
}
