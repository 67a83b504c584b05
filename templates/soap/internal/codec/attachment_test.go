package codec

import (
	"io"
	"reflect"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/xsd"
)

type (
	attachedMessage struct {
		Body  *string
		Photo []byte
		Kind  string
		Count *int32
		Raw   xsd.RawXML
		Pet   *attachedPet
		Maybe xsd.Nillable[int32]
		Codes []string
	}
	attachedPet struct {
		Cat *string
		Dog *int32
	}
)

var (
	typeOfAttachedMessage = Type{Zero: (*attachedMessage)(nil)}
	typeOfAttachedPet     = Type{Zero: (*attachedPet)(nil)}
	typeOfAttachedCodes   = Type{Zero: (*[]string)(nil), Simple: true}
	typeOfAttachedRecord  = Type{Name: "record"}
)

var rowsOfAttachedMessage = []Row{
	{Name: "body", NS: 1, Kind: KindString},
	{Name: "photo", Kind: KindBase64, At: AtAttachment},
	{Kind: KindMediaType},
	{Name: "count", Kind: KindInt32, At: AtAttachment},
	{Name: "raw", NS: 1, Kind: KindRawXML, At: AtAttachment, More: &More{Part: "rest"}},
	{Name: "pet", NS: 1, Kind: KindMember, Of: &typeOfAttachedPet, At: AtAttachment, More: &More{Part: "animal"}},
	{Name: "maybe", NS: 1, Kind: KindInt32, Nillable: true, At: AtAttachment, More: &More{Part: "perhaps"}},
	{Name: "codes", Kind: KindList, Of: &typeOfAttachedCodes, At: AtAttachment},
}

var attachedTypes = Table{Namespaces: []Namespace{{}, {URI: "urn:t"}}, Types: []TypeRows{
	{Type: &typeOfAttachedMessage, Rows: rowsOfAttachedMessage},
	{Type: &typeOfAttachedRecord, Rows: rowsOfAttachedMessage[:5]},
	{Type: &typeOfAttachedPet, Rows: []Row{{Name: "cat", NS: 1, Kind: KindString}, {Name: "dog", NS: 1, Kind: KindInt32}}},
	{Type: &typeOfAttachedCodes, Rows: []Row{{Kind: KindString, At: AtListItem, Occurs: Once}}},
}}

func init() { Define(&attachedTypes) }

// write returns what an attachment is sent as.
func (a *Attachment) write() string {
	e := NewEncoder(attachedTypes.Namespaces, false)
	defer e.Release()
	switch {
	case a.Absent():
		return "nothing"
	case a.Form() == AttachedBytes:
		return string(*a.Bytes())
	case a.Form() == AttachedText:
		text, err := a.Text()
		if err != nil {
			return err.Error()
		}
		return text
	}
	a.Write(e)
	return string(e.Bytes())
}

