package sample_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/load"
	"example.com/quartet/internal/compiler/resolve"
	"example.com/quartet/internal/conformance/sample"
)

func TestAttachments(t *testing.T) {
	set, diags := load.Load(context.Background(), load.Config{Main: filepath.Join("testdata", "attachments.wsdl")})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	model, diags := resolve.Resolve(set)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	g, op := sample.New(model), model.Bindings[0].Operations[0]
	for variant, types := range []string{
		"picture image/gif, copy text/xml, count text/plain, raw application/octet-stream",
		"picture image/x-example, copy text/xml, count text/plain, raw application/octet-stream",
	} {
		m, err := g.Request(op, sample.Options{Mode: sample.Maximal, Variant: variant})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, a := range m.Attachments {
			got = append(got, a.Name+" "+a.MediaType)
		}
		if text := strings.Join(got, ", "); text != types || !m.Multipart {
			t.Errorf("%s, want %s", text, types)
		}
		picture, document := m.Attachments[0], m.Attachments[1]
		if !picture.Binary() || len(picture.Content) != 3 || document.Binary() || document.Type != nil {
			t.Errorf("%+v, %+v", picture, document)
		}
		if err := g.Compare(document.Document, document.Content); err != nil || !strings.Contains(string(document.Content), "photo") {
			t.Errorf("%s: %v", document.Content, err)
		}
		var count int32
		if _, err := fmt.Sscan(string(m.Attachments[2].Content), &count); err != nil {
			t.Error(err)
		}
		if strings.Contains(string(m.Document.Bytes()), "count") {
			t.Errorf("%s", m.Document.Bytes())
		}
	}
	m, err := g.Response(op, sample.Options{})
	if err != nil || len(m.Attachments) != 1 || !strings.Contains(string(m.Document.Bytes()), "Body/>") {
		t.Errorf("%+v, %v", m, err)
	}
}
