package fetch

import (
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"example.com/quartet/internal/compiler/reading/collect"
)

// PrivateError reports an address that is not public and was not fetched for that reason.
type PrivateError struct {
	Host    string // host in the address of the document
	Address string // IP address of the host; empty if the host name alone is the reason
	Kind    string // what the address is: "loopback", "private", "link-local" or "reserved"
}

// Error returns a message with the host and its address.
func (e *PrivateError) Error() string {
	if e.Address == "" || e.Address == e.Host {
		return fmt.Sprintf("the host %s is a %s address, but not the host of the contract", e.Host, e.Kind)
	}
	return fmt.Sprintf("the host %s has the %s address %s, but is not the host of the contract", e.Host, e.Kind, e.Address)
}

// Hint returns what the user can do.
func (e *PrivateError) Hint() string {
	return "use --allow-private to fetch it if you trust the contract, or --catalog to name a local copy"
}

// kindOf returns what an address is if it is not public, else "".
func kindOf(ip netip.Addr) string {
	ip = ip.Unmap().WithZone("")
	switch {
	case ip.IsLoopback():
		return "loopback"
	case ip.IsPrivate(), sharedAddresses.Contains(ip):
		return "private"
	case ip.IsLinkLocalUnicast():
		return "link-local"
	}
	for _, p := range embedding {
		if p.prefix.Contains(ip) {
			bytes := ip.As16()
			v4 := netip.AddrFrom4([4]byte(bytes[p.offset : p.offset+4]))
			return kindOf(v4)
		}
	}
	isReserved := slices.ContainsFunc(reserved, func(p netip.Prefix) bool { return p.Contains(ip) })
	if !ip.IsGlobalUnicast() || ip.Is6() && !globalUnicast.Contains(ip) || isReserved {
		return "reserved"
	}
	return ""
}

// sharedAddresses are used between a provider and its customers (RFC 6598).
var sharedAddresses = netip.MustParsePrefix("100.64.0.0/10")

// globalUnicast are the only IPv6 addresses that are assigned for public use.
var globalUnicast = netip.MustParsePrefix("2000::/3")

// reserved are the other addresses that are not public (RFC 6890 and its registries).
var reserved = collect.Each(strings.Fields("0.0.0.0/8 192.0.0.0/24 192.0.2.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 240.0.0.0/4 "+
	"2001::/23 2001:db8::/32 3fff::/20"), netip.MustParsePrefix)

// embedding lists the IPv6 prefixes whose addresses contain an IPv4 address to which a gateway forwards: NAT64 (RFC 6052)
// and 6to4 (RFC 3056).
var embedding = []struct {
	prefix netip.Prefix
	offset int
}{
	{netip.MustParsePrefix("64:ff9b::/96"), 12},
	{netip.MustParsePrefix("2002::/16"), 2},
}

// checkName returns an error for a host whose name shows that it is not public. Nothing else can be checked if a proxy
// looks up the name.
func checkName(host string) error {
	if ip, err := netip.ParseAddr(host); err == nil {
		if kind := kindOf(ip); kind != "" {
			return &PrivateError{Host: host, Address: host, Kind: kind}
		}
		return nil
	}
	labels := strings.Split(strings.TrimSuffix(strings.ToLower(host), "."), ".")
	last := labels[len(labels)-1]
	switch {
	case last == "localhost":
		return &PrivateError{Host: host, Kind: "loopback"}
	case last != "" && last[0] >= '0' && last[0] <= '9': // an IPv4 address in another notation, such as 0x7f.1
		return &PrivateError{Host: host, Kind: "reserved"}
	case len(labels) == 1, last == "local", last == "internal", strings.HasSuffix("."+strings.Join(labels, "."), ".home.arpa"):
		return &PrivateError{Host: host, Kind: "private"}
	}
	return nil
}

// Origin returns the scheme, host and port of an address (RFC 6454, section 4): the host in lower case and without the final
// dot of a fully qualified name, and without the default port of the scheme. A host with non-ASCII letters is not changed,
// because strings.ToLower could turn it into a host other than the one that is looked up.
func Origin(u *url.URL) string {
	scheme, host, port := strings.ToLower(u.Scheme), strings.TrimSuffix(u.Hostname(), "."), u.Port()
	if !strings.ContainsFunc(host, func(r rune) bool { return r >= utf8.RuneSelf }) {
		host = strings.ToLower(host)
	}
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	if port != "" && port != map[string]string{"http": "80", "https": "443"}[scheme] {
		host += ":" + port
	}
	return (&url.URL{Scheme: scheme, Host: host}).String()
}
