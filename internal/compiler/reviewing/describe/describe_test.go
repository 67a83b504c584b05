package describe_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/reviewing/describe"
	"example.com/quartet/internal/compiler/testing/golden"
	"example.com/quartet/internal/compiler/testing/testfile"
)

var update = flag.Bool("update", false, "rewrite the expected output")

// of returns the outline of a contract, with samples.
func of(t testing.TB, contract string, names ...string) *generator.Outline {
	t.Helper()
	result, err := generator.OutlineOf(context.Background(), generator.Config{Contract: contract})
	if err != nil {
		t.Fatal(err)
	}
	if result.Diagnostics.HasErrors() {
		t.Fatal(result.Diagnostics)
	}
	part, err := result.Outline.Select(names)
	if err != nil {
		t.Fatal(err)
	}
	if err := result.AddSamples(context.Background(), part); err != nil {
		t.Fatal(err)
	}
	return part
}

// formats are all writers.
var formats = []struct {
	name  string
	write func(*generator.Outline) ([]byte, error)
}{
	{"txt", (*generator.Outline).Text},
	{"markdown", (*generator.Outline).Markdown},
	{"json", (*generator.Outline).JSON},
	{"list", func(o *generator.Outline) ([]byte, error) { return describe.List([]*generator.Outline{o}, true), nil }},
	{"list.json", func(o *generator.Outline) ([]byte, error) { return describe.ListJSON([]*generator.Outline{o}) }},
}

