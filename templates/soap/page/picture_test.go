package page

import (
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/contract"
)

// boxesOf returns the boxes of a picture, each with its title and the labels of its rows, and the number of its arrows. It checks that the
// picture is XML.
func boxesOf(t *testing.T, picture string) (boxes []string, arrows int) {
	t.Helper()
	for d := xml.NewDecoder(strings.NewReader(picture)); ; {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatalf("%v in\n%s", err, picture)
		}
	}
	text := regexp.MustCompile(`<(?:text class="name"|tspan class="member")[^>]*>([^<]*)<`)
	for _, box := range strings.Split(picture, "<rect ")[1:] {
		var all []string
		for _, found := range text.FindAllStringSubmatch(box, -1) {
			all = append(all, found[1])
		}
		boxes = append(boxes, strings.Join(all, " "))
	}
	return boxes, strings.Count(picture, `class="arrow"`)
}

// TestPicture: a message and each of its types is one box, also a type that contains itself, and an arrow leads to it from each place of
// its use.
func TestPicture(t *testing.T) {
	page := get(serve(newDepot()), "/depot?op=couple").Body.String()
	_, picture, _ := strings.Cut(page, `tabindex="0"><svg`)
	picture, _, _ = strings.Cut(picture, "</svg>")
	boxes, arrows := boxesOf(t, "<svg"+picture+"</svg>")
	want := []string{"request train", "faults broken", "train id one of steam diesel wagon", "wagon @number load next"}
	if !slices.Equal(boxes, want) || arrows != 4 {
		t.Errorf("%q, %d arrows", boxes, arrows)
	}
}

// TestLargePicture: a picture has at most 60 boxes and 25 rows in each, and says what it leaves out.
func TestLargePicture(t *testing.T) {
	m, err := readMessages(newDepot())
	if err != nil {
		t.Fatal(err)
	}
	var nodes []*node
	for range 100 {
		leaf := &node{Name: "leaf <&>", typ: m.Set.Type(m.Name(nil, 1, "kind"))}
		child := *m.Set.Type(m.Name(nil, 1, "wagon"))
		nodes = append(nodes, &node{Name: strings.Repeat("é", 100), typ: &child, Children: []*node{leaf}})
	}
	picture := string(drawn("large", message{"request", nodes}))
	boxes, arrows := boxesOf(t, picture)
	if len(boxes) != 26 || arrows != 25 || !strings.Contains(picture, ">and 75 more<") || !strings.Contains(boxes[0], strings.Repeat("é", maxLabel-1)+"…") {
		t.Errorf("%d boxes, %d arrows\n%.500s", len(boxes), arrows, picture)
	}
	group := &node{Note: "one of"}
	for part := range slices.Chunk(nodes, 20) {
		group.Children = append(group.Children, &node{Name: "part", Children: part})
	}
	boxes, _ = boxesOf(t, string(drawn("large", message{"request", nodes[:20]}, message{"result", nodes[20:40]}, message{"faults", nodes[40:60]}, message{"more", []*node{group}})))
	if len(boxes) != maxBoxes {
		t.Errorf("%d boxes", len(boxes))
	}
}

// TestDocument has all operations on one page, with links to them. Their texts are not markup, nor do they reorder it, and services with one
// name have different titles.
func TestDocument(t *testing.T) {
	c := newDepot()
	c.Operations[0].Name, c.Operations[0].Doc, c.Ports[0].Name = hostile, hostile+" a\u202eb", "other"
	text, err := Document([]*contract.Contract{c, newDepot()})
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	if strings.Contains(page, "<script") || strings.Count(page, "</style>") != 1 || strings.Contains(page, "\u202e") {
		t.Error("text is markup, or reorders the page")
	}
	links := regexp.MustCompile(`href="#([^"]*)"`).FindAllStringSubmatch(page, -1)
	for _, link := range links {
		if strings.Count(page, ` id="`+link[1]+`"`) != 1 {
			t.Errorf("the link #%s has no target", link[1])
		}
	}
	if len(links) != 2*len(c.Operations) || strings.Count(page, "<svg") < 4 {
		t.Errorf("%d links, %d pictures", len(links), strings.Count(page, "<svg"))
	}
	wantAll(t, page, ` a\u202eb`, `"Operations of Depot: other"`, "<td>SOAP 1.1, SOAP 1.2", "<summary>Header blocks</summary>", "<summary>Faults</summary>")
}

// TestLargeDocument: the size of a document is limited.
func TestLargeDocument(t *testing.T) {
	c := newDepot()
	one := *c.Operations[4]
	one.Doc = strings.Repeat("x", 1<<20)
	for range maxDocumentBytes >> 20 {
		c.Operations = append(c.Operations, &one)
	}
	if _, err := Document([]*contract.Contract{c}); !errors.Is(err, ErrLargeDocument) {
		t.Error(err)
	}
}
