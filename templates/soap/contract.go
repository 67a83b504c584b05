package soap

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/schema"
)

// boundContract is a contract.Contract with the options of a handler or a client, and its namespaces as the options replace them.
type boundContract struct {
	*contract.Contract
	*config
	ns   []schema.Namespace // namespaces of messages
	read []schema.Namespace // namespaces of messages and envelopes

	renamed map[string]string // maps namespaces of messages to namespaces of the contract; nil if none is replaced
}

func newContract(info *contract.Contract, options *config) (*boundContract, error) {
	c := &boundContract{Contract: info, config: options, ns: append([]schema.Namespace(nil), info.Namespaces...)}
	err := errors.Join(checkRoles(options.roles), c.replace(options.namespaces))
	c.read = append(c.ns[:len(c.ns):len(c.ns)], schema.Namespace{URI: codec.SOAPEnvelope11}, schema.Namespace{URI: codec.SOAPEnvelope12})
	return c, err
}

// checkRoles returns an error for a role in which a handler or client cannot act.
func checkRoles(roles []string) error {
	for _, role := range roles {
		if role == codec.SOAPEnvelope12+"/role/none" || !strings.Contains(role, ":") || role != strings.TrimSpace(role) {
			return fmt.Errorf("invalid role %q: want an absolute URI other than .../role/none", role)
		}
	}
	return nil
}

// replace replaces namespaces of the contract, all at once: the order of the
// pairs does not matter, and two namespaces can be exchanged.
func (c *boundContract) replace(pairs [][2]string) error {
	var errs []error
	to := make(map[string]string, len(pairs))
	for _, pair := range pairs {
		if err := c.checkPair(to, pair); err != nil {
			errs = append(errs, err)
			continue
		}
		to[pair[0]] = pair[1]
	}
	before := make(map[string]string, len(c.ns)) // the own namespaces by their replacements
	for i := 1; i < len(c.ns); i++ {
		own := c.Namespaces[i].URI
		if uri, ok := to[own]; ok {
			c.ns[i].URI = uri
		}
		if other, taken := before[c.ns[i].URI]; taken && other != own {
			errs = append(errs, fmt.Errorf("the namespaces %q and %q would both become %q", other, own, c.ns[i].URI))
		}
		before[c.ns[i].URI] = own
	}
	if len(to) > 0 {
		c.renamed = before
	}
	return errors.Join(errs...)
}

func (c *boundContract) checkPair(done map[string]string, pair [2]string) error {
	from, to := pair[0], pair[1]
	if at, _ := lex.NotXML(to); at >= 0 || to == "" {
		return fmt.Errorf("namespace %q cannot be replaced by %q", from, to)
	}
	if first, twice := done[from]; twice {
		return fmt.Errorf("namespace %q is replaced twice, by %q and by %q", from, first, to)
	}
	if !slices.ContainsFunc(c.Namespaces[1:], func(ns schema.Namespace) bool { return ns.URI == from }) {
		return fmt.Errorf("the contract has no namespace %q", from)
	}
	return nil
}

// newDecoder returns a decoder for a message.
func (c *boundContract) newDecoder(doc []byte) *schema.Decoder {
	d := codec.NewDecoder(doc, c.read, c.limits)
	d.Strict = c.strict
	d.Types = c.Types
	return d
}

// maxMemory returns how much memory the values of a document of a request may take.
func maxMemory(limits schema.Limits, doc []byte) int64 {
	const always, forEachByte = 16 << 20, 8
	return cmp.Or(max(limits.Memory, 0), always+forEachByte*int64(len(doc)))
}

// inlined returns the message of a decoder, which it releases, with the values in place of references (SOAP encoding).
func (c *boundContract) inlined(d *schema.Decoder, b contract.Binding) ([]byte, error) {
	defer d.Release()
	return c.InlineReferences(d, b, c.limits)
}

// newEncoder returns an encoder for a message.
func (c *boundContract) newEncoder() *schema.Encoder { return codec.NewEncoder(c.ns, c.XSI) }

// action returns the soapAction of an operation.
func (c *boundContract) action(w *contract.Wire) string {
	if w.ActionNS == 0 {
		return w.Action
	}
	return c.ns[w.ActionNS].URI + strings.TrimPrefix(w.Action, c.Namespaces[w.ActionNS].URI)
}

// addressed returns an action of WS-Addressing with the namespace at its start replaced as in messages.
func (c *boundContract) addressed(action string) string {
	ns, rest := c.namespace(action, nil)
	return c.ns[ns].URI + rest
}

// namespace returns the number of the longest namespace of the contract that a URI begins with, 0 if there is none, and the rest of
// the URI. In documents of the contract the replaced namespaces have other URIs.
func (c *boundContract) namespace(uri string, replaced []contract.ReplacedNamespace) (ns int, rest string) {
	longest := ""
	for i := range c.Namespaces {
		own := c.Namespaces[i].URI
		for _, r := range replaced {
			if r.NS == i {
				own = r.From
			}
		}
		if strings.HasPrefix(uri, own) && len(own) > len(longest) {
			ns, longest = i, own
		}
	}
	return ns, uri[len(longest):]
}

