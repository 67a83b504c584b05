package component

import (
	"fmt"
	"slices"
	"sync"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/xsd"
)

// Set has the components of the schemas in documents. Many goroutines may use it. Its components must not be changed.
type Set struct {
	index       map[key]*entry
	substitutes map[xsd.QName][]*entry // by the head of the substitution group
	wsdl        wsdlIndex
	lenient     bool // some of the documents are

	mu       sync.Mutex     // held while definitions are made
	byLocal  map[key]*entry // without namespaces; nil for several
	queue    []*Type        // anonymous types that have not been read, which is done before the lock is released
	steps    int            // definitions that are being made, each for the one before
	uses     int            // attributes of all types and groups
	failed   error
	unknown  map[xsd.QName]*Element
	messages map[xsd.QName][]*Element // see Messages
	inputs   map[string][]Input       // see Inputs

	derivedOnce sync.Once
	derived     map[*Type][]numberedType // those that are derived directly; see Derived
}

// kind is a symbol space (part 1, section 2.5).
type kind uint8

const (
	noKind kind = iota
	typeKind
	elementKind
	attributeKind
	groupKind
	attributeGroupKind
)

type key struct {
	kind kind
	name xsd.QName
}

// entry is where a global component is in the documents, and the component once something has asked for it.
type entry struct {
	key
	schema   *xsdSchema
	place    place
	simple   bool   // it is a simple type
	original *entry // the component that xs:redefine replaces by this one
	replaced bool   // another component replaces this one

	typ       *Type
	element   *Element
	attribute *Attribute
	group     *Particle
	uses      *attributes
	making    bool
}

// Bounds of what is read. The compiler has the same for what it reads.
const (
	maxDepth      = 256       // elements in elements of a document
	maxSteps      = 10_000    // types from which a type is derived, and groups in groups
	maxAttributes = 1_000_000 // attributes of all types and groups, inherited ones included
	maxOccurs     = 1 << 30   // larger bounds are reduced to this one
	maxSize       = 256 << 20 // bytes of all documents
	maxSchemas    = 10_000    // schemas, each counted once for each namespace
)

// Read returns the components of the schemas in sets of documents, which are read as one; nil is an empty set. Of several sets that
// have schemas for a namespace only the schemas of the first one count: so the documents of a contract come before the documents of the packages of its
// namespaces. Documents of a set that are another form of the contract are left out. It is an error if a document cannot be read, or
// is too large.
//
// Only the places of components are found, which takes time in proportion to the size of the documents. The files must stay as
// they are, and should be of the type [io.ReaderAt], as those of an embed.FS are: other files are read from their start again.
func Read(documents ...*contract.DocumentSet) (*Set, error) { return read(false, documents) }

// ReadDocumented is [Read] for programs that show the components to people: the fields named Doc have the text of the documentation in
// the schema, with single spaces between words and an empty line between paragraphs.
func ReadDocumented(documents ...*contract.DocumentSet) (*Set, error) { return read(true, documents) }

func read(documented bool, documents []*contract.DocumentSet) (*Set, error) {
	documents = slices.DeleteFunc(slices.Clone(documents), func(set *contract.DocumentSet) bool { return set == nil })
	r := reader{
		set: &Set{
			index: make(map[key]*entry), substitutes: make(map[xsd.QName][]*entry), unknown: make(map[xsd.QName]*Element),
			wsdl: wsdlIndex{named: make(map[wsdlKey]place)},
		},
		owners: make(map[string]*contract.DocumentSet), redefines: make(map[key][]redefinition), documented: documented,
	}
	for _, set := range documents {
		if err := r.addDocuments(set); err != nil {
			return nil, fmt.Errorf("reading the schemas: %w", err)
		}
	}
	if err := r.addWellKnown(documents); err != nil {
		return nil, fmt.Errorf("reading the schemas: %w", err)
	}
	if r.register(); len(r.schemas) > maxSchemas {
		return nil, fmt.Errorf("reading the schemas: the documents have more than %d schemas", maxSchemas)
	}
	return r.set, nil
}

// Err returns the first mistake in the definitions that have been made so far, nil if there is none: a type that is made of
// itself, a group that contains itself, or more than may be read. Such a type is as one that allows anything.
func (s *Set) Err() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.failed
}

func (s *Set) fail(format string, args ...any) {
	if s.failed == nil {
		s.failed = fmt.Errorf(format, args...)
	}
}

// Type returns the type definition with a name, which may be a built-in one; nil if there is none.
func (s *Set) Type(name xsd.QName) *Type {
	if t := Builtin(name); t != nil {
		return t
	}
	return found(s, key{typeKind, name}, s.typeOf)
}

// Element returns the global element declaration with a name, nil if there is none.
func (s *Set) Element(name xsd.QName) *Element { return found(s, key{elementKind, name}, s.elementOf) }

// Attribute returns the global attribute declaration with a name, nil if there is none. It is not required.
func (s *Set) Attribute(name xsd.QName) *Attribute {
	return found(s, key{attributeKind, name}, s.attributeOf)
}

// found returns the component with a key, which of makes, nil if there is none.
func found[T any](s *Set, k key, of func(*entry) *T) *T {
	e := s.index[k]
	if e == nil {
		return nil
	}
	s.mu.Lock()
	defer s.done()
	return of(e)
}

// done makes the definitions of anonymous types that are in those that have been made, and releases the lock.
func (s *Set) done() {
	for len(s.queue) > 0 {
		next := s.queue[len(s.queue)-1]
		s.queue = s.queue[:len(s.queue)-1]
		s.define(next)
	}
	s.mu.Unlock()
}
