package flatten_test

import (
	"bytes"
	"strings"
	"testing"
	"testing/fstest"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/testing/testmodel"
	"example.com/quartet/internal/compiler/writing/flatten"
)

const (
	prologMain = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t">
  <import namespace="urn:u" location="b.wsdl"/>
  <types><xs:schema targetNamespace="urn:t"><xs:import namespace="urn:a" schemaLocation="a.xsd"/><xs:include schemaLocation="i.xsd"/></xs:schema></types>
</definitions>`
	prologImported = `<schema xmlns="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:a"><element name="a"/></schema>`
	prologIncluded = `<schema xmlns="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t"><element name="i"/></schema>`
	prologWSDL     = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" targetNamespace="urn:u"><message name="m"/></definitions>`
)

// TestAroundRoots flattens documents with all that can be before and after their root elements. Declarations of imported
// documents are removed; a processing instruction whose name begins like one stays. What follows their root elements is
// removed.
func TestAroundRoots(t *testing.T) {
	const after = "\n<!-- the end --><?end of?>\n"
	for name, before := range map[string]string{
		"line break":         "<?xml\n version='1.0'\n?>\n",
		"tab":                "<?xml\tversion='1.0' encoding='UTF-8'?>",
		"style sheet":        "<?xml-stylesheet href='style.xsl'?>\n",
		"both":               "<?xml\r\nversion='1.0'?><?xml-stylesheet href='style.xsl'?>\r\n<!-- a comment -->",
		"byte-order mark":    "\ufeff<?xml version='1.0'?><!-- a comment -->",
		"nothing":            "",
		"space":              "\n \n",
		"comment with a tag": "<!-- <?xml version='1.0'?> <schema> -->",
	} {
		t.Run(name, func(t *testing.T) {
			files := fstest.MapFS{}
			for file, text := range map[string]string{"main.wsdl": prologMain, "a.xsd": prologImported, "i.xsd": prologIncluded, "b.wsdl": prologWSDL} {
				files[file] = &fstest.MapFile{Data: []byte(before + text + after)}
			}
			m := testmodel.Of(t, "main.wsdl", files)
			for _, o := range forms {
				result, diags := flatten.Contract(m, o)
				if result == nil {
					t.Fatal(diags)
				}
				text := string(result.Text)
				if strings.LastIndex(text, "<?xml version") > 0 && name != "comment with a tag" || strings.LastIndex(text, "<?xml\n") > 0 || strings.LastIndex(text, "<?xml\t") > 0 {
					t.Errorf("%+v: a declaration is not at the start:\n%s", o, text)
				}
				if want := strings.Count(before, "xml-stylesheet"); want > 0 && strings.Count(text, "xml-stylesheet") < 2 {
					t.Errorf("%+v: style sheets are lost:\n%s", o, text)
				}
				if n := strings.Count(text, "<?end of?>"); n != 1 || !strings.HasSuffix(text, after) {
					t.Errorf("%+v: what follows root elements is there %d times:\n%s", o, n, text)
				}
				if tree, diags := xmltree.Parse("", result.Text, xmltree.Limits{}); tree == nil {
					t.Errorf("%+v: %s\n%s", o, diags, text)
				}
				again := testmodel.Read(t, load.Config{Main: "fs:///main.wsdl", Read: load.Overlay(map[string][]byte{m.Main.URI: result.Text}, load.FS(files))})
				if len(again.Schemas.Elements) != len(m.Schemas.Elements) || len(again.Messages) != len(m.Messages) {
					t.Errorf("%+v: components are lost:\n%s", o, text)
				}
				if bytes.Count(result.Text, []byte(flatten.Mark)) != 1 {
					t.Errorf("%+v: the mark is missing:\n%s", o, text)
				}
			}
		})
	}
}

// TestNoTargetNamespace has a main document without a target namespace that imports one with it.
func TestNoTargetNamespace(t *testing.T) {
	for main, refused := range map[string]bool{
		`<definitions xmlns="http://schemas.xmlsoap.org/wsdl/"><import namespace="urn:u" location="b.wsdl"/></definitions>`:                         true,
		`<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" targetNamespace=""><import namespace="urn:u" location="b.wsdl"/></definitions>`:      true,
		`<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" targetNamespace="t"><import namespace="urn:u" location="b.wsdl"/></definitions>`:     false,
		`<definitions xmlns="http://schemas.xmlsoap.org/wsdl/"><message name="m"/></definitions>`:                                                   false,
		`<definitions xmlns="http://schemas.xmlsoap.org/wsdl/"><types><s:schema xmlns:s="http://www.w3.org/2001/XMLSchema"/></types></definitions>`: false,
	} {
		files := fstest.MapFS{"main.wsdl": {Data: []byte(main)}, "b.wsdl": {Data: []byte(prologWSDL)}}
		m := testmodel.Of(t, "main.wsdl", files)
		for _, o := range forms {
			result, diags := flatten.Contract(m, o)
			if (result == nil) != refused {
				t.Errorf("%s, %+v: %s", main, o, diags)
			}
			if refused && (len(diags) != 1 || diags[0].ID != diag.CannotCombine || diags[0].Pos.File != "b.wsdl" || !strings.Contains(diags[0].Message, `"urn:u"`)) {
				t.Errorf("%s, %+v: %s", main, o, diags)
			}
		}
	}
}
