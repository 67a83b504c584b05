package soap

import (
	"fmt"
	"net/url"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
)

// encodeParameters returns the request of an HTTP binding that is not a document: the
// parameters, or a body with the only one.
func (c *Caller) encodeParameters(x *clientCall) ([]byte, error) {
	p := codec.WriteParameters()
	p.Check = c.valueCheck(x.ctx)
	visitRequest(p, x.op, x.Input)
	x.values = p.Written()
	if x.wire.Details().Send == contract.ContentDefault || p.Err() != nil {
		return []byte(writeForm(x.values)), p.Err()
	}
	if len(x.values) == 0 {
		return []byte{}, nil
	}
	return fromLexicalForm(x.values[0].Value, x.wire.Details().Send), nil
}

// locate completes the address of a request: the location, with its parts, and
// the query. It returns what remains for the body, nil for nothing.
func (c *Caller) locate(u *url.URL, x *clientCall) (body []byte, err error) {
	path, raw := x.wire.Path, rawPath(x.wire.Path)
	if x.wire.Details().Replace {
		var missing string
		if path, raw, missing = newLocation(x.wire.Path).fill(x.values); missing != "" {
			return nil, fmt.Errorf("the parameter %q is a part of the address and must be given", missing)
		}
	}
	u.Path = operationPath(rooted(c.address.Path), path)
	u.RawPath = operationPath(rooted(c.address.EscapedPath()), raw)
	addQuery(u, writeForm(newQuery(x.wire.Details().Query)))
	switch {
	case x.wire.Details().Send != contract.ContentDefault:
		return x.Request, nil
	case x.wire.Details().Replace && inQuery(c.binding):
		return nil, nil
	case x.wire.Details().Replace:
		return []byte{}, nil
	case !inQuery(c.binding):
		return x.Request, nil
	}
	addQuery(u, string(x.Request))
	u.ForceQuery = true // the specification's form: the question mark is always there
	return nil, nil
}

func addQuery(u *url.URL, query string) {
	if u.RawQuery != "" && query != "" {
		u.RawQuery += "&"
	}
	u.RawQuery += query
}
