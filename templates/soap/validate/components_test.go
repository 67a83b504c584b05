package validate_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/testing/golden"
	"example.com/quartet/internal/compiler/writing/plan"
	"example.com/quartet/internal/compiler/writing/tolerate"
	"example.com/quartet/internal/conformance/corpus"
	"example.com/quartet/internal/conformance/sample"
	"example.com/quartet/internal/conformance/suite"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/validate"
)

// TestCorpusComponents compares what rows and components say about samples of the real contracts.
func TestCorpusComponents(t *testing.T) {
	contracts := corpus.All(t)
	selected := regexp.MustCompile(os.Getenv("QUARTET_CORPUS_RUN"))
	var all comparison
	for _, one := range contracts {
		if !selected.MatchString(one.Name) {
			continue
		}
		set, _ := load.Load(context.Background(), load.Config{Main: one.Main, Catalogs: one.Catalogs(), Lenient: !one.Valid()})
		if set == nil {
			continue
		}
		m, diags := resolve.ResolveLenient(set)
		if one.Valid() {
			m, diags = resolve.Resolve(set)
		}
		if diags.HasErrors() {
			continue
		}
		c := newComparison(t, m, plan.Config{})
		if c == nil {
			continue
		}
		modes := []sample.Options{{Mode: sample.Random, Seed: 3, Budget: 60}, {Budget: 60}}
		if one.Types+one.Elements > 400 {
			modes = modes[:1]
		}
		c.samples(m, modes)
		c.requests()
		for i := range c.differences {
			c.differences[i] = one.Name + ": " + c.differences[i]
		}
		all.add(c)
	}
	all.report(t)
}

// TestComponents compares what rows and components say about samples of the golden cases of the generator.
func TestComponents(t *testing.T) {
	cases, err := golden.Cases("../../../generator/testdata")
	if err != nil {
		t.Fatal(err)
	}
	var all comparison
	for _, one := range cases {
		c := compareCase(t, one)
		if c == nil {
			continue
		}
		for i := range c.differences {
			c.differences[i] = one.Name + ": " + c.differences[i]
		}
		all.add(c)
	}
	all.report(t)
}

func compareCase(t *testing.T, one *golden.Case) *comparison {
	t.Helper()
	main, err := one.Main()
	if err != nil {
		t.Fatal(err)
	}
	sources, err := one.Sources()
	if err != nil {
		t.Fatal(err)
	}
	files := make(fstest.MapFS)
	for name, data := range sources {
		files[name] = &fstest.MapFile{Data: data}
	}
	config, from := plan.Config{ImportPath: golden.Module + "/t"}, load.Config{Main: "fs:///" + main, Read: load.FS(files)}
	for _, arg := range one.Args("fs://") {
		name, value, _ := strings.Cut(arg, "=")
		switch name {
		case "--lenient":
			from.Lenient = true
		case "--catalog":
			from.Catalogs = append(from.Catalogs, value)
		case "--namespace":
			old, other, _ := strings.Cut(value, "=")
			config.Namespaces = append(config.Namespaces, plan.Namespace{Old: old, New: other})
		case "--package":
			at := strings.LastIndexByte(value, '=')
			config.Packages = append(config.Packages, plan.NamespacePackage{Namespace: value[:at], ImportPath: value[at+1:]})
		}
	}
	set, diags := load.Load(t.Context(), from)
	if set == nil || diags.HasErrors() {
		return nil
	}
	m, diags := tolerate.Config{All: from.Lenient}.Resolve(set)
	if diags.HasErrors() {
		return nil
	}
	c := newComparison(t, m, config)
	if c != nil {
		c.samples(m, []sample.Options{{Mode: sample.Random, Seed: 3, Budget: 30}})
		c.requests()
	}
	return c
}

