// Package page has the HTML pages that a handler shows to people who open the address of a service. It is optional: the
// option Service brings them into a handler.
//
// An index lists the operations, a page for each operation describes it and calls it, and others show the documents of the
// contract. They are made of the contract alone, and need nothing from other servers. Reading them, and calls over HTTP
// GET, work without script. The text of a request is what a client of the run-time sends.
package page

import (
	"bytes"
	"html/template"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"

	"example.com/quartet/templates/soap"
)

// Service makes a handler answer browsers at the address of the service with
// pages: the operations with their documentation, forms that call them, the texts
// of requests and responses, and the contract. Without it the answer is a short list
// in plain text. The page of an operation has the stable address ?op=NAME.
//
// The page itself calls nothing: the browser sends the requests, so that all that
// is in front of the handler, such as authentication, sees them.
func Service(opts ...Option) soap.HandlerOption {
	return soap.WithPage(func(info *soap.ServiceInfo) http.Handler {
		p := &pages{info: info}
		for _, opt := range opts {
			opt(p)
		}
		p.messages = sync.OnceValues(func() (*messages, error) { return readMessages(info.Contract()) })
		p.overview = newOverview(info)
		return p
	})
}

// Option is an option of Service.
type Option func(*pages)

// LocalOnly limits the pages to requests from the machine on which the handler
// runs. Both the address of the peer and the host of the request must be loopback
// ones, such as 127.0.0.1, [::1] or localhost. The host is looked at because a page of
// another site can have a name whose address becomes 127.0.0.1 (DNS rebinding), and
// because requests by way of a proxy on the same machine come from it. Requests
// with a header that proxies add (Forwarded, Via, X-Forwarded-For, -Host or -Proto)
// are not local, either. A proxy that replaces the host and adds no header cannot be
// seen: do not use the option behind one. Other requests get the list in plain
// text. The operations and the contract are not limited.
func LocalOnly() Option { return func(p *pages) { p.localOnly = true } }

// Link adds a link to another page of the site to all pages, after those of earlier options. path is a path on the same
// server, such as "/".
func Link(name, path string) Option {
	return func(p *pages) { p.links = append(p.links, siteLink{Name: name, Path: path}) }
}

// Home adds a link, before all others, to the start of the site. mark is the sign of the site as an SVG element, or "". Its
// colors can be var(--ink), var(--accent) and var(--mark), which differ between light and dark pages.
func Home(name, path string, mark template.HTML) Option {
	return func(p *pages) { p.links = slices.Insert(p.links, 0, siteLink{name, path, true, mark}) }
}

// siteLink is a link to another page of the site.
type siteLink struct {
	Name, Path string
	IsHome     bool
	Mark       template.HTML
}

// Examples puts values into the forms of operations until a user enters others. value returns one for a parameter of an
// operation, or "" for none. It is called for each request, from many goroutines at once.
func Examples(value func(operation, parameter string) string) Option {
	return func(p *pages) { p.examples = value }
}

// pages serves the pages of a service.
type pages struct {
	info      *soap.ServiceInfo
	localOnly bool
	links     []siteLink
	examples  func(operation, parameter string) string // nil without them
	overview  *overview
	messages  func() (*messages, error)
	samples   sync.Map // texts of requests, by operation
}

// ServeHTTP implements http.Handler.
func (p *pages) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if p.localOnly && !isLocal(r) {
		p.info.Write(w, r, "text/plain; charset=utf-8", p.info.List())
		return
	}
	if len(r.URL.RawQuery) > maxQueryBytes {
		secure(w.Header())
		http.Error(w, "the query is too long", http.StatusRequestURITooLong)
		return
	}
	query := r.URL.Query()
	switch {
	case query.Has("op"):
		p.serveOperation(w, r, query)
	case query.Has("view"):
		p.serveView(w, r, query.Get("view"))
	default:
		p.serveIndex(w, r, query.Get("q"))
	}
}

// maxQueryBytes limits a query: the page repeats its values once for each binding, and in
// several forms.
const maxQueryBytes = 128 << 10

// isLocal reports whether a request comes from the same machine.
func isLocal(r *http.Request) bool {
	for _, name := range []string{"Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto"} {
		if len(r.Header.Values(name)) > 0 {
			return false
		}
	}
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil || !peer.Addr().Unmap().IsLoopback() {
		return false
	}
	host := (&url.URL{Host: r.Host}).Hostname()
	addr, err := netip.ParseAddr(host)
	return strings.EqualFold(host, "localhost") || err == nil && addr.Unmap().IsLoopback()
}

// secure sets the headers of all answers but results.
func secure(header http.Header) {
	header.Set("Content-Security-Policy", policy())
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
}

// frame is what every page has.
type frame struct {
	Title    string
	Service  string
	Links    []siteLink
	Contract bool // the page refers to the contract
	Style    template.CSS
	Script   template.JS
}

func (p *pages) frame(title string) frame {
	service := p.info.Contract().Service
	title = strings.TrimPrefix(title+" · "+service, " · ")
	return frame{Title: title, Service: service, Links: p.links, Style: template.CSS(styleText), Script: template.JS(scriptText)}
}

// write answers with a page.
func (p *pages) write(w http.ResponseWriter, r *http.Request, status int, name string, data any) {
	var b bytes.Buffer
	err := markup().ExecuteTemplate(&b, name, data)
	text := visible(b.Bytes())
	secure(w.Header())
	switch {
	case err != nil:
		p.info.Log(r, err)
		http.Error(w, "the service page could not be shown", http.StatusInternalServerError)
	case status != http.StatusOK:
		w.Header().Set("Content-Type", htmlType)
		w.WriteHeader(status)
		_, _ = w.Write(text)
	default:
		p.info.Write(w, r, htmlType, text)
	}
}

const htmlType = "text/html; charset=utf-8"

// missing answers a request for something that is not there.
func (p *pages) missing(w http.ResponseWriter, r *http.Request, text string) {
	p.write(w, r, http.StatusNotFound, "missing", struct {
		frame
		Text string
	}{p.frame("Not found"), text})
}

// address returns the address of a page, relative to the others.
func address(kind, name string) string { return "?" + kind + "=" + url.QueryEscape(name) }
