package browser_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"example.com/quartet/internal/conformance/interop"
)

const axePath = "../interop/testdata/node/node_modules/axe-core/axe.min.js"

// axe returns the source of axe-core, which finds faults in the accessibility of a page.
func axe(t *testing.T) string {
	t.Helper()
	source, err := os.ReadFile(filepath.FromSlash(axePath))
	if os.IsNotExist(err) {
		interop.Missing(t, "the npm package axe-core", "npm ci --prefix internal/conformance/interop/testdata/node")
	}
	if err != nil {
		t.Fatal(err)
	}
	return string(source)
}

// A violation is a rule of axe-core that a page breaks, with the elements that break it.
type violation struct {
	ID, Impact, Help string
	Nodes            []struct{ HTML, FailureSummary string }
}

func (v violation) String() string {
	text := fmt.Sprintf("%s (%s): %s", v.ID, v.Impact, v.Help)
	for _, n := range v.Nodes[:min(len(v.Nodes), 5)] {
		text += fmt.Sprintf("\n\t%s\n\t%s", n.HTML, n.FailureSummary)
	}
	return fmt.Sprintf("%s\n\t%d elements", text, len(v.Nodes))
}

// violations returns what axe-core finds in the page, with all of its rules. Its source stays in the page.
func (p *tab) violations(axe string) (found []violation) {
	p.t.Helper()
	p.script(axe+"\n;true", nil)
	p.script(`axe.run(document, {resultTypes: ["violations"]}).then(result => result.violations)`, &found)
	return found
}

// accessible checks that axe-core finds nothing in the page.
func (p *tab) accessible(axe, what string) {
	p.t.Helper()
	for _, found := range p.violations(axe) {
		p.t.Errorf("%s: %v", what, found)
	}
}
