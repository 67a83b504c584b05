// Package sample has instance documents for a contract, with the components of the compiler: elements, types and complete messages.
// The sampler of the run-time makes them, from the documents of the contract. An instance is valid, or has exactly one known defect.
//
// Instances are used in tests that check that generated code reads and writes everything that its contract allows. That
// they are valid is checked with xmllint, and what is compared with them has the types of the compiler. The terms are those of XML
// Schema 1.0 and WSDL 1.1.
package sample

import (
	"cmp"
	"fmt"
	"strings"
	"testing/fstest"

	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/reading/xsdcheck"
	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/sample"
	runtime "example.com/quartet/templates/soap/xsd"
)

// Options configure an instance.
type Options = sample.Options

// Generator has instances for one contract. It is not safe for concurrent use.
type Generator struct {
	set        *xsd.Set
	values     *xsdcheck.Values
	components *component.Set
	sampler    *sample.Sampler
	failed     error                        // reading the components
	primitive  map[*xsd.SimpleType][]string // see valuesOf
}

// New returns a generator for a model that was resolved without errors.
func New(model *resolve.Model) *Generator {
	g := &Generator{set: model.Schemas, values: xsdcheck.NewValues(), primitive: make(map[*xsd.SimpleType][]string)}
	g.components, g.failed = component.Read(Documents(model.Documents))
	g.sampler = sample.New(g.components)
	return g
}

// Documents returns documents, well-known ones included, as a package embeds them.
func Documents(set *load.Set) *contract.DocumentSet {
	files := make(fstest.MapFS)
	all := &contract.DocumentSet{Files: files}
	for i, d := range set.Documents {
		one := contract.Document{Name: d.Name, File: fmt.Sprintf("document%d", i), Schema: d.Kind == load.Schema}
		files[one.File] = &fstest.MapFile{Data: d.Text[d.Start:]}
		for _, ref := range d.References {
			if ref.Location != nil && ref.Target != nil {
				one.References = append(one.References, contract.DocumentReference{Location: strings.TrimSpace(ref.Location.Value), Document: ref.Target.Name})
			}
		}
		all.Documents = append(all.Documents, one)
	}
	return all
}

// Element returns an instance of a global element, or for an abstract element of a member of its substitution group. It returns an
// error if there is no finite instance, or no value is found for a simple type.
func (g *Generator) Element(d *xsd.ElementDeclaration, options Options) (*Document, error) {
	if g.failed != nil {
		return nil, g.failed
	}
	e := g.components.Element(runtimeName(d.Name))
	if e == nil {
		return nil, fmt.Errorf("the documents do not declare the element %s", d.Name)
	}
	text, err := g.sampler.Element(e, options)
	if err != nil {
		return nil, err
	}
	return parse(text, func(root *Element) {
		member := cmp.Or(memberNamed(d, root.Name), d)
		g.assess(root, member, member.Type)
	})
}

// Type returns an instance of a type that has a name: an element with the given name and an xsi:type.
func (g *Generator) Type(name xsd.QName, t xsd.Type, options Options) (*Document, error) {
	return g.typed(name, t, options, (*sample.Sampler).Type)
}

type typeSampler = func(*sample.Sampler, runtime.QName, *component.Type, Options) ([]byte, error)

func (g *Generator) typed(name xsd.QName, t xsd.Type, options Options, sampleOf typeSampler) (*Document, error) {
	if g.failed != nil {
		return nil, g.failed
	}
	c := g.components.Type(runtimeName(t.Component().Name))
	if c == nil {
		return nil, fmt.Errorf("the documents do not define the type %s", typeName(t))
	}
	text, err := sampleOf(g.sampler, runtimeName(name), c, options)
	if err != nil {
		return nil, err
	}
	return parse(text, func(root *Element) { g.assess(root, nil, t) })
}

func runtimeName(name xsd.QName) runtime.QName {
	return runtime.QName{Space: name.Space, Local: name.Local}
}

func typeName(t xsd.Type) string {
	if name := t.Component().Name; !name.IsZero() {
		return name.String()
	}
	return "at " + t.Component().Pos.String() + " (anonymous)"
}
