package validate

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/schema"
)

var update = flag.Bool("update", false, "rewrite the expected problems")

// problemList has the problems of the documents of cases, which are in a file: a line with the name of each case, and a
// line for each document that is not valid.
type problemList struct {
	path string
	want map[string]string // by case
	got  strings.Builder
}

func readProblems(t *testing.T, name string) *problemList {
	t.Helper()
	p := &problemList{path: filepath.Join("testdata", name+".problems"), want: make(map[string]string)}
	text, err := os.ReadFile(p.path)
	if err != nil && !*update {
		t.Fatal(err)
	}
	for _, part := range strings.Split("\n"+string(text), "\n# ")[1:] {
		name, lines, _ := strings.Cut(part, "\n")
		p.want[name] = strings.TrimSpace(lines)
	}
	return p
}

// validate validates the documents of a case, as in a schemaCase, and compares their problems.
func (p *problemList) validate(t *testing.T, name, docs string, types *schema.Table) {
	t.Helper()
	texts, valid := (&schemaCase{docs: docs}).documents()
	var lines []string
	for i, doc := range texts {
		err := verdict(types, doc)
		if (err == nil) != valid[i] {
			t.Errorf("%s\n%v", doc, err)
		}
		if err != nil {
			lines = append(lines, err.Error())
		}
	}
	got := strings.Join(lines, "\n")
	p.got.WriteString("# " + name + "\n" + got + "\n")
	if want := p.want[name]; got != want && !*update {
		t.Errorf("the problems are\n%s\nwant\n%s", got, want)
	}
}

// update writes the problems if that is asked for.
func (p *problemList) update(t *testing.T) {
	if !*update {
		return
	}
	if err := os.WriteFile(p.path, []byte(p.got.String()), 0o666); err != nil {
		t.Fatal(err)
	}
}
