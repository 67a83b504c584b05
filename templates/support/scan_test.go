package support

import (
	"math/rand/v2"
	"testing"
	"unicode/utf8"
)

// TestScanText compares the scan by words with one by bytes.
func TestScanText(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const alphabet = "aZ09 ;:=!/]\x7f<&>\x00\t\n\x1f\x80\xc3\xff"
	for range 200000 {
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
