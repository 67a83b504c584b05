package browser_test

import (
	"slices"
	"strings"
	"testing"

	"example.com/quartet/gen/realtime"
	"example.com/quartet/templates/soap"
)

// TestRestart checks that while the server is down, pages say that what they show is old; when it is back, they recover by
// themselves. The clock is fast, so that the pages ask more often.
func TestRestart(t *testing.T) {
	t.Parallel()
	source := axe(t)
	for name, v := range map[string]struct{ path, element string }{
		"board": {"/board/STERG", "#board"},
		"map":   {"/map", "#network"},
		"train": {"/train/M107/2026-11-21", "#run"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel() // pages wait between their attempts
			s := serveRail(t, "--clock", moment, "--speed", "8")
			p := open(t, s.origin())
			p.expect("ERR_|Failed to fetch")
			p.visit(v.path)
			p.wait(state(v.element, "ready"))
			s.stop()
			p.wait(state(v.element, "stale") + "||" + state(v.element, "lost"))
			p.wait(`!document.querySelector("#notice").hidden && document.querySelector("#notice").dataset.state === "lost"`)
			for _, theme := range themes {
				p.theme(theme)
				p.accessible(source, theme)
			}
			s.start("--clock", "2026-11-21T09:15:00Z", "--speed", "8")
			p.wait(state(v.element, "ready"))
			p.wait(`document.querySelector("#clock").innerText.startsWith("09:") && document.querySelector("#notice").hidden`)
		})
	}
}

// TestLost checks that a page whose server ends before it has data says so, and recovers.
func TestLost(t *testing.T) {
	t.Parallel()
	s := serveRail(t, "--clock", moment)
	p := open(t, s.origin())
	p.expect("ERR_|Failed to fetch")
	s.refuse("/data/")
	p.visit("/board/STERG")
	p.wait(state("#board", "lost"))
	if text := p.text("#board .panel"); text == "" {
		t.Error("the empty board says nothing")
	}
	s.refuse("")
	p.wait(state("#board", "ready"))
}

// TestEmptyNight checks that at night a board says that nothing runs, and which train is next.
func TestEmptyNight(t *testing.T) {
	t.Parallel()
	s := serveRail(t, "--clock", "2026-11-21T02:00:00Z")
	service := client(t, s, soap.HTTPPost)
	stations, err := service.GetAllStationsXML(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(stations, func(s realtime.ObjStation) bool { return len(boardOf(t, service, value(s.StationCode))) == 0 })
	if i < 0 {
		t.Fatal("every station has trains at night")
	}
	p := open(t, s.origin())
	p.visit("/board/" + value(stations[i].StationCode))
	p.wait(state("#board", "empty"))
	if text := p.text("#empty"); !strings.Contains(text, "The next train") {
		t.Errorf("the empty board says %q, and not which train is next", text)
	}
}
