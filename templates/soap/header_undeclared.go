package soap

import (
	"bytes"
	"fmt"
	"strings"
	"sync"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// NewHeader returns a header that the contract does not declare. It is sent with
// all operations over SOAP, and read from all envelopes. T is a generated type, a
// pointer to a generated struct, the Go type of a simple type such as string, int32
// or xsd.DateTime, or xsd.RawXML: then the value is the block itself, whatever it
// contains, and the zero name stands for all blocks that the contract does not
// declare, including blocks of other variables and of WithUnderstood: they may contain
// passwords. For any other T the first use of the header panics.
//
// A handler or a client refuses messages with a mandatory block that it does not
// know: [WithUnderstood] tells it which ones are read with such headers.
func NewHeader[T any](name xsd.QName) *Header[T] {
	u := &undeclared{name: name}
	if _, raw := any((*T)(nil)).(*xsd.RawXML); !raw {
		u.element = sync.OnceValue(func() *schema.ElementInfo {
			element, err := codec.ElementOf(name, (*T)(nil))
			if err != nil {
				panic(fmt.Sprintf("soap: the header %s: %v", name, err))
			}
			return element
		})
	}
	return &Header[T]{undeclared: u}
}

// WithUnderstood makes a handler or a client accept mandatory header blocks that
// the contract does not declare: those that the service, an interceptor or the
// caller reads and obeys.
func WithUnderstood(names ...xsd.QName) Option {
	return bothOption(func(c *config) { c.understood = append(c.understood, names...) })
}

// ReceivedHeaders returns the headers of a kind that came with a call: on a handler
// with the request, on a client with the response, once next has returned.
// Unlike [Header.All] it says why a block of a header that NewHeader returned
// cannot be read: the error is a *DecodeError.
func ReceivedHeaders[T any](call *Call, h *Header[T]) ([]T, error) {
	return readHeaders(&call.received, h)
}

func readHeaders[T any](from *receivedBlocks, h *Header[T]) ([]T, error) {
	all := headersOf[T](from.values, h)
	if h.undeclared == nil || from.markup == nil {
		return all, nil
	}
	err := from.read(h.undeclared, func(v any) {
		if value, ok := v.(T); ok {
			all = append(all, value)
		}
	})
	if err != nil {
		return nil, err
	}
	return all, nil
}

// undeclared is a header that the contract does not declare.
type undeclared struct {
	name    xsd.QName
	element func() *schema.ElementInfo // nil: raw XML
}

// encode writes a block, with mandatory and role as attributes of SOAP.
func (u *undeclared) encode(e *schema.Encoder, value any, mandatory bool, role string) {
	from := len(e.Buf)
	if u.element != nil {
		u.element().Put(e, value)
	} else if value != xsd.RawXML("") {
		raw, _ := value.(xsd.RawXML)
		own := codec.NewEncoder(nil, false) // in the Header no namespace of the contract is declared
		defer own.Release()
		own.RawXML("", raw, "")
		e.Append(own)
	}
	if e.Err() != nil || len(e.Buf) == from || !mandatory && role == "" {
		return
	}
	name := from + bytes.IndexAny(e.Buf[from:], " \t\r\n/>")
	rest := string(e.Buf[name:])
	e.Buf = e.Buf[:name]
	prefix := "soap"
	for strings.Contains(rest, "xmlns:"+prefix+"=") || strings.Contains(rest, "xmlns:"+prefix+" ") {
		prefix += "p"
	}
	if prefix != "soap" {
		e.Raw(" xmlns:" + prefix + `="` + envelopeNamespace(versionOf(e)) + `"`)
	}
	if mandatory {
		e.Raw(" " + prefix + `:mustUnderstand="1"`)
	}
	if role != "" {
		e.AttrString(" "+prefix+":"+roleAttribute(versionOf(e))+`="`, role, `"`)
	}
	e.Raw(rest)
}

func versionOf(e *schema.Encoder) contract.Binding {
	if e.SOAP12 {
		return contract.SOAP12
	}
	return contract.SOAP11
}

// receivedBlocks are the header blocks of a message that are for the receiver. Those
// that the contract does not declare stay markup until somebody asks for them.
type receivedBlocks struct {
	values  headerValues
	known   []contract.Header
	markup  []byte // the envelope up to the end of its Header; nil if there are no undeclared blocks
	version contract.Binding
	by      *boundContract
	request bool // the message is a request: the memory of its values is limited
}

// read reads the blocks of a header from the markup.
func (r *receivedBlocks) read(u *undeclared, take func(any)) error {
	d := r.by.newDecoder(r.markup)
	var element *schema.ElementInfo
	if u.element != nil {
		d.Release()
		element = u.element()
		d = codec.NewDecoder(r.markup, element.Table.Namespaces, r.by.limits)
		d.Types = element.Table.Types
	}
	defer d.Release()
	if r.request { // it may be read after the request has been answered: the memory is not reserved
		d.LimitMemory(maxMemory(r.by.limits, r.markup), nil)
	}
	d.Strict = false
	if d.Root() {
		d.Open()
	}
	for d.Child() {
		if !d.HasTag(envelopeNamespace(r.version), "Header") {
			d.Skip()
			continue
		}
		d.Open()
		for d.Child() {
			switch {
			case !r.by.isTarget(d, r.version) || !u.is(d, r.known):
				d.Skip()
			case element != nil:
				take(element.Value.Take(d))
			default:
				take(d.RawXML())
			}
		}
		break
	}
	return d.Err()
}

// is reports whether the current tag is a block of the header.
func (u *undeclared) is(d *schema.Decoder, known []contract.Header) bool {
	if u.name == (xsd.QName{}) {
		return blockHere(known, d) == nil
	}
	return d.HasTag(u.name.Space, u.name.Local)
}
