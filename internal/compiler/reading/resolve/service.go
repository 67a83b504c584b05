package resolve

import (
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xmltree"
)

func (w *wsdl) buildServices(d *wsdl11.Definitions) {
	d.Services = each(w, &w.services, d, "service", func(e *xmltree.Element, name wsdl11.QName) *wsdl11.Service {
		s := &wsdl11.Service{Name: name}
		s.Info = w.node(e, func(child *xmltree.Element) bool {
			if !child.Is(wsdl11.Namespace, "port") {
				return false
			}
			if p := w.port(s, child); p != nil {
				s.Ports = append(s.Ports, p)
			}
			return true
		})
		return s
	})
}

func (w *wsdl) port(s *wsdl11.Service, e *xmltree.Element) *wsdl11.Port {
	name, ok := w.name(e)
	if !ok {
		return nil
	}
	p := &wsdl11.Port{Name: name, Service: s}
	first := len(w.diags)
	p.Info = w.node(e, func(child *xmltree.Element) bool {
		if child.Name.Local != "address" || wsdl11.KindOf(child.Name.Space) == wsdl11.OtherBinding {
			return false
		}
		w.address(p, child)
		return true
	})
	for _, other := range s.Ports {
		if other.Name == name {
			d := w.report(diag.Duplicate, p.Pos, "service %s has two ports %s", diag.Quote(s.Name.Local), diag.Quote(name))
			relate(d, other.Pos, "the other port")
			return nil
		}
	}
	if p.Binding, ok = lookup(w, &w.bindings, e, "binding", "binding"); !ok {
		if w.lenient {
			w.continueUnresolved("; the port is left out")
		}
		return nil
	}
	w.tolerate(p.Binding, first)
	return p
}

func (w *wsdl) address(p *wsdl11.Port, e *xmltree.Element) {
	a := e.Attr("location")
	switch {
	case a == nil:
		w.report(diag.MissingAttr, e.Pos(), "%s has no attribute \"location\"", diag.Quote(e.RawName()))
	case p.AddressAttr != nil:
		relate(w.report(diag.Conflict, e.Pos(), "a second address for one port"), p.AddressAttr.Pos(), "first used here")
	default:
		p.Address, p.AddressAttr, p.AddressKind = strings.TrimSpace(a.Value), a, wsdl11.KindOf(e.Name.Space)
	}
}
