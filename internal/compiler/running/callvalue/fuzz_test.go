package callvalue

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzArguments parses arguments NAME=VALUE: what is accepted has all values, in their
// order.
func FuzzArguments(f *testing.F) {
	for _, seed := range []string{"a=1", "a.b=1\na.c=2", "a=1\na=2", "a.0.b=1\na.1.b=2", "{urn:x.y=z}a.@b=", "a.1=x", "=", ".", "a..b=1", "@=1", "a.b", "{=", "a.-1=2", "a.0.0=1\na.0.1=2", "a.@xsi:nil=true", "a=@b\na=@@b\na=@"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		args := strings.Split(text, "\n")
		given, err := ParseArguments(args, func(file string) ([]byte, error) { return []byte(file), nil })
		if err != nil {
			return
		}
		count := 0
		for range given.Texts() {
			count++
		}
		if count < len(args) { // JSON may have several
			t.Errorf("%q: %d values of %d arguments", args, count, len(args))
		}
		if doc := given.content(nil); utf8.ValidString(text) && !json.Valid(doc) {
			t.Errorf("%q: %s is not JSON", args, doc)
		}
	})
}
