package component_test

import (
	"fmt"
	"io"
	"io/fs"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/contract"
)

// countingFS counts the bytes that are read at offsets.
type countingFS struct {
	fs.FS
	read int
}

func (c *countingFS) Open(name string) (fs.File, error) {
	f, err := c.FS.Open(name)
	return &countingFile{f, c}, err
}

type countingFile struct {
	fs.File
	of *countingFS
}

func (f *countingFile) ReadAt(text []byte, at int64) (int, error) {
	f.of.read += len(text)
	return f.File.(io.ReaderAt).ReadAt(text, at)
}

// TestLazy reads only the definitions that are asked for, each once.
func TestLazy(t *testing.T) {
	const x = `<xs:complexType name="x"><xs:complexContent><xs:extension base="t:base"><xs:sequence><xs:element name="a" type="t:other"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>`
	const base = `<xs:complexType name="base"/>`
	set := documents("t.xsd", schemaOf(x+base+`<xs:complexType name="other"><xs:sequence><xs:any/></xs:sequence></xs:complexType>`))
	files := &countingFS{FS: set.Files}
	set.Files = files
	s, err := component.Read(set)
	must(t, err)
	typ := s.Type(name("x"))
	if files.read != 0 {
		t.Errorf("%d bytes are read before anything asks for a definition", files.read)
	}
	for range 2 {
		typ.Definition()
		if files.read != len(x)+len(base) {
			t.Errorf("%d bytes are read for a type of %d bytes with a base of %d", files.read, len(x), len(base))
		}
	}
	if s.Type(name("x")) != typ || s.Type(name("other")) != typ.Definition().Content.Particles[0].Element.Declaration().Type {
		t.Error("there are several types for one definition")
	}
}

// streamFS has files that can only be read from their start.
type streamFS struct{ fs.FS }

func (s streamFS) Open(name string) (fs.File, error) {
	f, err := s.FS.Open(name)
	return struct{ fs.File }{f}, err
}

// TestStreams reads files that are not of the type io.ReaderAt, and files that change.
func TestStreams(t *testing.T) {
	set := documents("t.xsd", schemaOf(`<xs:element name="a"/><xs:element name="x" type="xs:int"/>`))
	files := set.Files.(fstest.MapFS)
	set.Files = streamFS{files}
	s, err := component.Read(set)
	must(t, err)
	if got := printed(s, name("x")); got != "<xs:int>" {
		t.Error(got)
	}
	for what, text := range map[string]string{"shorter": "<a/>", "another": strings.Repeat("<", 500), "empty": strings.Repeat(" ", 500)} {
		files["t.xsd"].Data = []byte(schemaOf(`<xs:element name="a" type="xs:int"/><xs:complexType name="c"/><xs:simpleType name="s"/><xs:attribute name="t"/>`))
		s, err := component.Read(set)
		must(t, err)
		files["t.xsd"].Data = []byte(text)
		for local, want := range map[string]string{"a": "<xs:anyType>", "c": "(mixed restricts xs:anyType @*lax [*lax{0,-1}])", "s": "(restricts xs:anySimpleType any)", "t": "@xs:anySimpleType"} {
			if got := printed(s, name(local)); got != want {
				t.Errorf("%s: %s is %s, want %s", what, local, got, want)
			}
		}
		if s.Err() == nil {
			t.Errorf("%s: no error", what)
		}
	}
}

// TestConcurrent asks for all definitions from many goroutines.
func TestConcurrent(t *testing.T) {
	var b strings.Builder
	for i := range 40 {
		fmt.Fprintf(&b, `<xs:complexType name="t%d"><xs:complexContent><xs:extension base="t:t%d"><xs:sequence><xs:element name="a"><xs:complexType><xs:attribute name="b"/></xs:complexType></xs:element><xs:element ref="t:e%[1]d"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
<xs:element name="e%[1]d" substitutionGroup="t:e%[2]d"/>`, i, i+1)
	}
	text := schemaOf(b.String() + `<xs:complexType name="t40"/><xs:element name="e40" type="t:t0"/>`)
	set := read(t, "t.xsd", text)
	want := printed(read(t, "t.xsd", text), name("t7"))
	var wg sync.WaitGroup
	for i := range 16 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for j := range 40 {
				printed(set, name(fmt.Sprintf("e%d", (i*7+j)%40)))
			}
			if got := printed(set, name("t7")); got != want {
				t.Errorf("%s, want %s", got, want)
			}
		}()
	}
	wg.Wait()
}

