package suite_test

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"example.com/quartet/internal/compiler/reading/diag"
	"example.com/quartet/internal/conformance/suite"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/validate"
)

// instanceVerdict is what the run-time says about an instance.
type instanceVerdict struct {
	suite.Case
	validity
	written    writtenVerdict
	outOfScope string
}

// writtenVerdict is what xmllint says about the value of an instance after it has been decoded and encoded.
type writtenVerdict struct{ judged, valid bool }

const instanceFile = "../../../generator/testdata/suites/instances.txt"

// TestInstances validates the instances of the suite whose schemas the compiler accepts.
func TestInstances(t *testing.T) {
	folder := os.Getenv("QUARTET_XSTS")
	if folder == "" {
		t.Skip("QUARTET_XSTS is not set: want the folder of the W3C XML Schema Test Suite")
	}
	verdicts := readInstances(t, folder)
	lint := lintWritten(t, folder, verdicts)
	text := instanceTable(verdicts)
	t.Log("\n" + text)
	checkTargets(t, verdicts, lint)
	switch {
	case !lint:
		t.Log("the last column of the table needs xmllint")
	case *update:
		if err := os.WriteFile(instanceFile, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	default:
		compareTable(t, instanceFile, text)
	}
}

// readInstances validates the instances. Instances of one schema are validated one after the other.
func readInstances(t *testing.T, folder string) []instanceVerdict {
	cases, err := suite.ReadIndex(folder)
	if err != nil {
		t.Fatal(err)
	}
	var verdicts []instanceVerdict
	bySchema := make(map[string][]int)
	for _, c := range cases {
		if c.Kind == "instance" && c.Judged() {
			key := strings.Join(c.Schemas, " ")
			bySchema[key] = append(bySchema[key], len(verdicts))
			verdicts = append(verdicts, instanceVerdict{Case: c})
		}
	}
	next := make(chan []int)
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for group := range next {
				validateGroup(t, folder, verdicts, group)
			}
		}()
	}
	for _, key := range sortedKeys(bySchema) {
		next <- bySchema[key]
	}
	close(next)
	wg.Wait()
	return verdicts
}

// validateGroup validates the instances of one schema.
func validateGroup(t *testing.T, folder string, verdicts []instanceVerdict, group []int) {
	c := verdicts[group[0]].Case
	skip := func(reason string) {
		for _, i := range group {
			verdicts[i].outOfScope = reason
		}
	}
	if len(c.Schemas) == 0 {
		skip("an instance without a schema")
		return
	}
	model, diags, err := readSchema(folder, c.Schemas)
	if err != nil {
		t.Error(err)
	}
	if reason := outOfScope(folder, c, diags); reason != "" {
		skip("the schema: " + reason)
		return
	}
	if model == nil || len(diags.Only(diag.Error)) > 0 {
		skip("the schema is refused")
		return
	}
	table := suite.Describe(model)
	if table == nil {
		skip("the schema is refused")
		return
	}
	for _, i := range group {
		v := &verdicts[i]
		doc, err := os.ReadFile(filepath.Join(folder, filepath.FromSlash(v.Instance)))
		if err != nil {
			v.outOfScope = "a document that does not exist"
			continue
		}
		if v.outOfScope = instanceOutOfScope(doc); v.outOfScope == "" {
			v.validity = validateBoth(table, doc)
		}
	}
}

// validity is what the run-time says about an instance.
type validity struct {
	Document error  // error of the instance as a document
	Decode   error  // error of reading it as a value
	Value    error  // error of the instance as a value
	Written  []byte // the value; nil if there is none
}

// valueValid reports whether the instance has a value that is valid.
func (v *validity) valueValid() bool { return v.Decode == nil && v.Value == nil }

// validateBoth validates an instance as a document, and as a value that it is decoded to: what is written for it must be valid.
func validateBoth(table *schema.Table, doc []byte) (v validity) {
	v.Document = validate.Document(table, doc)
	value, err := table.ReadDocument(doc)
	if err != nil {
		v.Decode = err
		return v
	}
	if v.Written, v.Value = value.AppendDocument(nil); v.Value == nil {
		v.Value = validate.Document(table, v.Written)
	}
	return v
}

// instanceOutOfScope returns why an instance is not judged, or "".
func instanceOutOfScope(doc []byte) string {
	text := string(doc)
	if declaration, _, _ := strings.Cut(text, "?>"); strings.Contains(declaration, `version="1.1"`) && strings.HasPrefix(declaration, "<?xml") {
		return "XML 1.1"
	}
	if strings.Contains(text, "<!DOCTYPE") {
		return "a document type declaration"
	}
	return ""
}

