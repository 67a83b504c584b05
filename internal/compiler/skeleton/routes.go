package skeleton

import (
	"fmt"
	"net/url"
	"path"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/emit"
	"example.com/quartet/internal/compiler/plan/ir"
)

// routed returns the services with the files and paths that they have.
func routed(services []*ir.Service) []emit.SkeletonService {
	var list []emit.SkeletonService
	files := map[string]bool{"service": true}
	taken := make(map[string]bool) // paths
	for _, s := range services {
		routed := emit.SkeletonService{Service: s, File: fileName(s.Name, files)}
		paths := pathsOf(s)
		if !canServe(paths, taken, len(services)) {
			routed.Moved = movedTo(s.Name, taken)
			paths = []string{routed.Moved}
		}
		for _, p := range paths {
			taken[strings.TrimSuffix(p, "/")] = true
			routed.Paths = append(routed.Paths, p)
			if !strings.HasSuffix(p, "/") && hasResourcesBelow(s) {
				routed.Paths = append(routed.Paths, p+"/")
			}
		}
		list = append(list, routed)
	}
	return list
}

// fileName returns the name of the Go file for a service without its extension. It has letters and digits only: what follows
// an underscore may have a meaning for the go command.
func fileName(name string, taken map[string]bool) string {
	base := strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z', '0' <= r && r <= '9':
			return r
		}
		return -1
	}, strings.ToLower(name))
	if base == "" {
		base = "service"
	}
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

// canServe reports whether http.ServeMux can lead paths to one of n services. It redirects from those with empty elements.
func canServe(paths []string, taken map[string]bool, n int) bool {
	for _, p := range paths {
		clean := path.Clean(p)
		if clean != "/" && strings.HasSuffix(p, "/") {
			clean += "/"
		}
		if clean != p || taken[strings.TrimSuffix(p, "/")] || strings.ContainsFunc(p, func(r rune) bool { return r < ' ' || r == 0x7f || r == '\uFFFD' }) {
			return false
		}
		if n > 1 && p == "/" {
			return false // it would hide the others' errors
		}
	}
	return true
}

// movedTo returns a path that is not taken.
func movedTo(name string, taken map[string]bool) string {
	p := "/" + name
	for n := 2; taken[p]; n++ {
		p = fmt.Sprint("/", name, n)
	}
	return p
}

// hasResourcesBelow reports whether a service has operations at paths below its address.
func hasResourcesBelow(s *ir.Service) bool {
	return slices.ContainsFunc(s.Ports, func(p ir.Port) bool { return p.Binding != ir.SOAP11 && p.Binding != ir.SOAP12 })
}

// served returns the paths of a service without those below them.
func served(s *emit.SkeletonService) []string {
	if s.Moved != "" {
		return []string{s.Moved}
	}
	return pathsOf(s.Service)
}

// healthPath returns a path that leads to none of the services.
func healthPath(services []emit.SkeletonService) string {
	p := "/healthz"
	for slices.ContainsFunc(services, func(s emit.SkeletonService) bool {
		return slices.ContainsFunc(s.Paths, func(other string) bool { return other == p || other != "/" && strings.HasPrefix(p+"/", other) })
	}) {
		p += "z"
	}
	return p
}

func escaped(path string) string { return (&url.URL{Path: path}).EscapedPath() }
