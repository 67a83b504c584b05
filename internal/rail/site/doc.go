// Package site serves the pages for people: an overview, the board of a station, a map with moving trains, the run of a
// train, and a search for stations. Package main of raild mounts them at the root, beside the service.
//
// The pages are HTML, CSS and JavaScript modules that are embedded as they are. Their data come from the pages' own calls
// of the service over HTTP GET, so that they show what any client would get. Only three things come from this package:
// the service's clock, which the operations tell on boards with trains only; the name of the timetable; and the search
// for stations in browsers without script.
//
// Texts from feeds and requests reach a page as text: package html/template escapes them here, and the scripts set
// textContent and attributes, never HTML. A Content-Security-Policy forbids everything that is not served here.
package site
