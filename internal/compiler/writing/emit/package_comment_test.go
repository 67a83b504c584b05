package emit

import (
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/writing/plan/ir"
)

// TestPackageComment writes the comments of packages for contracts of one document, some, and many.
func TestPackageComment(t *testing.T) {
	documents := func(names ...string) (list []ir.Document) {
		for _, name := range names {
			list = append(list, ir.Document{File: name})
		}
		return list
	}
	for _, test := range []struct {
		name string
		pkg  ir.Package
		want string
	}{
		{"no documents", ir.Package{}, `
// Package rail serves and calls trains.
package rail
`},
		{"a document", ir.Package{Documents: append(documents("rail.wsdl"), ir.Document{Form: ir.FlatForm, File: "rail.flat.wsdl"})}, `
// Package rail serves and calls trains.
//
// The contract is rail.wsdl. The documents here are copies, which the handler
// serves. To change the package, change the contract, not these files.
package rail
`},
		{"a command", ir.Package{Documents: documents("rail.wsdl", "a.xsd", "b.xsd"), Command: "go tool quartet generate rail.wsdl\n --out ."}, `
// Package rail serves and calls trains.
//
// The contract is rail.wsdl, a.xsd and b.xsd. The documents here are copies,
// which the handler serves. To change the package, change the contract, not
// these files, and run in the root of the module:
//
//	go tool quartet generate rail.wsdl  --out .
package rail
`},
		{"many documents", ir.Package{Documents: documents("rail.wsdl", "a.xsd", "b.xsd", "c.xsd", "d.xsd", "e.xsd")}, `
// Package rail serves and calls trains.
//
// The contract is rail.wsdl with 5 other documents, which contract.go lists.
// The documents here are copies, which the handler serves. To change the
// package, change the contract, not these files.
package rail
`},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.pkg.Name, test.pkg.Doc = "rail", "trains."
			e := &emitter{pkg: &test.pkg}
			file := e.newSource("", "rail")
			e.writePackageComment()
			if got := "\n" + string(file.text()); strings.TrimSpace(got) != strings.TrimSpace(test.want) {
				t.Errorf("got%s\nwant%s", got, test.want)
			}
		})
	}
}