func TestAttachments(t *testing.T) {
	attachedTypes.Check()
	text, n := "x", int32(5)
	full := &attachedMessage{
		Body: &text, Photo: []byte("p"), Kind: "image/png", Count: &n, Raw: `<raw xmlns="urn:t"/>`, Pet: &attachedPet{Dog: &n},
		Maybe: xsd.Nillable[int32]{Value: &n}, Codes: []string{"a", "b"},
	}
	parts := []string{"photo", "count", "rest", "animal", "perhaps", "codes"}
	want := []string{"p", "5", `<raw xmlns="urn:t"/>`, `<dog xmlns="urn:t">5</dog>`, `<maybe xmlns="urn:t">5</maybe>`, "a b"}
	read := new(attachedMessage)
	into := Attachments(&typeOfAttachedMessage, read)
	for i, a := range Attachments(&typeOfAttachedMessage, full) {
		if got := a.write(); got != want[i] || a.Part() != parts[i] {
			t.Errorf("%s: %s, want %s", a.Part(), got, want[i])
		}
		if got := into[i].write(); got != "nothing" && a.Part() != "perhaps" {
			t.Errorf("%s: %s", a.Part(), got)
		}
		if (a.MediaType() != nil) != (i == 0) {
			t.Errorf("%s: the media type", a.Part())
		}
		if a.Form() == AttachedBytes {
			*into[i].Bytes(), *into[i].MediaType() = *a.Bytes(), *a.MediaType()
			continue
		}
		doc := a.write()
		if a.Form() == AttachedText {
			if err := into[i].SetText(doc); err != nil {
				t.Error(err)
			}
			continue
		}
		d := NewDecoder([]byte(doc), attachedTypes.Namespaces, Limits{})
		if d.Root() {
			into[i].Read(d)
		}
		if d.End(); d.Err() != nil {
			t.Errorf("%s: %v", doc, d.Err())
		}
		d.Release()
	}
	full.Body, full.Raw = nil, read.Raw
	if !reflect.DeepEqual(read, full) || !strings.HasPrefix(string(read.Raw), "<raw") {
		t.Errorf("%+v, want %+v", read, full)
	}
	values := Attachments(&typeOfAttachedMessage, full)
	if n, ok := values[1].Value().(int32); !ok || n != 5 {
		t.Errorf("%v", values[1].Value())
	}
	if codes, ok := values[5].Value().([]string); !ok || len(codes) != 2 {
		t.Errorf("%v", values[5].Value())
	}
}

// A document whose root is none of the elements is an error.
func TestOtherRootOfAttachment(t *testing.T) {
	a := Attachments(&typeOfAttachedMessage, new(attachedMessage))
	for doc, want := range map[string]string{`<cow xmlns="urn:t"/>`: "the element cat is expected here", `<cat/>`: "the element cat is expected here"} {
		d := NewDecoder([]byte(doc), attachedTypes.Namespaces, Limits{})
		if d.Root() {
			a[3].Read(d)
		}
		if err := d.Err(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", doc, err)
		}
		d.Release()
	}
}

func TestAttachmentsOfARecord(t *testing.T) {
	r := NewRecord(&typeOfAttachedRecord)
	a := Attachments(&typeOfAttachedRecord, r)
	*a[0].Bytes(), *a[0].MediaType() = []byte("p"), "a/b"
	err := a[1].SetText("7")
	again := Attachments(&typeOfAttachedRecord, r)
	if got := again[0].write() + again[1].write() + again[2].write(); got != "p7nothing" || *again[0].MediaType() != "a/b" || err != nil {
		t.Errorf("%s, %v", got, err)
	}
	if Attachments(&typeOfAttachedPet, new(attachedPet)) != nil {
		t.Error("attachments of a type without any")
	}
}

func TestTextOfAttachment(t *testing.T) {
	v := &attachedMessage{Codes: []string{"\x01"}}
	a := Attachments(&typeOfAttachedMessage, v)
	if _, err := a[5].Text(); err == nil || err.Error() != "codes: the character U+0001 at byte 0 cannot be written in XML" {
		t.Error(err)
	}
	if err := a[1].SetText("x"); err == nil || err.Error() != `the attachment count: "x" is not an xs:int` {
		t.Error(err)
	}
}

func TestAttachmentsThatDoNotFit(t *testing.T) {
	for name, c := range map[string]struct {
		zero any
		rows []Row
		want string
	}{
		"no nil":   {(*struct{ A int32 })(nil), []Row{{Name: "a", Kind: KindInt32, At: AtAttachment, Occurs: Once}}, "cannot be nil"},
		"many":     {(*struct{ A []int32 })(nil), []Row{{Name: "a", Kind: KindInt32, At: AtAttachment, Occurs: Many}}, "a slice"},
		"no part":  {(*struct{ A *attachedPet })(nil), []Row{{Name: "a", Kind: KindStruct, Of: &typeOfAttachedPet, At: AtAttachment}}, "not of a simple type"},
		"no field": {(*struct{ T string })(nil), []Row{{Kind: KindMediaType}}, "without an attachment"},
		"two fields": {(*struct {
			A    []byte
			T, U string
		})(nil), []Row{{Name: "a", Kind: KindHex, At: AtAttachment}, {Kind: KindMediaType}, {Kind: KindMediaType}}, "already"},
		"no string": {(*struct {
			A []byte
			T int
		})(nil), []Row{{Name: "a", Kind: KindHex, At: AtAttachment}, {Kind: KindMediaType}}, "not a string"},
	} {
		table := Table{Types: []TypeRows{{Type: &Type{Zero: c.zero}, Rows: c.rows}}}
		Define(&table)
		if got := panicOf(table.Check); !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %s", name, got, c.want)
		}
	}
}

