package validate

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/lexical"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// Value compares a value with the schema of its contract: a value of a generated
// type, or a pointer to one, such as a *Stop, a Colour, or a *Dog where an Animal is
// expected, or a *schema.Record of any described type. What the schema does not allow is
// an [*Error]. A nil pointer is valid.
//
// It is also an error if no contract describes the Go type: if it is not
// generated, or is an alias of a type that is not, such as xsd.Date. Values of
// such types are validated as part of others; [Element] validates them as elements.
func Value(v any) error { return ValueContext(context.Background(), v) }

// ValueContext is [Value] that ends soon after the context, with an error that wraps the context's.
func ValueContext(ctx context.Context, v any) error { return valueOf(ctx, nil, nil, v) }

// Request is [ValueContext] for a request of an operation, which has to satisfy the identity constraints of the element of its
// message as well.
func Request(ctx context.Context, info *contract.Contract, op *contract.Operation, v any) error {
	return valueOf(ctx, info.Types, op, v)
}

// valueOf validates a value, which is a request of an operation with the table of its contract if these are not nil.
func valueOf(ctx context.Context, types *schema.Table, op *contract.Operation, v any) error {
	if v == nil {
		return nil
	}
	t := codec.TypeOf(v)
	if t == nil || t.Table() == nil {
		return fmt.Errorf("validate: no contract describes the Go type %T", v)
	}
	switch err := validateValue(ctx, types, described{t, op, types}, v); err {
	case error(codec.ErrInterrupted):
		return fmt.Errorf("validate: %w", context.Cause(ctx))
	case errNoType:
		return fmt.Errorf("validate: no document of the contract has the type of the Go type %T", v)
	default:
		return err
	}
}

// errNoType is the error for values whose type the documents do not have.
var errNoType = errors.New("no document has the type")

// validateValue validates a value, or the value to which a pointer points, with the documents of types, or with the documents of
// the table of its type if types is nil or does not have that table.
func validateValue(ctx context.Context, types *schema.Table, d described, v any) error {
	p := pointerTo(v)
	if p == nil {
		return nil
	}
	if types == nil || !slices.Contains(types.Closure(), d.typ.Table()) {
		types = d.typ.Table()
	}
	m, err := modelOf(types, nil)
	if err != nil {
		return fmt.Errorf("validate: %w", err)
	}
	m = m.forValues(d.typ)
	root := m.elementFor(d)
	if root == nil {
		return errNoType
	}
	return validateContent(ctx, types, m, root, d, p)
}

// validateContent validates an element with the value that v points to, which d describes.
func validateContent(ctx context.Context, types *schema.Table, m *model, root *xsdElement, d described, v any) error {
	e := codec.NewEncoder(d.typ.Table().Namespaces, true)
	e.MaxRead = -1
	defer e.Release()
	name := schema.ElementName{Local: root.name.Local}
	e.Open(name, true)
	codec.EncodeValue(e, d.typ, v, root.typ.kindOfText())
	e.Close(name)
	if e.Err() != nil {
		return e.Err()
	}
	if len(e.Met) > 0 {
		var err error
		if m, err = modelOf(types, e.Met); err != nil {
			return fmt.Errorf("validate: %w", err)
		}
		m = m.forValues(d.typ)
		root = m.elementFor(d)
	}
	return validateDocument(ctx, m, codec.NewDecoder(e.Bytes(), nil, schema.Limits{Depth: codec.MaxValueDepth}), func(v *validation) {
		v.renamed = namesOfParameters(d.typ)
		v.element(root, 0)
		v.endIDs(root)
	})
}

// kindOfText returns the word type of a struct tag, which says what the Go type does not; "" if there is nothing to say.
func (t *xsdType) kindOfText() string {
	switch {
	case !t.Simple:
		return ""
	case t.primitive == lexical.HexBinary:
		return "hexBinary"
	case t.members != nil && t.holdsNames():
		return "textOrName"
	}
	return ""
}

// namesOfParameters returns what the schema calls the namespace of elements without a prefix, nil if it is the same as in the
// document. Parameters of HTTP bindings have names without a namespace, also where messages have a default namespace:
// no message has such elements then.
func namesOfParameters(t *schema.Type) map[string]string {
	rows := t.Rows()
	if !slices.ContainsFunc(rows, func(r schema.Row) bool { return r.At == schema.AtElement && r.Name != "" && r.NS == 0 }) {
		return nil
	}
	for _, ns := range t.Table().Namespaces {
		if ns.Prefix == "" && ns.URI != "" {
			return map[string]string{ns.URI: ""}
		}
	}
	return nil
}

// validateDocument has run validate the root of the document that d reads, and releases d. The error is codec.ErrInterrupted if
// the context has ended.
func validateDocument(ctx context.Context, m *model, d *schema.Decoder, run func(*validation)) error {
	const watched = codec.WatchedBytes / 16 // as patterns may take maxWork steps for each byte
	if len(d.Buf) > watched {
		ended, stop := codec.Watch(ctx)
		defer stop()
		d.Interrupt = ended
	}
	v := validations.Get().(*validation)
	v.model, v.d = m, d
	d.Strict = true
	defer v.release()
	_ = d.Document(func() { run(v) }) // its error is not the only one
	switch {
	case v.d.Failed == codec.ErrInterrupted:
		return v.d.Failed
	case len(v.found) > 0:
		return &Error{v.found}
	case v.d.Failed != nil && v.limited && v.d.Failed.Unwrap() == nil: // the document can be read
		p := Problem{Path: "/" + v.d.Failed.Path, Message: v.d.Failed.Message}
		if v.place {
			p.Line, p.Column = v.d.Failed.Line, v.d.Failed.Column
		}
		return &Error{[]Problem{p}}
	case v.d.Failed != nil:
		return v.d.Failed
	}
	return nil
}

// message validates the current element as the chosen one of the messages of its name, and notes whether there are more.
func (v *validation) message() {
	e, more := v.model.messageNamed(v.tagName(), v.choice)
	v.more = v.more || more
	if e == nil {
		v.d.Skip()
		return
	}
	v.element(e, 0)
	v.endIDs(e)
}

// Document compares a document with the schema that a table describes. The root must be
// a global element; xsi:schemaLocation is ignored. What the schema does not allow is an
// [*Error] with lines and columns. Any other error comes from the decoder.
func Document(t *schema.Table, doc []byte) error {
	text, err := codec.ToUTF8(doc, "")
	if err != nil {
		return err
	}
	m, err := modelOf(t, nil)
	if err != nil {
		return fmt.Errorf("validate: %w", err)
	}
	return validateDocument(context.Background(), m, codec.NewDecoder(text, t.Namespaces, schema.Limits{}), func(v *validation) {
		v.place = true
		v.root()
	})
}

// root validates the current element as a global element.
func (v *validation) root() {
	name := v.tagName()
	e := v.model.elementNamed(name)
	_, typed := v.d.Attr(schema.XSINamespace, "type")
	switch {
	case e != nil:
		v.element(e, 0)
	case typed: // the type may be known all the same (part 1, section 5.2)
		v.wildcard(xsd.Strict, name)
	default:
		v.d.FailTag("the schema declares no element of that name")
	}
	v.endIDs(e)
}
