package naming

import "example.com/quartet/internal/compiler/reading/diag"

// Candidate is a declaration, method or field that needs a Go name.
type Candidate struct {
	Scope       any           // candidates in different scopes may have the same name; comparable
	Want        string        // the name it gets if that is free
	Else        []string      // the names that it gets if Want is taken, in this order
	LateLead    func() string // returns what is put before Want; called when the names that it depends on are decided
	Qualifier   string        // put before Want if another namespace has taken that; "" for none
	Lead        string        // a part of Want that stays before Qualifier
	Suffix      string        // appended to Want if that is taken
	Rank        int           // precedence: lower ranks first
	Key         string        // precedence among equal ranks: by name in the contract
	Description string        // for messages: `the type "objStation"`
	Pos         diag.Pos
	Set         func(name string) // called with the name that is decided

	// Related returns the names of the declarations that belong to one with the
	// name; nil if there are none. They must be free, too.
	Related func(name string) []string

	ID       ID   // its name in --rename
	Decl     any  // what is named, for the caller
	Packaged bool // it is in a package for a namespace

	Name string // set by Decide

	rename *parsedRename // the --rename that matches it; nil for none
}

// ID is the name of a component in --rename.
type ID struct {
	Kind  string // "" if it cannot be renamed
	Space string // a namespace, or AnyNamespace
	Path  string // local names with slashes between them
}

// AnyNamespace is the namespace of components that have none.
const AnyNamespace = "*"

func (id ID) String() string {
	if id.Space == AnyNamespace {
		return id.Kind + ":" + id.Path
	}
	return id.Kind + ":{" + id.Space + "}" + id.Path
}

// claims returns the names that a candidate needs for a name.
func (c *Candidate) claims(name string) []string {
	names := []string{name}
	if c.Related != nil {
		names = append(names, c.Related(name)...)
	}
	return names
}
