package emit

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dave/jennifer/jen"
)

// text returns a readable string literal: a quoted one if it needs no escapes, or
// else a raw one if possible, or else a sum of quoted lines. No literal has a line
// break, since tools that read lines, such as go generate, do not know where a
// literal begins.
func text(s string) *jen.Statement {
	if !strings.ContainsAny(s, "\n\"\\") {
		return jen.Id(strconv.Quote(s))
	}
	if isRaw(s) {
		return jen.Id("`" + s + "`")
	}
	lines := strings.SplitAfter(s, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	linesPerChunk := len(lines)/maxSum + 1
	var lit *jen.Statement
	for chunk := range slices.Chunk(lines, linesPerChunk) {
		quoted := strconv.Quote(strings.Join(chunk, ""))
		if lit == nil {
			lit = jen.Id(quoted)
			continue
		}
		lit.Op("+").Line().Id(quoted)
	}
	return lit
}

// maxSum is the maximum number of strings in a sum.
const maxSum = 500

// isRaw reports whether a raw literal on one line can represent s with visible
// characters only.
func isRaw(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool {
		return r == '`' || r != '\t' && !unicode.IsPrint(r)
	})
}

// lines returns: {a, b, c} with each item on a separate line.
func lines(items ...jen.Code) *jen.Statement {
	return jen.Custom(jen.Options{Open: "{", Close: "}", Separator: ",", Multi: true}, items...)
}

// inLine returns the body of a function on one line: { return nil }
func inLine(statement jen.Code) *jen.Statement {
	return jen.Custom(jen.Options{Open: "{ ", Close: " }"}, statement)
}

// row returns: {Name: "a", NS: 1} without the pairs whose value is nil.
func row(pairs ...jen.Code) *jen.Statement {
	var items []jen.Code
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1] != nil {
			items = append(items, jen.Add(pairs[i]).Op(":").Add(pairs[i+1]))
		}
	}
	return jen.Values(items...)
}

// key returns the name of a field in a composite literal.
func key(name string) jen.Code { return jen.Id(name) }

// number returns the literal n, nil for 0.
func number(n int) jen.Code {
	if n == 0 {
		return nil
	}
	return jen.Lit(n)
}

// str returns the literal s, nil for "".
func str(s string) jen.Code {
	if s == "" {
		return nil
	}
	return text(s)
}

// flag returns true, nil for false.
func flag(b bool) jen.Code {
	if !b {
		return nil
	}
	return jen.True()
}
