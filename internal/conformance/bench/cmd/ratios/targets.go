package main

import (
	"fmt"
	"slices"
	"strings"
)

// The names of the implementation that is measured, and of the one that it is compared
// with.
const (
	ours     = "quartet"
	baseImpl = "encoding-xml"
)

// references are implementations that do the minimum possible work. The tables show our
// speed as a percentage of theirs.
var references = []string{"static", "bare", "drain"}

// target is a minimum speed that the project aims for.
type target struct {
	benchmark string
	form      string
	sizes     []string
	base      string // the implementation that the ratio is relative to
	min       float64
}

var targets = []target{
	{"Decode", "compact", []string{"100"}, baseImpl, 30},
	{"Decode", "compact", []string{"10000"}, baseImpl, 25},
	{"Decode", "indented", []string{"100", "10000"}, baseImpl, 20},
	{"Decode", "prefixed", []string{"100", "10000"}, baseImpl, 20},
	{"Decode", "shuffled", []string{"100", "10000"}, baseImpl, 12},
	{"Encode", "", []string{"100"}, baseImpl, 20},
	{"Encode", "", []string{"10000"}, baseImpl, 16},
	{"Serve", "", []string{"100"}, baseImpl, 8},
	{"Serve", "", []string{"100"}, "static", 0.6},
	{"Call", "", []string{"100"}, "bare", 0.5},
	{"Sign", "", []string{"10485760"}, "bare", 0.25},
}

// targetCell returns the targets for a row and whether they are met.
func (b *benchmark) targetCell(r *row) string {
	var all []string
	for _, t := range targets {
		if t.benchmark != b.name || t.form != b.value(r, "form") || !slices.Contains(t.sizes, b.value(r, "n")) {
			continue
		}
		got, ok := speed(r.find(ours), r.find(t.base))
		text := fmt.Sprintf("%g", t.min)
		if t.base != baseImpl {
			text = fmt.Sprintf("%s of %s", percent(t.min), t.base)
		}
		switch {
		case !ok:
			text += " not measured"
		case got.median >= t.min:
			text += " met"
		default:
			text += " missed"
		}
		all = append(all, text)
	}
	return strings.Join(all, ", ")
}

func percent(share float64) string { return fmt.Sprintf("%.0f %%", 100*share) }
