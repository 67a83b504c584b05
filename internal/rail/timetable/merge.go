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

// Merge returns a timetable with the stations and trips of several feeds. parts has a timetable of each feed, which must not be used
// any more, or nil for what before has from the feed; before stays as it is, and may be nil. All IDs of a feed but the first get its
// prefix ([Prefix]); a code gets it if an earlier feed has that code. Stations of several feeds become one if they have one name and
// each is within the distance in metres of another; 0 merges none.
func Merge(before *Timetable, parts []*Timetable, distance float64) (*Timetable, error) {
	if len(parts) == 1 && parts[0] != nil {
		return parts[0], nil
	}
	m := merger{before: before, parts: parts, Timetable: &Timetable{whole: &Feed{}, feeds: make([]*Feed, len(parts))}}
	numeric, versions, periods := false, []string{}, []Period{}
	var stations []member
	for i := range parts {
		own := m.stationsOf(i)
		if m.feeds[i] == nil {
			continue
		}
		m.whole.Zone = cmp.Or(m.whole.Zone, m.feeds[i].Zone)
		versions, periods = append(versions, m.feeds[i].Version), append(periods, m.feeds[i].Period)
		numeric = numeric || len(own) > 0 && own[0].NumericID != ""
		stations = append(stations, own...)
	}
	if m.whole.Zone == nil {
		return nil, errors.New("no timetable")
	}
	m.whole.Version, m.whole.Period = strings.Join(versions, "-"), union(periods)
	m.join(stations, distance)
	if numeric {
		SetNumericIDs(m.stations)
	}
	m.addTrips()
	if err := m.index(); err != nil {
		return nil, err
	}
	return m.Timetable, nil
}

// A merger makes a timetable of several feeds.
type merger struct {
	*Timetable // the result
	before     *Timetable
	parts      []*Timetable
	at         map[*Station]member // by station of a feed, the merged station and its place among the platforms
}

// stationsOf returns the stations of a feed, and sets what the timetable has from it.
func (m *merger) stationsOf(feed int) (own []member) {
	part := m.parts[feed]
	switch {
	case part != nil:
		part.setFeed(feed)
		m.feeds[feed] = part.feeds[0]
		for _, s := range part.stations {
			own = append(own, member{s, feed, 0})
		}
	case m.before != nil && m.before.feeds[feed] != nil:
		m.feeds[feed] = m.before.feeds[feed]
		for _, s := range m.before.stations {
			for _, one := range s.members {
				if one.feed == feed {
					own = append(own, one)
				}
			}
		}
	}
	return own
}

// setFeed makes a timetable that nobody uses yet that of the feed with a number.
func (t *Timetable) setFeed(feed int) {
	prefix := Prefix(feed)
	for _, a := range t.feeds[0].Agencies {
		a.Feed = feed
	}
	for _, s := range t.stations {
		s.ID = prefixed(prefix, s.ID)
		for k := range s.Stops {
			s.Stops[k] = prefixed(prefix, s.Stops[k])
		}
	}
	for _, t := range t.trips {
		t.ID, t.Route = prefixed(prefix, t.ID), prefixed(prefix, t.Route)
		for k := range t.Members {
			t.Members[k] = prefixed(prefix, t.Members[k])
		}
	}
}

// join makes the merged stations, in the order of the feeds.
func (m *merger) join(stations []member, distance float64) {
	m.at = make(map[*Station]member, len(stations))
	taken := make([]map[string]bool, len(m.parts)) // the codes of the stations of each feed
	group := m.groups(stations, distance)
	for i, first := range stations {
		members := []member{first}
		switch others, grouped := group[i]; {
		case grouped && others[0] != i:
			continue // it is part of an earlier one
		case grouped:
			members = nil
			for _, k := range others {
				members = append(members, stations[k])
			}
		}
		s := joined(members)
		s.Code = free(s.Code, Prefix(first.feed), taken[:first.feed])
		if taken[first.feed] == nil {
			taken[first.feed] = map[string]bool{}
		}
		taken[first.feed][Fold(s.Code)] = true
		m.stations = append(m.stations, s)
		for _, one := range s.members {
			m.at[one.Station] = member{s, one.feed, one.first}
		}
	}
}

// groups returns the indexes of the stations that become one, by the index of each of them.
func (m *merger) groups(stations []member, distance float64) map[int][]int {
	groups := map[int][]int{}
	if distance <= 0 {
		return groups
	}
	named := map[string][]int{}
	for i, s := range stations {
		if name := s.foldedName; s.Place != (Point{}) {
			named[name] = append(named[name], i)
		}
	}
	for _, same := range named {
		places := make([]Point, len(same))
		for k, i := range same {
			places[k] = stations[i].Place
		}
		for _, near := range Clusters(places, distance) {
			var group []int
			for _, k := range near {
				group = append(group, same[k])
			}
			if stations[group[0]].feed == stations[group[len(group)-1]].feed {
				continue // the feed says that they are several
			}
			for _, i := range group {
				groups[i] = group
			}
		}
	}
	return groups
}

// joined returns a station that consists of members. The first one is what passengers know it as.
func joined(members []member) *Station {
	s := *members[0].Station
	s.kinds, s.agencies, s.Stops, s.PlatformCodes, s.members = nil, nil, nil, nil, members
	known := slices.ContainsFunc(members, func(m member) bool { return m.PlatformCodes != nil })
	for k, one := range members {
		s.members[k].first = int32(len(s.Stops))
		if k > 0 {
			s.members[k].first++
			s.Stops = append(s.Stops, one.ID)
		}
		s.Stops = append(s.Stops, one.Stops...)
		if codes := one.PlatformCodes; known && codes == nil {
			s.PlatformCodes = append(s.PlatformCodes, make([]string, 1+len(one.Stops))...)
		} else {
			s.PlatformCodes = append(s.PlatformCodes, codes...)
		}
		if s.Alias == "" {
			s.Alias = one.Alias
		}
	}
	return &s
}

// addTrips adds the trips of all feeds, with their calls at the merged stations.
func (m *merger) addTrips() {
	taken := make([]map[string]bool, len(m.parts)) // the codes of the trains of each feed
	for feed, part := range m.parts {
		var trips []*Trip
		if part != nil {
			trips = part.trips
		} else if m.before != nil {
			trips = m.before.copyTrips(feed)
		}
		taken[feed] = map[string]bool{}
		for _, t := range trips {
			code := free(t.Code, Prefix(feed), taken[:feed])
			t.Prefix, t.Code = int16(len(code)-len(t.Code)), code
			taken[feed][Fold(code)] = true
			for i := range t.Calls {
				call := &t.Calls[i]
				place := m.at[call.Station]
				call.Station, call.Platform = place.Station, call.Platform+place.first
			}
		}
		m.trips = append(m.trips, trips...)
	}
}

// copyTrips returns copies of the trips of a feed, as its timetable had them.
func (t *Timetable) copyTrips(feed int) (trips []*Trip) {
	if t.feeds[feed] == nil {
		return nil
	}
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
			for _, m := range call.Station.members {
				if m.feed == feed && call.Platform >= m.first && call.Platform <= m.first+int32(len(m.Stops)) {
					call.Station, call.Platform = m.Station, call.Platform-m.first
					break
				}
			}
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

func prefixed(prefix, id string) string {
	if id == "" {
		return ""
	}
	return prefix + id
}

// free returns a code that no earlier feed has.
func free(code, prefix string, taken []map[string]bool) string {
	for slices.ContainsFunc(taken, func(codes map[string]bool) bool { return codes[Fold(code)] }) {
		code = prefix + code
	}
	return code
}
