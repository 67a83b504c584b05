package xsd

import (
	"encoding"
	"fmt"
	"strconv"

	"example.com/quartet/templates/soap/internal/lex"
)

// parse reads a value with its method UnmarshalText.
func parse[T any, P interface {
	*T
	encoding.TextUnmarshaler
}](text string) (v T, err error) {
	err = P(&v).UnmarshalText([]byte(text))
	return v, err
}

// unmarshal returns the value of text, without the white space around it (XML
// Schema part 2, section 4.3.6), and old if there is an error, which names the type
// typ. That it takes no pointer keeps values off the heap.
func unmarshal[T any](old T, text []byte, typ string, parse func([]byte) (T, bool)) (T, error) {
	v, ok := parse(lex.TrimSpace(text))
	if !ok {
		return old, fmt.Errorf("%s is not an %s", strconv.Quote(lex.QuoteName(text)), typ)
	}
	return v, nil
}

// equal is what Equal returns for the results of Compare.
func equal(order int, ok bool) bool { return ok && order == 0 }
