package describe

import (
	"cmp"
	"fmt"
	"slices"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/policy"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/ir"
)

// maker makes an outline.
type maker struct {
	*declarations
	model    *resolve.Model
	policies *policy.Reader
	services map[string][]*wsdl11.Service // by local name
	ports    map[portName]*wsdl11.Port
	planned  map[*ir.Service][]ir.PortOperation
	headers  map[Name]*ir.Header
	has      map[headerName]bool // the header blocks that are described
	out      *Outline
	replaced map[string]string       // namespaces that the plan replaces
	derived  map[xsd.Type][]xsd.Type // directly derived types, in document order
	bound    map[diag.Pos]*wsdl11.BindingOperation
	queue    []xsd.Type
	queued   map[xsd.Type]bool
	nodes    int // of operations
}

// headerName is the name of a header block of an operation.
type headerName struct {
	operation *Operation
	direction string
	name      Name
}

// portName is the name of a port in a service.
type portName struct{ service, port string }

// Make describes a contract: a model that was resolved without errors, and the plan for
// it.
func Make(model *resolve.Model, pkg *ir.Package) *Outline {
	m := &maker{
		declarations: declarationsOf(pkg), model: model, policies: policy.NewReader(model), services: make(map[string][]*wsdl11.Service),
		ports: make(map[portName]*wsdl11.Port), planned: make(map[*ir.Service][]ir.PortOperation),
		headers: make(map[Name]*ir.Header), has: make(map[headerName]bool),
		replaced: make(map[string]string), derived: make(map[xsd.Type][]xsd.Type),
		bound: make(map[diag.Pos]*wsdl11.BindingOperation), queued: make(map[xsd.Type]bool),
		out: &Outline{Contract: model.Main.Name, Documents: []*Document{}, Services: []*Service{}, Types: []*Type{}},
	}
	for _, table := range [][]ir.TableEntry{pkg.Namespaces, pkg.ElementNamespaces, pkg.MoreNamespaces} {
		for _, e := range table {
			if e.Replaced() != "" {
				m.replaced[e.Space] = e.URI
			}
		}
	}
	for _, t := range model.Schemas.Types {
		if base := t.BaseType(); base != nil && base.Component().Schema != nil {
			m.derived[base] = append(m.derived[base], t)
		}
	}
	for _, b := range model.Bindings {
		for _, op := range b.Operations {
			m.bound[op.Pos] = op
		}
	}
	for _, h := range slices.Backward(pkg.Headers) { // the first one of a name counts
		m.headers[*m.name(xsd.QName{Space: h.Wire.Space, Local: h.Wire.Local})] = h
	}
	for _, o := range pkg.Operations {
		m.planned[o.Service] = append(m.planned[o.Service], o)
	}
	for _, s := range model.Services {
		m.services[s.Name.Local] = append(m.services[s.Name.Local], s)
		for _, p := range s.Ports {
			m.ports[portName{s.Name.Local, p.Name}] = p
		}
	}
	m.documents()
	m.namespaceTable(pkg)
	described := make(map[string]bool)
	for i, s := range pkg.Services {
		out := m.service(s)
		if out.index = i; !described[s.WSDLName] {
			described[s.WSDLName] = true
			m.unsupportedPorts(out)
		}
		m.out.Services = append(m.out.Services, out)
	}
	if len(model.Bindings) == 0 {
		m.out.Services = append(m.out.Services, collect.Each(model.PortTypes, m.portType)...)
	}
	m.describeTypes()
	m.otherTypes()
	m.setUsers()
	m.out.types = newIndex(m.out.Types)
	return m.out
}

// documents lists the documents, except those that are built into the generator.
func (m *maker) documents() {
	targets, known := make(map[string][]string), make(map[[2]string]bool)
	add := func(file, namespace string) {
		if namespace = m.namespace(namespace); namespace != "" && !known[[2]string{file, namespace}] {
			known[[2]string{file, namespace}], targets[file] = true, append(targets[file], namespace)
		}
	}
	for _, d := range m.model.Definitions {
		add(d.File, d.TargetNamespace)
		m.out.Documentation = cmp.Or(m.out.Documentation, d.Documentation)
	}
	for _, s := range m.model.Schemas.Schemas {
		add(s.File, s.TargetNamespace)
	}
	for _, d := range m.model.Documents.Documents {
		if d.WellKnown {
			continue
		}
		kind := "wsdl"
		if d.Kind == load.Schema {
			kind = "schema"
		}
		m.out.Documents = append(m.out.Documents, &Document{d.Name, kind, append([]string{}, targets[d.File]...)})
	}
}

