package validation

import (
	"strconv"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/reading/xsd"
	"example.com/quartet/internal/compiler/writing/plan/ir"
)

// TestNormalContent compares content with its normal form. In the text of content, (a, b)
// is a sequence, (a | b) a choice, (a & b) xs:all, and a{0,2} is at most two of a.
func TestNormalContent(t *testing.T) {
	for _, c := range []struct {
		name      string
		particles []*ir.Particle
		want      string
	}{
		{"nothing", nil, ""},
		{"elements", []*ir.Particle{el("a"), el("b")}, "a, b"},
		{"a sequence in a sequence", []*ir.Particle{el("a"), seq(el("b"), el("c"))}, "a, b, c"},
		{"a choice in a choice", []*ir.Particle{choice(el("a"), choice(el("b"), el("c")))}, "(a | b | c)"},
		{"xs:all", []*ir.Particle{all(el("a"), el("b"))}, "(a & b)"},
		{"an optional group stays", []*ir.Particle{el("a"), times(0, 1, seq(el("b"), el("c")))}, "a, (b, c){0,1}"},
		{"an empty group", []*ir.Particle{el("a"), seq(seq())}, "a"},
		{"an alternative that is empty", []*ir.Particle{choice(el("a"), el("b"), seq())}, "(a | b){0,1}"},
		{"an alternative that is never there", []*ir.Particle{choice(el("a"), choice())}, "a"},
		{"a choice of nothing", []*ir.Particle{choice()}, "(never)"},
		{"a group of one element", []*ir.Particle{times(0, 3, seq(el("a")))}, "a{0,3}"},
		{"numbers are multiplied", []*ir.Particle{times(2, 2, seq(times(2, 3, el("a"))))}, "a{4,6}"},
		{"an unbounded group", []*ir.Particle{times(1, -1, seq(times(0, 2, el("a"))))}, "a{0,}"},
		{"unbounded elements in a group", []*ir.Particle{times(0, 2, seq(times(1, -1, el("a"))))}, "a{0,}"},
		{"0 or 2 and more are not 0 and more", []*ir.Particle{times(0, 3, seq(times(2, -1, el("a"))))}, "(a{2,}){0,3}"},
		{"2 and more, once or three times", []*ir.Particle{times(1, 3, seq(times(2, -1, el("a"))))}, "a{2,}"},
		{"0 or 3 or 6 are not 0 to 6", []*ir.Particle{times(0, 2, seq(times(3, 3, el("a"))))}, "(a{3,3}){0,2}"},
		{"2 to 6, without a gap", []*ir.Particle{times(1, 2, seq(times(2, 3, el("a"))))}, "a{2,6}"},
	} {
		if got := written(normalContent(c.particles), ", "); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func el(name string) *ir.Particle {
	return &ir.Particle{Min: 1, Max: 1, Field: &ir.Field{Wire: ir.Name{Local: name}}}
}

func seq(particles ...*ir.Particle) *ir.Particle    { return group(ir.Sequence, particles) }
func choice(particles ...*ir.Particle) *ir.Particle { return group(ir.Choice, particles) }
func all(particles ...*ir.Particle) *ir.Particle    { return group(ir.All, particles) }

func group(c ir.Compositor, particles []*ir.Particle) *ir.Particle {
	return &ir.Particle{Min: 1, Max: 1, Group: c, Particles: particles}
}

func times(minOccurs, maxOccurs int, p *ir.Particle) *ir.Particle {
	p.Min, p.Max = minOccurs, maxOccurs
	return p
}

func written(particles []*ir.Particle, separator string) string {
	var texts []string
	for _, p := range particles {
		text := "never"
		switch {
		case p.Field != nil:
			text = p.Field.Wire.Local
		case len(p.Particles) > 0:
			text = written(p.Particles, [...]string{ir.Sequence: ", ", ir.Choice: " | ", ir.All: " & "}[p.Group])
		}
		if p.Field == nil {
			text = "(" + text + ")"
		}
		switch {
		case p.Max == xsd.Unbounded:
			text += "{" + strconv.Itoa(p.Min) + ",}"
		case !p.Once():
			text += "{" + strconv.Itoa(p.Min) + "," + strconv.Itoa(p.Max) + "}"
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, separator)
}
