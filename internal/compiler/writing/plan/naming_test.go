package plan_test

import (
	"go/token"
	"slices"
	"strings"
	"testing"
	"testing/quick"
	"unicode/utf8"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/writing/plan/chosen"
	"example.com/quartet/internal/compiler/writing/plan/inherit"
	"example.com/quartet/internal/compiler/writing/plan/naming"
)

func TestGoName(t *testing.T) {
	for name, want := range map[string]string{
		"getAllStationsXML":                   "GetAllStationsXML",
		"getAllStationsXML_WithStationType":   "GetAllStationsXMLWithStationType",
		"getStationDataByNameXML_withNumMins": "GetStationDataByNameXMLWithNumMins",
		"StationDesc_sp":                      "StationDescSp",
		"a-b.c_d":                             "ABCD",
		"type":                                "Type",
		"_":                                   "X",
		"":                                    "X",
		"_x":                                  "X",
		"1st":                                 "X1st",
		"名前":                                  "X名前",
		"élan":                                "Élan",
		"ßa":                                  "Xßa",
		"a\u0301b":                            "AB", // a combining mark is not a letter in Go
		"\xff":                                "X",
		"First_x0020_name":                    "FirstName",
		"_x0031_st_x002F_2nd":                 "X1st2nd",
		"caf_x00e9_s":                         "Cafés",
		"a_X0001F682__x0020__x005F_x0020_b":   "AX0020B",
		"a_xFFFFFFFF_b":                       "AXFFFFFFFFB",
		"a_x20_b_x0020":                       "AX20BX0020",
	} {
		if got := naming.GoName(name); got != want {
			t.Errorf("GoName(%q) = %q, want %q", name, got, want)
		}
	}
}

func FuzzGoName(f *testing.F) {
	for _, name := range []string{"", "_", "type", "a-b", "名前", "ǆ", "\xff", "1", "٣", "x·y", "a_x0020_b"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		if !isExportedName(name) {
			t.Errorf("GoName(%q) = %q", name, naming.GoName(name))
		}
	})
}

func isExportedName(name string) bool {
	id := naming.GoName(name)
	return token.IsIdentifier(id) && token.IsExported(id) && utf8.ValidString(id) && naming.GoName(id) == id
}

// TestNoTwoCandidatesShareAName decides the names of many candidates that
// request few names.
func TestNoTwoCandidatesShareAName(t *testing.T) {
	property := func(wants []uint8) bool {
		var candidates []*naming.Candidate
		names := make([]string, len(wants))
		for i, want := range wants {
			candidates = append(candidates, &naming.Candidate{
				Want: []string{"A", "AType", "AType2", "B"}[want%4], Suffix: "Type", Rank: int(want/4) % 4,
				Key: chosen.Key{Space: string(rune('a' + i%26))}, Pos: diag.Pos{File: "x", Line: i + 1}, Set: func(name string) { names[i] = name },
			})
		}
		taken := inherit.Extend[string, *naming.Candidate](nil)
		taken.Set("B", new(naming.Candidate))
		naming.Decide(taken, candidates)
		seen := map[string]bool{"B": true}
		for _, name := range names {
			if name == "" || seen[name] {
				return false
			}
			seen[name] = true
		}
		return true
	}
	if err := quick.Check(property, nil); err != nil {
		t.Error(err)
	}
}

