package scaffold

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/writing/emit"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/templates/soap/contract"
)

// routed returns the services with their files and patterns.
func routed(services []*ir.Service) []emit.SkeletonService {
	files := map[string]bool{"service": true}
	list := make([]emit.SkeletonService, len(services))
	var wants []want
	for i, s := range services {
		list[i] = emit.SkeletonService{Service: s, File: fileName(s.Name, files)}
		wants = append(wants, wantsOf(i, s)...)
	}
	// The address itself belongs to a service that needs it for messages rather than for the contract.
	slices.SortStableFunc(wants, func(a, b want) int { return b.important() - a.important() })
	patterns := make([][]string, len(services))
	for _, w := range wants {
		pattern := w.pattern(wants)
		if list[w.service].Moved != "" || slices.Contains(patterns[w.service], pattern) {
			continue
		}
		switch {
		case canServe(w.path, pattern, patterns):
			patterns[w.service] = append(patterns[w.service], pattern)
		case w.method != "" || w.soap:
			patterns[w.service] = nil
			list[w.service].Moved = "/" + list[w.service].Name
		}
	}
	for i := range list {
		if s := &list[i]; s.Moved != "" {
			for n := 2; n < 1000 && !canServe(s.Moved, s.Moved, patterns); n++ {
				s.Moved = fmt.Sprint("/", s.Name, n)
			}
			if patterns[i] = []string{s.Moved}; hasResourcesBelow(s.Service) {
				patterns[i] = append(patterns[i], s.Moved+"/")
			}
		}
		list[i].Patterns = patterns[i]
	}
	return list
}

// want is a path that a service wants to serve: the address itself, or all paths below it.
type want struct {
	service int // index of the service
	path    string
	method  string // method of the requests below the address; "" for the address itself
	soap    bool   // whether SOAP messages are sent to the address
}

// wantsOf returns the paths that a service wants to serve.
func wantsOf(service int, s *ir.Service) []want {
	var list []want
	for _, p := range s.Ports {
		w := want{service: service, path: emit.AddressPath(p.Address), soap: p.Binding.IsSOAP()}
		list = append(list, w)
		if !w.soap {
			w.method = strings.TrimPrefix(p.Binding.String(), "HTTP ")
			list = append(list, w)
		}
	}
	if list == nil {
		return []want{{service: service, path: "/", soap: true}}
	}
	return list
}

func (w want) important() int {
	switch {
	case w.soap:
		return 2
	case w.method != "":
		return 1
	}
	return 0
}

// pattern returns the pattern for http.ServeMux. It has no method if no other service wants the same path.
func (w want) pattern(all []want) string {
	p := escaped(w.path)
	if w.method == "" {
		if strings.HasSuffix(p, "/") {
			p += "{$}"
		}
		return p
	}
	p = strings.TrimSuffix(p, "/") + "/"
	if slices.ContainsFunc(all, func(other want) bool {
		return other.service != w.service && other.method != "" && strings.TrimSuffix(other.path, "/") == strings.TrimSuffix(w.path, "/")
	}) {
		return w.method + " " + p
	}
	return p
}

// canServe reports whether http.ServeMux can route a path to a service, beside other patterns. It
// redirects requests for paths with empty elements.
func canServe(p, pattern string, patterns [][]string) (ok bool) {
	clean := path.Clean(p)
	if clean != "/" && strings.HasSuffix(p, "/") {
		clean += "/"
	}
	if clean != p || strings.ContainsFunc(p, func(r rune) bool { return r < ' ' || r == 0x7f || r == '\uFFFD' }) {
		return false
	}
	defer func() { ok = recover() == nil }() // a pattern that conflicts with another one panics
	mux := http.NewServeMux()
	for _, list := range patterns {
		for _, other := range list {
			mux.Handle(other, http.NotFoundHandler())
		}
	}
	mux.Handle(pattern, http.NotFoundHandler())
	return true
}

// fileName returns the name, without extension, of the Go file for a service. It consists of letters and digits, because a
// suffix after an underscore may have a meaning for the go command.
func fileName(name string, taken map[string]bool) string {
	base := strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z', '0' <= r && r <= '9':
			return r
		}
		return -1
	}, strings.ToLower(name))
	base = cmp.Or(base, "service")
	file := base
	for n := 2; taken[file]; n++ {
		file = fmt.Sprint(base, n)
	}
	taken[file] = true
	return file
}

// pathsOf returns the paths of the addresses of a service, unescaped.
func pathsOf(s *ir.Service) []string {
	var paths []string
	for _, p := range s.Ports {
		if path := emit.AddressPath(p.Address); !slices.Contains(paths, path) {
			paths = append(paths, path)
		}
	}
	if paths == nil {
		return []string{"/"}
	}
	return paths
}

// hasResourcesBelow reports whether a service has operations at paths below its address.
func hasResourcesBelow(s *ir.Service) bool {
	return slices.ContainsFunc(s.Ports, func(p contract.Port) bool { return p.Binding != contract.SOAP11 && p.Binding != contract.SOAP12 })
}

// served returns the paths of a service, except paths below other ones.
func served(s *emit.SkeletonService) []string {
	if s.Moved != "" {
		return []string{s.Moved}
	}
	return pathsOf(s.Service)
}

// healthPath returns a path that no service serves.
func healthPath(services []emit.SkeletonService) string {
	p := "/healthz"
	for slices.ContainsFunc(services, func(s emit.SkeletonService) bool {
		return slices.ContainsFunc(served(&s), func(other string) bool {
			return other == p || other != "/" && strings.HasPrefix(p, strings.TrimSuffix(other, "/")+"/")
		})
	}) {
		p += "z"
	}
	return p
}

func escaped(path string) string { return (&url.URL{Path: path}).EscapedPath() }
