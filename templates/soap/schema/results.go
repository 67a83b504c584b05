package schema

// ValueCodec reads and writes the value of an element: a result, the detail of a
// fault, a header, the root of a document. It knows the type of the value.
type ValueCodec interface {
	Absent(value any) bool     // the element is left out for this value, or nil
	Put(e *Encoder, value any) // attributes, ">" and content: the start tag is open
	Take(d *Decoder) any       // the start tag has been read; reads up to and including the end tag
}

// ItemCodec reads and writes a list one item at a time: as lists of one.
type ItemCodec[T any] interface {
	ValueCodec
	Holder() *Shape                     // of what holds the items
	WriteItems(*Encoder, []T)           // items and nothing around them
	ReadItems(d *Decoder, list []T) []T // appends an item, whose start tag has been read
}

// StructOf is the codec of a complex type, of which Zero is a nil pointer. A nil
// value is one that is absent or nil. If Attrs is set, encode writes attributes
// and ">" first.
type StructOf struct {
	Zero  Encodable
	Attrs bool
}

func (c StructOf) Absent(value any) bool { return value == nil || value == any(c.Zero) }

func (c StructOf) Put(e *Encoder, value any) {
	if !c.Attrs {
		e.Raw(">")
	}
	if v, ok := value.(StructValue); ok {
		v.QuartetEncode(e)
	}
}

func (c StructOf) Take(d *Decoder) any {
	if d.Nil() {
		return c.Zero
	}
	v := c.Zero.(StructValue).QuartetCreate()
	v.QuartetDecode(d)
	return v
}

// PolyOf is the codec of a type from which others are derived. A nil value is
// one that is absent or nil.
type PolyOf struct {
	Types    *TypeTable
	Declared *SchemaType
}

func (PolyOf) Absent(value any) bool { return value == nil }

func (c PolyOf) Put(e *Encoder, value any) {
	v, _ := value.(SchemaValue)
	EncodePoly(e, ">", v, "", c.Declared)
}

func (c PolyOf) Take(d *Decoder) any {
	if d.Nil() {
		return nil
	}
	if v := DecodePoly(d, c.Types, c.Declared); v != nil {
		return v
	}
	return nil
}

// ScalarOf is the codec of a simple type whose element must be there.
type ScalarOf[T any] struct {
	Write func(*Encoder, string, T, string)
	Read  func(*Decoder) T
}

func (ScalarOf[T]) Absent(any) bool { return false }

func (c ScalarOf[T]) Put(e *Encoder, value any) {
	v, _ := value.(T)
	c.Write(e, ">", v, "")
}

func (c ScalarOf[T]) Take(d *Decoder) any { return c.Read(d) }

// OptScalarOf is the codec of a simple type; nil is a value that is absent or
// nil.
type OptScalarOf[T any] struct {
	Write func(*Encoder, string, T, string)
	Read  func(*Decoder) T
}

func (OptScalarOf[T]) Absent(value any) bool {
	v, _ := value.(*T)
	return v == nil
}

func (c OptScalarOf[T]) Put(e *Encoder, value any) { c.Write(e, ">", *value.(*T), "") }

func (c OptScalarOf[T]) Take(d *Decoder) any { return DecodeOpt(d, c.Read) }

// The types below are the codecs of arrays: elements and nothing else. A nil
// slice and an empty one are both written as an element without items; read, an
// absent or nil result is a nil slice, an empty one an empty slice.

// ListOf is the codec of an array of elements of a complex type, with the tags
// Open and Close. Items is the shape of what holds them.
type ListOf[T any] struct {
	Items       Shape
	Open, Close string
	Encode      func(*T, *Encoder)
	Decode      func(*T, *Decoder)
}

func (*ListOf[T]) Absent(any) bool                      { return false }
func (c *ListOf[T]) Put(e *Encoder, value any)          { putList(e, c, value) }
func (c *ListOf[T]) Take(d *Decoder) any                { return takeList(d, c) }
func (c *ListOf[T]) Holder() *Shape                     { return &c.Items }
func (c *ListOf[T]) ReadItems(d *Decoder, list []T) []T { return DecodeItem(d, list, c.Decode) }

func (c *ListOf[T]) WriteItems(e *Encoder, list []T) {
	for i := range list {
		e.Raw(c.Open)
		c.Encode(&list[i], e)
		e.Raw(c.Close)
		if !e.Item() {
			return
		}
	}
}

// NillableListOf is ListOf for items that may be nil; Null is the markup of one
// that is, Zero a nil one.
type NillableListOf[P StructCodec] struct {
	Items             Shape
	Open, Close, Null string
	Zero              P
}

