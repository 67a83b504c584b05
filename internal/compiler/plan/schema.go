package plan

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"example.com/quartet/internal/compiler/diag"
	"example.com/quartet/internal/compiler/resolve"
	"example.com/quartet/internal/compiler/wsdl11"
	"example.com/quartet/internal/compiler/xsd"
)

// planSchema writes down what the schemas say about messages, for checking them at run time: every type, element and
// group of the contract, and of schemas that are built in what the others need. The notation is described beside its
// parser, in package support.
//
// Components are in the order of their names, so that the text does not change when a contract is reordered.
func (p *planner) planSchema() {
	w := &schemaWriter{planner: p, prefixes: p.schemaPrefixes(), used: make(map[string]bool), needed: make(map[any]bool), originals: make(map[string][]any)}
	w.roots()
	messages := p.rpcMessages()
	for _, b := range p.blocks {
		w.need(b.Type)
	}
	for _, m := range messages {
		for _, part := range m.parts {
			w.needPart(part)
		}
	}
	w.follow()
	w.findOriginals()
	if len(p.pkg.Packages) > 0 {
		w.packages(messages)
	} else {
		p.pkg.Schema = w.text(messages)
	}
	for t, s := range p.types {
		s.Entry = w.entry(t)
	}
	w.messageEntries(messages)
	for t, s := range p.simples {
		if s.Type != nil && (!s.Type.Alias || s.Type.Validator != "") && !s.holdsNames() && (t.Name.Local != "" || enumerates(t)) {
			s.Type.Entry = w.entry(t)
		}
	}
}

// text writes all that is needed, behind the prefixes that it has for namespaces.
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

// messageEntries gives the structs for messages of several parts their entries, unless messages of one name differ.
func (w *schemaWriter) messageEntries(messages []rpcMessage) {
	entries := make(map[xsd.QName]map[string]bool)
	for _, m := range messages {
		if entries[m.name] == nil {
			entries[m.name] = make(map[string]bool)
		}
		entries[m.name][w.message(m)] = true
	}
	enter := func(s *Struct, n Name) {
		name := xsd.QName{Space: n.uri, Local: n.Local}
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

// SchemaText returns what the schemas of a model say about messages, in the notation that generated code has them in:
// for tests and tools that validate without generating.
func SchemaText(m *resolve.Model) (string, diag.List) {
	p := &planner{model: m, pkg: &Package{Namespaces: []TableEntry{{}}}}
	p.planSchema()
	return strings.Join(p.pkg.Schema, "\n") + "\n", p.diags.Sorted()
}

// replaced returns what the user wishes a namespace to be.
func (p *planner) replaced(uri string) string {
	if i := p.index(uri); i > 0 {
		return p.pkg.Namespaces[i].URI
	}
	return uri
}

// schemaPrefixes gives the namespaces of all schemas a prefix: that of the namespace table where it has one.
func (p *planner) schemaPrefixes() map[string]string {
	prefixes := map[string]string{xsd.Namespace: "xs", xmlNamespace: "xml"}
	if len(p.pkg.Packages) > 0 {
		return p.fixedPrefixes(prefixes)
	}
	for _, e := range p.pkg.Namespaces {
		if e.uri != "" && prefixes[e.uri] == "" {
			prefixes[e.uri] = cmp.Or(e.Prefix, "tns")
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

// rpcMessage is the wrapper of a message of an rpc operation: an element that no schema declares (WSDL 1.1, section
// 3.5).
type rpcMessage struct {
	name  xsd.QName
	parts []*wsdl11.Part
}

func (p *planner) rpcMessages() []rpcMessage {
	var all []rpcMessage
	bodies := p.bodies()
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

// bodyIn returns the soap:body of a message, which may be the root of a MIME
// message; nil if there is none.
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

// schemaWriter writes definitions of the notation.
type schemaWriter struct {
	*planner
	prefixes  map[string]string
	used      map[string]bool // namespaces that have been written
	needed    map[any]bool
	queue     []any
	originals map[string][]any // what xs:redefine has replaced, by kind and name

	provided func(*xsd.Info) bool // by another package; nil: nothing is
	only     *Package             // for a namespace, whose text it is; nil: not that of one
}

// definitions writes all that is needed and has a name, in the order of the names.
func (w *schemaWriter) definitions(messages []rpcMessage) []string {
	all := w.named()
	slices.SortFunc(all, func(a, b namedComponent) int {
		return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.name.Space, b.name.Space), cmp.Compare(a.name.Local, b.name.Local),
			componentPos(a.c).Compare(componentPos(b.c)))
	})
	var lines []string
	written := make(map[string]bool)
	for _, n := range all {
		if key := n.kind + " " + w.name(n.name, n.kind, n.c); !written[key] { // a flawed contract may have two
			written[key] = true
			lines = append(lines, w.definition(n.kind, n.c))
		}
	}
	var wrappers []string
	for _, m := range messages {
		wrappers = append(wrappers, w.message(m))
	}
	if w.only == nil {
		for _, b := range w.blocks {
			wrappers = append(wrappers, "message "+w.name(b.Name, "", nil)+" "+w.typeWord(b.Type, "")+" nillable")
		}
	}
	slices.Sort(wrappers)
	return append(lines, slices.Compact(wrappers)...)
}

// namedComponent is a component that has a definition of its own.
type namedComponent struct {
	kind string
	name xsd.QName
	c    any
	info *xsd.Info
}

// named returns all of them that are needed, in no order.
func (w *schemaWriter) named() []namedComponent {
	var all []namedComponent
	add := func(kind string, info *xsd.Info, c any) {
		if info.Name.Local != "" && (kind != "type" || xsd.Builtin(info.Name) == nil) { // some read the schema for schemas
			all = append(all, namedComponent{kind, info.Name, c, info})
		}
	}
	for c := range w.needed {
		switch c := c.(type) {
		case *xsd.SimpleType:
			if !c.Builtin && xsd.Builtin(c.Name) == nil { // not what the schema for schemas says of those that are built in
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

// findOriginals notes what xs:redefine has replaced.
func (w *schemaWriter) findOriginals() {
	for _, n := range w.named() {
		if n.info.Redefined {
			key := n.kind + " " + n.name.String()
			w.originals[key] = append(w.originals[key], n.c)
		}
	}
	for _, list := range w.originals {
		slices.SortFunc(list, func(a, b any) int { return componentPos(a).Compare(componentPos(b)) })
	}
}

// name writes a qualified name as a word of the notation. original is the component if xs:redefine may have replaced
// it.
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

// schemaString quotes a string so that it stands on one line, and in a raw literal of Go.
func schemaString(s string) string { return strings.ReplaceAll(strconv.Quote(s), "`", `\x60`) }

// entry names a type for the validator: by its own name, or by the way to the element that has it; "" if the validator
// cannot find it.
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
