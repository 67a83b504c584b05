package multipart

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"io"
	"log/slog"
	"math/big"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/wsse"
)

// signed returns options that sign messages with all their parts, and accept only such messages.
func signed(t *testing.T, attachments bool) soap.Option {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	c, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	chain := []*x509.Certificate{c}
	return soap.Options(wsse.WithSigning(wsse.Signing{Key: key, Chain: chain, Attachments: attachments}), wsse.WithTrust(wsse.Trust{Pinned: chain}))
}

// TestSignedAttachments: attachments of both directions are signed, and refused if they were changed on the way.
func TestSignedAttachments(t *testing.T) {
	note, exchanged := "one\ntwo", strings.NewReplacer("GIF89a", "JPEG..", "JPEG..", "GIF89a")
	sent := &parcel{Note: &note, Photo: []byte("GIF89a"), Label: &label{"JPEG.."}, Marks: []int32{1, 2}}
	for _, test := range []struct {
		name        string
		attachments bool
		change      func(string) string
		want        string
	}{
		{"as they are", true, func(m string) string { return m }, "<nil>"},
		{"not signed", false, func(m string) string { return m }, "The security of the message could not be verified."},
		{"signed parts exchanged", true, exchanged.Replace, "The security of the message could not be verified."},
		{"other line ends in text", true, func(m string) string { return strings.Replace(m, "one\ntwo", "one\r\ntwo", 1) }, "<nil>"},
		{"a changed text", true, func(m string) string { return strings.Replace(m, "one\ntwo", "one\nten", 1) }, "could not be verified"},
		{"a document with other white space in tags", true, func(m string) string { return strings.Replace(m, "<Name>", "<Name >", 1) }, "<nil>"},
		{"another part added", true, func(m string) string {
			return strings.Replace(m, "\r\n\r\nGIF89a\r\n", "\r\n\r\nGIF89a\r\n"+m[:strings.Index(m, "\r\n")]+"\r\nContent-ID: <x>\r\n\r\nmore\r\n", 1)
		}, "could not be verified"},
	} {
		option := signed(t, test.attachments)
		h := newParcelHandler(func(_ context.Context, p *parcel) (*parcel, error) { return p, nil }, option, soap.WithLogger(slog.New(slog.DiscardHandler)))
		send := responderFunc(func(r *http.Request) (*http.Response, error) {
			body, err := io.ReadAll(r.Body)
			r.Body = io.NopCloser(strings.NewReader(test.change(string(body))))
			response, wrong := handlerDoer{h}.Do(r)
			if err == nil {
				err = wrong
			}
			return response, err
		})
		for _, b := range []contract.Binding{contract.SOAP11, contract.SOAP12} {
			c, err := soap.NewCaller(parcelContract(), "http://localhost"+parcelPath, b, []soap.ClientOption{option, soap.WithHTTPClient(send)})
			if err != nil {
				t.Fatal(err)
			}
			got, err := c.Do(t.Context(), &opSwap, sent)
			if err == nil && test.want != "<nil>" || err != nil && !strings.Contains(err.Error(), test.want) {
				t.Errorf("%s over %s: %v, want %s", test.name, b, err, test.want)
			}
			if p, ok := got.(*parcel); err == nil && (!ok || !bytes.Equal(p.Photo, sent.Photo) || !reflect.DeepEqual(p.Label, sent.Label)) {
				t.Errorf("%s: got %+v", test.name, got)
			}
		}
	}
}

// TestSignedMTOM: values are signed as base64 in their places, and still leave in parts.
func TestSignedMTOM(t *testing.T) {
	option := soap.Options(signed(t, true), WithMTOM(MTOM{Threshold: 1}))
	var messages []string
	h := newFileHandler(func(_ context.Context, f *file) (*file, error) { return f, nil }, option)
	send := responderFunc(func(r *http.Request) (*http.Response, error) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		messages = append(messages, string(body))
		r.Body = io.NopCloser(bytes.NewReader(body))
		return directDoer{h}.Do(r)
	})
	for _, b := range []contract.Binding{contract.SOAP11, contract.SOAP12} {
		c, err := soap.NewCaller(fileContract(), "http://localhost"+parcelPath, b, []soap.ClientOption{option, soap.WithHTTPClient(send)})
		if err != nil {
			t.Fatal(err)
		}
		sent := &file{Name: "b25l", Data: []byte("one"), More: [][]byte{[]byte("one"), {}, []byte("two")}}
		got, err := c.Do(t.Context(), &opStore, sent)
		if f, ok := got.(*file); err != nil || !ok || string(f.Data) != "one" || len(f.More) != 3 || string(f.More[2]) != "two" {
			t.Errorf("%s: %v, %+v", b, err, got)
		}
	}
	for _, m := range messages {
		if strings.Count(m, "<xop:Include") != 3 || !strings.Contains(m, "<ds:Signature") || !strings.Contains(m, ">b25l<") {
			t.Errorf("sent %s", m)
		}
	}
}
