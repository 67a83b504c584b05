package scaffold

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/collect"
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
		list[i] = emit.SkeletonService{Service: s, Type: s.Name, File: fileName(s.Name, files)}
		wants = append(wants, wantsOf(i, s)...)
	}
	// The address itself belongs to a service that needs it for messages rather than for the contract.
	slices.SortStableFunc(wants, func(a, b want) int { return b.rank - a.rank })
	patterns := make([][]string, len(services))
	for _, w := range wants {
		pattern := w.pattern(wants)
		if list[w.service].Moved != "" || slices.Contains(patterns[w.service], pattern) {
			continue
		}
		switch {
		case canServe(w.path, pattern, patterns):
			patterns[w.service] = append(patterns[w.service], pattern)
		case w.rank > 0:
			patterns[w.service] = nil
			list[w.service].Moved = "/" + list[w.service].Name
		}
	}
	for i := range list {
		if s := &list[i]; s.Moved != "" {
			for n := 2; n < 1000 && !canServe(s.Moved, s.Moved, patterns); n++ {
				s.Moved = fmt.Sprint("/", s.Name, n)
			}
			if patterns[i] = []string{s.Moved}; slices.ContainsFunc(s.Ports, func(p contract.Port) bool { return !p.Binding.IsSOAP() }) {
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
	rank    int    // 2 if SOAP messages are sent to it, 1 for what is below the address, 0 for the contract only
}

// wantsOf returns the paths that a service wants to serve.
func wantsOf(service int, s *ir.Service) []want {
	var list []want
	for _, p := range s.Ports {
		path := emit.AddressPath(p.Address)
		if p.Binding.IsSOAP() {
			list = append(list, want{service, path, "", 2})
		} else {
			list = append(list, want{service, path, "", 0}, want{service, path, strings.TrimPrefix(p.Binding.String(), "HTTP "), 1})
		}
	}
	if list == nil {
		return []want{{service, "/", "", 2}}
	}
	return list
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

// served returns the paths of a service, unescaped, except paths below other ones.
func served(s *emit.SkeletonService) []string {
	if s.Moved != "" {
		return []string{s.Moved}
	}
	return collect.Each(wantsOf(0, s.Service), func(w want) string { return w.path })
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
