package callvalue

import (
	"fmt"
	"math"

	"example.com/quartet/internal/compiler/reading/xmltree"
)

// parse reads a document that the encoder has written, however large it is.
func parse(doc []byte) (*xmltree.Element, error) {
	d, diags := xmltree.Parse("", doc, xmltree.Limits{Depth: math.MaxInt32, Bytes: len(doc) + 1})
	if d == nil {
		return nil, fmt.Errorf("the message is not well-formed: %s", diags[0].Message)
	}
	return d.Root, nil
}
