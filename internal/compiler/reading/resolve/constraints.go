package resolve

import (
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// keyRef is a keyref whose key is resolved after all keys are known.
type keyRef struct {
	context    context
	attribute  *xmltree.Attr
	constraint *xsd.IdentityConstraint
}

// constraint adds an identity constraint to d (part 1, section 3.11.2).
func (r *resolver) constraint(c context, e *xmltree.Element, d *xsd.ElementDeclaration) {
	r.checkStructure(e)
	local, ok := r.name(e)
	if !ok {
		return
	}
	name := xsd.QName{Space: c.TargetNamespace, Local: local}
	k := &xsd.IdentityConstraint{
		Info: r.info(c.schema, e, name),
		Kind: map[string]xsd.ConstraintKind{"key": xsd.Key, "keyref": xsd.KeyRef, "unique": xsd.Unique}[e.Name.Local],
	}
	for child := range e.Elements() {
		switch {
		case child.Is(xsd.Namespace, "selector"):
			k.Selector = xsd.XPath{Text: child.Get("xpath"), Scope: child}
		case child.Is(xsd.Namespace, "field"):
			k.Fields = append(k.Fields, xsd.XPath{Text: child.Get("xpath"), Scope: child})
		}
	}
	if k.Kind == xsd.KeyRef {
		if a := e.Attr("refer"); a != nil {
			r.keyRefs = append(r.keyRefs, keyRef{c, a, k})
		} else {
			r.report(diag.MissingAttr, e.Pos(), "%s has no attribute \"refer\"", diag.Quote(e.RawName()))
		}
	}
	if previous := r.constraints[name]; previous != nil {
		report := r.report(diag.Duplicate, k.Pos, "identity constraint %s is defined twice in namespace %s", diag.Quote(local), diag.Quote(name.Space))
		report.Severity = diag.Warning // it is not evaluated
		relate(report, previous.Pos, "the other definition")
	}
	r.constraints[name] = k
	d.Constraints = append(d.Constraints, k)
	r.model.Schemas.Constraints = append(r.model.Schemas.Constraints, k)
}

func (r *resolver) resolveKeyRef(k keyRef) {
	name, ok := r.qname(k.context, k.attribute, k.attribute.Value)
	if !ok {
		return
	}
	if k.constraint.Refer = r.constraints[name]; k.constraint.Refer != nil {
		return
	}
	r.unresolved(k.context, "key", k.attribute, k.attribute.Value, name,
		names(r.model.Schemas.Constraints, func(k *xsd.IdentityConstraint) xsd.QName { return k.Name }))
}
