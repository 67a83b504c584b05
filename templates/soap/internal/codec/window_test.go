package codec

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/iotest"

	"example.com/quartet/templates/soap/internal/charset"
	"example.com/quartet/templates/soap/xsd"
)

// windowItem is an item of a list that is read in pieces.
type windowItem struct {
	Name string
	Ref  *xsd.QName
}

var (
	typeOfWindowItem = Type{NS: 1, Name: "item", Zero: (*windowItem)(nil)}
	windowList       = &Value{Zero: (*[]windowItem)(nil), Row: Row{Name: "i", NS: 1, Kind: KindStruct, Occurs: Many, Of: &typeOfWindowItem}}
)

func init() {
	Define(&Table{Namespaces: openNamespaces, Types: []TypeRows{{Type: &typeOfWindowItem, Rows: []Row{
		{Name: "name", NS: 1, Kind: KindString, Occurs: Once},
		{Name: "ref", NS: 1, Kind: KindQName},
	}}}})
}

// readInPieces reads a list as a client does that gets a long response: one item at a time, from a window that moves.
// The list is the root element, or its child.
func readInPieces(from io.Reader, limit int64) (items []string, w *Window, err error) {
	w = NewWindow(from, limit)
	defer w.Release()
	d := NewDecoder(nil, openNamespaces, Limits{})
	defer func() { d.Release() }()
	for d.Failed != ErrPaused {
		d.Release()
		d = NewDecoder(nil, openNamespaces, Limits{})
		if _, err := w.More(d, 0); err != nil {
			return nil, w, err
		}
		if d.Root() && d.HasTag("urn:t", "list") {
			d.Pause(windowList.Holder())
		} else if d.Open(); d.Child() {
			d.Pause(windowList.Holder())
		}
		if d.Failed != ErrPaused && d.Failed != ErrIncomplete {
			return nil, w, d.Err()
		}
	}
	d.Failed = nil
	w.Anchor(d)
	for here := d.Bookmark(); ; here = d.Bookmark() {
		var one []windowItem
		if d.Next() >= 0 {
			windowList.TakeItem(d, &one)
		}
		if d.Failed == nil && len(one) > 0 {
			items = append(items, one[0].Name)
			if one[0].Ref != nil {
				items[len(items)-1] += one[0].Ref.String()
			}
			continue
		}
		if d.Failed == nil {
			return items, w, readRest(d, w)
		}
		if d.Failed != ErrIncomplete {
			return items, w, d.Err()
		}
		pos, err := w.More(d, here.Pos)
		if err != nil {
			return items, w, err
		}
		if most := 2*w.Limit + windowBytes; len(w.Buf) > most {
			return items, w, fmt.Errorf("%d bytes are in memory, want at most %d", len(w.Buf), most)
		}
		d.Rewind(&here, pos)
	}
}

// readRest reads what follows the list.
func readRest(d *Decoder, w *Window) (err error) {
	for d.Partial {
		if d.Pos, err = w.More(d, d.Pos); err != nil {
			return err
		}
	}
	for d.Depth() > 0 && d.Failed == nil {
		if d.Child() {
			d.Skip()
		}
	}
	d.End()
	return d.Err()
}

