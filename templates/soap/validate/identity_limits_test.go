package validate

import (
	"errors"
	"runtime"
	"strings"
	"testing"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/schema"
)

// TestLimitValidationMemory: what validation keeps of a document counts, and a document of which too much would be kept is
// not valid.
func TestLimitValidationMemory(t *testing.T) {
	const limit = 4 << 20
	c := checkerOf(schemaTable(keySchema))
	var ids, stops strings.Builder
	for i := range 100_000 {
		ids.WriteString(" i" + string(rune('a'+i%26)) + strings.Repeat("x", i%7))
		stops.WriteString(`<line at="y"/>`)
	}
	for name, content := range map[string]string{"references in one element": `<line at="` + ids.String() + `"/>`, "references": stops.String()} {
		doc := []byte(`<r xmlns="urn:t">` + content + `</r>`)
		var reserved int64
		memory := func(d *schema.Decoder) {
			d.LimitMemory(limit, func(n int64) error { reserved += n; return nil })
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		err := c.Message(t.Context(), doc, &soap.Comparison{Memory: memory})
		runtime.ReadMemStats(&after)
		var invalid *Error
		if !errors.As(err, &invalid) || !strings.Contains(err.Error(), "take more than 4194304 bytes of memory") {
			t.Errorf("%s: %v", name, err)
		}
		taken := after.TotalAlloc - before.TotalAlloc
		if taken > 10*limit || reserved > limit || reserved < limit/2 {
			t.Errorf("%s: %d bytes, of which %d were reserved", name, taken, reserved)
		}
		t.Logf("limit: validation of %s, Memory: %d MiB | %d MiB allocated in all | %d MiB", name, limit>>20, 10*limit>>20, taken>>20)
		busy := errors.New("busy")
		if err := c.Message(t.Context(), doc, &soap.Comparison{Memory: func(d *schema.Decoder) { d.LimitMemory(limit, func(int64) error { return busy }) }}); !errors.Is(err, busy) {
			t.Errorf("%s: without memory: %v", name, err)
		}
	}
}

// TestKeyLimitOfMessages: a message that is too much work to validate is not valid.
func TestKeyLimitOfMessages(t *testing.T) {
	c := checkerOf(schemaTable(`<xs:element name="e"><xs:complexType><xs:sequence><xs:element ref="t:e" minOccurs="0" maxOccurs="unbounded"/></xs:sequence><xs:attribute name="a"/></xs:complexType>
		<xs:unique name="u"><xs:selector xpath=".//t:e"/><xs:field xpath="@a"/></xs:unique></xs:element>`))
	doc := `<e xmlns="urn:t">` + strings.Repeat("<e>", 50) + strings.Repeat("<e/>", 5000) + strings.Repeat("</e>", 51)
	var invalid *Error
	if err := c.Message(t.Context(), []byte(doc), &soap.Comparison{}); !errors.As(err, &invalid) || !strings.Contains(err.Error(), "more than 32 steps for each byte") {
		t.Errorf("%v", err)
	}
}
