package plan

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/internal/compiler/diag"
	"example.com/quartet/internal/compiler/plan/ir"
	"example.com/quartet/internal/compiler/xsd"
)

// candidate is a declaration, method or field that needs a Go name. The names of
// all candidates in a scope are decided together (decide), so that they do not
// depend on the order of the contract.
type candidate struct {
	scope       any           // nil: the package; a *Service: its methods; a *Struct: its fields
	want        string        // the name it gets if that is free
	lateWant    func() string // returns want; called when the names that it depends on are decided
	suffix      string        // appended to want if that is taken
	alsoSuffix  string        // if not empty: name+alsoSuffix is the name of a related declaration
	rank        int           // precedence: lower ranks first
	key         string        // precedence among equal ranks: by name in the contract
	description string        // for messages: `the type "objStation"`
	pos         diag.Pos
	set         func(name string)

	id     identity      // its name in --rename
	rename *parsedRename // the --rename that matches it; nil for none

	prefixes []string // prefix+name is the name of a related declaration

	decl any // the *Struct, *Simple or *Element; nil for anything else, which is always in the service's package
}

const (
	rankService = iota
	rankType
	rankElement
	rankRequest
	rankFault
	rankItem
	rankHeader
	rankRoot
)

func (p *planner) nameStruct(s *ir.Struct, name xsd.QName, parent *ir.Struct) {
	c := candidate{
		want: GoName(name.Local), suffix: "Type", rank: rankType, key: name.Space + " " + name.Local,
		description: "the type " + quoted(name.Local), pos: s.Pos, set: p.setName(s), decl: s,
	}
	if s.Kind == "element" {
		c.rank, c.suffix, c.description = rankElement, "Element", "the type of the element "+quoted(name.Local)
	}
	if parent != nil && s.Kind == "element" { // the name of a local element is not unique
		c.key = name.Space + " " + parent.WSDLName + " " + name.Local
		c.want = GoName(parent.WSDLName) + c.want
	}
	c.id = identity{"type", name.Space, name.Local}
	if s.Kind == "element" {
		c.id.kind = "element"
		if parent != nil && p.state(parent).id.path != "" {
			outer := p.state(parent).id
			c.id = identity{"element", outer.space, outer.path + "/" + name.Local}
		}
	}
	p.state(s).id = c.id
	p.candidates = append(p.candidates, c)
}

// nameItem requests the name of the type for the n-th list of items of a struct.
func (p *planner) nameItem(item, s *ir.Struct, n int) {
	want := GoName(s.WSDLName) + "Item"
	if n > 1 {
		want += strconv.Itoa(n)
	}
	id := p.state(s).id
	p.state(item).id = id // in --rename, its fields are fields of s
	p.candidates = append(p.candidates, candidate{
		id:   identity{"items", id.space, id.path + "/" + strings.TrimPrefix(want, GoName(s.WSDLName))},
		want: want, suffix: "Choice", rank: rankItem, key: want,
		description: "the type of the items of " + quoted(s.WSDLName), pos: item.Pos, set: p.setName(item), decl: item,
	})
}

// nameSubstitutionGroup requests the name of the type for a substitution group.
func (p *planner) nameSubstitutionGroup(s *ir.Struct, e *xsd.ElementDeclaration) {
	id := identity{"group", e.Name.Space, e.Name.Local}
	p.state(s).id = id
	p.candidates = append(p.candidates, candidate{
		want: GoName(e.Name.Local) + "Group", suffix: "Choice", rank: rankItem, key: e.Name.Space + " " + e.Name.Local,
		description: "the type for the substitution group of " + quoted(e.Name.Local), pos: s.Pos, set: p.setName(s), id: id, decl: s,
	})
}

