package validate

import (
	"strings"
	"testing"
)

// TestMissing compares what errors name as missing: elements that may come next, without those that may be absent.
func TestMissing(t *testing.T) {
	a, b, c, d := number("a", 0, 1), number("b", 1, 1), number("c", 1, 1), number("d", 1, 2)
	for _, test := range []struct{ name, model, document, want string }{
		{"optional before required", sequence(1, 1, a, b), "", "the element b"},
		{"repeated before required", sequence(1, 1, number("a", 1, -1), b), "<a>1</a>", "the element b"},
		{"too few", sequence(1, 1, number("a", 2, 3), b), "<a>1</a>", "the element a"},
		{"choice", group("choice", 1, 1, b, sequence(1, 1, a, c)), "", "the element b or the element c"},
		{"choice after optional", sequence(1, 1, a, group("choice", 1, 1, b, c)), "<a>1</a>", "the element b or the element c"},
		{"optional group", sequence(1, 1, sequence(0, 1, b, c), d), "", "the element d"},
		{"begun optional group", sequence(1, 1, sequence(0, 1, b, a, c), d), "<b>1</b>", "the element c"},
		{"group again", sequence(2, 2, a, b), "<b>1</b>", "the element b"},
		{"wildcard", sequence(1, 1, a, `<xs:any namespace="##other"/>`), "", `an element of a namespace other than "urn:t"`},
		{"all", group("all", 1, 1, a, b, c), "<c>1</c>", "the element b"},
		{"empty all", group("all", 1, 1, a, b, c), "", "the element b or the element c"},
	} {
		t.Run(test.name, func(t *testing.T) {
			err := verdict(schemaTable(content(test.model)), start+test.document+"</r>")
			if err == nil || !strings.HasSuffix(err.Error(), ": "+test.want+" is missing") {
				t.Errorf("%v, want that %s is missing", err, test.want)
			}
		})
	}
}

// TestRepeatedInAll validates documents with an xs:all in which an element may occur twice, also apart (XML Schema 1.1).
func TestRepeatedInAll(t *testing.T) {
	table := schemaTable(content(group("all", 1, 1, number("a", 1, 2), number("b", 0, 1))))
	for document, valid := range map[string]bool{
		"<a>1</a><b>1</b><a>1</a>": true, "<b>1</b><a>1</a><a>1</a>": true, "<a>1</a><a>1</a><a>1</a>": false, "<b>1</b>": false,
		"<a>1</a><b>1</b><b>1</b>": false,
	} {
		if err := verdict(table, start+document+"</r>"); (err == nil) != valid {
			t.Errorf("%s: %v", document, err)
		}
	}
}
