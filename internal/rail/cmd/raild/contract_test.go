package main

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/gen/realtime/realtimetest"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/record"
	"example.com/quartet/templates/soap/soaptest"
)

// TestContract runs the tests that were generated from the contract against the command.
func TestContract(t *testing.T) {
	printed, _ := start(t, "--clock", noon)
	realtimetest.RunURL(t, address(t, printed),
		soaptest.WithResults(),
		soaptest.WithRequest("getStationDataByNameXML_withNumMins", &realtime.GetStationDataByNameXMLWithNumMins{StationDesc: soap.Ptr("Harrow Fen"), NumMins: soap.Ptr("30")}),
		soaptest.WithRequest("getStationDataByCodeXML_WithNumMins", &realtime.GetStationDataByCodeXMLWithNumMins{StationCode: soap.Ptr("HARFN"), NumMins: soap.Ptr("30")}),
		soaptest.WithRequest("getTrainMovementsXML", &realtime.GetTrainMovementsXML{TrainId: soap.Ptr("A101"), TrainDate: soap.Ptr("21 Nov 2026")}))
}

// TestRecorded records calls of the command over each binding, and plays the recording to a client and as a server.
func TestRecorded(t *testing.T) {
	printed, _ := start(t, "--clock", noon)
	dir := t.TempDir()
	recorder, err := record.NewRecorder(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, binding := range bindings {
		want := filtered(t, address(t, printed), binding, recorder, "har")
		player, err := record.NewPlayer(os.DirFS(dir))
		if err != nil {
			t.Fatal(err)
		}
		if got := filtered(t, address(t, printed), binding, player, "har"); !cmp.Equal(got, want) {
			t.Errorf("%s: a recording that is played to a client differs: %s", binding, cmp.Diff(want, got))
		}
		server := httptest.NewServer(player)
		if got := filtered(t, server.URL+"/realtime/realtime.asmx", binding, http.DefaultTransport, "har"); !cmp.Equal(got, want) {
			t.Errorf("%s: a recording that is played by a server differs: %s", binding, cmp.Diff(want, got))
		}
		server.Close()
		client, err := realtime.NewClient(address(t, printed), binding, soap.WithHTTPClient(&http.Client{Transport: player}))
		if err != nil {
			t.Fatal(err)
		}
		_, err = client.GetStationsFilterXML(t.Context(), &realtime.GetStationsFilterXML{StationText: soap.Ptr("fen")})
		if unmatched := (*record.UnmatchedError)(nil); !errors.As(err, &unmatched) || !strings.Contains(unmatched.Nearest, "getStationsFilterXML") || !strings.Contains(unmatched.Difference, "fen") {
			t.Errorf("%s: a request without a recording: %v", binding, err)
		}
	}
	if err := recorder.Err(); err != nil {
		t.Error(err)
	}
}

// filtered returns the stations that match a text.
func filtered(t *testing.T, address string, binding soap.Binding, transport http.RoundTripper, text string) []realtime.ObjStationFilter {
	t.Helper()
	client, err := realtime.NewClient(address, binding, soap.WithHTTPClient(&http.Client{Transport: transport}))
	if err != nil {
		t.Fatal(err)
	}
	stations, err := client.GetStationsFilterXML(t.Context(), &realtime.GetStationsFilterXML{StationText: &text})
	if err != nil || len(stations) == 0 {
		t.Fatalf("%s: %d stations, %v", binding, len(stations), err)
	}
	return stations
}
