package validate

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"example.com/quartet/internal/conformance/interop"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
)

// schemaDocuments are what a table is made of.
type schemaDocuments struct{ set *contract.DocumentSet }

func (d *schemaDocuments) Documents() *contract.DocumentSet { return d.set }

// documents returns one document.
func documents(file, text string) *schemaDocuments {
	return &schemaDocuments{&contract.DocumentSet{Files: fstest.MapFS{file: {Data: []byte(text)}}, Documents: []contract.Document{{File: file}}}}
}

// testNamespaces are the namespaces of tables for urn:t.
var testNamespaces = []schema.Namespace{{}, {URI: "urn:t", Prefix: "t"}}

// schemaTable returns a table of a schema for urn:t, given by what is in it, and of types that have its values.
func schemaTable(content string, types ...schema.TypeRows) *schema.Table {
	table := &schema.Table{Namespaces: testNamespaces, Types: types, Source: documents("t.xsd", schemaDocument(content))}
	codec.Define(table)
	return table
}

func schemaDocument(content string) string {
	return `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"` +
		` targetNamespace="urn:t" elementFormDefault="qualified">` + content + `</xs:schema>`
}

func checkerOf(types *schema.Table) soap.Checker { return NewChecker(&contract.Contract{Types: types}) }

// modelIn returns the model of a schema for urn:t, given by what is in it.
func modelIn(content string) *model { return checkerOf(schemaTable(content)).(schemaChecker).model }

// verdict validates a document.
func verdict(types *schema.Table, doc string) error {
	return checkerOf(types).Message(context.Background(), []byte(doc), &soap.Comparison{})
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
			problems.validate(t, c.name, c.docs, schemaTable(c.schema))
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
