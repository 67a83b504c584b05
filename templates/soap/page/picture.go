package page

import (
	"fmt"
	"html/template"
	"strings"
	"unicode/utf8"

	"example.com/quartet/templates/soap/component"
	"example.com/quartet/templates/soap/xsd"
)

// A picture shows messages and their types as boxes. A box has a row for each element and attribute, and an arrow leads from a row to the
// box of its type. A type has one box, so that a type which contains itself has an arrow to itself.

// How large pictures are. What has no room is in the tree beside a picture.
const (
	maxBoxes = 60
	maxRows  = 25 // of a box
	maxLabel = 36 // characters
)

// Sizes, in units of the picture. The font is monospaced, and all its characters have the width charWidth.
const (
	charWidth = 7.25
	rowHeight = 20.0
	padding   = 10.0
	gapX      = 56.0
	gapY      = 18.0
)

// box is a message or a type in a picture.
type box struct {
	title      string
	rows       []boxRow
	column     int
	x, y, wide float64
}

// boxRow is a row of a box: an element, an attribute, or the beginning of a group.
type boxRow struct {
	indent              int
	label, typ, remarks string
	to                  *box // the box of its type; nil if there is none
}

// drawing collects boxes, and draws them.
type drawing struct {
	boxes   []*box
	types   map[*component.Type]*box
	pending []func() // fill boxes in the order in which their columns are known
}

// message is a message of a picture, with the nodes of its content.
type message struct {
	title string
	nodes []*node
}

// drawn returns a picture of messages as an SVG element with a title, "" if their content has no types to show.
func drawn(title string, messages ...message) template.HTML {
	p := &drawing{types: make(map[*component.Type]*box)}
	for _, m := range messages {
		if len(m.nodes) > 0 {
			p.add(m.title, 0, m.nodes)
		}
	}
	for len(p.pending) > 0 {
		next := p.pending[0]
		p.pending = p.pending[1:]
		next()
	}
	if len(p.boxes) == 0 {
		return ""
	}
	return p.draw(title)
}

// add adds a box, which is filled later.
func (p *drawing) add(title string, column int, nodes []*node) *box {
	b := &box{title: short(title), column: column}
	p.boxes = append(p.boxes, b)
	p.pending = append(p.pending, func() { p.fill(b, 0, nodes) })
	return b
}

// fill adds rows for nodes to a box. The members of a group follow it, indented.
func (p *drawing) fill(b *box, indent int, nodes []*node) {
	for i, n := range nodes {
		if len(b.rows) == maxRows {
			b.rows = append(b.rows, boxRow{indent: indent, remarks: fmt.Sprintf("and %d more", len(nodes)-i)})
			return
		}
		remarks := n.Occurs
		if remarks == occurrence(1, 1) {
			remarks = ""
		}
		b.rows = append(b.rows, boxRow{indent: indent, label: short(n.Label()), typ: short(n.Type), remarks: remarks, to: p.typeOf(n, b.column+1)})
		if n.typ == nil {
			p.fill(b, indent+1, n.Children)
			if len(b.rows) > maxRows {
				return
			}
		}
	}
}

// typeOf returns the box for the complex type of a node, nil if it has no such type or there is no room for it.
func (p *drawing) typeOf(n *node, column int) *box {
	if n.typ == nil || n.typ.Simple || n.typ.Name.Space == xsd.Namespace {
		return nil
	}
	if known := p.types[n.typ]; known != nil || len(n.Children) == 0 || len(p.boxes) == maxBoxes {
		return known
	}
	title := n.typ.Name.Local
	if title == "" {
		title = "content of " + n.Name
	}
	b := p.add(title, column, n.Children)
	p.types[n.typ] = b
	return b
}

// short returns a text without its end if it is long.
func short(text string) string {
	if utf8.RuneCountInString(text) <= maxLabel {
		return text
	}
	return string([]rune(text)[:maxLabel-1]) + "…"
}

