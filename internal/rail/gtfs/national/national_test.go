package national

import (
	"bytes"
	"context"
	"crypto/sha256"
	"testing"

	"google.golang.org/protobuf/proto"

	"example.com/quartet/internal/rail/gtfs"
	"example.com/quartet/internal/rail/timetable"
)

// small returns a network that is small enough for tests.
func small() *Network { return New(smallConfig()) }

func smallConfig() Config {
	config := Default()
	config.Stations, config.Trips, config.Calls, config.Running = 300, 1000, 14_000, 200
	return config
}

func TestFeedLoadsWithoutWarnings(t *testing.T) {
	network := small()
	var feed bytes.Buffer
	if err := network.WriteGTFS(&feed); err != nil {
		t.Fatal(err)
	}
	plan, report, err := gtfs.Load(context.Background(), feed.Bytes(), gtfs.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range report.Warnings {
		t.Error(w)
	}
	if report.Trips != 1000 || report.Calls != 14_000 || report.Stations < 250 || report.Stations > 350 || report.UnservedStops > 0 {
		t.Errorf("%v", report)
	}
	for _, trip := range plan.Trips() {
		if trip.Path == nil {
			t.Errorf("trip %s has no path", trip.ID)
		}
		for _, call := range trip.Calls {
			if d := trip.Path.At(float64(call.Along)).Distance(call.Station.Place); d > 50 {
				t.Errorf("trip %s: the path is %.0f m off %s", trip.ID, d, call.Station.Name)
			}
		}
	}

	running := 0
	for range plan.Between(network.Peak(), network.Peak()) {
		running++
	}
	if running < 195 || running > 230 {
		t.Errorf("%d trains are under way at the peak, want about 200", running)
	}
	message := network.Realtime(network.Peak())
	if len(message.Entity) != 2*running {
		t.Errorf("the realtime message has %d entities for %d trains", len(message.Entity), running)
	}
	for _, e := range message.Entity {
		checkEntity(t, plan, e.GetTripUpdate().GetTrip().GetTripId()+e.GetVehicle().GetTrip().GetTripId())
	}
}

func checkEntity(t *testing.T, plan *timetable.Timetable, id string) {
	t.Helper()
	if len(plan.TripsByID(id)) != 1 {
		t.Errorf("the realtime message names trip %q", id)
	}
}

func TestSameSeedSameRailway(t *testing.T) {
	sum := func(c Config) (sum [2][32]byte) {
		network := New(c)
		h := sha256.New()
		if err := network.WriteGTFS(h); err != nil {
			t.Fatal(err)
		}
		message, err := proto.MarshalOptions{Deterministic: true}.Marshal(network.Realtime(network.Peak()))
		if err != nil {
			t.Fatal(err)
		}
		return [2][32]byte{[32]byte(h.Sum(nil)), sha256.Sum256(message)}
	}
	a, b := sum(smallConfig()), sum(smallConfig())
	if a != b {
		t.Error("the same configuration generates different feeds")
	}
	other := smallConfig()
	other.Seed = 2
	if c := sum(other); c[0] == a[0] || c[1] == a[1] {
		t.Error("another seed generates the same feeds")
	}
}
