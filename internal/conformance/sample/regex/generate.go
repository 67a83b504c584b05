package regex

import (
	"slices"
	"strings"
)

// Chooser makes the choices of a generator.
type Chooser interface {
	// Pick returns a number from 0 to n-1.
	Pick(n int) int
}

const (
	maxLength  = 256    // limit of the generated characters beyond the minimum length
	maxVisited = 50_000 // limit of the nodes visited by one search
)

// Intersection generates strings that match all of several expressions. It
// caches the states that it explores, and is not safe for concurrent use.
type Intersection struct {
	regexes []*Regex
	classes []charset // classes of characters that no automaton distinguishes
	ranks   []int     // preference of each class, ascending; 0 is the most readable

	nodes     map[string]int
	sets      [][][]int32
	steps     [][]int // by node and class: the next node, -1 for none, -2 for not computed
	reachable map[reachKey]bool
	visited   int
}

type reachKey struct{ node, length int }

// NewIntersection returns the intersection of regexes.
func NewIntersection(regexes ...*Regex) *Intersection {
	x := &Intersection{regexes: regexes, nodes: make(map[string]int), reachable: make(map[reachKey]bool)}
	x.partition()
	start := make([][]int32, len(regexes))
	for i, r := range regexes {
		start[i] = r.start()
	}
	x.node(start)
	return x
}

// Generate returns a string of min to max characters that matches all
// expressions. It returns false if it finds none; it does not look for strings
// of more than min+256 characters.
func (x *Intersection) Generate(c Chooser, min, max int) (string, bool) {
	x.visited = 0
	var lengths []int
	for n := min; n <= max && n <= min+maxLength && len(lengths) < 8; n++ {
		if x.reaches(startNode, n) {
			lengths = append(lengths, n)
		}
	}
	if len(lengths) == 0 {
		return "", false
	}
	return x.walk(c, startNode, lengths[c.Pick(len(lengths))]), true
}

// startNode is the node before the first character.
const startNode = 0

func (x *Intersection) node(sets [][]int32) int {
	k := key(sets)
	if n, ok := x.nodes[k]; ok {
		return n
	}
	n := len(x.sets)
	x.nodes[k] = n
	x.sets = append(x.sets, sets)
	steps := make([]int, len(x.classes))
	for i := range steps {
		steps[i] = -2
	}
	x.steps = append(x.steps, steps)
	return n
}

func (x *Intersection) step(node, class int) int {
	if next := x.steps[node][class]; next != -2 {
		return next
	}
	next := make([][]int32, len(x.regexes))
	c := x.classes[class][0].low
	for i, r := range x.regexes {
		if next[i] = r.step(x.sets[node][i], c); len(next[i]) == 0 {
			x.steps[node][class] = -1
			return -1
		}
	}
	n := x.node(next)
	x.steps[node][class] = n
	return n
}

// reaches reports whether a string of exactly length characters leads from the
// node to a state that all expressions accept.
func (x *Intersection) reaches(node, length int) bool {
	if length == 0 {
		return !slices.ContainsFunc(x.sets[node], func(at []int32) bool { return !accepts(at) })
	}
	k := reachKey{node, length}
	if known, ok := x.reachable[k]; ok {
		return known
	}
	if x.visited++; x.visited > maxVisited {
		return false
	}
	found := false
	for class := range x.classes {
		if next := x.step(node, class); next >= 0 && x.reaches(next, length-1) {
			found = true
			break
		}
	}
	x.reachable[k] = found
	return found
}

func (x *Intersection) walk(c Chooser, node, length int) string {
	var b strings.Builder
	for ; length > 0; length-- {
		var open []int
		for class := range x.classes {
			if len(open) > 0 && x.ranks[class] > x.ranks[open[0]] {
				break
			}
			if next := x.step(node, class); next >= 0 && x.reaches(next, length-1) {
				open = append(open, class)
			}
		}
		class := open[c.Pick(len(open))]
		b.WriteRune(pickRune(c, x.classes[class]))
		node = x.step(node, class)
	}
	return b.String()
}

// partition computes the classes of characters that no expression
// distinguishes, the most readable ones first.
func (x *Intersection) partition() {
	seen := make(map[string]bool)
	var sets []charset
	for _, r := range x.regexes {
		for _, s := range r.states {
			if k := setKey(s.set); s.reads() && !seen[k] {
				seen[k] = true
				sets = append(sets, s.set)
			}
		}
	}
	rest := allChars
	for rank, set := range []charset{alphanumeric, printableASCII, allChars} {
		classes := []charset{set.minus(allChars.minus(rest))}
		rest = rest.minus(set)
		for _, s := range sets {
			classes = split(classes, s)
		}
		for _, class := range classes {
			x.classes = append(x.classes, class)
			x.ranks = append(x.ranks, rank)
		}
	}
}

func split(classes []charset, set charset) []charset {
	var out []charset
	for _, class := range classes {
		outside := class.minus(set)
		if inside := class.minus(outside); len(inside) > 0 {
			out = append(out, inside)
		}
		if len(outside) > 0 {
			out = append(out, outside)
		}
	}
	return out
}

func setKey(s charset) string {
	var b strings.Builder
	for _, p := range s {
		b.WriteRune(p.low)
		b.WriteRune(p.high)
	}
	return b.String()
}

// Generated strings prefer the characters of alphanumeric, then those of
// printableASCII.
var (
	alphanumeric   = charset{{'0', '9'}, {'A', 'Z'}, {'a', 'z'}}
	printableASCII = charset{{' ', '~'}}
)

func pickRune(c Chooser, class charset) rune {
	s := class[c.Pick(len(class))]
	return s.low + rune(c.Pick(min(int(s.high-s.low)+1, 64)))
}
