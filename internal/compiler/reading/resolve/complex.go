package resolve

import (
	"slices"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/templates/soap/lexical"
)

// complexSource holds what pass 3 needs to complete a complex type.
type complexSource struct {
	element    *xmltree.Element // the extension or restriction, else the type itself
	simple     bool             // xs:simpleContent
	mixed      bool
	attributes attributesOf
	inner      *xsd.SimpleType // the inline type in a restriction of simple content
	facets     []*xsd.Facet
	inProgress bool
}

// fillComplexType fills t from an xs:complexType (part 1, section 3.4.2).
func (r *resolver) fillComplexType(c context, e *xmltree.Element, t *xsd.ComplexType) {
	r.checkStructure(e)
	t.Base, t.Derivation = xsd.AnyType, xsd.Restriction
	t.Abstract = r.boolean(e.Attr("abstract"), false)
	t.Block = r.derivations(e.Attr("block"), c.BlockDefault) & ofComplexTypes
	t.Final = r.derivations(e.Attr("final"), c.FinalDefault) & ofComplexTypes
	r.complex = append(r.complex, t)
	source := &complexSource{element: e, mixed: r.boolean(e.Attr("mixed"), false)}
	r.pendingComplex[t] = source
	content := r.child(e, "simpleContent", "complexContent")
	if content == nil {
		t.OwnContent = r.content(c, e, t)
		source.attributes = r.attributesOf(c, e, t)
		return
	}
	r.checkStructure(content)
	for child := range e.Elements() {
		if child != content && child.Name.Space == xsd.Namespace && child.Name.Local != "annotation" && child.Name.Local != content.Name.Local {
			d := r.report(diag.Conflict, child.Pos(), "%s cannot be used together with %s", diag.Quote(child.RawName()), diag.Quote(content.RawName()))
			relate(d, content.Pos(), "the content")
		}
	}
	source.simple = content.Name.Local == "simpleContent"
	source.mixed = r.boolean(content.Attr("mixed"), source.mixed)
	step := r.child(content, "extension", "restriction")
	if step == nil {
		r.report(diag.MissingAttr, content.Pos(), "%s contains neither an extension nor a restriction", diag.Quote(content.RawName()))
		return
	}
	source.element = step
	r.fillDerivation(c, step, t, source)
}

func (r *resolver) fillDerivation(c context, e *xmltree.Element, t *xsd.ComplexType, source *complexSource) {
	r.checkStructure(e)
	if e.Name.Local == "extension" {
		t.Derivation = xsd.Extension
	}
	if a := e.Attr("base"); a == nil {
		r.report(diag.MissingAttr, e.Pos(), "%s has no attribute \"base\"", diag.Quote(e.RawName()))
	} else if base := r.typeRef(c, a); base != nil {
		t.Base = base
	}
	if source.simple {
		r.fillSimpleContent(c, e, t, source)
	} else {
		t.OwnContent = r.content(c, e, t)
		for child := range e.Elements() {
			if _, facet := lexical.FacetKindOf(child.Name.Local); facet || child.Is(xsd.Namespace, "simpleType") {
				r.unexpected(child)
			}
		}
	}
	source.attributes = r.attributesOf(c, e, t)
}

func (r *resolver) fillSimpleContent(c context, e *xmltree.Element, t *xsd.ComplexType, source *complexSource) {
	if particles := r.child(e, "group", "all", "choice", "sequence"); particles != nil {
		r.unexpected(particles)
	}
	if t.Derivation == xsd.Extension {
		return
	}
	if inner := r.child(e, "simpleType"); inner != nil {
		source.inner = r.anonymousSimple(c, inner, t)
	}
	source.facets = r.facets(e)
}

// content returns the content model written in e: a model group or group
// reference, or nil.
func (r *resolver) content(c context, e *xmltree.Element, t *xsd.ComplexType) *xsd.Particle {
	for child := range e.Named(xsd.Namespace, "element", "any") {
		r.report(diag.UnexpectedElement, child.Pos(), "element %s is not allowed in %s", diag.Quote(child.RawName()), diag.Quote(e.RawName())).
			Hint = "put it in a sequence, choice or all"
	}
	model := r.child(e, "group", "all", "choice", "sequence")
	if model == nil {
		return nil
	}
	p := r.particle(c, model, t)
	if p == nil || isEmpty(p) {
		return nil
	}
	return p
}

