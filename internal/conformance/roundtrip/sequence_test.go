package roundtrip

import (
	"context"
	"errors"
	"iter"
	"strconv"
	"testing"

	"example.com/quartet/gen/realtime"
)

// timetable yields one of its lists item by item, and has the others in memory.
type timetable struct {
	service
	stations func(context.Context) iter.Seq2[realtime.ObjStation, error]
}

func (s timetable) GetAllStationsXMLSeq(ctx context.Context) iter.Seq2[realtime.ObjStation, error] {
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

// TestSequences: a service may stream one list alone; every client reads each
// list either way.
func TestSequences(t *testing.T) {
	const many = 20_000
	trains := records(recordTypes["objTrainPositions"], 5)
	server := serve(t, timetable{always(trains, nil), stationsUpTo(many, nil)})
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
				t.Errorf("at once: %d stations, %v", len(whole), err)
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

// TestSequenceThatFails: short of what is sent at once that is a fault, behind
// it the items that came and an error.
func TestSequenceThatFails(t *testing.T) {
	sent := &realtime.Fault{Code: realtime.FaultClient, Reason: "no more stations"}
	forPairs(t, func(t *testing.T, front, back realtime.Binding) {
		t.Parallel()
		for _, n := range []int{2, 20_000} {
			behind := serve(t, timetable{always(nil, nil), stationsUpTo(n, sent)})
			bridge := serve(t, dial(t, behind, back))
			items := 0
			var last error
			for _, err := range dial(t, bridge, front).GetAllStationsXMLSeq(t.Context()) {
				if last = err; err == nil {
					items++
				}
			}
			var f *realtime.Fault
			if last == nil || items >= 20_000 || errors.As(last, &f) != (n == 2) || (items > 0) != (n > 2) {
				t.Errorf("%d items before the fault: %d came, then %v", n, items, last)
			}
			if f != nil && f.Code != sent.Code {
				t.Errorf("code %s", f.Code)
			}
		}
	})
}