func (p *planner) nameRequest(s *ir.Struct, m *boundOperation) {
	id := identity{"request", m.source.Operation.PortType.Name.Space, m.name}
	p.state(s).id = id
	p.candidates = append(p.candidates, candidate{
		id:   id,
		want: GoName(m.name), suffix: "Request", rank: rankRequest, key: m.name,
		description: "the request of " + quoted(m.name), pos: s.Pos, set: p.setName(s),
	})
}

func (p *planner) nameFault(f *ir.Fault) {
	p.candidates = append(p.candidates, candidate{
		id:   identity{"fault", f.Wire.Space, f.WSDLName},
		want: GoName(f.WSDLName), suffix: "Error", rank: rankFault, key: f.Wire.Space + " " + f.WSDLName + " " + f.Wire.Local,
		description: "the fault " + quoted(f.WSDLName), pos: f.Pos, set: func(name string) { f.Name, f.Var = name, "fault"+name },
	})
}

// setName returns the function that sets the name of a struct and the names made
// from it.
func (p *planner) setName(s *ir.Struct) func(name string) {
	return func(name string) {
		s.Name, s.Shape = name, "shape"+name
		if p.state(s).hasTypeVar {
			s.TypeVar = "typeOf" + name
		}
		if p.state(s).hasInterface {
			s.Getter = "Get" + name
		}
	}
}

// nameInterface requests the name of the interface of a type and its derived types.
func (p *planner) nameInterface(s *ir.Struct) {
	p.candidates = append(p.candidates, candidate{
		want: "Base" + GoName(s.WSDLName), suffix: "Interface", rank: rankItem, key: s.Type.Space + " " + s.WSDLName,
		description: "the interface of the type " + quoted(s.WSDLName), pos: s.Pos, set: func(name string) { s.Interface = name },
		prefixes: p.interfacePrefixes(), decl: s,
	})
}

func (p *planner) nameOperation(s *ir.Service, op *ir.Operation, m *boundOperation) {
	c := candidate{
		id:    identity{"operation", m.source.Operation.PortType.Name.Space, m.name},
		scope: s, want: GoName(m.name), suffix: "Operation", key: m.name,
		description: "the operation " + quoted(m.name), pos: m.source.Pos, set: func(name string) { op.Name = name },
	}
	if op.IsList() {
		c.alsoSuffix = seqSuffix
	}
	p.candidates = append(p.candidates, c)
}

// seqSuffix is the suffix of the names of streaming methods and their interface.
const seqSuffix = "Seq"

func (p *planner) nameService(s *ir.Service, name string, pos diag.Pos) {
	c := candidate{
		id:   identity{"service", anyNamespace, name},
		want: GoName(name), suffix: "Service", rank: rankService, key: name,
		description: "the service " + quoted(name), pos: pos, set: func(name string) { s.Name = name },
	}
	if slices.ContainsFunc(s.Operations, (*ir.Operation).IsList) {
		c.alsoSuffix = seqSuffix
	}
	p.candidates = append(p.candidates, c)
}

// decideNames gives every declaration, method and field its name.
func (p *planner) decideNames() {
	p.pkg.Name = p.packageName()
	for _, s := range p.pkg.Structs {
		p.nameFields(s, s.Attrs, "Attr")
		p.nameFields(s, s.Fields, "Element")
		p.nameFields(s, syntheticFields(s), "Content")
		p.nameAttachments(s)
	}
	p.matchRenames()
	taken := p.reservedNames()
	single := len(p.pkg.Services) == 1
	if single {
		for _, name := range singleNames {
			taken[name] = diag.Pos{}
		}
	}
	scopes := p.scopes()
	p.decide(scopes[nil], taken)
	p.decideValues(scopes[valueScope{}], taken)
	for _, pkg := range p.pkg.Packages {
		taken := p.reservedNames()
		p.decide(scopes[pkg], taken)
		p.decideValues(scopes[valueScope{pkg}], taken)
	}
	slices.SortFunc(p.pkg.Simples, func(a, b *ir.Simple) int { return cmp.Compare(a.Name, b.Name) })
	for _, s := range p.pkg.Services {
		p.decide(scopes[s], make(map[string]diag.Pos))
		nameDeclarations(s, single)
	}
	decided := make(map[*ir.Struct]map[string]diag.Pos)
	for _, s := range p.pkg.Structs {
		p.decideFields(s, scopes, decided)
	}
	p.sortNames()
}