// isEmpty reports whether a content model allows no content (part 1, section
// 3.4.2, explicit content 2.1). A referenced group may not be filled yet, so it
// counts as not empty.
func isEmpty(p *xsd.Particle) bool {
	group, ok := p.Term.(*xsd.ModelGroup)
	if !ok || group.Definition != nil || len(group.Particles) > 0 {
		return false
	}
	return group.Compositor != xsd.Choice || p.Min == 0
}

// completeComplex is pass 3 for t: it computes effective content and attributes.
func (r *resolver) completeComplex(t *xsd.ComplexType) {
	source := r.pendingComplex[t]
	if source == nil {
		return
	}
	if source.inProgress {
		r.report(diag.Circular, t.Pos, "%s is derived from itself", xsd.Describe(t))
		t.Base = xsd.AnyType
		return
	}
	source.inProgress = true
	switch base := t.Base.(type) {
	case *xsd.ComplexType:
		r.completeComplex(base)
		if base != xsd.AnyType {
			r.checkFinal(source.element, base, base.Final, t.Derivation)
		}
	case *xsd.SimpleType:
		r.completeSimple(base)
		r.checkFinal(source.element, base, base.Final, t.Derivation)
	}
	if source.simple {
		r.completeSimpleContent(t, source)
	} else {
		r.completeContent(t, source)
	}
	r.completeAttributes(t, source)
	delete(r.pendingComplex, t)
}

func (r *resolver) completeContent(t *xsd.ComplexType, source *complexSource) {
	base, complex := t.Base.(*xsd.ComplexType)
	if !complex {
		d := r.report(diag.BadDerivation, source.element.Pos(), "complex content cannot be derived from %s", xsd.Describe(t.Base))
		d.Hint = "use simpleContent"
		t.Base = xsd.AnyType
		base = xsd.AnyType
	}
	t.Content = t.OwnContent
	mixed := source.mixed
	if t.Derivation == xsd.Extension {
		t.Content = extended(t, base)
		if base.ContentKind == xsd.SimpleContent && t.OwnContent == nil {
			t.ContentKind, t.Simple = xsd.SimpleContent, base.Simple // only attributes are added
			return
		}
		if base.ContentKind == xsd.SimpleContent {
			d := r.report(diag.BadDerivation, source.element.Pos(), "complex content cannot extend the simple content of %s", xsd.Describe(base))
			relate(d, base.Pos, "the base type")
			t.Base, base = xsd.AnyType, xsd.AnyType
			t.Content = t.OwnContent
		}
		mixed = mixed || base.Mixed() && (base != xsd.AnyType || t.OwnContent == nil)
	}
	switch {
	case mixed:
		t.ContentKind = xsd.MixedContent
	case t.Content == nil:
		t.ContentKind = xsd.EmptyContent
	default:
		t.ContentKind = xsd.ElementContent
	}
}

// extended returns the content model of an extension: the base's content followed
// by the type's own. An extension of anyType would allow any content;
// contracts use it to mean "no base", so only its own content is used.
func extended(t, base *xsd.ComplexType) *xsd.Particle {
	switch {
	case base.Content == nil || base == xsd.AnyType && t.OwnContent != nil:
		return t.OwnContent
	case t.OwnContent == nil:
		return base.Content
	}
	return &xsd.Particle{Min: 1, Max: 1, Pos: t.OwnContent.Pos, Term: &xsd.ModelGroup{
		Info:       xsd.Info{Pos: t.OwnContent.Pos, Schema: t.Schema},
		Compositor: xsd.Sequence,
		Particles:  []*xsd.Particle{base.Content, t.OwnContent},
		Extension:  true,
	}}
}

