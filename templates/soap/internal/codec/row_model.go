package codec

import "slices"

// What the schema says about valid documents, and codecs do not need.

// Derivations is a set of ways in which one type is derived from another, or one
// element replaces another.
type Derivations uint8

const (
	Restriction Derivations = 1 << iota
	Extension
	Substitution
)

// Facets are the constraining facets of one step of the derivation of a simple type
// (XML Schema part 2, section 4.3).
type Facets struct {
	WhiteSpace                   string // preserve, replace or collapse
	Length, MinLength, MaxLength string
	TotalDigits, FractionDigits  string
	MinInclusive, MinExclusive   string
	MaxInclusive, MaxExclusive   string
	Patterns                     []string // expressions of package regexp, one of which matches
	Enumeration                  []string // qualified names are in Clark's notation, {uri}local
	Base                         *Facets  // facets of the step before, if that is anonymous
}

// Constraints are the identity constraints of an element.
type Constraints []Constraint

// Constraint is an identity constraint (XML Schema part 1, section 3.11).
type Constraint struct {
	Kind     ConstraintKind
	Name     string
	Refer    string // name of the key or unique constraint that a keyref refers to
	Selector string
	Fields   []string
}

// ConstraintKind is the kind of an identity constraint.
type ConstraintKind uint8

// The kinds of identity constraints.
const (
	ConstraintUnique ConstraintKind = iota
	ConstraintKey
	ConstraintKeyRef
)

// GlobalElement is a global element of the schemas, or the wrapper of an rpc
// message.
type GlobalElement struct {
	Row      Row  // its name, type, and whether it may be nil
	Abstract bool // it cannot be in a document
	Message  bool // the wrapper of an rpc message (WSDL 1.1, section 3.5), which no schema declares; several may have one name

	// Model has the attributes and content if its type is anonymous and Row.Of is
	// nil; Kind is KindStruct then. Mixed says whether there may be text, too.
	Model []Row
	Mixed bool
}

// Elements has the global elements of a table. Only package validate calls the
// method, on generated types: so the linker leaves the elements, which are many, out
// of programs without validation.
type Elements interface{ GlobalElements() []GlobalElement }

// ElementList is the Elements of descriptions that a program makes.
type ElementList []GlobalElement

// GlobalElements returns the list.
func (l ElementList) GlobalElements() []GlobalElement { return l }

// GlobalElements returns the global elements, which must not be changed. What handlers
// and clients use without validation does not call it; see [Elements].
func (t *Table) GlobalElements() []GlobalElement {
	if t = t.Complete(); t.Elements == nil {
		return nil
	}
	return t.Elements.GlobalElements()
}

// GlobalElement returns a global element of the table, or of one that it imports; nil if there is none.
func (t *Table) GlobalElement(name ElementName) *GlobalElement {
	for _, table := range t.Closure() {
		all := table.GlobalElements()
		for i := range all {
			if r := &all[i].Row; r.Name == name.Local && int(r.NS) == name.NS && !all[i].Message {
				return &all[i]
			}
		}
	}
	return nil
}

// CheckElements checks the global elements of the table, and of the tables that it
// imports. It panics where they cannot be a schema.
func (t *Table) CheckElements() {
	for _, table := range t.Closure() {
		elements := table.GlobalElements()
		for i := range elements {
			g := &elements[i]
			name := "the element " + g.Row.Name
			if g.Row.Of != nil || g.Row.Kind != KindStruct || g.Model == nil {
				checkModelRow(name, &g.Row)
			}
			checkModel(name, g.Model)
		}
	}
}

// hasValues reports whether codecs read and write values of the type. Package
// validate knows more types: these have a model, and neither rows nor a Go type.
func (t *Type) hasValues() bool {
	return t.Zero != nil || t.modelRows() == nil || len(t.rows()) > 0
}

// AllRows returns the attributes and the content of the type as its schema has them, inherited ones first. The
// result must not be changed.
func (t *Type) AllRows() []Row {
	own := t.Model()
	if own == nil {
		own = t.Rows()
	}
	if len(own) == 0 || own[0].Of == nil {
		return own
	}
	switch own[0].Kind {
	case KindBase:
		return append(slices.Clone(own[0].Of.AllRows()), own[1:]...)
	case KindBaseAttributes:
		var all []Row
		for _, r := range own[0].Of.AllRows() {
			if r.At == AtAttribute {
				all = append(all, r)
			}
		}
		return append(all, own[1:]...)
	}
	return own
}
