// Package pattern translates the regular expressions of XML Schema 1.0 (part 2, appendix F) to those of Go.
//
// The two differ in more than their spelling. An expression of XML Schema speaks about the whole value, so ^ and $ are
// characters like any other; classes subtract others, as in [\i-[:]]; \d, \w and \s follow Unicode; \i and \c are the
// characters of XML's names; \p{IsGreek} is a block; and a bound may be larger than the thousand that Go allows.
//
// Letters and categories are those of the Unicode version that the reading program knows. \i and \c are those of XML
// 1.0, fifth edition, which allows more than the second one, as the decoder of generated code does.
package pattern

import (
	"fmt"
	"regexp/syntax"
	"unicode/utf8"
)

// Pattern is a translated expression.
type Pattern struct {
	// Go is the expression for package regexp. It matches whole values only.
	Go string

	// Relaxed says that the expression counts so far that Go cannot carry it: where it does, Go accepts any number.
	// Everything that the original matches, Go matches.
	Relaxed bool
}

// Error says what is wrong with an expression, and where.
type Error struct {
	Expr    string
	Offset  int // of the character, in bytes
	Message string
}

// Column returns the place in characters, from 1.
func (e *Error) Column() int { return utf8.RuneCountInString(e.Expr[:e.Offset]) + 1 }

// Error returns the message with its place.
func (e *Error) Error() string { return fmt.Sprintf("character %d: %s", e.Column(), e.Message) }

// Translate translates an expression. An error is an *Error.
func Translate(expr string) (Pattern, error) {
	t := &translator{text: expr}
	whole, err := t.translate()
	if err != nil {
		return Pattern{}, err
	}
	p := Pattern{Go: "^" + whole.grouped() + "$", Relaxed: t.relaxed}
	if _, err := syntax.Parse(p.Go, syntax.Perl); err != nil {
		return Pattern{}, &Error{expr, 0, "Go cannot carry the expression: " + err.Error()}
	}
	return p, nil
}
