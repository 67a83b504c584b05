package rail

import (
	"example.com/quartet/internal/rail/timetable"
)

// Values that many records share. They must not be changed.
var (
	empty         = new("")
	enRoute       = new("En Route")
	noInformation = new("No Information")
	cancelled     = new("Cancelled")

	// The values for a time that does not apply.
	noMinute   = new("00:00")
	noSecond   = new("00:00:00")
	noDateTime = new("01/01/1900 00:00:00")
)

// letters holds the one-character strings.
var letters = func() (all [128]string) {
	for c := range all {
		all[c] = string(rune(c))
	}
	return all
}()

// letter returns the string that consists of the character.
func letter(c byte) *string { return &letters[c&127] }

// kindName returns the name of the kind.
func kindName(k timetable.Kind) *string {
	switch k {
	case timetable.Mainline:
		return mainline
	case timetable.Suburban:
		return suburban
	case timetable.Metro:
		return metro
	}
	return letter(byte(k))
}

var (
	mainline = new(timetable.Mainline.String())
	suburban = new(timetable.Suburban.String())
	metro    = new(timetable.Metro.String())
)
