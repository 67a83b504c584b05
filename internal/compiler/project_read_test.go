package compiler_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/commands/project"
	"example.com/quartet/internal/compiler/reading/diag"
)

// keys are the keys for the tests.
var keys = []project.Key{
	{Name: "out", Kind: project.Text, Help: "the folder"},
	{Name: "lenient", Kind: project.Switch, Help: "go on"},
	{Name: "with", Kind: project.List, Choices: []string{"page", "wsse"}, Help: "packages"},
	{Name: "package", Kind: project.TextOrList, Help: "the name"},
	{Name: "rename", Kind: project.Pairs, Help: "names"},
	{Name: "initialisms", Kind: project.List, Pattern: "^[A-Z][A-Za-z0-9]+$", Global: true, Help: "initialisms"},
}

func TestProjectRead(t *testing.T) {
	file, diags := project.Read("quartet.yaml", []byte("\ufeff"+`# yaml-language-server: $schema=x
initialisms: [ID]
contracts:
  - contract: wsdl/a.wsdl
    out: &dir gen/a
    lenient: True
    with: [page,
           wsse]
    rename: {"é": É, 404: NotFound, a=b: C}
    initialisms:
      - API
    suppress:
      - {rule: name-clash, reason: known}
      - rule: undocumented
        at: operation getStation
        reason: the names say it
  - contract: 2020-01-01
    out: *dir
    package: !!seq [a, !!str urn:b=x/y]
`), keys)
	if diags != nil {
		t.Fatal(diags)
	}
	var got strings.Builder
	for _, c := range file.Contracts {
		fmt.Fprintf(&got, "%s %s\n", c.Name, c.Pos)
		for _, v := range c.Values {
			fmt.Fprintf(&got, "  %s %s:", v.Key, v.Pos)
			for _, item := range v.Items {
				fmt.Fprintf(&got, " %s %d:%d", item.Text, item.Pos.Line, item.Pos.Col)
			}
			got.WriteByte('\n')
		}
		for _, s := range c.Suppress {
			fmt.Fprintf(&got, "  %s (%s) %q %s\n", s.Rule, s.At, s.Reason, s.Pos)
		}
	}
	want := `wsdl/a.wsdl quartet.yaml:4:15
  out quartet.yaml:5:5: gen/a 5:10
  lenient quartet.yaml:6:5: true 6:14
  with quartet.yaml:7:5: page 7:12 wsse 8:12
  rename quartet.yaml:9:5: é=É 9:14 404=NotFound 9:24 a=b=C 9:39
  initialisms quartet.yaml:10:5: ID 2:15 API 11:9
  name-clash () "known" quartet.yaml:13:16
  undocumented (operation getStation) "the names say it" quartet.yaml:14:15
2020-01-01 quartet.yaml:17:15
  out quartet.yaml:18:5: gen/a 18:10
  package quartet.yaml:19:5: a 19:21 urn:b=x/y 19:24
  initialisms quartet.yaml:2:1: ID 2:15
`
	if got.String() != want {
		t.Errorf("got\n%s\nwant\n%s", &got, want)
	}
	if v, ok := file.Contracts[0].Value("out"); !ok || v.Items[0].Text != "gen/a" {
		t.Errorf("out: %v", v)
	}
	if _, ok := file.Contracts[0].Value("package"); ok {
		t.Error("the first contract has a package")
	}
}

