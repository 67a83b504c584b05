package timetable

import (
	"slices"
	"time"
)

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

	Zone *time.Location // in which its boards and the times of its calls are shown; nil means that of the timetable, which New sets

	ID        string   // stop_id of the station: of the parent station or, without one, of the stop
	Alias     string   // another name, or empty
	NumericID string   // a number instead of ID, see SetNumericIDs; empty if there is none
	Stops     []string // stop_ids of its platforms, without ID itself

	// PlatformCodes are what passengers call the platforms (platform_code): that of the station itself, and then those of
	// Stops. An unknown code is empty. It is nil if no code is known.
	PlatformCodes []string

	kinds                   []Kind
	agencies                []*Agency
	members                 []member // of a merged timetable, see Merge; else nil
	foldedName, foldedAlias string
	searchName, searchAlias string
}

// Platform returns the number of the platform with the stop_id, which is its index in Stops plus one. It is 0 for the
// station itself and for stops that are not its platforms.
func (s *Station) Platform(stopID string) int32 {
	return int32(slices.Index(s.Stops, stopID) + 1)
}

// Serves reports whether trains of the kind are scheduled to stop here. It is set by New.
func (s *Station) Serves(kind Kind) bool { return slices.Contains(s.kinds, kind) }

// ServedBy reports whether trains of a feed are scheduled to stop here: of the agency with the ID, unless it is empty, or of one whose
// ID is not known. It is set by New.
func (s *Station) ServedBy(feed int, agency string) bool {
	return slices.ContainsFunc(s.agencies, func(a *Agency) bool {
		return a.Feed == feed && (agency == "" || a.ID == "" || a.ID == agency)
	})
}

// Agencies returns the agencies whose trains are scheduled to stop here. The caller must not change the slice. It is set by New.
func (s *Station) Agencies() []*Agency { return s.agencies }

// PublicCode returns the code that passengers know: Code without the prefix of a merged timetable.
func (s *Station) PublicCode() string {
	if len(s.members) > 0 {
		return s.members[0].Code
	}
	return s.Code
}
