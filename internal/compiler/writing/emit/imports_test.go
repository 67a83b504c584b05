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

// importing are packages with the imports of a file that refers to a type of the
// run-time.
var importing = []struct {
	name  string
	pkg   ir.Package
	field *ir.Field
	want  string
}{
	{
		name:  "the run-time's folder has the name of its package",
		pkg:   ir.Package{Name: "rail", Runtime: "example.com/gen/soap"},
		field: &ir.Field{Name: "F", Scalar: decimalScalar},
		want: `
import (
	"example.com/gen/soap"
	"example.com/gen/soap/xsd"
)

type T struct {
	soap.Fault
	F xsd.Decimal
}
`,
	},
	{
		name:  "the folder has another name",
		pkg:   ir.Package{Name: "rail", Runtime: "example.com/gen/runtime"},
		field: &ir.Field{Name: "F", Scalar: decimalScalar},
		want: `
import (
	soap "example.com/gen/runtime"
	"example.com/gen/runtime/xsd"
)

type T struct {
	soap.Fault
	F xsd.Decimal
}
`,
	},
	{
		name:  "the path of the module has no dot",
		pkg:   ir.Package{Name: "rail", Runtime: "rail/gen/soap"},
		field: &ir.Field{Name: "F", Scalar: &ir.Scalar{Go: "Reader", Package: "io"}},
		want: `
import (
	"io"

	"rail/gen/soap"
)

type T struct {
	soap.Fault
	F io.Reader
}
`,
	},
	{
		name:  "the generated package has the name of an import",
		pkg:   ir.Package{Name: "soap", Runtime: "example.com/gen/soap"},
		field: &ir.Field{Name: "F", Scalar: decimalScalar},
		want: `
import (
	"example.com/gen/soap"
	"example.com/gen/soap/xsd"
)

type T struct {
	soap.Fault
	F xsd.Decimal
}
`,
	},
	{
		name: "a package for a namespace needs no alias",
		pkg: ir.Package{
			Name: "rail", Path: "example.com/gen/rail", Runtime: "example.com/gen/soap",
			Imports: []*ir.Package{stopsPackage}, Aliases: []string{"stops"},
		},
		field: &ir.Field{Name: "F", Struct: stop},
		want: `
import (
	"example.com/gen/soap"
	"example.com/gen/stops"
)

type T struct {
	soap.Fault
	F stops.Stop
}
`,
	},
	{
		name: "a package for a namespace has an alias, as the run-time has a package of that name",
		pkg: ir.Package{
			Name: "rail", Path: "example.com/gen/rail", Runtime: "example.com/gen/soap",
			Imports: []*ir.Package{schemaPackage}, Aliases: []string{"schemans"},
		},
		field: &ir.Field{Name: "F", Struct: station, Occurs: ir.Optional, Nillable: true},
		want: `
import (
	schemans "example.com/gen/schema"
	"example.com/gen/soap"
	"example.com/gen/soap/xsd"
)

type T struct {
	soap.Fault
	F xsd.Nillable[schemans.Station]
}
`,
	},
}

func TestImports(t *testing.T) {
	for _, test := range importing {
		t.Run(test.name, func(t *testing.T) {
			e := newEmitter(&test.pkg, descriptor.New(nil))
			got := rendered(t, e, func() {
				e.declare("", "type T struct {\n%s\n%s %s\n}", e.soap("Fault"), test.field.Name, e.goTypes().Field(test.field))
			})
			if got != strings.TrimPrefix(test.want, "\n") {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
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
