package makefeed

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strconv"
	"time"
)

// The columns of each file, as in the GTFS Schedule Reference.

// Values of agency.txt and feed_info.txt.
const (
	agencyName  = "Island Railway"
	agencyURL   = "https://railway.example/"
	contact     = "timetable@railway.example"
	timeZone    = "Atlantic/Madeira"
	feedVersion = "2026-11-21" // when the tables were last changed
)

// A table holds the rows of a file of the feed; the first row has the column names.
type table [][]string

func (t *table) add(fields ...string) { *t = append(*t, fields) }

// makeFeed returns the files of the feed by name.
func makeFeed() (map[string][]byte, error) {
	p, err := makePlan()
	if err != nil {
		return nil, err
	}
	platforms := platforms(p)
	files := map[string][]byte{}
	for name, t := range map[string]table{
		"agency.txt":         agency(),
		"feed_info.txt":      feedInfo(),
		"stops.txt":          stops(platforms),
		"translations.txt":   translations(),
		"routes.txt":         routes(),
		"calendar.txt":       calendar(),
		"calendar_dates.txt": calendarDates(),
		"trips.txt":          p.tripRows(),
		"stop_times.txt":     p.stopTimes(platforms),
		"frequencies.txt":    p.frequencies(),
		"transfers.txt":      p.transfers(),
		"shapes.txt":         p.shapeRows(),
	} {
		var b bytes.Buffer
		if err := csv.NewWriter(&b).WriteAll(t); err != nil {
			return nil, fmt.Errorf("writing %s: %w", name, err)
		}
		files[name] = b.Bytes()
	}
	return files, nil
}

func agency() table {
	return table{
		{"agency_id", "agency_name", "agency_url", "agency_timezone", "agency_lang"},
		{"IR", agencyName, agencyURL, timeZone, "en"},
	}
}

func feedInfo() table {
	return table{
		{"feed_publisher_name", "feed_publisher_url", "feed_lang", "default_lang", "feed_start_date", "feed_end_date", "feed_version", "feed_contact_email"},
		{agencyName, agencyURL, "en", "en", date(day(firstYear, time.January, 1)), date(day(lastYear, time.December, 31)), feedVersion, contact},
	}
}

func stops(platforms []platform) table {
	t := table{{"stop_id", "stop_code", "stop_name", "stop_lat", "stop_lon", "location_type", "parent_station", "platform_code"}}
	for _, s := range stations {
		t.add(strconv.Itoa(s.number), s.code, s.name, decimal(s.latitude), decimal(s.longitude), "1", "", "")
		for _, p := range platforms {
			if p.station == s.code {
				t.add(p.id, "", s.name, decimal(p.latitude), decimal(p.longitude), "0", strconv.Itoa(s.number), p.number)
			}
		}
	}
	return t
}

func translations() table {
	t := table{{"table_name", "field_name", "language", "translation", "record_id"}}
	for _, s := range stations {
		if s.alias != "" {
			t.add("stops", "stop_name", s.language, s.alias, strconv.Itoa(s.number))
		}
	}
	return t
}

func routes() table {
	t := table{{"route_id", "agency_id", "route_short_name", "route_long_name", "route_desc", "route_type", "route_color", "route_text_color", "route_sort_order"}}
	for i, l := range lines {
		t.add(l.route, "IR", l.route, l.name, l.description, strconv.Itoa(l.routeType), l.color, "FFFFFF", strconv.Itoa(i+1))
	}
	return t
}

func calendar() table {
	from, to := date(day(firstYear, time.January, 1)), date(day(lastYear, time.December, 31))
	return table{
		{"service_id", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "start_date", "end_date"},
		{weekdays, "1", "1", "1", "1", "1", "0", "0", from, to},
		{weekends, "0", "0", "0", "0", "0", "1", "1", from, to},
		{daily, "1", "1", "1", "1", "1", "1", "1", from, to},
	}
}

func calendarDates() table {
	t := table{{"service_id", "date", "exception_type"}}
	for _, e := range exceptions() {
		kind := "2"
		if e.added {
			kind = "1"
		}
		t.add(e.service, date(e.date), kind)
	}
	return t
}

func (p *plan) tripRows() table {
	t := table{{"route_id", "service_id", "trip_id", "trip_headsign", "trip_short_name", "direction_id", "block_id", "shape_id"}}
	for _, trip := range p.trips {
		t.add(trip.line.route, trip.service, trip.id, trip.headsign, trip.code, strconv.Itoa(direction(trip.inward)), trip.block, trip.shape)
	}
	return t
}

func (p *plan) stopTimes(platforms []platform) table {
	t := table{{"trip_id", "arrival_time", "departure_time", "stop_id", "stop_sequence", "pickup_type", "drop_off_type", "shape_dist_traveled"}}
	for _, trip := range p.trips {
		for i, c := range trip.calls {
			service := "0" // value of pickup_type and drop_off_type: regular
			if c.passes {
				service = "1" // no pickup or drop-off: the train passes
			}
			stop := platformOf(platforms, c.station, trip.line.route, trip.inward)
			t.add(trip.id, clock(c.arrive), clock(c.depart), stop, strconv.Itoa(i+1), service, service, whole(c.distance))
		}
	}
	return t
}

func (p *plan) frequencies() table {
	t := table{{"trip_id", "start_time", "end_time", "headway_secs", "exact_times"}}
	for _, trip := range p.trips {
		for _, b := range trip.frequency {
			t.add(trip.id, clock(b.from), clock(b.until), strconv.Itoa(int(b.every/second)), "1")
		}
	}
	return t
}

// transfers returns transfers.txt: passengers of through trains stay in their seats (transfer_type 4).
func (p *plan) transfers() table {
	t := table{{"from_stop_id", "to_stop_id", "transfer_type", "from_trip_id", "to_trip_id"}}
	for _, train := range throughTrains {
		t.add("", "", "4", train.service+"-"+train.code+"-1", train.service+"-"+train.code+"-2")
	}
	return t
}

func (p *plan) shapeRows() table {
	t := table{{"shape_id", "shape_pt_lat", "shape_pt_lon", "shape_pt_sequence", "shape_dist_traveled"}}
	for _, s := range p.shapes {
		for i, point := range s.points {
			t.add(s.id, decimal(point.latitude), decimal(point.longitude), strconv.Itoa(i+1), whole(point.distance))
		}
	}
	return t
}

func date(t time.Time) string { return t.Format("20060102") }

// clock formats a time since the start of the service date as the Schedule Reference does, also after 24:00.
func clock(d time.Duration) string {
	return fmt.Sprintf("%02d:%02d:%02d", d/hour, d%hour/minute, d%minute/second)
}

func decimal(f float64) string { return strconv.FormatFloat(degrees(f), 'f', 5, 64) }

func whole(f float64) string { return strconv.FormatFloat(f, 'f', 0, 64) }
