package soap

import (
	"errors"
	"fmt"
	"net/url"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
)

// encodeHTTP returns the request of an HTTP binding: the parameters, or the body.
func (c *Caller) encodeHTTP(x *clientCall) ([]byte, error) {
	if x.wire.Send == contract.ContentXML {
		return c.encodeDocument(x)
	}
	p := schema.WriteParameters()
	p.Check = c.valueCheck()
	visitRequest(p, x.op, x.req)
	x.values = p.Written()
	if x.wire.Send == contract.ContentDefault || p.Err() != nil {
		return []byte(writeForm(x.values)), p.Err()
	}
	if len(x.values) == 0 {
		return []byte{}, nil
	}
	return fromLexicalForm(x.values[0].Value, x.wire.Send), nil
}

// encodeDocument returns a request that is an XML document.
func (c *Caller) encodeDocument(x *clientCall) ([]byte, error) {
	e := c.newEncoder()
	defer e.Release()
	if x.wire.Body {
		if schema.EncodeContent(e, func(e *schema.Encoder) { writeRequest(e, x.op, x.req) }); len(e.Bytes()) == 0 && e.Err() == nil {
			return nil, errors.New("the request has no element")
		}
	} else {
		e.Raw(schema.XMLProlog)
		e.Open(x.wire.In, true)
		writeRequest(e, x.op, x.req)
		e.Close(x.wire.In)
	}
	return append([]byte(nil), e.Bytes()...), e.Err()
}

// locate completes the address of a request: the location, with its parts, and
// the query. It returns what remains for the body, nil for nothing.
func (c *Caller) locate(u *url.URL, x *clientCall) (body []byte, err error) {
	path, raw := x.wire.Path, rawPath(x.wire.Path)
	if x.wire.Replace {
		var missing string
		if path, raw, missing = newLocation(x.wire.Path).fill(x.values); missing != "" {
			return nil, fmt.Errorf("the parameter %q is a part of the address and must be given", missing)
		}
	}
	u.Path = operationPath(rooted(c.address.Path), path)
	u.RawPath = operationPath(rooted(c.address.EscapedPath()), raw)
	addQuery(u, writeForm(newQuery(x.wire.Query)))
	switch {
	case x.wire.Send != contract.ContentDefault:
		return x.Request, nil
	case x.wire.Replace && inQuery(c.binding):
		return nil, nil
	case x.wire.Replace:
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