// TestJoined makes names from paths.
func TestJoined(t *testing.T) {
	for path, want := range map[string]string{
		"Order":                                           "Order",
		"Order Item":                                      "OrderItem",
		"Address AddressLine":                             "AddressAddressLine", // words are left out from the third name on
		"GetStopsResponse GetStopsResult":                 "GetStopsResult",
		"GetStopsResponse GetStopsReturn":                 "GetStopsReturn",
		"GetStopsResponse GetStopsError":                  "GetStopsResponseGetStopsError",
		"GetStopsResponse Result":                         "GetStopsResponseResult",
		"Response Result":                                 "Result",
		"Gateway Units Unit":                              "GatewayUnit",
		"Gateway Units Unit Subunits Subunit":             "GatewayUnitSubunit",
		"Trip Countries Country Name":                     "TripCountryName",
		"GetStopsResponse GetStopsResults GetStopsResult": "GetStopsResponseGetStopsResult",
		"Area Info InfoName":                              "AreaInfoName",
		"Air OriginDestinationInformation OriginDestinationOptions":    "AirOriginDestinationInformationOptions",
		"Air OriginDestinationOptions OriginDestinationOption Segment": "AirOriginDestinationOptionSegment",
		"Make OTAVehResRQ VehResRQCore":                                "MakeOTAVehResRQCore",
		"A B B":                                                        "ABB",
		"A BC B":                                                       "ABCB",
		"A Stop2Name Stop2Code":                                        "AStop2NameCode",
		"駅 駅名 駅":                                                       "X駅X駅名X駅",
	} {
		var names []string
		for _, name := range strings.Fields(path) {
			names = append(names, naming.GoName(name))
		}
		if got, _ := naming.Joined(names, 2); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}

// TestChoices compares the names to choose from: none where there is no choice, and no long ones where there is a short one.
func TestChoices(t *testing.T) {
	const long = "ImportSupplyResourceContractObjectAddressRequest"
	for path, want := range map[string]string{
		"Order Item":                         "",
		"Order Line Price":                   "LinePrice OrderLinePrice",
		"Trip Countries Country Name":        "CountryName TripCountryName",
		long + " LoadObject":                 long + "LoadObject SupplyResourceContractObjectAddressRequestLoadObject",
		long + " HeatingSystem Centralized":  "HeatingSystemCentralized " + long + "HeatingSystemCentralized ContractObjectAddressRequestHeatingSystemCentralized",
		"A " + strings.Repeat("Word", 20):    "A" + strings.Repeat("Word", 20) + " " + strings.Repeat("Word", 20),
		"GetStopsResponse GetStopsResult Id": "",
	} {
		_, choices := naming.Joined(strings.Fields(path), 2)
		if got := strings.Join(choices, " "); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}

// TestNamesOfSeveralNamespaces decides the names of candidates of several namespaces, each written as
// NAMESPACE:KIND:NAME, in both orders. The messages have both positions.
func TestNamesOfSeveralNamespaces(t *testing.T) {
	for _, test := range []struct{ name, candidates, want string }{
		{"types", "a:type:Stop b:type:Stop c:type:Stop", "Stop BbStop CcStop"},
		{"types and elements", "a:type:Stop a:element:Stop b:type:Stop b:element:Stop", "Stop StopElement BbStop BbStopElement"},
		{"a type and an element", "a:type:Stop b:element:Stop c:element:Stop", "Stop StopElement CcStop"},
		{"names that are tried first", "a:request:Stop a:type:Stop b:request:Stop c:type:Stop", "StopRequest Stop BbStop CcStop"},
		{"one namespace", "a:type:Stop a:type:Stop a:type:Stop", "Stop StopType AaStop"},
		{"the name with the namespace is taken", "a:type:Stop b:type:Stop b:type:BbStop", "Stop BbStopType BbStop"},
		{"everything is taken", "a:type:Stop b:type:Stop b:type:BbStop b:type:BbStopType", "Stop StopType BbStop BbStopType"},
		{"no name for the namespace", "a:type:Stop x:type:Stop", "Stop StopType"},
		{"variables", "a:root:Stop b:root:Stop", "ElementStop ElementBbStop"},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, reversed := range []bool{false, true} {
				var all []*naming.Candidate
				for i, spec := range strings.Fields(test.candidates) {
					parts := strings.Split(spec, ":")
					c := &naming.Candidate{Want: parts[2], Suffix: "Type", Rank: naming.RankType, Key: chosen.Key{Space: parts[0] + parts[2]}, ID: naming.ID{Kind: parts[1], Space: parts[0]}, Pos: diag.Pos{File: "x", Line: i + 1}, Set: func(string) {}}
					if parts[0] != "x" {
						c.Qualifier = strings.ToUpper(parts[0]) + parts[0]
					}
					switch parts[1] {
					case "element":
						c.Suffix, c.Rank = "Element", naming.RankElement
					case "request":
						c.Else, c.Suffix, c.Rank = []string{c.Want + "Request"}, "Request", naming.RankRequest
					case "root":
						c.Lead, c.Want, c.Suffix, c.Rank = "Element", "Element"+c.Want, "Root", naming.RankRoot
					}
					all = append(all, c)
				}
				given := slices.Clone(all)
				if reversed {
					slices.Reverse(given)
				}
				diags := naming.Decide(inherit.Extend[string, *naming.Candidate](nil), given)
				var got []string
				for _, c := range all {
					got = append(got, c.Name)
				}
				if got := strings.Join(got, " "); got != test.want {
					t.Errorf("reversed %v: %s, want %s", reversed, got, test.want)
				}
				for _, d := range diags {
					if len(d.Related) != 1 || d.Related[0].Pos == d.Pos {
						t.Errorf("want the position of the other name: %v", d)
					}
				}
			}
		})
	}
}