// width returns the width of a row, without padding.
func (r *boxRow) width() float64 {
	n := 2 * r.indent
	for _, text := range []string{r.label, r.typ, r.remarks} {
		if text != "" {
			n += 1 + utf8.RuneCountInString(text)
		}
	}
	return float64(n) * charWidth
}

// place sets the place of each box, and returns the size of the picture: a column for each distance from the messages.
func (p *drawing) place() (wide, high float64) {
	var widths, heights []float64
	for _, b := range p.boxes {
		for len(widths) <= b.column {
			widths, heights = append(widths, 0), append(heights, 0)
		}
		w := float64(utf8.RuneCountInString(b.title)) * charWidth * 1.1
		for i := range b.rows {
			w = max(w, b.rows[i].width())
		}
		b.wide, b.y = w+2*padding, heights[b.column]
		heights[b.column] += b.height() + gapY
		widths[b.column], high = max(widths[b.column], b.wide), max(high, heights[b.column]-gapY)
	}
	lefts := make([]float64, len(widths))
	for i, w := range widths {
		lefts[i] = wide
		wide += w + gapX
	}
	for _, b := range p.boxes {
		b.x, b.wide = lefts[b.column], widths[b.column]
	}
	return wide, high // with room for arrows to types on the left
}

func (b *box) height() float64 { return float64(len(b.rows)+1)*rowHeight + padding }

// draw returns the picture. All texts in it are escaped.
func (p *drawing) draw(title string) template.HTML {
	wide, high := p.place()
	var s strings.Builder
	fmt.Fprintf(&s, `<svg viewBox="-2 -2 %.0f %.0f" width="%.0f" role="img"><title>%s</title>`, wide+4, high+4, wide+4, template.HTMLEscapeString(title))
	for _, b := range p.boxes {
		fmt.Fprintf(&s, `<g transform="translate(%.0f %.0f)"><rect class="box" width="%.0f" height="%.0f" rx="6"/>`, b.x, b.y, b.wide, b.height())
		fmt.Fprintf(&s, `<path class="line" d="M0 %.0fh%.0f"/><text class="name" x="%.0f" y="15">%s</text>`, rowHeight+2, b.wide, padding, template.HTMLEscapeString(b.title))
		for i := range b.rows {
			b.rows[i].draw(&s, baseline(i))
		}
		s.WriteString("</g>")
	}
	for _, b := range p.boxes {
		for i := range b.rows {
			if to := b.rows[i].to; to != nil {
				s.WriteString(arrow(b, to, baseline(i)-4))
			}
		}
	}
	s.WriteString("</svg>")
	return template.HTML(s.String())
}

// baseline returns the height of the text of a row in its box.
func baseline(row int) float64 { return float64(row+2)*rowHeight - 1 }

func (r *boxRow) draw(s *strings.Builder, y float64) {
	fmt.Fprintf(s, `<text x="%.0f" y="%.0f">`, padding+float64(2*r.indent)*charWidth, y)
	dx := ""
	for i, text := range []string{r.label, r.typ, r.remarks} {
		if text != "" {
			fmt.Fprintf(s, `<tspan class="%s"%s>%s</tspan>`, [...]string{"member", "type", "occurs"}[i], dx, template.HTMLEscapeString(text))
			dx = fmt.Sprintf(` dx="%.1f"`, charWidth)
		}
	}
	s.WriteString("</text>")
}

// arrow returns an arrow from a row of a box to the title of another one: to its left side, or to its right side if it is not further
// right.
func arrow(from, to *box, y float64) string {
	x1, y1, x2, y2, head := from.x+from.wide, from.y+y, to.x, to.y+rowHeight/2+1, -7.0
	bend := x2 - gapX/2
	if to.column <= from.column {
		x2, head = to.x+to.wide, 7
		bend = x2 + gapX*0.7
	}
	first := x1 + gapX/2
	return fmt.Sprintf(`<path class="arrow" d="M%.0f %.0fC%.0f %.0f %.0f %.0f %.0f %.0f"/><path class="head" d="M%.0f %.0fl%.0f -4v8z"/>`,
		x1, y1, first, y1, bend, y2, x2+head, y2, x2, y2, head)
}
