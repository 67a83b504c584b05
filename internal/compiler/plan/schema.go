package plan

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"example.com/quartet/internal/compiler/diag"
	"example.com/quartet/internal/compiler/plan/ir"
	"example.com/quartet/internal/compiler/resolve"
	"example.com/quartet/internal/compiler/wsdl11"
	"example.com/quartet/internal/compiler/xmltree"
	"example.com/quartet/internal/compiler/xsd"
)

// planSchema writes the schema text for validation at run time: every type, element and group of the contract, and
// those of built-in schemas that they need. The notation is described with its parser, in the run-time.
//
// Components are sorted by name, so that the text does not change when a contract is reordered.
func (p *planner) planSchema() {
	w := &schemaWriter{planner: p, prefixes: p.schemaPrefixes(), used: make(map[string]bool), needed: make(map[any]bool), originals: make(map[string][]any)}
	w.needRoots()
	messages := p.rpcMessages()
	for _, b := range p.partElements {
		w.need(b.Type)
	}
	for _, m := range messages {
		for _, part := range m.parts {
			w.needPart(part)
		}
	}
	w.needReferences()
	w.findOriginals()
	if len(p.pkg.Packages) > 0 {
		w.packages(messages)
	} else {
		p.pkg.Schema = w.text(messages)
	}
	for t, s := range p.types {
		s.Entry = w.typeEntry(t, s.Type)
	}
	w.messageEntries(messages)
	for t, s := range p.simples {
		if s.Type != nil && !s.Type.Alias && (t.Name.Local != "" || enumerates(t)) {
			s.Type.Entry = w.typeEntry(t, s.Type.Type)
		}
	}
}

// typeEntry returns the entry of a type, "" if its name in generated code is that in the schema text.
func (w *schemaWriter) typeEntry(t xsd.Type, name ir.Name) string {
	own := t.Component().Name
	if own.Local != "" && name.Local == own.Local && name.Space == own.Space && !slices.Contains(w.originals["type "+own.String()], any(t)) {
		return ""
	}
	return w.entry(t)
}

// text writes the prefixes of namespaces and the definitions of all needed components.
func (w *schemaWriter) text(messages []rpcMessage) []string {
	definitions := w.definitions(messages)
	var text []string
	for _, uri := range slices.Sorted(keys(w.used)) {
		if prefix := w.prefixes[uri]; prefix != "" {
			text = append(text, "ns "+prefix+" "+schemaString(w.replaced(uri)))
		}
	}
	slices.SortStableFunc(text, func(a, b string) int { return cmp.Compare(a, b) })
	return append(text, definitions...)
}

// messageEntries sets Entry for the structs of messages with several parts, unless different messages have the same
// name.
func (w *schemaWriter) messageEntries(messages []rpcMessage) {
	entries := make(map[xsd.QName]map[string]bool)
	for _, m := range messages {
		if entries[m.name] == nil {
			entries[m.name] = make(map[string]bool)
		}
		entries[m.name][w.message(m)] = true
	}
	enter := func(s *ir.Struct, n ir.Name) {
		name := xsd.QName{Space: n.Space, Local: n.Local}
		if s != nil && s.Kind == "message" && !s.NoCodec && len(entries[name]) == 1 {
			s.Entry = "message " + w.name(name, "", nil)
		}
	}
	for _, s := range w.pkg.Services {
		for _, op := range s.Operations {
			for _, wire := range op.Wires {
				enter(op.Request, wire.In)
				if op.Result != nil && len(wire.Out) > 0 {
					enter(op.Result.Item.Struct, wire.Out[0])
				}
			}
		}
	}
}

// SchemaText returns the schema text of a model, in the notation of generated code. It is for tests and tools that
// validate without generating code.
func SchemaText(m *resolve.Model) (string, diag.List) {
	p := &planner{model: m, pkg: &ir.Package{Namespaces: []ir.TableEntry{{}}}}
	p.planSchema()
	return strings.Join(p.pkg.Schema, "\n") + "\n", p.diags.Sorted()
}

