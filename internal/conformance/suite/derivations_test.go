package suite_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// A derivation is a random tree of types that are derived from each other, as the text of a schema. Most trees are valid; package
// xsdcheck says which.
type derivations struct {
	rng   *rand.Rand
	types []derivedType
	count int // of all named types, which elements may have
}

// derivedType is what later types that are derived from a type have to know of it.
type derivedType struct {
	base          int // -1 for none
	simple, mixed bool
	content       []particle      // the effective content, as a sequence
	attrs         map[string]bool // whether an attribute is required
}

// particle is an element, a wildcard or a group.
type particle struct {
	tag, name, attrs string // of an element: its name and type
	inner            string // an anonymous type
	min, max         int
	particles        []particle
}

var simpleTypes = []string{"xs:string", "xs:int", "t:code", "t:list", "xs:string"}

const simpleDeclarations = `<xs:simpleType name="code"><xs:restriction base="xs:token"><xs:enumeration value="x"/><xs:enumeration value="y"/></xs:restriction></xs:simpleType>
<xs:simpleType name="list"><xs:list itemType="xs:int"/></xs:simpleType>
`

// newDerivations returns the declarations of a schema: types T0, T1, ..., and the element r with values of all of them.
func newDerivations(seed uint64) string {
	d := &derivations{rng: rand.New(rand.NewPCG(seed, 44))}
	d.count = 3 + d.rng.IntN(5)
	var b strings.Builder
	b.WriteString(simpleDeclarations)
	for i := range d.count {
		text, made := d.complexType(fmt.Sprintf(` name="T%d"`, i))
		d.types = append(d.types, made)
		b.WriteString(text + "\n")
	}
	head := d.rng.IntN(d.count)
	derived := []int{head}
	for i, t := range d.types {
		if slices.Contains(derived, t.base) && t.base >= 0 {
			derived = append(derived, i)
		}
	}
	fmt.Fprintf(&b, `<xs:element name="head" type="t:T%d"%s/>`+"\n", head, d.maybe(4, ` abstract="true"`))
	for i := range 2 {
		fmt.Fprintf(&b, `<xs:element name="member%d" substitutionGroup="t:head"%s/>`+"\n", i, d.maybe(2, fmt.Sprintf(` type="t:T%d"`, oneOf(d, derived))))
	}
	b.WriteString(`<xs:element name="r"><xs:complexType><xs:choice maxOccurs="unbounded">`)
	for i := range d.count {
		fmt.Fprintf(&b, `<xs:element name="e%d" type="t:T%d"%s/>`, i, i, d.maybe(3, ` nillable="true"`))
	}
	return b.String() + `</xs:choice></xs:complexType></xs:element>`
}

// maybe returns the text in one of n cases.
func (d *derivations) maybe(n int, text string) string {
	if d.rng.IntN(n) > 0 {
		return ""
	}
	return text
}

func oneOf[T any](d *derivations, all []T) T { return all[d.rng.IntN(len(all))] }

// complexType writes a type. Its attributes begin with start.
func (d *derivations) complexType(start string) (text string, t derivedType) {
	base, from, number := derivedType{}, "", -1
	if len(d.types) > 0 && d.rng.IntN(4) > 0 {
		number = d.rng.IntN(len(d.types))
		base, from = d.types[number], fmt.Sprintf("t:T%d", number)
	}
	t = derivedType{base: number, attrs: make(map[string]bool)}
	for name, required := range base.attrs {
		t.attrs[name] = required
	}
	restricts := d.rng.IntN(2) == 0
	switch {
	case from == "" && d.rng.IntN(4) == 0:
		t.simple = true
		return wrapped(start, "simpleContent", "extension", oneOf(d, simpleTypes), d.extraAttributes(&t)), t
	case from == "":
		t.mixed = d.rng.IntN(3) == 0
		t.content = consistent(make(map[string]string), nil, d.content(0))
		if d.rng.IntN(8) == 0 {
			t.content = d.all()
		}
		return "<xs:complexType" + start + mixed(t.mixed) + ">" + written(t.content) + d.extraAttributes(&t) + "</xs:complexType>", t
	case base.simple && restricts:
		t.simple = true
		return wrapped(start, "simpleContent", "restriction", from, d.fewerAttributes(&t)), t
	case base.simple:
		t.simple = true
		return wrapped(start, "simpleContent", "extension", from, d.extraAttributes(&t)), t
	case restricts && base.mixed && d.rng.IntN(4) == 0:
		t.simple = true
		inner := `<xs:simpleType><xs:restriction base="` + oneOf(d, simpleTypes) + `"/></xs:simpleType>`
		return wrapped(start, "simpleContent", "restriction", from, inner+d.fewerAttributes(&t)), t
	case restricts:
		t.mixed = base.mixed && d.rng.IntN(4) > 0
		t.content = d.restricted(base.content)
		return wrapped(start+mixed(t.mixed), "complexContent", "restriction", from, written(t.content)+d.fewerAttributes(&t)), t
	}
	own := d.content(0)
	if d.rng.IntN(2) == 0 {
		own = nil
	}
	t.mixed = base.mixed || len(base.content) == 0 && d.rng.IntN(3) == 0
	own = consistent(make(map[string]string), base.content, own)
	t.content = append(slices.Clone(base.content), own...)
	return wrapped(start+mixed(t.mixed), "complexContent", "extension", from, written(own)+d.extraAttributes(&t)), t
}

func wrapped(start, content, step, base, inside string) string {
	return fmt.Sprintf(`<xs:complexType%s><xs:%s><xs:%s base="%s">%s</xs:%[3]s></xs:%[2]s></xs:complexType>`, start, content, step, base, inside)
}

