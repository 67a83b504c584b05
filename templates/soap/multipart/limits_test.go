package multipart

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"example.com/quartet/internal/conformance/cost"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/internal/related"
	"example.com/quartet/templates/soap/schema"
)

// wideLabel is an item of a repeated choice in the document of an attachment.
type wideLabel struct {
	A0, A1, A2, A3, A4, A5, A6, A7         *string
	A8, A9, A10, A11, A12, A13, A14, A15   *string
	A16, A17, A18, A19, A20, A21, A22, A23 *string
	A24, A25, A26, A27, A28, A29, A30, A31 *string
}

type wideParcel struct{ Labels *wideLabels }

type wideLabels struct{ Items []wideLabel }

var (
	typeOfWideLabel  = schema.Type{NS: 1, Zero: (*wideLabel)(nil)}
	typeOfWideLabels = schema.Type{NS: 1, Name: "labels", Zero: (*wideLabels)(nil)}
	typeOfWideParcel = schema.Type{Zero: (*wideParcel)(nil)}
	wideTypes        = schema.Table{Namespaces: parcelNamespaces, Types: []schema.TypeRows{
		{Type: &typeOfWideLabel, Rows: wideLabelRows()},
		{Type: &typeOfWideLabels, Rows: []schema.Row{{Name: "item", NS: 1, Kind: codec.KindStruct, Occurs: schema.Many, Of: &typeOfWideLabel}}},
		{Type: &typeOfWideParcel, Rows: []schema.Row{{Name: "labels", NS: 1, Kind: codec.KindStruct, At: schema.AtAttachment, Of: &typeOfWideLabels, More: &schema.More{Part: "labels"}}}},
	}}
)

func init() { codec.Define(&wideTypes) }

func wideLabelRows() (rows []schema.Row) {
	for i := range 32 {
		rows = append(rows, schema.Row{Name: fmt.Sprintf("A%d", i), NS: 1, Kind: codec.KindString})
	}
	return rows
}

// TestLimitAttachments sends attachments, compressed, that take much memory when they are
// decoded.
func TestLimitAttachments(t *testing.T) {
	info := []contract.Attachment{{Name: "labels", Types: []string{"text/xml"}}}
	put := contract.Operation{
		Name: "put", Request: &typeOfWideParcel,
		Wires: []contract.Wire{{
			Bindings: []contract.Binding{contract.SOAP11}, In: schema.ElementName{NS: 1, Local: "put"}, Out: []schema.ElementName{{NS: 1, Local: "putResponse"}},
			More: &contract.WireMore{Attachments: info},
		}},
	}
	c := parcelContract()
	c.Types = &wideTypes
	served := 0
	h := soap.NewHandler(c.With(&put), nil, func(_ context.Context, _ *contract.Operation, req any) (any, error) {
		if labels := req.(*wideParcel).Labels; labels != nil {
			served = len(labels.Items)
		}
		return nil, nil
	}, nil)
	const contentType = `multipart/related; boundary=b; type="text/xml"`
	message := func(items int) string {
		return "--b\r\nContent-Type: text/xml\r\n\r\n" + swapEnvelope(contract.SOAP11, "put") + "\r\n--b\r\nContent-Type: text/xml\r\nContent-ID: <labels=1@x>\r\n\r\n" +
			`<labels xmlns="` + parcelNS + `">` + strings.Repeat("<item/>", items) + "</labels>\r\n--b--\r\n"
	}
	if w := post(h, parcelPath, contentType, message(100)); w.Code != http.StatusOK || served != 100 {
		t.Fatalf("status %d, %d items, %s", w.Code, served, w.Body)
	}
	for name, text := range map[string]string{
		"items that are large in memory": message(cost.Scaled(900_000)),
		"gzip bomb":                      message(1) + strings.Repeat(" ", cost.Scaled(200<<20)),
		"parts":                          strings.Repeat("--b\r\n\r\n", cost.Scaled(1_000_000)),
		"header of a part":               "--b\r\n" + strings.Repeat("A: b\r\n", cost.Scaled(1_000_000)),
		"boundaries":                     message(1) + strings.Repeat("--b", cost.Scaled(3_000_000)),
		"spaces after a boundary":        "--b" + strings.Repeat(" ", 1<<22) + "x",
	} {
		var zipped bytes.Buffer
		zip := gzip.NewWriter(&zipped)
		io.WriteString(zip, text)
		zip.Close()
		var w *httptest.ResponseRecorder
		allocated, took := cost.Of(func() { w = post(h, parcelPath, contentType, zipped.String(), "Content-Encoding", "gzip") })
		boundBytes, boundTime := cost.Scaled[uint64](1<<30), cost.Scaled(20*time.Second)
		t.Logf("limit: attachments, %s, %d KB of gzip | %d MiB allocated in all, %v | %d MiB, %v, status %d", name, zipped.Len()>>10, boundBytes>>20, boundTime, allocated>>20, took.Round(time.Millisecond), w.Code)
		if allocated > boundBytes || took > boundTime || name != "boundaries" && w.Code < 400 {
			t.Errorf("%s: status %d, %d MiB, %v", name, w.Code, allocated>>20, took)
		}
	}
}

// TestLimitMTOM sends packages, compressed, that take much memory or time when they are read.
func TestLimitMTOM(t *testing.T) {
	h := newFileHandler(func(context.Context, *file) (*file, error) { return new(file), nil })
	large := strings.Repeat("x", cost.Scaled(9<<20))
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
		"a part used many times":   {each(cost.Scaled(50_000), func(int) string { return "<more>" + include("1") + "</more>" }), []string{"1|" + large[:len(large)/9]}, 500},
		"as many parts as may be":  {each(len(many), func(i int) string { return "<more>" + include(fmt.Sprint(i)) + "</more>" }), many, 200},
		"too many parts":           {"", append(many, "more|"), 500},
		"a part of 200 MiB":        {"<data>" + include("1") + "</data>", []string{"1|" + strings.Repeat("\x00", cost.Scaled(200<<20))}, 413},
		"a long header":            {"<data>" + include("1") + "</data>", []string{"1>\r\nX: " + strings.Repeat("y", cost.Scaled(9<<20)) + "|"}, 500},
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
		boundBytes, boundTime := cost.Scaled[uint64](256<<20), cost.Scaled(20*time.Second)
		t.Logf("limit: MTOM, %s, %d KB of gzip | %d MiB allocated in all, %v | %d MiB, %v, status %d", name, zipped.Len()>>10, boundBytes>>20, boundTime, allocated>>20, took.Round(time.Millisecond), w.Code)
		if allocated > boundBytes || took > boundTime || w.Code != test.status {
			t.Errorf("%s: status %d, %d MiB, %v: %.300s", name, w.Code, allocated>>20, took, w.Body)
		}
	}
}
