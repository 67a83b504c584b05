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
