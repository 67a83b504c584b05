package callvalue_test

import (
	"context"
	"strings"
	"testing"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/running/callvalue"
)

// TestAttachments gives and shows attachments: bytes, text and a document.
func TestAttachments(t *testing.T) {
	d, err := generator.Describe(context.Background(), generator.Config{Contract: "testdata/attachments.wsdl"})
	if err != nil || len(d.Services) != 1 {
		t.Fatal(err, d.Diagnostics)
	}
	info, op := d.Services[0], d.Services[0].Operations[0]
	const photo = "photo.title=Dawn"
	for args, want := range map[string]string{
		photo:                                 `{"photo":{"title":"Dawn"}}`,
		photo + " caption=East image=AQID":    `{"photo":{"title":"Dawn"},"image":"AQID","caption":"East"}`,
		photo + " image=@bytes caption=@note": `{"photo":{"title":"Dawn"},"image":"AQID","caption":"two\nlines"}`,
		photo + " photo.raw=@bytes photo.raw.1.@kind=png photo.raw.1=@bytes": `{"photo":{"title":"Dawn","raw":[{"#text":"AQID"},{"@kind":"png","#text":"AQID"}]}}`,
		photo + ` exif=<exif&&xmlns="urn:photos"><lens>50</lens></exif>`:     `{"photo":{"title":"Dawn"},"exif":"<exif xmlns="urn:photos"><lens>50</lens></exif>"}`,
		photo + " image=!":             "image: \"!\" is not an xs:base64Binary; a valid value is c2FtcGxl",
		photo + " image.x=1":           "image is a simple value, which has no elements or attributes",
		photo + " caption=a caption=b": "caption has several values, but can have only one",
		photo + " exif=<lens/>":        "exif: the markup: the element exif is expected here",
		photo + " imge=AQID":           "unknown name imge; did you mean image?",
	} {
		given, err := givenIn(args)
		if err != nil {
			t.Fatal(err)
		}
		req, err := callvalue.Request(t.Context(), info, op, given)
		if err != nil {
			if err.Error() != want {
				t.Errorf("%s: %v, want %s", args, err, want)
			}
			continue
		}
		value, _, err := callvalue.Given(info, op, req)
		if err != nil {
			t.Fatal(err)
		}
		compact := strings.NewReplacer("\n", "", "  ", "", `": `, `":`, `\"`, `"`).Replace(string(value.JSON()))
		if compact != want {
			t.Errorf("%s is %s, want %s", args, compact, want)
		}
	}
}
