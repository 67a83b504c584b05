package rail_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"example.com/quartet/internal/rail/response"
)

func TestValidators(t *testing.T) {
	r := newRailwayOfResponse()
	base, _ := serve(t, r, response.Options{
		Stations: response.Freshness{MaxAge: 5 * time.Minute, WhileRevalidate: time.Minute, IfError: 24 * time.Hour},
		Trains:   response.Freshness{MaxAge: time.Second},
	})
	stations := get(t, base+"/getAllStationsXML")
	if got := stations.header.Get("Last-Modified"); got != "Fri, 20 Feb 2026 03:00:00 GMT" {
		t.Errorf("Last-Modified of stations %q, want the time of the timetable", got)
	}
	if got := stations.header.Get("Cache-Control"); got != "public, max-age=300, stale-while-revalidate=60, stale-if-error=86400" {
		t.Errorf("Cache-Control of stations: %s", got)
	}
	sterling := boardOfResponse(t, base, "STERG")
	if got := sterling.header.Get("Cache-Control"); got != "public, max-age=1" {
		t.Errorf("Cache-Control of a board: %s", got)
	}
	etag := stations.header.Get("Etag")
	if !strings.HasPrefix(etag, `"`) || etag == sterling.header.Get("Etag") {
		t.Errorf("ETags %s and %s", etag, sterling.header.Get("Etag"))
	}

	const before, at, after = "Fri, 20 Feb 2026 02:59:59 GMT", "Fri, 20 Feb 2026 03:00:00 GMT", "Friday, 20-Feb-26 03:00:01 GMT"
	for _, test := range []struct {
		header []string
		want   int
	}{
		{[]string{"If-None-Match", etag}, 304},
		{[]string{"If-None-Match", "W/" + etag}, 304},
		{[]string{"If-None-Match", `"a", "b,` + `c" ,, ` + etag}, 304},
		{[]string{"If-None-Match", `"a"`, "If-None-Match", etag}, 304},
		{[]string{"If-None-Match", "*"}, 304},
		{[]string{"If-None-Match", `"a"`}, 200},
		{[]string{"If-None-Match", strings.Trim(etag, `"`)}, 200},
		{[]string{"If-None-Match", `"`}, 200},
		{[]string{"If-None-Match", ""}, 200},
		{[]string{"If-None-Match", `"a"`, "If-Modified-Since", at}, 200}, // only the tag is evaluated
		{[]string{"If-Modified-Since", before}, 200},
		{[]string{"If-Modified-Since", at}, 304},
		{[]string{"If-Modified-Since", after}, 200}, // an older timetable may have been restored
		{[]string{"If-Modified-Since", "yesterday"}, 200},
		{[]string{"If-Modified-Since", at, "If-Modified-Since", at}, 200},
		{[]string{"If-Match", etag}, 200},
		{[]string{"If-Match", "*"}, 200},
		{[]string{"If-Match", "W/" + etag}, 412},
		{[]string{"If-Match", `"a"`}, 412},
		{[]string{"If-Match", etag, "If-None-Match", etag}, 304},
		{[]string{"If-Unmodified-Since", before}, 412},
		{[]string{"If-Unmodified-Since", at}, 200},
		{[]string{"If-Match", etag, "If-Unmodified-Since", before}, 200}, // only the tag is evaluated
	} {
		got := get(t, base+"/getAllStationsXML", test.header...)
		if got.status != test.want {
			t.Errorf("%q: %d, want %d", test.header, got.status, test.want)
		}
		head := do(t, http.MethodHead, base+"/getAllStationsXML", "", append([]string{"Accept-Encoding", "identity"}, test.header...)...)
		if head.status != test.want || head.body != "" {
			t.Errorf("HEAD %q: %d, want %d", test.header, head.status, test.want)
		}
		for _, got := range []reply{got, head} {
			switch got.status {
			case 304:
				if got.body != "" || got.header.Get("Etag") != etag || !strings.HasPrefix(got.header.Get("Cache-Control"), "public") ||
					got.header.Get("Content-Type") != "" || got.header.Get("Date") == "" {
					t.Errorf("%q: 304 with %v %q", test.header, got.header, got.body)
				}
			case 412:
				if got.body != "" || got.header.Get("Etag") != "" || got.header.Get("Cache-Control") != "no-store" {
					t.Errorf("%q: 412 with %v %q", test.header, got.header, got.body)
				}
			}
		}
		if head.status == 200 && head.header.Get("Content-Length") != stations.header.Get("Content-Length") {
			t.Errorf("HEAD has %v, GET %v", head.header, stations.header)
		}
	}
	if n := r.computed.Load(); n != 2 {
		t.Errorf("%d computed", n)
	}

	r.change(func(m *response.Moment) { m.Second = m.Second.Add(time.Second) })
	if got := get(t, base+"/getStationDataByCodeXML?StationCode=STERG", "If-None-Match", sterling.header.Get("Etag")); got.status != http.StatusOK {
		t.Errorf("a second later the board is unmodified: %d", got.status)
	}
}

