package makefeed

import (
	"fmt"
	"strconv"
)

// A platform is a stop of the feed: the place in a station where the trains of a line in one direction stop.
type platform struct {
	id, number          string
	station             string
	route               string
	inward              bool
	latitude, longitude float64
}

// platforms returns the platforms of all stations. Each line that stops at a station has two platforms there, the first
// for its outward trains.
func platforms(p *plan) []platform {
	stopping := map[[2]string]bool{} // station and route
	for _, trip := range p.trips {
		for _, c := range trip.calls {
			if !c.passes {
				stopping[[2]string{c.station, trip.line.route}] = true
			}
		}
	}
	var all []platform
	for _, s := range stations {
		number := 0
		for _, l := range lines {
			if !stopping[[2]string{s.code, l.route}] {
				continue
			}
			for _, inward := range []bool{false, true} {
				number++
				all = append(all, platform{
					id: fmt.Sprintf("%d-%d", s.number, number), number: strconv.Itoa(number),
					station: s.code, route: l.route, inward: inward,
					// Side by side, from west to east, with the station in the middle of the first two.
					latitude: s.latitude, longitude: s.longitude + (float64(number)-1.5)*0.00010,
				})
			}
		}
	}
	return all
}

// platformOf returns the ID of the platform where a train of the line stops, or of one that it passes: a train that
// does not stop passes a platform of another line in the same direction.
func platformOf(platforms []platform, station, route string, inward bool) string {
	id := ""
	for _, p := range platforms {
		if p.station != station || p.inward != inward {
			continue
		}
		if p.route == route {
			return p.id
		}
		if id == "" {
			id = p.id
		}
	}
	return id
}
