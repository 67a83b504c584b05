package plan_test

import (
	"testing"

	"example.com/quartet/internal/compiler/writing/plan/inherit"
	"example.com/quartet/internal/compiler/writing/plan/naming"
)

func TestInitialisms(t *testing.T) {
	in := naming.NewInitialisms([]string{"ID", "API", "XML", "IPv4", "UTF8", "OAuth", "id", "", "X-Y"})
	for name, want := range map[string]string{
		"StationId":    "StationID",
		"stationId":    "StationID",
		"station_id":   "StationID",
		"StationID":    "StationID",
		"STATION_ID":   "STATIONID",
		"id":           "ID",
		"Ids":          "IDs",
		"stationIDs":   "StationIDs",
		"IDsOfAll":     "IDsOfAll",
		"apiKey":       "APIKey",
		"Apis":         "APIs",
		"XmlId":        "XMLID",
		"XMLId":        "XMLID",
		"xml-api-ids":  "XMLAPIIDs",
		"Identity":     "Identity",
		"Paid":         "Paid",
		"idle":         "Idle",
		"Id2":          "ID2",
		"id2Name":      "ID2Name",
		"Ids2":         "IDs2",
		"Ipv4":         "IPv4",
		"ipv4Address":  "IPv4Address",
		"utf8":         "UTF8",
		"utf8Id":       "UTF8ID",
		"md5id":        "Md5id",
		"md5Id":        "Md5ID",
		"oauthToken":   "OAuthToken",
		"OAuthToken":   "OAuthToken",
		"IDCard":       "IDCard",
		"1id":          "X1id",
		"駅Id":          "X駅ID",
		"élanId":       "ÉlanID",
		"StationIdXsd": "StationIDXsd",
	} {
		if got := in.Apply(naming.GoName(name)); got != want {
			t.Errorf("%q: %s, want %s", name, got, want)
		}
	}
	if got := naming.NewInitialisms([]string{"go", "IBAN", "Api"}).Apply("UrlOfIbanInGoApiIds"); got != "URLOfIBANInGoApiIDs" {
		t.Errorf("with the initialisms of Go: %s", got)
	}
	if got := naming.Initialisms(nil).Apply("StationId"); got != "StationId" {
		t.Errorf("without initialisms: %s", got)
	}
}

// TestInitialismsKeepRenames checks that a name that was chosen is kept, also as a part of another name.
func TestInitialismsKeepRenames(t *testing.T) {
	got := make(map[string]string)
	named := func(c naming.Candidate, what string) *naming.Candidate {
		c.Set = func(name string) { got[what] = name }
		return &c
	}
	values := named(naming.Candidate{LateLead: func() string { return got["type"] }, Want: "LastId"}, "value")
	all := []*naming.Candidate{named(naming.Candidate{Want: "StationId", ID: naming.ID{Kind: "type", Path: "station"}}, "type")}
	naming.MatchRenames([]naming.Rename{{Name: "type:station", Go: "StopId"}}, all, nil)
	naming.NewInitialisms([]string{"ID"}).ApplyTo(append(all, values))
	for _, scope := range [][]*naming.Candidate{all, {values}} {
		naming.Decide(inherit.Extend[string, *naming.Candidate](nil), scope)
	}
	if got["type"] != "StopId" || got["value"] != "StopIdLastID" {
		t.Errorf("got %v", got)
	}
}
