package reference_test

import (
	"context"
	"strings"
	"testing"
	"time"

	messages "github.com/OneBusAway/go-gtfs/proto"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/internal/rail"
	"example.com/quartet/internal/rail/running"
)

// TestDelayIsThatOfTheNextCall starts 101 on time, and makes it 15 minutes late at the Market and after it, or reports its
// vehicle half a minute before it would be as late there: the board of the Market, PublicMessage and Difference have the same delay.
func TestDelayIsThatOfTheNextCall(t *testing.T) {
	for name, test := range map[string]struct {
		at     string
		update func(m *message)
	}{
		"an update": {"2026-11-24 08:20:00", func(m *message) {
			m.tripUpdate(trip("c-101", "20261124"), m.stopTime(1, "", "+0"), m.stopTime(3, "+900", "+900"), m.stopTime(4, "+900", ""))
		}},
		"a vehicle alone": {"2026-11-24 08:38:30", func(m *message) {
			m.vehicle(trip("c-101", "20261124"), 3, messages.VehiclePosition_IN_TRANSIT_TO, 40.29, -8, "2026-11-24 08:38:30")
		}},
	} {
		t.Run(name, func(t *testing.T) {
			m := newMessage(t, test.at)
			test.update(m)
			tc := testCase{name: name, clock: time.Unix(m.unix(test.at), 0).UTC()}
			plan, _ := railway(t)
			s := rail.New((*fixedSource)(&running.State{Timetable: plan, Realtime: snapshot(t, plan, tc, [][]byte{m.bytes()})}), func() time.Time { return tc.clock })
			code := "MKTN"
			board, err := s.GetStationDataByCodeXML(context.Background(), &realtime.GetStationDataByCodeXML{StationCode: &code})
			if err != nil {
				t.Fatal(err)
			}
			late := int32(0)
			for _, r := range board {
				if *r.Traincode == "101" {
					late = r.Late
				}
			}
			current, _ := s.GetCurrentTrainsXML(context.Background())
			vendor, _ := s.GetVendorTrainsXML(context.Background())
			for i, r := range vendor {
				if *r.TrainCode == "101" && (late != 15 || *r.Difference != "900" || !strings.Contains(*current[i].PublicMessage, " (15 min late)")) {
					t.Errorf("Late %d, Difference %s, PublicMessage %q", late, *r.Difference, *current[i].PublicMessage)
				}
			}
		})
	}
}
