package plan

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/internal/compiler/diag"
	"example.com/quartet/internal/compiler/plan/ir"
	"example.com/quartet/internal/compiler/plan/naming"
	"example.com/quartet/internal/compiler/xsd"
)

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
	c := &naming.Candidate{
		Related: typeRelated(s),
		Want:    naming.GoName(name.Local), Suffix: "Type", Rank: rankType, Key: name.Space + " " + name.Local,
		Description: "the type " + quoted(name.Local), Pos: s.Pos, Set: p.setName(s), Decl: s,
	}
	if s.Kind == "element" {
		c.Rank, c.Suffix, c.Description = rankElement, "Element", "the type of the element "+quoted(name.Local)
	}
	if parent != nil && s.Kind == "element" { // the name of a local element is not unique
		c.Key = name.Space + " " + parent.WSDLName + " " + name.Local
		c.Want = naming.GoName(parent.WSDLName) + c.Want
	}
	c.ID = naming.ID{Kind: "type", Space: name.Space, Path: name.Local}
	if s.Kind == "element" {
		c.ID.Kind = "element"
		if parent != nil && p.state(parent).id.Path != "" {
			outer := p.state(parent).id
			c.ID = naming.ID{Kind: "element", Space: outer.Space, Path: outer.Path + "/" + name.Local}
		}
	}
	p.state(s).id = c.ID
	p.candidates = append(p.candidates, c)
}

// nameItem requests the name of the type for the n-th list of items of a struct.
func (p *planner) nameItem(item, s *ir.Struct, n int) {
	want := naming.GoName(s.WSDLName) + "Item"
	if n > 1 {
		want += strconv.Itoa(n)
	}
	id := p.state(s).id
	p.state(item).id = id // in --rename, its fields are fields of s
	p.candidates = append(p.candidates, &naming.Candidate{
		ID:   naming.ID{Kind: "items", Space: id.Space, Path: id.Path + "/" + strings.TrimPrefix(want, naming.GoName(s.WSDLName))},
		Want: want, Suffix: "Choice", Rank: rankItem, Key: want,
		Description: "the type of the items of " + quoted(s.WSDLName), Pos: item.Pos, Set: p.setName(item), Related: typeRelated(item), Decl: item,
	})
}

// nameSubstitutionGroup requests the name of the type for a substitution group.
func (p *planner) nameSubstitutionGroup(s *ir.Struct, e *xsd.ElementDeclaration) {
	id := naming.ID{Kind: "group", Space: e.Name.Space, Path: e.Name.Local}
	p.state(s).id = id
	p.candidates = append(p.candidates, &naming.Candidate{
		Want: naming.GoName(e.Name.Local) + "Group", Suffix: "Choice", Rank: rankItem, Key: e.Name.Space + " " + e.Name.Local,
		Description: "the type for the substitution group of " + quoted(e.Name.Local), Pos: s.Pos, Set: p.setName(s), Related: typeRelated(s), ID: id, Decl: s,
	})
}

func (p *planner) nameRequest(s *ir.Struct, m *boundOperation) {
	id := naming.ID{Kind: "request", Space: m.source.Operation.PortType.Name.Space, Path: m.name}
	p.state(s).id = id
	p.candidates = append(p.candidates, &naming.Candidate{
		ID:   id,
		Want: naming.GoName(m.name), Suffix: "Request", Rank: rankRequest, Key: m.name,
		Description: "the request of " + quoted(m.name), Pos: s.Pos, Set: p.setName(s), Related: typeRelated(nil),
	})
}

func (p *planner) nameFault(f *ir.Fault) {
	p.candidates = append(p.candidates, &naming.Candidate{
		ID:   naming.ID{Kind: "fault", Space: f.Wire.Space, Path: f.WSDLName},
		Want: naming.GoName(f.WSDLName), Suffix: "Error", Rank: rankFault, Key: f.Wire.Space + " " + f.WSDLName + " " + f.Wire.Local,
		Description: "the fault " + quoted(f.WSDLName), Pos: f.Pos, Set: func(name string) { f.Name, f.Var = name, "fault"+name },
		Related: func(name string) []string { return []string{"fault" + name} },
	})
}

// setName returns the function that sets the name of a struct and the names made
// from it.
func (p *planner) setName(s *ir.Struct) func(name string) {
	return func(name string) {
		s.Name = name
		if p.state(s).hasInterface {
			s.Getter = "Get" + name
		}
	}
}

// nameInterface requests the name of the interface of a type and its derived types.
func (p *planner) nameInterface(s *ir.Struct) {
	p.candidates = append(p.candidates, &naming.Candidate{
		Want: "Base" + naming.GoName(s.WSDLName), Suffix: "Interface", Rank: rankItem, Key: s.Type.Space + " " + s.WSDLName,
		Description: "the interface of the type " + quoted(s.WSDLName), Pos: s.Pos, Set: func(name string) { s.Interface = name },
		Related: typeRelated(s), Decl: s,
	})
}

