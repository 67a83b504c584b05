package emit

import "github.com/dave/jennifer/jen"

// schemaFiles lists the files of the package for a schema.
func (e *emitter) schemaFiles() []outputFile {
	return []outputFile{
		{"package.go", e.writeSchemaPackage, false},
		{"types.go", e.writeTypes, !e.declaresTypes()},
		{"schema.go", e.writeTable, false},
	}
}

// writeSchemaPackage writes package.go: the package comment and tables.
//
//	// Package orders holds the types and elements of the schema orders.xsd.
//	//
//	// The variable of each element reads and writes documents with this root:
//	//
//	//	order, err := orders.ElementOrder.Unmarshal(text)
//	//	text, err := orders.ElementOrder.Marshal(order)
//	//
//	// To change the package, change the schema, not these files, and run in the root of the
//	// module:
//	//
//	//	go tool quartet generate
func (e *emitter) writeSchemaPackage(file *jen.File) {
	write := func(doc string, code ...string) {
		for _, line := range commentLines(doc) {
			file.PackageComment(line)
		}
		if len(code) > 0 {
			file.PackageComment("//")
		}
		for _, line := range code {
			file.PackageComment("//\t" + line)
		}
	}
	doc := documented("Package "+e.pkg.Name+" holds "+e.pkg.Doc, e.conventionsDoc())
	if root := e.pkg.Example; root != nil {
		name := e.pkg.Name + "." + root.Name
		write(documented(doc, "The variable of each element reads and writes documents with this root:"),
			"value, err := "+name+".Unmarshal(text)", "text, err := "+name+".Marshal(value)")
		file.PackageComment("//")
	} else {
		write(doc + "\n")
	}
	doc = "To change the package, change the schema, not these files"
	if e.pkg.Command == "" {
		write(doc + ".")
	} else {
		write(doc+", and run in the root of the module:", plainLine(e.pkg.Command))
	}
	e.writeNamespaces(file)
	e.writeDocuments(file)
	e.writeProtocol(file)
}