// decideFields names the fields of a struct, after those of the struct that it
// embeds, so that no field shadows an embedded one. It returns the names that are
// taken.
func (p *planner) decideFields(s *ir.Struct, scopes map[any][]candidate, decided map[*ir.Struct]map[string]diag.Pos) map[string]diag.Pos {
	if taken, ok := decided[s]; ok {
		return taken
	}
	taken := map[string]diag.Pos{"Validate": {}} // a method of all structs
	for _, name := range p.config.ReservedFields {
		taken[name] = diag.Pos{}
	}
	if s.Base != nil {
		maps.Copy(taken, p.decideFields(s.Base, scopes, decided))
		taken[s.Base.Name] = s.Base.Pos
	}
	if s.Getter != "" {
		distinguishGetter(s, taken)
		taken[s.Getter] = s.Pos
	}
	p.decide(scopes[s], taken)
	explain(s.Attrs, "attribute")
	explain(s.Fields, "element")
	decided[s] = taken
	return taken
}

// scopes groups the candidates by scope.
func (p *planner) scopes() map[any][]candidate {
	scopes := make(map[any][]candidate)
	for _, c := range p.candidates {
		scope := c.scope
		if pkg := packageOf(c.decl); pkg != nil && scope == nil {
			scope = pkg
		} else if _, ok := scope.(valueScope); ok {
			scope = valueScope{pkg}
		}
		scopes[scope] = append(scopes[scope], c)
	}
	return scopes
}

// explain adds the name in the contract to the documentation of fields that have
// another name in Go.
func explain(fields []*ir.Field, kind string) {
	for _, f := range fields {
		if f.Wire.Local == "" || f.Name == GoName(f.Wire.Local) {
			continue
		}
		doc := "The " + kind + " " + f.Wire.Local + "."
		if f.Doc != "" {
			doc += "\n\n" + f.Doc
		}
		f.Doc = doc
	}
}

func (p *planner) nameFields(s *ir.Struct, fields []*ir.Field, suffix string) {
	kind := "field"
	if suffix == "Attr" {
		kind = "attribute"
	}
	id := p.state(s).id
	for _, f := range fields {
		c := candidate{
			id:    identity{kind, id.space, id.path + "/" + goBase(f)},
			scope: s, want: GoName(goBase(f)), suffix: suffix, key: f.Wire.Space + " " + f.Wire.Local + suffix,
			description: "the field " + quoted(f.Wire.Local), pos: f.Pos, set: func(name string) { f.Name = name },
		}
		if f.Wire.Local == "" && !(s.Simple && suffix == "Element") { // its name is not from the contract, so others have precedence
			c.rank, c.suffix, c.key, c.description = 1, "Content", f.Name, "a field without a name in the contract"
		}
		p.candidates = append(p.candidates, c)
	}
}

// syntheticFields returns the fields without a name in the contract.
func syntheticFields(s *ir.Struct) []*ir.Field {
	var fields []*ir.Field
	for _, f := range []*ir.Field{s.Text, s.AnyAttrs} {
		if f != nil {
			fields = append(fields, f)
		}
	}
	return fields
}

// goBase returns the name that a field's Go name is made from: Name if it is set
// (the value of simple content, for example), otherwise the name of the element or
// attribute.
func goBase(f *ir.Field) string { return cmp.Or(f.Name, f.Wire.Local) }

