package passenger

import (
	"math"
	"strconv"

	"example.com/quartet/internal/rail/timetable"
)

// A Line is the line of a train. The colors are six hexadecimal digits, and empty if the feed has none.
type Line struct {
	Name  string `json:"name"`
	Color string `json:"color,omitempty"`
	Ink   string `json:"ink,omitempty"` // color of text on Color that can be read
}

func lineOf(line *timetable.Line) *Line {
	if line == nil {
		return nil
	}
	l := &Line{Name: line.Name, Color: line.Color}
	if line.Color != "" {
		l.Ink = ink(line.Color, line.Text)
	}
	return l
}

// minContrast is the contrast of text that the Web Content Accessibility Guidelines ask for (WCAG 2.2, 1.4.3).
const minContrast = 4.5

// ink returns the wanted color of text on a color if the contrast suffices, else black or white.
func ink(color, wanted string) string {
	const black, white = "000000", "ffffff"
	switch {
	case wanted != "" && contrast(color, wanted) >= minContrast:
		return wanted
	case contrast(color, black) > contrast(color, white):
		return black
	}
	return white
}

// contrast returns the contrast ratio of two colors, from 1 to 21 (WCAG 2.2).
func contrast(a, b string) float64 {
	l, m := luminance(a), luminance(b)
	return (max(l, m) + 0.05) / (min(l, m) + 0.05)
}

func luminance(color string) float64 {
	n, _ := strconv.ParseUint(color, 16, 32)
	channel := func(shift int) float64 {
		c := float64(n>>shift&0xff) / 255
		if c <= 0.04045 {
			return c / 12.92
		}
		return math.Pow((c+0.055)/1.055, 2.4)
	}
	return 0.2126*channel(16) + 0.7152*channel(8) + 0.0722*channel(0)
}
