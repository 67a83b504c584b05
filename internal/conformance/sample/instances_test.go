package sample_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/xsd"
	"example.com/quartet/internal/conformance/sample"
)

// instances writes instances, valid and wrong ones, into a folder.
type instances struct {
	t            *testing.T
	g            *sample.Generator
	dir          string
	valid, wrong []string
	defects      map[string]string // by file
}

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
		w.t.Errorf("differs from itself: %v", err)
	}
	if holdsEntity(d.Root) {
		return // libxml2 looks for the entity, which no message can declare, and finds none that a document does
	}
	w.valid = append(w.valid, w.write(text))
	// One defect of each document, of all kinds in turn.
	kinds := sample.DefectKinds()
	if len(w.valid) > 2000 && len(w.valid)%3 > 0 {
		return // there are enough
	}
	for i := range kinds {
		kind := kinds[(len(w.valid)+i)%len(kinds)]
		defect, ok := w.g.Defect(d, kind, uint64(len(w.valid)))
		if !ok {
			continue
		}
		name := w.write(defect.Document.Bytes())
		w.wrong = append(w.wrong, name)
		if w.defects == nil {
			w.defects = make(map[string]string)
		}
		w.defects[name] = fmt.Sprintf("%s at %s\n%s", kind, defect.Path, defect.Document.Indented())
		if w.g.Compare(d, defect.Document.Bytes()) == nil {
			w.t.Errorf("%s at %s: no difference is found", kind, defect.Path)
		}
		return
	}
}

// holdsEntity reports whether there is a value of ENTITY in an element.
func holdsEntity(e *sample.Element) bool {
	for _, a := range e.Attrs {
		if isEntity(a.Type) {
			return true
		}
	}
	for _, n := range e.Nodes {
		if isEntity(n.Type) || n.Element != nil && holdsEntity(n.Element) {
			return true
		}
	}
	return false
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
	name := filepath.Join(w.dir, fmt.Sprintf("i%d.xml", len(w.valid)+len(w.wrong)))
	if err := os.WriteFile(name, text, 0o644); err != nil {
		w.t.Fatal(err)
	}
	return name
}

// foreign reports whether a component is none of the contract's: built into
// the generator, or of the schema for schemas, which some contracts import.
func foreign(c xsd.Component) bool {
	return c.Component().Schema.WellKnown || c.Component().Name.Space == xsd.Namespace
}

// judge has xmllint validate files and returns those of a verdict, the first
// few with what it says about them.
func judge(t *testing.T, xmllint, driver string, files []string, verdict string) []string {
	t.Helper()
	var found []string
	said := ""
	for len(files) > 0 {
		n := min(len(files), 2000)
		text, _ := exec.Command(xmllint, append([]string{"--huge", "--nonet", "--noout", "--schema", driver}, files[:n]...)...).CombinedOutput()
		if strings.Contains(string(text), "failed to compile") {
			t.Fatalf("the schema does not compile:\n%.3000s", text)
		}
		for line := range strings.Lines(string(text)) {
			if name, ok := strings.CutSuffix(line, verdict+"\n"); ok {
				if found = append(found, name); len(found) < 4 && said != "" {
					t.Logf("%.1000s", said)
				}
			}
			if said += line; strings.HasSuffix(line, "validate\n") || strings.HasSuffix(line, "validates\n") {
				said = ""
			}
		}
		files = files[n:]
	}
	return found
}