// mistakes are files with what is reported about them.
var mistakes = []struct{ text, want string }{
	{"", "1:1: the file is empty"},
	{"# nothing\n", "1:1: the file is empty"},
	{"contracts:\n\t- a\n", "2:2: the file is not YAML: found character that cannot start any token"},
	{"a: [\nb: {\n", "3:1: the file is not YAML: did not find expected node content"},
	{"contracts:\n  - contract: [a\nb: c\n", "2:3: the file is not YAML: did not find expected ',' or ']'"},
	{"contracts:\n- contract: a\n  out: b: c\n", "3:3: the file is not YAML: mapping values are not allowed in this context"},
	{"contracts: {\n", "2:1: the file is not YAML"},
	{"contracts: [{contract: a,\n  out: *x}]", "2:8: the file is not YAML: unknown anchor 'x' referenced"},
	{"a: \x00", "1:1: the file is not YAML: control characters are not allowed"},
	{"a: \xff", "the file is not UTF-8"},
	{"- a\n", "1:1: the file is a list; want a mapping with the keys initialisms, breaks and contracts"},
	{"contracts: [{contract: a}]\n---\nb: c\n", "2:1: the file has more than one YAML document"},
	{"initialisms: [ID]\n", "1:1: the file has no key contracts"},
	{"contracts:\n", "1:11: contracts is nothing; want a list of mappings, each with the keys contract, out,"},
	{"contracts: []\n", "1:12: contracts is an empty list"},
	{"contracts: [a.wsdl]\n", `1:13: an item of contracts is the text "a.wsdl"; want a mapping`},
	{"contracts: [{out: a}]\n", "1:13: an item of contracts has no key contract"},
	{"contracts:\n  - contract: a\n    wiht: [page]\n", "3:5: unknown key \"wiht\" [configuration]\n    hint: did you mean \"with\"?"},
	{"contracts:\n  - contract: a\n    --with: [page]\n", "hint: did you mean \"with\"?"},
	{"contracts:\n  - contract: a\n    ? [a]\n    : b\n", "3:7: a key is a list; want a name"},
	{"contracts:\n  - <<: {contract: a}\n", "hint: merge keys are not supported"},
	{"contract: a\ncontracts: [{contract: a}]\n", "1:1: unknown key \"contract\" [configuration]\n    hint: did you mean \"contracts\"?"},
	{"contracts:\n  - contract: a\n    out: a\n    out: b\n", "4:5: the key out is given twice [configuration]\n    quartet.yaml:3:5: first given here"},
	{"contracts: [{contract: a, with: page}]\n", "1:33: with is the text \"page\"; want a list [configuration]\n    hint: write with: [page]"},
	{"contracts: [{contract: a, with: []}]\n", "1:33: with is an empty list; want a list"},
	{"contracts: [{contract: a, with: [pages]}]\n", "1:34: \"pages\" is not a value of with [configuration]\n    hint: did you mean \"page\"?"},
	{"contracts: [{contract: a, initialisms: [id]}]\n", "1:41: \"id\" is not a value of initialisms [configuration]\n    hint: want a string that matches ^[A-Z][A-Za-z0-9]+$"},
	{"contracts: [{contract: a, out: 12}]\n", "1:32: out is a number; want a string [configuration]\n    hint: write \"12\" with quotation marks"},
	{"contracts: [{contract: a, out: }]\n", "out is nothing; want a string"},
	{"contracts: [{contract: a, out: ''}]\n", "1:32: out is empty"},
	{"contracts: [{contract: a, out: [a]}]\n", "1:32: out is a list; want a string"},
	{"contracts: [{contract: a, package: {a: b}}]\n", "1:36: package is a mapping; want a string"},
	{"contracts: [{contract: a, lenient: yes}]\n", "1:36: lenient is the text \"yes\"; want true or false"},
	{"contracts: [{contract: a, rename: [A=B]}]\n", "1:35: rename is a list; want a mapping"},
	{"contracts: [{contract: a, rename: {}}]\n", "1:35: rename is an empty mapping; want a mapping"},
	{"contracts: [{contract: a, rename: {a: B, a: C}}]\n", "1:42: rename gives \"a\" twice"},
	{"contracts: [{contract: a, rename: {a: 1}}]\n", "1:39: rename of \"a\" is a number; want a string"},
	{"contracts: [{contract: a, suppress: [{rule: r}]}]\n", "1:38: an item of suppress has no key reason"},
	{"contracts: [{contract: a, suppress: [{rule: r, reason: x, were: y}]}]\n", "1:59: unknown key \"were\""},
	{"contracts: [{contract: a, out: !!binary Z2Vu}]\n", "1:32: the tag \"!!binary\" is not supported [configuration]\n    hint: remove the tag"},
	{"contracts:\n- contract: a\n  out: é\n  with: [!<tag:example.com,2026:x> page]\n", "4:10: the tag "},
	{"contracts:\n- contract: a\n  ? !!binary b3V0\n  : b\n", "3:5: the tag \"!!binary\" is not supported"},
	{"contracts: [{contract: a, rename: !!set {a: b}}]\n", "1:35: the tag \"!!set\" is not supported"},
	{"contracts: !list [{contract: a, out: !!int 1}]\n", "1:12: the tag \"!list\" is not supported [configuration]\n    hint: remove the tag, or put a string in quotation marks\nquartet.yaml:1:38: the tag \"!!int\" is not supported"},
	{"contracts: [{contract: a, out: !!bool true}]\n", "out is a boolean; want a string"},
	{"contracts: &c [*c]\n", "1:16: an item of contracts is a list; want a mapping"},
	{strings.Repeat("#", project.MaxSize+1), "the file is larger than 1048576 bytes"},
	{bomb(), "the file has more than 100000 values, including repetitions by aliases"},
}

