package plan

import (
	"cmp"
	"go/token"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"example.com/quartet/internal/compiler/diag"
	"example.com/quartet/internal/compiler/resolve"
	"example.com/quartet/internal/compiler/xsd"
)

// candidate wants a Go name in some scope. Names are decided for all
// candidates of a scope at once (decide), so that no order of the contract
// matters.
type candidate struct {
	scope  any           // nil: the package; a *Service: its methods; a *Struct: its fields
	want   string        // the name it gets if nobody comes before it
	late   func() string // makes want, once others have their names
	suffix string        // what it takes on otherwise
	also   string        // if not empty: with this behind it, the name of something that goes with it
	rank   int           // who comes first: lower ranks
	key    string        // among equals: by identity in the contract
	what   string        // for people: `type "objStation"`
	pos    diag.Pos
	set    func(name string)

	id  identity // what --rename calls it
	pin *pin     // the name that the user gives it; nil for none

	prefixes []string // with each in front of it, the name of something that goes with it

	decl any // what is named, of that which may be in a package for a namespace
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

func (p *planner) nameStruct(s *Struct, name xsd.QName, parent *Struct) {
	c := candidate{
		want: GoName(name.Local), suffix: "Type", rank: rankType, key: name.Space + " " + name.Local,
		what: "the type " + quoted(name.Local), pos: s.pos, set: s.setName, decl: s,
	}
	if s.Kind == "element" {
		c.rank, c.suffix, c.what = rankElement, "Element", "the type of the element "+quoted(name.Local)
	}
	if parent != nil && s.Kind == "element" { // a local element says little alone
		c.key = name.Space + " " + parent.WSDLName + " " + name.Local
		c.want = GoName(parent.WSDLName) + c.want
	}
	s.id = identity{"type", name.Space, name.Local}
	if s.Kind == "element" {
		s.id.kind = "element"
		if parent != nil && parent.id.path != "" {
			s.id = identity{"element", parent.id.space, parent.id.path + "/" + name.Local}
		}
	}
	c.id = s.id
	p.named = append(p.named, c)
}

// nameItem names the type of the n-th items of a struct.
func (p *planner) nameItem(item, s *Struct, n int) {
	want := GoName(s.WSDLName) + "Item"
	if n > 1 {
		want += strconv.Itoa(n)
	}
	item.id = s.id // so that its fields are called like those of s
	p.named = append(p.named, candidate{
		id:   identity{"items", s.id.space, s.id.path + "/" + strings.TrimPrefix(want, GoName(s.WSDLName))},
		want: want, suffix: "Choice", rank: rankItem, key: want,
		what: "the type of the items of " + quoted(s.WSDLName), pos: item.pos, set: item.setName, decl: item,
	})
}

// nameGroup names the type for an element and those that stand for it.
func (p *planner) nameGroup(s *Struct, e *xsd.ElementDeclaration) {
	s.id = identity{"group", e.Name.Space, e.Name.Local}
	p.named = append(p.named, candidate{
		want: GoName(e.Name.Local) + "Group", suffix: "Choice", rank: rankItem, key: e.Name.Space + " " + e.Name.Local,
		what: "the type for the substitution group of " + quoted(e.Name.Local), pos: s.pos, set: s.setName, id: s.id, decl: s,
	})
}

func (p *planner) nameRequest(s *Struct, m *member) {
	s.id = identity{"request", m.source.Operation.PortType.Name.Space, m.name}
	p.named = append(p.named, candidate{
		id:   s.id,
		want: GoName(m.name), suffix: "Request", rank: rankRequest, key: m.name,
		what: "the request of " + quoted(m.name), pos: s.pos, set: s.setName,
	})
}

func (p *planner) nameFault(f *Fault) {
	p.named = append(p.named, candidate{
		id:   identity{"fault", f.Wire.uri, f.WSDLName},
		want: GoName(f.WSDLName), suffix: "Error", rank: rankFault, key: f.Wire.uri + " " + f.WSDLName + " " + f.Wire.Local,
		what: "the fault " + quoted(f.WSDLName), pos: f.pos, set: func(name string) { f.Name, f.Var = name, "fault"+name },
	})
}

func (s *Struct) setName(name string) {
	s.Name, s.Shape = name, "shape"+name
	if s.isType {
		s.TypeVar = "typeOf" + name
	}
	if s.isPoly {
		s.Getter = "Get" + name
	}
}

// nameInterface names the interface of a type and those that are derived from
// it.
func (p *planner) nameInterface(s *Struct) {
	p.named = append(p.named, candidate{
		want: "Base" + GoName(s.WSDLName), suffix: "Interface", rank: rankItem, key: s.Type.uri + " " + s.WSDLName,
		what: "the interface of the type " + quoted(s.WSDLName), pos: s.pos, set: func(name string) { s.Interface = name },
		prefixes: p.interfacePrefixes(), decl: s,
	})
}

func (p *planner) nameMember(s *Service, op *Operation, m *member) {
	c := candidate{
		id:    identity{"operation", m.source.Operation.PortType.Name.Space, m.name},
		scope: s, want: GoName(m.name), suffix: "Operation", key: m.name,
		what: "the operation " + quoted(m.name), pos: m.source.Pos, set: func(name string) { op.Name = name },
	}
	if op.IsList() {
		c.also = seqSuffix
	}
	p.named = append(p.named, c)
}

// seqSuffix is what the names of lists that are handed over item by item end
// with.
const seqSuffix = "Seq"

func (p *planner) nameService(s *Service, name string, pos diag.Pos) {
	c := candidate{
		id:   identity{"service", anyNamespace, name},
		want: GoName(name), suffix: "Service", rank: rankService, key: name,
		what: "the service " + quoted(name), pos: pos, set: func(name string) { s.Name = name },
	}
	if slices.ContainsFunc(s.Operations, (*Operation).IsList) {
		c.also = seqSuffix
	}
	p.named = append(p.named, c)
}

// decideNames gives every declaration, method and field its name.
func (p *planner) decideNames() {
	p.pkg.Name = p.packageName()
	for _, s := range p.pkg.Structs {
		p.nameFields(s, s.Attrs, "Attr")
		p.nameFields(s, s.Fields, "Element")
		p.nameFields(s, s.synthetic(), "Content")
		p.nameAttachments(s)
	}
	p.pinNames()
	taken := p.reserved()
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
		taken := p.reserved()
		p.decide(scopes[pkg], taken)
		p.decideValues(scopes[valueScope{pkg}], taken)
	}
	slices.SortFunc(p.pkg.Simples, func(a, b *Simple) int { return cmp.Compare(a.Name, b.Name) })
	for _, s := range p.pkg.Services {
		p.decide(scopes[s], make(map[string]diag.Pos))
		s.derive(single)
	}
	decided := make(map[*Struct]map[string]diag.Pos)
	for _, s := range p.pkg.Structs {
		p.decideFields(s, scopes, decided)
	}
	p.sortNames()
}

