package soap

import (
	"errors"
	"reflect"
	"slices"

	"example.com/quartet/templates/soap/contract"
)

// The Go error type of a fault of the contract is a struct that embeds Fault
// and has a field Detail:
//
//	type UnknownStop struct {
//		soap.Fault
//		Detail *Stop
//	}
//
// It needs no methods: contract.Fault has its type.

// detailField is the name of the field with the detail.
const detailField = "Detail"

// DescribedFault is the error of a fault of a contract that has no Go type for it, as
// one that is described at run time.
type DescribedFault struct {
	Fault
	Of     *contract.Fault
	Detail any // described by Of.Detail
}

// Unwrap returns the embedded [Fault].
func (f *DescribedFault) Unwrap() error { return &f.Fault }

// newFault returns the Go error for a fault with a detail that was decoded.
func newFault(t *contract.Fault, f *Fault, detail any) error {
	if detail == nil {
		return f
	}
	if t.Error == nil {
		return &DescribedFault{Fault: *f, Of: t, Detail: detail}
	}
	v := reflect.New(reflect.TypeOf(t.Error).Elem())
	err := v.Interface().(faultError)
	*err.base() = *f
	v.Elem().FieldByName(detailField).Set(reflect.ValueOf(detail))
	return err
}

// detailIn returns the detail of the Go error of a fault of the contract.
func detailIn(err faultError) any {
	return reflect.ValueOf(err).Elem().FieldByName(detailField).Interface()
}

// faultError is a Fault, or a struct that embeds one, as the Go errors of the
// faults of contracts do.
type faultError interface {
	error
	base() *Fault
}

// base returns the fault itself: of an error type that embeds it, what all
// faults have.
func (f *Fault) base() *Fault { return f }

// asTyped returns the fault of any contract that err is or wraps, nil if there
// is none: one that unwraps to the Fault that it embeds.
func asTyped(err error) faultError {
	var t faultError
	if !errors.As(err, &t) || errors.Unwrap(t) != error(t.base()) {
		return nil
	}
	return t
}

// declaredFault returns the fault of the contract that err is or wraps, with the
// error itself; nil if there is none.
func (c *boundContract) declaredFault(err error) (*contract.Fault, faultError) {
	var outer faultError
	if !errors.As(err, &outer) {
		return nil, nil
	}
	if described, ok := outer.(*DescribedFault); ok && slices.Contains(c.Faults, described.Of) {
		return described.Of, outer
	}
	for _, t := range c.Faults {
		if t.Error != nil && reflect.TypeOf(t.Error) == reflect.TypeOf(outer) {
			return t, outer
		}
	}
	for _, t := range c.Faults { // in what the outer one wraps, or beside it
		if t.Error == nil {
			continue
		}
		target := reflect.New(reflect.TypeOf(t.Error))
		if errors.As(err, target.Interface()) {
			return t, target.Elem().Interface().(faultError)
		}
	}
	return nil, nil
}

// inHeader reports whether the detail of a fault is in the Header (WSDL 1.1
// section 3.7).
func (h *handler) inHeader(t *contract.Fault) bool {
	for _, op := range h.Operations {
		for _, wire := range op.Wires {
			if slices.Contains(wire.Details().HeaderFaults, t) {
				return true
			}
		}
	}
	return false
}

// plain returns the fault with its detail as markup. If the detail has no
// value, the detail of the embedded Fault is kept. If the detail cannot be written,
// the fault has none.
func (c *boundContract) plain(t *contract.Fault, err faultError) (*Fault, error) {
	f := *err.base()
	e := c.newEncoder()
	defer e.Release()
	t.Write(e, detailIn(err))
	switch {
	case e.Err() != nil:
		f.Detail = ""
	case len(e.Bytes()) > 0:
		f.Detail = string(e.Bytes())
	}
	return &f, e.Err()
}

// typed returns the error type of the contract for a fault that was received:
// the type for a header block or for the first element of the detail, if the
// operation declares it. A fault with another detail, or with one that cannot
// be read, is returned unchanged.
func (c *Caller) typed(x *clientCall, f *Fault) error {
	if x.header.fault != nil {
		return newFault(x.header.fault, f, x.header.detail)
	}
	op := x.op
	if f.Detail == "" || len(op.Faults) == 0 {
		return f
	}
	d := c.newDecoder([]byte("<detail>" + f.Detail + "</detail>"))
	d.Strict, d.LenientNames = false, true // what cannot be read in a fault must not hide it
	defer d.Release()
	if !d.Root() {
		return f
	}
	d.Open()
	for d.Child() {
		if t := blockHere(op.Faults, d); t != nil {
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