// TestParts: bytes of the threshold, and readers, become parts until there are enough; not in lists and attributes.
func TestParts(t *testing.T) {
	for want, write := range map[string]func(e *Encoder){
		"<a>YWI=</a>": func(e *Encoder) { e.base64("<a>", []byte("ab"), "</a>") },
		"<a>1</a>":    func(e *Encoder) { e.base64("<a>", []byte("abc"), "</a>") },
		"<a>1</a><a>2</a><a>YWJj</a><a>YWI=</a>": func(e *Encoder) {
			e.base64("<a>", []byte("abc"), "</a>")
			e.reader("<a>", strings.NewReader("a"), "</a>")
			e.base64("<a>", []byte("abc"), "</a>")
			e.reader("<a>", strings.NewReader("ab"), "</a>")
		},
		"<a>1</a><b>2</b>": func(e *Encoder) {
			e.Parts.Readers = false
			e.reader("<a>", strings.NewReader("abc"), "</a>")
			e.base64("<b>", []byte("abc"), "</b>")
		},
		"<l>YWJj</l>": func(e *Encoder) {
			e.list = true
			e.base64("<l>", []byte("abc"), "</l>")
		},
		"<b>YWJj</b><b>YQ==</b>": func(e *Encoder) {
			e.bare = true
			e.base64("<b>", []byte("abc"), "</b>")
			e.reader("<b>", strings.NewReader("a"), "</b>")
		},
		"<n></n>": func(e *Encoder) { e.reader("<n>", nil, "</n>") },
		"<c>1</c>": func(e *Encoder) {
			e.Parts.Readers, e.MaxRead = false, 4
			e.reader("<c>", strings.NewReader("abcd"), "</c>")
		},
		"the value has more than 4 bytes, and cannot leave in a part of the message": func(e *Encoder) {
			e.Parts.Readers, e.MaxRead = false, 4
			e.reader("<c>", strings.NewReader("abcde"), "</c>")
		},
		"EOF": func(e *Encoder) {
			e.Parts = nil
			e.reader("<c>", io.MultiReader(strings.NewReader("a"), failing{}), "</c>")
		},
	} {
		e := encoder(t, nil, false)
		e.Parts, e.MaxRead = &BinaryParts{Threshold: 3, Max: 2, Readers: true}, 100
		if write(e); e.Err() != nil {
			if !strings.HasSuffix(e.Err().Error(), want) {
				t.Errorf("%v, want %s", e.Err(), want)
			}
			continue
		}
		got := string(e.Bytes())
		for i := range e.Parts.List {
			got = strings.Replace(got, e.Parts.List[i].markup(), e.Parts.List[i].ID[:1], 1)
		}
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

// TestContentType is the attribute xmime:contentType of the last start tag.
func TestContentType(t *testing.T) {
	for open, want := range map[string]string{
		`<a m:contentType="image/png">`: "image/png", `<a b="c" m:contentType="a/b; c">`: "a/b; c", `<a m:contentType="image/png"><b>`: "application/octet-stream",
		`<a m:contentType="a&amp;b">`: "application/octet-stream", `<a m:contentType="">`: "application/octet-stream", `<a>`: "application/octet-stream",
	} {
		e := encoder(t, []Namespace{{}, {URI: xmimeNamespace, Prefix: "m"}}, false)
		if e.Buf = append(e.Buf, open...); e.contentType() != want {
			t.Errorf("%s: %s, want %s", open, e.contentType(), want)
		}
	}
}

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
