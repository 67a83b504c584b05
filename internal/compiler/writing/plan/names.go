package plan

import (
	"cmp"
	"slices"
	"strconv"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/chosen"
	"example.com/quartet/internal/compiler/writing/plan/inherit"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/plan/naming"
	"example.com/quartet/internal/compiler/writing/plan/split"
	"example.com/quartet/internal/compiler/writing/plan/typing"
)

// wanted is the declarations, methods and fields that need names in Go.
type wanted struct {
	candidates []*naming.Candidate
	omitted    []naming.ID                   // what users cannot rename, as it is not generated
	choiceOf   map[*ir.Field]*xsd.ModelGroup // groups of fields for alternatives of an xs:choice
	qualifiers map[string]string             // names for namespaces
}

// fieldCandidates requests the names of all fields. ids has the names of their structs in
// --rename.
func fieldCandidates(structs []*ir.Struct, ids map[*ir.Struct]naming.ID) (all []*naming.Candidate) {
	for _, s := range structs {
		id := ids[s]
		all = append(all, fieldNames(s, id, s.Attrs, "Attr")...)
		all = append(all, fieldNames(s, id, s.Fields, "Element")...)
		all = append(all, fieldNames(s, id, syntheticFields(s), "Content")...)
		all = append(all, attachmentNames(s, id)...)
	}
	return all
}

// decideNames sets the names of all declarations, methods and fields of a plan, and what is
// made from them: the table of names, the order of simple types, and the documentation of
// fields that have another name in the contract or are parts of a choice.
func decideNames(pkg *ir.Package, config Config, w wanted) diag.List {
	homes := homesOf(pkg, config, w)
	words := naming.NewInitialisms(config.Initialisms)
	words.ApplyTo(w.candidates)
	d := &decider{scopes: scopesOf(pkg, w.candidates, homes), choiceOf: w.choiceOf, words: words, fields: make(map[*ir.Struct]*naming.Taken)}
	unmatched, diags := naming.MatchRenames(config.Renames, w.candidates, w.omitted)
	d.diags.Add(diags...)
	single := len(pkg.Services) == 1
	taken := reservedNames(pkg)
	if single {
		for _, name := range singleNames {
			taken.Set(name, new(naming.Candidate))
		}
	}
	d.decide(taken, nil, typing.LateScope{})
	for _, other := range pkg.Packages {
		d.decide(reservedNames(pkg), other, typing.LateScope{Package: other})
	}
	slices.SortFunc(pkg.Simples, func(a, b *ir.Simple) int { return cmp.Compare(a.Name, b.Name) })
	tables := make(map[string]bool)
	for _, s := range pkg.Services {
		d.decide(inherit.Extend[string, *naming.Candidate](nil), s)
		nameDeclarations(s, single, tables)
	}
	for _, s := range pkg.Structs {
		d.decideFields(s)
	}
	if !config.IfPresent {
		d.diags.Add(naming.Unmatched(unmatched, w.candidates)...)
	}
	for _, c := range w.candidates {
		home := homes[c.Key]
		if home != nil && c.IsChosen() {
			home.Chosen.Add(c.Key, c.Name)
		}
		if home != nil && config.Decided != nil {
			config.Decided[c.Key] = c.Name
		}
	}
	pkg.Names = nameTable(w.candidates)
	return d.diags
}

// decider holds the state of one call of decideNames.
type decider struct {
	scopes   map[any][]*naming.Candidate
	choiceOf map[*ir.Field]*xsd.ModelGroup
	words    naming.Initialisms
	fields   map[*ir.Struct]*naming.Taken // the names in structs whose fields have names
	diags    diag.List
}

// homesOf completes the candidates with what is known about them, and returns the packages whose file of chosen names they belong
// to. Several candidates with one key belong to none.
func homesOf(pkg *ir.Package, config Config, w wanted) map[chosen.Key]*ir.Package {
	homes := make(map[chosen.Key]*ir.Package, len(w.candidates))
	for _, c := range w.candidates {
		if c.Scope == nil {
			c.Qualifier = w.qualifiers[c.ID.Space]
		}
		if c.Key == (chosen.Key{}) {
			c.Key = c.ID.Key()
		}
		if config.FullNames {
			c.Choices = nil
		}
		home := split.PackageOf(c.Decl)
		if owner, ok := c.Scope.(*ir.Struct); ok {
			home = owner.Package
		}
		c.Packaged = home != nil
		home = cmp.Or(home, pkg)
		if _, known := homes[c.Key]; known {
			home = nil
		} else {
			c.Kept = cmp.Or(home.Chosen[c.Key].Name, config.Earlier[c.Key])
		}
		homes[c.Key] = home
	}
	return homes
}

// decide names the candidates of scopes that share names.
func (d *decider) decide(taken *naming.Taken, scopes ...any) {
	all := collect.Each(scopes, func(scope any) []*naming.Candidate { return d.scopes[scope] })
	d.diags.Add(naming.Decide(taken, all...)...)
}

