// Package site serves the pages for people: an overview, the board of a station, a map with moving trains, the run of a
// train, and a search for stations. Package main of raild mounts them at the root, beside the service.
//
// The pages are HTML, CSS and JavaScript modules, which are embedded. The modules of a page are joined into one script when the program
// starts, and compressed. The data of the pages come from package passenger. Four things come from this package: the
// service's clock; the name of the timetable; what a page says about a station or train that does not exist, which is status 404;
// and the search for stations in browsers without script.
//
// Texts from feeds and requests reach a page as text: package html/template escapes them here, and the scripts set
// textContent and attributes, never HTML. A Content-Security-Policy forbids everything that is not served here.
package site

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"example.com/quartet/internal/rail/response"
)

//go:embed pages assets
var files embed.FS

// Options say what the pages are about. All functions must be safe for concurrent use.
type Options struct {
	Service string                      // path of the service, without a slash at the end
	Others  []string                    // paths with a slash at the start that are served beside the pages
	Loaded  func() bool                 // whether the timetable is loaded
	State   func() State                // the present state of the service
	Speed   float64                     // speed of its clock: 0 stands still, 1 is real time
	Find    func(text string) []Station // the stations that match a text, the station with that code first, if any

	Cache *response.Cache // keeps the pages once the timetable is loaded; nil: each is made

	// Station returns the code that passengers know of the station with a code, and false if there is none. Train does so for the
	// train with a code on a date, or now if that is "".
	Station func(code string) (shown string, ok bool)
	Train   func(code, date string) (shown string, ok bool)
}

// A State is what a page has to know to begin with. The zero State means that the timetable is not loaded yet.
type State struct {
	Clock   time.Time // in the railway's zone
	Feed    string    // names of the timetables
	Version string    // version of the timetables together

	// Timetables is a slice of timetables, which the pages list. Each has a Name, a Status, Warnings and, if it is in use, a
	// Timetable with State, First, Last, Zone, Modified, Version and Agencies, which have a Name, State, First, Last and Zone.
	Timetables any
}

// A Station is a result of the search.
type Station struct {
	Name, Code string
	Shown      string   // the code that passengers know
	Lines      []string // its lines, if others have its name
}

// Path returns the path of its board.
func (s Station) Path() string { return BoardPath(s.Code) }

// BoardPath returns the path of the board of the station with a code. Browsers remove path segments that are dots, also
// escaped, so such a code is in the query.
func BoardPath(code string) string {
	if code == "" || code == "." || code == ".." {
		return "/board/?code=" + url.QueryEscape(code)
	}
	return "/board/" + url.PathEscape(code)
}

// A site serves the pages.
type site struct {
	Options
	pages  *template.Template
	assets map[string]asset // by name
	base   string           // path of the assets with their version
}

// New returns a handler for all pages, their assets, and all other paths, at which nothing is served.
func New(o Options) http.Handler {
	assets, version := loadAssets()
	return &site{
		Options: o,
		pages:   template.Must(template.ParseFS(files, "pages/*.html")),
		assets:  assets,
		base:    "/assets/" + version,
	}
}

// ServeHTTP serves a page or an asset.
func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	serve := s.route(r.URL.EscapedPath())
	switch {
	case serve == nil:
		s.serveMissing(w, r)
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		w.Header().Set("Allow", "GET, HEAD")
		response.Text(w, http.StatusMethodNotAllowed, "method not allowed; use GET or HEAD")
	default:
		serve(w, r)
	}
}

// route returns the function that serves an escaped path, or nil. The path is not cleaned, as the code of a station may
// contain slashes, which are escaped, and more.
func (s *site) route(path string) http.HandlerFunc {
	first, rest, below := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	segments := strings.Count(rest, "/")
	switch {
	case path == "/":
		return s.page("home", "home.js", "Trains, now")
	case path == "/map":
		return s.page("map", "map.js", "Map")
	case path == "/search":
		return s.serveSearch
	case path == "/favicon.svg":
		return func(w http.ResponseWriter, r *http.Request) {
			s.sendAsset(w, r, "favicon.svg", "public, max-age=86400")
		}
	case path == "/favicon.ico":
		return func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/favicon.svg", http.StatusFound) }
	case !below:
		return nil
	case first == "board" && segments == 0:
		return s.serveBoard
	case first == "train" && segments <= 1:
		return s.serveTrain
	case first == "assets" && segments == 1:
		if _, name, _ := strings.Cut(rest, "/"); s.assets[name].content != nil {
			return s.serveAsset
		}
	}
	return nil
}