// replaced returns the namespace that replaces uri, or uri if none does (option --namespace).
func (p *planner) replaced(uri string) string {
	if i := p.index(uri); i > 0 {
		return p.pkg.Namespaces[i].URI
	}
	return uri
}

// schemaPrefixes returns the prefixes of the namespaces of all schemas. Prefixes in the namespace table are reused.
func (p *planner) schemaPrefixes() map[string]string {
	prefixes := map[string]string{xsd.Namespace: "xs", xmltree.XMLNamespace: "xml"}
	if len(p.pkg.Packages) > 0 {
		return p.fixedPrefixes(prefixes)
	}
	for _, e := range p.pkg.Namespaces {
		if e.Space != "" && prefixes[e.Space] == "" {
			prefixes[e.Space] = cmp.Or(e.Prefix, "tns")
		}
	}
	var others []string
	for _, s := range p.model.Schemas.Schemas {
		if uri := s.TargetNamespace; uri != "" && prefixes[uri] == "" && !slices.Contains(others, uri) {
			others = append(others, uri)
		}
	}
	slices.Sort(others)
	for i, uri := range others {
		prefixes[uri] = "n" + strconv.Itoa(i+1)
	}
	return prefixes
}

// rpcMessage is the wrapper element of a message of an rpc operation, which no schema declares (WSDL 1.1, section 3.5).
type rpcMessage struct {
	name  xsd.QName
	parts []*wsdl11.Part
}

func (p *planner) rpcMessages() []rpcMessage {
	var all []rpcMessage
	bodies := p.messageElements()
	for _, b := range p.model.Bindings {
		for _, op := range b.Operations {
			if op.Style != wsdl11.RPCStyle || b.Kind == wsdl11.HTTP || op.Operation == nil {
				continue
			}
			add := func(m *wsdl11.BindingMessage, suffix string) {
				body := bodyIn(m)
				if body == nil || body.Use != wsdl11.Literal {
					return
				}
				name := xsd.QName{Space: body.Namespace, Local: op.Name + suffix}
				if bodies[name] {
					all = append(all, rpcMessage{name, body.Parts})
				}
			}
			add(op.Input, "")
			add(op.Output, "Response")
		}
	}
	return all
}

// bodyIn returns the soap:body of a message, which may be in a part of a MIME message; nil if there is none.
func bodyIn(m *wsdl11.BindingMessage) *wsdl11.SOAPBody {
	if m == nil {
		return nil
	}
	if m.Body != nil || m.Multipart == nil {
		return m.Body
	}
	for _, part := range m.Multipart.Parts {
		if part.Body != nil {
			return part.Body
		}
	}
	return nil
}

// schemaWriter writes the schema text.
type schemaWriter struct {
	*planner
	prefixes  map[string]string
	used      map[string]bool // namespaces of written names
	needed    map[any]bool
	queue     []any
	originals map[string][]any // components that xs:redefine replaces, by kind and name

	provided    func(*xsd.Info) bool // reports whether the text of another package has a component; nil: there are no other packages
	textPackage *ir.Package          // the package for namespaces whose text it is; nil: the service's package
}

// definitions writes all needed components that have a name, sorted by name.
func (w *schemaWriter) definitions(messages []rpcMessage) []string {
	all := w.namedComponents()
	slices.SortFunc(all, compareComponents)
	var lines []string
	written := make(map[string]bool)
	for _, n := range all {
		if key := n.kind + " " + w.name(n.name, n.kind, n.c); !written[key] { // an invalid contract may define it twice
			written[key] = true
			lines = append(lines, w.definition(n.kind, n.c))
		}
	}
	var wrappers []string
	for _, m := range messages {
		wrappers = append(wrappers, w.message(m))
	}
	if w.textPackage == nil {
		for _, b := range w.partElements {
			wrappers = append(wrappers, "message "+w.name(b.Name, "", nil)+" "+w.typeWord(b.Type, "")+" nillable")
		}
	}
	slices.Sort(wrappers)
	return append(lines, slices.Compact(wrappers)...)
}

