// Package sample writes instances of what a contract describes: of any
// element, of any type, and of whole messages. They are valid, or have one
// defect that is known.
//
// Instances are deterministic: the same contract, options and name make the
// same document, whatever was made before. They are for documentation, for
// service pages, and for testing that what is generated for a contract reads
// and writes all that the contract allows.
//
// The terms are those of XML Schema 1.0 and WSDL 1.1. Types that no finite
// document has (a required element of a type within the same type) have no
// instances. Values of ENTITY are names, as they have to be, of entities that a
// message without a document type cannot declare: validators that look for the
// entity refuse them.
package sample

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"

	"example.com/quartet/internal/compiler/resolve"
	"example.com/quartet/internal/compiler/xsd"
	"example.com/quartet/internal/conformance/sample/regex"
)

// Mode says how much an instance holds of what may be in it.
type Mode int

const (
	// Minimal instances hold what is required, and the smallest branch of
	// every choice.
	Minimal Mode = iota
	// Maximal instances hold everything optional, twice what repeats, and the
	// branch of every choice that Variant says.
	Maximal
	// Random instances are any others, by Seed.
	Random
)

// String returns "minimal", "maximal" or "random".
func (m Mode) String() string { return [...]string{"minimal", "maximal", "random"}[m] }

// Options say what instances are like.
type Options struct {
	Mode Mode

	// Variant is what a maximal instance takes where there are several things
	// to take: branch Variant of a choice, modulo the number of its branches,
	// the derived type or the member of a substitution group of that number. 0
	// is what is declared.
	Variant int

	// Seed makes random instances differ.
	Seed uint64

	// Spaced puts white space around some values, where it means nothing.
	Spaced bool

	// NilAttributes gives elements that are nil their optional attributes, too.
	// Most data models have no place for them.
	NilAttributes bool

	// Budget is how many elements an instance may have before optional ones
	// are left out, deep ones first; 0 means 200. What is required is there
	// in any case.
	Budget int
}

// Generator writes instances for one contract. It is for one goroutine.
type Generator struct {
	model    *resolve.Model
	set      *xsd.Set
	patterns patterns

	sizes         map[any]int // of *xsd.ElementDeclaration, *xsd.ComplexType and *xsd.Wildcard
	derived       map[xsd.Type][]xsd.Type
	types         map[*xsd.ElementDeclaration][]xsd.Type
	known         map[wildcardKey][]*xsd.ElementDeclaration
	intersections map[intersectionKey]*regex.Intersection
	valueless     map[*xsd.SimpleType]bool
}

// New returns a generator. The model must have resolved without errors.
func New(model *resolve.Model) *Generator {
	g := &Generator{
		model:         model,
		set:           model.Schemas,
		patterns:      make(patterns),
		sizes:         make(map[any]int),
		derived:       make(map[xsd.Type][]xsd.Type),
		types:         make(map[*xsd.ElementDeclaration][]xsd.Type),
		known:         make(map[wildcardKey][]*xsd.ElementDeclaration),
		intersections: make(map[intersectionKey]*regex.Intersection),
		valueless:     make(map[*xsd.SimpleType]bool),
	}
	g.collectDerived()
	g.measure()
	return g
}

// Element returns an instance of a global element. If the element is abstract
// it is one of a member of its substitution group. The error says why there is
// none.
func (g *Generator) Element(d *xsd.ElementDeclaration, options Options) (*Document, error) {
	return g.document(options, d.Name.String(), func(b *builder) (*Element, error) {
		return b.element(d, 0)
	})
}

// Type returns an instance of a type: an element of the name given, with an
// xsi:type unless the type is anonymous.
func (g *Generator) Type(name xsd.QName, t xsd.Type, options Options) (*Document, error) {
	return g.document(options, name.String()+" "+typeName(t), func(b *builder) (*Element, error) {
		e := &Element{Name: name, Type: t}
		if t.Component().Name != (xsd.QName{}) {
			b.setType(e, t)
		}
		return e, b.typed(e, t, nil)
	})
}

// document builds a document within the budget: first shallow, then deeper as
// long as it does not become too large.
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
		b.settleReferences()
		if last != nil && b.count > options.Budget {
			return last, nil
		}
		if last = b.doc; !b.cut || b.count > options.Budget || limit == maxDepth {
			return last, nil
		}
	}
}

// maxDepth bounds the depth to which optional elements are written.
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
	return "without a name at " + t.Component().Pos.String()
}
