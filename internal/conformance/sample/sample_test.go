package sample_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/conformance/interop"
	"example.com/quartet/internal/conformance/sample"
)

const namespace = "urn:example:features"

// features returns the model of testdata/features.wsdl.
func features(t testing.TB) *resolve.Model {
	t.Helper()
	return contract(t, "features.wsdl")
}

// contract returns the model of a contract in testdata.
func contract(t testing.TB, name string) *resolve.Model {
	t.Helper()
	set, diags := load.Load(context.Background(), load.Config{Main: filepath.Join("testdata", name)})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	model, diags := resolve.Resolve(set)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return model
}

func element(model *resolve.Model, local string) *xsd.ElementDeclaration {
	return model.Schemas.Element(xsd.QName{Space: namespace, Local: local})
}

func TestMinimalInstance(t *testing.T) {
	model := features(t)
	d, err := sample.New(model).Element(element(model, "order"), sample.Options{})
	if err != nil {
		t.Fatal(err)
	}
	const want = `<n1:order xmlns:n1="urn:example:features" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" id="sample">` +
		`<n1:number>XX-1111</n1:number><n1:item xsi:type="n1:Book"><n1:name>sample</n1:name></n1:item></n1:order>`
	if got := string(d.Bytes()); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestVariedInstances(t *testing.T) {
	model := features(t)
	g := sample.New(model)
	missing := []string{"<n1:cash>", "<n1:transfer>", `xsi:type="n1:Book"`, `xsi:type="n1:Set"`, "<n1:pages>", `version="1.0"`, "currency=", "<local>"}
	for seed := range uint64(8) {
		d, err := g.Element(element(model, "order"), sample.Options{Varied: true, Seed: 2 * seed})
		if err != nil {
			t.Fatal(err)
		}
		missing = slices.DeleteFunc(missing, func(part string) bool { return bytes.Contains(d.Bytes(), []byte(part)) })
	}
	if len(missing) > 0 {
		t.Errorf("no instance contains %s", missing)
	}
}

// TestInstancesAreDeterministic compares an unused generator with one that has
// generated other instances. Different seeds must give different instances.
func TestInstancesAreDeterministic(t *testing.T) {
	model := features(t)
	used := sample.New(model)
	seen := make(map[string]bool)
	for seed := range uint64(20) {
		options := sample.Options{Varied: true, Seed: 2*seed + 1}
		a, err := used.Element(element(model, "zoo"), options)
		if err != nil {
			t.Fatal(err)
		}
		b, err := sample.New(model).Element(element(model, "zoo"), options)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(a.Bytes(), b.Bytes()) {
			t.Fatalf("seed %d: got\n%s\nand then\n%s", seed, a.Bytes(), b.Bytes())
		}
		seen[string(a.Bytes())] = true
	}
	if len(seen) < 10 {
		t.Errorf("20 seeds give %d different documents, want at least 10", len(seen))
	}
}

func TestNoFiniteInstance(t *testing.T) {
	model := features(t)
	if d, err := sample.New(model).Element(element(model, "endless"), sample.Options{}); err == nil {
		t.Errorf("got instance %s of an element without finite instances, want an error", d.Bytes())
	}
}

// TestXMLLintAgrees validates random and maximal instances with xmllint: they
// are valid, and instances with a defect are not. All kinds of defects occur.
func TestXMLLintAgrees(t *testing.T) {
	t.Parallel()
	xmllint := interop.Program(t, "xmllint", "libxml2-utils")
	model := features(t)
	w := &instances{t: t, g: sample.New(model), dir: t.TempDir()}
	driver := writeSchemas(t, model, w.dir)
	for seed := range uint64(40) {
		for _, name := range []string{"order", "zoo"} {
			w.add(w.g.Element(element(model, name), sample.Options{Varied: true, Seed: 2*seed + 1}))
			w.add(w.g.Element(element(model, name), sample.Options{Varied: true, Seed: 2 * seed}))
			w.add(w.g.Element(element(model, name), sample.Options{Seed: seed}))
		}
	}
	for _, file := range validate(t, xmllint, driver, w.valid, " fails to validate") {
		t.Errorf("xmllint: %s is not valid, want valid", file)
	}
	for _, file := range validate(t, xmllint, driver, w.invalid, " validates") {
		t.Errorf("xmllint: an instance with a defect is valid: %s", w.defects[file])
	}
	missing := make(map[string]bool)
	for _, k := range sample.DefectKinds() {
		missing[string(k)] = true
	}
	for _, d := range w.defects {
		kind, _, _ := strings.Cut(d, " at ")
		delete(missing, kind)
	}
	if len(missing) > 0 {
		t.Errorf("no instance has a defect of the kinds %v", missing)
	}
}

// TestDefect checks the path of a defect, and that the original instance does not change.
func TestDefect(t *testing.T) {
	model := features(t)
	g := sample.New(model)
	d, err := g.Element(element(model, "order"), sample.Options{Varied: true})
	if err != nil {
		t.Fatal(err)
	}
	before := string(d.Bytes())
	for kind, want := range map[sample.DefectKind]string{
		sample.MissingAttribute: "/order", sample.AbstractType: "/order/item", sample.InvalidFacet: "/order",
	} {
		defect, ok := g.Defect(d, kind, 1)
		if !ok || !strings.HasPrefix(defect.Path, want) {
			t.Errorf("%s: got defect %+v, want path %s", kind, defect, want)
		}
	}
	if string(d.Bytes()) != before {
		t.Error("Defect has changed the original instance")
	}
}

func TestMessages(t *testing.T) {
	model := features(t)
	g := sample.New(model)
	operation := func(binding, name string) *wsdl11.BindingOperation {
		for _, b := range model.Bindings {
			for _, op := range b.Operations {
				if b.Name.Local == binding && op.Name == name {
					return op
				}
			}
		}
		t.Fatalf("binding %s has no operation %s", binding, name)
		return nil
	}
	place, sum := operation("ShopSoap", "place"), operation("ShopSoap", "sum")
	got := make(map[string]*sample.Message)
	add := func(name string, m *sample.Message, err error) {
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		got[name] = m
	}
	maximal := sample.Options{Varied: true}
	m, err := g.Request(place, sample.Options{})
	add("document", m, err)
	m, err = g.Fault(place, place.Faults[0], sample.Options{})
	add("fault", m, err)
	m, err = g.Request(sum, maximal)
	add("encoded", m, err)
	m, err = g.Response(sum, sample.Options{})
	add("rpc", m, err)
	place12 := operation("ShopSoap12", "place")
	m, err = g.Fault(place12, place12.Faults[0], sample.Options{})
	add("fault 1.2", m, err)
	find := operation("FinderGet", "find")
	m, err = g.Request(find, sample.Options{})
	add("get", m, err)
	m, err = g.Response(find, sample.Options{})
	add("xml", m, err)

	declared := regexp.MustCompile(` xmlns:\w+="[^"]*"`)
	for name, want := range map[string]string{
		"document":  `<soap:Header><n1:session>sample</n1:session></soap:Header><soap:Body><n1:order id="sample"><n1:number>`,
		"fault":     `<soap:Fault><faultcode>soap:Server</faultcode><faultstring>something went wrong</faultstring><detail><n1:refused><n1:code>1</n1:code></n1:refused></detail></soap:Fault>`,
		"encoded":   `<m0:sum soap:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"><numbers xsi:type="n2:Numbers" n3:arrayType="xs:int[2]"><item xsi:type="xs:int">`,
		"rpc":       `<soap:Body><m0:sumResponse><total>1</total></m0:sumResponse></soap:Body>`,
		"fault 1.2": `<soap:Code><soap:Value>soap:Receiver</soap:Value></soap:Code><soap:Reason><soap:Text xml:lang="en">something went wrong</soap:Text></soap:Reason><soap:Detail>`,
		"xml":       `<n1:order id="sample">`,
	} {
		if text := declared.ReplaceAllString(string(got[name].Document.Bytes()), ""); !strings.Contains(text, want) {
			t.Errorf("%s: got\n%s\nwant it to contain\n%s", name, text, want)
		}
	}
	if p := got["get"].Parameters; len(p) != 1 || p[0].Name != "number" || p[0].Value != "XX-1111" {
		t.Errorf("got parameters %v, want number=XX-1111", p)
	}
	if got["document"].Action != "urn:place" || got["document"].MediaType != "text/xml" || got["fault 1.2"].MediaType != "application/soap+xml" {
		t.Errorf("action %q, media types %q and %q", got["document"].Action, got["document"].MediaType, got["fault 1.2"].MediaType)
	}
}

func TestCompare(t *testing.T) {
	model := features(t)
	g := sample.New(model)
	d, err := g.Element(element(model, "order"), sample.Options{})
	if err != nil {
		t.Fatal(err)
	}
	same := `<?xml version="1.0"?><order id="sample" xmlns="urn:example:features" xmlns:q="urn:example:features"><!-- x -->
		<number>XX-1111</number> <item xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:type="q:Book"><name> sample </name></item></order>`
	if err := g.Compare(d, []byte(same)); err != nil {
		t.Error(err)
	}
	for _, change := range [][2]string{
		{"XX-1111", "XX-1112"}, {`id="sample"`, ""}, {`i:type="q:Book"`, `i:type="q:Set"`}, {"<name> sample </name>", ""}, {"</order>", "<x/></order>"},
		{"<number>XX-1111</number>", ""}, {`id="sample"`, `id="sample" more="1"`}, {"</order>", ""}, {"</order>", "text</order>"},
	} {
		if g.Compare(d, []byte(strings.Replace(same, change[0], change[1], 1))) == nil {
			t.Errorf("Compare finds no difference after replacing %s by %s", change[0], change[1])
		}
	}
}

// TestXMLLintAcceptsBuiltinValues validates values of all built-in types.
func TestXMLLintAcceptsBuiltinValues(t *testing.T) {
	t.Parallel()
	xmllint := interop.Program(t, "xmllint", "libxml2-utils")
	model := features(t)
	g := sample.New(model)
	dir := t.TempDir()
	driver := writeSchemas(t, model, dir)
	var files []string
	for _, builtin := range xsd.Builtins() {
		if strings.HasPrefix(builtin.Component().Name.Local, "ENTIT") || builtin.Component().Name.Local == "NOTATION" {
			continue
		}
		for seed := range uint64(12) {
			options := sample.Options{Varied: seed%3 > 0, Seed: seed}
			d, err := g.Type(xsd.QName{Local: "any-type"}, builtin, options)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, filepath.Join(dir, fmt.Sprintf("b%d.xml", len(files))))
			if err := os.WriteFile(files[len(files)-1], d.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	if invalid := validate(t, xmllint, driver, files, " fails to validate"); len(invalid) > 0 {
		slices.Sort(invalid)
		t.Errorf("xmllint: not valid: %s", invalid)
	}
}
