package soap

import (
	"net"
	"net/http"
	"slices"
	"strings"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/xsd"
)

// WithAssertions says that the program satisfies policy assertions that the contract requires, or that a proxy or the HTTP
// client does. Without it NewClient returns a *PolicyError for an assertion of a port that no other option satisfies, and a
// call one for an assertion of its operation; a handler logs them once, as a warning. A handler does not see how its messages
// are transported: it does not log demands for HTTPS, client certificates and authentication by HTTP.
func WithAssertions(names ...xsd.QName) Option {
	return bothOption(func(c *config) { c.assertions = append(c.assertions, names...) })
}

// PolicyError reports assertions that a policy of the contract requires and that nothing satisfies. Nothing has been sent.
type PolicyError struct{ Needs []contract.Need }

// Error names the assertions, and for each the option that satisfies it.
func (e *PolicyError) Error() string {
	var all []string
	for _, n := range e.Needs {
		text := n.String()
		if !strings.HasPrefix(text, "{") {
			text += " (" + n.Assertion.Space + ")"
		}
		switch n.Option {
		case contract.HTTPS:
			text += ": use an https address"
		case "":
			text += ": the run-time has no option for it"
		default:
			text += ": use the option " + n.Option
		}
		all = append(all, text)
	}
	return "the policy of the contract requires " + strings.Join(all, "; ") + "; see soap.WithAssertions"
}

// unmet returns a *PolicyError for the needs that nothing satisfies.
func (c *Caller) unmet(needs []contract.Need) error {
	var unmet []contract.Need
	for _, n := range needs {
		if !slices.Contains(c.assertions, n.Assertion) && !c.transports(n) {
			unmet = append(unmet, n)
		}
	}
	if unmet == nil {
		return nil
	}
	return &PolicyError{unmet}
}

// transports reports whether the address or the HTTP client satisfies a need.
func (c *Caller) transports(n contract.Need) bool {
	switch n.Option {
	case contract.HTTPS:
		host := c.address.Hostname()
		return c.address.Scheme == "https" || host == "localhost" || net.ParseIP(host).IsLoopback()
	case "soap.WithHeader":
		return c.address.User != nil || c.header.Get("Authorization") != ""
	case "soap.WithHTTPClient":
		return n.Assertion.Local == "RequireClientCertificate" && hasCertificate(c.doer)
	}
	return false
}

// hasCertificate reports whether a client authenticates itself by a certificate.
func hasCertificate(doer HTTPDoer) bool {
	client, ok := doer.(*http.Client)
	if !ok || client == nil {
		return false
	}
	transport, ok := client.Transport.(*http.Transport)
	return ok && transport.TLSClientConfig != nil && (len(transport.TLSClientConfig.Certificates) > 0 || transport.TLSClientConfig.GetClientCertificate != nil)
}

// logUnmet logs the assertions of the contract that no option of a handler satisfies, apart from those about transport.
func (c *boundContract) logUnmet() {
	var names []string
	for _, n := range c.Contract.Needs() {
		transport := n.Option == contract.HTTPS || n.Option == "soap.WithHeader" || n.Option == "soap.WithHTTPClient"
		if !transport && !slices.Contains(c.assertions, n.Assertion) {
			names = append(names, n.String())
		}
	}
	if names != nil {
		c.log().Warn("the policy of the contract is not satisfied", "service", c.Service, "assertions", names)
	}
}
