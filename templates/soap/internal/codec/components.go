package codec

// Schema has what the schemas of a generated package say and its Go types do not. Only package validate, and others that
// need all of it, call the method: so the linker leaves it out of other programs. A package declares the type that
// implements it, and the struct tags of that package follow the rules of the table.
type Schema interface{ Components() *Components }

// Components are the components of the schemas of a package (XML Schema part 1, section
// 2.2).
type Components struct {
	Structs    []any // nil pointers to the structs of types with a name that the table does not list, and Complex neither
	Complex    []ComplexType
	Simple     []SimpleType
	Elements   []Declaration
	Attributes []Declaration
}

// ComplexType has what a struct does not say about its type, or describes a type that has no struct.
type ComplexType struct {
	Type  any    // a nil pointer to the struct; nil if only validation has to know the type
	Name  string // name of a type without a struct, in the form of the tag that names a type: "2:part,mixed"
	Key   string // key of a type without a name
	Base  TypeRef
	By    Derivations // how it is derived from its base; 0: by extension
	Block Derivations // types derived in these ways may not replace it

	// Content says what elements the type adds to its base, and how often, where Go types do not say it:
	//
	//	(uuid | (pattern routePartitionName?)) newPattern?
	//
	// It is a content model in the notation of a DTD with the names of the fields. {2,5} says how often. In parentheses
	// with & instead of | are the elements of an xs:all.
	Content string

	// Model, in the same notation, has all attributes and elements of the type, where the fields of the struct differ from the
	// schema. "base" means the content of the base, and EMPTY no content. Names refer to Fields, or to fields of Type.
	// Without a Model, a type without a struct has Fields and nothing else.
	Model  string
	Fields []Field

	Details []Detail
}

// Field is an attribute or an element of a type that is not a field of a struct.
type Field struct {
	Name string // name in a Model, unless it is the local name
	Tag  string // struct tag, as for a field of a struct
	Type any    // a nil pointer to the Go type of such a field: (**Stop)(nil), if the element is optional
	More        // what only validation has to know
}

// Detail has what only validation has to know about a field.
type Detail struct {
	Field string
	More
}

// TypeRef refers to a type, or to an anonymous restriction of a simple type.
type TypeRef struct {
	Name   string
	Facets *Facets
}

// SimpleType is a simple type.
type SimpleType struct {
	Type    any    // a nil pointer to values in Go
	Tag     string // the name, and words for the kind of the values or items
	Key     string // key of a type without a name
	Base    TypeRef
	Facets  *Facets   // what its last step of derivation demands
	Members []TypeRef // member types of a union
	Items   *Facets   // facets of the items of a list, if their type is an anonymous restriction
}

// Declaration is a global element or attribute, or the wrapper of an rpc message.
type Declaration struct {
	Tag      string // struct tag, as for a field
	Type     any    // a nil pointer to values in Go; nil if the type is anonymous, and Model, Fields and Mixed describe it
	Abstract bool
	Message  bool
	Mixed    bool
	Model    string
	Fields   []Field
	More
}
