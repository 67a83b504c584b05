package validate_test

import (
	"bytes"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	cxsd "example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/descriptor"
	"example.com/quartet/internal/compiler/writing/plan"
	"example.com/quartet/internal/conformance/sample"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/encoded"
	samples "example.com/quartet/templates/soap/sample"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/validate"
	"example.com/quartet/templates/soap/xsd"
)

// comparison validates documents with the rows of a table and with the components of the documents that the table is made of,
// and counts what both say.
type comparison struct {
	rows, components validate.Model
	services         []*contract.Contract
	replaced         []plan.Namespace
	same, valid      int
	worded           int // same for people, see explained
	text, verdict    int
	differences      []string
}

// compare validates with both.
func (c *comparison) compare(what string, doc []byte, run func(validate.Model) error) {
	before, now := run(c.rows), run(c.components)
	switch {
	case (before == nil) != (now == nil):
		c.verdict++
	case before == nil:
		c.same++
		c.valid++
		return
	case before.Error() == now.Error():
		c.same++
		return
	case explained(before.Error()) == explained(now.Error()):
		c.worded++
		return
	default:
		c.text++
	}
	if len(c.differences) < maxDifferences {
		c.differences = append(c.differences, fmt.Sprintf("%s\nrows:       %v\ncomponents: %v\n%.2000s", what, before, now, doc))
	}
}

// maxDifferences is how many differences of a contract are shown.
const maxDifferences = 4

var (
	builtinList = regexp.MustCompile(`"" (has the length 0, less than the minimum 1|is not a valid xs:(NMTOKENS|IDREFS|ENTITIES))`)
	namespaces  = regexp.MustCompile(`an element of the namespace ("[^"]*"(, "[^"]*")*)`)
)

// explained returns a text without what the components say in another way: they know the names of the built-in types that are
// lists, and have the namespaces of a wildcard in the order of the document.
func explained(text string) string {
	text = builtinList.ReplaceAllString(text, "is not a valid list")
	return namespaces.ReplaceAllStringFunc(text, func(list string) string {
		words := strings.Fields(strings.ReplaceAll(list, ",", ""))
		slices.Sort(words)
		return strings.Join(words, " ")
	})
}

func (c *comparison) add(o *comparison) {
	c.same, c.valid, c.worded, c.text, c.verdict = c.same+o.same, c.valid+o.valid, c.worded+o.worded, c.text+o.text, c.verdict+o.verdict
	c.differences = append(c.differences, o.differences...)
}

func (c *comparison) String() string {
	return fmt.Sprintf("%d equal (%d valid), %d in other words, %d with another text, %d with another verdict", c.same, c.valid, c.worded, c.text, c.verdict)
}

// documentsOf returns all documents of a contract.
func documentsOf(set *load.Set) *contract.DocumentSet {
	files := make(fstest.MapFS)
	documents := &contract.DocumentSet{Files: files, Lenient: true}
	for i, d := range set.Documents {
		one := contract.Document{Name: d.Name, File: fmt.Sprintf("document%d", i), Schema: d.Kind == load.Schema}
		files[one.File] = &fstest.MapFile{Data: d.Text[d.Start:]}
		for _, ref := range d.References {
			if ref.Location != nil && ref.Target != nil {
				one.References = append(one.References, contract.DocumentReference{Location: strings.TrimSpace(ref.Location.Value), Document: ref.Target.Name})
			}
		}
		documents.Documents = append(documents.Documents, one)
	}
	return documents
}

// newComparison returns the comparison of a contract, nil if it cannot be planned.
func newComparison(t testing.TB, m *resolve.Model, config plan.Config) *comparison {
	t.Helper()
	config.Package, config.Runtime, config.Elements, config.XSITypes = "t", "example.com/soap", true, true
	planned := plan.Plan
	if m.IsSchema() {
		planned = plan.Types
	}
	pkg, _ := planned(m, config)
	if pkg == nil {
		return nil
	}
	d := descriptor.New(encoded.Arrays{})
	described := d.Package(pkg)
	table := described.Table
	for _, other := range d.Tables() {
		schema.Define(other)
	}
	set, err := component.Read(table.Source.(interface{ Documents() *contract.DocumentSet }).Documents())
	if err != nil {
		t.Error(err)
		return nil
	}
	names := make(map[string]string)
	for _, n := range config.Namespaces {
		names[n.New] = n.Old
	}
	c := &comparison{rows: validate.Rows(table), components: validate.Components(set, table, names)}
	c.replaced = config.Namespaces
	for _, s := range pkg.Services {
		c.services = append(c.services, described.Contract(s, descriptor.Optional{}))
	}
	return c
}

