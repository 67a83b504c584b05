package sample_test

import (
	"fmt"
	"strings"
	"testing"

	"example.com/quartet/internal/conformance/sample"
)

func TestAttachments(t *testing.T) {
	model := contract(t, "attachments.wsdl")
	g, op := sample.New(model), model.Bindings[0].Operations[0]
	for variant, types := range []string{
		"picture image/gif, copy text/xml, count text/plain, raw application/octet-stream",
		"picture image/x-example, copy text/xml, count text/plain, raw application/octet-stream",
	} {
		m, err := g.Request(op, sample.Options{Varied: true, Seed: uint64(variant)})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, a := range m.Attachments {
			got = append(got, a.Name+" "+a.MediaType)
		}
		if text := strings.Join(got, ", "); text != types || !m.Multipart {
			t.Errorf("got attachments %s, want %s", text, types)
		}
		picture, document := m.Attachments[0], m.Attachments[1]
		if !picture.Binary() || len(picture.Content) != 3 || document.Binary() || document.Type != nil {
			t.Errorf("got picture %+v, want 3 bytes of a binary type; document %+v, want XML without a simple type", picture, document)
		}
		if err := g.Compare(document.Document, document.Content); err != nil || !strings.Contains(string(document.Content), "photo") {
			t.Errorf("content %s, error %v; want a photo element and no error", document.Content, err)
		}
		var count int32
		if _, err := fmt.Sscan(string(m.Attachments[2].Content), &count); err != nil {
			t.Error(err)
		}
		if strings.Contains(string(m.Document.Bytes()), "count") {
			t.Errorf("the envelope contains an attachment: %s", m.Document.Bytes())
		}
	}
	m, err := g.Response(op, sample.Options{})
	if err != nil || len(m.Attachments) != 1 || !strings.Contains(string(m.Document.Bytes()), "<soap:Body></soap:Body>") {
		t.Errorf("got response %+v, error %v; want an empty Body, one attachment and no error", m, err)
	}
}