// namespaceTable gives each namespace of a type the prefix that it has in messages, except the namespace of the main document.
func (m *maker) namespaceTable(pkg *ir.Package) {
	used := make(map[string]bool)
	add := func(uri, prefix string) (added bool) {
		if _, known := m.out.prefixes[uri]; uri == "" || known {
			return true
		}
		if used[prefix] {
			return false
		}
		m.out.Namespaces, m.out.prefixes[uri], used[prefix] = append(m.out.Namespaces, &Namespace{prefix, uri}), prefix, true
		return true
	}
	m.out.Namespaces, m.out.prefixes = []*Namespace{}, make(map[string]string)
	for _, d := range m.model.Definitions[:min(1, len(m.model.Definitions))] {
		add(m.namespace(d.TargetNamespace), "")
	}
	add(xsd.Namespace, "xs")
	add(wsdl11.EncodingSOAP11, "soapenc")
	inMessages := make(map[string]string)
	for _, e := range slices.Concat(pkg.Namespaces, pkg.ElementNamespaces, pkg.MoreNamespaces) {
		inMessages[e.URI] = e.Prefix
	}
	n := 0 // never less than before: many numbers may be taken
	for i, s := range m.model.Schemas.Schemas {
		uri := m.namespace(s.TargetNamespace)
		if prefix := inMessages[uri]; prefix != "" {
			add(uri, prefix)
		}
		for n = max(n, i+1); !add(uri, fmt.Sprint("ns", n)); n++ {
		}
	}
}

func (m *maker) namespace(space string) string {
	if now, ok := m.replaced[space]; ok {
		return now
	}
	return space
}

func (m *maker) name(n xsd.QName) *Name { return &Name{n.Local, m.namespace(n.Space)} }

// otherTypes describes the types and global elements that no operation uses.
func (m *maker) otherTypes() {
	m.out.used = len(m.out.Types)
	for _, t := range m.model.Schemas.Types {
		if s := t.Component().Schema; s != nil && !s.WellKnown {
			m.enqueue(t)
		}
	}
	for _, e := range m.model.Schemas.Elements {
		if s := e.Schema; s != nil && !s.WellKnown {
			m.use(e.Type)
			m.out.Elements = append(m.out.Elements, m.declaration(e))
		}
	}
	m.describeTypes()
}

// setUsers sets the operations and types that use a type.
func (m *maker) setUsers() {
	all := m.out.Types
	if len(m.out.Services) > 0 {
		all = all[:m.out.used]
	}
	types := newIndex(all)
	for _, s := range m.out.Services {
		for _, op := range s.Operations {
			name := s.Name + "/" + op.Name
			types.visit(op.nodes(), func(t *Type) {
				if n := len(t.UsedBy); n == 0 || t.UsedBy[n-1] != name {
					t.UsedBy = append(t.UsedBy, name)
				}
			})
		}
	}
	for _, user := range all {
		types.visit(user.Content, func(t *Type) {
			if n := len(t.UsedIn); n == 0 || t.UsedIn[n-1] != &user.TypeRef {
				t.UsedIn = append(t.UsedIn, &user.TypeRef)
			}
		})
	}
}

// index has types by the names in references to them.
type index map[TypeRef]*Type

func newIndex(types []*Type) index {
	return collect.ByKey(types, func(t *Type) TypeRef { return t.TypeRef })
}

// visit calls a function for the types of nodes and of the nodes in them.
func (all index) visit(nodes []*Node, visit func(*Type)) {
	for _, n := range nodes {
		if n.Type != nil && all[*n.Type] != nil {
			visit(all[*n.Type])
		}
		all.visit(n.Content, visit)
	}
}

// reached returns the types of nodes, and those that these types use.
func (all index) reached(nodes []*Node) map[*Type]bool {
	reached := make(map[*Type]bool)
	var todo []*Type
	add := func(t *Type) {
		if t != nil && !reached[t] {
			reached[t], todo = true, append(todo, t)
		}
	}
	all.visit(nodes, add)
	for len(todo) > 0 {
		t := todo[0]
		todo = todo[1:]
		if t.Base != nil {
			add(all[*t.Base])
		}
		for _, name := range slices.Concat(t.Derived, t.Union) {
			add(all[TypeRef{Name: *name}])
		}
		all.visit(t.Content, add)
	}
	return reached
}

// nodes returns all nodes of the messages of an operation.
func (op *Operation) nodes() []*Node {
	var all []*Node
	for _, message := range []*Message{op.Request, op.Response} {
		if message != nil {
			all = append(all, message.Content...)
		}
	}
	for _, f := range op.Faults {
		all = append(all, f.Content...)
	}
	return append(all, collect.Each(op.Headers, func(h *Header) *Node { return h.Node })...)
}
