package sample

import (
	"bytes"
	"cmp"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/validate"
	"example.com/quartet/templates/soap/xsd"
)

// Options select an instance. The zero Options select one for people: it has only what must be there, the first branch of each
// choice, and plain values.
type Options struct {
	// Seed selects values, branches and the lengths of lists. Of varied instances, those with an even seed have all that may be
	// there and fits, and those with an odd one a part of it.
	Seed uint64

	// Varied instances are for tests. They have anything that is valid: members of substitution groups, derived types, elements
	// that are nil or that wildcards allow, and unusual texts.
	Varied bool

	PadValues     bool // adds insignificant white space around some values of a varied instance
	NilAttributes bool // adds optional attributes to elements that are nil
	Encoded       bool // SOAP encoding: elements have xsi:type (SOAP 1.1, section 5)

	// Budget is the number of elements from which on a varied instance leaves out optional elements, the most deeply nested ones
	// first; 0 means 200.
	Budget int
}

// Sampler makes valid XML of the components of a set. The same component and options give the same XML, whatever else the sampler
// has made. It must not be used by several goroutines at once.
//
// A type that contains a required element of the same type has no finite instance; the methods return an error for it. Values of
// type ENTITY name entities that a message without a document type cannot declare.
type Sampler struct {
	set     *component.Set
	values  validate.SimpleValues
	renamed map[string]string // namespaces of the set that messages replace

	sizes     sizes
	members   map[*component.Element][]*component.Element
	types     map[*component.Declaration][]*component.Type
	wildcards map[wildcardKey][]*component.Element
	facets    map[*component.Type]*facets
	valueless map[*component.Type]error
}

// New returns a sampler for a set.
func New(set *component.Set) *Sampler {
	return &Sampler{
		set: set, sizes: sizes{known: make(map[any]int)}, wildcards: make(map[wildcardKey][]*component.Element),
		members: make(map[*component.Element][]*component.Element), types: make(map[*component.Declaration][]*component.Type),
		facets: make(map[*component.Type]*facets), valueless: make(map[*component.Type]error),
	}
}

// Element returns an instance of an element, or for an abstract one of a member of its substitution group.
func (s *Sampler) Element(e *component.Element, o Options) ([]byte, error) {
	return s.document(o, e.Name.String(), func(m *maker) error { return m.element(e) })
}

// Type returns an instance of a type: an element with a name, and with an xsi:type if the type has a name.
func (s *Sampler) Type(name xsd.QName, t *component.Type, o Options) ([]byte, error) {
	return s.document(o, name.String()+" "+t.Name.String(), func(m *maker) error { return m.undeclared(name, t, true) })
}

// document makes an instance within the budget: it raises the depth from which on optional components are left out until the
// instance is complete or too large.
func (s *Sampler) document(o Options, name string, write func(*maker) error) ([]byte, error) {
	if o.Budget == 0 {
		o.Budget = 200
	}
	var last []byte
	for limit := 1; ; limit++ {
		m := s.maker(o, name)
		if m.limit = limit; !o.Varied {
			m.optional = -1
		}
		if err := write(m); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if last != nil && m.count > o.Budget {
			return last, nil
		}
		if last = m.finish(); !m.cut || m.count > o.Budget || limit == maxLimit {
			return last, nil
		}
	}
}

// maxLimit limits the depth of optional elements.
const maxLimit = 8

// maker writes one instance.
type maker struct {
	*Sampler
	Options
	random *rand.Rand // nil for the seed 0, unless the instance is varied
	b      bytes.Buffer
	spaces []string // those whose prefixes are used
	opened int      // where the last start tag ends
	named  bool     // the current start tag has an xsi:type

	subject string // name of the current element or attribute, for errors

	name   xsd.QName // of the current start tag
	path   []step    // the open elements
	scopes []*keyScope
	rows   []*keyRow // rows of the open elements

	depth     int
	stack     map[*component.Type]int // nesting of each type
	recursive int                     // types that are nested three times or deeper
	count     int                     // elements
	occurred  int                     // occurrences of particles
	serial    int                     // values
	ids       int                     // values of xs:ID
	id        string                  // the first of them

	// Of varied instances.
	limit int  // depth from which on optional components are left out
	cut   bool // an optional component was left out because of the depth or the budget

	// Of other instances.
	optional int // how deep elements that may be absent are written; -1: attributes that may be absent are not written either
	extreme  int // 1 for the highest numbers, the longest strings and lists, -1 for the lowest and shortest ones
	item     int // number of the current item, and of the items around it: values of items differ
}

func (s *Sampler) maker(o Options, name string) *maker {
	m := &maker{Sampler: s, Options: o, stack: make(map[*component.Type]int)}
	if o.Varied || o.Seed != 0 {
		h := fnv.New64a()
		_, _ = io.WriteString(h, name) // a hash returns no errors
		m.random = rand.New(rand.NewPCG(o.Seed, h.Sum64()))
	}
	return m
}

// upTo returns a number from 0 to n-1; 0 if nothing is random.
func (m *maker) upTo(n int) int {
	if m.random == nil || n < 2 {
		return 0
	}
	return m.random.IntN(n)
}

// skips decides whether to leave out something of a varied instance that may be there, with a chance of 1 to n.
func (m *maker) skips(n int) bool { return m.Seed%2 == 1 && m.upTo(n) == 0 }

// prefix returns the prefix of a namespace, which finish declares.
func (m *maker) prefix(space string) string {
	if own, ok := m.renamed[space]; ok {
		space = own
	}
	switch space {
	case "":
		return ""
	case codec.XMLNamespace:
		return "xml:"
	case schema.XSINamespace:
		m.use(space)
		return "xsi:"
	case xsd.Namespace:
		m.use(space)
		return "xs:"
	}
	return "n" + strconv.Itoa(m.use(space)+1) + ":"
}

func (m *maker) use(space string) int {
	i := slices.Index(m.spaces, space)
	if i < 0 {
		i = len(m.spaces)
		m.spaces = append(m.spaces, space)
	}
	return i
}

func (m *maker) qname(name xsd.QName) string { return m.prefix(name.Space) + name.Local }

func (m *maker) write(texts ...string) {
	for _, text := range texts {
		m.b.WriteString(text)
	}
}

// try removes what write has written if it returns an error.
func (m *maker) try(write func() error) error {
	length, ids, id := m.b.Len(), m.ids, m.id
	err := write()
	if err != nil {
		m.b.Truncate(length)
		m.ids, m.id = ids, id
	}
	return err
}

// finish returns the document, with the declarations of the prefixes in its root.
func (m *maker) finish() []byte {
	text := m.b.Bytes()
	at := bytes.IndexAny(text, " />")
	var all bytes.Buffer
	all.Write(text[:at])
	for _, space := range m.spaces {
		all.WriteString(" xmlns:" + strings.TrimSuffix(m.prefix(space), ":") + `="` + escape(space) + `"`)
	}
	all.Write(text[at:])
	return bytes.ReplaceAll(all.Bytes(), []byte(reference), []byte(cmp.Or(m.id, "sample")))
}

// reference is what values of xs:IDREF are until the document has an ID.
const reference = "sampleReference"

// markup escapes text for content and for values of attributes, in which white space would be changed.
var markup = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "\t", "&#9;", "\n", "&#10;", "\r", "&#13;")

func escape(s string) string { return markup.Replace(s) }
