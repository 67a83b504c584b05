package emit

import (
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/templates/soap/kind"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// A struct tag has what the Go type of a field does not say about the element or attribute. Package schema of the run-time
// reads it.

// tagged is a struct tag that is being written.
type tagged struct {
	*emitter
	words []string
	named bool // the tag has a name or a namespace
}

func (e *emitter) newTag() *tagged { return &tagged{emitter: e} }

func (t *tagged) word(word string)         { t.words = append(t.words, word) }
func (t *tagged) value(word, value string) { t.word(word + "=" + value) }

// literal returns the tag as it stands after a field, "" if it says nothing.
func (t *tagged) literal() string { return tagLiteral(t.String()) }

func tagLiteral(tag string) string {
	if tag == "" {
		return ""
	}
	return text("soap:" + strconv.Quote(tag))
}

func (t *tagged) String() string { return strings.Join(t.words, ",") }

var (
	escapeTag  = strings.NewReplacer(`\`, `\\`, ",", `\,`)
	escapeItem = strings.NewReplacer(`\`, `\\`, ",", `\,`, " ", `\ `, "[", `\[`, ":", `\:`)
)

// name returns [PREFIX:]NAME. own is the namespace of names without a prefix.
func (t *tagged) name(ns int32, local, own string) string {
	if local == "" {
		return ""
	}
	t.named = true
	entry := t.pkg.Entry(int(ns))
	if local = escapeItem.Replace(local); entry.Space != own {
		return entry.Prefix + ":" + local
	}
	return local
}

// elements returns the namespace of elements whose names have no prefix.
func (e *emitter) elements() string {
	if e.pkg.Qualified {
		return e.pkg.Target
	}
	return ""
}

// typeTag returns the tag of the field that names the type of a struct: _ struct{} `soap:"station"`
func (e *emitter) typeTag(t *schema.Type) string {
	tag := e.newTag()
	tag.word(tag.name(t.NS, t.Name, e.pkg.Target))
	if t.Abstract {
		tag.word("abstract")
	}
	if t.Mixed {
		tag.word("mixed")
	}
	return tag.String()
}

// fieldTags returns the tags of the fields of a struct, in their order.
func (e *emitter) fieldTags(s *ir.Struct) []string {
	var tags, order []string
	rows := e.described.StructRows(s)
	for i := range rows {
		r := &rows[i]
		switch {
		case r.Kind == kind.Inherited:
			order = append(order, e.newTag().name(r.NS, r.Name, e.elements()))
		case r.Kind == kind.Base || r.Kind == kind.BaseAttributes:
			tags = append(tags, "")
		default:
			tags = append(tags, e.fieldTag(r))
		}
	}
	if s.Base != nil {
		tags[0] = e.baseTag(&rows[0], order)
	}
	return tags
}

func (e *emitter) baseTag(r *schema.Row, order []string) string {
	t := e.newTag()
	t.word("")
	if r.Kind == kind.BaseAttributes {
		t.word("attributes")
	}
	if w := r.Wildcard(); w != nil {
		t.any(w)
	}
	if len(order) > 0 {
		t.value("order", strings.Join(order, " "))
	}
	return t.literal()
}

// marks are the words of fields that hold no value of the schema.
var marks = map[schema.Kind]string{
	kind.Text: "chars", kind.IsNil: "nil", kind.Sizes: "sizes", kind.MediaType: "media",
}

// fieldTag returns the tag of a field.
func (e *emitter) fieldTag(r *schema.Row) string {
	t := e.newTag()
	if r.Kind == kind.XSITypes {
		return text(`json:",omitempty" soap:",xsi"`)
	}
	if word, ok := marks[r.Kind]; ok {
		t.words = []string{"", word}
		return t.literal()
	}
	own := ""
	if r.At == schema.AtElement || r.At == schema.AtAttachment && r.More != nil && r.More.Part != "" {
		own = e.elements()
	}
	t.word(t.name(r.NS, r.Name, own))
	t.row(r)
	return t.literal()
}

// row adds what follows the name.
func (t *tagged) row(r *schema.Row) {
	t.place(r)
	t.kind(r)
	t.occurrence(r)
	t.encoded(r)
	t.typeName(r)
	t.more(r)
}

// valueTag returns the tag of a schema.Value with a row, and whether it has a name or a namespace.
func (e *emitter) valueTag(r *schema.Row) (tag string, named bool) {
	t := e.newTag()
	t.word(t.name(r.NS, r.Name, e.elements()))
	t.row(r)
	return t.String(), t.named
}

// declares reports whether the package declares the Go type of a value.
func (e *emitter) declares(f *ir.Field) bool {
	return f.Struct != nil || f.Group != nil || f.Items != nil || f.Scalar != nil && f.Scalar.Type != nil && !f.Scalar.Type.Alias
}

func (t *tagged) place(r *schema.Row) {
	switch {
	case r.At == schema.AtAttribute, r.Kind == kind.AnyAttributes:
		t.word("attr")
	case r.At == schema.AtContent:
		t.word("text")
	case r.At == schema.AtAttachment && r.More != nil && r.More.Part != "":
		t.value("part", escapeTag.Replace(r.More.Part))
	case r.At == schema.AtAttachment:
		t.word("part")
	case r.At == schema.AtItem && (r.More == nil || r.More.Array == nil):
		t.word("item")
	case r.At == schema.AtItem:
		a := r.More.Array
		value := t.name(a.NS, a.Name, t.pkg.Target) + escapeTag.Replace(a.Brackets)
		if a.Rank != 1 {
			value += " " + strconv.Itoa(a.Rank)
		}
		t.value("item", value)
	}
}

// occurrence adds what the Go type does not say about how often a value is there, and whether it may be nil.
func (t *tagged) occurrence(r *schema.Row) {
	many := r.Occurs == schema.Many || r.Occurs == schema.OnceOrMore
	once := r.Occurs == schema.Once
	switch {
	case r.Occurs == schema.OnceOrMore, once && r.Kind == kind.Member && !r.Nillable, once && (r.HasNil() || r.AsItems) && (!r.Nillable || r.Kind == kind.Poly):
		t.word("required")
	}
	if r.Nillable && (many && r.Kind == kind.Poly || once) {
		t.word("nillable")
	}
}

// more adds what few fields have.
func (t *tagged) more(r *schema.Row) {
	m := r.More
	if m == nil {
		return
	}
	if m.Any != nil {
		t.any(m.Any)
	}
	if m.IsFixed {
		t.value("fixed", escapeTag.Replace(m.Fixed))
	}
	switch {
	case m.Default == "":
	case m.IsFixed && m.Default == m.Fixed:
		t.word("default")
	default:
		t.value("default", escapeTag.Replace(m.Default))
	}
}

// any adds what a wildcard allows.
func (t *tagged) any(w *xsd.Wildcard) {
	var words []string
	switch w.Process {
	case xsd.Lax:
		words = append(words, "lax")
	case xsd.Skip:
		words = append(words, "skip")
	}
	if w.Not {
		words = append(words, "not")
	}
	for _, ns := range w.NS {
		t.named = true
		switch entry := t.pkg.Entry(ns); entry.Space {
		case "":
			words = append(words, "##local")
		case t.pkg.Target:
			words = append(words, "##targetNamespace")
		default:
			words = append(words, entry.Prefix+":")
		}
	}
	for _, uri := range w.URIs {
		uri = escapeItem.Replace(uri)
		if uri == "" || slices.Contains([]string{"lax", "skip", "not", "##local", "##targetNamespace"}, uri) {
			uri = `\` + uri
		}
		words = append(words, uri)
	}
	if len(words) == 0 {
		t.word("any")
		return
	}
	t.value("any", strings.Join(words, " "))
}
