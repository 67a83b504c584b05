package validate

import (
	"context"
	"fmt"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
)

// schemaChecker is the checker of a contract.
type schemaChecker struct {
	types *schema.Table
	model *model
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
	return schemaChecker{types: info.Types, model: m}
}

// Value validates a value as the functions Value and Request do. What no contract describes
// is valid: a parameter or an attachment may be of any type.
func (c schemaChecker) Value(ctx context.Context, op *contract.Operation, v any) error {
	t := codec.TypeOf(v)
	if t == nil || t.Table() == nil {
		return nil
	}
	err := validateValue(ctx, c.types, described{t, op, c.types}, v)
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
	for choice, more := 0, true; more; choice++ {
		more = false // also if there is no element that has a choice
		d := codec.NewDecoder(doc, what.Names, what.Limits)
		if what.Memory != nil {
			what.Memory(d)
		}
		bad := validateDocument(ctx, c.model, d, func(v *validation) {
			v.place, v.renamed, v.choice = true, what.Renamed, choice
			if what.Soap {
				v.envelope(what)
			} else {
				v.message()
			}
			more = v.more
		})
		if bad == nil {
			return nil
		}
		if choice == 0 {
			err = bad
		}
	}
	return err
}

// envelope validates what is in the Header and in the Body.
func (v *validation) envelope(what *soap.Comparison) {
	v.within(func() {
		switch {
		case v.isEnvelope("Header"):
			v.declared(what.Blocks, what.ForMe)
		case v.isEnvelope("Body"):
			v.within(func() {
				if v.isEnvelope("Fault") {
					v.fault(what.Details)
				} else {
					v.message()
				}
			})
		default:
			v.d.Skip()
		}
	})
}

// within calls child for each child of the current element.
func (v *validation) within(child func()) {
	for v.d.Open(); v.d.Child(); {
		child()
	}
}

// isEnvelope reports whether the current tag is one of the envelope's own.
func (v *validation) isEnvelope(local string) bool {
	return v.d.HasTag(soap.SOAP11Namespace, local) || v.d.HasTag(soap.SOAP12Namespace, local)
}

// fault validates the detail of a fault: it has no namespace in SOAP 1.1, and
// the namespace of the envelope in SOAP 1.2.
func (v *validation) fault(details []contract.DeclaredBlock) {
	v.within(func() {
		if v.d.HasTag("", "detail") || v.d.HasTag(soap.SOAP12Namespace, "Detail") {
			v.declared(details, nil)
		} else {
			v.d.Skip()
		}
	})
}

// declared validates those children of the current element that the contract
// declares there, those for which forMe is false left out.
func (v *validation) declared(blocks []contract.DeclaredBlock, forMe func(*schema.Decoder) bool) {
	v.within(func() {
		if isDeclared(v.d, blocks) && (forMe == nil || forMe(v.d)) {
			v.message()
		} else {
			v.d.Skip()
		}
	})
}

func isDeclared(d *schema.Decoder, blocks []contract.DeclaredBlock) bool {
	for _, b := range blocks {
		if b.Matches(d) != codec.MatchNone {
			return !b.IsEncoded()
		}
	}
	return false
}
