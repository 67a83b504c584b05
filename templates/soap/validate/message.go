package validate

import (
	"context"
	"fmt"
	"slices"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
)

// schemaChecker is the checker of a contract.
type schemaChecker struct {
	types    *schema.Table
	model    *model
	requests map[*schema.Type]*contract.Operation
}

// NewChecker returns the checker of a contract that [WithValidation] uses, nil if it describes no types.
// It panics if the documents of the contract are missing or cannot be read.
func NewChecker(info *contract.Contract) soap.Checker {
	if info.Types == nil {
		return nil
	}
	m, err := modelOf(info.Types, nil)
	if err != nil {
		panic("validate: " + err.Error())
	}
	c := schemaChecker{types: info.Types, model: m, requests: make(map[*schema.Type]*contract.Operation)}
	for _, op := range info.Operations {
		if t := op.RequestType(); t != nil && c.requests[t] == nil {
			c.requests[t] = op
		}
	}
	return c
}

// Value validates a value as the function of that name does. What no contract describes
// is valid: a parameter or an attachment may be of any type.
func (c schemaChecker) Value(ctx context.Context, v any) error {
	t := codec.TypeOf(v)
	if t == nil || t.Table() == nil {
		return nil
	}
	types := c.types
	if !slices.Contains(types.Closure(), t.Table()) {
		types = t.Table()
	}
	err := validateValue(ctx, types, described{t, c.requests[t]}, v)
	if err == errNoType {
		return nil
	}
	return err
}

// Message compares an element with the schema that a table describes, as WithValidation compares the elements of a Body. An
// element that the schema does not declare is valid.
func Message(t *schema.Table, doc []byte) error {
	m, err := modelOf(t, nil)
	if err != nil {
		return fmt.Errorf("validate: %w", err)
	}
	return schemaChecker{types: t, model: m}.Message(context.Background(), doc, &soap.Comparison{Names: t.Namespaces})
}

// Message validates a Message. There may be several messages of one name: what
// is valid as one of them is valid.
func (c schemaChecker) Message(ctx context.Context, doc []byte, what *soap.Comparison) (err error) {
	for choice := 0; ; choice++ {
		more := false
		d := codec.NewDecoder(doc, what.Names, what.Limits)
		if what.Memory != nil {
			what.Memory(d)
		}
		bad := validateDocument(ctx, c.model, d, func(v *validation) {
			v.place = true
			v.setRenamed(what.Renamed)
			if v.d.Root() {
				if what.Soap {
					more = v.envelope(what, choice)
				} else {
					more = v.message(choice)
				}
			}
			v.d.End()
		})
		if err == nil {
			err = bad
		}
		if bad == nil || !more {
			if bad == nil {
				return nil
			}
			return err
		}
	}
}

// envelope validates what is in the Header and in the Body.
func (v *validation) envelope(what *soap.Comparison, choice int) (more bool) {
	v.d.Open()
	for v.d.Child() {
		switch {
		case v.isEnvelope("Header"):
			more = v.declared(what.Blocks, what.ForMe, choice) || more
		case v.isEnvelope("Body"):
			more = v.body(what.Details, choice) || more
		default:
			v.d.Skip()
		}
	}
	return more
}

// isEnvelope reports whether the current tag is one of the envelope's own.
func (v *validation) isEnvelope(local string) bool {
	return v.d.HasTag(soap.SOAP11Namespace, local) || v.d.HasTag(soap.SOAP12Namespace, local)
}

func (v *validation) body(details []contract.DeclaredBlock, choice int) (more bool) {
	v.d.Open()
	for v.d.Child() {
		if v.isEnvelope("Fault") {
			more = v.fault(details, choice) || more
		} else {
			more = v.message(choice) || more
		}
	}
	return more
}

// fault validates the detail of a fault: it has no namespace in SOAP 1.1, and
// the namespace of the envelope in SOAP 1.2.
func (v *validation) fault(details []contract.DeclaredBlock, choice int) (more bool) {
	v.d.Open()
	for v.d.Child() {
		if v.d.HasTag("", "detail") || v.d.HasTag(soap.SOAP12Namespace, "Detail") {
			more = v.declared(details, nil, choice) || more
		} else {
			v.d.Skip()
		}
	}
	return more
}

// declared validates those children of the current element that the contract
// declares there, those for which forMe is false left out.
func (v *validation) declared(blocks []contract.DeclaredBlock, forMe func(*schema.Decoder) bool, choice int) (more bool) {
	v.d.Open()
	for v.d.Child() {
		if isDeclared(v.d, blocks) && (forMe == nil || forMe(v.d)) {
			more = v.message(choice) || more
		} else {
			v.d.Skip()
		}
	}
	return more
}

func isDeclared(d *schema.Decoder, blocks []contract.DeclaredBlock) bool {
	for _, b := range blocks {
		if b.Matches(d) != codec.MatchNone {
			return !b.IsEncoded()
		}
	}
	return false
}
