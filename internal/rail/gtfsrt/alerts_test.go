package gtfsrt_test

import (
	"slices"
	"strings"
	"testing"

	bindings "github.com/OneBusAway/go-gtfs/proto"
	"google.golang.org/protobuf/proto"

	"example.com/quartet/internal/rail/gtfsrt"
	"example.com/quartet/internal/rail/running"
	"example.com/quartet/internal/rail/timetable"
)

// alert returns an alert whose header has the given texts, such as "en:Snow", or "Snow" without a language.
func alert(who *bindings.EntitySelector, texts ...string) entities {
	a := &bindings.Alert{HeaderText: translated(texts...)}
	if who != nil {
		a.InformedEntity = []*bindings.EntitySelector{who}
	}
	return entities{{Alert: a}}
}

func translated(texts ...string) *bindings.TranslatedString {
	s := &bindings.TranslatedString{}
	for _, text := range texts {
		t := &bindings.TranslatedString_Translation{}
		if language, rest, ok := strings.Cut(text, ":"); ok {
			t.Language, text = &language, rest
		}
		t.Text = &text
		s.Translation = append(s.Translation, t)
	}
	return s
}

func everyone() *bindings.EntitySelector {
	return &bindings.EntitySelector{AgencyId: proto.String("agency")}
}

// TestInformedTrains checks which trains have an alert at 11:40 on the 21st: LOOP has just arrived, W starts in 20 minutes,
// and T1 has an update.
func TestInformedTrains(t *testing.T) {
	red, blue := "red", "blue"
	for _, test := range []struct {
		name     string
		who      *bindings.EntitySelector
		want     string
		warnings string
	}{
		{"an agency", everyone(), "LOOP T1 W", ""},
		{"a route", &bindings.EntitySelector{RouteId: &red}, "T1 W", ""},
		{"a route in its direction", &bindings.EntitySelector{RouteId: &red, DirectionId: proto.Uint32(0)}, "T1 W", ""},
		{"a route in the other direction", &bindings.EntitySelector{RouteId: &red, DirectionId: proto.Uint32(1)}, "", ""},
		{"a route that is not known", &bindings.EntitySelector{RouteId: proto.String("bus")}, "", "1 unknown route, 1 unused entity"},
		{"a trip", &bindings.EntitySelector{Trip: trip("LOOP")}, "LOOP", ""},
		{"a trip on its date", &bindings.EntitySelector{Trip: trip("LOOP 20261121")}, "LOOP", ""},
		{"a trip on another date", &bindings.EntitySelector{Trip: trip("LOOP 20261122")}, "", ""},
		{"a trip that is not known", &bindings.EntitySelector{Trip: trip("T9")}, "", "1 unknown trip, 1 unused entity"},
		{"a trip by its route", &bindings.EntitySelector{Trip: &bindings.TripDescriptor{
			RouteId: &blue, DirectionId: proto.Uint32(0), StartTime: proto.String("11:00:00"), StartDate: proto.String("20261121"),
		}}, "LOOP", ""},
		{"a trip that is a route", &bindings.EntitySelector{Trip: &bindings.TripDescriptor{RouteId: &blue}}, "LOOP", ""},
		{"a station", &bindings.EntitySelector{StopId: proto.String("D")}, "T1", ""},
		{"a platform", &bindings.EntitySelector{StopId: proto.String("D1")}, "T1", ""},
		{"a platform that no train calls at", &bindings.EntitySelector{StopId: proto.String("D2")}, "", ""},
		{"a stop that is not known", &bindings.EntitySelector{StopId: proto.String("Z")}, "", "1 unknown stop, 1 unused entity"},
		{"a route at a station", &bindings.EntitySelector{RouteId: &blue, StopId: proto.String("C")}, "LOOP", ""},
		{"a route at a station where it does not go", &bindings.EntitySelector{RouteId: &blue, StopId: proto.String("D")}, "", ""},
		{"a route type", &bindings.EntitySelector{RouteType: proto.Int32(2)}, "LOOP T1 W", ""},
		{"another route type", &bindings.EntitySelector{RouteType: proto.Int32(1)}, "", ""},
		{"a route type that is not served", &bindings.EntitySelector{RouteType: proto.Int32(3)}, "", "1 unused entity"},
		{"no one", nil, "", "1 unused entity"},
		{"nothing", &bindings.EntitySelector{}, "", "1 unused entity"},
	} {
		t.Run(test.name, func(t *testing.T) {
			plan := railway(t)
			feed := message(t, "11:40", alert(test.who, "Snow"), tripUpdate(trip("T1 20261121"), stops(t, "50 arr +3600")...))
			kinds := func(routeType int) (timetable.Kind, bool) {
				kind, ok := map[int]timetable.Kind{1: timetable.Metro, 2: timetable.Suburban}[routeType]
				return kind, ok
			}
			snapshot, report := gtfsrt.Apply(plan, at(t, "11:40"), []gtfsrt.Feed{{Message: feed}}, gtfsrt.Options{Kind: kinds})
			checkTimes(t, snapshot)
			var got []string
			for _, train := range snapshot.TripUpdates() {
				if slices.Equal(headers(train), []string{"Snow"}) {
					got = append(got, train.Journey.Code)
				}
				if train.Journey.Code != "T1" && train.Times != nil {
					t.Errorf("an alert sets the times of %s", train.Journey.Code)
				}
			}
			expect(t, "trains", strings.Join(got, " "), test.want)
			expect(t, "warnings", report.Feeds[0].Summary(), test.warnings)
		})
	}
}

