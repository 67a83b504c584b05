package codec

import (
	"math/rand/v2"
	"testing"
	"unicode/utf8"
)

// TestScanText compares the scan by words with one by bytes.
func TestScanText(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const alphabet = "aZ09 ;:=!/]\x7f<&>\x00\t\n\x1f\x80\xc3\xff"
	for range 20000 {
		b := make([]byte, rng.IntN(40))
		for i := range b {
			b[i] = alphabet[rng.IntN(11)]
			if rng.IntN(12) == 0 {
				b[i] = alphabet[rng.IntN(len(alphabet))]
			}
		}
		from := rng.IntN(len(b) + 1)
		want := from
		for want < len(b) && b[want] >= 0x20 && b[want] < utf8.RuneSelf && b[want] != '<' && b[want] != '&' && b[want] != '>' {
			want++
		}
		if got := scanText(b, from); got != want {
			t.Fatalf("scanText(%q, %d) = %d, want %d", b, from, got, want)
		}
	}
}

// TestAttributeValues reads values in which each character stands at each place,
// between quotes of either kind.
func TestAttributeValues(t *testing.T) {
	const rest = `><Time>2026-11-21T10:11:12</Time><Name>n</Name><Late>1</Late></s>`
	special := map[string]string{`"`: `"`, `'`: `'`, ">": ">", "]]>": "]]>", "&lt;": "<", "&quot;": `"`, "\t": " ", "\r\n": " ", "\u00e9": "\u00e9"}
	for _, quote := range []string{`"`, `'`} {
		for raw, read := range special {
			if raw == quote {
				continue
			}
			for n := range 20 {
				plain := "0123456789abcdefghij"
				for end := n; end < 20; end += 3 {
					got, err := decodeStation(`<s xmlns="http://realtime.rail.example/" id=`+quote+plain[:n]+raw+plain[n:end]+quote+rest, Limits{})
					if want := plain[:n] + read + plain[n:end]; err != nil || got.Id == nil || *got.Id != want {
						t.Fatalf("%s in %s at %d: got %v, %v, want %q", raw, quote, n, got.Id, err, want)
					}
				}
			}
		}
	}
}
