package site

import (
	"fmt"
	"net/http"
	"strings"
)

// serveSearch lists the stations that match the text, or redirects to the board of the only one. It is for browsers
// without script, and for a text that somebody enters without choosing a suggestion.
func (s *site) serveSearch(w http.ResponseWriter, r *http.Request) {
	text := strings.TrimSpace(r.URL.Query().Get("q"))
	if len(text) > maxQuery {
		writeText(w, http.StatusBadRequest, "the text is too long")
		return
	}
	v := s.view("search", "search-page.js", "Stations")
	v.Query = text
	if v.Clock == "" {
		v.State, v.Heading = "waiting", "Stations"
		w.Header().Set("Retry-After", "5")
		w.Header().Set("Refresh", "5")
		s.write(w, r, http.StatusServiceUnavailable, "search", v)
		return
	}
	v.Stations = s.Find(text)
	if only, ok := single(v.Stations, text); ok {
		s.redirect(w, r, only.Path())
		return
	}
	v.State, v.Heading = "ready", fmt.Sprintf("%d stations", len(v.Stations))
	switch {
	case len(v.Stations) == 0:
		v.State, v.Heading = "empty", fmt.Sprintf("No station matches “%s”", text)
	case text != "":
		v.Heading += fmt.Sprintf(" match “%s”", text)
	}
	v.Title = v.Heading
	s.serve(w, r, "search", "search\x00"+text, func() (view, int) { return v, http.StatusOK })
}

// maxQuery is the maximum length of the text of a search in bytes.
const maxQuery = 500

// single returns the station that the text means: the only match, or the only one with this code or name.
func single(stations []Station, text string) (Station, bool) {
	if len(stations) == 1 {
		return stations[0], true
	}
	var exact []Station
	for _, station := range stations {
		if strings.EqualFold(station.Code, text) {
			return station, true
		}
		if strings.EqualFold(station.Name, text) {
			exact = append(exact, station)
		}
	}
	if len(exact) == 1 {
		return exact[0], true
	}
	return Station{}, false
}
