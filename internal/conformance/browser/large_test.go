package browser_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"
)

// largest is the number of operations of the largest contracts.
const largest = 1158

// TestLargeContract checks that with 1,158 operations the list of operations has less than 2 MB and can be used within a
// second. The test fails only if it takes ten times as long.
func TestLargeContract(t *testing.T) {
	var operations []operation
	for i := range largest {
		operations = append(operations, operation{fmt.Sprintf("getThing%04d", i), fmt.Sprintf("Returns the thing with the number %d, of those with a colour. It is one of many.", i)})
	}
	s := serveContract(t, "A large service.", operations)
	p := open(t, s.origin())
	started := time.Now()
	p.visit("/large")
	p.wait(`document.querySelectorAll("#operations [data-op]").length === 1158 && document.readyState === "complete"`)
	listed := time.Since(started)
	p.script(`document.querySelector("#q").focus()`, nil)
	p.press("thing1157")
	p.wait(visibleOperations + " === 1")
	took := time.Since(started)
	bytes := 0
	for _, e := range s.take() {
		bytes += len(e.Response)
	}
	t.Logf("the list of %d operations: %d bytes, there after %v; nine keys later the search had found one, after %v", largest, bytes, listed, took)
	if bytes > 2<<20 {
		t.Errorf("the list has %d bytes", bytes)
	}
	if took > 10*time.Second {
		t.Errorf("the list was usable after %v", took)
	}
}

// TestHostileContract checks that names and documentation of a contract are text.
func TestHostileContract(t *testing.T) {
	t.Parallel()
	var operations []operation
	for i, text := range hostile {
		operations = append(operations, operation{fmt.Sprintf("op%d", i), text})
	}
	operations = append(operations, operation{long, long})
	s := serveContract(t, hostile[0]+hostile[4], operations)
	p := open(t, s.origin())
	p.size(small)
	p.expect("404")
	p.visit("/large")
	p.wait(`document.querySelectorAll("#operations [data-op]").length > 0`)
	p.harmless("the index")
	shown := strings.NewReplacer("\u202e", `\u202e`) // it would reorder the text
	for _, o := range operations {
		if !p.says(shown.Replace(o.documentation)) {
			t.Errorf("the index does not show %q", o.documentation)
		}
	}
	for _, o := range operations {
		p.visit("/large?op=" + o.name)
		p.wait(`document.querySelector("#request")?.dataset.state !== "pending"`)
		p.harmless(o.name)
		if !p.says(shown.Replace(o.documentation)) {
			t.Errorf("the page of %s does not show %q", o.name, o.documentation)
		}
		if option, tree := p.text("#p-Colour option[value=red]"), p.text("#parameters [data-name=Colour]"); option != "red: Warm." || !strings.Contains(tree, "red Warm.") {
			t.Errorf("the values of Colour are %q and %q", option, tree)
		}
		escaped := url.QueryEscape(o.documentation)
		for _, query := range []string{"?op=" + escaped, "?view=" + escaped, "?q=" + escaped, "?op=op0&binding=" + escaped, "?op=op0&p.Text=" + escaped + "&p.Colour=" + escaped + "&xml=" + escaped + "&header=" + escaped} {
			p.visit("/large" + query)
			p.harmless(query)
		}
	}
	p.visit("/large?view=wsdl")
	p.harmless("the contract")
}
