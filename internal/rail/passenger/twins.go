package passenger

import (
	"cmp"
	"slices"

	"example.com/quartet/internal/rail/timetable"
)

// A Twin is another stop of a station of which the feed does not say that it is one.
type Twin struct {
	Stop
	Platform   string   `json:"platform,omitempty"`
	Directions []string `json:"directions,omitempty"` // of most trains of the next 24 hours, without the directions that the asked stop has, too
}

// maxDirections is how many directions tell a twin from the others.
const maxDirections = 2

func (a *answer) twins(station *timetable.Station) (twins []Twin) {
	all := a.Timetable.Twins(station)
	if len(all) == 0 {
		return nil
	}
	own := a.departures(station)
	for _, s := range all {
		departures := a.departures(s)
		twin := Twin{Stop: stopOf(s)}
		if len(s.PlatformCodes) > 0 {
			twin.Platform = s.PlatformCodes[0]
		}
		for direction := range departures {
			if own[direction] == 0 {
				twin.Directions = append(twin.Directions, direction)
			}
		}
		slices.SortFunc(twin.Directions, func(a, b string) int {
			return cmp.Or(cmp.Compare(departures[b], departures[a]), cmp.Compare(a, b))
		})
		twin.Directions = twin.Directions[:min(len(twin.Directions), maxDirections)]
		twins = append(twins, twin)
	}
	return twins
}

// departures counts the scheduled departures of the next 24 hours by their direction.
func (a *answer) departures(station *timetable.Station) map[string]int {
	departures := make(map[string]int)
	for journey, i := range a.Timetable.StoppingAt(station, a.now, a.now.Add(maxAhead)) {
		if i < journey.Last() {
			departures[journey.Direction]++
		}
	}
	return departures
}
