package lint

import (
	"net/netip"
	"net/url"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
)

// addressRules returns rules on the addresses of ports. Each reports a contract once.
func addressRules() []Rule {
	return []Rule{
		{diag.Rule{ID: "local-address", Severity: diag.Note, Summary: "the address of a port is on the local host or in a private network", Source: "WSDL 1.1 section 2.6",
			Note: "Clients elsewhere cannot reach it, and those that take the address from the contract fail. Write the public address."}, func(p *pass) {
			p.reportFirst(p.addresses(isLocal), "the address of a port is local").
				Hint = "write the address at which clients reach the service"
		}},
	}
}

// addresses returns the positions of the ports with an absolute address that breaks a rule.
func (p *pass) addresses(breaks func(*url.URL) bool) []diag.Pos {
	var places []diag.Pos
	for _, service := range p.Services {
		for _, port := range service.Ports {
			u, err := url.Parse(strings.TrimSpace(port.Address))
			if err == nil && u.Host != "" && breaks(u) {
				places = append(places, port.Pos)
			}
		}
	}
	return places
}

// isLocal reports whether a host is the local one (RFC 6761 section 6.3), or its address loopback, private or link-local.
func isLocal(u *url.URL) bool {
	host := strings.ToLower(strings.TrimSuffix(u.Hostname(), "."))
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	a, err := netip.ParseAddr(host)
	return err == nil && (a.IsLoopback() || a.IsPrivate() || a.IsLinkLocalUnicast() || a.IsUnspecified())
}
