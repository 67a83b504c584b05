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

// A Point is a place in decimal degrees, north and east positive. The zero Point stands for an unknown place.
type Point struct{ Latitude, Longitude float64 }

// A Station is a place where trains stop or that they pass.
type Station struct {
	ID    string // number of the station
	Code  string // short code, unique without regard to case
	Name  string // unique without regard to case
	Alias string // another name, or empty
	Place Point

	kinds []Kind
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