func TestActivePeriods(t *testing.T) {
	plan := railway(t)
	period := func(start, end string) *bindings.TimeRange {
		r := &bindings.TimeRange{}
		if start != "" {
			r.Start = proto.Uint64(uint64(at(t, start).Unix()))
		}
		if end != "" {
			r.End = proto.Uint64(uint64(at(t, end).Unix()))
		}
		return r
	}
	for _, test := range []struct {
		name    string
		periods []*bindings.TimeRange
		want    bool
		next    string
	}{
		{"none", nil, true, "10:10"}, // the next time that alerts are added to trains
		{"now", []*bindings.TimeRange{period("10:00", "10:06")}, true, "10:06"},
		{"from now", []*bindings.TimeRange{period("10:05", "")}, true, "10:10"},
		{"until now", []*bindings.TimeRange{period("", "10:05")}, false, "00:00"},
		{"until later", []*bindings.TimeRange{period("", "10:07")}, true, "10:07"},
		{"from later", []*bindings.TimeRange{period("10:08", "10:20")}, false, "10:08"},
		{"between two", []*bindings.TimeRange{period("09:00", "10:00"), period("10:09", "11:00")}, false, "10:09"},
		{"in the second", []*bindings.TimeRange{period("09:00", "10:00"), period("10:04", "11:00")}, true, "10:10"},
		{"always", []*bindings.TimeRange{{}}, true, "10:10"},
		{"until 0, which is no end", []*bindings.TimeRange{{Start: proto.Uint64(1), End: proto.Uint64(0)}}, true, "10:10"},
	} {
		alerts := alert(everyone(), "Snow")
		alerts[0].Alert.ActivePeriod = test.periods
		snapshot, report := apply(t, plan, "10:05", message(t, "10:05", alerts))
		if got := find(t, plan, snapshot, "T1", saturday) != nil; got != test.want {
			t.Errorf("%s: shown is %v", test.name, got)
		}
		if next := short(report.Next.UTC()); next != test.next {
			t.Errorf("%s: the next change is at %s, want %s", test.name, next, test.next)
		}
		if warned := report.Feeds[0].Summary() == "1 malformed"; warned != strings.HasPrefix(test.name, "until 0") {
			t.Errorf("%s: warnings: %s", test.name, report.Feeds[0].Summary())
		}
	}
}

