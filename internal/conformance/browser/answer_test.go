package browser_test

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestIndentedXML checks that indentation changes no document: each line begins with a tag, except in content with text and where
// the document says that its spaces count.
func TestIndentedXML(t *testing.T) {
	p := open(t, serveRail(t, "--clock", moment).origin())
	p.visit(servicePath + "?op=getAllStationsXML")
	for document, want := range map[string]string{
		`<?xml version="1.0"?><a x='1>2'><b> c &lt; </b><d/><e></e></a>`: "0<?xml version=\"1.0\"?>\n0<a x='1>2'>\n1<b> c &lt; </b>\n1<d/>\n1<e></e>\n0</a>",
		"<a>\n <b>1</b>\n\t<!-- > --></a>\n":                             "0<a>\n \n1<b>1</b>\n\t\n1<!-- > -->\n0</a>\n",
		`<a>one <b><c>two</c></b> three<d/></a>`:                         `0<a>one <b><c>two</c></b> three<d/></a>`,
		`<a><b xml:space="preserve"> <c><d/></c> </b><e/></a>`:           "0<a>\n1<b xml:space=\"preserve\"> <c><d/></c> </b>\n1<e/>\n0</a>",
		`<a><![CDATA[ <x> ]]><b/></a>`:                                   `0<a><![CDATA[ <x> ]]><b/></a>`,
		`<a`:                                                             `0<a`,
	} {
		var got struct{ Text, Lines string }
		p.script(`(into => {
			drawXML(`+quote(document)+`, into);
			return {Text: into.textContent, Lines: [...into.children].map(line => (line.className.match(/ i(\d+)/)?.[1] ?? "0") + line.textContent).join("\n")};
		})(document.createElement("div"))`, &got)
		if got.Text != document || got.Lines != want {
			t.Errorf("%s is shown as\n%s\nwant\n%s", document, got.Lines, want)
		}
	}
}

// TestManyRows checks that a table has the first rows of a long list and says so, and that all are in the XML.
func TestManyRows(t *testing.T) {
	t.Parallel()
	const stations = 4312
	stops := [][]string{{"stop_id", "stop_name", "stop_lat", "stop_lon"}}
	times := [][]string{{"trip_id", "arrival_time", "departure_time", "stop_id", "stop_sequence"}}
	for i := range stations {
		stops = append(stops, []string{fmt.Sprintf("S%04d", i), fmt.Sprintf("Station %d", i), fmt.Sprint(40 + float64(i)/1000), "14"})
		at := fmt.Sprintf("%02d:%02d:00", i/60, i%60)
		times = append(times, []string{"trip", at, at, fmt.Sprintf("S%04d", i), fmt.Sprint(i)})
	}
	s := serveRail(t, "--clock", moment, "--gtfs", writeFeed(t, map[string][][]string{
		"routes.txt":     {{"route_id", "agency_id", "route_short_name", "route_type"}, {"route", "1", "R", "2"}},
		"trips.txt":      {{"route_id", "service_id", "trip_id"}, {"route", "daily", "trip"}},
		"stops.txt":      stops,
		"stop_times.txt": times,
	}))
	p := open(t, s.origin())
	p.size(phone)
	p.visit(servicePath + "?op=getAllStationsXML&binding=soap11")
	p.wait(requestReady("soap11"))
	started := time.Now()
	p.call("soap11")
	t.Logf("the answer is there after %v", time.Since(started))
	if text := p.text("#answer"); !strings.Contains(text, "First 100 of 4,312 rows; the response has all") || p.count("#answer-table tbody tr") != 100 {
		t.Errorf("the answer begins with %.500s", text)
	}
	for _, selector := range []string{"#answer-xml", "#response-text"} {
		if got := strings.Count(p.content(selector), "<StationCode>"); got != stations {
			t.Errorf("%s has %d stations", selector, got)
		}
	}
	if elements := p.overflow(); len(elements) > 0 {
		t.Error(elements)
	}
	var stays bool
	p.script(`(region => {
		region.scrollTo(50, 300);
		return region.scrollLeft > 0 && region.tabIndex === 0 && region.querySelector("thead th").getBoundingClientRect().top === region.getBoundingClientRect().top;
	})(document.querySelector("#answer-table"))`, &stays)
	if !stays {
		t.Error("the table does not scroll in its region, or its header goes away")
	}
}