// TestWindow reads documents that arrive in pieces as it reads them whole, with the same errors at the same places.
func TestWindow(t *testing.T) {
	const open, shut = "<!-- é\n -->\n" + `<t:list xmlns:t="urn:t" xmlns:longer="urn:l">`, `</t:list>`
	item := func(content string) string { return "\n <t:i>" + content + "</t:i>" }
	many := strings.Repeat(item("<t:name>n &amp; m</t:name><t:ref xmlns:o='urn:o'>o:x</t:ref>"), 40)
	long := item("<t:name>" + strings.Repeat("long ", 40_000) + "</t:name>")
	for _, c := range []struct {
		name, doc string
		n         int
		want      string // the error
	}{
		{"items", open + many + long + many + shut, 81, ""},
		{"long markup", open + item("<t:name/>") + "<!--" + strings.Repeat(" c", 2000) + "--><?p " + strings.Repeat(" c", 2000) + "?>" + item("<t:name><![CDATA["+strings.Repeat("long ", 40_000)+"]]></t:name>") + shut, 2, ""},
		{"prefixes of the root", open + item("<t:name/><t:ref>longer:x</t:ref>") + shut, 1, ""},
		{"in an element", `<t:r xmlns:t="urn:t">` + "\n" + `<t:list xmlns:p="urn:p">` + many + shut + "</t:r>", 40, ""},
		{"no items", open + shut, 0, ""},
		{"empty", `<t:list xmlns:t="urn:t"/>`, 0, ""},
		{"misc after the root", open + many + shut + "\n<!-- c -->", 40, ""},
		{"value", open + many + item("<t:name/><t:ref>1</t:ref>") + shut, 40, `line 44, column 16 (list/i[41]/ref): "1" is not an xs:QName`},
		{"in the first line", `<t:list xmlns:t="urn:t">` + item("<t:name/>")[1:] + item("<t:name/><t:ref>1</t:ref>")[1:] + shut, 1, `line 1, column 61 (list/i[2]/ref): "1" is not an xs:QName`},
		{"characters", open + many + item("<t:name>é\x01</t:name>") + shut, 40, `line 44, column 16 (list/i[41]): the control character U+0001`},
		{"end of the list", open + many + "</t:lost>", 40, `line 43, column 73 (list): </t:lost> where </t:list> is expected`},
		{"cut", open + many + "<t:i><t:name>a", 40, `line 43, column 87 (list/i[41]): the document ends inside an element`},
		{"comment", open + many + "<!-- ", 40, `line 43, column 73 (list): a comment does not end`},
		{"after the root", open + many + shut + "x", 40, `line 43, column 82: content after the root element`},
		{"before the list", `<a b="1" b="2">`, 0, `line 1, column 10: the attribute b is given twice`},
	} {
		for name, reader := range map[string]func(io.Reader) io.Reader{"whole": same, "one byte": iotest.OneByteReader, "half": iotest.HalfReader, "error with the data": iotest.DataErrReader} {
			got, w, err := readInPieces(reader(strings.NewReader(c.doc)), 1<<20)
			if len(got) != c.n || c.want == "" && err != nil || c.want != "" && (err == nil || err.Error() != c.want) {
				t.Errorf("%s, %s: %d items, %v, want %d, %s", c.name, name, len(got), err, c.n, c.want)
			}
			if err == nil && w.Taken != int64(len(c.doc)) {
				t.Errorf("%s, %s: %d of %d bytes", c.name, name, w.Taken, len(c.doc))
			}
			for i, text := range got {
				if text != "n & m{urn:o}x" && text != "{urn:l}x" && text != "" && len(text) != 200_000 {
					t.Errorf("%s, %s: item %d is %.40q", c.name, name, i, text)
				}
			}
		}
	}
}

func same(r io.Reader) io.Reader { return r }

// TestWindowRereads: what is decoded again is a few times what there is, though each byte of a long item comes alone.
func TestWindowRereads(t *testing.T) {
	doc := `<t:list xmlns:t="urn:t"><t:i><t:name>` + strings.Repeat("x", 20_000) + `</t:name></t:i></t:list>`
	_, w, err := readInPieces(iotest.OneByteReader(strings.NewReader(doc)), 1<<20)
	if maxBytes := int64(8*len(doc) + 2<<20); err != nil || w.Tried > maxBytes || w.Tried < 1<<20 {
		t.Errorf("%d bytes were decoded in vain of %d, %v; want between 1 MiB and %d", w.Tried, len(doc), err, maxBytes)
	}
}

// TestWindowMoves: what has been read does not stay in memory.
func TestWindowMoves(t *testing.T) {
	doc := `<t:list xmlns:t="urn:t">` + strings.Repeat("<t:i><t:name>x</t:name></t:i>", 10_000) + `</t:list>`
	if got, _, err := readInPieces(iotest.HalfReader(strings.NewReader(doc)), 1000); len(got) != 10_000 || err != nil {
		t.Errorf("%d items, %v", len(got), err)
	}
}

