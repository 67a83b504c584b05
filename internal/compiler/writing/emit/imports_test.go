package emit

import (
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/writing/descriptor"
	"example.com/quartet/internal/compiler/writing/plan/ir"
)

// Packages for namespaces, each with a type.
var (
	stopsPackage  = &ir.Package{Name: "stops", Path: "example.com/gen/stops"}
	schemaPackage = &ir.Package{Name: "schema", Path: "example.com/gen/schema"}
	stop          = &ir.Struct{Name: "Stop", Package: stopsPackage}
	station       = &ir.Struct{Name: "Station", Package: schemaPackage}
)

// importing are packages with the imports of a file that has a field, and the type of the field.
var importing = []struct {
	name  string
	pkg   ir.Package
	field ir.Field
	want  string
}{
	{
		"the folder of the run-time has the name of its package", ir.Package{Name: "rail", Runtime: "example.com/gen/soap"}, ir.Field{Scalar: decimalScalar},
		`"example.com/gen/soap" "example.com/gen/soap/xsd" xsd.Decimal`,
	},
	{
		"the folder has another name", ir.Package{Name: "rail", Runtime: "example.com/gen/runtime"}, ir.Field{Scalar: decimalScalar},
		`soap "example.com/gen/runtime" "example.com/gen/runtime/xsd" xsd.Decimal`,
	},
	{
		"the path of the module has no dot", ir.Package{Name: "rail", Runtime: "rail/gen/soap"}, ir.Field{Scalar: &ir.Scalar{Go: "Reader", Package: "io"}},
		`"io" "rail/gen/soap" io.Reader`,
	},
	{
		"the generated package has the name of an import", ir.Package{Name: "soap", Runtime: "example.com/gen/soap"}, ir.Field{Scalar: decimalScalar},
		`"example.com/gen/soap" "example.com/gen/soap/xsd" xsd.Decimal`,
	},
	{
		"a package for a namespace needs no alias",
		ir.Package{Name: "rail", Runtime: "example.com/gen/soap", Imports: []*ir.Package{stopsPackage}, Aliases: []string{"stops"}}, ir.Field{Struct: stop},
		`"example.com/gen/soap" "example.com/gen/stops" stops.Stop`,
	},
	{
		"a package for a namespace has an alias, as the run-time has a package of that name",
		ir.Package{Name: "rail", Runtime: "example.com/gen/soap", Imports: []*ir.Package{schemaPackage}, Aliases: []string{"schemans"}},
		ir.Field{Struct: station, Occurs: ir.Optional, Nillable: true},
		`schemans "example.com/gen/schema" "example.com/gen/soap" "example.com/gen/soap/xsd" xsd.Nillable[schemans.Station]`,
	},
}

func TestImports(t *testing.T) {
	words := strings.NewReplacer("import", "", "(", "", ")", "", "type T struct {", "", "soap.Fault", "", "F ", "", "}", "")
	for _, test := range importing {
		test.pkg.Path = "example.com/gen/rail"
		e := newEmitter(&test.pkg, descriptor.New(nil))
		text := rendered(t, e, func() {
			e.declare("", "type T struct {\n%s\nF %s\n}", e.soap("Fault"), e.goTypes().Field(&test.field))
		})
		if got := strings.Join(strings.Fields(words.Replace(text)), " "); got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, got, test.want)
		}
	}
}

func TestImportsOfServices(t *testing.T) {
	for _, test := range []struct{ name, path, want string }{
		{"rail", "example.com/gen/rail", `"example.com/gen/rail"`},
		{"rail", "example.com/gen/rail-2", `rail "example.com/gen/rail-2"`},
		{"soap", "example.com/gen/soapapi", `soapapi "example.com/gen/soapapi"`}, // which would be the name soap
		{"http", "example.com/gen/http", `http1 "example.com/gen/http"`},
	} {
		service := &ir.Service{Name: "Rail", NewHandler: "NewHandler", Unimplemented: "UnimplementedRail"}
		pkg := &ir.Package{Name: test.name, Runtime: "example.com/gen/run", Services: []*ir.Service{service}}
		f, err := Tests(pkg, test.path)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(f.Data), "\n\t"+test.want+"\n") {
			t.Errorf("package %s in %s: the package for tests does not import it as %s:\n%s", test.name, test.path, test.want, f.Data)
		}
	}
}
