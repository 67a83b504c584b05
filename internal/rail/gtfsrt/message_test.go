package gtfsrt_test

import (
	"strings"
	"testing"

	bindings "github.com/OneBusAway/go-gtfs/proto"
	"google.golang.org/protobuf/proto"

	"example.com/quartet/internal/rail/gtfsrt"
)

func TestUndecodableMessages(t *testing.T) {
	whole := encoded(t, "09:00", tripUpdate(trip("T1"), stops(t, "10 dep +60")...))
	differences, err := proto.Marshal(&bindings.FeedMessage{Header: &bindings.FeedHeader{
		GtfsRealtimeVersion: proto.String("2.0"), Incrementality: bindings.FeedHeader_DIFFERENTIAL.Enum(),
	}})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, want string
		data       []byte
	}{
		{"empty", "it is empty", nil},
		{"a page", "HTML or XML", []byte("\n<!DOCTYPE html><html>")},
		{"JSON", "JSON", []byte(`{"header": {}}`)},
		{"a static feed", "ZIP", []byte("PK\x03\x04....")},
		{"half", "truncated", whole[:len(whole)-3]},
		{"no header", "truncated or in another format", whole[2+int(whole[1]):]},
		{"differences", "DIFFERENTIAL", differences},
	} {
		if _, err := gtfsrt.Decode(test.data); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: the error is %v, want one with %q", test.name, err, test.want)
		}
	}
}

// TestInvalidEntities has one invalid entity of each kind next to a valid one, which is applied.
func TestInvalidEntities(t *testing.T) {
	valid := func() entities { return tripUpdate(trip("T1 20261121"), stops(t, "10 dep +60")...) }
	noText := alert(everyone(), "x")
	noText[0].Alert.HeaderText.Translation[0].Text = nil
	for _, test := range []struct {
		name    string
		content entities
		want    string
	}{
		{"nothing else", nil, ""},
		{"nothing in it", entities{{}}, "1 unused entity"},
		{"deleted", entities{{IsDeleted: proto.Bool(true), TripUpdate: valid()[0].TripUpdate}}, "1 unused entity"},
		{"of no trip", entities{{TripUpdate: &bindings.TripUpdate{}}}, "1 malformed"},
		{"an alert without its required text", noText, "1 malformed"},
		{"without an id", entities{{Id: proto.String(""), Vehicle: &bindings.VehiclePosition{Trip: trip("T1 20261121")}}}, "1 malformed"},
		{"two things at once", entities{{
			TripUpdate: &bindings.TripUpdate{Trip: trip("LOOP 20261121"), Delay: proto.Int32(60)},
			Vehicle:    &bindings.VehiclePosition{Trip: trip("LOOP 20261121")},
		}}, ""},
		{"a shape", entities{{Shape: &bindings.Shape{ShapeId: proto.String("s")}}}, "1 unused entity"},
		{"trip modifications", modifications(), "1 unused entity"},
		{"too large", alert(everyone(), strings.Repeat("x", 1<<18)), "1 malformed"},
		{"an extension that another producer uses otherwise", extended(), "1 unused entity"},
	} {
		t.Run(test.name, func(t *testing.T) {
			plan := railway(t)
			snapshot, report := apply(t, plan, "09:00", message(t, "09:00", test.content, valid()))
			expect(t, "times", show(find(t, plan, snapshot, "T1", saturday)), "10:01* 10:11-10:13 10:21-10:23 10:31-10:32 10:41")
			expect(t, "warnings", report.Feeds[0].Summary(), test.want)
			if test.name == "two things at once" {
				if train := find(t, plan, snapshot, "LOOP", saturday); train == nil || train.Vehicle == nil || train.Times == nil {
					t.Errorf("only one of both is applied: %+v", train)
				}
			}
		})
	}
}

// modifications returns an entity with TripModifications, which the bindings do not have.
func modifications() entities {
	entity := &bindings.FeedEntity{}
	entity.ProtoReflect().SetUnknown([]byte{8<<3 | 2, 0})
	return entities{entity}
}

// extended returns an entity with an extension that is a text, whose number the bindings know as the number of a message.
func extended() entities {
	update := tripUpdate(trip("T9 20261121"))
	update[0].TripUpdate.Trip.ProtoReflect().SetUnknown([]byte("\xca\x3e\x04text"))
	update[0].IsDeleted = proto.Bool(true)
	return update
}

// TestStopHeadsigns checks that a stop_headsign is ignored, with one warning for the message.
func TestStopHeadsigns(t *testing.T) {
	signed := func(train, field string) entities {
		update := tripUpdate(trip(train+" 20261121"), stops(t, "10 dep +60")...)
		// stop_time_properties has the number 6, and stop_headsign in it 2. The bindings do not have it.
		update[0].TripUpdate.StopTimeUpdate[0].ProtoReflect().SetUnknown([]byte(field))
		return update
	}
	const headsign, platform = "\x32\x04\x12\x02Up", "\x32\x04\x0a\x02A2"
	plan := railway(t)
	snapshot, report := apply(t, plan, "09:55", message(t, "09:55", signed("T1", headsign), signed("NIGHT", headsign), signed("W", platform)))
	expect(t, "times", show(find(t, plan, snapshot, "T1", saturday)), "10:01* 10:11-10:13 10:21-10:23 10:31-10:32 10:41")
	want := "unused entity: stop_headsign in 2 trip updates is ignored: the direction of a train comes from trip_headsign"
	if w := report.Feeds[0].Warnings; len(w) == 0 || w[0].String() != want {
		t.Errorf("the warnings are %v", w)
	}
}

func TestWarningsAreLimitedAndOnOneLine(t *testing.T) {
	plan := railway(t)
	var content entities
	for range 100 {
		e := tripUpdate(trip("x"))
		e[0].TripUpdate.Trip.TripId = proto.String("line\nbreak" + strings.Repeat("x", 1000))
		e[0].Id = proto.String("id\x1b[31m")
		content = append(content, e...)
	}
	_, report := apply(t, plan, "09:00", message(t, "09:00", content))
	count := report.Feeds[0]
	if count.WarningCount() != 100 || len(count.Warnings) != 5 || count.Entities != 100 || count.Updates != 100 || count.Applied != 0 {
		t.Errorf("the report is %+v", count)
	}
	text := count.Warnings[0].String()
	if strings.ContainsAny(text, "\n\x1b") || len(text) > 200 || !strings.Contains(text, `"id\x1b[31m"`) {
		t.Errorf("a warning is %q", text)
	}
}
