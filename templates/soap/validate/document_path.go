package validate

import (
	"fmt"
	"strings"

	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/lex"
)

func (v *validation) push(number int32) {
	v.steps = append(v.steps, pathStep{name: v.d.LocalName(), at: v.d.TagStart(), number: number})
}

func (v *validation) pop() { v.steps = v.steps[:len(v.steps)-1] }

// problem notes a problem with the current element, whose start tag has been read and which is the last of the path.
func (v *validation) problem(format string, args ...any) {
	v.note(v.d.TagStart(), "", format, args...)
}

// problemOpen notes a problem with the innermost element.
func (v *validation) problemOpen(format string, args ...any) {
	v.note(v.d.OpenStart(), "", format, args...)
}

// problemAt notes a problem with the current element, which is not in the path yet.
func (v *validation) problemAt(number int32, format string, args ...any) {
	v.push(number)
	v.problem(format, args...)
	v.pop()
}

// note adds a problem. Once there are maxProblems, the rest of the document is not read.
func (v *validation) note(at int, below, format string, args ...any) {
	if len(v.found) >= maxProblems || v.limited || v.d.Failed == codec.ErrInterrupted {
		return
	}
	p := Problem{Path: v.path() + below, Message: fmt.Sprintf(format, args...)}
	if v.place {
		lines, columns := v.d.Place(at)
		p.Line, p.Column = lines+1, columns+1
	}
	if v.found = append(v.found, p); len(v.found) == maxProblems {
		v.d.Fail("more problems are not listed")
	}
}

// path names the open elements.
func (v *validation) path() string {
	var b strings.Builder
	for _, s := range v.steps {
		b.WriteByte('/')
		b.WriteString(lex.QuoteName(s.name))
		if s.number > 0 {
			fmt.Fprintf(&b, "[%d]", s.number)
		}
	}
	return b.String()
}
