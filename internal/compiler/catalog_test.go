package compiler_test

import (
	"errors"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/reading/catalog"
)

const catalogStart = `<?xml version="1.0"?><!DOCTYPE catalog PUBLIC "-//OASIS//DTD Entity Resolution XML Catalog V1.0//EN" "catalog.dtd">` +
	`<catalog xmlns="` + catalog.Namespace + `">`

func catalogSource(files map[string]string) catalog.Source {
	return func(uri, _ string) ([]byte, error) {
		text, ok := files[strings.TrimPrefix(uri, "file:///c/")]
		if !ok {
			return nil, errors.New("the file does not exist")
		}
		return []byte(text), nil
	}
}

func catalogOf(t testing.TB, files map[string]string) *catalog.Catalog {
	t.Helper()
	c := new(catalog.Catalog)
	if diags := c.Read("file:///c/main.xml", "main.xml", catalogSource(files)); len(diags) > 0 {
		t.Fatal(diags)
	}
	return c
}

// TestLocate looks addresses up; an empty result means that the catalog has no
// entry for the address.
func TestLocate(t *testing.T) {
	c := catalogOf(t, map[string]string{
		"main.xml": catalogStart + `
			<uri name="http://x/exact" uri="exact.xsd"/>
			<uri name="http://x/exact" uri="later.xsd"/>
			<system systemId="http://x/exact" uri="system.xsd"/>
			<system systemId="http://x/système" uri="sub/syst%C3%A8me.xsd"/>
			<rewriteURI uriStartString="http://x/" rewritePrefix="short/"/>
			<rewriteURI uriStartString="http://x/long/" rewritePrefix="file:///elsewhere/"/>
			<uriSuffix uriSuffix="/common.xsd" uri="suffix.xsd"/>
			<uriSuffix uriSuffix="v2/common.xsd" uri="v2.xsd"/>
			<rewriteSystem systemIdStartString="http://s/" rewritePrefix="s/"/>
			<systemSuffix systemIdSuffix=".wsdl" uri="any.wsdl"/>
			<group xml:base="deep/"><uri name="urn:a" uri="a.xsd"/><group xml:base="deeper/"><uri name="urn:b" xml:base="est/" uri="b.xsd"/></group></group>
			<delegateURI uriStartString="http://d/" catalog="loop.xml"/>
			<delegateURI uriStartString="http://d/e/" catalog="delegate.xml"/>
			<public publicId="urn:public" uri="public.xsd"/>
			<doctype name="x" uri="y"/><other xmlns="urn:z"/>
			<nextCatalog catalog="next.xml"/></catalog>`,
		"next.xml":     catalogStart + `<uri name="http://n/" uri="n.xsd"/><uri name="http://d/e/gone" uri="not-searched.xsd"/><nextCatalog catalog="main.xml"/></catalog>`,
		"loop.xml":     catalogStart + `<delegateURI uriStartString="http://d/" catalog="loop.xml"/></catalog>`,
		"delegate.xml": catalogStart + `<uri name="http://d/e/f" uri="f.xsd"/></catalog>`,
	})
	c.Add("http://added/ä", "file:///added")
	for address, want := range map[string]string{
		"http://x/exact":               "file:///c/exact.xsd",
		" http://x/exact\n":            "file:///c/exact.xsd",
		"http://x/other.xsd":           "file:///c/short/other.xsd",
		"http://x/long/other.xsd":      "file:///elsewhere/other.xsd",
		"http://y/common.xsd":          "file:///c/suffix.xsd",
		"http://y/v2/common.xsd":       "file:///c/v2.xsd",
		"http://s/t.xsd":               "file:///c/s/t.xsd",
		"http://t/t.wsdl":              "file:///c/any.wsdl",
		"http://x/syst%C3%A8me":        "file:///c/short/syst%C3%A8me",
		"urn:a":                        "file:///c/deep/a.xsd",
		"urn:b":                        "file:///c/deep/deeper/est/b.xsd",
		"http://d/e/f":                 "file:///c/f.xsd",
		"http://d/e/gone":              "",
		"http://d/loop":                "",
		"http://n/":                    "file:///c/n.xsd",
		"http://added/%C3%A4":          "file:///added",
		"urn:public":                   "",
		"":                             "",
		"http://unknown/document.html": "",
	} {
		if got, ok := c.Locate(address); got != want || ok != (want != "") {
			t.Errorf("%q is at %q, want %q", address, got, want)
		}
	}
	if got, _ := c.LocateNamespace("urn:public"); got != "file:///c/public.xsd" {
		t.Errorf("the namespace is at %q", got)
	}
	if unused := c.Unused(); len(unused) > 0 {
		t.Errorf("unused: %v", unused)
	}
	c.Add("http://never/", "x")
	if unused := c.Unused(); len(unused) != 1 {
		t.Errorf("unused: %v, want one address", unused)
	}
	if _, ok := (*catalog.Catalog)(nil).Locate("urn:a"); ok {
		t.Error("the nil catalog has an entry")
	}
}

func TestCatalogErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "main.xml:1:1: not well-formed: the document has no root element [malformed]"},
		{"<catalog/>", `main.xml:1:1: the root element is "catalog" in namespace "", not the "catalog" of an OASIS XML catalog [wrong-root]`},
		{catalogStart + `<uri name="a"/></catalog>`, `main.xml:1:177: "uri" has no attribute "uri" [missing-attribute]`},
		{catalogStart + `<system uri="a"/></catalog>`, `main.xml:1:177: "system" has no attribute "systemId" [missing-attribute]`},
		{catalogStart + `<uri name="a" uri="://"/></catalog>`, `main.xml:1:191: "://" is not a URI reference [bad-value]`},
		{catalogStart + `<nextCatalog catalog="gone.xml"/></catalog>`, `main.xml:1:190: warning: the catalog "gone.xml" cannot be read: the file does not exist [unreadable]`},
		{catalogStart + `<nextCatalog catalog="page.xml"/></catalog>`, "page.xml:1:1: warning: the root element is \"html\" in namespace \"\", not the \"catalog\" of an OASIS XML catalog [wrong-root]\n    main.xml:1:190: referred to here; the catalog is skipped"},
		{catalogStart + `<nextCatalog catalog="bad.xml"/></catalog>`, "bad.xml:1:4: warning: not well-formed: the document ends inside element \"a\" [malformed]\n    bad.xml:1:1: the element starts here\n    main.xml:1:190: referred to here; the catalog is skipped"},
	} {
		diags := new(catalog.Catalog).Read("file:///c/main.xml", "main.xml", catalogSource(map[string]string{"main.xml": c.text, "page.xml": "<html/>", "bad.xml": "<a>"}))
		if got := strings.TrimSuffix(diags.String(), "\n"); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.text, got, c.want)
		}
	}
	diags := new(catalog.Catalog).Read("file:///c/main.xml", "main.xml", catalogSource(nil))
	if got, want := diags.String(), "main.xml: the catalog \"main.xml\" cannot be read: the file does not exist [unreadable]\n"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// FuzzRead reads catalogs that refer to each other. Read must return, with an
// error if it added nothing.
func FuzzCatalog(f *testing.F) {
	f.Add(catalogStart+`<uri name="urn:a" uri="a"/><nextCatalog catalog="b.xml"/></catalog>`, catalogStart+`<delegateURI uriStartString="urn:" catalog="main.xml"/></catalog>`, "urn:b")
	f.Add(catalogStart+`<rewriteURI uriStartString="" rewritePrefix=""/><uriSuffix uriSuffix="" uri=""/></catalog>`, "", "%zz")
	f.Add(catalogStart+`<group xml:base="::"><system systemId="x" uri="y"/></group></catalog>`, "<catalog/>", "x")
	f.Fuzz(func(t *testing.T, first, second, address string) {
		c := new(catalog.Catalog)
		c.Read("file:///c/main.xml", "main.xml", catalogSource(map[string]string{"main.xml": first, "b.xml": second}))
		one, ok := c.Locate(address)
		if two, again := c.Locate(address); one != two || ok != again {
			t.Errorf("%q is at %q, then at %q", address, one, two)
		}
		c.LocateNamespace(address)
	})
}

// TestRestStaysBelow looks up addresses whose rest, after the prefix of an entry, would lead out of the folder.
func TestRestStaysBelow(t *testing.T) {
	text := `<catalog xmlns="` + catalog.Namespace + `"><rewriteURI uriStartString="http://x/a/" rewritePrefix="a/"/></catalog>`
	c := new(catalog.Catalog)
	if diags := c.Read("file:///c/catalog.xml", "catalog.xml", func(string, string) ([]byte, error) { return []byte(text), nil }); len(diags) > 0 {
		t.Fatal(diags)
	}
	for uri, want := range map[string]string{
		"http://x/a/b.xsd": "file:///c/a/b.xsd", "http://x/a/b/../c.xsd": "file:///c/a/b/../c.xsd", "http://x/a/b..xsd": "file:///c/a/b..xsd",
		"http://x/a/?q=../..": "file:///c/a/?q=../..", "http://x/a/../b": "", "http://x/a/%2e%2e/b": "", "http://x/a/.%2E%2fb": "",
		"http://x/a/b/../../c": "", "http://x/a/..%5cb": "", "http://x/a/./../b": "", "http://x/a//../../b": "", "http://x/a/..": "",
	} {
		if got, _ := c.Locate(uri); got != want {
			t.Errorf("%s: %q, want %q", uri, got, want)
		}
	}
}
