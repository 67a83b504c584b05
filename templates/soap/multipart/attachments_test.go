package multipart

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
)

// packaging returns options with which a value or a document with the word bad is not valid.
func packaging(strict bool) *contract.PackagingOptions {
	invalid := func(text string) error {
		if strings.Contains(text, "bad") {
			return errors.New("it is bad")
		}
		return nil
	}
	return &contract.PackagingOptions{Attachments: parcelInfo, Message: &typeOfParcel, Strict: strict,
		NewEncoder:    func() *schema.Encoder { return codec.NewEncoder(parcelNamespaces, false) },
		NewDecoder:    func(doc []byte) *schema.Decoder { return codec.NewDecoder(doc, parcelNamespaces, schema.Limits{}) },
		CheckValue:    func(v any) error { return invalid(fmt.Sprintf("%s", v)) },
		CheckDocument: func(doc []byte) error { return invalid(string(doc)) },
	}
}

// TestWrongAttachments: what is wrong with an attachment is an error that names it, in both directions.
func TestWrongAttachments(t *testing.T) {
	for _, test := range []struct{ name, mediaType, content, want, strict string }{
		{"note", "text/plain", "good", "", ""},
		{"note", "text/plain", "bad", `the attachment "note": it is bad`, ""},
		{"note", "text/plain; charset=utf-8", "\xff", `the attachment "note": `, ""},
		{"note", "text/plain; charset=x-unknown", "good", `the attachment "note": `, ""},
		{"note", "text/html", "good", "", `the attachment "note" has the media type "text/html", not text/plain`},
		{"photo", "image/png", "good", "", ""},
		{"photo", "text/plain", "good", "", `the attachment "photo" has the media type "text/plain", not image/* or image/gif`},
		{"photo", "image/png", "bad", `the attachment "photo": it is bad`, ""},
		{"label", "text/xml", `<label xmlns="` + parcelNS + `"><Name>good</Name></label>`, "", ""},
		{"label", "text/xml", `<label xmlns="` + parcelNS + `"><Name>bad</Name></label>`, `the attachment "label": it is bad`, ""},
		{"label", "text/xml", `<label xmlns="` + parcelNS + `"><Name>`, `the attachment "label": `, ""},
		{"label", "text/xml; charset=x-unknown", `<label/>`, `the attachment "label": `, ""},
		{"marks", "text/plain", "1 2", "", ""},
		{"marks", "text/plain", "1 x", `"x" is not an xs:int`, ""},
		{"other", "text/plain", "good", "", `the part "other=1@x" of the message is not in the contract`},
	} {
		for _, strict := range []bool{false, true} {
			want := test.want
			if strict && test.strict != "" {
				want = test.strict
			}
			note := contract.BodyPart{ID: "note=0@x", MediaType: "text/plain", Content: []byte("x")}
			parts := []*contract.BodyPart{{ID: test.name + "=1@x", MediaType: test.mediaType, Content: []byte(test.content)}, &note}
			if test.name == "note" {
				parts = parts[:1]
			}
			if err := (Related{}).Attach(&parcel{}, parts, packaging(strict)); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
				t.Errorf("%s %q (%s), strict %t: %v, want %s", test.name, test.content, test.mediaType, strict, err, want)
			}
		}
	}
	good, bad := "good", "bad"
	for want, p := range map[string]*parcel{
		"": {Note: &good, Photo: []byte("x"), Type: "image/png", Label: &label{"x"}, Marks: []int32{1}}, "note": {Note: &bad}, "photo": {Photo: []byte("bad")}, "label": {Label: &label{"bad"}},
		"not a media type": {Photo: []byte("x"), Type: "image/"}, "does not allow": {Photo: []byte("x"), Type: "text/html"},
	} {
		parts, err := Related{}.Pack(p, packaging(false))
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %s", p, err, want)
		}
		if err != nil {
			continue
		}
		for i, mediaType := range []string{"text/plain; charset=utf-8", "image/png", "text/xml; charset=utf-8", "text/plain; charset=utf-8"}[:len(parts)] {
			if parts[i].MediaType != mediaType {
				t.Errorf("part %d is %+v", i, parts[i])
			}
		}
	}
	if parts, err := (Related{}).Pack(&parcel{Photo: []byte("x")}, packaging(false)); err != nil || parts[0].MediaType != "image/gif" {
		t.Errorf("%+v, %v: the media type is not the first of the contract", parts, err)
	}
}
