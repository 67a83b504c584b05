package gtfs

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"time"

	library "github.com/OneBusAway/go-gtfs"

	"example.com/quartet/internal/rail/timetable"
)

// A builder makes the timetable from the clean feed, as parsed by the GTFS library. It relies on the checks of checker.
type builder struct {
	*checker
	static *library.Static

	byStop    map[*library.Stop]*stopInfo
	calendars map[string]*calendar // by service_id
	paths     map[*library.Shape]*timetable.Path
	measured  map[string][]float64 // positions along the path, by shape and sequence of stops
	work      int                  // spent on measured; see maxWork

	slab []timetable.Call // free calls; see newCalls
}

// A stopInfo holds what calls need to know about a stop.
type stopInfo struct {
	station *timetable.Station
	place   timetable.Point
	number  int32 // unique
}

// A calendar is shared by all services with the same dates.
type calendar struct {
	*timetable.Calendar
	dates dates
}

// A draft is a trip that is not yet complete.
type draft struct {
	*timetable.Trip
	row      *trip
	calendar *calendar
	headsign string
	starts   []time.Duration // departures from frequencies.txt
}

func build(ctx context.Context, c *checker, static *library.Static, info timetable.Info) (*timetable.Timetable, error) {
	b := &builder{
		checker: c, static: static,
		byStop:    map[*library.Stop]*stopInfo{},
		calendars: map[string]*calendar{},
		paths:     map[*library.Shape]*timetable.Path{},
		measured:  map[string][]float64{},
	}
	stations := b.stations()
	b.shareCalendars()
	drafts := make([]*draft, 0, len(static.Trips))
	for i := range static.Trips {
		if err := cmp.Or(ctx.Err(), b.err); err != nil {
			return nil, err
		}
		if d := b.draft(&static.Trips[i]); d != nil {
			drafts = append(drafts, d)
		}
	}
	drafts = b.joinThrough(drafts)
	drafts = b.expandFrequencies(drafts)
	if b.err != nil {
		return nil, b.err
	}
	b.assignCodes(drafts)
	stations, trips := b.finish(stations, drafts)
	if len(trips) == 0 {
		return nil, Warning{File: "trips.txt", Message: "no usable trips: " + b.report.tripCounts()}
	}
	plan, err := timetable.New(b.zone, stations, trips, info)
	if err != nil {
		return nil, fmt.Errorf("building the timetable: %w", err)
	}
	return plan, nil
}

// shareCalendars makes one calendar for all services with the same dates, so that the dates of trips can be compared by
// pointer.
func (b *builder) shareCalendars() {
	same := map[[sha256.Size]byte]*calendar{}
	for _, s := range b.services {
		if s.dates.empty() {
			continue
		}
		content := binary.LittleEndian.AppendUint32(make([]byte, 0, 4+8*len(s.dates.bits)), uint32(s.dates.first))
		for _, word := range s.dates.bits {
			content = binary.LittleEndian.AppendUint64(content, word)
		}
		key := sha256.Sum256(content)
		if same[key] == nil {
			same[key] = &calendar{timetable.NewCalendar(s.dates.list()...), s.dates}
		}
		b.calendars[s.id] = same[key]
	}
}

func (d dates) list() []timetable.Date {
	var list []timetable.Date
	for on := range d.each {
		list = append(list, on.date())
	}
	return list
}

// draft converts a trip of the library. It returns nil if the trip has too few stops.
func (b *builder) draft(t *library.ScheduledTrip) *draft {
	row := &b.trips[b.tripIndex[t.ID]]
	route := &b.routes[row.route]
	calendar := b.calendars[t.Service.Id]
	path, calls := b.calls(t, row)
	if len(calls) < 2 {
		b.skipTrip(row, "fewer than two stops where passengers can get on or off")
		return nil
	}
	d := &draft{
		Trip: &timetable.Trip{
			ID: t.ID, Code: t.ShortName, Kind: route.kind, Route: route.id, DirectionID: row.direction,
			Calls: calls, Calendar: calendar.Calendar, Path: path,
		},
		row: row, calendar: calendar, headsign: t.Headsign,
	}
	for _, f := range t.Frequencies {
		for at := f.StartTime; at < f.EndTime && b.err == nil; at += f.Headway {
			d.starts = append(d.starts, at)
			b.keep(1)
		}
	}
	return d
}

// skipTrip counts a skipped trip and warns about it.
func (b *builder) skipTrip(row *trip, why string) {
	b.report.InvalidTrips++
	b.report.warn(Warning{"trips.txt", row.line, "trip_id", fmt.Sprintf("trip %s: %s; trip skipped", quote(row.id), why)})
}

// finish completes the drafts. It skips trips that package timetable rejects and stations without trains, and fills in
// the report.
func (b *builder) finish(stations []*timetable.Station, drafts []*draft) ([]*timetable.Station, []*timetable.Trip) {
	trips := make([]*timetable.Trip, 0, len(drafts))
	served := map[*timetable.Station]bool{}
	paths := map[*timetable.Path]bool{}
	directions := map[string]string{}
	first, last := lastDay, day(0)
	for _, d := range drafts {
		if err := d.Check(); err != nil {
			b.skipTrip(d.row, err.Error())
			continue
		}
		headsign := d.headsign
		if headsign == "" {
			headsign = d.Calls[len(d.Calls)-1].Station.Name
		}
		if _, ok := directions[headsign]; !ok {
			directions[headsign] = timetable.Direction(headsign)
		}
		d.Direction = directions[headsign]
		for _, call := range d.Calls {
			served[call.Station] = true
		}
		if d.Path != nil {
			paths[d.Path] = true
		}
		from, to := d.calendar.dates.ends()
		first, last = min(first, from), max(last, to)
		b.report.Calls += len(d.Calls)
		trips = append(trips, d.Trip)
	}
	kept := stations[:0]
	for _, s := range stations {
		if served[s] {
			kept = append(kept, s)
		}
	}
	r := b.report
	r.Stations, r.Trips, r.Paths, r.From, r.To = len(kept), len(trips), len(paths), first.date(), last.date()
	used := map[int32]bool{}
	for _, route := range b.routes {
		if route.used && !used[route.agency] {
			used[route.agency] = true
			r.Agencies = append(r.Agencies, b.agencies[route.agency].name)
		}
	}
	slices.Sort(r.Agencies)
	return kept, trips
}
