package soap

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"net/http"

	"example.com/quartet/templates/soap/internal/callinfo"
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
