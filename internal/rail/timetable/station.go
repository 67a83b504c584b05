package timetable

import "slices"

// A Kind is a kind of train.
type Kind byte

// The kinds of train. The values are the letters that the service's parameters use for them.
const (
	Mainline Kind = 'M'
	Suburban Kind = 'S'
	Metro    Kind = 'D'
)

// String returns the name of the kind. For an unknown kind it returns the letter.
func (k Kind) String() string {
	switch k {
	case Mainline:
		return "Mainline"
	case Suburban:
		return "Suburban"
	case Metro:
		return "Metro"
	}
	return string(rune(k))
}

// A Station is a place that trains stop at or pass. It does not change once it is part of a Timetable.
type Station struct {
	Name   string // need not be unique
	Place  Point
	Code   string // short code, unique ignoring case
	Number int    // its index in the order of Timetable.Stations; set by New

	Feed      int      // the part of a merged timetable to which it belongs, see Merge
	ID        string   // stop_id of the station: of the parent station or, without one, of the stop
	Alias     string   // another name, or empty
	NumericID string   // a number instead of ID, see SetNumericIDs; empty if there is none
	Stops     []string // stop_ids of its platforms, without ID itself

	// PlatformCodes are what passengers call the platforms (platform_code): that of the station itself, and then those of
	// Stops. An unknown code is empty. It is nil if no code is known.
	PlatformCodes []string

	kinds                   []Kind
	agencies                []string
	foldedName, foldedAlias string
	searchName, searchAlias string
}

// Platform returns the number of the platform with the stop_id, which is its index in Stops plus one. It is 0 for the
// station itself and for stops that are not its platforms.
func (s *Station) Platform(stopID string) int32 {
	for i, id := range s.Stops {
		if id == stopID {
			return int32(i) + 1
		}
	}
	return 0
}

// Serves reports whether trains of the kind are scheduled to stop here. It is set by New.
func (s *Station) Serves(kind Kind) bool {
	return slices.Contains(s.kinds, kind)
}

// ServedBy reports whether trains of the agency, or of one that is not known, are scheduled to stop here. It is set by New.
func (s *Station) ServedBy(agency string) bool {
	return slices.Contains(s.agencies, agency) || slices.Contains(s.agencies, "")
}
