package validate

import (
	"context"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
)

// schemaChecker is the checker of a contract.
type schemaChecker struct {
	types      *schema.Table
	components *componentModel // what the documents say; nil: the rows of types say what is valid
}

// modelFor returns a model for values with the types of a table, and of tables that an encoder has met.
func (c schemaChecker) modelFor(t *schema.Table, met []*schema.Table) model {
	if c.components != nil {
		return c.components
	}
	return modelOf(t, met)
}

// NewChecker returns the checker of a contract that [WithValidation] uses, nil if it describes no types.
// It panics if the elements of the contract cannot be a schema or facets cannot be read.
func NewChecker(info *contract.Contract) soap.Checker {
	if info.Types == nil {
		return nil
	}
	info.Types.CheckElements()
	modelOfTable(info.Types).checkFacets()
	return schemaChecker{types: info.Types}
}

// Value validates a value as the function of that name does. What no contract describes
// is valid: a parameter or an attachment may be of any type.
func (c schemaChecker) Value(ctx context.Context, v any) error {
	t := codec.TypeOf(v).Complete()
	if t == nil {
		return nil
	}
	return c.validateValue(ctx, t, v)
}

// Message compares an element with the schema that a table describes, as WithValidation compares the elements of a Body. An
// element that the schema does not declare is valid.
func Message(t *schema.Table, doc []byte) error {
	return schemaChecker{types: t}.Message(context.Background(), doc, &soap.Comparison{Names: t.Namespaces})
}

// Message validates a Message. There may be several messages of one name: what
// is valid as one of them is valid.
func (c schemaChecker) Message(ctx context.Context, doc []byte, what *soap.Comparison) (err error) {
	m := c.modelFor(c.types, nil)
	for choice := 0; ; choice++ {
		more := false
		d := codec.NewDecoder(doc, what.Names, what.Limits)
		if what.Memory != nil {
			what.Memory(d)
		}
		bad := validateDocument(ctx, m, d, func(v *validation) {
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
