package validate

import (
	"strconv"
	"strings"
)

// Error says in what ways a value or a message is not valid by the schemas of the contract. It lists a few
// problems at most.
type Error struct {
	Problems []Problem
}

// Problem is one thing that the schema does not allow.
type Problem struct {
	// Path leads from the root to the place, as in /Order/Item[3]/Price or /Order/@number. Elements of which there may
	// be several are counted from 1.
	Path string

	// Line and Column are the place in a message, from 1; 0 for a value.
	Line, Column int

	// Message says what is wrong, and what the schema expects.
	Message string
}

// Error returns all problems, separated by semicolons.
func (e *Error) Error() string {
	var all []string
	for _, p := range e.Problems {
		all = append(all, p.String())
	}
	return strings.Join(all, "; ")
}

// String returns the path and the message.
func (p Problem) String() string {
	if p.Line == 0 {
		return p.Path + ": " + p.Message
	}
	return p.Path + " (line " + strconv.Itoa(p.Line) + ", column " + strconv.Itoa(p.Column) + "): " + p.Message
}

// maxProblems is how many problems are reported.
const maxProblems = 10
