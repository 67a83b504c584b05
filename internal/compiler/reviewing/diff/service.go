package diff

import (
	"cmp"
	"net/url"
	"strings"
	"unicode"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/reading/wsdl11"
)

// matchBy pairs the items of two lists that have the same key. Each key is tried on the items that the ones before it left without
// a partner, and nil is none. An item has at most one partner.
func matchBy[T any](old, new []T, keys ...func(T) any) (pairs [][2]T, removed, added []T) {
	p := pairingBy(old, new, keys...)
	for i, o := range old {
		if j, ok := p.partner[i]; ok {
			pairs = append(pairs, [2]T{o, new[j]})
		} else {
			removed = append(removed, o)
		}
	}
	for j, n := range new {
		if !p.taken[j] {
			added = append(added, n)
		}
	}
	return pairs, removed, added
}

// keyIf returns a key, nil unless a condition holds.
func keyIf(holds bool, key any) any {
	if !holds {
		return nil
	}
	return key
}

// folded returns a text that is the same for all texts that differ only in case.
func folded(s string) string {
	return strings.Map(func(r rune) rune {
		first := r
		for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
			first = min(first, f)
		}
		return first
	}, s)
}

// services compares services, or the bindings of contracts that have none.
func (c *comparer) services() {
	bindings := make(map[[2]*wsdl11.Binding]bool)
	if len(c.old.Services) == 0 || len(c.new.Services) == 0 {
		c.serviceless(bindings)
		return
	}
	single := len(c.old.Services) == 1 && len(c.new.Services) == 1
	pairs, removed, added := matchBy(c.old.Services, c.new.Services,
		func(s *wsdl11.Service) any { return s.Name },
		func(s *wsdl11.Service) any { return s.Name.Local },
		func(*wsdl11.Service) any { return keyIf(single, true) })
	c.servicesAlone(removed, added)
	for _, p := range pairs {
		c.compareServices(p[0], p[1], bindings)
	}
}

func (c *comparer) servicesAlone(removed, added []*wsdl11.Service) {
	for s, service := range alone(removed, added) {
		at := s.at("service "+service.Name.Local, service.Pos, mainPos(c.old), mainPos(c.new))
		c.offered(s, "service", at, s.clients(), "the service %s", s.is())
	}
}

// addition adds a finding about an addition. Clients need the new version on both sides to use it, and existing ones still
// work, so it is compatible.
func (c *comparer) addition(rule string, at place, broken Parties, format string, args ...any) *Finding {
	f := c.exchange(rule, at, broken, format, args...)
	f.Class = Compatible
	return f
}

// mainPos returns the position of the contract's first document.
func mainPos(m *resolve.Model) diag.Pos {
	if m.Main == nil {
		return diag.Pos{}
	}
	return m.Main.Root.Pos()
}

// serviceless compares bindings by name.
func (c *comparer) serviceless(done map[[2]*wsdl11.Binding]bool) {
	c.servicesAlone(c.old.Services, c.new.Services)
	pairs, _, _ := matchBy(c.old.Bindings, c.new.Bindings,
		func(b *wsdl11.Binding) any { return b.Name },
		func(b *wsdl11.Binding) any { return b.Name.Local })
	for _, p := range pairs {
		c.compareBindings(p[0], p[1], done)
	}
}

func (c *comparer) compareServices(old, new *wsdl11.Service, done map[[2]*wsdl11.Binding]bool) {
	at := place{"service " + old.Name.Local, old.Pos, new.Pos}
	if old.Name.Local != new.Name.Local {
		c.exchange("service-renamed", at, 0, "the service is now named %s", diag.Quote(new.Name.Local))
	}
	c.compareDocs(at, old.Documentation, new.Documentation)
	name := func(p *wsdl11.Port) any { return [2]string{p.Service.Name.Local, p.Name} }
	pairs, removed, added := matchBy(compared(c, isOld, old.Ports, name), compared(c, isNew, new.Ports, name),
		func(p *wsdl11.Port) any { return p.Name },
		func(p *wsdl11.Port) any { return p.Binding.Name },
		func(p *wsdl11.Port) any { return protocol(p.Binding) })
	for s, p := range alone(removed, added) {
		broken := s.clients() &^ served(p, pick(s, new, old), s.clients())
		f := c.offered(s, "port", s.at(portName(p), p.Pos, old.Pos, new.Pos), broken, "the port %s (%s)", s.is(), protocol(p.Binding))
		portOverJSON(f, pick(s, p, nil), pick(s, nil, p), old, new)
	}
	for _, p := range pairs {
		c.compareProtocols(p[0], p[1])
		c.comparePorts(p[0], p[1])
		c.comparePolicies(p[0], p[1])
		if p[0].Binding.Kind.IsSOAP() == p[1].Binding.Kind.IsSOAP() {
			c.compareBindings(p[0].Binding, p[1].Binding, done)
		}
	}
}

// served returns the clients of a port if a service has another port for the same messages at the same path.
func served(p *wsdl11.Port, by *wsdl11.Service, clients Parties) Parties {
	for _, other := range by.Ports {
		if protocol(other.Binding) == protocol(p.Binding) && addressPath(other.Address) == addressPath(p.Address) {
			return clients
		}
	}
	return 0
}

// compareProtocols compares the protocols and transports of a port.
func (c *comparer) compareProtocols(old, new *wsdl11.Port) {
	a, b := old.Binding, new.Binding
	at := place{portName(old), a.KindPos, b.KindPos}
	if protocol(a) == protocol(b) {
		if a.Kind.IsSOAP() && a.OverHTTP() != b.OverHTTP() {
			c.exchange("transport", at, OldClients|NewClients, "the transport is now %s, formerly %s", diag.Quote(b.Transport), diag.Quote(a.Transport))
		}
		return
	}
	rule := "binding-protocol"
	switch {
	case a.Kind == wsdl11.HTTP && b.Kind == wsdl11.HTTP:
		rule = "http-verb"
	case a.Kind.IsSOAP() && b.Kind.IsSOAP():
		rule = "soap-version"
	}
	broken := OldClients&^served(old, new.Service, OldClients) | NewClients&^served(new, old.Service, NewClients)
	portOverJSON(c.exchange(rule, at, broken, "the binding is now for %s, formerly for %s", protocol(b), protocol(a)), old, new, old.Service, new.Service)
}

func portName(p *wsdl11.Port) string { return "port " + p.Name }

// protocol returns the name of the protocol of a binding: "SOAP 1.1", "HTTP GET".
func protocol(b *wsdl11.Binding) string {
	if b.Kind == wsdl11.HTTP {
		return "HTTP " + b.Verb
	}
	return b.Kind.String()
}

func (c *comparer) comparePorts(old, new *wsdl11.Port) {
	at := place{portName(old), old.Pos, new.Pos}
	if old.Name != new.Name {
		c.exchange("port-renamed", at, 0, "the port is now named %s", diag.Quote(new.Name))
	}
	c.compareDocs(at, old.Documentation, new.Documentation)
	if old.Address == new.Address {
		return
	}
	if addressPath(old.Address) != addressPath(new.Address) {
		f := c.exchange("address-path", at, OldClients|NewClients, "the address has a different path: it is now %s, formerly %s", diag.Quote(new.Address), diag.Quote(old.Address))
		portOverJSON(f, old, new, old.Service, new.Service)
		return
	}
	c.exchange("address-host", at, 0, "the address is now %s, formerly %s", diag.Quote(new.Address), diag.Quote(old.Address))
}

// addressPath returns the path of an address, where a handler serves the port by default.
func addressPath(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	return cmp.Or(u.Path, "/")
}
