package callvalue

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
)

// rawElement is an element with its tags as they are in the document.
type rawElement struct {
	start, end string
	children   []*rawElement
	content    string // without children: what is between the tags
	mixed      bool   // there is text beside children
}

// parseRaw splits a document into its elements.
func parseRaw(doc []byte) (*rawElement, error) {
	d := xml.NewDecoder(bytes.NewReader(doc))
	var open []*rawElement
	var starts []int64 // of the content
	for {
		from := d.InputOffset()
		token, err := d.RawToken()
		if errors.Is(err, io.EOF) {
			return nil, errors.New("there is no element")
		}
		if err != nil {
			return nil, err
		}
		text := string(doc[from:d.InputOffset()])
		switch t := token.(type) {
		case xml.StartElement:
			x := &rawElement{start: text}
			if len(open) > 0 {
				parent := open[len(open)-1]
				parent.children = append(parent.children, x)
			}
			open, starts = append(open, x), append(starts, d.InputOffset())
		case xml.EndElement:
			if len(open) == 0 {
				return nil, errors.New("an end tag without a start tag")
			}
			x := open[len(open)-1]
			x.end, x.content = text, string(doc[starts[len(starts)-1]:from])
			if open, starts = open[:len(open)-1], starts[:len(starts)-1]; len(open) == 0 {
				return x, nil
			}
		case xml.CharData:
			if len(open) > 0 && len(bytes.TrimSpace(t)) > 0 {
				open[len(open)-1].mixed = true
			}
		default:
			if len(open) > 0 {
				open[len(open)-1].mixed = true
			}
		}
	}
}

func (x *rawElement) write(b *bytes.Buffer, depth int) {
	b.WriteString(strings.Repeat("  ", depth) + x.start)
	if len(x.children) == 0 || x.mixed {
		b.WriteString(x.content + x.end + "\n")
		return
	}
	b.WriteByte('\n')
	for _, c := range x.children {
		c.write(b, depth+1)
	}
	b.WriteString(strings.Repeat("  ", depth) + x.end + "\n")
}
