package multipart

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"mime"
	stdmultipart "mime/multipart"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/internal/conformance/cost"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/media"
	"example.com/quartet/templates/soap/internal/related"
)

// parts are what the standard library finds in a message.
func parts(t *testing.T, contentType string, body []byte) (ids []string, contents []string) {
	t.Helper()
	mediaType, params, err := mime.ParseMediaType(contentType)
	if err != nil || mediaType != media.Multipart {
		t.Fatalf("%q: %v", contentType, err)
	}
	r := stdmultipart.NewReader(bytes.NewReader(body), params["boundary"])
	for {
		p, err := r.NextRawPart()
		if err == io.EOF {
			return ids, contents
		}
		must(t, err)
		content, err := io.ReadAll(p)
		must(t, err)
		ids, contents = append(ids, p.Header.Get("Content-ID")), append(contents, string(content))
	}
}

// readParts takes a message of that media type apart.
func readParts(contentType string, message []byte) (*related.Stream, error) {
	m := media.Parse(contentType)
	return related.Read(message, m.Attribute("boundary"), m.Attribute("start"), related.MaxParts)
}

func TestMultipartIsTheSameForTheSameParts(t *testing.T) {
	some := []related.Part{{Name: "a b/ł%", MediaType: "text/plain", Content: []byte("x\r\n")}, {Name: "b", MediaType: "a/b; c=d"}}
	message := related.Write("text/xml", []byte("<e/>"), some)
	if !bytes.Equal(message, related.Write("text/xml", []byte("<e/>"), some)) {
		t.Error("the same parts are written differently")
	}
	ids, contents := parts(t, related.WrittenType(message), message)
	if !slices.Equal(contents, []string{"<e/>", "x\r\n", ""}) || !strings.HasPrefix(ids[1], "<a%20b%2F%C5%82%25=") {
		t.Errorf("%q %q", ids, contents)
	}
	read, err := readParts(related.WrittenType(message), message)
	if err != nil || string(read.Root.Content) != "<e/>" || len(read.Parts) != 3 {
		t.Fatalf("%+v, %v", read, err)
	}
	if name, ok := partName(&read.Parts[1]); !ok || name != some[0].Name {
		t.Errorf("the name %q is read as %q", some[0].Name, name)
	}
	// Any difference makes another boundary: what was written before can be a part.
	again := related.Write("text/xml", message, []related.Part{{Content: message}})
	if _, contents := parts(t, related.WrittenType(again), again); len(contents) != 2 || contents[0] != string(message) {
		t.Errorf("%q", contents)
	}
	for _, other := range []string{"", "--", "--\r\n", "--b\r\n\r\n", "<a/>", "--b\r\nContent-Type: x"} {
		if got := related.WrittenType([]byte(other)); got != "" && other != "--b\r\nContent-Type: x" {
			t.Errorf("%q is taken for a message of parts: %s", other, got)
		}
	}
}

// TestBoundaryInParts: whoever knows how boundaries are made cannot make the search for one long.
func TestBoundaryInParts(t *testing.T) {
	content := bytes.Repeat([]byte("x"), 100_000)
	write := func() []byte {
		return related.Write("text/xml", []byte("<e/>"), []related.Part{{ID: "a", Content: content}})
	}
	boundary, _, _ := strings.Cut(string(write()), "\r\n")
	end := content[1<<10:] // the beginning decides about the boundary
	for n := 1; len(end) > len(boundary)+10; n++ {
		end = end[copy(end, fmt.Sprintf("%s-%d ", boundary, n)):]
	}
	if _, contents := parts(t, related.WrittenType(write()), write()); len(contents) != 2 || contents[1] != string(content) {
		t.Error("the part has been cut")
	}
	if n := testing.AllocsPerRun(1, func() { write() }); n > 200 {
		t.Errorf("%v allocations", n)
	}
}

