package soap

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"example.com/quartet/templates/soap/internal/callinfo"
	"example.com/quartet/templates/soap/internal/lex"
)

func (c *Caller) requestHeader(outbound *Outbound) http.Header {
	header := cloneHeader(c.header)
	if outbound != nil {
		for name, values := range outbound.Header {
			header[name] = append([]string(nil), values...)
		}
	}
	return header
}

// newRequest makes the HTTP request. Headers that the protocol needs replace
// others of the same name.
func (c *Caller) newRequest(ctx context.Context, x *clientCall, request []byte) (*http.Request, error) {
	u := *c.address
	header := cloneHeader(x.RequestHeader)
	body, err := c.locate(&u, header, x, request)
	if err != nil {
		return nil, err
	}
	var from io.Reader // nil: no body, and not an empty one
	if body != nil {
		from = bytes.NewReader(body)
	}
	ctx = callinfo.WithSent(ctx, callinfo.Call{Service: c.Service, Operation: x.op.Name, Binding: c.binding})
	r, err := http.NewRequestWithContext(ctx, c.method(), "", from)
	if err != nil {
		return nil, err
	}
	r.URL, r.Header, r.Host = &u, header, cmp.Or(header.Get("Host"), u.Host)
	if x.parts.Streamed() && refersToParts(body) {
		err = c.streamRequest(r, x, body)
	}
	return r, err
}

// setAccept sets the header Accept unless the caller has set it.
func setAccept(header http.Header, accept string) {
	if header.Get("Accept") == "" {
		header.Set("Accept", accept)
	}
}

// redirects returns doer with the rules for redirects, if it is an http.Client: only
// there is a redirect seen before it is followed.
//
// A redirect that would turn a POST into a GET is not followed. What is sent does not
// reach another origin (RFC 6454): a request with a body is not sent there, and one without a body
// is sent without headers, including own, the headers of WithHeader. A CheckRedirect of the client is called, too.
func redirects(doer HTTPDoer, own http.Header) HTTPDoer {
	client, ok := doer.(*http.Client)
	if !ok {
		return doer
	}
	var guarded http.Client
	if client != nil {
		guarded = *client
	}
	check := guarded.CheckRedirect
	guarded.CheckRedirect = func(next *http.Request, via []*http.Request) error {
		switch {
		case next.Method != via[0].Method:
			return http.ErrUseLastResponse
		case check != nil:
			if err := check(next, via); err != nil {
				return err
			}
		case len(via) >= 10:
			return errors.New("stopped after 10 redirects")
		}
		return checkOrigin(next, via, own)
	}
	return &guarded
}

// checkOrigin keeps what was meant for the origin of the first request from others. A
// chain that has left the origin does not get it back.
func checkOrigin(next *http.Request, via []*http.Request, own http.Header) error {
	first := via[0]
	left := !sameOrigin(first.URL, next.URL)
	for _, r := range via {
		left = left || !sameOrigin(first.URL, r.URL)
	}
	if !left {
		return nil
	}
	if next.Method != http.MethodGet && next.Method != http.MethodHead || first.Body != nil && first.Body != http.NoBody {
		return &redirectError{origin(next.URL)}
	}
	for name := range next.Header {
		if name != "Accept" && name != "User-Agent" || own[name] != nil {
			delete(next.Header, name) // Referer, too, which has the parameters
		}
	}
	return nil
}

// redirectError is a redirect of a request with a body to another origin.
type redirectError struct{ origin string }

func (e *redirectError) Error() string {
	return fmt.Sprintf("the request was redirected to another origin, %s, and not sent there", lex.Quote(e.origin))
}

// sameOrigin reports whether two addresses have the same scheme, host and port.
func sameOrigin(a, b *url.URL) bool { return origin(a) == origin(b) }

// origin returns the scheme, the host and the port of an address, in lower case. A host with letters outside
// ASCII stays as it is: what strings.ToLower makes of it can be another host than the one that is looked up.
func origin(u *url.URL) string {
	scheme, port := strings.ToLower(u.Scheme), u.Port()
	switch {
	case port != "":
	case scheme == "http":
		port = "80"
	case scheme == "https":
		port = "443"
	}
	host := u.Hostname()
	if !strings.ContainsFunc(host, func(r rune) bool { return r >= utf8.RuneSelf }) {
		host = strings.ToLower(host)
	}
	if strings.Contains(host, ":") {
		host = "[" + host + "]"
	}
	return scheme + "://" + host + ":" + port
}