// TestErrors reads documents that cannot be read.
func TestErrors(t *testing.T) {
	missing := documents("a.xsd", schemaOf(""))
	delete(missing.Files.(fstest.MapFS), "a.xsd")
	for want, set := range map[string]*contract.DocumentSet{
		"a.xsd: line 1, column 113 (schema): the document ends inside an element": documents("a.xsd", strings.TrimSuffix(schemaOf(""), "</xs:schema>")),
		"open a.xsd: file does not exist":                                         missing,
		"b.xsd: line 1, column 1: no root element":                                documents("a.xsd", schemaOf(""), "b.xsd", ""),
		"declaration (DTD)":                                                       documents("a.xsd", "<!DOCTYPE a><a/>"),
		"nested deeper":                                                           documents("a.xsd", schemaOf(strings.Repeat("<a>", 300)+strings.Repeat("</a>", 300))),
	} {
		if _, err := component.Read(set); err == nil || !strings.HasPrefix(err.Error(), "reading the schemas: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if set := read(t, "a.xml", "<a/>"); set.Type(name("x")) != nil || set.Element(name("x")) != nil || set.Attribute(name("x")) != nil {
		t.Error("a document that is neither WSDL nor a schema has components")
	}
}

// TestBounds reads definitions without an end. There is an error, and what is asked for is there.
func TestBounds(t *testing.T) {
	repeat := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i, i+1)
		}
		return b.String()
	}
	for _, c := range []struct{ what, schema, want string }{
		{"a base in a cycle", `<xs:complexType name="x"><xs:complexContent><xs:extension base="t:y"/></xs:complexContent></xs:complexType><xs:complexType name="y"><xs:complexContent><xs:restriction base="t:x"/></xs:complexContent></xs:complexType>`, "the type {urn:t}x is made of itself"},
		{"a simple type in a cycle", `<xs:simpleType name="x"><xs:restriction base="t:x"/></xs:simpleType>`, "the type {urn:t}x is made of itself"},
		{"a list of itself", `<xs:simpleType name="x"><xs:list><xs:simpleType><xs:union memberTypes="xs:int t:x"/></xs:simpleType></xs:list></xs:simpleType>`, "the type {urn:t}x is made of itself"},
		{"a union of itself", `<xs:simpleType name="x"><xs:union><xs:simpleType><xs:restriction base="t:x"/></xs:simpleType></xs:union></xs:simpleType>`, "the type {urn:t}x is made of itself"},
		{"a long chain of types", repeat(11_000, `<xs:complexType name="t%d"><xs:complexContent><xs:extension base="t:t%d"/></xs:complexContent></xs:complexType>`) + `<xs:element name="x" type="t:t0"/>`, "more than 10000 steps"},
		{"a group in itself", `<xs:group name="g"><xs:sequence><xs:group ref="t:h"/></xs:sequence></xs:group><xs:group name="h"><xs:sequence><xs:group ref="t:g"/><xs:any/></xs:sequence></xs:group><xs:complexType name="x"><xs:group ref="t:g"/></xs:complexType>`, "the group {urn:t}g contains itself"},
		{"a long chain of groups", repeat(11_000, `<xs:group name="g%d"><xs:sequence><xs:group ref="t:g%d"/></xs:sequence></xs:group>`) + `<xs:complexType name="x"><xs:group ref="t:g0"/></xs:complexType>`, "too many others"},
		{"an attribute group in itself", `<xs:attributeGroup name="g"><xs:attributeGroup ref="t:g"/></xs:attributeGroup><xs:complexType name="x"><xs:attributeGroup ref="t:g"/></xs:complexType>`, "the attribute group {urn:t}g contains itself"},
		{"a long chain of attribute groups", repeat(11_000, `<xs:attributeGroup name="g%d"><xs:attributeGroup ref="t:g%d"/></xs:attributeGroup>`) + `<xs:complexType name="x"><xs:attributeGroup ref="t:g0"/></xs:complexType>`, "too many others"},
		{"an element in its own substitution group", `<xs:element name="x" substitutionGroup="t:y"/><xs:element name="y" substitutionGroup="t:x"/>`, "the element {urn:t}x is in its own substitution group"},
		{"attributes", repeat(1500, `<xs:complexType name="t%d"><xs:complexContent><xs:extension base="t:t%d"><xs:attribute name="a%[1]d"/></xs:extension></xs:complexContent></xs:complexType>`) + `<xs:element name="x" type="t:t0"/>`, "more than 1000000 attributes"},
	} {
		set := read(t, "t.xsd", schemaOf(c.schema))
		if e := set.Element(name("x")); e != nil {
			e.Substitutes()
			e.Declaration().Type.Definition()
		}
		if typ := set.Type(name("x")); typ != nil {
			typ.Definition()
		}
		if err := set.Err(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.what, err, c.want)
		}
	}
}

