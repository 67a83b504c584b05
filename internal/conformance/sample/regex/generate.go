package regex

import (
	"slices"
	"strings"
)

// Chooser decides where several things fit.
type Chooser interface {
	// Pick returns a number from 0 to n-1.
	Pick(n int) int
}

// maxLength bounds generated strings beyond the shortest length asked for;
// maxVisited bounds the search.
const (
	maxLength  = 256
	maxVisited = 50_000
)

// Join is several expressions side by side: it generates strings that match
// all of them, and remembers what it has found out. It is for one goroutine.
type Join struct {
	regexes []*Regex
	classes []charset // characters that the automata cannot tell apart
	ranks   []int     // of the classes, in order: how well they read, 0 best

	nodes   map[string]int
	sets    [][][]int32
	steps   [][]int // by node and class: the next node, -1 for none, -2 for not known yet
	can     map[reach]bool
	visited int
}

type reach struct{ node, length int }

// NewJoin returns the join of some expressions.
func NewJoin(regexes ...*Regex) *Join {
	p := &Join{regexes: regexes, nodes: make(map[string]int), can: make(map[reach]bool)}
	p.partition()
	start := make([][]int32, len(regexes))
	for i, r := range regexes {
		start[i] = r.start()
	}
	p.node(start)
	return p
}

// Generate returns a string that all expressions match, with min to max
// characters; false if there is none that is not very long.
func (p *Join) Generate(c Chooser, min, max int) (string, bool) {
	p.visited = 0
	var lengths []int
	for n := min; n <= max && n <= min+maxLength && len(lengths) < 8; n++ {
		if p.reaches(first, n) {
			lengths = append(lengths, n)
		}
	}
	if len(lengths) == 0 {
		return "", false
	}
	return p.walk(c, first, lengths[c.Pick(len(lengths))]), true
}

// first is the node that all strings start from.
const first = 0

func (p *Join) node(sets [][]int32) int {
	k := key(sets)
	if n, ok := p.nodes[k]; ok {
		return n
	}
	n := len(p.sets)
	p.nodes[k] = n
	p.sets = append(p.sets, sets)
	steps := make([]int, len(p.classes))
	for i := range steps {
		steps[i] = -2
	}
	p.steps = append(p.steps, steps)
	return n
}

func (p *Join) step(node, class int) int {
	if next := p.steps[node][class]; next != -2 {
		return next
	}
	next := make([][]int32, len(p.regexes))
	c := p.classes[class][0].low
	for i, r := range p.regexes {
		if next[i] = r.step(p.sets[node][i], c); len(next[i]) == 0 {
			p.steps[node][class] = -1
			return -1
		}
	}
	n := p.node(next)
	p.steps[node][class] = n
	return n
}

// reaches reports whether exactly length characters lead from the node to the
// end of all expressions.
func (p *Join) reaches(node, length int) bool {
	if length == 0 {
		return !slices.ContainsFunc(p.sets[node], func(at []int32) bool { return !accepts(at) })
	}
	k := reach{node, length}
	if known, ok := p.can[k]; ok {
		return known
	}
	if p.visited++; p.visited > maxVisited {
		return false
	}
	found := false
	for class := range p.classes {
		if next := p.step(node, class); next >= 0 && p.reaches(next, length-1) {
			found = true
			break
		}
	}
	p.can[k] = found
	return found
}

func (p *Join) walk(c Chooser, node, length int) string {
	var b strings.Builder
	for ; length > 0; length-- {
		var open []int
		for class := range p.classes {
			if len(open) > 0 && p.ranks[class] > p.ranks[open[0]] {
				break
			}
			if next := p.step(node, class); next >= 0 && p.reaches(next, length-1) {
				open = append(open, class)
			}
		}
		class := open[c.Pick(len(open))]
		b.WriteRune(character(c, p.classes[class]))
		node = p.step(node, class)
	}
	return b.String()
}

// partition finds the classes of characters that no expression tells apart,
// those that read well first.
func (p *Join) partition() {
	seen := make(map[string]bool)
	var sets []charset
	for _, r := range p.regexes {
		for _, s := range r.states {
			if k := setKey(s.set); s.reads() && !seen[k] {
				seen[k] = true
				sets = append(sets, s.set)
			}
		}
	}
	rest := everything
	for rank, set := range []charset{pleasant, printable, everything} {
		classes := []charset{set.minus(everything.minus(rest))}
		rest = rest.minus(set)
		for _, s := range sets {
			classes = split(classes, s)
		}
		for _, class := range classes {
			p.classes = append(p.classes, class)
			p.ranks = append(p.ranks, rank)
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

// pleasant are the characters that samples are made of wherever they can be;
// printable are the next best.
var (
	pleasant  = charset{{'0', '9'}, {'A', 'Z'}, {'a', 'z'}}
	printable = charset{{' ', '~'}}
)

func character(c Chooser, class charset) rune {
	s := class[c.Pick(len(class))]
	return s.low + rune(c.Pick(min(int(s.high-s.low)+1, 64)))
}
