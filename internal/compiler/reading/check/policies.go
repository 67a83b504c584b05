package check

import (
	"fmt"
	"net"
	"net/url"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/policy"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/templates/soap/contract"
)

// policies reports the policies that cannot be read, and the assertions of others that the run-time does not satisfy by
// default: each once for a port.
func policies(m *resolve.Model, diags *diag.List) {
	r := policy.NewReader(m)
	for _, d := range m.Definitions {
		for _, x := range d.Extensions {
			if policy.IsAttachment(x) {
				diags.Add(diag.New(diag.BadPolicy, x.Pos, "policy attachments outside of the components of WSDL are not read; what %s demands is not known", diag.Quote(x.Element.RawName())))
			}
		}
	}
	for _, s := range m.Services {
		for _, p := range supportedPorts(s) {
			unmet("port "+diag.Quote(p.Name), p.Address, r.Port(p, p.Binding), diags)
		}
	}
	for _, b := range supportedBindings(m) {
		if len(m.Services) == 0 {
			unmet("binding "+diag.Quote(b.Name.Local), "", r.Port(nil, b), diags)
		}
	}
	diags.Add(r.Diagnostics()...)
}

// unmet reports what a program has to see to so that messages satisfy the policy of a port.
func unmet(port, address string, p *policy.Port, diags *diag.List) {
	for _, d := range p.Demands {
		if isReported(d, address) {
			diags.Add(unmetDemand(port, "NewClient", d))
		}
	}
	more := make(map[contract.Need]int)
	for _, o := range p.Operations {
		for _, d := range o.Demands {
			more[d.Need]++
		}
	}
	for _, o := range p.Operations {
		for _, d := range o.Demands {
			n := more[d.Need]
			if delete(more, d.Need); n == 0 || !isReported(d, address) {
				continue
			}
			subject := "operation " + diag.Quote(o.Bound.Name)
			if n > 1 {
				subject += fmt.Sprintf(" (and %d more)", n-1)
			}
			diags.Add(unmetDemand(subject+" of "+port, "the call", d))
		}
	}
}

// isReported reports whether somebody has to see to a demand.
func isReported(d policy.Demand, address string) bool {
	return d.Messages != contract.Replies && d.Class != policy.Followed && (d.Class != policy.HTTPS || isPlain(address))
}

func unmetDemand(subject, function string, d policy.Demand) diag.Diagnostic {
	id, because := diag.UnmetPolicy, "which is not supported"
	hint := function + " returns an error unless soap.WithAssertions names the assertion"
	switch d.Class {
	case policy.HTTPS:
		because = "which is HTTPS, but the address is an http URL"
	case policy.Option:
		id, because, hint = diag.NeedsOption, "which an option satisfies", function+" needs the option "+d.Option
	}
	return diag.New(id, d.Pos, "the policy of %s requires %s, %s", subject, diag.Quote(d.Need.String()), because).WithHint("%s", hint)
}

// isPlain reports whether messages to an address are neither encrypted nor stay on this host.
func isPlain(address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.Scheme == "http" && u.Hostname() != "localhost" && !net.ParseIP(u.Hostname()).IsLoopback()
}