// TestComponentsOfSuite compares what rows and components say about the instances of the W3C suite.
func TestComponentsOfSuite(t *testing.T) {
	folder := os.Getenv("QUARTET_XSTS")
	if folder == "" {
		t.Skip("QUARTET_XSTS is not set: want the folder of the W3C XML Schema Test Suite")
	}
	cases, err := suite.ReadIndex(folder)
	if err != nil {
		t.Fatal(err)
	}
	bySchema := make(map[string][]suite.Case)
	var keys []string
	for _, c := range cases {
		if c.Kind == "instance" && c.Judged() && len(c.Schemas) > 0 {
			key := strings.Join(c.Schemas, " ")
			if bySchema[key] == nil {
				keys = append(keys, key)
			}
			bySchema[key] = append(bySchema[key], c)
		}
	}
	slices.Sort(keys)
	var all comparison
	for _, key := range keys {
		if c := compareGroup(t, folder, bySchema[key]); c != nil {
			all.add(c)
		}
	}
	all.report(t)
}

func compareGroup(t *testing.T, folder string, group []suite.Case) *comparison {
	m, diags, err := suite.ReadSchema(folder, group[0].Schemas)
	if err != nil || m == nil || diags.HasErrors() {
		return nil
	}
	c := newComparison(t, m, plan.Config{})
	if c == nil {
		return nil
	}
	for _, one := range group {
		doc, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(one.Instance)))
		if err == nil {
			c.compare(one.String()+" "+one.Instance+" ("+one.Expected+")", doc, func(m validate.Model) error { return m.Document(doc) })
		}
	}
	return c
}

// TestComponentsRenamed validates documents with other namespaces than those of the schema, which problems do not show.
func TestComponentsRenamed(t *testing.T) {
	m := schemaModel(t, `<xs:element name="x"><xs:complexType><xs:sequence><xs:any namespace="##targetNamespace" processContents="lax"/><xs:any namespace="##other" processContents="lax"/></xs:sequence></xs:complexType></xs:element>`,
		map[string]string{"urn:new": "urn:t"})
	for doc, want := range map[string]string{
		`<x xmlns="urn:new"><a/><b xmlns="urn:b"/></x>`: "",
		`<x xmlns="urn:new"><a xmlns="urn:t2"/></x>`:    `/x/a (line 1, column 20): the element is not allowed here: an element of the namespace "urn:new" is expected`,
		`<x xmlns="urn:new"><a/><a/></x>`:               `/x/a (line 1, column 24): the element is not allowed here: an element of a namespace other than "urn:new" is expected`,
	} {
		if err := m.Document([]byte(doc)); want == "" && err != nil || want != "" && fmt.Sprint(err) != want {
			t.Errorf("%s: %v, want %s", doc, err, want)
		}
	}
}

// schemaModel returns the model of a schema for urn:t.
func schemaModel(t *testing.T, content string, names map[string]string) validate.Model {
	t.Helper()
	text := `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">` + content + `</xs:schema>`
	set, err := component.Read(&contract.DocumentSet{Files: fstest.MapFS{"t.xsd": {Data: []byte(text)}}, Documents: []contract.Document{{File: "t.xsd"}}})
	if err != nil {
		t.Fatal(err)
	}
	return validate.Components(set, new(schema.Table), names)
}

// TestLargeContentModels validates with content models that are too large. They allow anything, as in a table.
func TestLargeContentModels(t *testing.T) {
	var groups, members, references strings.Builder
	for i := range 64 {
		fmt.Fprintf(&groups, `<xs:group name="g%d"><xs:sequence><xs:group ref="t:g%d"/><xs:group ref="t:g%[2]d"/></xs:sequence></xs:group>`, i, i+1)
	}
	for i := range 1000 {
		fmt.Fprintf(&members, `<xs:element name="m%d" substitutionGroup="t:h"/>`, i)
		references.WriteString(`<xs:element ref="t:h"/>`)
	}
	for what, content := range map[string]string{
		"groups":      groups.String() + `<xs:group name="g64"><xs:sequence><xs:element name="a"/></xs:sequence></xs:group><xs:element name="x"><xs:complexType><xs:group ref="t:g0"/></xs:complexType></xs:element>`,
		"substitutes": members.String() + `<xs:element name="h"/><xs:element name="x"><xs:complexType><xs:sequence>` + references.String() + `</xs:sequence></xs:complexType></xs:element>`,
	} {
		m := schemaModel(t, content, nil)
		if err := m.Document([]byte(`<t:x xmlns:t="urn:t"><any/></t:x>`)); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// TestComponentsConcurrently validates the elements of a contract from several goroutines, when nothing has asked for a component
// before.
func TestComponentsConcurrently(t *testing.T) {
	set, _ := load.Load(t.Context(), load.Config{Main: "../../../wsdl/realtime.wsdl"})
	m, _ := resolve.Resolve(set)
	var docs [][]byte
	samples := sample.New(m)
	for _, e := range m.Schemas.Elements {
		if doc, err := samples.Element(e, sample.Options{Mode: sample.Maximal}); err == nil {
			docs = append(docs, doc.Bytes())
		}
	}
	model := newComparison(t, m, plan.Config{}).components
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for j := range docs {
				if err := model.Document(docs[(i*5+j)%len(docs)]); err != nil {
					t.Error(err)
				}
			}
		}()
	}
	wg.Wait()
}

