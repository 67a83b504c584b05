package compiler_test

import (
	"slices"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/reading/spelling"
)

func TestNearest(t *testing.T) {
	operations := []string{"getAllStationsXML", "getCurrentTrainsXML", "getStationDataByNameXML", "getStationsFilterXML", "find", "search", "id"}
	for wanted, want := range map[string]string{
		"getstationsfilterxml":   "getStationsFilterXML", // only the case
		"getStationsFiltreXML":   "getStationsFilterXML", // two letters exchanged
		"getStationsFilter":      "getStationsFilterXML", // the end is missing
		"getStationsXML":         "getAllStationsXML",
		"getStations":            "getAllStationsXML getStationsFilterXML", // all words, with others
		"StationsFilter":         "getStationsFilterXML",
		"finds":                  "find",
		"serch":                  "search",
		"di":                     "id",
		"xy":                     "",
		"":                       "",
		"getNothing":             "",
		"getAllStationsXMl":      "getAllStationsXML",
		"getAllStationsXML ":     "getAllStationsXML",
		strings.Repeat("x", 300): "",
	} {
		if got := strings.Join(spelling.Nearest(wanted, operations), " "); got != want {
			t.Errorf("%q: got %q, want %q", wanted, got, want)
		}
	}
}

// TestUnicode counts letters, not bytes, and knows their cases.
func TestUnicode(t *testing.T) {
	names := []string{"Straße", "Größe", "ΟΔΟΣ", "станция", "駅名"}
	for wanted, want := range map[string]string{"Grösse": "Größe", "οδος": "ΟΔΟΣ", "СТАНЦИЯ": "станция", "станцыя": "станция", "駅者": "駅名", "電車": ""} {
		if got := strings.Join(spelling.Nearest(wanted, names), " "); got != want {
			t.Errorf("%q: got %q, want %q", wanted, got, want)
		}
	}
}

// TestPaths compares namespaces and paths by what differs.
func TestPaths(t *testing.T) {
	names := []string{"urn:zoo", "urn:zoo:animals", "urn:zoo:cats", "urn:zoo:visits", "station/code", "station/codes/kind", "http://x.example/types"}
	for wanted, want := range map[string]string{
		"urn:zoo:guests":        "",
		"urn:zoo:visit":         "urn:zoo:visits",
		"urn:zo:animals":        "urn:zoo:animals",
		"urn:a":                 "",
		"station/cdoe":          "station/code",
		"station/name":          "",
		"http://x.exmaple/type": "http://x.example/types",
		"http://x.example/":     "http://x.example/types",
	} {
		if got := strings.Join(spelling.Nearest(wanted, names), " "); got != want {
			t.Errorf("%q: got %q, want %q", wanted, got, want)
		}
	}
}

func TestAtMostThree(t *testing.T) {
	names := []string{"trainE", "trainD", "trainC", "trainB", "trainA", "trainB"}
	if got, want := spelling.Nearest("trainX", names), []string{"trainA", "trainB", "trainC"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestRemark(t *testing.T) {
	many := make([]string, 20)
	for i := range many {
		many[i] = string(rune('a'+i)) + "-name"
	}
	for _, c := range []struct {
		wanted string
		names  []string
		want   string
	}{
		{"fond", []string{"find", "search"}, "did you mean find?"},
		{"trainX", []string{"trainA", "trainB"}, "did you mean trainA or trainB?"},
		{"trainX", []string{"trainA", "trainB", "trainC", "trainD"}, "did you mean trainA, trainB or trainC?"},
		{"zzzzzz", []string{"find", "search", "find"}, "there are find, search"},
		{"zzzzzz", many, "there are " + strings.Join(many[:12], ", ") + " and 8 others"},
		{"zzzzzz", many[:13], "there are " + strings.Join(many[:13], ", ")},
		{"zzzzzz", nil, ""},
	} {
		if got := spelling.Remark(c.wanted, c.names, "there are"); got != c.want {
			t.Errorf("%q: got %q, want %q", c.wanted, got, c.want)
		}
	}
}
