package soap

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"net/url"
	"strings"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/internal/media"
	"example.com/quartet/templates/soap/internal/paths"
	"example.com/quartet/templates/soap/schema"
)

func (p JSON) newClient(c *Caller) protocolClient { return &jsonClient{c, p} }

// jsonClient calls operations over JSON.
type jsonClient struct {
	*Caller
	JSON
}

func (c *jsonClient) replyType() string { return media.JSON }

func (c *jsonClient) encodeRequest(ctx context.Context, x *clientCall) (context.Context, []byte, error) {
	if check := c.valueCheck(ctx, x.op); check != nil && x.Input != nil {
		if err := check(x.Input); err != nil {
			return ctx, nil, err
		}
	}
	e := c.newEncoder()
	defer e.Release()
	e.Watch(ctx)
	e.MaxRead = c.maxResponse
	codec.EncodeJSON(e, c.JSONOptions, x.op.RequestType(), x.Input)
	return ctx, bytes.Clone(e.Bytes()), e.Err()
}

func (c *jsonClient) locate(u *url.URL, header http.Header, x *clientCall, request []byte) (body io.Reader, err error) {
	c.setPath(u, x.wire.Path, paths.Escape(x.wire.Path))
	header.Del("SOAPAction")
	header.Set("Content-Type", media.JSON)
	accept := media.JSON
	if x.list != nil {
		accept = linesMediaType + ", " + accept
	}
	setAccept(header, accept)
	return bytes.NewReader(request), nil
}

func (c *jsonClient) openResponse(x *clientCall, m media.Type, body io.Closer, from io.Reader) (opened bool, err error) {
	if x.list == nil || !x.ok() || m.Name != linesMediaType {
		return false, nil
	}
	l := x.list
	l.begin(x, body)
	l.take, l.limit = x.op.Result.TakeJSONItem, c.maxResponse
	l.newDecoder = func(line []byte) *schema.Decoder { return c.decoder(x, line) }
	l.lines = bufio.NewScanner(&contextReader{from, x.ctx})
	l.lines.Buffer(nil, int(min(c.maxResponse, math.MaxInt32)))
	return true, nil
}

func (c *jsonClient) decode(x *clientCall, m media.Type) error {
	switch {
	case x.isAccepted(m):
		return nil
	case m.Name == problemMediaType && !x.ok():
		f, err := c.decodeProblem(x.Reply, x.op.Faults)
		if err != nil {
			return c.httpError(x, m, err)
		}
		f.remote, f.Status = true, x.status
		return c.failed(x, c.typed(x, f))
	case x.status >= 400 && m.Name == "text/plain":
		return c.failed(x, c.textFault(x, m))
	case !x.ok():
		return c.httpError(x, m, nil)
	case m.Name != media.JSON:
		return c.httpError(x, m, fmt.Errorf("a body of the media type %s is not read as JSON", lex.QuoteUpTo(128, m.Name)))
	case x.op.Result == nil:
		return nil
	}
	d := c.decoder(x, x.Reply)
	defer d.Release()
	err := c.readDocument(d, x, m)
	if err == nil && x.wire.OutMust && x.op.Result.Absent(x.Output) {
		err = errors.New("the result is null, which the contract does not allow")
	}
	if err == nil {
		err = c.checkResult(x.ctx, x.op, x.Output)
	}
	return c.failed(x, err)
}

func (c *jsonClient) readDocument(d *schema.Decoder, x *clientCall, _ media.Type) error {
	x.Output = x.op.Result.TakeJSON(d)
	return d.Err()
}

// decodeProblem reads problem details as a fault.
func (c *jsonClient) decodeProblem(doc []byte, declared []*contract.Fault) (*Fault, error) {
	var p problem
	if err := json.Unmarshal(doc, &p); err != nil {
		return nil, err
	}
	fault := &Fault{Code: FaultCode(p.Code), Subcodes: p.Subcodes, Reason: cmp.Or(p.Detail, p.Title), Lang: p.Lang, Actor: p.Actor, Node: p.Node}
	for _, t := range declared {
		member := p.Fault[t.Element.Local]
		if member == nil {
			continue
		}
		d, e := c.newDecoder(member), c.newEncoder()
		if detail := t.Detail.TakeJSON(d); d.Err() == nil {
			if t.Write(e, detail); e.Err() == nil {
				fault.Detail += string(e.Bytes())
			}
		}
		d.Release()
		e.Release()
	}
	var others []string
	if json.Unmarshal(p.Fault["#any"], &others) == nil {
		fault.Detail += strings.Join(others, "")
	}
	return fault, nil
}