func TestTextsOfAlerts(t *testing.T) {
	plan := railway(t)
	const long = "0123456789"
	for _, test := range []struct {
		name     string
		language string
		header   []string
		more     []string
		want     string
	}{
		{"the only one", "", []string{"pt:Neve"}, nil, "Neve"},
		{"in the language", "en", []string{"pt:Neve", "en:Snow", "Schnee"}, nil, "Snow"},
		{"in the language, in any case", "EN", []string{"pt:Neve", "en:Snow"}, nil, "Snow"},
		{"in a variety of the language", "en-GB", []string{"pt:Neve", "en-US:Snow"}, nil, "Snow"},
		{"in the variety itself", "en-GB", []string{"en-US:Snow", "en-GB:Sleet"}, nil, "Sleet"},
		{"without a language", "fr", []string{"pt:Neve", "Snow"}, nil, "Snow"},
		{"the first", "fr", []string{"pt:Neve", "en:Snow"}, nil, "Neve"},
		{"not an empty one", "en", []string{"en:", "pt:Neve"}, nil, "Neve"},
		{"the description where there is no header", "", nil, []string{"Snow on the line"}, "Snow on the line"},
		{"the header where there are both", "", []string{"Snow"}, []string{"Snow on the line"}, "Snow"},
		{"of one line", "", []string{"Snow\r\n on\tthe \x00line\u2028here" + `\nand there` + "\u202e"}, nil, "Snow on the line here and there"},
		{"cut", "", []string{strings.Repeat(long, 40)}, nil, strings.Repeat(long, 30)[:299] + "…"},
	} {
		alerts := alert(everyone(), test.header...)
		alerts[0].Alert.DescriptionText = translated(test.more...)
		snapshot, _ := gtfsrt.Apply(plan, at(t, "10:05"), []gtfsrt.Feed{{Message: message(t, "10:05", alerts)}}, gtfsrt.Options{Language: test.language})
		train := find(t, plan, snapshot, "T1", saturday)
		if train == nil || !slices.Equal(headers(train), []string{test.want}) {
			t.Errorf("%s: got %+v, want %q", test.name, train, test.want)
		}
	}
}

func TestSeveralAlerts(t *testing.T) {
	plan := railway(t)
	first := message(t, "10:05", alert(everyone(), "One"), alert(&bindings.EntitySelector{RouteId: proto.String("red")}, "Two"))
	second := message(t, "10:05", alert(everyone(), "Two"), alert(everyone()), alert(everyone(), "Three"))
	snapshot, report := apply(t, plan, "10:05", first, second)
	if got := headers(find(t, plan, snapshot, "T1", saturday)); !slices.Equal(got, []string{"One", "Two", "Three"}) {
		t.Errorf("the messages are %q", got)
	}
	expect(t, "warnings", report.Feeds[0].Summary()+"|"+report.Feeds[1].Summary(), "|1 malformed")
}

func TestTooManyAlerts(t *testing.T) {
	plan := railway(t)
	var content entities
	for range 5001 {
		content = append(content, alert(everyone(), "Snow")...)
	}
	for range 1000 {
		content[0].Alert.InformedEntity = append(content[0].Alert.InformedEntity, everyone())
	}
	snapshot, report := apply(t, plan, "10:05", message(t, "10:05", content))
	if train := find(t, plan, snapshot, "T1", saturday); len(train.Alerts) != 1 {
		t.Errorf("%d messages", len(train.Alerts))
	}
	expect(t, "warnings", report.Feeds[0].Summary(), "1 unused entity")
}

func TestAlertsOnly(t *testing.T) {
	plan := railway(t)
	feed := message(t, "10:05", alert(everyone(), "Snow"), tripUpdate(trip("T1 20261121"), stops(t, "10 dep +60")...))
	snapshot, _ := gtfsrt.Apply(plan, at(t, "10:05"), []gtfsrt.Feed{{Message: feed, AlertsOnly: true}}, gtfsrt.Options{})
	train := find(t, plan, snapshot, "T1", saturday)
	if show(train) != "timetable" || len(train.Alerts) != 1 {
		t.Errorf("got %s, messages %q", show(train), headers(train))
	}
}

// headers returns the headers of a train's alerts.
func headers(train *running.TripUpdate) (all []string) {
	for _, alert := range train.Alerts {
		all = append(all, alert.Header)
	}
	return all
}

