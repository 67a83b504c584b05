package rail_test

import (
	"slices"
	"testing"
	"time"

	"example.com/quartet/internal/rail/timetable"
)

// The search ignores diacritics in the text and in the names, but not the marks that are letters of their own.
func TestStationsMatchingIgnoresDiacritics(t *testing.T) {
	var stations []*timetable.Station
	for _, name := range []string{"Košice", "Łódź Fabryczna", "Zürich HB", "Straßberg", "Ærøskøbing", "Αθήνα", "Kosice mesto", "Kos\u030cice pri", "がくえん", "कोटा", "Ελευσίνα", "新大阪", "大阪"} {
		stations = append(stations, &timetable.Station{Name: name, Code: name})
	}
	plan, err := timetable.New(time.UTC, stations, nil, timetable.Info{})
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string][]string{
		"Kosice":    {"Kosice mesto", "Kos\u030cice pri", "Košice"},
		"košice":    {"Kosice mesto", "Kos\u030cice pri", "Košice"},
		"lodz":      {"Łódź Fabryczna"},
		"ZURICH hb": {"Zürich HB"},
		"strassb":   {"Straßberg"},
		"aeros":     {"Ærøskøbing"},
		"αθηνα":     {"Αθήνα"},
		"ΕΛΕΥΣΙΝΑ":  {"Ελευσίνα"},
		"ελευς":     {"Ελευσίνα"},
		"大阪":        {"大阪", "新大阪"},
		"阪":         {"大阪", "新大阪"},
		"か":         nil,
		"が":         {"がくえん"},
		"कोट":       {"कोटा"},
	} {
		var got []string
		for _, match := range plan.StationsMatching(text) {
			got = append(got, match)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q finds %q, want %q", text, got, want)
		}
	}
}
