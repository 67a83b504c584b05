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

// unmarshal sets v to the value of text, without the white space around it (XML
// Schema part 2, section 4.3.6). v is unchanged if there is an error, which names
// the type typ.
func unmarshal[T any](v *T, text []byte, typ string, parse func([]byte) (T, bool)) error {
	value, ok := parse(lex.TrimSpace(text))
	if !ok {
		return fmt.Errorf("%s is not an %s", strconv.Quote(lex.QuoteName(text)), typ)
	}
	*v = value
	return nil
}

// equal is what Equal returns for the results of Compare.
func equal(order int, ok bool) bool { return ok && order == 0 }