// bomb returns a file that aliases make large.
func bomb() string {
	list := "&l [" + strings.Repeat("A1,", 1000) + "]"
	return "initialisms: " + list + "\ncontracts:\n" + strings.Repeat("- {contract: a, initialisms: *l}\n", 1000)
}

func TestMistakes(t *testing.T) {
	for _, m := range mistakes {
		file, diags := project.Read("quartet.yaml", []byte(m.text), keys)
		if file != nil || !strings.Contains(diags.String(), m.want) {
			t.Errorf("%.100q: %vwant %s", m.text, diags, m.want)
		}
	}
}

// TestAllMistakes checks that all mistakes are reported in one run, in their order.
func TestAllMistakes(t *testing.T) {
	_, diags := project.Read("quartet.yaml", []byte("contracts:\n- contract: a\n  wiht: x\n  out: 1\n- out: b\n  lenient: 1\n"), keys)
	var lines []int
	for _, d := range diags {
		lines = append(lines, d.Pos.Line)
	}
	if want := []int{3, 4, 5, 6}; !slices.Equal(lines, want) {
		t.Errorf("lines %v, want %v:\n%v", lines, want, diags)
	}
}

// FuzzRead checks that reading ends with a file or with errors that have a position in the file, and that a file that is
// read is valid by the schema.
func FuzzRead(f *testing.F) {
	for _, m := range mistakes {
		if len(m.text) < 1000 {
			f.Add(m.text)
		}
	}
	f.Add("initialisms: [ID]\ncontracts:\n- {contract: a, out: b, with: [page], rename: {a: B}, suppress: [{rule: a, reason: b}]}\n")
	schema := compiled(f)
	f.Fuzz(func(t *testing.T, text string) {
		file, diags := project.Read("quartet.yaml", []byte(text), keys)
		if (file == nil) != diags.HasErrors() {
			t.Fatalf("file %v, diagnostics %v", file, diags)
		}
		lines := strings.Count(text, "\n") + strings.Count(text, "\r") + 4*len(text)
		for _, d := range diags {
			if d.Severity != diag.Error || d.Pos.File != "quartet.yaml" || d.Pos.Line < 0 || d.Pos.Line > lines+2 {
				t.Errorf("diagnostic %v", d)
			}
		}
		if file == nil {
			return
		}
		if value, ok := asJSON(text); ok {
			if err := schema.Validate(value); err != nil {
				t.Errorf("the schema refuses what is read: %v", err)
			}
		}
	})
}

// TestFormat writes values of each form, and reads them again.
func TestFormat(t *testing.T) {
	keys := append(slices.Clone(keys), project.Key{Name: "namespace", Kind: project.Pairs}, project.Key{Name: "wrapped", Kind: project.List},
		project.Key{Name: "tolerate", Kind: project.SwitchOrList}, project.Key{Name: "catalog", Kind: project.List}, project.Key{Name: "elements", Kind: project.Switch})
	given := [][]string{
		{"out", "gen/stops"}, {"package", "stops"}, {"with", "page", "wsse"}, {"lenient", "true"}, {"tolerate", "a", "b"}, {"wrapped", "get", "on"},
		{"rename", "{urn:a}stop/the-name=Label", "stop=Stop"}, {"namespace", "urn:a=urn:b=c?d&e"}, {"catalog", "a: #b\u0085\u202e"}, {"initialisms", "ID", "API"},
	}
	var values []project.Value
	for _, v := range given {
		value := project.Value{Key: v[0]}
		for _, text := range v[1:] {
			value.Items = append(value.Items, project.Item{Text: text})
		}
		values = append(values, value)
	}
	const want = `contracts:
  - contract: "https://example.com/service?wsdl&x"
    out: gen/stops
    package: stops
    with: [page, wsse]
    lenient: true
    tolerate: [a, b]
    wrapped: [get, "on"]
    rename:
      "{urn:a}stop/the-name": Label
      stop: Stop
    namespace:
      "urn:a=urn:b": "c?d&e"
    catalog: ["a: #b\u0085\u202e"]
    initialisms: [ID, API]
`
	text := project.Format("https://example.com/service?wsdl&x", values, keys)
	if text != want {
		t.Errorf("got\n%s", text)
	}
	file, diags := project.Read("quartet.yaml", []byte(text), keys)
	if diags != nil || file.Contracts[0].Name != "https://example.com/service?wsdl&x" {
		t.Fatalf("%v", diags)
	}
	for _, v := range given {
		read, _ := file.Contracts[0].Value(v[0])
		var texts []string
		for _, item := range read.Items {
			texts = append(texts, item.Text)
		}
		if !slices.Equal(texts, v[1:]) {
			t.Errorf("%s is %q", v[0], texts)
		}
	}
}