// nameDeclarations names the declarations for a service's interface. If there are several
// services in a package, all names contain the service's name. The names of
// operation tables then have an underscore after it, so that the names of two
// services cannot be equal.
func nameDeclarations(s *ir.Service, single bool) {
	prefix, table := s.Name, "op"+s.Name+"_"
	if single {
		prefix, table = "", "op"
	}
	s.Unimplemented = "Unimplemented" + s.Name
	s.Client = prefix + "Client"
	s.NewClient = "New" + prefix + "Client"
	s.NewHandler = "New" + prefix + "Handler"
	s.Contract = "contractOf" + s.Name
	for _, op := range s.Operations {
		op.Var = table + op.Name
		if op.IsList() {
			s.Seq = s.Name + seqSuffix
			op.Seq, op.SeqInterface = op.Name+seqSuffix, op.Var+seqSuffix
		}
	}
}

// singleNames are names of declarations for the only service of a package.
var singleNames = []string{"Client", "NewClient", "NewHandler"}

// claims returns a name and the names of related declarations.
func (p *planner) claims(c candidate, name string) []string {
	names := p.ownClaims(c, name)
	if c.alsoSuffix != "" {
		names = append(names, name+c.alsoSuffix)
	}
	return names
}

func (p *planner) ownClaims(c candidate, name string) []string {
	switch {
	case c.scope != nil:
		return []string{name}
	case c.rank == rankFault:
		return []string{name, "fault" + name}
	case c.rank == rankHeader, c.rank == rankRoot:
		return []string{name}
	case c.rank != rankService:
		names := []string{name, "shape" + name, "typeOf" + name}
		for _, prefix := range c.prefixes {
			names = append(names, prefix+name)
		}
		if packageOf(c.decl) != nil {
			for _, prefix := range sharedPrefixes {
				names = append(names, prefix+name)
			}
		}
		return names
	case len(p.pkg.Services) == 1:
		return []string{name, "Unimplemented" + name, "contractOf" + name}
	}
	return []string{name, "Unimplemented" + name, name + "Client", "New" + name + "Client", "New" + name + "Handler", "contractOf" + name}
}

// decide names the candidates of one scope. The first candidate by rank and key
// gets the name that it requests; others append their suffix, and a number if necessary.
func (p *planner) decide(all []candidate, taken map[string]diag.Pos) {
	slices.SortStableFunc(all, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.key, b.key), a.pos.Compare(b.pos))
	})
	var clashed []candidate
	for _, c := range all {
		if c.rename != nil && !p.take(c, c.rename.Go, taken) {
			p.reportTaken(c, taken)
		}
	}
	for _, c := range all {
		if c.rename != nil {
			continue
		}
		if !p.take(c, c.want, taken) {
			clashed = append(clashed, c)
		}
	}
	tried := make(map[string]int) // the last number tried after each name
	for _, c := range clashed {
		base := c.want + c.suffix
		name, n := base, tried[base]
		if n > 0 {
			name += strconv.Itoa(n)
		}
		for ; !p.take(c, name, taken); name = base + strconv.Itoa(n) {
			n = max(n+1, 2)
		}
		tried[base] = n
		p.diags.Add(p.clash(c, name, taken))
	}
}

// clash reports that a candidate did not get the name that it requested, and why.
func (p *planner) clash(c candidate, name string, taken map[string]diag.Pos) diag.Diagnostic {
	d := diag.New(diag.NameClash, c.pos, "%s is named %s in Go", c.description, name)
	for _, n := range p.claims(c, c.want) {
		other, ok := taken[n]
		switch {
		case !ok:
		case other.IsZero():
			d.Message += ", because every generated package declares " + n
			return d
		default:
			d.Message += ", because " + n + " is taken"
			return d.WithRelated(other, "taken here")
		}
	}
	return d
}

func (p *planner) take(c candidate, name string, taken map[string]diag.Pos) bool {
	names := p.claims(c, name)
	for _, n := range names {
		if _, ok := taken[n]; ok {
			return false
		}
	}
	for _, n := range names {
		taken[n] = c.pos
	}
	c.set(name)
	p.recordName(c, name)
	return true
}
