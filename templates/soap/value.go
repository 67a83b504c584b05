package soap

import (
	"iter"
	"log/slog"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/text"
	"example.com/quartet/templates/soap/schema"
)

// decodeRequest reads a request from the start tag of Wire.In.
func decodeRequest(d *schema.Decoder, op *contract.Operation) any {
	req := emptyRequest(op)
	if req != nil {
		d.DecodeRequest(op.RequestType(), req)
		return req
	}
	for d.Enter(codec.NoFields); d.Child(); {
		d.SkipUnknown()
	}
	return nil
}

// emptyRequest returns a request without content, nil if there is none.
func emptyRequest(op *contract.Operation) any {
	if op.RequestType() == nil {
		return nil
	}
	return op.RequestType().New()
}

// visitRequest reads or writes the parameters of a request.
func visitRequest(p *codec.Parameters, op *contract.Operation, req any) {
	if op.RequestType() != nil && req != nil {
		codec.VisitParameters(p, op.RequestType(), req, op.Order...)
		p.Validate(req)
	}
}

// writeWrapper encodes the element of a request, if it has one.
func writeWrapper(e *schema.Encoder, op *contract.Operation, wire *contract.Wire, req any) {
	if wire.In.Local == "" {
		return
	}
	e.Encoded = wire.Encoded
	e.LimitToType(wire.In, op.RequestType())
	e.Open(wire.In, true)
	writeRequest(e, op, req)
	e.Close(wire.In)
}

// writeRequest encodes a request as attributes, ">" and the content of Wire.In.
func writeRequest(e *schema.Encoder, op *contract.Operation, req any) {
	if op.RequestType() == nil || req == nil {
		e.Raw(">")
		return
	}
	codec.EncodeRows(e, op.RequestType(), req)
}

// mustHaveResult reports whether the response has no place for nil: neither may
// the element of the result be absent, nor may it have xsi:nil.
func mustHaveResult(wire *contract.Wire) bool {
	return !wire.OutNil && (wire.OutBody || wire.OutMust || len(wire.Out) == 1)
}

// resultType returns the type of the struct that an operation returns, nil if it returns none.
func resultType(op *contract.Operation) *schema.Type {
	if op.Result == nil {
		return nil
	}
	return op.Result.StructType()
}

// Types of other packages that programs use often.
type (
	// Binding is a message format and transport of a port.
	Binding = contract.Binding

	// Limits are the limits of a decoder. A field that is 0 has its default
	// value.
	Limits = schema.Limits

	// DecodeError is an error in a message, with its position.
	DecodeError = schema.DecodeError

	// EncodeError is a value that cannot be written, with its path.
	EncodeError = schema.EncodeError

	// LenientValue is a value of a response that is not valid and has been read all the same: see [WithLenientValues]. Err, a
	// *DecodeError, says where it is and what is wrong. Text is the text that was read instead, in a form of its type, "" if the value
	// is absent. String returns both.
	LenientValue = codec.LenientValue
)

// Sequence is an iter.Seq2 of items of any type: it yields pointers to slices of
// one item or more.
type Sequence = iter.Seq2[any, error]

// Items returns items as a Sequence, nil if they are nil. It is for generated code.
func Items[T any](items iter.Seq2[T, error]) Sequence {
	if items == nil {
		return nil
	}
	return func(yield func(any, error) bool) {
		list := make([]T, 1)
		for item, err := range items {
			list[0] = item
			if !yield(&list, err) {
				return
			}
		}
	}
}

// putSequence writes the items of a sequence while it runs.
func putSequence(e *schema.Encoder, of *schema.Value, items Sequence) {
	e.Raw(">")
	for list, err := range items {
		if err != nil {
			e.Abort(err)
			return
		}
		if of.PutItems(e, list); e.Err() != nil {
			return
		}
	}
}

// Ptr returns a pointer to v, for optional fields.
func Ptr[T any](v T) *T { return &v }

// Or returns the value of an optional field, other if it is absent.
func Or[T any](p *T, other T) T {
	if p == nil {
		return other
	}
	return *p
}

// Text returns a value of a generated type in one line, for logs and messages of tests. It
// shows what pointers point to, under the names of Go:
//
//	ObjStation{StationDesc: "Bray", StationCode: "BRAY"}
//
// A field that is a nil pointer, slice or interface is left out: it is absent, or it is nil
// and the contract requires it. Where a field can be absent and nil, as xsd.Nillable can, nil
// is shown. An empty string is "", an empty list []. Bytes are hexadecimal. The fields of a base are shown as fields of
// the type itself; elsewhere a type is named only if the field does not say which it is.
//
// Fields and types whose names, in Go or in a struct tag, name credentials by the
// rule of redact.Redactor are shown as [redacted]. Of markup that is not decoded, as in xsd.RawXML and
// xsd.AnyType, only the size is shown. Credentials within other strings are not found.
//
// Long strings, long lists, deep values and long texts are cut, and end with
// "...".
func Text(v any) string { return text.Of(v) }

// Log returns a value for a record of log/slog that is the [Text] of v. The text is made
// only if the record is logged.
func Log(v any) slog.LogValuer { return logged{v} }

type logged struct{ v any }

// LogValue implements slog.LogValuer.
func (l logged) LogValue() slog.Value { return slog.StringValue(Text(l.v)) }
