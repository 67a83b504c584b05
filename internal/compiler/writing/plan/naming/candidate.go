package naming

import (
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/writing/plan/chosen"
)

// Candidate is a declaration, method or field that needs a Go name.
type Candidate struct {
	Scope       any           // candidates in different scopes may have the same name; comparable
	Want        string        // the name it gets if that is free
	Choices     []string      // requests the first of these that nothing else requests, instead of Want; see Joined
	Else        []string      // the names that it gets if Want is taken, in this order
	LateLead    func() string // returns what is put before Want; called when the names that it depends on are decided
	Qualifier   string        // put before Want if another namespace has taken that; "" for none
	Lead        string        // a part of Want that stays before Qualifier
	Suffix      string        // appended to Want if that is taken
	Rank        int           // precedence: lower ranks first
	Key         chosen.Key    // the key in the file of chosen names, by which equal ranks are ordered; made of ID if it is zero
	Description string        // for messages: `the type "objStation"`
	Pos         diag.Pos
	Set         func(name string) // called with the name that is decided

	// Related returns the names of the declarations that belong to one with the
	// name; nil if there are none. They must be free, too.
	Related func(name string) []string

	ID       ID   // its name in --rename
	Decl     any  // what is named, for the caller
	Packaged bool // it is in a package for a namespace

	Kept   string // the name that it had in an earlier run, and has again unless that is taken; "" for none
	Chosen bool   // there was a choice between names, as other candidates of the scope request the same, or may

	Name string // set by Decide

	rename *parsedRename // the --rename that matches it; nil for none
}

// ID is the name of a component in --rename.
type ID struct {
	Kind  string // "" if it cannot be renamed
	Space string // a namespace, or AnyNamespace
	Path  string // local names with slashes between them

	// Owner is what distinguishes components that have everything else in common, such as elements in a type and in an element
	// with the same name. --rename does not distinguish them.
	Owner string
}

// AnyNamespace is the namespace of components that have none.
const AnyNamespace = "*"

func (id ID) String() string {
	if id.Space == AnyNamespace {
		return id.Kind + ":" + id.Path
	}
	return id.Kind + ":{" + id.Space + "}" + id.Path
}

// IsChosen reports whether the name belongs to the file of chosen names: it depends on other names, and no Rename sets it.
func (c *Candidate) IsChosen() bool {
	return c.rename == nil && (c.Chosen || len(c.Choices) > 0 || c.Name != c.Want)
}

// Key returns what the component is in the file of chosen names.
func (id ID) Key() chosen.Key {
	return chosen.Key{Kind: id.Kind, Space: id.Space, Path: id.Owner + id.Path}
}

// Member returns what a field or a value of the component is in the file of chosen names.
func (id ID) Member(kind, name string) chosen.Key {
	return chosen.Key{Kind: kind, Space: id.Space, Path: id.asOwner() + id.Path, Member: name}
}

// Inside returns the ID of a component inside this one.
func (id ID) Inside(kind, name string) ID {
	return ID{Kind: kind, Space: id.Space, Path: id.Path + "/" + name, Owner: id.asOwner()}
}

func (id ID) asOwner() string {
	if id.Kind == "type" {
		return id.Owner
	}
	return id.Kind + ":" + id.Owner
}

// claims returns the names that a candidate needs for a name.
func (c *Candidate) claims(name string) []string {
	names := []string{name}
	if c.Related != nil {
		names = append(names, c.Related(name)...)
	}
	return names
}
