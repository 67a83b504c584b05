package plan_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan"
	"example.com/quartet/internal/compiler/writing/plan/chosen"
)

// names are the Go names of a plan, what its struct tags say of namespaces, and its file of chosen names.
type names struct {
	all  map[chosen.Key]string
	tags map[string]string // the prefixes of namespaces, and the namespaces of names without one
	file chosen.Names
}

// namesIn plans a package with names of earlier ones, which may be nil.
func namesIn(t *testing.T, model *resolve.Model, file chosen.Names, earlier map[chosen.Key]string) names {
	t.Helper()
	n := names{all: make(map[chosen.Key]string)}
	config := plan.Config{Elements: true, Earlier: earlier, Decided: n.all, Chosen: func(string) chosen.Names { return maps.Clone(file) }}
	pkg, diags := plan.Plan(model, config)
	if pkg == nil {
		t.Fatal(diags)
	}
	again, diags := chosen.Parse(chosen.FileName, pkg.Chosen.Text())
	if len(diags) > 0 {
		t.Fatalf("the file cannot be read: %v\n%s", diags, pkg.Chosen.Text())
	}
	n.file = again
	n.tags = map[string]string{"names without a prefix": fmt.Sprint(pkg.Target, " ", pkg.Qualified)}
	for _, e := range slices.Concat(pkg.Namespaces, pkg.MoreNamespaces, pkg.ElementNamespaces) {
		if n.tags[e.Space] = e.Prefix; e.Space == pkg.Target {
			n.tags[e.Space] = "" // messages may have one
		}
	}
	return n
}

// compareNames reports names that have changed.
func compareNames(t *testing.T, when string, before, after names) {
	t.Helper()
	changed := 0
	for key, name := range before.all {
		if now := after.all[key]; now != name && (now != "" || key.Kind != "operation" && key.Kind != "service") { // another interface may have it
			if changed++; changed <= 3 {
				t.Errorf("%s: %s is named %s, and was %s", when, key, after.all[key], name)
			}
		}
	}
	for space, prefix := range before.tags {
		if now := after.tags[space]; now != prefix {
			t.Errorf("%s: tags have %q for %s, and had %q", when, now, space, prefix)
		}
	}
	if changed > 3 {
		t.Errorf("%s: %d names have changed", when, changed)
	}
}

// checkAdded adds a namespace, types and operations with names that clash: the names that were there stay. A plan with
// the file alone has the same names then.
func checkAdded(t *testing.T, model *resolve.Model) {
	t.Helper()
	before := namesIn(t, model, nil, nil)
	compareNames(t, "with its file", before, namesIn(t, model, before.file, nil))
	add(model, before)
	after := namesIn(t, model, before.file, before.all)
	compareNames(t, "with declarations that are added", before, after)
	compareNames(t, "with declarations that are added, and the file", after, namesIn(t, model, after.file, nil))
}

// add adds a type for each Go name to each of three namespaces: one that sorts before all others, the first one, with another
// spelling, and one that sorts after all others; and an operation for each name that no operation has.
func add(model *resolve.Model, n names) {
	first := model.Schemas.Schemas[0]
	before, after := &xsd.Schema{TargetNamespace: "a:a", Element: new(xmltree.Element)}, &xsd.Schema{TargetNamespace: "z:z", Element: new(xmltree.Element)}
	model.Schemas.Schemas = append(model.Schemas.Schemas, before, after)
	taken := make(map[string]bool)
	for key, name := range n.all {
		if key.Member != "" || key.Kind == "root" || taken[name] {
			continue
		}
		taken[name] = true
		for local, schema := range map[string]*xsd.Schema{name: before, name + "_": first, strings.ToLower(name[:1]) + name[1:]: after} {
			q := xsd.QName{Space: schema.TargetNamespace, Local: local}
			if model.Schemas.Type(q) == nil {
				info := xsd.Info{Name: q, Schema: schema}
				model.Schemas.Types = append(model.Schemas.Types, &xsd.ComplexType{Info: info, Base: xsd.AnyType, Derivation: xsd.Restriction})
			}
		}
	}
	addOperations(model, slices.Sorted(maps.Keys(taken)))
}

// addOperations adds copies of an operation, with other names, to the first portType that is bound.
func addOperations(model *resolve.Model, names []string) {
	var added []*wsdl11.Operation
	for _, b := range model.Bindings {
		if len(b.Operations) == 0 || added != nil && b.PortType != added[0].PortType {
			continue
		}
		first := b.Operations[0]
		for i := 0; len(added) < min(len(names), 20); i++ {
			o := *first.Operation
			o.Name = names[i] + "_"
			added = append(added, &o)
			o.PortType.Operations = append(o.PortType.Operations, &o)
		}
		for _, o := range added {
			bound := *first
			bound.Name, bound.Operation = o.Name, o
			b.Operations = append(b.Operations, &bound)
		}
	}
}