func (r *resolver) completeSimpleContent(t *xsd.ComplexType, source *complexSource) {
	t.ContentKind = xsd.SimpleContent
	t.Simple = xsd.AnySimpleType
	switch base := t.Base.(type) {
	case *xsd.SimpleType:
		t.Simple = base
		if t.Derivation == xsd.Restriction {
			r.report(diag.BadDerivation, source.element.Pos(), "simple content cannot restrict %s; the base must be a complex type", xsd.Describe(base)).
				Hint = "use extension to add attributes, or a simpleType"
		}
	case *xsd.ComplexType:
		switch {
		case base.ContentKind == xsd.SimpleContent:
			t.Simple = base.Simple
		case base.Mixed() && source.inner != nil:
		case base == xsd.AnyType && t.Derivation == xsd.Restriction && !namesAnyType(source.element): // the base was not resolved
		default:
			d := r.report(diag.BadDerivation, source.element.Pos(), "%s has no simple content to derive from", xsd.Describe(base))
			if !base.Pos.IsZero() {
				relate(d, base.Pos, "the base type")
			}
			t.Base, t.Derivation = xsd.AnySimpleType, xsd.Extension
		}
	}
	if source.inner != nil {
		r.completeSimple(source.inner)
		t.Simple = source.inner
	}
	if len(source.facets) == 0 {
		return
	}
	base := t.Simple
	t.Simple = &xsd.SimpleType{
		Info:  xsd.Info{Pos: source.element.Pos(), Schema: t.Schema},
		Owner: t, Base: base, Variety: base.Variety, Primitive: base.Primitive, Item: base.Item, Members: base.Members, MemberKinds: base.MemberKinds,
		Derivation: xsd.Restriction, Facets: source.facets,
	}
	r.checkFacets(t.Simple)
}

// namesAnyType reports whether the base of a derivation is written as xs:anyType.
func namesAnyType(derivation *xmltree.Element) bool {
	name, err := derivation.ResolveQName(derivation.Get("base"))
	return err == nil && name == xsd.AnyType.Name
}

// completeAttributes computes the effective attributes (part 1, section 3.4.2,
// attribute uses).
func (r *resolver) completeAttributes(t *xsd.ComplexType, source *complexSource) {
	t.OwnAttributes, t.OwnAnyAttribute = r.expand(source.attributes)
	t.AnyAttribute = t.OwnAnyAttribute
	var inherited []*xsd.AttributeUse
	if base, ok := t.Base.(*xsd.ComplexType); ok {
		if r.attributes <= r.budget {
			inherited = base.Attributes
		}
		if t.Derivation == xsd.Extension {
			t.AnyAttribute = union(t.OwnAnyAttribute, base.AnyAttribute)
			if base == xsd.AnyType && t.OwnContent != nil { // means "no base", as for content
				t.AnyAttribute = t.OwnAnyAttribute
			}
		}
	}
	own := collect.ByKey(t.OwnAttributes, func(use *xsd.AttributeUse) xsd.QName { return use.Attribute.Name })
	t.Attributes = make([]*xsd.AttributeUse, 0, len(inherited)+len(t.OwnAttributes))
	for _, use := range inherited {
		replacement := own[use.Attribute.Name]
		if replacement == nil {
			t.Attributes = append(t.Attributes, use)
			continue
		}
		delete(own, use.Attribute.Name)
		if t.Derivation == xsd.Extension && replacement.Attribute != use.Attribute {
			d := r.report(diag.Duplicate, replacement.Pos, "attribute %s is already inherited", diag.Quote(use.Attribute.Name.Local))
			relate(d, use.Pos, "the inherited attribute")
			d.Severity = diag.Warning // the type's own attribute is used
		}
		if !replacement.Prohibited {
			t.Attributes = append(t.Attributes, replacement)
		}
	}
	for _, use := range t.OwnAttributes {
		if !use.Prohibited && own[use.Attribute.Name] == use {
			t.Attributes = append(t.Attributes, use)
		}
	}
	t.Attributes = slices.Clip(t.Attributes)
	r.countAttributes(t, len(t.Attributes))
}
