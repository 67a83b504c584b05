package pattern

// Expr is a parsed regular expression.
type Expr struct {
	Root *Node

	// Departures are the places where the expression departs from the grammar of part 2, appendix F, in a way that
	// other implementations accept as well. Their meaning is clear.
	Departures []*Error
}

// Kind is the kind of a Node.
type Kind int

const (
	Chars       Kind = iota // one character of Class
	Concat                  // all Parts in order; without parts, the empty string
	Alternative             // one of Parts
	Repeat                  // Parts[0], Min to Max times
)

// Node is a part of a regular expression.
type Node struct {
	Kind     Kind
	Class    *Class
	Parts    []*Node
	Min, Max int // Max is -1 without an upper bound; bounds larger than MaxCount are reduced to it
}

// MaxCount is the largest bound; larger ones are reduced to it.
const MaxCount = 1 << 30

// Class is a set of characters: the characters in Items, or all others if Negative is set, except the characters in Minus.
type Class struct {
	Negative bool
	Items    []Item
	Minus    *Class // nil if nothing is subtracted
}

// Item is a range of characters or an escape in a class.
type Item struct {
	Low, High rune // the ends of the range; both included

	// Escape is 0 for a range. 's', 'i', 'c', 'd' and 'w' are the multi-character escapes, 'p' is a category or
	// block, and '.' the wildcard escape.
	Escape   rune
	Name     string // after p: the name of a category, or of a block with its prefix Is
	Negative bool   // written as \S, \P and so on
}
