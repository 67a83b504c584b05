package soap

import (
	"errors"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
)

// newFault returns the Go error for a fault with a detail that was decoded.
func newFault(t *contract.Fault, f *Fault, detail any) error {
	if detail == nil {
		return f
	}
	err := t.New(detail)
	if typed, ok := err.(interface{ base() *Fault }); ok {
		*typed.base() = *f
	}
	return err
}

// typedFault is what the Go error types of a contract's faults have in common.
type typedFault interface {
	error
	base() *Fault
	QuartetWriteDetail(*schema.Encoder)
}

// headerFault is what the Go error types of faults have in common whose details
// are in the Header (WSDL 1.1 section 3.7).
type headerFault interface {
	error
	base() *Fault
	QuartetWriteHeader(*schema.Encoder)
}

// base returns the fault itself: of an error type that embeds it, what all
// faults have.
func (f *Fault) base() *Fault { return f }

// baseOf returns the Fault in t, nil if t is a nil pointer.
func baseOf(t headerFault) (f *Fault) {
	defer func() {
		if recover() != nil {
			f = nil
		}
	}()
	return t.base()
}

// asTyped returns the fault of the contract that err is or wraps, nil if there
// is none.
func asTyped(err error) typedFault {
	var t typedFault
	if !errors.As(err, &t) {
		return nil
	}
	return t
}

// plain returns the fault with its detail as markup. Where the detail has no
// value, what the embedded Fault has stays. The fault is complete but for the
// detail if that cannot be written.
func plain(t typedFault, ns []schema.Namespace, xsi bool) (*Fault, error) {
	f := *t.base()
	e := schema.NewEncoder(ns, xsi)
	defer e.Release()
	t.QuartetWriteDetail(e)
	switch {
	case e.Err() != nil:
		f.Detail = ""
	case len(e.Bytes()) > 0:
		f.Detail = string(e.Bytes())
	}
	return &f, e.Err()
}

// DetailOf returns the detail of a fault of the contract as markup, for those
// who know a fault by its methods.
func DetailOf(t typedFault, ns []schema.Namespace) string {
	f, _ := plain(t, ns, true)
	return f.Detail
}

// typed returns the error type of the contract for a fault that was received:
// that of a header block, or of the first element in its detail, which is one of
// the operation's. A
// fault whose detail is another one, or cannot be read, stays as it is.
func (c *Caller) typed(x *clientCall, f *Fault) error {
	if x.header.fault != nil {
		return newFault(x.header.fault, f, x.header.detail)
	}
	op := x.op
	if f.Detail == "" || len(op.Faults) == 0 {
		return f
	}
	d := schema.NewDecoder([]byte("<detail>"+f.Detail+"</detail>"), c.read, c.limits)
	d.Types = c.Types
	defer d.Release()
	if !d.Root() {
		return f
	}
	d.Open()
	for d.Child() {
		if t := faultNamed(op.Faults, d); t != nil {
			detail := t.Decode(d)
			if d.Err() != nil {
				return f
			}
			return newFault(t, f, detail)
		}
		d.Skip()
	}
	return f
}

func faultNamed(faults []*contract.Fault, d *schema.Decoder) (found *contract.Fault) {
	for _, t := range faults {
		switch t.Matches(d) {
		case schema.MatchExact:
			return t
		case schema.MatchMember:
			if found == nil {
				found = t
			}
		}
	}
	return found
}
