package codec

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"strings"
	"sync/atomic"
	"testing"
)

// readRoot reads the value of an element r with the text. The decoder is interrupted once the start tag has been read.
func readRoot[T any](text string, interrupt bool, read func(*Decoder) T) (T, error) {
	d := NewDecoder([]byte("<r>"+text+"</r>"), nil, Limits{})
	defer d.Release()
	d.Root()
	d.Interrupt = new(atomic.Bool)
	d.Interrupt.Store(interrupt)
	value := read(d)
	return value, d.Err()
}

// TestLongOctets: octets that are decoded in several pieces are those that were encoded, wherever white space is, and a decoder
// that is interrupted stops within them.
func TestLongOctets(t *testing.T) {
	octets := bytes.Repeat([]byte("0123456789\x00\xff"), 1<<18)
	encoded := base64.StdEncoding.EncodeToString(octets[1:])
	for name, c := range map[string]struct {
		text string
		read func(*Decoder) []byte
		want []byte // nil: an error
	}{
		"base64":                     {encoded, (*Decoder).base64, octets[1:]},
		"base64 in lines":            {"\n" + strings.ReplaceAll(encoded, "M", "M\n") + "\n", (*Decoder).base64, octets[1:]},
		"hex":                        {hex.EncodeToString(octets), (*Decoder).hex, octets},
		"padding at the end":         {strings.Repeat("AAAA", 1<<18) + "AA==", (*Decoder).base64, make([]byte, 3<<18+1)},
		"padding in the middle":      {strings.Repeat("AAAA", 1<<18-1) + "AA==" + "AAAA", (*Decoder).base64, nil},
		"a group that is incomplete": {strings.Repeat("AAAA", 1<<18) + "AAA", (*Decoder).base64, nil},
		"half of an octet":           {strings.Repeat("00", 1<<19) + "0", (*Decoder).hex, nil},
	} {
		got, err := readRoot(c.text, false, c.read)
		if (err == nil) != (c.want != nil) || !bytes.Equal(got, c.want) {
			t.Errorf("%s: %d bytes, want %d, %v", name, len(got), len(c.want), err)
		}
		if c.want == nil {
			continue
		}
		if got, err := readRoot(c.text, true, c.read); err != error(ErrInterrupted) || len(got) > 0 {
			t.Errorf("%s: interrupted: %d bytes, %v", name, len(got), err)
		}
	}
}

// TestCollapsedTokens: white space is collapsed in texts of any length.
func TestCollapsedTokens(t *testing.T) {
	for text, want := range map[string]string{
		"": "", " ": "", " \n": "", "a": "a", " a ": "a", "a b": "a b", "a  b": "a b", "\ta\n\r b\n": "a b", " a\u00a0 b": "a\u00a0 b",
		strings.Repeat(" a\n", 5000): strings.TrimSuffix(strings.Repeat("a ", 5000), " "),
	} {
		if got, err := readRoot(text, false, (*Decoder).token); got != want || err != nil {
			t.Errorf("%.20q is %.20q, want %.20q, %v", text, got, want, err)
		}
	}
}
