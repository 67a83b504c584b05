package emit

import (
	"slices"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/templates/soap/kind"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// A struct tag has what the Go type of a field does not say about the element or attribute. Package schema of the run-time
// reads it.

// tagDefaults are what names and words in the tags of a package mean unless a tag says otherwise. Namespaces have their index
// in the table of the package.
type tagDefaults struct {
	target    int // the namespace of types, and of elements if qualified is set
	qualified bool
	encoded   bool // elements have xsi:type and may be absent

	xsiTypes map[*ir.Struct]bool // types with the elements of a struct that has a field for the types in xsi:type
}

// tagging returns the defaults that most tags of the package have.
func (e *emitter) tagging() *tagDefaults {
	if e.tags != nil {
		return e.tags
	}
	types, elements := make(map[int]int), make(map[int]int)
	typed, named := 0, 0
	table := e.described().Table
	d := &tagDefaults{xsiTypes: keepingXSITypes(e.pkg.Structs)}
	for i := range table.Types {
		t := &table.Types[i]
		if t.Type.Name != "" {
			types[e.index(t.Type.NS)]++
		}
		for j := range t.Rows {
			r := &t.Rows[j]
			if r.At != schema.AtElement || r.Name == "" {
				continue
			}
			named++
			elements[e.index(r.NS)]++
			if r.Typed {
				typed++
			}
		}
	}
	for ns, n := range types {
		if best := types[d.target]; n > best || n == best && (ns < d.target || best == 0) {
			d.target = ns
		}
	}
	if len(types) == 0 {
		for ns, n := range elements {
			if best := elements[d.target]; n > best || n == best && (ns < d.target || best == 0) {
				d.target = ns
			}
		}
	}
	d.qualified = elements[d.target] > elements[0]
	d.encoded = typed > named/2
	e.tags = d
	return d
}

// keepingXSITypes returns the structs with a field for the types that xsi:type names, those that they are derived from,
// and those that are derived from one.
func keepingXSITypes(all []*ir.Struct) map[*ir.Struct]bool {
	keeping := make(map[*ir.Struct]bool)
	for _, s := range all {
		inherits := false
		for b := s; b != nil; b = b.Base {
			inherits = inherits || b.XSITypes != nil
		}
		for b := s; b != nil && inherits; b = b.Base {
			keeping[b] = true
		}
	}
	return keeping
}

// index returns the index of the namespace with a number in the table of the package, that for validation included.
func (e *emitter) index(ns int32) int {
	n := len(e.pkg.Namespaces)
	if int(ns) < n {
		return int(ns)
	}
	all := slices.Concat(e.pkg.Namespaces, e.pkg.MoreNamespaces)
	if i := slices.IndexFunc(all, func(entry ir.TableEntry) bool { return entry.ID == int(ns) }); i > 0 && ns > 0 {
		return i
	}
	return int(ns)
}

// elements returns the index of the namespace of elements whose names have no number.
func (d *tagDefaults) elements() int {
	if d.qualified {
		return d.target
	}
	return 0
}

// tagged is a struct tag that is being written.
type tagged struct {
	*emitter
	own   tagDefaults
	exact bool // namespaces have their numbers, and not indexes
	words []string
}

func (e *emitter) newTag() *tagged { return &tagged{emitter: e, own: *e.tagging()} }

func (t *tagged) word(word string)         { t.words = append(t.words, word) }
func (t *tagged) value(word, value string) { t.word(word + "=" + value) }

// literal returns the tag as it stands after a field, nothing if it says nothing.
func (t *tagged) literal() jen.Code { return tagLiteral(t.String()) }

func tagLiteral(tag string) jen.Code {
	if tag == "" {
		return jen.Null()
	}
	return text("soap:" + strconv.Quote(tag))
}

func (t *tagged) String() string { return strings.Join(t.words, ",") }

var (
	escapeTag  = strings.NewReplacer(`\`, `\\`, ",", `\,`)
	escapeItem = strings.NewReplacer(`\`, `\\`, ",", `\,`, " ", `\ `, "[", `\[`, ":", `\:`)
)

// name returns [NUMBER:]NAME for a name whose namespace has the index own if it has no number.
func (t *tagged) name(ns int32, local string, own int) string {
	if local == "" {
		return ""
	}
	i := int(ns)
	if !t.exact {
		i = t.index(ns)
	}
	if i != own {
		return strconv.Itoa(i) + ":" + escapeItem.Replace(local)
	}
	return escapeItem.Replace(local)
}

// typeTag returns the tag of the field that names the type of a struct: _ struct{} `soap:"station"`
func (e *emitter) typeTag(t *schema.Type) string {
	tag := e.newTag()
	tag.word(tag.name(t.NS, t.Name, tag.own.target))
	if t.Abstract {
		tag.word("abstract")
	}
	if t.Mixed {
		tag.word("mixed")
	}
	return tag.String()
}

// fieldTags returns the tags of the fields of a struct, in their order.
func (e *emitter) fieldTags(s *ir.Struct) []jen.Code {
	var tags []jen.Code
	var order []string
	rows := e.described().StructRows(s)
	open := optionalGroups{}
	for i := range rows {
		r := &rows[i]
		switch {
		case r.Kind == kind.Inherited:
			order = append(order, e.newTag().name(r.NS, r.Name, e.tagging().elements()))
		case open.add(r):
		case r.Kind == kind.Base || r.Kind == kind.BaseAttributes:
			tags = append(tags, nil)
		default:
			tags = append(tags, e.fieldTag(s, r, open.any()))
		}
	}
	if s.Base != nil {
		tags[0] = e.baseTag(&rows[0], order)
	}
	return tags
}

// optionalGroups are the groups that are open among rows, with whether what they hold may be absent.
type optionalGroups []bool

// add reports whether a row begins or ends a group.
func (g *optionalGroups) add(r *schema.Row) bool {
	switch r.Kind {
	case kind.Sequence, kind.Choice, kind.All:
		*g = append(*g, r.Kind == kind.Choice || r.Occurs != schema.Once)
	case kind.End:
		*g = (*g)[:len(*g)-1]
	default:
		return false
	}
	return true
}

func (g optionalGroups) any() bool { return slices.Contains(g, true) }

func (e *emitter) baseTag(r *schema.Row, order []string) jen.Code {
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

// fieldTag returns the tag of a field of s. optional is set if it is in a group that may be absent.
func (e *emitter) fieldTag(s *ir.Struct, r *schema.Row, optional bool) jen.Code {
	t := e.newTag()
	if r.Kind == kind.XSITypes {
		return text(`json:",omitempty" soap:",xsi"`)
	}
	if word, ok := marks[r.Kind]; ok {
		t.words = []string{"", word}
		return t.literal()
	}
	own := 0
	if r.At == schema.AtElement || r.At == schema.AtAttachment && r.More != nil && r.More.Part != "" {
		own = t.own.elements()
	}
	t.word(t.name(r.NS, r.Name, own))
	t.row(r, optional, t.own.xsiTypes[s])
	return t.literal()
}

// row adds what follows the name.
func (t *tagged) row(r *schema.Row, optional, xsiTypes bool) {
	t.place(r)
	t.kind(r)
	t.occurrence(r, optional && r.At != schema.AtAttribute)
	t.encoded(r, optional)
	t.typeName(r, xsiTypes)
	t.more(r)
}

// valueTag returns the tag of a schema.Value with a row.
func (e *emitter) valueTag(r *schema.Row, item *ir.Field) string {
	t := e.newTag()
	t.exact, t.own.encoded = true, false
	own := 0
	switch declares := e.declares(item); {
	case e.service != nil && r.Name != "": // another package has the default
		own = -1
	case declares:
		own = t.own.elements()
	}
	t.word(t.name(r.NS, r.Name, own))
	t.row(r, false, false)
	return t.String()
}

// declares reports whether the package declares the Go type of a value.
func (e *emitter) declares(f *ir.Field) bool {
	return f.Struct != nil || f.Group != nil || f.Items != nil || f.Scalar != nil && f.Scalar.Type != nil && !f.Scalar.Type.Undeclared && !f.Scalar.Type.Alias
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
		value := t.name(a.NS, a.Name, t.own.target) + escapeTag.Replace(a.Brackets)
		if a.Rank != 1 {
			value += " " + strconv.Itoa(a.Rank)
		}
		t.value("item", value)
	}
}

// kind adds what the Go type does not say about the kind of a value.
func (t *tagged) kind(r *schema.Row) {
	k, many := r.Kind, r.Occurs == schema.Many || r.Occurs == schema.OnceOrMore
	switch k {
	case kind.Items:
		t.word("items")
	case kind.Member:
		t.word("member")
	case kind.List:
		t.word("list")
		k, many = t.itemKind(r.Of), true
	}
	if k.TypeName() == "" || k == kind.Uint8 && !many || k != kind.Uint8 && isUsualKind(k) {
		return
	}
	t.value("type", kindWord(k))
}

// kindWord returns the name of a kind in tags.
func kindWord(k schema.Kind) string {
	switch k {
	case kind.AnySimpleText:
		return "text"
	case kind.TextOrName:
		return "textOrName"
	}
	return k.TypeName()
}

// itemKind returns the kind of the items of a list.
func (t *tagged) itemKind(list *schema.Type) schema.Kind {
	o := t.types.Origin(list)
	scalar := o.List
	if o.Simple != nil {
		scalar = o.Simple.Scalar
	}
	return t.types.KindOf(scalar.Item)
}

// isUsualKind reports whether a kind is the one of a Go type unless a tag says otherwise.
func isUsualKind(k schema.Kind) bool {
	switch {
	case kind.NormalizedString <= k && k <= kind.ENTITY, kind.NonNegativeInteger <= k && k <= kind.NegativeInteger,
		k == kind.Hex, k == kind.Notation, k == kind.AnySimpleText, k == kind.TextOrName:
		return false
	}
	return true
}

// occurrence adds what the Go type does not say about how often a value is there, and whether it may be nil.
func (t *tagged) occurrence(r *schema.Row, optional bool) {
	many := r.Occurs == schema.Many || r.Occurs == schema.OnceOrMore
	once := r.Occurs == schema.Once && !optional
	switch {
	case r.Occurs == schema.OnceOrMore && !optional, once && r.Kind == kind.Member && !r.Nillable, once && hasNil(r.Kind) && (!r.Nillable || r.Kind == kind.Poly):
		t.word("required")
	}
	if r.Nillable && (many && r.Kind == kind.Poly || once) {
		t.word("nillable")
	}
}

// hasNil reports whether the Go type of the values of a kind has a nil, which is a value that is absent.
func hasNil(k schema.Kind) bool {
	switch k {
	case kind.Poly, kind.List, kind.Base64, kind.Hex, kind.RawXML:
		return true
	}
	return false
}

// encoded adds what SOAP encoding asks of an element.
func (t *tagged) encoded(r *schema.Row, optional bool) {
	if r.At != schema.AtElement {
		if r.Lax {
			t.word("lax")
		}
		if r.Typed {
			t.word("typed")
		}
		return
	}
	once := r.Occurs == schema.Once && !optional
	switch {
	case !t.own.encoded && r.Lax:
		t.word("lax")
	case t.own.encoded && once && !r.Lax:
		t.word("strict")
	}
	switch usual := t.own.encoded && r.Name != "" && r.Kind != kind.Poly && r.Kind != kind.AnySimple && !t.isArray(r); {
	case r.Typed && !usual:
		t.word("typed")
	case !r.Typed && usual:
		t.word("untyped")
	}
}

func (t *tagged) isArray(r *schema.Row) bool {
	s := t.types.Origin(r.Of).Struct
	return r.Kind == kind.Struct && s != nil && s.Array != nil
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
	switch {
	case m.IsFixed && m.Default == m.Fixed && m.Default != "":
		t.value("fixed", escapeTag.Replace(m.Fixed))
		t.word("default")
		return
	case m.IsFixed:
		t.value("fixed", escapeTag.Replace(m.Fixed))
	}
	if m.Default != "" {
		t.value("default", escapeTag.Replace(m.Default))
	}
}

// typeName adds the name of the declared type, where the Go type does not have it, or values are written or read with
// xsi:type. xsiTypes is set if a struct with the field keeps what xsi:type says.
func (t *tagged) typeName(r *schema.Row, xsiTypes bool) {
	xsiTypes = xsiTypes && r.At == schema.AtElement
	of := t.declaredName(r)
	switch {
	case of != "":
	case r.Typed && r.More != nil && r.More.Type != "":
		of = t.name(r.More.TypeNS, r.More.Type, t.own.target)
	case (r.Typed || xsiTypes) && r.Of != nil && r.Of.Simple && r.Of.Name != "":
		of = t.reference(r.Of)
	}
	switch restricted := xsiTypes && r.More != nil && r.More.Facets != nil; {
	case restricted && of != "":
		t.value("of", of+" restricted")
	case restricted:
		t.word("of")
	case of != "":
		t.value("of", of)
	}
}

// declaredName returns the name of the type of a row if the Go type does not have it.
func (t *tagged) declaredName(r *schema.Row) string {
	if r.Of == nil {
		return ""
	}
	switch o := t.types.Origin(r.Of); {
	case o.Struct != nil && o.Struct.Undeclared, o.Simple != nil && (o.Simple.Undeclared || o.Simple.Alias):
		return t.reference(r.Of)
	case o.List != nil:
		if item := o.List.Item; o.Number > 0 || item.Facets != nil || item.Described != nil || item.Type != nil && item.Type.Alias {
			return t.reference(r.Of)
		}
	}
	return ""
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
		words = append(words, strconv.Itoa(t.index(int32(ns))))
	}
	for _, uri := range w.URIs {
		uri = escapeItem.Replace(uri)
		if _, err := strconv.Atoi(uri); err == nil || uri == "" || slices.Contains([]string{"lax", "skip", "not"}, uri) {
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

// tagFields returns the fields of the table that tags rely on.
func (e *emitter) tagFields() (fields []jen.Code) {
	d := e.tagging()
	add := func(name string, value jen.Code) {
		if value != nil {
			fields = append(fields, jen.Id(name).Op(":").Add(value))
		}
	}
	add("Target", number(d.target))
	add("Qualified", flag(d.qualified))
	add("Encoded", flag(d.encoded))
	var bases, derived []jen.Code
	arrays := false
	for _, s := range e.pkg.Structs {
		arrays = arrays || s.Array != nil
		if s.Undeclared {
			continue
		}
		if s.Interface != "" {
			bases = append(bases, row(key("Type"), zeroOf(e.structID(s)), key("Interface"), zeroOf(jen.Id(s.Interface))))
		}
		if isDerived(s) {
			derived = append(derived, zeroOf(e.structID(s)))
		}
	}
	if arrays {
		add("Arrays", e.encoded("Arrays").Values())
	}
	if len(bases) > 0 {
		add("Bases", jen.Index().Add(e.schema("Base")).Add(lines(bases...)))
	}
	if len(derived) > 0 {
		add("Derived", jen.Index().Any().Add(lines(derived...)))
	}
	return fields
}

// isDerived reports whether a value of the struct may be in place of one of its base.
func isDerived(s *ir.Struct) bool {
	if s.Type.Local == "" {
		return false
	}
	for b := s.Base; b != nil; b = b.Base {
		if b.Interface != "" {
			return true
		}
	}
	return false
}