// TestMany reads more components than may be made of one another, none of which is made of many.
func TestMany(t *testing.T) {
	const many = 10_001
	var b strings.Builder
	for i := range many {
		fmt.Fprintf(&b, `<xs:group name="c%d"><xs:all/></xs:group><xs:attributeGroup name="c%[1]d"/><xs:element name="c%[1]d" substitutionGroup="t:h"/><xs:complexType name="c%[1]d"><xs:group ref="t:c%[1]d"/><xs:attributeGroup ref="t:c%[1]d"/></xs:complexType>`, i)
	}
	set := read(t, "t.xsd", schemaOf(b.String()+`<xs:element name="h" type="xs:int"/>`))
	for i := range many {
		n := name(fmt.Sprint("c", i))
		set.Element(n).Declaration()
		set.Type(n).Definition()
	}
	if err := set.Err(); err != nil {
		t.Error(err)
	}
}

// TestGrowthIsLinear reads schemas of n and 4n components of each kind. Work for each pair of them would allocate sixteen times
// the bytes.
func TestGrowthIsLinear(t *testing.T) {
	for what, format := range map[string]string{
		"types":         `<xs:complexType name="t%d"><xs:sequence><xs:element ref="t:e%d"/></xs:sequence></xs:complexType>`,
		"elements":      `<xs:element name="e%d" substitutionGroup="t:e0"/>`,
		"substitutes":   `<xs:element name="t%d" substitutionGroup="t:x"/>`,
		"imports":       `<xs:import namespace="urn:%d"/>`,
		"redefinitions": `<xs:redefine schemaLocation="t.xsd"><xs:complexType name="t%d"/></xs:redefine>`,
	} {
		measure := func(n int) float64 {
			var b strings.Builder
			for i := range n {
				b.WriteString(strings.ReplaceAll(format, "%d", fmt.Sprint(i)))
			}
			set := documents("t.xsd", schemaOf(b.String()+`<xs:element name="x"/>`))
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			s, err := component.Read(set)
			must(t, err)
			s.Element(name("x")).Substitutes()
			runtime.ReadMemStats(&after)
			return float64(after.TotalAlloc - before.TotalAlloc)
		}
		if small, large := measure(500), measure(2000); large > 8*small {
			t.Errorf("%s: %.0f and %.0f bytes", what, small, large)
		}
	}
}

// FuzzRead reads documents, and asks for all that they may define.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		"", "<a/>", schemaOf(`<xs:complexType name="x"><xs:complexContent><xs:extension base="t:x"/></xs:complexContent></xs:complexType>`),
		schemaOf(`<xs:group name="x"><xs:all><xs:group ref="x"/></xs:all></xs:group><xs:element name="x" substitutionGroup="x"><xs:key name="k"><xs:selector xpath="a::b|"/></xs:key></xs:element>`),
		schemaOf(`<xs:redefine schemaLocation="t.xsd"><xs:simpleType name="x"><xs:union memberTypes="x t:x"/></xs:simpleType></xs:redefine><xs:simpleType name="x"><xs:list/></xs:simpleType>`),
		`<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:t" targetNamespace="urn:t"><message name="x"><part type="t:x"/></message><portType name="x"><operation/></portType><binding type="t:x"><b:binding xmlns:b="http://schemas.xmlsoap.org/wsdl/soap/" style="rpc"/><operation><input><body xmlns="http://schemas.xmlsoap.org/wsdl/soap/"/></input></operation></binding></definitions>`,
		schemaOf(`<xs:element name="x"><xs:annotation><xs:documentation>a<b>&lt;</b><![CDATA[<c>]]><!-- d --><?e f?></xs:documentation></xs:annotation></xs:element>`),
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		set, err := component.ReadDocumented(documents("t.xsd", string(text)))
		if err != nil {
			return
		}
		if typ := set.Type(name("x")); typ != nil {
			for d := typ.Definition(); d.Base != nil && d.Base != typ; d = d.Base.Definition() {
				if d.Content != nil && (d.Content.Min > d.Content.Max && d.Content.Max >= 0 || d.Content.Size < 1) {
					t.Errorf("a particle with the bounds %d and %d, and %d particles", d.Content.Min, d.Content.Max, d.Content.Size)
				}
			}
		}
		if e := set.Element(name("x")); e != nil {
			e.Declaration().Type.Definition()
			e.Substitutes()
		}
		set.Attribute(name("x"))
		set.Messages(name("x"))
		_ = set.Err()
	})
}
