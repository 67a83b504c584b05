package browser_test

import (
	"fmt"
	"testing"
	"time"
)

// largest is the number of operations of the largest contracts.
const largest = 1158

// TestLargeContract: with 1,158 operations the list of operations has less than 2 MB and can be used within a second. The
// test fails only if it takes ten times as long.
func TestLargeContract(t *testing.T) {
	var operations []operation
	for i := range largest {
		operations = append(operations, operation{fmt.Sprintf("getThing%04d", i), fmt.Sprintf("Returns the thing with the number %d, of those with a colour. It is one of many.", i)})
	}
	s := serveContract(t, "A large service.", operations)
	p := open(t, s.origin())
	started := time.Now()
	p.visit("/large")
	p.wait(`[...document.querySelectorAll("a")].some(a => a.innerText.includes("getThing1157"))`)
	took := time.Since(started)
	bytes := 0
	for _, e := range s.take() {
		bytes += len(e.Response)
	}
	t.Logf("the list of %d operations: %d bytes, usable after %v", largest, bytes, took)
	if bytes > 2<<20 {
		t.Errorf("the list has %d bytes", bytes)
	}
	if took > 10*time.Second {
		t.Errorf("the list was usable after %v", took)
	}
}