// namedComponent is a component with its own definition.
type namedComponent struct {
	kind string
	name xsd.QName
	c    any
	info *xsd.Info
}

// namedComponents returns all needed components that have a name, unsorted.
func (w *schemaWriter) namedComponents() []namedComponent {
	var all []namedComponent
	add := func(kind string, info *xsd.Info, c any) {
		if info.Name.Local != "" && (kind != "type" || xsd.Builtin(info.Name) == nil) { // some contracts include the schema for schemas
			all = append(all, namedComponent{kind, info.Name, c, info})
		}
	}
	for c := range w.needed {
		switch c := c.(type) {
		case *xsd.SimpleType:
			if !c.Builtin && xsd.Builtin(c.Name) == nil { // built-in types may also be declared by the schema for schemas
				add("type", &c.Info, c)
			}
		case *xsd.ComplexType:
			if !c.Builtin && xsd.Builtin(c.Name) == nil {
				add("type", &c.Info, c)
			}
		case *xsd.ElementDeclaration:
			if c.Global {
				add("element", &c.Info, c)
			}
		case *xsd.AttributeDeclaration:
			add("attribute", &c.Info, c)
		case *xsd.ModelGroup:
			if c.Definition != nil {
				add("group", &c.Definition.Info, c)
			}
		}
	}
	return all
}

// findOriginals finds the components that xs:redefine replaces.
func (w *schemaWriter) findOriginals() {
	for _, n := range w.namedComponents() {
		if n.info.Redefined {
			key := n.kind + " " + n.name.String()
			w.originals[key] = append(w.originals[key], n.c)
		}
	}
	for _, list := range w.originals {
		slices.SortFunc(list, func(a, b any) int { return componentPos(a).Compare(componentPos(b)) })
	}
}

// name writes a qualified name as a word of the notation. original is the component, or nil if xs:redefine cannot
// replace it.
func (w *schemaWriter) name(q xsd.QName, kind string, original any) string {
	local := q.Local
	if n := slices.Index(w.originals[kind+" "+q.String()], original); n >= 0 && original != nil {
		local += "~" + strconv.Itoa(n+1)
	}
	w.used[q.Space] = true
	word := local
	if q.Space != "" {
		word = w.prefixes[q.Space] + ":" + local
	} else if strings.Contains(local, ":") {
		word = ":" + local
	}
	if strings.ContainsFunc(word, func(r rune) bool {
		return !unicode.IsPrint(r) || r < 0x80 && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(":_-.~", r)
	}) {
		return schemaString(word)
	}
	return word
}

// schemaString quotes a string so that it is on one line and can be in a raw string literal of Go.
func schemaString(s string) string { return strings.ReplaceAll(strconv.Quote(s), "`", `\x60`) }

// entry returns the validator's reference to a type: its name, or the path of elements to an anonymous type; "" if the
// validator cannot find it.
func (w *schemaWriter) entry(t xsd.Type) string {
	if name := t.Component().Name; name.Local != "" {
		return "type " + w.name(name, "type", t)
	}
	if e, ok := t.OwnerOf().(*xsd.ElementDeclaration); ok {
		return w.elementEntry(e)
	}
	return ""
}

func (w *schemaWriter) elementEntry(e *xsd.ElementDeclaration) string {
	if e.Global {
		return "element " + w.name(e.Name, "element", e)
	}
	var within string
	switch owner := e.Owner.(type) {
	case *xsd.ComplexType:
		within = w.entry(owner)
	case *xsd.Group:
		within = "group " + w.name(owner.Name, "group", owner.Content)
	}
	if within == "" {
		return ""
	}
	return within + "/" + w.name(e.Name, "", nil)
}
