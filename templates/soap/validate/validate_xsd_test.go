package validate

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/writing/descriptor"
	"example.com/quartet/internal/compiler/writing/plan"
	"example.com/quartet/internal/compiler/writing/plan/ir"
	"example.com/quartet/internal/conformance/interop"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
)

// schemaPackage returns what the compiler plans for a schema for urn:t, given by what is in it.
func schemaPackage(t testing.TB, content string) *ir.Package {
	t.Helper()
	contract := filepath.Join(t.TempDir(), "t.wsdl")
	text := `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" targetNamespace="urn:t"><types>` + schemaDocument(content) + `</types></definitions>`
	if err := os.WriteFile(contract, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	set, diags := load.Load(context.Background(), load.Config{Main: contract})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	model, diags := resolve.Resolve(set)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	pkg, diags := plan.Types(model, plan.Config{Package: "t", Runtime: "example.com/soap"})
	if pkg == nil {
		t.Fatal(diags)
	}
	return pkg
}

// tableOf returns descriptions of a package that nothing has been validated with.
func tableOf(pkg *ir.Package) *schema.Table {
	d := descriptor.New(nil)
	table := d.Package(pkg).Table
	for _, other := range d.Tables() {
		codec.Define(other)
	}
	return table
}

// schemaTable returns the descriptions that the compiler makes of a schema for urn:t.
func schemaTable(t testing.TB, content string) *schema.Table {
	t.Helper()
	table := tableOf(schemaPackage(t, content))
	set, err := component.Read(&contract.DocumentSet{
		Files: fstest.MapFS{"t.xsd": {Data: []byte(schemaDocument(content))}}, Documents: []contract.Document{{File: "t.xsd"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	componentsOf.Store(table, newComponentModel(set, table.Closure(), nil))
	return table
}

// inRows returns the text of an error as rows have it, which do not know the names of built-in lists.
func inRows(err error) string {
	return strings.ReplaceAll(fmt.Sprint(err), `"" is not a valid xs:NMTOKENS`, `"" has the length 0, less than the minimum 1`)
}

// componentsOf has the components of the schemas of tables.
var componentsOf sync.Map

func schemaDocument(content string) string {
	return `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"` +
		` targetNamespace="urn:t" elementFormDefault="qualified">` + content + `</xs:schema>`
}

// verdict validates a document with the rows of a table. If the components of its schema are known, they say the same.
func verdict(t testing.TB, types *schema.Table, doc string) error {
	t.Helper()
	check := schemaChecker{types: types}
	err := check.Message(context.Background(), []byte(doc), &soap.Comparison{})
	if components, ok := componentsOf.Load(types); ok {
		check.components = components.(*componentModel)
		other := check.Message(context.Background(), []byte(doc), &soap.Comparison{})
		if inRows(other) != inRows(err) {
			t.Errorf("%s\nrows:       %v\ncomponents: %v", doc, err, other)
		}
	}
	return err
}

// xmllint returns what another validator says of documents, in their order: a function of the texts, nil if there is
// none.
func xmllint(t testing.TB, schema string, docs []string) []bool {
	t.Helper()
	program := interop.Program(t, "xmllint", "libxml2-utils")
	dir := t.TempDir()
	file := filepath.Join(dir, "t.xsd")
	if err := os.WriteFile(file, []byte(schemaDocument(schema)), 0o666); err != nil {
		t.Fatal(err)
	}
	args := []string{"--noout", "--schema", file}
	for i, doc := range docs {
		path := filepath.Join(dir, string(rune('A'+i/26))+string(rune('a'+i%26))+".xml")
		if err := os.WriteFile(path, []byte(doc), 0o666); err != nil {
			t.Fatal(err)
		}
		args = append(args, path)
	}
	out, _ := exec.Command(program, args...).CombinedOutput()
	if !strings.Contains(string(out), "validates") {
		t.Fatalf("xmllint cannot use the schema:\n%s", out)
	}
	var verdicts []bool
	for _, path := range args[3:] {
		verdicts = append(verdicts, strings.Contains(string(out), path+" validates\n"))
	}
	return verdicts
}

// schemaCase is a schema with documents: each begins with + or -, which says whether it is valid. In place of the
// namespaces there is <r ...>, which declares them.
type schemaCase struct {
	name, schema, docs string
}

func (c *schemaCase) documents() (docs []string, valid []bool) {
	for line := range strings.Lines(c.docs) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		valid = append(valid, line[0] == '+')
		doc := line[1:]
		end := strings.IndexAny(doc, " />")
		docs = append(docs, doc[:end]+` xmlns="urn:t" xmlns:t="urn:t" xmlns:u="urn:u" xmlns:xs="http://www.w3.org/2001/XMLSchema"`+
			` xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"`+doc[end:])
	}
	return docs, valid
}

// TestVerdicts validates documents that are valid and that are not, and compares with what another validator says.
func TestVerdicts(t *testing.T) {
	problems := readProblems(t, "schemas")
	for _, c := range schemaCases {
		t.Run(c.name, func(t *testing.T) {
			problems.validate(t, c.name, c.docs, schemaTable(t, c.schema))
		})
		t.Run(c.name+"/xmllint", func(t *testing.T) {
			docs, valid := c.documents()
			for i, other := range xmllint(t, c.schema, docs) {
				if other != valid[i] && !strings.Contains(docs[i], "<!--differs-->") {
					t.Errorf("xmllint says %v of\n%s", other, docs[i])
				}
			}
		})
	}
	problems.update(t)
}
