package suite_test

import (
	"context"
	"fmt"
	"html"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"

	"example.com/quartet/internal/compiler/reading/check"
	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsdcheck"
	"example.com/quartet/internal/compiler/writing/tolerate"
)

// contractName is the name of the contract that imports the documents of a schema. No document has this name.
const contractName = "quartet-suite.wsdl"

// contractText has an operation that needs none of the schema's components, and a place for imports.
const contractText = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:suite="urn:suite" targetNamespace="urn:suite">%s
<message name="none"/><portType name="p"><operation name="o"><input message="suite:none"/></operation></portType>
<binding name="b" type="suite:p"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="o"><soap:operation/><input><soap:body use="literal"/></input></operation></binding>
<service name="s"><port name="p" binding="suite:b"><soap:address location="http://suite.example/"/></port></service></definitions>`

// readSchema reads a schema of the suite as the types of a contract and returns the diagnostics that are not about
// the contract. The model is nil if the documents could not be read.
func readSchema(folder string, schemas []string) (*resolve.Model, diag.List, error) {
	base, err := filepath.Abs(filepath.Join(folder, filepath.FromSlash(path.Dir(schemas[0]))))
	if err != nil {
		return nil, nil, err
	}
	contract := filepath.Join(base, contractName)
	var imports strings.Builder
	for _, name := range schemas {
		file, err := filepath.Abs(filepath.Join(folder, filepath.FromSlash(name)))
		if err != nil {
			return nil, nil, err
		}
		location, err := filepath.Rel(base, file)
		if err != nil {
			return nil, nil, err
		}
		fmt.Fprintf(&imports, `<import namespace="%s" location="%s"/>`, html.EscapeString(targetNamespace(file)),
			html.EscapeString((&url.URL{Path: filepath.ToSlash(location)}).String()))
	}
	text := fmt.Sprintf(contractText, imports.String())
	uri := (&url.URL{Scheme: "file", Path: filepath.ToSlash(contract)}).String()
	set, diags := load.Load(context.Background(), load.Config{
		Main: uri, Read: load.Overlay(map[string][]byte{uri: []byte(text)}, nil),
	})
	if set == nil {
		return nil, diags, nil
	}
	model, found := tolerate.Config{}.Resolve(set)
	diags = append(diags, found...)
	if !diags.HasErrors() {
		diags = append(diags, xsdcheck.Check(model.Schemas)...)
		diags = append(diags, check.Check(model)...)
	}
	var own diag.List
	for _, d := range diags {
		if d.Severity == diag.Error || !strings.HasSuffix(d.Pos.File, contractName) {
			own.Add(d)
		}
	}
	return model, own.Sorted(), nil
}

// targetNamespace returns the attribute targetNamespace of a document's root, or "" if it cannot be read.
func targetNamespace(file string) string {
	text, _ := os.ReadFile(file)
	doc, _ := xmltree.Parse(file, text, xmltree.Limits{})
	if doc == nil {
		return ""
	}
	return doc.Root.Get("targetNamespace")
}