func TestMatchingParts(t *testing.T) {
	for name, c := range map[string]struct {
		ids  []string // "" is the root
		want string   // what note, photo, label and marks are
	}{
		"all named":                        {[]string{"", "label=1@x", "note=2@x"}, "note=2@x,,label=1@x,"},
		"none named":                       {[]string{"", "1@x", "2@x"}, "1@x,2@x,,"},
		"none but by other names":          {[]string{"", "one=1@x", "two=2@x"}, "one=1@x,two=2@x,,"},
		"some named, others have no names": {[]string{"1@x", "", "photo=2@x", "3@x"}, "1@x,photo=2@x,3@x,"},
		"other names are left over":        {[]string{"", "one=1@x", "photo=2@x"}, ",photo=2@x,,"},
		"more than there can be":           {[]string{"", "1", "2", "3", "4", "5"}, "1,2,3,4"},
		"names that are escaped":           {[]string{"", "n%6Fte=1@x", "n%6=2@x", "%=3"}, "n%6Fte=1@x,n%6=2@x,%=3,"},
		"a name without a domain":          {[]string{"", "marks=1"}, "marks=1,,,"},
	} {
		m := new(related.Message)
		for _, id := range c.ids {
			m.Parts = append(m.Parts, related.Part{ID: id})
		}
		m.Root = &m.Parts[slices.Index(c.ids, "")]
		matched, err := match(m.Attachments(), parcelInfo, false)
		var got []string
		for _, p := range matched {
			if p == nil {
				p = new(related.Part)
			}
			got = append(got, p.ID)
		}
		if text := strings.Join(got, ","); err != nil || text != c.want {
			t.Errorf("%s: %s, %v", name, text, err)
		}
	}
}

