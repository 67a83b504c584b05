package sample_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/conformance/sample"
)

// instances writes valid and invalid instances to files in a directory.
type instances struct {
	t              *testing.T
	g              *sample.Generator
	dir            string
	valid, invalid []string          // file names
	defects        map[string]string // descriptions of defects, by file name
}

// add writes an instance, and a copy with a defect if possible. err is the error
// of the call that returned the instance.

func (w *instances) add(d *sample.Document, err error) {
	w.t.Helper()
	if err != nil {
		if !strings.Contains(err.Error(), "has no finite instance") {
			w.t.Error(err)
		}
		return
	}
	text := d.Bytes()
	if err := w.g.Compare(d, text); err != nil {
		w.t.Errorf("Compare finds a difference between an instance and its own bytes: %v", err)
	}
	if holdsEntity(d.Root) {
		return // libxml2 looks up the entity, and does not find it even where the document declares it
	}
	w.valid = append(w.valid, w.write(text))
	// Each document gets one defect. Its kind rotates.
	kinds := sample.DefectKinds()
	if len(w.valid) > 2000 && len(w.valid)%3 > 0 {
		return // enough for large contracts
	}
	for i := range kinds {
		kind := kinds[(len(w.valid)+i)%len(kinds)]
		defect, ok := w.g.Defect(d, kind, uint64(len(w.valid)))
		if !ok {
			continue
		}
		name := w.write(defect.Document.Bytes())
		w.invalid = append(w.invalid, name)
		if w.defects == nil {
			w.defects = make(map[string]string)
		}
		w.defects[name] = fmt.Sprintf("%s at %s\n%s", kind, defect.Path, defect.Document.Bytes())
		if w.g.Compare(d, defect.Document.Bytes()) == nil {
			w.t.Errorf("%s at %s: Compare finds no difference", kind, defect.Path)
		}
		return
	}
}

// holdsEntity reports whether an element may contain a value of type ENTITY.
func holdsEntity(e *sample.Element) bool {
	switch t := e.Type.(type) {
	case *xsd.SimpleType:
		return isEntity(t)
	case *xsd.ComplexType:
		if isEntity(t.Simple) || slices.ContainsFunc(t.Attributes, func(use *xsd.AttributeUse) bool { return isEntity(use.Attribute.Type) }) {
			return true
		}
	}
	return slices.ContainsFunc(e.Children, holdsEntity)
}

func isEntity(t *xsd.SimpleType) bool {
	switch {
	case t == nil:
		return false
	case t.Variety == xsd.List:
		return isEntity(t.Item)
	case t.Variety == xsd.Union:
		return slices.ContainsFunc(t.Members, isEntity)
	}
	return t.BuiltinBase().Name.Local == "ENTITY"
}

func (w *instances) write(text []byte) string {
	name := filepath.Join(w.dir, fmt.Sprintf("i%d.xml", len(w.valid)+len(w.invalid)))
	if err := os.WriteFile(name, text, 0o644); err != nil {
		w.t.Fatal(err)
	}
	return name
}

// predefined reports whether a component is not the contract's own: it is built
// into the generator, or from the schema for schemas, which some contracts import.
func predefined(c xsd.Component) bool {
	return c.Component().Schema.WellKnown || c.Component().Name.Space == xsd.Namespace
}

// validate runs xmllint on files and returns those for which it prints verdict.
// It logs xmllint's messages for the first three.
func validate(t *testing.T, xmllint, driver string, files []string, verdict string) []string {
	t.Helper()
	var found []string
	messages := ""
	for len(files) > 0 {
		n := min(len(files), 2000)
		text, _ := exec.Command(xmllint, append([]string{"--huge", "--nonet", "--noout", "--schema", driver}, files[:n]...)...).CombinedOutput()
		if strings.Contains(string(text), "failed to compile") {
			t.Fatalf("the schema does not compile:\n%.3000s", text)
		}
		for line := range strings.Lines(string(text)) {
			if name, ok := strings.CutSuffix(line, verdict+"\n"); ok {
				if found = append(found, name); len(found) < 4 && messages != "" {
					t.Logf("%.1000s", messages)
				}
			}
			if messages += line; strings.HasSuffix(line, "validate\n") || strings.HasSuffix(line, "validates\n") {
				messages = ""
			}
		}
		files = files[n:]
	}
	return found
}
