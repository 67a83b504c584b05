// Package sample generates instance documents for a contract: elements, types
// and complete messages. An instance is valid, or has exactly one known defect.
//
// Instances are deterministic: the same contract, options and name give the
// same document, whatever else the generator has generated. They are used in
// tests that check that generated code reads and writes everything that its
// contract allows.
//
// The terms are those of XML Schema 1.0 and WSDL 1.1. A type that contains a
// required element of the same type has no finite instance; the methods of
// Generator return an error for it. Values of type ENTITY name entities that a
// message without a document type cannot declare, so a validator that looks the
// entity up rejects them.
package sample

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"regexp/syntax"

	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/reading/xsdcheck"
)

// Mode selects which optional components an instance contains.
type Mode int

const (
	// Minimal instances contain required components only, and the smallest
	// branch of every choice.
	Minimal Mode = iota
	// Maximal instances contain all optional components, repeatable ones
	// twice, and the branch that Options.Variant selects of every choice.
	Maximal
	// Random instances contain components selected by Options.Seed.
	Random
)

// String returns "minimal", "maximal" or "random".
func (m Mode) String() string { return [...]string{"minimal", "maximal", "random"}[m] }

// Options configure an instance.
type Options struct {
	Mode Mode

	// Variant selects among alternatives in a maximal instance: the branch of
	// a choice, the derived type, or the member of a substitution group with
	// this number, modulo the number of alternatives. 0 selects the first
	// branch, and the declared type and element.
	Variant int

	// Seed seeds the random choices.
	Seed uint64

	// PadValues adds insignificant white space around some values.
	PadValues bool

	// NilAttributes adds optional attributes to elements that are nil. Most
	// data models cannot represent them.
	NilAttributes bool

	// Budget is the number of elements from which on optional elements are
	// omitted, the most deeply nested ones first; 0 means 200. Required
	// elements are always present.
	Budget int
}

// Generator generates instances for one contract. It is not safe for concurrent
// use.
type Generator struct {
	model  *resolve.Model
	set    *xsd.Set
	values *xsdcheck.Values

	sizes       map[any]int // sizes of *xsd.ElementDeclaration, *xsd.ComplexType and *xsd.Wildcard
	derived     map[xsd.Type][]xsd.Type
	types       map[*xsd.ElementDeclaration][]xsd.Type
	known       map[wildcardKey][]*xsd.ElementDeclaration
	expressions map[string]*syntax.Regexp // translated patterns
	valueless   map[*xsd.SimpleType]bool
}

// New returns a generator for a model that was resolved without errors.
func New(model *resolve.Model) *Generator {
	g := &Generator{
		model:       model,
		set:         model.Schemas,
		values:      xsdcheck.NewValues(),
		sizes:       make(map[any]int),
		derived:     make(map[xsd.Type][]xsd.Type),
		types:       make(map[*xsd.ElementDeclaration][]xsd.Type),
		known:       make(map[wildcardKey][]*xsd.ElementDeclaration),
		expressions: make(map[string]*syntax.Regexp),
		valueless:   make(map[*xsd.SimpleType]bool),
	}
	g.collectDerived()
	g.computeSizes()
	return g
}

// Element returns an instance of a global element, or for an abstract element
// of a member of its substitution group. It returns an error if there is no
// finite instance, or no value is found for a simple type.
func (g *Generator) Element(d *xsd.ElementDeclaration, options Options) (*Document, error) {
	return g.document(options, d.Name.String(), func(b *builder) (*Element, error) {
		return b.element(d, 0)
	})
}

// Type returns an instance of a type: an element with the given name, and with
// an xsi:type unless the type is anonymous.
func (g *Generator) Type(name xsd.QName, t xsd.Type, options Options) (*Document, error) {
	return g.document(options, name.String()+" "+typeName(t), func(b *builder) (*Element, error) {
		e := &Element{Name: name, Type: t}
		if t.Component().Name != (xsd.QName{}) {
			b.setType(e, t)
		}
		return e, b.typed(e, t, nil)
	})
}

// document builds a document within the budget. It raises the depth limit until
// the document is complete or too large.
func (g *Generator) document(options Options, name string, build func(*builder) (*Element, error)) (*Document, error) {
	if options.Budget == 0 {
		options.Budget = 200
	}
	var last *Document
	for limit := 1; ; limit++ {
		b := g.builder(options, name, limit)
		root, err := build(b)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		b.doc.Root = root
		b.resolveIDREFs()
		if last != nil && b.count > options.Budget {
			return last, nil
		}
		if last = b.doc; !b.cut || b.count > options.Budget || limit == maxDepth {
			return last, nil
		}
	}
}

// maxDepth limits the depth of optional elements.
const maxDepth = 8

func (g *Generator) builder(options Options, name string, limit int) *builder {
	h := fnv.New64a()
	h.Write([]byte(name))
	return &builder{
		g: g, options: options, limit: limit, doc: new(Document), stack: make(map[xsd.Type]int),
		rng: rand.New(rand.NewPCG(options.Seed, h.Sum64())),
	}
}

func typeName(t xsd.Type) string {
	if name := t.Component().Name; !name.IsZero() {
		return name.String()
	}
	return "at " + t.Component().Pos.String() + " (anonymous)"
}