// TestRepeatedContentID: the envelope is one part, and so is an attachment that a Content-ID names.
func TestRepeatedContentID(t *testing.T) {
	for name, c := range map[string]struct {
		start string
		ids   []string
		want  string // part of the error
	}{
		"all differ":                    {"<root@x>", []string{"note=1@x", "root@x", "photo=2@x"}, ""},
		"none but the root":             {"<root@x>", []string{"", "root@x", ""}, ""},
		"no start, no identifiers":      {"", []string{"", "", ""}, ""},
		"the root after the root":       {"<root@x>", []string{"root@x", "note=1@x", "root@x"}, `part 3 of the message has the Content-ID "root@x" of the envelope, too`},
		"no start":                      {"", []string{"root@x", "root@x"}, "part 2 of the message"},
		"a root with a part's name":     {"note=1@x", []string{"note=1@x", "note=1@x"}, "part 2 of the message"},
		"an attachment with the same":   {"", []string{"root@x", "note=1@x", "note=1@x"}, `the attachment "note" is given twice`},
		"others that nothing refers to": {"", []string{"root@x", "1@x", "1@x"}, ""},
		"no root":                       {"<root@x>", []string{"1@x", "1@x"}, "no part with the Content-ID"},
	} {
		var b strings.Builder
		for _, id := range c.ids {
			b.WriteString("--b\r\n")
			if id != "" {
				b.WriteString("Content-ID: <" + id + ">\r\n")
			}
			b.WriteString("\r\n<a/>\r\n")
		}
		m, err := related.Read([]byte(b.String()+"--b--"), "b", c.start, related.MaxParts)
		if err == nil {
			_, err = match(m.Attachments(), parcelInfo, false)
		}
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

func TestAttachmentsGoThere(t *testing.T) {
	var got *parcel
	h := newParcelHandler(func(_ context.Context, p *parcel) (*parcel, error) { got = p; return p, nil })
	for _, b := range []contract.Binding{contract.SOAP11, contract.SOAP12} {
		c, err := soap.NewCaller(parcelContract(), "", b, []soap.ClientOption{soap.WithHTTPClient(directDoer{h})})
		must(t, err)
		for _, p := range []*parcel{
			{},
			{Note: soap.Ptr(""), Photo: []byte{}, Type: "image/gif", Label: &label{}, Marks: []int32{}},
			{Note: soap.Ptr("a\r\nb "), Photo: []byte("--"), Type: "image/png", Label: &label{Name: "<"}, Marks: []int32{1, -1}},
		} {
			back, err := soap.Invoke[*parcel](t.Context(), c, &opSwap, p)
			if err != nil || !reflect.DeepEqual(got, p) || !reflect.DeepEqual(back, p) {
				t.Errorf("%v: %+v is %+v and then %+v, %v", b, p, got, back, err)
			}
		}
		if n, err := soap.Invoke[int32](t.Context(), c, &opParcels, nil); err != nil || n == 0 {
			t.Errorf("%v: %d, %v", b, n, err)
		}
	}
}

// TestAnotherContext has an interceptor lose the call: the service must not take
// that for a request without attachments.
func TestAnotherContext(t *testing.T) {
	h := newParcelHandler(func(context.Context, *parcel) (*parcel, error) { t.Error("called"); return nil, nil },
		soap.WithInterceptors(func(_ context.Context, _ *soap.Call, next func(context.Context) error) error {
			return next(context.Background())
		}))
	if w := post(h, parcelPath, media.XML+media.UTF8, swapEnvelope(contract.SOAP11, "swap")); w.Code != 500 {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// Whatever comes as a message of parts is answered, and whatever comes back is a
// result or an error.
func FuzzMultipartExchange(f *testing.F) {
	message := related.Write("text/xml", []byte(swapEnvelope(contract.SOAP11, "swap")), []related.Part{{Name: "note", MediaType: "text/plain", Content: []byte("x")}, {Name: "marks", Content: []byte("1 2")}})
	f.Add(related.WrittenType(message), message)
	f.Add("multipart/related; boundary=b; type=application/soap+xml", []byte(fmt.Sprintf("--b\n\n%s\n--b\nContent-ID: label=1@x\n\n<label xmlns='%s'/>\n--b--", swapEnvelope(contract.SOAP12, "swapResponse"), parcelNS)))
	f.Add(`multipart/related; boundary="b c"; start="<r>"`,
		[]byte("x\n--b c\n\n\n--b c \t\nContent-ID:\n <r>\ncontent-transfer-encoding: quoted-printable\n\n=3D=\n\n--b c--"))
	h := newParcelHandler(func(_ context.Context, p *parcel) (*parcel, error) { return p, nil }, soap.WithMaxRequestBytes(1<<16), soap.WithLogger(slog.New(slog.NewTextHandler(io.Discard, nil))))
	statuses := map[int]bool{200: true, 400: true, 413: true, 415: true, 500: true}
	f.Fuzz(func(t *testing.T, mediaType string, body []byte) {
		w := post(h, parcelPath, mediaType, string(body))
		if !statuses[w.Code] {
			t.Errorf("status %d", w.Code)
		}
		if strings.HasPrefix(w.Header().Get("Content-Type"), media.Multipart) {
			parts(t, w.Header().Get("Content-Type"), w.Body.Bytes())
		}
		for _, b := range []contract.Binding{contract.SOAP11, contract.SOAP12} {
			c, err := soap.NewCaller(parcelContract(), "http://h.example/", b, []soap.ClientOption{soap.WithHTTPClient(responderFunc(func(*http.Request) (*http.Response, error) {
				return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {mediaType}}, Body: io.NopCloser(bytes.NewReader(body)), ContentLength: -1}, nil
			}))})
			if err != nil {
				t.Fatal(err)
			}
			if p, err := soap.Invoke[*parcel](t.Context(), c, &opSwap, nil); err == nil && p == nil {
				continue // a nil element
			}
		}
	})
}

// A field of a header may be folded into thousands of lines, in each of many
// parts.
func TestFoldedHeaders(t *testing.T) {
	part := "--b\r\nX-Note: y\r\n" + strings.Repeat(" a\r\n", 3900) + "Content-ID: <1>\r\n\r\nbody\r\n"
	message := []byte(strings.Replace(strings.Repeat(part, 400), "<1>", "<root>", 1) + "--b--\r\n")
	cost.Bounded(t, len(message), func() {
		m, err := related.Read(message, "b", "", related.MaxParts)
		if err != nil || len(m.Parts) != 400 || m.Parts[399].ID != "1" || string(m.Parts[399].Content) != "body" {
			t.Error(err)
		}
	})
	text := "--b\r\nContent-Type: text/xml;\r\n\tcharset=\"a\r\n b\"\r\nContent-ID:\r\n <1>\r\n\r\nbody\r\n--b--\r\n"
	m, err := related.Read([]byte(text), "b", "", 1) // a line end goes, white space stays or is one blank (RFC 5322 section 2.2.3)
	if err != nil || m.Root.ID != "1" || m.Root.MediaType != `text/xml; charset="a b"` {
		t.Errorf("%+v, %v", m, err)
	}
}