func mixed(is bool) string {
	if is {
		return ` mixed="true"`
	}
	return ""
}

// extraAttributes returns attributes that a type does not have yet.
func (d *derivations) extraAttributes(t *derivedType) string {
	text := ""
	for _, name := range []string{"p", "q"} {
		if _, known := t.attrs[name]; known || d.rng.IntN(3) > 0 {
			continue
		}
		t.attrs[name] = d.rng.IntN(3) == 0
		use := ""
		if t.attrs[name] {
			use = ` use="required"`
		}
		text += fmt.Sprintf(`<xs:attribute name="%s" type="%s"%s/>`, name, oneOf(d, simpleTypes), use)
	}
	return text
}

// fewerAttributes returns the attributes that a restriction takes away.
func (d *derivations) fewerAttributes(t *derivedType) string {
	text := ""
	for _, name := range []string{"p", "q"} {
		if required, known := t.attrs[name]; known && !required && d.rng.IntN(3) == 0 {
			delete(t.attrs, name)
			text += fmt.Sprintf(`<xs:attribute name="%s" use="prohibited"/>`, name)
		}
	}
	return text
}

// content returns the content of a new type or of an extension.
func (d *derivations) content(depth int) []particle {
	var all []particle
	for range d.rng.IntN(4) {
		all = append(all, d.particle(depth))
	}
	return all
}

// consistent returns a content without elements that have the name of another one, which may also be in the content before it,
// but not its type (XML Schema part 1, section 3.8.6, Element Declarations Consistent).
func consistent(types map[string]string, before, own []particle) (kept []particle) {
	if before != nil {
		consistent(types, nil, before)
	}
	for _, p := range own {
		if p.particles != nil {
			p.particles = consistent(types, nil, p.particles)
		} else if p.tag == "any" {
		} else if known, ok := types[p.name]; ok && (known != p.attrs || p.inner != "") {
			continue
		} else {
			types[p.name] = p.attrs
		}
		kept = append(kept, p)
	}
	return kept
}

// all returns an xs:all as the content of a type.
func (d *derivations) all() []particle {
	all := particle{tag: "all", max: 1}
	for i := range 2 + d.rng.IntN(2) {
		name := string(rune('a' + i))
		all.particles = append(all.particles, particle{tag: "element", name: name, attrs: ` name="` + name + `" type="` + simpleTypes[i] + `"`, min: d.rng.IntN(2), max: 1})
	}
	return []particle{all}
}

var occurrences = [][2]int{{0, 1}, {0, 1}, {1, 1}, {0, -1}, {1, 3}}

func (d *derivations) particle(depth int) particle {
	occurs := oneOf(d, occurrences)
	p := particle{name: string(rune('a' + d.rng.IntN(4))), min: occurs[0], max: occurs[1]}
	switch n := d.rng.IntN(13); {
	case n == 12:
		p.tag, p.name, p.attrs = "any", "", ` namespace="##other" processContents="lax"`
	case n < 2 && depth < 2:
		p.tag = oneOf(d, []string{"sequence", "choice"})
		if p.particles = d.content(depth + 1); p.particles != nil {
			return p
		}
		fallthrough
	default:
		p.tag, p.attrs = "element", fmt.Sprintf(` name="%s" type="%s"%s`, p.name, simpleTypes[p.name[0]%4], d.maybe(4, ` nillable="true"`))
	case n == 2:
		p.tag, p.name, p.attrs = "element", "head", ` ref="t:head"`
	case n == 3 && depth < 2 && len(d.types) < 4:
		text, _ := d.complexType("")
		p.tag, p.attrs, p.inner = "element", ` name="`+p.name+`"`, text
	case n < 6:
		p.tag, p.attrs = "element", fmt.Sprintf(` name="%s" type="t:T%d"`, p.name, d.rng.IntN(d.count))
		p.min = 0
	}
	return p
}

// restricted returns a content that restricts another one.
func (d *derivations) restricted(all []particle) []particle {
	var fewer []particle
	for _, p := range all {
		if p.min == 0 && d.rng.IntN(2) == 0 {
			continue
		}
		if p.min == 0 && d.rng.IntN(4) == 0 {
			p.min = 1
		}
		if p.max == -1 && d.rng.IntN(3) == 0 {
			p.max = 2
		}
		if p.tag == "sequence" || p.tag == "all" {
			p.particles = d.restricted(p.particles)
		}
		if p.tag == "all" && d.rng.IntN(2) == 0 { // another order
			p.tag = "sequence"
			d.rng.Shuffle(len(p.particles), func(i, j int) { p.particles[i], p.particles[j] = p.particles[j], p.particles[i] })
		}
		if p.particles != nil || p.tag == "element" || p.tag == "any" {
			fewer = append(fewer, p)
		}
	}
	return fewer
}

// written returns the text of a content.
func written(all []particle) string {
	if len(all) == 0 {
		return ""
	}
	var b strings.Builder
	if len(all) == 1 && all[0].tag == "all" {
		all[0].write(&b)
		return b.String()
	}
	b.WriteString("<xs:sequence>")
	for _, p := range all {
		p.write(&b)
	}
	return b.String() + "</xs:sequence>"
}

func (p *particle) write(b *strings.Builder) {
	maximum := fmt.Sprint(p.max)
	if p.max < 0 {
		maximum = "unbounded"
	}
	fmt.Fprintf(b, `<xs:%s%s minOccurs="%d" maxOccurs="%s">%s`, p.tag, p.attrs, p.min, maximum, p.inner)
	for _, inner := range p.particles {
		inner.write(b)
	}
	fmt.Fprintf(b, `</xs:%s>`, p.tag)
}
