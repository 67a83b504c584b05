package serve

import (
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/page"
	"example.com/quartet/templates/soap/record"
	"example.com/quartet/templates/soap/sample"
	"example.com/quartet/templates/soap/wsse"
	"example.com/quartet/templates/soap/xsd"
)

// Config configures a Server. By default it answers with samples.
type Config struct {
	Seed       sample.Seed
	MTOM       soap.Option // when replies are sent with MTOM; nil: never
	Addressing soap.Option // from package wsa; nil: none
	Signatures soap.Option // from package wsse; nil: none
	JSON       soap.Option // from package jsonhttp; nil: none
	Faults     []Fault
	Delay      time.Duration // delay before each answer

	Player   *record.Player   // answers instead of samples
	Recorder *record.Recorder // records the answers of Target, which are sent instead of samples
	Target   *url.URL

	To      *url.URL      // a service that answers calls instead of samples
	Timeout time.Duration // until the service begins to answer, and then for slow answers; 0 is no limit

	NoValidate bool                // requests for To are sent although they are not valid
	Options    []soap.ClientOption // of the client that calls it

	Logger *slog.Logger // must not be nil

	Stop <-chan struct{} // closed when the server ends, so that answers are not delayed any more; may be nil
}

// Fault makes a share of the calls of an operation fail.
type Fault struct {
	Operation string  // "" is all operations
	Rate      float64 // from 0 to 1
}

// Server serves a contract. Use [New].
type Server struct {
	groups []group
	config Config
}

// group is a handler for services that share a path.
type group struct {
	paths   []string
	info    *contract.Contract
	handler http.Handler
}

// security is the header block of WS-Security. The server accepts it so that clients with a user can call.
var security = xsd.QName{Space: wsse.Namespace, Local: "Security"}

// New returns a server for the services of a contract, at the paths of their addresses. Ports whose address is not an absolute http or
// https URL are at the path /.
func New(services []*contract.Contract, documents *contract.DocumentSet, config Config) *Server {
	s := &Server{config: config}
	for _, merged := range merge(withPaths(services)) {
		opts := []soap.HandlerOption{page.Service(), soap.WithLogger(config.Logger), soap.WithUnderstood(security), soap.WithCharsetReader(xmltree.NewCharsetReader), config.MTOM, config.Addressing, config.Signatures, config.JSON, soap.WithInterceptors(note)}
		if len(config.Faults) > 0 {
			failing := &faults{info: merged, config: config, random: rand.New(rand.NewPCG(uint64(config.Seed), 1))}
			opts = append(opts, soap.WithInterceptors(failing.intercept))
		}
		s.groups = append(s.groups, group{paths: Paths(merged), info: merged, handler: config.handler(merged, documents, opts)})
	}
	return s
}

// handler returns a handler that answers with samples, or as a gateway.
func (c *Config) handler(info *contract.Contract, documents *contract.DocumentSet, opts []soap.HandlerOption) http.Handler {
	if c.To == nil {
		return c.Seed.NewHandler(info, documents, opts...)
	}
	return c.gateway(info, documents, opts)
}

// withPaths returns services in which the address of each port has a path: placeholders are replaced by /.
func withPaths(services []*contract.Contract) []*contract.Contract {
	all := make([]*contract.Contract, len(services))
	for i, info := range services {
		c := *info
		c.Ports = slices.Clone(info.Ports)
		for j := range c.Ports {
			if u, err := url.Parse(c.Ports[j].Address); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
				c.Ports[j].Address = "/"
			}
		}
		all[i] = &c
	}
	return all
}

// Services returns the services. Those that have a path in common are one.
func (s *Server) Services() []*contract.Contract {
	return collect.Each(s.groups, func(g group) *contract.Contract { return g.info })
}

// Paths returns the paths of the ports of one of the services of a server.
func Paths(info *contract.Contract) (all []string) {
	for _, p := range info.Ports {
		path := "/"
		if u, err := url.Parse(p.Address); err == nil {
			path = "/" + strings.TrimPrefix(u.Path, "/")
		}
		all = collect.Union(all, path)
	}
	return all
}

// merge combines contracts that have a path in common into one, because a handler serves
// everything at a path.
func merge(services []*contract.Contract) []*contract.Contract {
	var all []*contract.Contract
	for _, info := range services {
		i := slices.IndexFunc(all, func(other *contract.Contract) bool {
			return slices.ContainsFunc(Paths(other), func(p string) bool { return slices.Contains(Paths(info), p) })
		})
		if i < 0 {
			all = append(all, info)
			continue
		}
		all[i] = joined(all[i], info)
	}
	return all
}

// joined returns a contract with the ports and operations of both, starting with the ports and operations of a.
func joined(a, b *contract.Contract) *contract.Contract {
	c := *a
	c.Ports = slices.Concat(a.Ports, b.Ports)
	c.Operations = slices.Concat(a.Operations, collect.Where(b.Operations, func(op *contract.Operation) bool {
		return !slices.ContainsFunc(a.Operations, func(other *contract.Operation) bool { return sameOperation(other, op) })
	}))
	if c.InlineReferences == nil {
		c.InlineReferences = b.InlineReferences
	}
	return &c
}

// sameOperation reports whether two operations have one name and the same messages over a
// binding.
func sameOperation(a, b *contract.Operation) bool {
	return a.Name == b.Name && slices.ContainsFunc(a.Wires, func(v contract.Wire) bool {
		return slices.ContainsFunc(b.Wires, func(w contract.Wire) bool {
			return v.In == w.In && v.Path == w.Path && slices.Equal(v.Bindings, w.Bindings)
		})
	})
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	g := s.find(r.URL.Path)
	next := g.handler
	switch {
	case isDocument(r, g):
	case s.config.Player != nil:
		next = s.config.Player
	case s.config.Recorder != nil:
		next = s.proxy(g)
	}
	if s.config.Delay > 0 && !isDocument(r, g) && !s.wait(r) {
		return
	}
	if !isDocument(r, g) && (s.config.Player != nil || s.config.Recorder != nil) {
		whole, err := noteOnly(g.handler, r)
		if err != nil {
			http.Error(w, "reading the request: "+err.Error(), http.StatusBadRequest)
			return
		}
		r = whole
	}
	next.ServeHTTP(w, r)
}

// find returns the group that serves a path: the group with the longest prefix of the path,
// else the first group.
func (s *Server) find(path string) *group {
	best, length := &s.groups[0], -1
	for i := range s.groups {
		for _, p := range s.groups[i].paths {
			if (path == p || strings.HasPrefix(path, strings.TrimSuffix(p, "/")+"/")) && len(p) > length {
				best, length = &s.groups[i], len(p)
			}
		}
	}
	return best
}

// isDocument reports whether a request is for the contract or the page of the service.
func isDocument(r *http.Request, g *group) bool {
	if r.Method != http.MethodGet && r.Method != http.MethodHead || !slices.Contains(g.paths, r.URL.Path) {
		return false
	}
	first, _, _ := strings.Cut(r.URL.RawQuery, "&")
	name, _, _ := strings.Cut(first, "=")
	return slices.Contains([]string{"", "wsdl", "xsd", "singlewsdl", "flatwsdl", "disco", "openapi", "op", "view", "q"}, strings.ToLower(name))
}

// wait waits as long as an answer is delayed. It reports false if the client has gone.
func (s *Server) wait(r *http.Request) bool {
	select {
	case <-time.After(s.config.Delay):
		return true
	case <-s.config.Stop:
		return true
	case <-r.Context().Done():
		return false
	}
}
