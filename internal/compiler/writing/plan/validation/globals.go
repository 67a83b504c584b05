package validation

import (
	"cmp"
	"slices"

	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/compiler/writing/plan/typing"
)

// describeGlobals describes the global components that messages, wildcards and xsi:type
// can name, and the wrappers of rpc messages.
func (d *describer) describeGlobals() {
	elements := messageElements(d.pkg, d.in.Types.Documents)
	messages := rpcMessages(d.in.Bindings, elements)
	var globals []*xsd.ElementDeclaration
	for _, n := range neededComponents(d.in, elements, messages) {
		switch c := n.c.(type) {
		case *xsd.SimpleType:
			if d.in.Types.Scalars[c] == nil && !c.Redefined {
				d.undeclaredSimple(c, nil)
			}
		case *xsd.ComplexType:
			if !c.Redefined {
				d.structFor(c, nil)
			}
		case *xsd.ElementDeclaration:
			globals = append(globals, c)
		case *xsd.AttributeDeclaration:
			d.globalAttribute(c)
		}
	}
	for _, e := range globals {
		d.globalElement(e)
	}
	for _, b := range d.in.PartElements {
		g := &ir.GlobalElement{Message: true, Field: &ir.Field{Wire: typing.WireName(b.Name), Nillable: true, Pos: b.Pos}}
		d.setGlobalType(g, b.Type, nil)
		d.addGlobal(g, nil)
	}
	d.wrappers(messages)
}

// neededComponents returns the named components that validation needs, in the order of
// kind, name and position. messages are the names of the elements in messages.
func neededComponents(in Input, messages map[xsd.QName]bool, wrappers []rpcMessage) []namedComponent {
	w := &needs{in: in, messages: messages, needed: make(map[any]bool)}
	w.needRoots()
	for _, e := range in.PartElements {
		w.need(e.Type)
	}
	for _, m := range wrappers {
		for _, part := range m.parts {
			w.needPart(part)
		}
	}
	w.needReferences()
	w.needWhole()
	all := w.namedComponents()
	slices.SortFunc(all, compareComponents)
	return all
}

func compareComponents(a, b namedComponent) int {
	return cmp.Or(cmp.Compare(a.kind, b.kind), cmp.Compare(a.name.Space, b.name.Space), cmp.Compare(a.name.Local, b.name.Local), componentPos(a.c).Compare(componentPos(b.c)))
}

func (d *describer) globalAttribute(a *xsd.AttributeDeclaration) {
	pkg := d.packageOf(&a.Info)
	if !d.seesType(pkg, a.Type) {
		pkg = nil
	}
	f := &ir.Field{Wire: typing.WireName(a.Name), Occurs: ir.Optional, Scalar: d.scalarFor(a.Type, pkg), Pos: a.Pos}
	d.index(&f.Wire, pkg)
	to := cmp.Or(pkg, d.pkg)
	to.GlobalAttributes = append(to.GlobalAttributes, f)
}

// globalElement adds an element to the package of its namespace; or to the service's
// package if that package does not import the package of the element's type.
func (d *describer) globalElement(e *xsd.ElementDeclaration) {
	pkg := d.packageOf(&e.Info)
	if !d.seesType(pkg, e.Type) {
		pkg = nil
	}
	g := &ir.GlobalElement{Abstract: e.Abstract, Field: &ir.Field{Wire: typing.WireName(e.Name), Nillable: e.Nillable, Pos: e.Pos}}
	d.setGlobalType(g, e.Type, pkg)
	d.setConstraints(g.Field, e)
	if e.Default != nil && e.Fixed == nil {
		g.Field.Fallback = d.value(e.Type, *e.Default, e.ValueScope)
	}
	d.addGlobal(g, pkg)
}

// seesType reports whether a package contains the type, or imports the package that does.
func (d *describer) seesType(pkg *ir.Package, t xsd.Type) bool {
	switch t := t.(type) {
	case *xsd.SimpleType:
		s := d.in.Types.Scalars[t]
		return t.Name.Local == "" || t.Builtin || s != nil && s.Type != nil && sees(pkg, s.Type.Package)
	case *xsd.ComplexType:
		s := d.in.Types.Types[t]
		return t.Builtin || s != nil && sees(pkg, s.Package)
	}
	return false
}

// setGlobalType sets the type of a global element, or its attributes and content if the
// type is anonymous and nothing else has it.
func (d *describer) setGlobalType(g *ir.GlobalElement, t xsd.Type, pkg *ir.Package) {
	if c, ok := t.(*xsd.ComplexType); ok && !c.Builtin && c.Name.Local == "" && d.in.Types.Types[c] == nil {
		g.Model = d.modelOf(&ir.Struct{Package: pkg}, c)
		g.Mixed = c.Mixed() && g.Model.Value == nil
		return
	}
	d.setValueType(g.Field, t, pkg)
}

func (d *describer) addGlobal(g *ir.GlobalElement, pkg *ir.Package) {
	d.index(&g.Field.Wire, pkg)
	to := cmp.Or(pkg, d.pkg)
	to.GlobalElements = append(to.GlobalElements, g)
}

// wrappers adds the wrappers of rpc messages. Their parts may be nil, and in any order. A
// struct for the parts of a request says the same, unless several messages have the name.
func (d *describer) wrappers(messages []rpcMessage) {
	byName := make(map[xsd.QName][]*ir.GlobalElement)
	for _, m := range messages {
		g := &ir.GlobalElement{Message: true, Field: &ir.Field{Wire: typing.WireName(m.name)}, Model: d.partsModel(m.parts)}
		if !slices.ContainsFunc(byName[m.name], func(other *ir.GlobalElement) bool {
			return modelKey(other.Model, false) == modelKey(g.Model, false)
		}) {
			byName[m.name] = append(byName[m.name], g)
			d.addGlobal(g, nil)
		}
	}
	enter := func(s *ir.Struct, n ir.Name) {
		if all := byName[xsd.QName{Space: n.Space, Local: n.Local}]; s != nil && s.Kind == "message" && !s.NoCodec && len(all) == 1 {
			if all[0].Model != nil {
				s.Model = all[0].Model
			}
			all[0].Field.Struct, all[0].Model = s, nil
		}
	}
	for _, s := range d.pkg.Services {
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

func (d *describer) partsModel(parts []*wsdl11.Part) *ir.Model {
	all := &ir.Particle{Min: 1, Max: 1, Group: ir.All}
	for _, part := range parts {
		if part.Element != nil { // without an accessor, see package bind
			all.Particles = append(all.Particles, d.element(part.Element, nil))
			continue
		}
		f := &ir.Field{Wire: ir.Name{Local: part.Name}, Nillable: true, Pos: part.Pos}
		d.index(&f.Wire, nil)
		t := part.Type
		if t == nil {
			t = xsd.AnyType
		}
		d.setValueType(f, t, nil)
		all.Particles = append(all.Particles, &ir.Particle{Min: 1, Max: 1, Field: f})
	}
	if len(parts) == 0 {
		return &ir.Model{}
	}
	return &ir.Model{Content: []*ir.Particle{all}}
}
