package timetable

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"
)

// A member is a station of a feed that a station of a merged timetable consists of.
type member struct {
	*Station       // as the timetable of its feed has it; it is not changed
	feed     int   // the number of the feed
	first    int32 // its number among the platforms of the merged station; its platforms follow
}

// A merger makes a timetable of several feeds.
type merger struct {
	*Timetable
	at map[*Station]member // by station of a feed, the merged station and its place among the platforms
}

// Merge returns a timetable with the stations and trips of several feeds. parts has a timetable of each feed, which must not be used
// any more, or nil for what before has from the feed; before stays as it is, and may be nil. All IDs and codes of
// a feed but the first get its prefix ([Prefix]), so that they do not depend on which feeds could be read. Stations of several feeds become one if they have one name and
// each is within the distance in metres of another; 0 merges none.
func Merge(before *Timetable, parts []*Timetable, distance float64) (*Timetable, error) {
	if len(parts) == 1 && parts[0] != nil {
		return parts[0], nil
	}
	m := merger{&Timetable{whole: &Feed{}, feeds: make([]*Feed, len(parts))}, map[*Station]member{}}
	var stations []member
	var versions []string
	var periods []Period
	for i, part := range parts {
		if part != nil {
			part.setFeed(i)
			m.feeds[i] = part.feeds[0]
			for _, s := range part.stations {
				stations = append(stations, member{s, i, 0})
			}
		} else if before != nil && before.feeds[i] != nil {
			m.feeds[i] = before.feeds[i]
			stations = append(stations, before.membersOf(i)...)
		}
		if f := m.feeds[i]; f != nil {
			m.whole.Zone = cmp.Or(m.whole.Zone, f.Zone)
			versions, periods = append(versions, f.Version), append(periods, f.Period)
		}
	}
	if m.whole.Zone == nil {
		return nil, errors.New("no timetable")
	}
	m.whole.Version, m.whole.Period = strings.Join(versions, "-"), union(periods)
	for _, group := range groups(stations, distance) {
		m.addStation(group)
	}
	if stations[0].NumericID != "" {
		SetNumericIDs(m.Timetable.stations)
	}
	for i, part := range parts {
		if part != nil {
			m.addTrips(i, part.trips)
		} else if m.feeds[i] != nil {
			m.addTrips(i, before.copyTrips(i))
		}
	}
	if err := m.index(); err != nil {
		return nil, err
	}
	return m.Timetable, nil
}

// setFeed makes a timetable that nobody uses yet that of the feed with a number.
func (t *Timetable) setFeed(feed int) {
	prefix := func(ids ...*string) {
		for _, id := range ids {
			if *id != "" {
				*id = Prefix(feed) + *id
			}
		}
	}
	for _, a := range t.feeds[0].Agencies {
		a.Feed = feed
	}
	for _, s := range t.stations {
		prefix(&s.ID)
		for k := range s.Stops {
			prefix(&s.Stops[k])
		}
	}
	for _, t := range t.trips {
		prefix(&t.ID, &t.Route)
		for k := range t.Members {
			prefix(&t.Members[k])
		}
	}
}

// membersOf returns the stations of a feed, as its timetable had them.
func (t *Timetable) membersOf(feed int) (own []member) {
	for _, s := range t.stations {
		for _, m := range s.members {
			if m.feed == feed {
				own = append(own, m)
			}
		}
	}
	return own
}

// groups returns the stations that become one together, and the others alone. A feed says itself which of its stations are one.
func groups(stations []member, distance float64) (groups [][]member) {
	with := make([]int, len(stations)) // the index of the first of each group
	for i := range stations {
		with[i] = i
	}
	if distance > 0 {
		name := func(i int) (string, Point) { return stations[i].foldedName, stations[i].Place }
		for _, near := range SameStations(len(stations), name, distance) {
			for _, i := range near {
				if stations[near[len(near)-1]].feed != stations[near[0]].feed {
					with[i] = near[0]
				}
			}
		}
	}
	at := map[int]int{}
	for i, s := range stations {
		if with[i] == i {
			at[i] = len(groups)
			groups = append(groups, nil)
		}
		k := at[with[i]]
		groups[k] = append(groups[k], s)
	}
	return groups
}

// addStation adds a station that consists of members. Passengers know it as the first one.
func (m *merger) addStation(members []member) {
	s := *members[0].Station
	s.kinds, s.agencies, s.Stops, s.PlatformCodes, s.members = nil, nil, nil, nil, members
	for k := range members {
		one := &members[k]
		if one.first = 0; k > 0 {
			one.first = int32(len(s.Stops)) + 1
			s.Stops = append(s.Stops, one.ID)
		}
		s.Stops = append(s.Stops, one.Stops...)
		codes := make([]string, 1+len(one.Stops))
		copy(codes, one.PlatformCodes)
		s.PlatformCodes = append(s.PlatformCodes, codes...)
		s.Alias = cmp.Or(s.Alias, one.Alias)
		m.at[one.Station] = member{&s, one.feed, one.first}
	}
	s.Code = mergedCode(members[0].feed, s.Code)
	m.Timetable.stations = append(m.Timetable.stations, &s)
}

// addTrips adds trips of a feed, with their calls at the merged stations.
func (m *merger) addTrips(feed int, trips []*Trip) {
	for _, t := range trips {
		code := mergedCode(feed, t.Code)
		t.Prefix, t.Code = int16(len(code)-len(t.Code)), code
		for i := range t.Calls {
			call := &t.Calls[i]
			place := m.at[call.Station]
			call.Station, call.Platform = place.Station, call.Platform+place.first
		}
	}
	m.trips = append(m.trips, trips...)
}

// copyTrips returns copies of the trips of a feed, as its timetable had them.
func (t *Timetable) copyTrips(feed int) (trips []*Trip) {
	copies := make([]Trip, 0, t.feeds[feed].Trips) // so that the garbage collector has few objects to visit
	for _, trip := range t.trips {
		if trip.Agency.Feed != feed {
			continue
		}
		copies = append(copies, *trip)
		one := &copies[len(copies)-1]
		one.Code, one.Prefix, one.Calls = trip.PublicCode(), 0, slices.Clone(trip.Calls)
		for i := range one.Calls {
			call := &one.Calls[i]
			k := slices.IndexFunc(call.Station.members, func(m member) bool { return call.Platform <= m.first+int32(len(m.Stops)) })
			m := call.Station.members[k]
			call.Station, call.Platform = m.Station, call.Platform-m.first
		}
		trips = append(trips, one)
	}
	return trips
}

// Prefix returns the prefix of the IDs of a feed of a merged timetable, "" for the first.
func Prefix(feed int) string {
	if feed == 0 {
		return ""
	}
	return strconv.Itoa(feed+1) + ":"
}

// mergedCode returns the code of a station or train in a merged timetable: with the prefix of the feed. A code of the first feed that
// looks like one with a prefix begins with "1:".
func mergedCode(feed int, code string) string {
	number, _, found := strings.Cut(code, ":")
	if _, err := strconv.Atoi(number); feed == 0 && found && err == nil {
		return "1:" + code
	}
	return Prefix(feed) + code
}