// TestAlertsOfPlaces compares what stations, trains and the whole railway have of three alerts, with their texts, pages and
// periods.
func TestAlertsOfPlaces(t *testing.T) {
	plan := railway(t)
	station, all, later := alert(&bindings.EntitySelector{StopId: proto.String("D")}, "Lift broken"), alert(everyone(), "Snow"), alert(everyone(), "Strike")
	station[0].Alert.DescriptionText, station[0].Alert.Url = translated("Use the\nstairs."), translated("en:https://rail.example/lift?a=1")
	station[0].Alert.ActivePeriod = []*bindings.TimeRange{{Start: proto.Uint64(uint64(at(t, "10:00").Unix())), End: proto.Uint64(uint64(at(t, "12:00").Unix()))}}
	all[0].Alert.HeaderText, all[0].Alert.DescriptionText, all[0].Alert.Url = nil, translated("Snow"), translated("en:javascript:alert(1)")
	later[0].Alert.ActivePeriod = []*bindings.TimeRange{{Start: proto.Uint64(uint64(at(t, "11:00").Unix()))}}
	feed := message(t, "10:05", station, all, later)
	snapshot, report := gtfsrt.Apply(plan, at(t, "10:05"), []gtfsrt.Feed{{Message: feed}}, gtfsrt.Options{})
	show := func(alerts []*running.Alert) string {
		var b strings.Builder
		for _, a := range alerts {
			b.WriteString(strings.Join([]string{a.Header, a.Description, a.URL, short(a.From.UTC()), short(a.Until.UTC())}, "|") + "; ")
		}
		return b.String()
	}
	const lift, snow = "Lift broken|Use the stairs.|https://rail.example/lift?a=1|10:00|12:00; ", "Snow|||00:00|00:00; "
	expect(t, "all", show(snapshot.Alerts().All()), lift+snow)
	expect(t, "the station", show(snapshot.Alerts().At(plan.StationByStop("D"))), lift+snow)
	expect(t, "another station", show(snapshot.Alerts().At(plan.StationByStop("A"))), snow)
	expect(t, "the train", show(snapshot.Alerts().About(find(t, plan, snapshot, "T1", saturday).Journey)), lift+snow)
	expect(t, "without data", show((*running.Snapshot)(nil).Alerts().All()), "")
	if report.Feeds[0].Applied != 2 {
		t.Errorf("%d entities are applied, want 2", report.Feeds[0].Applied)
	}
}

// TestAlertsOfAgencies compares which trains and stations have the alert of an agency: trains of the route red are those of
// Red Rail, all others those of Blue Rail, which does not serve D.
func TestAlertsOfAgencies(t *testing.T) {
	for agency, want := range map[string]string{
		"red":    "trains W, stations A B C D E; warnings: ",
		"blue":   "trains LOOP, stations A B C; warnings: ",
		"ferry":  "trains , stations ; warnings: 1 unused entity",
		"nobody": "trains LOOP W, stations A B C D E; warnings: ", // the timetable does not give agencies
	} {
		plan, red, blue := railway(t), &timetable.Agency{ID: "red"}, &timetable.Agency{ID: "blue"}
		var trips []*timetable.Trip
		for _, trip := range plan.Trips() {
			if trip.Agency = blue; trip.Route == "red" {
				trip.Agency = red
			}
			if agency == "nobody" {
				trip.Agency = nil
			}
			trips = append(trips, trip)
		}
		stations := slices.Collect(plan.Stations())
		plan, err := timetable.New(plan.Zone(), stations, trips, timetable.Info{})
		if err != nil {
			t.Fatal(err)
		}
		snapshot, report := apply(t, plan, "11:40", message(t, "11:40", alert(&bindings.EntitySelector{AgencyId: &agency}, "Strike")))
		var trains, places []string
		for _, train := range snapshot.TripUpdates() {
			if len(headers(train)) > 0 {
				trains = append(trains, train.Journey.Code)
			}
		}
		for _, s := range stations {
			if len(snapshot.Alerts().At(s)) > 0 {
				places = append(places, s.Code)
			}
		}
		expect(t, agency, "trains "+strings.Join(trains, " ")+", stations "+strings.Join(places, " ")+"; warnings: "+report.Feeds[0].Summary(), want)
	}
}

// TestAlertsOfTrains compares which alerts name trains: those about trips, lines and kinds of trains.
func TestAlertsOfTrains(t *testing.T) {
	plan := railway(t)
	red, station := "red", "D"
	snapshot, _ := apply(t, plan, "10:05", message(t, "10:05", alert(&bindings.EntitySelector{StopId: &station}, "a station"), alert(everyone(), "an agency"),
		alert(&bindings.EntitySelector{RouteId: &red}, "a line"), alert(&bindings.EntitySelector{RouteId: &red, StopId: &station}, "a line at a station"),
		alert(&bindings.EntitySelector{Trip: trip("T1")}, "a train")))
	var named []string
	for _, a := range snapshot.Alerts().All() {
		if a.OfTrains {
			named = append(named, a.Header)
		}
	}
	expect(t, "alerts of trains", strings.Join(named, ", "), "a line, a line at a station, a train")
}
