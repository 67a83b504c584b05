package site

import (
	"net/http"
	"net/url"
	"strings"
)

// subject returns the code and the date in the address of a board or a run.
func subject(u *url.URL) (code, date string) {
	_, rest, _ := strings.Cut(strings.TrimPrefix(u.EscapedPath(), "/"), "/")
	code, date, _ = strings.Cut(rest, "/")
	code, _ = url.PathUnescape(code)
	date, _ = url.PathUnescape(date)
	query := u.Query()
	if code == "" {
		code = query.Get("code")
	}
	if date == "" {
		date = query.Get("date")
	}
	return code, date
}

// subjectView returns the view of a page about the code in an address, which it shows until its script has something better. Its state
// is "unknown" if find does not find the code.
func (s *site) subjectView(r *http.Request, name, title string, find func(code, date string) (shown string, ok bool)) view {
	v := s.view(name, name+".js", title)
	v.State = "loading"
	v.Code, v.Date = subject(r.URL)
	v.Shown = v.Code
	if v.Clock != "" {
		if shown, ok := find(v.Code, v.Date); ok {
			v.Shown = shown
		} else {
			v.State = "unknown"
		}
	}
	if v.Code != "" {
		v.Title = v.Shown + " – " + title
	}
	return v
}

// serveBoard serves the board of a station. For an unknown code it is status 404 with the stations that may be meant; the name of
// one station leads to its board.
func (s *site) serveBoard(w http.ResponseWriter, r *http.Request) {
	v := s.subjectView(r, "board", "Board", func(code, _ string) (string, bool) { return s.Station(code) })
	if v.State != "unknown" {
		s.write(w, r, http.StatusOK, "board", v)
		return
	}
	v.Stations = s.Find(v.Code)
	if only, ok := single(v.Stations, v.Code); ok && strings.EqualFold(only.Name, v.Code) {
		s.redirect(w, r, strings.TrimSuffix(only.Path()+"?"+r.URL.RawQuery, "?"))
		return
	}
	if letters := []rune(v.Code); len(v.Stations) == 0 && len(letters) > similarLetters {
		v.Stations = s.Find(string(letters[:similarLetters]))
	}
	v.Stations = v.Stations[:min(len(v.Stations), maxSimilar)]
	s.write(w, r, http.StatusNotFound, "board", v)
}

// If no station matches a text, those that match its first letters may be meant, but not more than some.
const (
	similarLetters = 3
	maxSimilar     = 6
)

// serveTrain serves the run of a train, with status 404 if there is none.
func (s *site) serveTrain(w http.ResponseWriter, r *http.Request) {
	v := s.subjectView(r, "train", "Train", s.Train)
	status := http.StatusOK
	if v.State == "unknown" {
		status = http.StatusNotFound
	}
	s.write(w, r, status, "train", v)
}

// redirect leads to another page.
func (s *site) redirect(w http.ResponseWriter, r *http.Request, path string) {
	secure(w.Header())
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, path, http.StatusSeeOther)
}
