package roundtrip

import (
	"context"
	"errors"
	"iter"
	"strconv"
	"testing"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/templates/soap"
)

// streamedStations streams one of the lists.
type streamedStations struct {
	realtime.UnimplementedRealtime
	stations func(context.Context) iter.Seq2[realtime.ObjStation, error]
}

func (s streamedStations) GetAllStationsXMLSeq(ctx context.Context) iter.Seq2[realtime.ObjStation, error] {
	return s.stations(ctx)
}

func stationsUpTo(n int, err error) func(context.Context) iter.Seq2[realtime.ObjStation, error] {
	return func(context.Context) iter.Seq2[realtime.ObjStation, error] {
		return func(yield func(realtime.ObjStation, error) bool) {
			for i := range n {
				if !yield(realtime.ObjStation{StationDesc: pointer("Station & " + strconv.Itoa(i))}, nil) {
					return
				}
			}
			if err != nil {
				yield(realtime.ObjStation{}, err)
			}
		}
	}
}

// TestSequences checks that clients can read each list as a sequence and as a
// slice, if the service streams only one of them.
func TestSequences(t *testing.T) {
	t.Parallel()
	const many = 20_000
	trains := records(recordTypes["objTrainPositions"], 5)
	server := serve(t, always(trains, nil), realtime.WithStreams(streamedStations{stations: stationsUpTo(many, nil)}))
	for _, b := range bindings {
		t.Run(b.String(), func(t *testing.T) {
			client := dial(t, server, b)
			n := 0
			for station, err := range client.GetAllStationsXMLSeq(t.Context()) {
				if err != nil {
					t.Fatal(err)
				}
				if want := "Station & " + strconv.Itoa(n); *station.StationDesc != want {
					t.Fatalf("got %s, want %s", *station.StationDesc, want)
				}
				n++
			}
			if n != many {
				t.Errorf("got %d stations, want %d", n, many)
			}
			whole, err := client.GetAllStationsXML(t.Context())
			if err != nil || len(whole) != many {
				t.Errorf("as a slice: got %d stations, error %v; want %d", len(whole), err, many)
			}
			var got []realtime.ObjTrainPositions
			for train, err := range client.GetCurrentTrainsXMLSeq(t.Context()) {
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, train)
			}
			if d := difference(got, trains); d != "" {
				t.Error(d)
			}
		})
	}
}

// TestFailingSequence checks the error of a sequence that fails: before the first
// flush the client receives the fault and no items, later some items and an
// error that is not a fault.
func TestFailingSequence(t *testing.T) {
	sent := &soap.Fault{Code: soap.FaultClient, Reason: "no more stations"}
	forPairs(t, func(t *testing.T, front, back soap.Binding) {
		t.Parallel()
		for _, n := range []int{2, 20_000} {
			backend := serve(t, always(nil, nil), realtime.WithStreams(streamedStations{stations: stationsUpTo(n, sent)}))
			client := dial(t, backend, back)
			bridge := serve(t, client, realtime.WithStreams(client))
			items := 0
			var last error
			for _, err := range dial(t, bridge, front).GetAllStationsXMLSeq(t.Context()) {
				if last = err; err == nil {
					items++
				}
			}
			var f *soap.Fault
			if last == nil || items >= 20_000 || errors.As(last, &f) != (n == 2) || (items > 0) != (n > 2) {
				t.Errorf("fault after %d items: got %d items and error %v", n, items, last)
			}
			if f != nil && f.Code != sent.Code {
				t.Errorf("got code %s, want %s", f.Code, sent.Code)
			}
		}
	})
}