// A view is what a template shows.
type view struct {
	Page, Script, Title     string
	Assets, Service         string
	ClockNote               string
	Clock, ClockTime, Speed string
	At                      int64 // the clock in seconds since 1970
	Feed                    string
	Timetables              any
	Code, Date, Query, Path string // from the request
	Shown                   string // the code that passengers know, if Code is known
	State, Heading          string // outcome of the search, and its heading; "unknown" if there is no such board or train
	Stations                []Station
}

func (s *site) view(page, script, title string) view {
	v := view{Page: page, Script: script, Title: title, Assets: s.base, Service: s.Service}
	v.Speed = strconv.FormatFloat(s.Speed, 'f', -1, 64)
	v.ClockNote = clockNote(s.Speed)
	state := s.Options.State()
	if !state.Clock.IsZero() {
		v.Clock, v.ClockTime, v.At = state.Clock.Format("2006-01-02T15:04:05"), state.Clock.Format("15:04:05"), state.Clock.Unix()
		v.Feed, v.Timetables = state.Feed+" "+state.Version, state.Timetables
	}
	return v
}

// clockNote tells readers of a clock that is not real time.
func clockNote(speed float64) string {
	switch speed {
	case 1:
		return ""
	case 0:
		return "The clock of the service stands still."
	}
	return fmt.Sprintf("The clock of the service runs %g times as fast as real time.", speed)
}

// page returns a function that serves a page that does not depend on the request.
func (s *site) page(name, script, title string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		s.serve(w, r, name, name, func() (view, int) { return s.view(name, script, title), http.StatusOK })
	}
}

// serve sends a page with a view and its status: from the cache, if there is one and the timetable is loaded; then the view is not
// made. Only pages with status 200 are kept. The key is another one for pages that differ at an instant.
func (s *site) serve(w http.ResponseWriter, r *http.Request, name, key string, see func() (view, int)) {
	var v view
	var status int
	page := func() ([]byte, error) {
		if v, status = see(); status != http.StatusOK {
			return nil, errors.New(http.StatusText(status))
		}
		return s.render(name, v), nil
	}
	if s.Cache == nil || !s.Loaded() {
		v, status = see()
	} else if err := s.Cache.Serve(pageHeader(w), r, key, false, page); err == nil || status == 0 {
		return // status is 0 if the client left while another request made the page
	}
	s.write(w, r, status, name, v)
}

// write sends a page that is not kept.
func (s *site) write(w http.ResponseWriter, r *http.Request, status int, name string, v view) {
	body := s.render(name, v)
	h := pageHeader(w).Header()
	h.Set("Cache-Control", "no-store") // it has the time of the service
	h.Set("Content-Length", strconv.Itoa(len(body)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		w.Write(body)
	}
}

func (s *site) render(name string, v view) []byte {
	var page bytes.Buffer
	if err := s.pages.ExecuteTemplate(&page, name, v); err != nil {
		panic(fmt.Errorf("page %s: %w", name, err)) // the templates do not depend on the request
	}
	return page.Bytes()
}

func pageHeader(w http.ResponseWriter) http.ResponseWriter {
	secure(w.Header())
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	return w
}

// secure sets the headers that keep other content out of the pages, and the pages out of other sites.
func secure(h http.Header) {
	h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "+
		"form-action 'self'; frame-ancestors 'none'; base-uri 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "same-origin")
}

// serveMissing says that nothing is served at the path: in HTML to browsers, else in one line.
func (s *site) serveMissing(w http.ResponseWriter, r *http.Request) {
	w.Header().Add("Vary", "Accept")
	if !strings.Contains(r.Header.Get("Accept"), "text/html") {
		response.Text(w, http.StatusNotFound, s.missingText(r.URL.Path))
		return
	}
	v := s.view("missing", "missing.js", "Page not found")
	v.Path = r.URL.Path
	s.write(w, r, http.StatusNotFound, "missing", v)
}

// missingText names the paths that are served, and the one that differs from the path in case or by a slash only.
func (s *site) missingText(path string) string {
	served := append([]string{"/", "/board/CODE", "/map", "/search", "/train/ID", s.Service}, s.Others...)
	text := "nothing is served at this path"
	for _, known := range served {
		if strings.EqualFold(strings.TrimRight(path, "/"), known) {
			text += fmt.Sprintf("; there is %q", known)
		}
	}
	return text + "; the service is at " + strconv.Quote(s.Service) + ", and there are " + strings.Join(served, ", ")
}
