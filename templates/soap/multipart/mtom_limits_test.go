package multipart

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	stdmultipart "mime/multipart"
	"net/http/httptest"
	"net/textproto"
	"strings"
	"testing"
	"time"
	"unicode"

	"example.com/quartet/internal/conformance/cost"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/internal/related"
)

// TestLimitMTOM sends packages, compressed, that take much memory or time when they are read.
func TestLimitMTOM(t *testing.T) {
	h := newFileHandler(func(context.Context, *file) (*file, error) { return new(file), nil })
	large := strings.Repeat("x", 9<<20)
	each := func(n int, text func(int) string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(text(i))
		}
		return b.String()
	}
	var many []string
	for i := range related.MaxParts - 1 {
		many = append(many, fmt.Sprintf("%d|", i))
	}
	many[0] += large
	for name, test := range map[string]struct {
		content string
		parts   []string
		status  int
	}{
		"one large part":           {"<data>" + include("1") + "</data>", []string{"1|" + large}, 200},
		"a part used many times":   {each(50_000, func(int) string { return "<more>" + include("1") + "</more>" }), []string{"1|" + large[:1<<20]}, 500},
		"as many parts as may be":  {each(len(many), func(i int) string { return "<more>" + include(fmt.Sprint(i)) + "</more>" }), many, 200},
		"too many parts":           {"", append(many, "more|"), 500},
		"a part of 200 MiB":        {"<data>" + include("1") + "</data>", []string{"1|" + strings.Repeat("\x00", 200<<20)}, 413},
		"a long header":            {"<data>" + include("1") + "</data>", []string{"1>\r\nX: " + strings.Repeat("y", 9<<20) + "|"}, 500},
		"parts in a wildcard":      {`<a xmlns="urn:a">` + each(len(many), func(i int) string { return "<b>" + include(fmt.Sprint(i)) + "</b>" }) + "</a>", many, 200},
		"references to each other": {"<data>" + include("1") + "</data>", []string{"1|" + include("2"), "2|" + include("1")}, 200},
	} {
		mediaType, message := xopMessage("store", "<name>n</name>"+test.content, test.parts...)
		var zipped bytes.Buffer
		zip := gzip.NewWriter(&zipped)
		io.WriteString(zip, message)
		zip.Close()
		var w *httptest.ResponseRecorder
		allocated, took := cost.Of(func() { w = post(h, parcelPath, mediaType, zipped.String(), "Content-Encoding", "gzip") })
		const boundBytes, boundTime = 256 << 20, 20 * time.Second
		t.Logf("limit: MTOM, %s, %d KB of gzip | %d MiB allocated in all, %v | %d MiB, %v, status %d", name, zipped.Len()>>10, boundBytes>>20, boundTime, allocated>>20, took.Round(time.Millisecond), w.Code)
		if allocated > boundBytes || took > boundTime || w.Code != test.status {
			t.Errorf("%s: status %d, %d MiB, %v: %.300s", name, w.Code, allocated>>20, took, w.Body)
		}
	}
}

// FuzzRelated compares the parts of messages that package mime/multipart has written with those that are read.
func FuzzRelated(f *testing.F) {
	f.Add("boundary", []byte("<e/>"), []byte("\r\n--boundary"), "a@b")
	f.Add("b", []byte("\n"), []byte("--b--\r\n"), "1")
	f.Fuzz(func(t *testing.T, boundary string, first, second []byte, id string) {
		var b bytes.Buffer
		w := stdmultipart.NewWriter(&b)
		if w.SetBoundary(boundary) != nil || bytes.Contains(first, []byte(boundary)) || bytes.Contains(second, []byte(boundary)) ||
			strings.ContainsAny(id, "<>") || strings.ContainsFunc(id, unicode.IsControl) || strings.TrimSpace(id) != id || len(id) > 1000 || id == "root" {
			return
		}
		for i, content := range [][]byte{first, second} {
			header := textproto.MIMEHeader{"Content-Id": {"<" + []string{"root", id}[i] + ">"}}
			part, err := w.CreatePart(header)
			if err != nil {
				t.Fatal(err)
			}
			part.Write(content)
		}
		w.Close()
		m, err := related.Read(b.Bytes(), boundary, "<root>", related.MaxParts)
		if err != nil || len(m.Parts) != 2 || !bytes.Equal(m.Root.Content, first) || !bytes.Equal(m.Parts[1].Content, second) || m.Parts[1].ID != id {
			t.Errorf("%q: %+v, %v", b.Bytes(), m, err)
		}
	})
}

// BenchmarkMTOM calls a handler with a value that it returns, without a network: in parts, and in base64 in the envelope.
func BenchmarkMTOM(b *testing.B) {
	for _, size := range []int{1 << 10, 1 << 20, 16 << 20} {
		for name, option := range map[string]soap.Option{"parts": WithMTOM(MTOM{}), "base64": soap.Options()} {
			b.Run(fmt.Sprintf("%s/%dKiB", name, size>>10), func(b *testing.B) {
				h := newFileHandler(func(_ context.Context, f *file) (*file, error) { return f, nil }, option, soap.WithMaxRequestBytes(64<<20))
				caller, err := soap.NewCaller(fileContract(), "http://localhost"+parcelPath, 0, []soap.ClientOption{soap.WithHTTPClient(directDoer{h}), option})
				if err != nil {
					b.Fatal(err)
				}
				f := &file{Data: bytes.Repeat([]byte("0123456789abcdef"), size/16)}
				b.SetBytes(int64(2 * size))
				for b.Loop() {
					if got, err := soap.Invoke[*file](b.Context(), caller, &opStore, f); err != nil || len(got.Data) != size {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
