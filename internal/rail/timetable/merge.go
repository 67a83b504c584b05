package timetable

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// Merge returns a timetable with the stations and trips of all parts, which must not be used any more. All IDs of a part but the
// first get its prefix ([Prefix]); a code gets it if an earlier part has that code. The parts must have one time zone, as the
// answers of a service have.
func Merge(parts ...*Timetable) (*Timetable, error) {
	if len(parts) == 0 {
		return nil, errors.New("no timetable")
	}
	if len(parts) == 1 {
		return parts[0], nil
	}
	zone := parts[0].zone
	var all Timetable
	var versions []string
	stationCodes, trainCodes, numeric := map[string]bool{}, map[string]bool{}, false
	for i, part := range parts {
		if part.zone.String() != zone.String() {
			return nil, fmt.Errorf("feed %d has the time zone %s, and the first one %s: serve them from two processes", i+1, part.zone, zone)
		}
		prefix := Prefix(i)
		for _, s := range part.stations {
			s.Feed, s.ID = i, prefixed(prefix, s.ID)
			for k := range s.Stops {
				s.Stops[k] = prefixed(prefix, s.Stops[k])
			}
			s.Code = free(s.Code, prefix, stationCodes)
			numeric = numeric || s.NumericID != ""
		}
		for _, t := range part.trips {
			t.Feed, t.ID, t.Route = i, prefixed(prefix, t.ID), prefixed(prefix, t.Route)
			for k := range t.Members {
				t.Members[k] = prefixed(prefix, t.Members[k])
			}
			t.Code = free(t.Code, prefix, trainCodes)
		}
		for _, s := range part.stations {
			stationCodes[Fold(s.Code)] = true
		}
		for _, t := range part.trips {
			trainCodes[Fold(t.Code)] = true
		}
		all.stations, all.trips = append(all.stations, part.stations...), append(all.trips, part.trips...)
		versions = append(versions, part.info.Version)
		if part.info.Modified.After(all.info.Modified) {
			all.info.Modified = part.info.Modified
		}
	}
	if numeric {
		SetNumericIDs(all.stations)
	}
	all.info.Version = strings.Join(versions, "-")
	return New(zone, all.stations, all.trips, all.info)
}

// Prefix returns the prefix of the IDs of a part of a merged timetable, "" for the first.
func Prefix(part int) string {
	if part == 0 {
		return ""
	}
	return strconv.Itoa(part+1) + ":"
}

func prefixed(prefix, id string) string {
	if id == "" {
		return ""
	}
	return prefix + id
}

// free returns a code that no earlier part has.
func free(code, prefix string, taken map[string]bool) string {
	for taken[Fold(code)] && prefix != "" {
		code = prefix + code
	}
	return code
}
