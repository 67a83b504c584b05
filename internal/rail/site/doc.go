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
