package timetable

// A Kind is a kind of train.
type Kind byte

// The kinds of train, by the letters that the service's parameters use for them.
const (
	Mainline Kind = 'M'
	Suburban Kind = 'S'
	Metro    Kind = 'D'
)

// String returns the kind in words, or its letter where it has none.
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

// A Station is a place where trains stop or that they pass. It does not change once it is part of a Timetable.
type Station struct {
	Name   string // stations may share it
	Place  Point
	Code   string // short code, unique without regard to case
	Number int    // its index in the order of Stations; set by New

	ID    string   // of the stop or parent station in the feed
	Alias string   // another name, or empty
	Stops []string // the IDs of its platforms in the feed, as far as they differ from ID

	kinds       []Kind
	name, alias string // folded
}

// Serves reports whether trains of the kind stop here. It holds once the station is part of a Timetable.
func (s *Station) Serves(kind Kind) bool {
	for _, k := range s.kinds {
		if k == kind {
			return true
		}
	}
	return false
}
