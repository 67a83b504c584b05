package plan_test

import (
	"testing"

	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/writing/plan"
	"example.com/quartet/internal/conformance/corpus"
)

// nestedTypes has types without a name in elements, attributes, types, groups and responses. Some have names that depend on no
// other declaration only because they are made from the whole path.
const nestedTypes = `<xs:complexType name="Volume"><xs:attribute name="type"><xs:simpleType><xs:restriction base="xs:string"><xs:enumeration value="a"/></xs:restriction></xs:simpleType></xs:attribute></xs:complexType>
<xs:element name="order"><xs:complexType><xs:sequence>
  <xs:element name="units"><xs:complexType><xs:sequence><xs:element name="unit"><xs:complexType><xs:sequence><xs:element name="id" type="xs:int"/></xs:sequence></xs:complexType></xs:element></xs:sequence></xs:complexType></xs:element>
  <xs:group ref="t:parts"/></xs:sequence></xs:complexType></xs:element>
<xs:group name="parts"><xs:sequence><xs:element name="part"><xs:complexType><xs:choice maxOccurs="unbounded"><xs:element name="x" type="xs:int"/><xs:element name="y" type="xs:int"/></xs:choice></xs:complexType></xs:element></xs:sequence></xs:group>
<xs:element name="both"><xs:complexType><xs:sequence><xs:element name="k"><xs:complexType/></xs:element></xs:sequence>
  <xs:attribute name="k"><xs:simpleType><xs:restriction base="xs:string"><xs:enumeration value="a"/></xs:restriction></xs:simpleType></xs:attribute></xs:complexType></xs:element>
<xs:complexType name="T"/>
<xs:element name="state"><xs:simpleType><xs:restriction base="xs:string"><xs:enumeration value="on"/></xs:restriction></xs:simpleType></xs:element>`

// TestNamesOfPaths compares the names of types without a name, and adds declarations with names that clash: no name changes.
func TestNamesOfPaths(t *testing.T) {
	model := resolved(t, nestedTypes)
	names := goNames(t, model)
	for path, want := range map[string]string{
		"attribute Volume/type": "VolumeType", "element order": "Order", "element order/units": "OrderUnits", "element order/units/unit": "OrderUnit",
		"element parts/part": "PartsPart", "items parts/part/Item": "PartsPartItem", "element state": "State",
		"element both/k": "BothK", "attribute both/k": "BothKType",
	} {
		if names[path] != want {
			t.Errorf("%s: %s, want %s", path, names[path], want)
		}
	}
	checkAdded(t, model)
}

// TestCorpusNames is TestNamesOfPaths for real contracts, in which no name ends with a number that the contract does not have.
func TestCorpusNames(t *testing.T) {
	for _, c := range corpus.All(t) {
		if !c.Valid() {
			continue
		}
		t.Run(c.Name, func(t *testing.T) {
			set, diags := load.Load(t.Context(), load.Config{Main: c.Main, Catalogs: c.Catalogs()})
			if diags.HasErrors() {
				t.Skip("the contract has errors")
			}
			model, diags := resolve.Resolve(set)
			if diags.HasErrors() || len(model.Schemas.Schemas) == 0 {
				t.Skip("the contract has errors, or no schema")
			}
			names := goNames(t, model)
			for path, name := range names {
				if last := name[len(name)-1]; last >= '2' && last <= '9' && path[len(path)-1] != last {
					t.Errorf("%s is named %s", path, name)
				}
			}
			checkAdded(t, model)
		})
	}
}

// goNames returns the Go names of declarations by their kind and path.
func goNames(t *testing.T, model *resolve.Model) map[string]string {
	t.Helper()
	pkg, diags := plan.Plan(model, plan.Config{Elements: true})
	if pkg == nil {
		t.Fatal(diags)
	}
	names := make(map[string]string)
	for _, n := range pkg.Names {
		names[n.Kind+" "+n.Name] = n.Go
	}
	return names
}
