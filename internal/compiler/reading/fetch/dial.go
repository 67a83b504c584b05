package fetch

import (
	"context"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"syscall"
	"time"
)

// guard is the transport of a Fetcher. It connects to public addresses, and to others only if their origin was named. The
// address is checked when the connection is made, so it does not matter what a name meant earlier.
type guard struct {
	fetcher   *Fetcher
	transport *http.Transport
}

func newGuard(f *Fetcher) *guard {
	g := &guard{f, http.DefaultTransport.(*http.Transport).Clone()}
	g.transport.DialContext = dial
	if f.proxy != nil {
		g.transport.Proxy = f.proxy
	}
	return g
}

// hostKey is the key of the host whose address is checked, in the context of a request.
type hostKey struct{}

// RoundTrip sends a request. Either all or none of the connections to an origin are checked, so they can be reused.
func (g *guard) RoundTrip(r *http.Request) (*http.Response, error) {
	if g.fetcher.private || g.fetcher.named[Origin(r.URL)] {
		return g.transport.RoundTrip(r)
	}
	var proxy *url.URL
	if g.transport.Proxy != nil {
		var err error
		if proxy, err = g.transport.Proxy(r); err != nil {
			return nil, err
		}
	}
	if proxy != nil {
		if err := checkName(r.URL.Hostname()); err != nil {
			return nil, err
		}
		return g.transport.RoundTrip(r) // the proxy itself may have any address
	}
	return g.transport.RoundTrip(r.WithContext(context.WithValue(r.Context(), hostKey{}, r.URL.Hostname())))
}

// dial makes a connection, to a public address if the context has a host.
func dial(ctx context.Context, network, address string) (net.Conn, error) {
	d := &net.Dialer{Timeout: 30 * time.Second, KeepAlive: 30 * time.Second}
	if host, ok := ctx.Value(hostKey{}).(string); ok {
		d.Control = func(_, address string, _ syscall.RawConn) error { return checkResolved(host, address) }
	}
	return d.DialContext(ctx, network, address)
}

// checkResolved returns an error if an IP address with a port is not public.
func checkResolved(host, address string) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return err
	}
	if kind := kindOf(to.Addr()); kind != "" {
		return &PrivateError{Host: host, Address: to.Addr().String(), Kind: kind}
	}
	return nil
}

// CloseIdleConnections closes connections that are not in use.
func (g *guard) CloseIdleConnections() { g.transport.CloseIdleConnections() }
