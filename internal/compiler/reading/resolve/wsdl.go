package resolve

import (
	"bytes"
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// wsdl is pass 4: it builds the WSDL components of all documents. It builds each
// kind of component before the kinds that refer to it.
type wsdl struct {
	*resolver
	messages  symbols[*wsdl11.Message]
	portTypes symbols[*wsdl11.PortType]
	bindings  symbols[*wsdl11.Binding]
	services  symbols[*wsdl11.Service]
	bound     map[*wsdl11.BindingOperation]*boundElements
	namesakes map[string]int // how many operations of portTypes have a name
	foreign   bool           // whether the current element belongs to a binding that is neither SOAP nor HTTP, or to an HTTP fault, which has no elements
}

// symbols is a symbol space of WSDL (section 2): components and their elements by
// name.
type symbols[C any] struct {
	byName   map[wsdl11.QName]C
	elements map[wsdl11.QName]*xmltree.Element
	names    []wsdl11.QName
}

func (r *resolver) buildWSDL() {
	w := &wsdl{resolver: r, bound: make(map[*wsdl11.BindingOperation]*boundElements), namesakes: make(map[string]int)}
	r.unbound = make(map[*wsdl11.BindingOperation]bool)
	for _, doc := range r.model.Documents.Documents {
		if doc.Kind == load.WSDL {
			r.model.Definitions = append(r.model.Definitions, w.definitions(doc))
		}
	}
	// Each kind may refer to the ones before it, in any document.
	for _, build := range []func(*wsdl11.Definitions){w.buildMessages, w.buildPortTypes, w.buildBindings, w.buildServices} {
		for _, d := range r.model.Definitions {
			build(d)
		}
	}
	for _, d := range r.model.Definitions {
		r.model.Messages = append(r.model.Messages, d.Messages...)
		r.model.PortTypes = append(r.model.PortTypes, d.PortTypes...)
		r.model.Bindings = append(r.model.Bindings, d.Bindings...)
		r.model.Services = append(r.model.Services, d.Services...)
	}
}

// wsdlAttributes holds the attributes of the elements of WSDL (appendix A.4.1).
var wsdlAttributes = map[string]string{
	"definitions": "name targetNamespace",
	"import":      "namespace location",
	"message":     "name",
	"part":        "name element type",
	"portType":    "name",
	"operation":   "name parameterOrder",
	"input":       "name message",
	"output":      "name message",
	"fault":       "name message",
	"binding":     "name type",
	"service":     "name",
	"port":        "name binding",
}

// node reads the documentation and extensions of e and calls handle for every other
// child element. If handle is nil or returns false, node reports a child in the
// WSDL namespace as unexpected and adds any other child to the extensions, with a
// warning if it is known to be misplaced.
func (w *wsdl) node(e *xmltree.Element, handle func(child *xmltree.Element) bool) wsdl11.Info {
	info := wsdl11.Info{Pos: e.Pos(), Element: e}
	if e.Name.Space == wsdl11.Namespace {
		for _, a := range e.Attrs {
			if a.Name.Space == "" && !slices.Contains(strings.Fields(wsdlAttributes[e.Name.Local]), a.Name.Local) {
				w.report(diag.UnexpectedAttr, a.Pos(), "attribute %s is not defined for %s and is ignored",
					diag.Quote(a.RawName()), diag.Quote(e.RawName()))
			}
		}
	}
	for child := range e.Elements() {
		switch {
		case child.Is(wsdl11.Namespace, "documentation"):
			if info.Documentation != "" {
				info.Documentation += "\n\n"
			}
			info.Documentation += child.Prose()
		case handle != nil && handle(child):
		case child.Name.Space == wsdl11.Namespace:
			w.unknown(child)
		default:
			w.misplaced(child)
			info.Extensions = append(info.Extensions, wsdl11.Extension{
				Name: child.Name, Pos: child.Pos(), Required: w.boolean(child.AttrNS(wsdl11.Namespace, "required"), false), Element: child,
			})
		}
	}
	return info
}

func (w *wsdl) definitions(doc *load.Document) *wsdl11.Definitions {
	root := doc.Root
	d := &wsdl11.Definitions{TargetNamespace: root.Get("targetNamespace"), File: doc.File}
	d.Info = w.node(root, func(child *xmltree.Element) bool {
		if child.Name.Space != wsdl11.Namespace {
			return false
		}
		switch child.Name.Local {
		case "import":
			w.node(child, nil)
		case "types":
			w.node(child, func(schema *xmltree.Element) bool { return schema.Is(xsd.Namespace, "schema") })
		case "message", "portType", "binding", "service":
		default:
			return false
		}
		return true
	})
	return d
}

// each calls build for the elements of d with the given local name and
// adds the results to s. It skips duplicates of a name, and reports them unless
// their text is identical.
func each[C any](w *wsdl, s *symbols[C], d *wsdl11.Definitions, local string, build func(e *xmltree.Element, name wsdl11.QName) C) []C {
	if s.byName == nil {
		s.byName = make(map[wsdl11.QName]C)
		s.elements = make(map[wsdl11.QName]*xmltree.Element)
	}
	var all []C
	for e := range d.Element.Named(wsdl11.Namespace, local) {
		base, ok := w.name(e)
		if !ok {
			continue
		}
		name := wsdl11.QName{Space: d.TargetNamespace, Local: base}
		if previous := s.elements[name]; previous != nil {
			if !bytes.Equal(source(e), source(previous)) {
				report := w.report(diag.Duplicate, e.Pos(), "%s %s is defined twice in namespace %s", local, diag.Quote(base), diag.Quote(name.Space))
				relate(report, previous.Pos(), "the other definition")
			}
			continue
		}
		c := build(e, name)
		s.byName[name], s.elements[name] = c, e
		s.names = append(s.names, name)
		all = append(all, c)
	}
	return all
}

// lookup returns the component that the given attribute of e refers to. what is the
// kind of the component for messages. On failure it reports an error and returns
// false.
func lookup[C any](w *wsdl, s *symbols[C], e *xmltree.Element, attribute, what string) (C, bool) {
	var none C
	a := e.Attr(attribute)
	if a == nil {
		w.report(diag.MissingAttr, e.Pos(), "%s has no attribute %q", diag.Quote(e.RawName()), attribute)
		return none, false
	}
	name, ok := w.looseQName(a)
	if !ok {
		return lookupByLocalName(w, s, a, what)
	}
	if c, ok := s.byName[name]; ok {
		return c, true
	}
	w.unresolved(context{}, what, a, a.Value, name, slices.Values(s.names))
	return lookupByLocalName(w, s, a, what)
}

// maxParts is the maximum number of parts of a message. Each part is compared with all parts before it.
const maxParts = 1000

func (w *wsdl) buildMessages(d *wsdl11.Definitions) {
	d.Messages = each(w, &w.messages, d, "message", func(e *xmltree.Element, name wsdl11.QName) *wsdl11.Message {
		m, tooMany := &wsdl11.Message{Name: name}, false
		m.Info = w.node(e, func(child *xmltree.Element) bool {
			if !child.Is(wsdl11.Namespace, "part") {
				return false
			}
			if len(m.Parts) == maxParts {
				if !tooMany {
					w.report(diag.TooLarge, child.Pos(), "message %s has more than %d parts", diag.Quote(name.Local), maxParts)
				}
				tooMany = true
			} else if p := w.part(m, child); p != nil {
				m.Parts = append(m.Parts, p)
			}
			return true
		})
		return m
	})
}

func (w *wsdl) part(m *wsdl11.Message, e *xmltree.Element) *wsdl11.Part {
	name, ok := w.name(e)
	if !ok {
		return nil
	}
	p := &wsdl11.Part{Name: name, Info: w.node(e, nil)}
	if previous := m.Part(name); previous != nil {
		d := w.report(diag.Duplicate, p.Pos, "message %s has two parts %s", diag.Quote(m.Name.Local), diag.Quote(name))
		relate(d, previous.Pos, "the other part")
		return nil
	}
	element, typ := e.Attr("element"), e.Attr("type")
	switch {
	case element != nil && typ != nil:
		d := w.report(diag.Conflict, typ.Pos(), "part %s has both an element and a type", diag.Quote(name))
		relate(d, element.Pos(), "the element")
		fallthrough
	case element != nil:
		p.RefPos = element.Pos()
		if component, ok := w.component(context{}, elementKind, element, element.Value); ok {
			p.Element, _ = component.(*xsd.ElementDeclaration)
		} else if p.Element = w.placeholder(context{}, element); p.Element == nil && w.lenient {
			w.useInstead("any content")
			p.Type = xsd.AnyType
		}
	case typ != nil:
		p.RefPos = typ.Pos()
		if p.Type = w.typeRef(context{}, typ); p.Type == nil && w.lenient {
			w.useInstead("any content")
			p.Type = xsd.AnyType
		}
	default:
		w.report(diag.UntypedPart, p.Pos, "part %s has neither an element nor a type and is read as any XML", diag.Quote(name))
		p.Type, p.RefPos = xsd.AnyType, p.Pos
	}
	return p
}