// samples compares what is said about samples of all elements, types and messages of a contract, and about the same with
// each kind of defect.
func (c *comparison) samples(m *resolve.Model, modes []sample.Options) {
	g := sample.New(m)
	n := uint64(0)
	all := func(what string, generate func(sample.Options) (*sample.Document, error), run func(validate.Model, []byte) error) {
		for _, o := range modes {
			doc, err := generate(o)
			if err != nil || doc == nil {
				continue
			}
			text := c.renamed(doc.Bytes())
			c.compare(what, text, func(m validate.Model) error { return run(m, text) })
			if value, err := c.rows.Types.ReadDocument(text); err == nil {
				c.values(what, value, 0)
			}
			for _, kind := range sample.DefectKinds() {
				n++
				if d, ok := g.Defect(doc, kind, n); ok {
					text := c.renamed(d.Document.Bytes())
					c.compare(what+": "+kind.String(), text, func(m validate.Model) error { return run(m, text) })
				}
			}
		}
	}
	for _, e := range m.Schemas.Elements {
		if e.Schema.WellKnown || e.Name.Space == xsd.Namespace {
			continue
		}
		all("element "+e.Name.Local, func(o sample.Options) (*sample.Document, error) { return g.Element(e, o) },
			func(m validate.Model, doc []byte) error { return m.Document(doc) })
	}
	for _, typ := range m.Schemas.Types {
		info := typ.(cxsd.Component).Component()
		if info.Schema.WellKnown || info.Name.Space == xsd.Namespace {
			continue
		}
		name := xsd.QName{Space: string(c.renamed([]byte(info.Name.Space))), Local: info.Name.Local}
		if !c.rows.Has(name) || !c.components.Has(name) {
			if c.rows.Has(name) || c.components.Has(name) {
				c.differences = append(c.differences, "only one has the type "+name.String())
				c.verdict++
			}
			continue
		}
		all("type "+info.Name.Local, func(o sample.Options) (*sample.Document, error) { return g.Type(cxsd.QName{Local: "r"}, typ, o) },
			func(m validate.Model, doc []byte) error { return m.Type(name, doc) })
	}
	for _, b := range m.Bindings {
		if b.Kind == wsdl11.HTTP {
			continue
		}
		for _, op := range b.Operations {
			if op.Input == nil || op.Operation == nil {
				continue
			}
			run := func(m validate.Model, doc []byte) error { return m.Message(doc, &soap.Comparison{Soap: true}) }
			if body := op.Input.SOAPBody(); body != nil && body.Use == wsdl11.Encoded {
				continue
			}
			all("request "+op.Name, document(func(o sample.Options) (*sample.Message, error) { return g.Request(op, o) }), run)
			all("response "+op.Name, document(func(o sample.Options) (*sample.Message, error) { return g.Response(op, o) }), run)
		}
	}
}

func document(generate func(sample.Options) (*sample.Message, error)) func(sample.Options) (*sample.Document, error) {
	return func(o sample.Options) (*sample.Document, error) {
		m, err := generate(o)
		if err != nil {
			return nil, err
		}
		return m.Document, nil
	}
}

// report logs the counts. A difference is an error.
func (c *comparison) report(t *testing.T) {
	t.Helper()
	for _, d := range c.differences {
		t.Error(d)
	}
	t.Log(c)
	if c.valid == 0 || c.same < 3*c.valid/2 {
		t.Error("too few documents are not valid")
	}
}

// requests compares what is said about requests of all operations.
func (c *comparison) requests() {
	for _, info := range c.services {
		for _, op := range info.Operations {
			if op.RequestType() == nil {
				continue
			}
			if v, err := samples.WholeRequest(info, op); err == nil {
				c.values("request of "+op.Name, v, 0)
			}
		}
	}
}

// values compares what is said about a record, and the records in it, and about the same with other texts.
func (c *comparison) values(what string, v any, depth int) {
	r, ok := v.(*schema.Record)
	if !ok || depth > 6 || r == nil || r.Type() == nil {
		return
	}
	what += " value " + r.Type().Name
	c.compare(what, nil, func(m validate.Model) error { return m.Value(r) })
	for i := 0; ; i++ {
		slot := slotOf(r, i)
		if slot == nil {
			return
		}
		field := reflect.ValueOf(slot).Elem()
		if leaf := leafOf(field); leaf.IsValid() {
			before := leaf.String()
			for _, text := range []string{"", "12345678901234567890123456789012345678901234567890", "-"} {
				leaf.SetString(text)
				c.compare(fmt.Sprintf("%s field %d", what, i), []byte(text), func(m validate.Model) error { return m.Value(r) })
			}
			leaf.SetString(before)
		}
		c.nested(what, field, depth+1)
	}
}

func leafOf(v reflect.Value) reflect.Value {
	for v.Kind() == reflect.Pointer && !v.IsNil() {
		v = v.Elem()
	}
	if v.Kind() == reflect.Slice && v.Len() > 0 {
		return leafOf(v.Index(0))
	}
	if v.Kind() != reflect.String {
		return reflect.Value{}
	}
	return v
}

func (c *comparison) nested(what string, v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.Slice:
		for i := range min(v.Len(), 2) {
			c.nested(what, v.Index(i), depth)
		}
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return
		}
		if r, ok := v.Interface().(*schema.Record); ok {
			c.values(what, r, depth)
			return
		}
		c.nested(what, v.Elem(), depth)
	case reflect.Struct:
		if v.CanAddr() {
			if r, ok := v.Addr().Interface().(*schema.Record); ok {
				c.values(what, r, depth)
			}
		}
	}
}

// slotOf returns a field of a record, nil if it has none with that number.
func slotOf(r *schema.Record, i int) (slot any) {
	defer func() { _ = recover() }()
	return r.Field(i)
}

// renamed returns a text with the namespaces that messages have.
func (c *comparison) renamed(text []byte) []byte {
	for _, n := range c.replaced {
		text = bytes.ReplaceAll(text, []byte(n.Old), []byte(n.New))
	}
	return text
}