// TestWindowLimit: the limit is for what is between two bookmarks.
func TestWindowLimit(t *testing.T) {
	const head = `<t:list xmlns:t="urn:t">`
	item := `<t:i><t:name>` + strings.Repeat("x", 500) + `</t:name></t:i>`
	doc := head + strings.Repeat(item, 5) + `</t:list>`
	for limit, want := range map[int64]int{1000: 5, int64(len(item)): 5, int64(len(item)) - 1: 0, 100: 0, int64(len(head)): 0} {
		got, _, err := readInPieces(iotest.OneByteReader(strings.NewReader(doc)), limit)
		var tooLarge *http.MaxBytesError
		if len(got) != want || errors.As(err, &tooLarge) != (want < 5) || tooLarge != nil && tooLarge.Limit != limit {
			t.Errorf("limit %d: %d items, %v", limit, len(got), err)
		}
	}
}

// stuckReader reads nothing, and has no error.
type stuckReader struct{}

func (stuckReader) Read([]byte) (int, error) { return 0, nil }

// pausingReader reads nothing before each byte, as often as a reader may.
type pausingReader struct {
	text   string
	pauses int
}

func (r *pausingReader) Read(b []byte) (int, error) {
	if r.pauses++; r.pauses%100 != 0 {
		return 0, nil
	}
	if r.text == "" {
		return 0, io.EOF
	}
	n := copy(b, r.text[:1])
	r.text = r.text[n:]
	return n, nil
}

// TestWindowErrors: the error of a reader comes after everything that it has read.
func TestWindowErrors(t *testing.T) {
	const doc = `<t:list xmlns:t="urn:t"><t:i><t:name/></t:i><t:i><t:name/></t:i></t:list>`
	if got, _, err := readInPieces(&pausingReader{text: doc}, 1<<20); len(got) != 2 || err != nil {
		t.Errorf("pauses: %d items, %v", len(got), err)
	}
	for name, c := range map[string]struct {
		from io.Reader
		n    int
		want error
	}{
		"stuck":        {io.MultiReader(strings.NewReader(doc[:50]), stuckReader{}), 1, io.ErrNoProgress},
		"stuck before": {stuckReader{}, 0, io.ErrNoProgress},
		"broken":       {io.MultiReader(strings.NewReader(doc[:50]), iotest.ErrReader(io.ErrClosedPipe)), 1, io.ErrClosedPipe},
	} {
		if got, _, err := readInPieces(c.from, 1<<20); len(got) != c.n || !errors.Is(err, c.want) {
			t.Errorf("%s: %d items, %v", name, len(got), err)
		}
	}
	transcoded, err := charset.NewTranscoder(strings.NewReader("\x00<\x00\n\x00\xe9\xdc\x00\x00a"), "utf-16be", nil)
	must(t, err)
	w := NewWindow(transcoded, 1<<20)
	defer w.Release()
	d := NewDecoder(nil, nil, Limits{})
	defer d.Release()
	for range 10 {
		if _, err = w.More(d, 0); err != nil {
			break
		}
	}
	if place := w.Invalid(d, err); place == nil || !strings.HasPrefix(place.Error(), "line 2, column 2: ") {
		t.Errorf("%v is at %v", err, place)
	}
	if w.Invalid(d, io.ErrClosedPipe) != nil {
		t.Error("a broken connection is invalid text")
	}
}

// TestAgain goes back to the start tag of an element that has been entered.
func TestAgain(t *testing.T) {
	d := rooted(t, `<a><b><c/>text</b></a>`, nil, Limits{})
	d.Open()
	d.Child()
	d.Open()
	here := d.Bookmark()
	for d.Child() {
		d.Skip()
	}
	d.Fail("an error")
	d.Again(&here)
	if d.Err() != nil || string(d.LocalName()) != "b" || d.Depth() != 1 || d.InnerXML() != "<c/>text" {
		t.Errorf("<%s> at depth %d, %v", d.LocalName(), d.Depth(), d.Err())
	}
}
