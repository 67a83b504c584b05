package site

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"example.com/quartet/internal/rail/response"
)

// subject returns the code and the date in the address of a board or a run.
func subject(u *url.URL) (code, date string) {
	_, rest, _ := strings.Cut(strings.TrimPrefix(u.EscapedPath(), "/"), "/")
	code, date, _ = strings.Cut(rest, "/")
	code, _ = url.PathUnescape(code)
	date, _ = url.PathUnescape(date)
	return cmp.Or(code, u.Query().Get("code")), cmp.Or(date, u.Query().Get("date"))
}

// subjectView returns the view of a page about the code in an address, which it shows until its script has something better, and
// its status. Its state is "unknown" if find does not find the code.
func (s *site) subjectView(r *http.Request, name, title string, find func(code, date string) (shown string, ok bool)) (v view, status int) {
	v, status = s.view(name, name+".js", title), http.StatusOK
	v.State = "loading"
	v.Code, v.Date = subject(r.URL)
	v.Shown = v.Code
	if v.Clock != "" {
		if shown, ok := find(v.Code, v.Date); ok {
			v.Shown = shown
		} else {
			v.State, status = "unknown", http.StatusNotFound
		}
	}
	if v.Code != "" {
		v.Title = v.Shown + " – " + title
	}
	return v, status
}

// serveBoard serves the board of a station. For an unknown code it is status 404 with the stations that may be meant; the name of
// one station leads to its board.
func (s *site) serveBoard(w http.ResponseWriter, r *http.Request) {
	code, _ := subject(r.URL)
	see := func() (view, int) {
		return s.subjectView(r, "board", "Board", func(code, _ string) (string, bool) { return s.Station(code) })
	}
	known := !s.Loaded()
	if !known {
		_, known = s.Station(code)
	}
	if known {
		s.serve(w, r, "board", "board\x00"+code, see)
		return
	}
	v, status := see()
	v.Stations = s.Find(v.Code)
	if only, ok := single(v.Stations, v.Code); ok && strings.EqualFold(only.Name, v.Code) {
		s.redirect(w, r, strings.TrimSuffix(only.Path()+"?"+r.URL.RawQuery, "?"))
		return
	}
	if letters := []rune(v.Code); len(v.Stations) == 0 && len(letters) > similarLetters {
		v.Stations = s.Find(string(letters[:similarLetters]))
	}
	v.Stations = v.Stations[:min(len(v.Stations), maxSimilar)]
	s.write(w, r, status, "board", v)
}

// If no station matches a text, those that match its first letters may be meant, but not more than some.
const (
	similarLetters = 3
	maxSimilar     = 6
)

// serveTrain serves the run of a train, with status 404 if there is none.
func (s *site) serveTrain(w http.ResponseWriter, r *http.Request) {
	code, date := subject(r.URL)
	s.serve(w, r, "train", "train\x00"+code+"\x00"+date, func() (view, int) { return s.subjectView(r, "train", "Train", s.Train) })
}

// redirect leads to another page.
func (s *site) redirect(w http.ResponseWriter, r *http.Request, path string) {
	secure(w.Header())
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, path, http.StatusSeeOther)
}

// serveSearch lists the stations that match the text, or redirects to the board of the only one. It is for browsers
// without script, and for a text that somebody enters without choosing a suggestion.
func (s *site) serveSearch(w http.ResponseWriter, r *http.Request) {
	text := strings.TrimSpace(r.URL.Query().Get("q"))
	if len(text) > maxQuery {
		response.Text(w, http.StatusBadRequest, "the text is too long")
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
