package multipart

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/big"
	"net/http"
	"net/http/httptest"
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
	must(t, err)
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour)}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	must(t, err)
	c, err := x509.ParseCertificate(der)
	must(t, err)
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
			response, wrong := directDoer{h}.Do(r)
			if err == nil {
				err = wrong
			}
			return response, err
		})
		for _, b := range []contract.Binding{contract.SOAP11, contract.SOAP12} {
			c, err := soap.NewCaller(parcelContract(), "http://localhost"+parcelPath, b, []soap.ClientOption{option, soap.WithHTTPClient(send)})
			must(t, err)
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

// TestExchangedMTOM: parts that are exchanged, or changed, are refused, as their contents are signed in the Body.
func TestExchangedMTOM(t *testing.T) {
	option := soap.Options(signed(t, true), WithMTOM(MTOM{Threshold: 1}))
	h := newFileHandler(func(context.Context, *file) (*file, error) {
		t.Error("the service was called")
		return nil, nil
	}, option, soap.WithLogger(slog.New(slog.DiscardHandler)))
	for name, change := range map[string]func(string) string{
		"contents": strings.NewReplacer("\r\n\r\none\r\n", "\r\n\r\ntwo\r\n", "\r\n\r\ntwo\r\n", "\r\n\r\none\r\n").Replace,
		"a byte":   func(m string) string { return strings.Replace(m, "\r\n\r\ntwo\r\n", "\r\n\r\ntwi\r\n", 1) },
		"another part": func(m string) string {
			return strings.Replace(m, "\r\n\r\ntwo\r\n", "\r\n\r\ntwo\r\n"+m[:strings.Index(m, "\r\n")]+"\r\nContent-ID: <x>\r\n\r\nmore\r\n", 1)
		},
	} {
		send := responderFunc(func(r *http.Request) (*http.Response, error) {
			body, err := io.ReadAll(r.Body)
			changed := change(string(body))
			if err == nil && changed == string(body) {
				err = errors.New("nothing was changed")
			}
			r.Body, r.ContentLength = io.NopCloser(strings.NewReader(changed)), int64(len(changed))
			if err != nil {
				return nil, err
			}
			return directDoer{h}.Do(r)
		})
		c, err := soap.NewCaller(fileContract(), "http://localhost"+parcelPath, contract.SOAP12, []soap.ClientOption{option, soap.WithHTTPClient(send)})
		must(t, err)
		if _, err = c.Do(t.Context(), &opStore, &file{Name: "x", Data: []byte("one"), More: [][]byte{[]byte("two")}}); err == nil || !strings.Contains(err.Error(), "could not be verified") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestSignedReaders: readers get nothing of a message before its signature has been verified.
func TestSignedReaders(t *testing.T) {
	option := signed(t, true)
	for _, test := range []struct{ request, reply, want string }{
		{"moving", "back", "<nil>"},
		{"movinG", "back", "The security of the message could not be verified."},
		{"moving", "bacK", "the security of the response could not be verified: the digest of Body is wrong"},
	} {
		h := newFilmHandler(func(_ context.Context, f *film) (*film, error) {
			if got := readAll(t, f.Video); got != "moving" {
				t.Errorf("the service got %q", got)
			}
			return &film{Name: "reply", Video: strings.NewReader("back")}, nil
		}, option, soap.WithLogger(slog.New(slog.DiscardHandler)))
		change := strings.NewReplacer("moving", test.request, encoded("moving"), encoded(test.request), "back", test.reply, encoded("back"), encoded(test.reply))
		between := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			r.Body = io.NopCloser(strings.NewReader(change.Replace(string(body))))
			reply := httptest.NewRecorder()
			h.ServeHTTP(reply, r)
			w.Header().Set("Content-Type", reply.Header().Get("Content-Type"))
			w.WriteHeader(reply.Code)
			_, _ = change.WriteString(w, reply.Body.String())
		})
		for _, b := range []contract.Binding{contract.SOAP11, contract.SOAP12} {
			reply, err := newFilmClient(t, serve(t, between), b, option)(t.Context(), &film{Video: strings.NewReader("moving")})
			if !strings.Contains(fmt.Sprint(err), test.want) {
				t.Errorf("%+v over %s: %v", test, b, err)
			} else if err == nil && readAll(t, reply.Video) != "back" {
				t.Errorf("%s: %+v", b, reply)
			}
		}
	}
}

func encoded(text string) string { return base64.StdEncoding.EncodeToString([]byte(text)) }

// TestSignedPartReferences: a part to which an attribute href of a signed message refers has to be signed, too, on a handler as on
// a client.
func TestSignedPartReferences(t *testing.T) {
	option := signed(t, true)
	refer := soap.WithRewrite(func(_ context.Context, _ *soap.Call, envelope []byte) ([]byte, error) {
		return bytes.Replace(envelope, []byte("<p:data>QUI=</p:data>"), []byte(`<p:data href="cid:1"/>`), 1), nil
	})
	// pack puts an unsigned part beside a signed message.
	pack := func(envelope []byte) (mediaType, message string) {
		return `multipart/related; boundary=b; type="application/xop+xml"; start-info="text/xml"`, "--b\r\nContent-Type: application/xop+xml; type=\"text/xml\"\r\n\r\n" +
			string(envelope) + "\r\n--b\r\nContent-ID: <1>\r\n\r\nevil\r\n--b--\r\n"
	}
	sent := &file{Name: "n", Data: []byte("AB")}
	for _, onClient := range []bool{false, true} {
		handlerOptions := []soap.HandlerOption{option, soap.WithLogger(slog.New(slog.DiscardHandler))}
		clientOptions := []soap.ClientOption{option}
		if onClient {
			handlerOptions = append(handlerOptions, refer)
		} else {
			clientOptions = append(clientOptions, refer)
		}
		var got *file
		h := newFileHandler(func(_ context.Context, f *file) (*file, error) {
			got = f
			return sent, nil
		}, handlerOptions...)
		referred := false
		send := responderFunc(func(r *http.Request) (*http.Response, error) {
			body, err := io.ReadAll(r.Body)
			if err != nil {
				return nil, err
			}
			mediaType, message := r.Header.Get("Content-Type"), string(body)
			if !onClient {
				referred = strings.Contains(message, `href="cid:1"`)
				mediaType, message = pack(body)
			}
			w := post(h, parcelPath, mediaType, message)
			if onClient {
				referred = strings.Contains(w.Body.String(), `href="cid:1"`)
				mediaType, message = pack(w.Body.Bytes())
				w = httptest.NewRecorder()
				w.Header().Set("Content-Type", mediaType)
				w.WriteString(message)
			}
			return w.Result(), nil
		})
		c, err := soap.NewCaller(fileContract(), "http://localhost"+parcelPath, contract.SOAP11, append(clientOptions, soap.WithHTTPClient(send)))
		must(t, err)
		answer, err := soap.Invoke[*file](t.Context(), c, &opStore, sent)
		if !referred || err == nil || !strings.Contains(err.Error(), "not signed") && !strings.Contains(err.Error(), "could not be verified") || !onClient && got != nil {
			t.Errorf("on the client %v, referred %v: got %+v, answer %+v, %v", onClient, referred, got, answer, err)
		}
	}
}