// decideFields names the fields of a struct, after the fields of the struct that
// it embeds, so that no field shadows an embedded one. It returns the names that
// are taken.
func (d *decider) decideFields(s *ir.Struct) *naming.Taken {
	if taken, ok := d.fields[s]; ok {
		return taken
	}
	var inherited *naming.Taken
	if s.Base != nil {
		inherited = d.decideFields(s.Base)
	}
	taken := inherit.Extend(inherited)
	if s.Base != nil {
		taken.Set(s.Base.Name, &naming.Candidate{Pos: s.Base.Pos})
	}
	if s.Interface != "" {
		s.Getter = "As" + s.Name
		distinguishGetter(s, taken)
		taken.Set(s.Getter, &naming.Candidate{Pos: s.Pos})
	}
	d.decide(taken, s)
	d.explain(s.Attrs, "attribute")
	d.explain(s.Fields, "element")
	if s.Simple && len(s.Fields) > 0 && s.Fields[0].Name != ir.ValueField { // the package comment explains the usual name
		s.Fields[0].Doc = "The text of the element."
	}
	explainChoices(s, d.choiceOf)
	d.fields[s] = taken
	return taken
}

// distinguishGetter changes the name of a type's getter if a base type in another
// package has the same name, and so the same getter.
func distinguishGetter(s *ir.Struct, taken *naming.Taken) {
	if s.Package == nil && (s.Base == nil || s.Base.Package == nil) {
		return
	}
	base := s.Getter
	for n := 2; ; n++ {
		if _, ok := taken.Get(s.Getter); !ok {
			return
		}
		s.Getter = base + strconv.Itoa(n)
	}
}

// reservedNames returns the package-level names that the contract cannot use.
func reservedNames(service *ir.Package) *naming.Taken {
	taken := inherit.Extend[string, *naming.Candidate](nil)
	if service.Folder != "" { // there may be packages for namespaces
		taken.Set("QuartetTypes", new(naming.Candidate))
	}
	return taken
}

// scopesOf groups the candidates by scope. Names of the file of chosen names whose components are gone stay taken, as these may come
// back.
func scopesOf(pkg *ir.Package, candidates []*naming.Candidate, homes map[chosen.Key]*ir.Package) map[any][]*naming.Candidate {
	type place struct {
		home  *ir.Package
		scope chosen.Key
	}
	scopes, places := make(map[any][]*naming.Candidate), make(map[place]any)
	for _, c := range candidates {
		scope, pkg := c.Scope, split.PackageOf(c.Decl)
		if pkg != nil && scope == nil {
			scope = pkg
		} else if _, ok := scope.(typing.LateScope); ok {
			scope = typing.LateScope{Package: pkg}
		}
		scopes[scope] = append(scopes[scope], c)
		places[place{homes[c.Key], c.Key.Scope()}] = scope
	}
	for _, home := range append([]*ir.Package{pkg}, pkg.Packages...) {
		for key, e := range home.Chosen {
			scope, ok := places[place{home, key.Scope()}]
			if _, live := homes[key]; ok && !live && key.Kind != chosen.Prefix {
				scopes[scope] = append(scopes[scope], &naming.Candidate{Scope: scope, Key: key, Kept: e.Name, Pos: e.Pos, Set: func(string) {}})
			}
		}
	}
	return scopes
}

// explain adds the name in the contract to the documentation of fields that have
// another name in Go.
func (d *decider) explain(fields []*ir.Field, kind string) {
	for _, f := range fields {
		if f.Wire.Local == "" || f.Name == d.words.Apply(naming.GoName(f.Wire.Local)) {
			continue
		}
		f.Doc = typing.Docs("The "+kind+" "+f.Wire.Local+".", f.Doc)
	}
}

// nameDeclarations names the declarations for a service's interface. If there are several
// services in a package, all names contain the service's name. tables has the
// names of the operation tables of the services before it.
func nameDeclarations(s *ir.Service, single bool, tables map[string]bool) {
	prefix := s.Name
	if single {
		prefix = ""
	}
	s.Unimplemented = "Unimplemented" + s.Name
	s.Client = prefix + "Client"
	s.NewClient = "New" + prefix + "Client"
	s.NewHandler = "New" + prefix + "Handler"
	s.WithStreams = "With" + prefix + "Streams"
	s.Contract, s.OperationList = "contractOf"+s.Name, "operationsOf"+s.Name
	for _, op := range s.Operations {
		for op.Var = "op" + prefix + op.Name; tables[op.Var]; {
			op.Var += "2"
		}
		tables[op.Var] = true
		if op.IsList() {
			s.Seq = s.Name + naming.SeqSuffix
			op.Seq = op.Name + naming.SeqSuffix
		}
	}
}

// singleNames are names of declarations for the only service of a package.
var singleNames = []string{"Client", "NewClient", "NewHandler", "WithStreams"}

// nameTable returns the table of names, which does not contain fields and methods.
func nameTable(candidates []*naming.Candidate) []ir.DeclaredName {
	var names []ir.DeclaredName
	for _, c := range candidates {
		if c.Scope != nil && c.ID.Kind != naming.InterfaceKind || c.ID.Kind == "" {
			continue
		}
		n := ir.DeclaredName{Kind: c.ID.Kind, Namespace: c.ID.Space, Name: c.ID.Path, Go: c.Name}
		if pkg := split.PackageOf(c.Decl); pkg != nil {
			n.Package = pkg.Path
		}
		if n.Namespace == naming.AnyNamespace {
			n.Namespace = ""
		}
		names = append(names, n)
	}
	slices.SortFunc(names, func(a, b ir.DeclaredName) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Namespace, b.Namespace), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Go, b.Go), cmp.Compare(a.Package, b.Package))
	})
	return names
}