func (*NillableListOf[P]) Absent(any) bool             { return false }
func (c *NillableListOf[P]) Put(e *Encoder, value any) { putList(e, c, value) }
func (c *NillableListOf[P]) Take(d *Decoder) any       { return takeList(d, c) }
func (c *NillableListOf[P]) Holder() *Shape            { return &c.Items }

func (c *NillableListOf[P]) ReadItems(d *Decoder, list []P) []P {
	if d.Nil() {
		return append(list, c.Zero)
	}
	v, _ := c.Zero.QuartetCreate().(P)
	v.QuartetDecode(d)
	return append(list, v)
}

func (c *NillableListOf[P]) WriteItems(e *Encoder, list []P) {
	for _, v := range list {
		e.StructOrNil(v != *new(P), c.Open, v, c.Close, c.Null)
		if !e.Item() {
			return
		}
	}
}

// ValueListOf is the codec of an array whose items have a simple type, or a type
// from which others are derived.
type ValueListOf[T any] struct {
	Items       Shape
	Open, Close string
	Write       func(*Encoder, string, T, string)
	Read        func(*Decoder) T
}

func (*ValueListOf[T]) Absent(any) bool                      { return false }
func (c *ValueListOf[T]) Put(e *Encoder, value any)          { putList(e, c, value) }
func (c *ValueListOf[T]) Take(d *Decoder) any                { return takeList(d, c) }
func (c *ValueListOf[T]) Holder() *Shape                     { return &c.Items }
func (c *ValueListOf[T]) ReadItems(d *Decoder, list []T) []T { return append(list, c.Read(d)) }

func (c *ValueListOf[T]) WriteItems(e *Encoder, list []T) {
	for _, v := range list {
		c.Write(e, c.Open, v, c.Close)
		if !e.Item() {
			return
		}
	}
}

// NillableValueListOf is ValueListOf for items that may be nil.
type NillableValueListOf[T any] struct {
	Items             Shape
	Open, Close, Null string
	Write             func(*Encoder, string, T, string)
	Read              func(*Decoder) T
}

func (*NillableValueListOf[T]) Absent(any) bool             { return false }
func (c *NillableValueListOf[T]) Put(e *Encoder, value any) { putList(e, c, value) }
func (c *NillableValueListOf[T]) Take(d *Decoder) any       { return takeList(d, c) }
func (c *NillableValueListOf[T]) Holder() *Shape            { return &c.Items }

func (c *NillableValueListOf[T]) ReadItems(d *Decoder, list []*T) []*T {
	return append(list, DecodeOpt(d, c.Read))
}

func (c *NillableValueListOf[T]) WriteItems(e *Encoder, list []*T) {
	for _, v := range list {
		EncodeValueOrNil(e, c.Open, v, c.Close, c.Null, c.Write)
		if !e.Item() {
			return
		}
	}
}

func putList[T any](e *Encoder, c ItemCodec[T], value any) {
	e.Raw(">")
	list, _ := value.([]T)
	c.WriteItems(e, list)
}

func takeList[T any](d *Decoder, c ItemCodec[T]) any {
	if d.Nil() {
		return []T(nil)
	}
	list := []T{}
	for d.Enter(c.Holder()); d.Next() >= 0; {
		list = c.ReadItems(d, list)
	}
	return list
}

// ArrayOf is the codec of an array of SOAP encoding: A is its struct, whose
// slice Items returns.
type ArrayOf[A, T any] struct {
	Encode func(*A, *Encoder)
	Decode func(*A, *Decoder)
	Items  func(*A) *[]T
}

func (*ArrayOf[A, T]) Absent(any) bool { return false }

func (c *ArrayOf[A, T]) Put(e *Encoder, value any) {
	var a A
	*c.Items(&a), _ = value.([]T)
	c.Encode(&a, e)
}

func (c *ArrayOf[A, T]) Take(d *Decoder) any {
	if d.Nil() {
		return []T(nil)
	}
	var a A
	*c.Items(&a) = []T{}
	c.Decode(&a, d)
	return *c.Items(&a)
}

// StructValue is a pointer to a struct of a complex type.
type StructValue interface {
	QuartetDecode(*Decoder)     // attributes and content
	QuartetEncode(*Encoder)     // content
	QuartetCreate() StructValue // a new value of the same type, also of a nil pointer
}

// StructCodec is a pointer to a struct of a complex type, by its own type.
type StructCodec interface {
	comparable
	StructValue
}
