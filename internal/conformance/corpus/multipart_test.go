//go:build !race

package corpus_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/textproto"
	"net/url"
	"slices"
	"strings"

	"example.com/quartet/internal/conformance/sample"
)

// multipartOf returns a multipart/related message and its media type. If n is
// even, the attachments have a Content-ID and precede the envelope in reverse
// order; else they have none and follow the envelope in the contract's order.
func multipartOf(m *sample.Message, envelope []byte, mediaType string, n int) (body []byte, contentType string) {
	var b bytes.Buffer
	w := multipart.NewWriter(&b)
	part := func(mediaType, id string, content []byte) {
		header := textproto.MIMEHeader{"Content-Type": {mediaType}}
		if id != "" {
			header.Set("Content-ID", "<"+id+">")
		}
		p, _ := w.CreatePart(header) // writing to memory does not fail
		p.Write(content)
	}
	attachments := slices.Clone(m.Attachments)
	named := n%2 == 0
	if named {
		slices.Reverse(attachments)
	} else {
		part(mediaType, "", envelope)
	}
	for i, a := range attachments {
		id := ""
		if named {
			id = fmt.Sprintf("%s=%d@sender.example", url.PathEscape(a.Name), i)
		}
		part(a.MediaType, id, a.Content)
	}
	params := map[string]string{"boundary": w.Boundary()}
	params["type"], _, _ = strings.Cut(mediaType, ";")
	if named {
		part(mediaType, "envelope@sender.example", envelope)
		params["start"] = "<envelope@sender.example>"
	}
	w.Close()
	return b.Bytes(), mime.FormatMediaType("multipart/related", params)
}

// checkAttachments compares the attachments of a message with the attachments of want, and returns the envelope.
func (x *roundTrip) checkAttachments(want *sample.Message, contentType string, body []byte) (envelope []byte, err error) {
	mediaType, params, _ := mime.ParseMediaType(contentType)
	if isMultipart := mediaType == "multipart/related"; isMultipart != (len(want.Attachments) > 0) {
		return nil, fmt.Errorf("got media type %q for a message with %d attachments", contentType, len(want.Attachments))
	} else if !isMultipart {
		return body, nil
	}
	r := multipart.NewReader(bytes.NewReader(body), params["boundary"])
	got := make(map[string][]byte)
	for {
		p, err := r.NextRawPart()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		content, err := io.ReadAll(p)
		if err != nil {
			return nil, err
		}
		id := p.Header.Get("Content-ID")
		name, _, _ := strings.Cut(strings.Trim(id, "<>"), "=")
		if name, err = url.PathUnescape(name); err != nil {
			return nil, err
		}
		if id == params["start"] {
			envelope = content
		} else if _, twice := got[name]; twice {
			return nil, fmt.Errorf("attachment %q occurs twice", name)
		} else {
			got[name] = content
		}
	}
	if envelope == nil {
		return nil, errors.New("missing envelope")
	}
	for _, a := range want.Attachments {
		content, ok := got[a.Name]
		if delete(got, a.Name); !ok {
			return nil, fmt.Errorf("missing attachment %q", a.Name)
		}
		if err := x.sameAttachment(&a, content); err != nil {
			return nil, fmt.Errorf("attachment %q: %w", a.Name, err)
		}
	}
	if len(got) > 0 {
		return nil, fmt.Errorf("got %d unexpected attachments", len(got))
	}
	return envelope, nil
}

func (x *roundTrip) sameAttachment(a *sample.Attachment, content []byte) error {
	switch {
	case a.Document != nil:
		return x.g.Compare(a.Document, content)
	case bytes.Equal(a.Content, content), !a.Binary() && x.g.SameValue(a.Type, string(a.Content), string(content)):
		return nil
	}
	return fmt.Errorf("got %q, want %q", content, a.Content)
}
