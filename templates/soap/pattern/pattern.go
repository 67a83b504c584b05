// Package pattern parses regular expressions of XML Schema 1.0 (part 2, appendix F) and translates them to the syntax
// of package regexp.
//
// The two syntaxes differ. An expression of XML Schema matches the whole value, so ^ and $ are literal characters.
// Classes can be subtracted, as in [\i-[:]]. \d, \w and \s follow Unicode, \i and \c are the characters of XML names,
// and \p{IsGreek} is a block. A bound may be larger than 1000, the maximum in Go.
//
// Letters and categories depend on the Unicode version of the program that uses the translation. \i and \c follow XML
// 1.0, fifth edition, as the decoder of generated code does; it allows more characters than the second edition.
package pattern

import (
	"fmt"
	"regexp/syntax"
	"unicode/utf8"
)

// Pattern is a translated expression.
type Pattern struct {
	// Go is the expression for package regexp. It is anchored and matches only whole values.
	Go string

	// Relaxed reports whether a bound is too large for Go and was replaced by * or +. Go matches everything that the
	// original matches, and more.
	Relaxed bool
}

// Error is an error in an expression.
type Error struct {
	Expr    string
	Offset  int // offset in bytes
	Message string
}

// Column returns the position in characters, from 1.
func (e *Error) Column() int { return utf8.RuneCountInString(e.Expr[:e.Offset]) + 1 }

// Error returns the message with the column.
func (e *Error) Error() string { return fmt.Sprintf("character %d: %s", e.Column(), e.Message) }

// Translate translates an expression. If it is invalid, the error is an *Error.
func Translate(expr string) (Pattern, error) {
	parsed, err := Parse(expr)
	if err != nil {
		return Pattern{}, err
	}
	t := new(translator)
	whole := t.node(parsed.Root)
	p := Pattern{Go: "^" + whole.grouped() + "$", Relaxed: t.relaxed}
	if _, err := syntax.Parse(p.Go, syntax.Perl); err != nil {
		return Pattern{}, &Error{expr, 0, "Go cannot represent the expression: " + err.Error()}
	}
	return p, nil
}
