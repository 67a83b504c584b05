package support

// The functions below make the codecs of results. A nil slice and an empty one
// are both written as an element without items; read, an absent or nil result
// is a nil slice, an empty one an empty slice.

// ListResult is the codec of an array: elements of a complex type, with the
// tags open and close, and nothing else.
//
//quartet:internal
func ListResult[T any](item Field, open, close string, encode func(*T, *Encoder), decode func(*T, *Decoder)) ResultCodec[[]T] {
	return listCodec(item,
		func(e *Encoder, v *T) {
			e.Raw(open)
			encode(v, e)
			e.Raw(close)
		},
		func(d *Decoder, items []T) []T { return DecodeItem(d, items, decode) })
}

// NillableListResult is ListResult for items that may be nil; null is the
// markup of one that is.
//
//quartet:internal
func NillableListResult[P StructCodec](item Field, open, close, null string, create func() P) ResultCodec[[]P] {
	return listCodec(item,
		func(e *Encoder, v *P) { EncodeOrNil(e, open, *v, close, null) },
		func(d *Decoder, items []P) []P { return append(items, DecodePtr(d, create())) })
}

// ValueListResult is the codec of an array whose items have a simple type.
//
//quartet:internal
func ValueListResult[T any](item Field, open, close string, write func(*Encoder, string, T, string), read func(*Decoder) T) ResultCodec[[]T] {
	return listCodec(item,
		func(e *Encoder, v *T) { write(e, open, *v, close) },
		func(d *Decoder, items []T) []T { return append(items, read(d)) })
}

// NillableValueListResult is ValueListResult for items that may be nil.
//
//quartet:internal
func NillableValueListResult[T any](item Field, open, close, null string, write func(*Encoder, string, T, string), read func(*Decoder) T) ResultCodec[[]*T] {
	return listCodec(item,
		func(e *Encoder, v **T) { EncodeValueOrNil(e, open, *v, close, null, write) },
		func(d *Decoder, items []*T) []*T { return append(items, DecodeOpt(d, read)) })
}

// listCodec is the codec of a list whose items are written by write and
// appended by read.
func listCodec[T any](item Field, write func(*Encoder, *T), read func(*Decoder, []T) []T) ResultCodec[[]T] {
	shape := itemShape(item)
	return ResultCodec[[]T]{
		Items: &itemCodec[[]T]{
			shape: shape,
			write: func(e *Encoder, items []T) {
				for i := range items {
					write(e, &items[i])
					if !e.Item() {
						return
					}
				}
			},
			read: read,
		},
		Decode: func(d *Decoder) []T {
			if d.Nil() {
				return nil
			}
			items := []T{}
			for d.Enter(shape); d.Next() >= 0; {
				items = read(d, items)
			}
			return items
		},
	}
}

func itemShape(item Field) *Shape {
	item.Many = true
	return &Shape{Fields: []Field{item}}
}

// ArrayResult is the codec of an array of SOAP encoding: A is its struct, whose
// slice items returns.
//
//quartet:internal
func ArrayResult[A, T any](encode func(*A, *Encoder), decode func(*A, *Decoder), items func(*A) *[]T) ResultCodec[[]T] {
	return ResultCodec[[]T]{
		Encode: func(e *Encoder, v []T) {
			var a A
			*items(&a) = v
			encode(&a, e)
		},
		Decode: func(d *Decoder) []T {
			if d.Nil() {
				return nil
			}
			var a A
			*items(&a) = []T{}
			decode(&a, d)
			return *items(&a)
		},
	}
}

// StructResult is the codec of a complex type; nil is a result that is absent
// or nil. If attrs is set, encode writes attributes and ">" first.
//
//quartet:internal
func StructResult[P StructCodec](attrs bool, create func() P) ResultCodec[P] {
	return ResultCodec[P]{
		Absent: func(v P) bool { return v == *new(P) },
		Encode: func(e *Encoder, v P) {
			if !attrs {
				e.Raw(">")
			}
			v.encode(e)
		},
		Decode: func(d *Decoder) P { return DecodePtr(d, create()) },
	}
}

// ValueResult is the codec of a simple type whose element must be there.
//
//quartet:internal
func ValueResult[T any](write func(*Encoder, string, T, string), read func(*Decoder) T) ResultCodec[T] {
	return ResultCodec[T]{
		Must:   true,
		Encode: func(e *Encoder, v T) { write(e, ">", v, "") },
		Decode: read,
	}
}

// OptValueResult is the codec of a simple type; nil is a result that is absent
// or nil.
//
//quartet:internal
func OptValueResult[T any](write func(*Encoder, string, T, string), read func(*Decoder) T) ResultCodec[*T] {
	return ResultCodec[*T]{
		Absent: func(v *T) bool { return v == nil },
		Encode: func(e *Encoder, v *T) { write(e, ">", *v, "") },
		Decode: func(d *Decoder) *T { return DecodeOpt(d, read) },
	}
}

// NilResult is the codec of a type that has a nil of its own; it is a result
// that is absent or nil.
//
//quartet:internal
func NilResult[T any](write func(*Encoder, string, T, string), read func(*Decoder) T) ResultCodec[T] {
	return ResultCodec[T]{
		Absent: func(v T) bool { return any(v) == nil },
		Encode: func(e *Encoder, v T) { write(e, ">", v, "") },
		Decode: func(d *Decoder) T { return DecodeNilable(d, read) },
	}
}