// parts returns the parts of a request, with types in the namespaces of messages.
func (c *boundContract) parts(w *contract.Wire) []contract.Part {
	if c.renamed == nil {
		return w.Details().Parts
	}
	parts := append([]contract.Part(nil), w.Details().Parts...)
	for i := range parts {
		for n := 1; n < len(c.ns); n++ {
			if c.Namespaces[n].URI == w.Details().Parts[i].Type.Space {
				parts[i].Type.Space = c.ns[n].URI
			}
		}
	}
	return parts
}

// blockHere returns the one of blocks whose start tag is the current tag, or the zero value if there is none. A block with the name of
// the tag comes before a block whose substitution group has a member with that name.
func blockHere[B contract.DeclaredBlock](blocks []B, d *schema.Decoder) (found B) {
	member := false
	for _, b := range blocks {
		switch match := b.Matches(d); {
		case match == codec.MatchExact:
			return b
		case match == codec.MatchMember && !member:
			found, member = b, true
		}
	}
	return found
}

// declaredFault returns the fault of the contract that err is or wraps, and false if there is none.
func (c *boundContract) declaredFault(err error) (faultMethods, bool) {
	target := declaredFault{among: c.Faults}
	found := errors.As(err, &target)
	return target.faultMethods, found
}

// inHeader reports whether the detail of a fault is in the Header (WSDL 1.1 section 3.7).
func (c *boundContract) inHeader(t *contract.Fault) bool {
	return slices.ContainsFunc(c.Operations, func(op *contract.Operation) bool {
		return slices.ContainsFunc(op.Wires, func(w contract.Wire) bool { return slices.Contains(w.Details().HeaderFaults, t) })
	})
}

// plain returns the fault with its detail as markup. It keeps the detail of the embedded Fault if the typed detail has no
// value. If the typed detail cannot be written, the fault has no detail, and the error says why.
func (c *boundContract) plain(declared faultMethods) (*Fault, error) {
	f := *declared.Fault
	f.Reason = declared.FaultReason()
	e := c.newEncoder()
	defer e.Release()
	declared.declared.Write(e, declared.value)
	switch {
	case e.Err() != nil:
		f.Detail = ""
	case len(e.Bytes()) > 0:
		f.Detail = string(e.Bytes())
	}
	return &f, e.Err()
}

// The description of a contract and its Go types are generated together. If
// they do not match, the functions below panic with the names of both.

// checkValue checks a value outside the types of a contract.
func checkValue(info *contract.Contract, v *schema.Value) {
	if v.Check(); info.Types != nil {
		info.Types.CheckValue(v)
	}
}

// checkFaults checks that the Go errors of faults are what newFault needs.
func checkFaults(info *contract.Contract, faults []*contract.Fault) {
	for _, t := range faults {
		checkValue(info, t.Detail)
		if t.Error == nil {
			continue
		}
		typ, embeds := reflect.TypeOf(t.Error), false
		if typ.Kind() == reflect.Pointer && typ.Elem().Kind() == reflect.Struct {
			embedded, ok := typ.Elem().FieldByName("Fault")
			embeds = ok && embedded.Anonymous && embedded.Type == reflect.TypeFor[Fault]()
		}
		if !embeds {
			panic(fmt.Sprintf("soap: the fault %s: %v does not embed a Fault", t.Element.Local, typ))
		}
		detail, ok := typ.Elem().FieldByName(detailField)
		if want := reflect.TypeOf(t.Detail.Zero).Elem(); !ok || detail.Type != want {
			panic(fmt.Sprintf("soap: the fault %s: the field Detail of %v is not a %v", t.Element.Local, typ, want))
		}
		target := declaredFault{among: []*contract.Fault{t}}
		if !errors.As(reflect.New(typ.Elem()).Interface().(error), &target) {
			panic(fmt.Sprintf("soap: the fault %s: the method As of %v does not find it", t.Element.Local, typ))
		}
	}
}

// checkOperation checks the result, the faults and the headers of an operation.
func checkOperation(info *contract.Contract, op *contract.Operation) {
	if t := op.RequestType(); t != nil && info.Types != nil {
		info.Types.CheckType(t)
	}
	if op.Result != nil {
		checkValue(info, op.Result)
	}
	checkFaults(info, op.Faults)
	for i := range op.Wires {
		checkFaults(info, op.Wires[i].Details().HeaderFaults)
		for _, headers := range [...][]contract.Header{op.Wires[i].Details().Headers, op.Wires[i].Details().OutHeaders} {
			for _, h := range headers {
				if h, ok := h.(interface{ check(*contract.Contract) }); ok {
					h.check(info)
				}
			}
		}
	}
}