func (p *planner) nameOperation(s *ir.Service, op *ir.Operation, m *boundOperation) {
	c := &naming.Candidate{
		ID:    naming.ID{Kind: "operation", Space: m.source.Operation.PortType.Name.Space, Path: m.name},
		Scope: s, Want: naming.GoName(m.name), Suffix: "Operation", Key: m.name,
		Description: "the operation " + quoted(m.name), Pos: m.source.Pos, Set: func(name string) { op.Name = name },
	}
	if op.IsList() {
		c.Related = func(name string) []string { return []string{name + seqSuffix} }
	}
	p.candidates = append(p.candidates, c)
}

// seqSuffix is the suffix of the names of streaming methods and their interface.
const seqSuffix = "Seq"

func (p *planner) nameService(s *ir.Service, name string, pos diag.Pos) {
	c := &naming.Candidate{
		ID:   naming.ID{Kind: "service", Space: naming.AnyNamespace, Path: name},
		Want: naming.GoName(name), Suffix: "Service", Rank: rankService, Key: name,
		Description: "the service " + quoted(name), Pos: pos, Set: func(name string) { s.Name = name },
		Related: func(name string) []string { return p.relatedToService(s, name) },
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
	p.diags.Add(naming.MatchRenames(p.config.Renames, p.candidates, p.omitted)...)
	taken := p.reservedNames()
	single := len(p.pkg.Services) == 1
	if single {
		for _, name := range singleNames {
			taken[name] = diag.Pos{}
		}
	}
	scopes := p.scopes()
	p.decide(scopes[nil], taken)
	p.decide(scopes[valueScope{}], taken)
	for _, pkg := range p.pkg.Packages {
		taken := p.reservedNames()
		p.decide(scopes[pkg], taken)
		p.decide(scopes[valueScope{pkg}], taken)
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
	p.recordNames()
}

// decideFields names the fields of a struct, after those of the struct that it
// embeds, so that no field shadows an embedded one. It returns the names that are
// taken.
func (p *planner) decideFields(s *ir.Struct, scopes map[any][]*naming.Candidate, decided map[*ir.Struct]map[string]diag.Pos) map[string]diag.Pos {
	if taken, ok := decided[s]; ok {
		return taken
	}
	taken := make(map[string]diag.Pos)
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
func (p *planner) scopes() map[any][]*naming.Candidate {
	scopes := make(map[any][]*naming.Candidate)
	for _, c := range p.candidates {
		scope := c.Scope
		if pkg := packageOf(c.Decl); pkg != nil && scope == nil {
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
		if f.Wire.Local == "" || f.Name == naming.GoName(f.Wire.Local) {
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
		c := &naming.Candidate{
			ID:    naming.ID{Kind: kind, Space: id.Space, Path: id.Path + "/" + goBase(f)},
			Scope: s, Want: naming.GoName(goBase(f)), Suffix: suffix, Key: f.Wire.Space + " " + f.Wire.Local + suffix,
			Description: "the field " + quoted(f.Wire.Local), Pos: f.Pos, Set: func(name string) { f.Name = name },
		}
		if f.Wire.Local == "" && !(s.Simple && suffix == "Element") { // its name is not from the contract, so others have precedence
			c.Rank, c.Suffix, c.Key, c.Description = 1, "Content", f.Name, "a field without a name in the contract"
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

// decide names the candidates of one scope.
func (p *planner) decide(candidates []*naming.Candidate, taken map[string]diag.Pos) {
	p.diags.Add(naming.Decide(candidates, taken)...)
}

// typeRelated returns the function for the names of the declarations that belong to
// a Go type: decl, or a type that is always in the service's package if decl is nil.
func typeRelated(decl any) func(name string) []string {
	return func(name string) []string {
		if packageOf(decl) != nil {
			return []string{"QuartetTypeOf" + name}
		}
		return []string{"typeOf" + name}
	}
}

// relatedToService returns the names of the declarations that belong to the
// interface of a service.
func (p *planner) relatedToService(s *ir.Service, name string) []string {
	names := []string{"Unimplemented" + name, "contractOf" + name}
	if len(p.pkg.Services) > 1 {
		names = []string{"Unimplemented" + name, name + "Client", "New" + name + "Client", "New" + name + "Handler", "contractOf" + name}
	}
	if slices.ContainsFunc(s.Operations, (*ir.Operation).IsList) {
		names = append(names, name+seqSuffix)
	}
	return names
}