// written returns the outline in a format.
func written(t testing.TB, o *generator.Outline, write func(*generator.Outline) ([]byte, error)) string {
	t.Helper()
	text, err := write(o)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestFormats compares the output for a contract with overloads, SOAP encoding, headers,
// faults, a one-way operation, an HTTP binding, attachments, recursion, a substitution
// group and wildcards; for one without services; and for one without bindings.
func TestFormats(t *testing.T) {
	for _, name := range []string{"archive", "types", "abstract"} {
		for _, f := range formats {
			var names []string
			switch name + "." + f.name {
			case "archive.json":
				names = []string{"find", "findByDate", "keep", "sum", "count"} // these show all keys
			case "archive.list.json":
				continue // abstract.list.json has the same keys
			}
			got, err := f.write(of(t, "testdata/"+name+".wsdl", names...))
			if err != nil {
				t.Fatal(err)
			}
			golden.File(t, "testdata/"+name+"."+f.name, *update, got)
		}
	}
}

// TestSelect selects by the names of operations, types and elements.
func TestSelect(t *testing.T) {
	result, err := generator.OutlineOf(context.Background(), generator.Config{Contract: "testdata/archive.wsdl"})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		names, operations, types string
	}{
		{"find", "find findByDate", ""},
		{"Archive/find", "find", ""},
		{"FindByDate", "findByDate", ""},
		{"drop count", "drop count", ""},
		{"limit", "", "limit"},
		{"unused", "", "unused"},
		{"{urn:archive}sender", "", "sender"},
		{"letter", "", "letter sender item"},
		{"sum limit", "sum", "limit numbers"},
	} {
		part, err := result.Outline.Select(strings.Fields(test.names))
		if err != nil {
			t.Error(err)
			continue
		}
		var operations []string
		for _, s := range part.Services {
			for _, op := range s.Operations {
				operations = append(operations, op.Name)
			}
		}
		if got := strings.Join(operations, " "); got != test.operations {
			t.Errorf("%s: got the operations %q, want %q", test.names, got, test.operations)
		}
		for _, name := range strings.Fields(test.types) {
			if !hasType(part, name) {
				t.Errorf("%s: the type %s is missing", test.names, name)
			}
		}
		if test.types != "" && hasType(part, "folder") {
			t.Errorf("%s: there are types that are not used", test.names)
		}
	}
	for name, want := range map[string]string{
		"findByDates": `the contract has no operation or type "findByDates"; did you mean findByDate?`,
		"sendr":       `the contract has no operation or type "sendr"; did you mean sender?`,
		"xyzzy123":    `the contract has no operation or type "xyzzy123"`,
	} {
		if _, err := result.Outline.Select([]string{name}); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func hasType(o *generator.Outline, name string) bool {
	for _, t := range o.Types {
		if t.Name.Name == name {
			return true
		}
	}
	return false
}

// TestMembers compares the tables of generator/OUTLINE.md with the members of the JSON.
func TestMembers(t *testing.T) {
	data := testfile.Read(t, "../../../../generator/OUTLINE.md")
	sections := make(map[string][]string)
	var title string
	row := regexp.MustCompile("^\\| `([A-Za-z]+)` \\|")
	for _, line := range strings.Split(string(data), "\n") {
		if text, ok := strings.CutPrefix(line, "## "); ok {
			title = text
		} else if m := row.FindStringSubmatch(line); m != nil {
			sections[title] = append(sections[title], m[1])
		}
	}
	for title, value := range map[string]any{
		"Outline": describe.Outline{}, "Document": describe.Document{}, "Namespace": describe.Namespace{}, "Service": describe.Service{}, "Port": describe.Port{}, "Policy": describe.Policy{}, "Demand": describe.Demand{},
		"Operation": describe.Operation{}, "Binding of an operation": describe.Wire{}, "Message": describe.Message{}, "Fault": describe.Fault{}, "Header": describe.Header{},
		"Attachment": describe.Attachment{}, "Sample": describe.Sample{}, "Node": describe.Node{}, "Type": describe.Type{}, "Reference to a type": describe.TypeRef{},
		"Name": describe.Name{}, "Facet": describe.Facet{}, "Value of an enumeration": describe.Enum{}, "Line of a list": describe.Line{},
	} {
		want := members(reflect.TypeOf(value))
		if got := sections[title]; !reflect.DeepEqual(got, want) {
			t.Errorf("OUTLINE.md, %s: got\n%v, want\n%v", title, got, want)
		}
		delete(sections, title)
	}
	for title := range sections {
		t.Errorf("OUTLINE.md has the section %s, which does not exist", title)
	}
}

func members(t reflect.Type) []string {
	var all []string
	for i := range t.NumField() {
		switch f := t.Field(i); {
		case f.Anonymous:
			all = append(all, members(f.Type)...)
		case f.IsExported():
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			all = append(all, name)
		}
	}
	return all
}

// TestCases describes the contracts of the golden cases: each operation has samples for
// all of its bindings, and all links of the page lead somewhere.
func TestCases(t *testing.T) {
	files, err := filepath.Glob("../../../../generator/testdata/*.txtar")
	if err != nil || len(files) < 50 {
		t.Fatalf("%d cases, %v", len(files), err)
	}
	samples := 0
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		archive := testfile.Archive(t, file)
		dir := t.TempDir()
		for _, f := range archive.Files {
			if ext := filepath.Ext(f.Name); ext != ".wsdl" && ext != ".xsd" {
				continue
			}
			to := filepath.Join(dir, f.Name)
			testfile.Write(t, to, f.Data)
		}
		contract := filepath.Join(dir, name+".wsdl")
		result, err := generator.OutlineOf(context.Background(), generator.Config{Contract: contract, Lenient: true})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if result.Diagnostics.HasErrors() { // it needs the flags of the case
			continue
		}
		part, err := result.Outline.Select(nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := result.AddSamples(context.Background(), part); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		samples += checkSamples(t, name, part)
		checkLinks(t, name, []byte(written(t, part, (*generator.Outline).Markdown)))
		checkJSON(t, name, part)
		written(t, part, (*generator.Outline).Text)
		describe.List([]*generator.Outline{part}, false)
	}
	if samples < 200 {
		t.Errorf("only %d samples", samples)
	}
}

func checkSamples(t *testing.T, name string, o *generator.Outline) (n int) {
	for _, s := range o.Services {
		for _, op := range s.Operations {
			for _, sample := range op.Samples {
				endless := name == "endless-type" && sample.Error == "it has no finite instance" // which --lenient=circular accepts
				if n++; sample.Error != "" && !endless {
					t.Errorf("%s: %s over %s: %s", name, op.Name, sample.Binding, sample.Error)
				}
			}
			if len(op.Samples) != len(op.Wires) || len(op.Wires) == 0 {
				t.Errorf("%s: %s has %d samples for %d bindings", name, op.Name, len(op.Samples), len(op.Wires))
			}
		}
	}
	return n
}

// checkLinks checks that the links of a page lead to its headings.
func checkLinks(t *testing.T, name string, page []byte) {
	anchors := anchorsOf(page)
	for _, m := range regexp.MustCompile("`\\]\\(#([^)]+)\\)").FindAllSubmatch(page, -1) {
		if !anchors[string(m[1])] {
			t.Errorf("%s: there is no heading for #%s", name, m[1])
		}
	}
}

func checkJSON(t *testing.T, name string, o *generator.Outline) {
	text, err := o.JSON()
	if err != nil {
		t.Fatal(err)
	}
	var back generator.Outline
	if err := json.Unmarshal(text, &back); err != nil {
		t.Errorf("%s: %v", name, err)
	}
	if again, err := back.JSON(); err != nil || !bytes.Equal(again, text) {
		t.Errorf("%s: the JSON changes if it is read and written: %v", name, err)
	}
}

// anchorsOf returns the anchors of the headings of a page outside of blocks of code.
func anchorsOf(page []byte) map[string]bool {
	all, used, fence := make(map[string]bool), make(map[string]int), ""
	kept := regexp.MustCompile(`[^\pL\p{Nd}_ -]`)
	for _, line := range strings.Split(string(page), "\n") {
		switch {
		case fence != "":
			if line == fence {
				fence = ""
			}
		case strings.HasPrefix(line, "```"):
			fence = line[:len(line)-len(strings.TrimLeft(line, "`"))]
		case strings.HasPrefix(line, "#"):
			title := strings.TrimSpace(strings.TrimLeft(line, "#"))
			anchor := strings.ToLower(strings.ReplaceAll(kept.ReplaceAllString(title, ""), " ", "-"))
			if n := used[anchor]; n > 0 {
				all[anchor+"-"+strconv.Itoa(n)] = true
			}
			used[anchor]++
			all[anchor] = true
		}
	}
	return all
}
