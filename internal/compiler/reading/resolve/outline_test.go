package resolve_test

import (
	"fmt"
	"strings"

	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// outline returns the components of a model, except components of built-in documents, one on each line.
func outline(m *resolve.Model) string {
	var b strings.Builder
	if m.IsSchema() {
		fmt.Fprintf(&b, "schema %s\n", m.TargetNamespace())
	}
	for _, e := range m.Schemas.Elements {
		if e.Schema.WellKnown {
			continue
		}
		fmt.Fprintf(&b, "element %s: %s", e.Name.Local, typeName(e.Type))
		for _, s := range e.SubstitutionGroup() {
			b.WriteString(" <- " + s.Name.Local)
		}
		for _, k := range e.Constraints {
			fmt.Fprintf(&b, "; %s %s %s", [...]string{"key", "keyref", "unique"}[k.Kind], k.Name.Local, k.Selector.Text)
			for _, f := range k.Fields {
				b.WriteString(" " + f.Text)
			}
			if k.Refer != nil {
				b.WriteString(" refers to " + k.Refer.Name.Local)
			}
		}
		b.WriteString("\n")
		if t, ok := e.Type.(*xsd.ComplexType); ok && t.Owner == xsd.Component(e) {
			outlineType(&b, "its type", t)
		}
	}
	for _, t := range m.Schemas.Types {
		if t.Component().Schema.WellKnown {
			continue
		}
		outlineType(&b, "type "+t.Component().Name.Local, t)
	}
	for _, p := range m.PortTypes {
		fmt.Fprintf(&b, "portType %s, %d bindings\n", p.Name.Local, len(m.BindingsOf(p)))
		for _, o := range p.Operations {
			fmt.Fprintf(&b, "  %s%s%s", o.Name, message(" <", o.Input), message(" >", o.Output))
			for _, f := range o.Faults {
				fmt.Fprintf(&b, " !%s %s", f.Name, f.Message.Name.Local)
			}
			b.WriteString("\n")
		}
	}
	for _, binding := range m.Bindings {
		fmt.Fprintf(&b, "binding %s of %s: %s %s %s\n", binding.Name.Local, binding.PortType.Name.Local, binding.Kind, binding.Verb, binding.Namespace)
		for _, o := range binding.Operations {
			fmt.Fprintf(&b, "  %s at line %d action %q required %v", o.Name, o.Operation.Pos.Line, o.SOAPAction, o.SOAPActionRequired)
			for i, bound := range []*wsdl11.BindingMessage{o.Input, o.Output} {
				if bound != nil {
					b.WriteString([...]string{" <", " >"}[i] + payload(bound))
				}
			}
			for _, f := range o.Faults {
				fmt.Fprintf(&b, " !%s", f.Name)
				if f.SOAP != nil {
					b.WriteString("=" + f.SOAP.Name)
				}
			}
			b.WriteString("\n")
		}
	}
	for _, d := range m.Definitions {
		fmt.Fprintf(&b, "document with %d bindings, %d services\n", len(d.Bindings), len(d.Services))
	}
	for _, s := range m.Services {
		fmt.Fprintf(&b, "service %s:", s.Name.Local)
		for _, p := range s.Ports {
			fmt.Fprintf(&b, " %s %s at %q", p.Name, p.Binding.Name.Local, p.Address)
		}
		b.WriteString("\n")
	}
	return b.String()
}

func outlineType(b *strings.Builder, title string, t xsd.Type) {
	switch t := t.(type) {
	case *xsd.SimpleType:
		fmt.Fprintf(b, "%s: %s", title, typeName(t.Base))
		for _, f := range t.Facets {
			fmt.Fprintf(b, " %s=%q", f.Kind, f.Value)
		}
	case *xsd.ComplexType:
		fmt.Fprintf(b, "%s: %s of %s %s [%s]", title, [...]string{"empty", "simple", "elements", "mixed"}[t.ContentKind], typeName(t.Base), show(t.Content), attributes(t))
		for _, use := range t.Attributes {
			if use.ArrayType != nil {
				fmt.Fprintf(b, " array of %s%s", typeName(use.ArrayType.Item), use.ArrayType.Dimensions)
			}
		}
		if w := t.AnyAttribute; w != nil {
			fmt.Fprintf(b, " *%s%q", [...]string{"any", "not", "in"}[w.Constraint], w.Namespaces)
		}
	}
	b.WriteString("\n")
}

func typeName(t xsd.Type) string {
	if name := t.Component().Name.Local; name != "" {
		return name
	}
	return "anonymous"
}

// message returns the name and action of an input or output, and its message with the parts.
func message(before string, m *wsdl11.OperationMessage) string {
	if m == nil {
		return ""
	}
	s := before + m.Name
	if m.Action != "" {
		s += "=" + m.Action
	}
	s += " " + m.Message.Name.Local
	for _, p := range m.Message.Parts {
		s += "," + p.Name + ":"
		if p.Element != nil {
			s += "<" + p.Element.Name.Local + ">"
		} else {
			s += typeName(p.Type)
		}
	}
	return s
}

func payload(m *wsdl11.BindingMessage) string {
	var s string
	if m.Body != nil {
		s = fmt.Sprintf("body listed %v", m.Body.Listed)
		for _, p := range m.Body.Parts {
			s += " " + p.Name
		}
	}
	for _, h := range m.Headers {
		s += " header " + h.Message.Name.Local + "." + h.Part.Name
	}
	return s
}