// Realtime data can also change within a second, which Last-Modified cannot show.
func TestBoardLastModified(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(100 * time.Millisecond)
		r := newRailwayOfResponse()
		handler, _ := handle(r, response.Options{})
		board := func(since string) (code int, modified string) {
			r.change(func(m *response.Moment) { m.State, m.Second = new(byte), time.Now().Truncate(time.Second) })
			request := httptest.NewRequest("GET", path+"/getStationDataByCodeXML?StationCode=STERG", nil)
			if since != "" {
				request.Header.Set("If-Modified-Since", since)
			}
			w := httptest.NewRecorder()
			handler.ServeHTTP(w, request)
			return w.Code, w.Header().Get("Last-Modified")
		}
		_, first := board("")
		if first != "Sat, 01 Jan 2000 00:00:00 GMT" {
			t.Errorf("Last-Modified of the board %q, want the second of the clock", first)
		}
		for range 3 {
			if code, _ := board(first); code != http.StatusOK {
				t.Errorf("at %v: %d", time.Now(), code)
			}
			time.Sleep(600 * time.Millisecond)
		}
	})
}

// If the clock does not show the actual time, it may show the same second while realtime data change.
func TestNoLastModifiedWithOtherClock(t *testing.T) {
	r := newRailwayOfResponse()
	base, _ := serve(t, r, response.Options{})
	for _, second := range []time.Time{r.at.Second, time.Now().Add(-time.Hour), time.Now().Add(time.Hour)} {
		r.change(func(m *response.Moment) { m.Second = second })
		if got := boardOfResponse(t, base, "STERG"); got.header.Get("Last-Modified") != "" || got.header.Get("Etag") == "" {
			t.Errorf("%v: %v", second, got.header)
		}
	}
	r.change(func(m *response.Moment) { m.Timetable, m.TimetableModified = new(byte), time.Time{} })
	if got := get(t, base+"/getAllStationsXML"); got.header.Get("Last-Modified") != "" {
		t.Errorf("the timetable has no modification time, but the header has %v", got.header)
	}
}

func TestResponsesWithoutValidators(t *testing.T) {
	r := newRailwayOfResponse()
	base, _ := serve(t, r, response.Options{Trains: response.Freshness{MaxAge: time.Second}})
	for name, test := range map[string]struct {
		got   reply
		code  int
		cache string
	}{
		"form":       {do(t, "POST", base+"/getStationDataByCodeXML", "StationCode=A", "Content-Type", form, "If-None-Match", "*"), 200, ""},
		"SOAP":       {do(t, "POST", base, envelope(soap12, "A"), "Content-Type", "application/soap+xml", "If-None-Match", "*"), 200, ""},
		"fault":      {boardOfResponse(t, base, ""), 400, "no-store"},
		"SOAP fault": {do(t, "POST", base, envelope(soap11, ""), "Content-Type", "text/xml"), 500, "no-store"},
		"unknown":    {get(t, base+"/getTrains", "If-None-Match", "*"), 404, "no-store"},
		"method":     {do(t, "PUT", base+"/getAllStationsXML", ""), 405, "no-store"},
		"wsdl":       {get(t, base+"?wsdl", "If-None-Match", "*"), 200, "no-cache"},
		"page":       {get(t, base), 200, "no-cache"},
	} {
		h := test.got.header
		if test.got.status != test.code || h.Get("Cache-Control") != test.cache || h.Get("Etag") != "" || h.Get("Last-Modified") != "" {
			t.Errorf("%s: %d %v", name, test.got.status, h)
		}
	}
}
