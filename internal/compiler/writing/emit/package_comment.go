package emit

import (
	"slices"
	"strconv"
	"strings"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/writing/plan/ir"
)

// writePackageComment writes what the package is, and how to change it.
func (e *emitter) writePackageComment() {
	doc := documented("Package "+e.pkg.Name+" serves and calls "+e.pkg.Doc, e.conventionsDoc())
	if len(e.pkg.Documents) == 0 {
		e.file.packageComment(doc)
		return
	}
	doc += "\n\nThe contract is " + documentNames(e.pkg.Documents) + ". "
	if !slices.ContainsFunc(e.pkg.Documents, func(d ir.Document) bool { return d.InPlace }) {
		doc += "The documents here are copies, which the handler serves. "
	}
	e.writeHowToChange(doc + "To change the package, change the contract, not these files")
}

// writeHowToChange adds a text to the package comment, and the command that writes the package, if it is known.
func (e *emitter) writeHowToChange(doc string) {
	if e.pkg.Command == "" {
		e.file.packageComment(doc + ".")
		return
	}
	e.file.packageComment(doc + ", and run in the root of the module:")
	e.file.packageCode(plainLine(e.pkg.Command))
}

// writeSchemaPackage writes package.go of the package for a schema: the package comment, with an example, and tables.
func (e *emitter) writeSchemaPackage() {
	doc := documented("Package "+e.pkg.Name+" holds "+e.pkg.Doc, e.conventionsDoc())
	if root := e.pkg.Example; root != nil {
		name := e.pkg.Name + "." + root.Name
		e.file.packageComment(documented(doc, "The variable of each element reads and writes documents with this root:"))
		e.file.packageCode("value, err := "+name+".Unmarshal(text)", "text, err := "+name+".Marshal(value)")
		e.file.doc = append(e.file.doc, "//")
	} else {
		e.file.packageComment(doc)
	}
	e.writeHowToChange("To change the package, change the schema, not these files")
	e.writePackageTables()
}

// conventionsDoc returns what the package comment says of types, so that not each of them
// says it; "" if there are no such types.
func (e *emitter) conventionsDoc() string {
	var sentences []string
	add := func(applies bool, sentence string) {
		if applies {
			sentences = append(sentences, sentence)
		}
	}
	add(slices.ContainsFunc(e.pkg.Simples, func(s *ir.Simple) bool { return len(s.Values) > 0 }),
		"Types with constants for the values of an enumeration keep other values, too.")
	add(e.anyStruct(func(s *ir.Struct) bool { return s.Choices }),
		"If a part of a choice is set, the fields for its other alternatives are absent.")
	add(e.anyStruct(func(s *ir.Struct) bool { return s.Simple && len(s.Fields) > 0 && s.Fields[0].Name == ir.ValueField }),
		"The field "+ir.ValueField+" is the text of an element that has attributes.")
	add(slices.ContainsFunc(e.pkg.Faults, func(f *ir.Fault) bool { return !f.Header }),
		"The Detail of a fault takes the place of the field of that name in [soap.Fault].")
	return strings.Join(sentences, " ")
}

func (e *emitter) anyStruct(is func(*ir.Struct) bool) bool {
	return slices.ContainsFunc(e.pkg.Structs, is)
}

// documentNames returns: realtime.wsdl and realtime.xsd. Other forms of the contract follow from these.
func documentNames(documents []ir.Document) string {
	const maxNames = 5
	var names []string
	for _, d := range documents {
		if d.Form == "" {
			names = append(names, d.File)
		}
	}
	if others := len(names) - 1; others >= maxNames {
		return names[0] + " with " + strconv.Itoa(others) + " other documents, which contract.go lists"
	}
	return diag.Listed(names, "and")
}
