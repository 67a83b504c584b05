package rail_test

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// naiveBoard returns the lines of a board according to the documentation of package rail.
func naiveBoard(runs []naiveRun, code string, now time.Time, window time.Duration) []string {
	type line struct {
		run    naiveRun
		dueIn  int
		fields string
	}
	var lines []line
	for _, r := range runs {
		for i, c := range r.calls {
			over := r.departed(i, now) || i == r.last() && !r.expectedArrival(i).After(now)
			if c.station[1] != code || c.passes || over {
				continue
			}
			due, late := r.expectedArrival(i), minutes(r.arrive(i), r.expectedArrival(i))
			if i == 0 {
				due, late = r.expectedDeparture(i), minutes(r.depart(i), r.expectedDeparture(i))
			}
			if due.After(now.Add(window)) {
				break
			}
			const layout = "15:04"
			times, kind := []string{r.expectedArrival(i).Format(layout), r.expectedDeparture(i).Format(layout), r.arrive(i).Format(layout), r.depart(i).Format(layout)}, "S"
			if i == 0 {
				times[0], times[2], kind = "00:00", "00:00", "O"
			}
			if i == r.last() {
				times[1], times[3], kind = "00:00", "00:00", "D"
			}
			status, location := "No Information", ""
			if at := r.reached(now); r.times != nil && at >= 0 {
				status, location = "En Route", "Arrived "+r.name(at)
				if r.departed(at, now) {
					location = "Departed " + r.name(at)
				}
			}
			dueIn := max(0, int(due.Sub(now)/time.Minute))
			lines = append(lines, line{r, dueIn, strings.Join([]string{
				r.at(i, now).Format("2006-01-02T15:04:05"), r.code, c.station[2], code, r.at(i, now).Format("15:04:05"), r.date(),
				r.name(0), r.name(r.last()), r.depart(0).Format(layout), r.arrive(r.last()).Format(layout), status, location,
				strconv.Itoa(dueIn), strconv.Itoa(late), times[0], times[1], times[2], times[3], r.direction, r.kind, kind,
			}, "|")})
			break
		}
	}
	slices.SortStableFunc(lines, func(a, b line) int {
		return cmp.Or(cmp.Compare(a.run.direction, b.run.direction), cmp.Compare(a.dueIn, b.dueIn), strings.Compare(strings.ToLower(a.run.code), strings.ToLower(b.run.code)))
	})
	var texts []string
	for _, l := range lines {
		texts = append(texts, l.fields)
	}
	return texts
}

// minutes returns the minutes between two times, both without their seconds.
func minutes(from, to time.Time) int {
	return int(to.Truncate(time.Minute).Sub(from.Truncate(time.Minute)) / time.Minute)
}

// naiveVendorPositions returns the lines of the vendor positions.
func naiveVendorPositions(runs []naiveRun, now time.Time) []string {
	const layout, none = "02/01/2006 15:04:05", "01/01/1900 00:00:00"
	runs = slices.DeleteFunc(slices.Clone(runs), func(r naiveRun) bool {
		start := r.depart(0)
		if expected := r.expectedDeparture(0); expected.Before(start) {
			start = expected
		}
		return start.After(now.Add(10*time.Minute)) || r.expectedArrival(r.last()).Before(now.Add(-5*time.Minute))
	})
	slices.SortStableFunc(runs, func(a, b naiveRun) int {
		return cmp.Or(strings.Compare(strings.ToLower(a.code), strings.ToLower(b.code)), a.start.Compare(b.start))
	})
	var texts []string
	for _, r := range runs {
		at := max(0, r.reached(now))
		status, doing, next, departure, arrival := "R", "A", "", none, none
		latitude, longitude := degrees(r.calls[at].station)
		following := min(at+1, r.last())
		late := r.expectedArrival(following).Sub(r.arrive(following))
		switch {
		case at == r.last():
			status, doing = "T", "T"
		case r.departed(at, now):
			doing = "E"
			if now.Sub(r.expectedDeparture(at)) < time.Minute {
				doing = "D"
			}
			latitude, longitude = interpolate(r, at, now)
		case at == 0:
			status, late = "N", r.expectedDeparture(0).Sub(r.depart(0))
		}
		if at < r.last() {
			next, departure, arrival = r.name(following), r.depart(at).Format(layout), r.arrive(following).Format(layout)
		}
		texts = append(texts, strings.Join([]string{
			status, formatDegrees(latitude), formatDegrees(longitude), r.code, r.date(), doing, r.direction,
			r.name(0), r.depart(0).Format(layout), r.name(r.last()), r.arrive(r.last()).Format(layout), r.name(at), next,
			strconv.Itoa(int(late / time.Second)), departure, arrival,
		}, "|"))
	}
	return texts
}

// naiveMovements returns the lines of a train's movements.
func naiveMovements(r naiveRun, now time.Time) []string {
	const layout, none = "15:04:05", "00:00:00"
	var texts []string
	at := r.reached(now)
	for i, c := range r.calls {
		kind, stop := "S", "-"
		scheduled, expected, actual, auto := [2]string{none, none}, [2]string{none, none}, [2]string{}, [2]string{}
		switch {
		case i == 0:
			kind = "O"
		case i == r.last():
			kind = "D"
		case c.passes:
			kind = "T"
		}
		if i > 0 {
			scheduled[0], expected[0] = r.arrive(i).Format(layout), r.expectedArrival(i).Format(layout)
			if r.times != nil && !r.expectedArrival(i).After(now) {
				actual[0], auto[0] = expected[0], "1"
			}
		}
		if i < r.last() {
			scheduled[1], expected[1] = r.depart(i).Format(layout), r.expectedDeparture(i).Format(layout)
			if r.times != nil && !r.expectedDeparture(i).After(now) {
				actual[1], auto[1] = expected[1], "1"
			}
		}
		if i == at {
			stop = "C"
		} else if at < r.last() && i == at+1 {
			stop = "N"
		}
		texts = append(texts, strings.Join([]string{
			r.code, r.date(), c.station[1], c.station[2], strconv.Itoa(i + 1), kind, r.name(0), r.name(r.last()),
			scheduled[0], scheduled[1], expected[0], expected[1], actual[0], actual[1], auto[0], auto[1], stop,
		}, "|"))
	}
	return texts
}

// degrees returns the place of a station, or zeros if it has none.
func degrees(station []string) (latitude, longitude float64) {
	latitude, _ = strconv.ParseFloat(station[3], 64)
	longitude, _ = strconv.ParseFloat(station[4], 64)
	return latitude, longitude
}

// interpolate returns the place of a train on the straight line between call i and the next.
func interpolate(r naiveRun, i int, now time.Time) (latitude, longitude float64) {
	lat1, lon1 := degrees(r.calls[i].station)
	lat2, lon2 := degrees(r.calls[i+1].station)
	if lat1 == 0 || lat2 == 0 {
		return 0, 0
	}
	fraction := float64(now.Sub(r.expectedDeparture(i))) / float64(r.expectedArrival(i+1).Sub(r.expectedDeparture(i)))
	return lat1 + fraction*(lat2-lat1), lon1 + fraction*(lon2-lon1)
}

func formatDegrees(x float64) string { return strconv.FormatFloat(math.Round(x*1e5)/1e5, 'f', -1, 64) }
