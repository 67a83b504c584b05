package codec

import "testing"

func TestOutline(t *testing.T) {
	p := &BinaryParts{List: []BinaryPart{{ID: "1", Content: []byte("one")}, {ID: "2", Content: []byte("two")}, {ID: "3", Content: []byte("three")}}}
	doc := "<a>" + p.List[0].markup() + "</a><b>" + p.List[1].markup() + "</b><c>" + p.List[2].markup() + "</c>"
	inline := p.Inline([]byte(doc))
	if got := string(p.Outline(inline)); string(inline) != "<a>b25l</a><b>dHdv</b><c>dGhyZWU=</c>" || got != doc || len(p.List) != 3 {
		t.Errorf("%s, from %s", got, inline)
	}
	want := "<h>b25l</h><a>" + p.List[0].markup() + "</a><b>encr</b><c>" + p.List[2].markup() + "</c>"
	const sealed = "<h>b25l</h><a>b25l</a><b>encr</b><c>dGhyZWU=</c>"
	if got := string(p.Outline([]byte(sealed))); got != want || len(p.List) != 2 {
		t.Errorf("%s, %d parts", got, len(p.List))
	}
}