// decideFields names the fields of a struct, after those of the struct that it
// embeds: a name that means one thing there means nothing else here. It returns
// the names that are taken.
func (p *planner) decideFields(s *Struct, scopes map[any][]candidate, decided map[*Struct]map[string]diag.Pos) map[string]diag.Pos {
	if taken, ok := decided[s]; ok {
		return taken
	}
	taken := map[string]diag.Pos{"Validate": {}} // a method of all structs
	for _, name := range p.config.Members {
		taken[name] = diag.Pos{}
	}
	if s.Base != nil {
		maps.Copy(taken, p.decideFields(s.Base, scopes, decided))
		taken[s.Base.Name] = s.Base.pos
	}
	if s.Getter != "" {
		s.distinguishGetter(taken)
		taken[s.Getter] = s.pos
	}
	p.decide(scopes[s], taken)
	explain(s.Attrs, "attribute")
	explain(s.Fields, "element")
	decided[s] = taken
	return taken
}

// scopes parts the candidates by their scopes.
func (p *planner) scopes() map[any][]candidate {
	scopes := make(map[any][]candidate)
	for _, c := range p.named {
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

// explain documents fields whose names do not tell what they are.
func explain(fields []*Field, kind string) {
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

func (p *planner) nameFields(s *Struct, fields []*Field, suffix string) {
	kind := "field"
	if suffix == "Attr" {
		kind = "attribute"
	}
	for _, f := range fields {
		c := candidate{
			id:    identity{kind, s.id.space, s.id.path + "/" + f.goBase()},
			scope: s, want: GoName(f.goBase()), suffix: suffix, key: f.Wire.uri + " " + f.Wire.Local + suffix,
			what: "the field " + quoted(f.Wire.Local), pos: f.pos, set: func(name string) { f.Name = name },
		}
		if f.Wire.Local == "" && !(s.Simple && suffix == "Element") { // it has a name of our own, which comes second
			c.rank, c.suffix, c.key, c.what = 1, "Content", f.Name, "the field for what has no name in the contract"
		}
		p.named = append(p.named, c)
	}
}

// goBase is what a field's Go name is made from: its own if it has one already
// (the text of simple content), else its name on the wire.
func (f *Field) goBase() string { return cmp.Or(f.Name, f.Wire.Local) }

// derive names what goes with an interface. With several services in one
// package everything carries the service's name. The tables of their operations
// have an underscore behind it, so that no two services can make the same name.
func (s *Service) derive(single bool) {
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

// singleNames are what goes with the only interface of a package.
var singleNames = []string{"Client", "NewClient", "NewHandler"}

// reserves lists a name and the others that it takes along.
func (p *planner) reserves(c candidate, name string) []string {
	names := p.reservesAlone(c, name)
	if c.also != "" {
		names = append(names, name+c.also)
	}
	return names
}

func (p *planner) reservesAlone(c candidate, name string) []string {
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

// decide names the candidates of one scope. Each name goes to the first that
// wants it, by rank and identity; the others take on their suffix, and a
// number if need be.
func (p *planner) decide(all []candidate, taken map[string]diag.Pos) {
	slices.SortStableFunc(all, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.key, b.key), a.pos.Compare(b.pos))
	})
	var clashed []candidate
	for _, c := range all {
		if c.pin != nil && !p.take(c, c.pin.Go, taken) {
			p.pinTaken(c, taken)
		}
	}
	for _, c := range all {
		if c.pin != nil {
			continue
		}
		if !p.take(c, c.want, taken) {
			clashed = append(clashed, c)
		}
	}
	tried := make(map[string]int) // numbers that are taken, by the name in front of them
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

// clash says that a candidate got another name than it wanted, and why.
func (p *planner) clash(c candidate, name string, taken map[string]diag.Pos) diag.Diagnostic {
	d := diag.New(diag.NameClash, c.pos, "%s is called %s in Go", c.what, name)
	for _, n := range p.reserves(c, c.want) {
		other, ok := taken[n]
		switch {
		case !ok:
		case other.IsZero():
			d.Message += ", as every generated package holds " + n
			return d
		default:
			d.Message += ", as " + n + " is taken"
			return d.WithRelated(other, "by this")
		}
	}
	return d
}

func (p *planner) take(c candidate, name string, taken map[string]diag.Pos) bool {
	names := p.reserves(c, name)
	for _, n := range names {
		if _, ok := taken[n]; ok {
			return false
		}
	}
	for _, n := range names {
		taken[n] = c.pos
	}
	c.set(name)
	p.record(c, name)
	return true
}

// GoName makes an exported Go identifier from a name of the contract: what is
// neither a letter nor a digit separates words, each of which gets a capital.
// "getAllStationsXML_WithStationType" becomes "GetAllStationsXMLWithStationType".
func GoName(name string) string {
	var b strings.Builder
	start := true
	for _, r := range name {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			start = true
		case start:
			b.WriteRune(unicode.ToUpper(r))
			start = false
		default:
			b.WriteRune(r)
		}
	}
	id := b.String()
	if !token.IsExported(id) || !token.IsIdentifier(id) {
		return "X" + id
	}
	return id
}

// packageName is the wish of the user, or made from the contract's file name.
func (p *planner) packageName() string {
	if p.config.Package != "" {
		return p.config.Package
	}
	var b strings.Builder
	base := p.pkg.Source
	for _, r := range strings.ToLower(strings.TrimSuffix(base, path.Ext(base))) {
		if 'a' <= r && r <= 'z' || b.Len() > 0 && '0' <= r && r <= '9' {
			b.WriteRune(r)
		}
	}
	name := b.String()
	if !token.IsIdentifier(name) || name == "main" {
		return "service" + name
	}
	return name
}

func sourceName(m *resolve.Model) string { return path.Base(m.Main.Name) }