// instanceCount is a row of the table.
type instanceCount struct {
	valid, accepted, valueAccepted, invalid, refused, valueRefused, judged, written int
}

func (c *instanceCount) add(v *instanceVerdict) {
	one := func(n *int, is bool) {
		if is {
			*n++
		}
	}
	one(&c.judged, v.written.judged)
	one(&c.written, v.written.valid)
	if v.Valid() {
		c.valid++
		one(&c.accepted, v.Document == nil)
		one(&c.valueAccepted, v.valueValid())
		return
	}
	c.invalid++
	one(&c.refused, v.Document != nil)
	one(&c.valueRefused, !v.valueValid())
}

func countAll(verdicts []instanceVerdict) (all instanceCount) {
	for i := range verdicts {
		if verdicts[i].outOfScope == "" {
			all.add(&verdicts[i])
		}
	}
	return all
}

// checkTargets checks what share of the instances is judged as the suite does.
func checkTargets(t *testing.T, verdicts []instanceVerdict, lint bool) {
	all := countAll(verdicts)
	for _, target := range []struct {
		what        string
		is, of      int
		perThousand int
	}{
		{"valid documents are accepted", all.accepted, all.valid, 995},
		{"invalid documents are refused", all.refused, all.invalid, 990},
		{"values of valid documents are accepted", all.valueAccepted, all.valid, 995},
		{"values of invalid documents are refused", all.valueRefused, all.invalid, 970},
		{"values are written so that xmllint accepts them", all.written, all.judged, 1000},
	} {
		if target.is*1000 < target.of*target.perThousand {
			t.Errorf("%d of %d %s, want %.1f %%", target.is, target.of, target.what, float64(target.perThousand)/10)
		}
	}
}

// instanceTable returns the counts by cause.
func instanceTable(verdicts []instanceVerdict) string {
	byCause, out := make(map[string]*instanceCount), make(map[string]int)
	for i := range verdicts {
		v := &verdicts[i]
		if v.outOfScope != "" {
			out[v.outOfScope]++
			continue
		}
		cause := v.Set + " " + strings.TrimSuffix(path.Dir(v.Group), "_w3c.xml")
		if byCause[cause] == nil {
			byCause[cause] = new(instanceCount)
		}
		byCause[cause].add(v)
	}
	var b strings.Builder
	b.WriteString(instanceHeader)
	row := func(name string, c *instanceCount) {
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %d | %d | %d of %d |\n", name, c.valid, c.accepted, c.valueAccepted, c.invalid, c.refused, c.valueRefused, c.written, c.judged)
	}
	for _, cause := range sortedKeys(byCause) {
		row(cause, byCause[cause])
	}
	all := countAll(verdicts)
	row("all", &all)
	b.WriteString("\nNot judged:\n\n")
	for _, reason := range sortedKeys(out) {
		fmt.Fprintf(&b, "- %s: %d\n", reason, out[reason])
	}
	b.WriteString("\nDifferences:\n\n")
	for i := range verdicts {
		if what := verdicts[i].differences(); what != "" {
			fmt.Fprintf(&b, "- `%s` (%s): %s\n", path.Join(verdicts[i].String(), path.Base(verdicts[i].Instance)), verdicts[i].Expected, what)
		}
	}
	return b.String()
}

const instanceHeader = `## The W3C XML Schema Test Suite: instances

Documents for the schemas above, validated as documents, and decoded and validated as values. The last column: how many
values xmllint accepts after they have been decoded and encoded, of those that it accepts before. ` + "`make suite`" + ` prints
this table.

| set and group | valid | accepted | as values | invalid | refused | as values | written |
|---|---|---|---|---|---|---|---|
`

// differences says in what the run-time differs from the suite or xmllint, "" if it does not.
func (v *instanceVerdict) differences() string {
	if v.outOfScope != "" {
		return ""
	}
	var all []string
	if (v.Document == nil) != v.Valid() {
		all = append(all, map[bool]string{true: "refused", false: "accepted"}[v.Valid()])
	}
	if v.valueValid() != v.Valid() {
		all = append(all, map[bool]string{true: "refused as a value", false: "accepted as a value"}[v.Valid()])
	}
	if v.written.judged && !v.written.valid {
		all = append(all, "written so that xmllint refuses it")
	}
	return strings.Join(all, ", ")
}