// TestFirstMessage bounds the memory that is allocated before the first message of the rail contract is validated, when nothing
// has asked for a component before.
func TestFirstMessage(t *testing.T) {
	first := readFirst(t, "../../../wsdl/realtime.wsdl")
	if allocated, _ := first.measure(t); allocated > 400_000 {
		t.Errorf("%d bytes are allocated", allocated)
	}
}

// TestCorpusFirstMessage does the same for the largest contract, and also bounds the memory that is kept.
func TestCorpusFirstMessage(t *testing.T) {
	first := readFirst(t, filepath.Join(corpus.Folder(t), "vmware-vim25", "vimService.wsdl"))
	allocated, kept := first.measure(t)
	t.Logf("%d bytes are allocated, %d are kept", allocated, kept)
	if allocated > 12_000_000 || kept > 6_000_000 {
		t.Error("too many")
	}
}

// firstMessage has a contract with a message.
type firstMessage struct {
	documents *contract.DocumentSet
	types     *schema.Table
	doc       []byte
}

// readFirst reads a contract. Its message is the longest element.
func readFirst(t testing.TB, main string) *firstMessage {
	t.Helper()
	set, diags := load.Load(context.Background(), load.Config{Main: main})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	m, _ := resolve.Resolve(set)
	first := &firstMessage{documents: documentsOf(m.Documents), types: newComparison(t, m, plan.Config{}).rows.Types}
	samples := sample.New(m)
	for _, e := range m.Schemas.Elements {
		if doc, err := samples.Element(e, sample.Options{}); err == nil && len(doc.Bytes()) > len(first.doc) {
			first.doc = doc.Bytes()
		}
	}
	return first
}

// measure reads the components and validates the message.
func (f *firstMessage) measure(t testing.TB) (allocated, kept int64) {
	t.Helper()
	var before, after runtime.MemStats
	for range 2 { // the second time frees what pools keep
		runtime.GC()
	}
	runtime.ReadMemStats(&before)
	m := f.validate(t)
	for range 2 {
		runtime.GC()
	}
	runtime.ReadMemStats(&after)
	runtime.KeepAlive(m)
	return int64(after.TotalAlloc - before.TotalAlloc), int64(after.HeapAlloc) - int64(before.HeapAlloc)
}

func (f *firstMessage) validate(t testing.TB) validate.Model {
	t.Helper()
	set, err := component.Read(f.documents)
	if err != nil {
		t.Fatal(err)
	}
	m := validate.Components(set, f.types, nil)
	if err := m.Message(f.doc, new(soap.Comparison)); err != nil {
		t.Fatal(err)
	}
	return m
}

func BenchmarkFirstMessage(b *testing.B) {
	for name, main := range map[string]string{"rail": "../../../wsdl/realtime.wsdl", "vim25": filepath.Join(os.Getenv("QUARTET_CORPUS"), "vmware-vim25", "vimService.wsdl")} {
		b.Run(name, func(b *testing.B) {
			if _, err := os.Stat(main); err != nil {
				b.Skip(err)
			}
			first := readFirst(b, main)
			b.ReportAllocs()
			b.ResetTimer()
			for range b.N {
				first.validate(b)
			}
		})
	}
}
