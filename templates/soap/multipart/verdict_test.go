package multipart

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/related"
	"example.com/quartet/templates/soap/schema"
)

// poster is a message without readers, in a contract that has some.
type poster struct{ Image []byte }

var typeOfPoster = schema.Type{NS: 1, Name: "poster", Zero: (*poster)(nil)}

var opHang = contract.Operation{
	Name: "hang", Wires: []contract.Wire{{
		Bindings: []contract.Binding{contract.SOAP11, contract.SOAP12},
		In:       schema.ElementName{NS: 1, Local: "hang"}, Out: []schema.ElementName{{NS: 1, Local: "hangResponse"}},
	}},
	Request: &typeOfPoster,
}

// cinema is the contract with both operations. Without streamed parts are read as they are for a contract without readers.
func cinema(streamed bool, opts ...soap.HandlerOption) (h http.Handler, served *int) {
	c := filmContract()
	c.Readers = streamed
	served = new(int)
	return soap.NewHandler(c.With(&opShow, &opHang), nil, func(_ context.Context, op *contract.Operation, _ any) (any, error) {
		*served++ // and reads nothing
		if op.Result == nil {
			return nil, nil
		}
		return &film{Video: strings.NewReader("")}, nil
	}, append(opts, soap.WithLogger(slog.New(slog.DiscardHandler)))), served
}

// TestSameVerdict: whether parts are read when they are asked for, before the service is called, or from memory, a message is
// accepted or refused for the same reason. What is wrong at its end is an error, even if the service has read nothing of it.
func TestSameVerdict(t *testing.T) {
	const more = "--b\r\nContent-ID: <extra>\r\n\r\nmore\r\n--b--\r\n"
	show, hang := "<name>n</name><video>"+include("1")+"</video>", "<image>"+include("1")+"</image>"
	for _, test := range []struct {
		name   string
		parts  []string
		change func(string) string
		strict bool
		want   string // part of the fault; "": there is none
	}{
		{name: "as it should be", parts: []string{"1|one"}},
		{name: "a part twice", parts: []string{"1|one", "1|two"}, want: "more than one part with the Content-ID"},
		{name: "a part twice, the other later", parts: []string{"1|one", "2|", "3|", "1|two"}, want: "more than one part with the Content-ID"},
		{name: "another envelope", parts: []string{"1|one", "root@x|<a/>"}, want: "of the envelope, too"},
		{name: "another envelope before its part", parts: []string{"root@x|<a/>", "1|one"}, want: "of the envelope, too"},
		{name: "a part and a reference without Content-ID", parts: []string{"|one"}, change: func(m string) string {
			return strings.Replace(strings.Replace(m, "cid:1", "cid:", 1), "Content-ID: <>\r\n", "", 1)
		}, want: `no part with the Content-ID ""`},
		{name: "an empty Content-ID", parts: []string{"|one"}, change: func(m string) string { return strings.Replace(m, "cid:1", "cid:", 1) },
			want: `no part with the Content-ID ""`},
		{name: "no part", want: "no part with the Content-ID"},
		{name: "a part that nothing refers to", parts: []string{"1|one", "2|two"}},
		{name: "such a part for a strict handler", parts: []string{"1|one", "2|two"}, strict: true, want: "is not in the contract"},
		{name: "such parts twice", parts: []string{"1|one", "2|two", "2|two"}},
		{name: "no end", parts: []string{"1|one"}, change: func(m string) string { return strings.TrimSuffix(m, "--b--\r\n") }, want: "part 2 of the message is not complete"},
		{name: "an end in a header", parts: []string{"1|one"}, change: func(m string) string {
			return strings.TrimSuffix(m, "--b--\r\n") + "--b\r\nContent-ID: <2>\r\n"
		}, want: "part 3 of the message is not complete"},
		{name: "base64 after padding", parts: []string{"1|one"}, change: func(m string) string {
			return strings.TrimSuffix(m, "--b--\r\n") + "--b\r\nContent-Transfer-Encoding: base64\r\n\r\n" + strings.Repeat("QUFB", 255) + "QQ==QUFB\r\n--b--\r\n"
		}, want: "part 3 of the message: its content is not valid base64"},
		{name: "a header field twice", parts: []string{"1|one", "2>\r\nContent-ID: <3|two"}, want: "given more than once"},
		{name: "no base64", parts: []string{"1|one"}, change: func(m string) string {
			return strings.TrimSuffix(m, "--b--\r\n") + "--b\r\nContent-Transfer-Encoding: base64\r\n\r\n!!!!\r\n--b--\r\n"
		}, want: "base64"},
		{name: "another transfer encoding", parts: []string{"1|one"}, change: func(m string) string {
			return strings.TrimSuffix(m, "--b--\r\n") + "--b\r\nContent-Transfer-Encoding: x\r\n\r\n!\r\n--b--\r\n"
		}, want: "is not supported"},
		{name: "line ends of two kinds", parts: []string{"1|one"}, change: func(m string) string { return strings.TrimSuffix(m, "\r\n--b--\r\n") + "\n" + more }},
	} {
		for op, content := range map[string]string{"show": show, "hang": hang} {
			for name, streamed := range map[string]bool{"asked for": true, "in memory": false} {
				var opts []soap.HandlerOption
				if test.strict {
					opts = append(opts, soap.WithStrict())
				}
				h, served := cinema(streamed, opts...)
				mediaType, message := xopMessage(op, content, test.parts...)
				if test.change != nil {
					message = test.change(message)
				}
				w := post(h, parcelPath, mediaType, message)
				fault := strings.NewReplacer("&#34;", `"`, "&quot;", `"`).Replace(w.Body.String())
				if (w.Code == http.StatusOK) != (test.want == "") || !strings.Contains(fault, test.want) || test.want == "" && *served != 1 {
					t.Errorf("%s, %s, %s: %d %s", test.name, op, name, w.Code, fault)
				}
				if test.want != "" && *served > 0 && (op == "hang" || !streamed) {
					t.Errorf("%s, %s, %s: the service was called", test.name, op, name)
				}
			}
		}
	}
}

// TestBoundOfReferences: as each element refers to another part, there are not more such elements than there may be parts.
func TestBoundOfReferences(t *testing.T) {
	content, parts := "<name>n</name><video>"+include("0")+"</video>", []string{"0|"}
	for i := 1; i < related.MaxParts-1; i++ {
		content += fmt.Sprintf("<scene>%s</scene>", include(fmt.Sprint(i)))
		parts = append(parts, fmt.Sprintf("%d|", i))
	}
	for _, streamed := range []bool{true, false} {
		h, served := cinema(streamed)
		for more, want := range map[string]string{"": "", "<scene>" + include("more") + "</scene>": "refer to more than 999 parts"} {
			mediaType, message := xopMessage("show", content+more, parts...)
			if w := post(h, parcelPath, mediaType, message); (w.Code == http.StatusOK) != (want == "") || !strings.Contains(w.Body.String(), want) {
				t.Errorf("streamed %v, %q: %d %s", streamed, more, w.Code, w.Body)
			}
		}
		if *served != 1 {
			t.Errorf("streamed %v: the service was called %d times", streamed, *served)
		}
	}
}

// TestSameVerdictOfClients is TestSameVerdict for replies: the reader that is read last returns the error.
func TestSameVerdictOfClients(t *testing.T) {
	for want, parts := range map[string][]string{
		"":                       {"1|one", "2|two"},
		"more than one part":     {"1|one", "2|", "1|two"},
		"of the envelope, too":   {"1|one", "2|", "root@x|<a/>"},
		"is not in the contract": {"1|one", "2|two"},
	} {
		mediaType, message := xopMessage("showResponse", "<name>n</name><video>"+include("1")+"</video>", parts...)
		server := serve(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", mediaType)
			io.WriteString(w, message)
		}))
		for _, streamed := range []bool{true, false} {
			c := filmContract()
			c.Readers = streamed
			opts := []soap.ClientOption{soap.WithHTTPClient(server.Client())}
			if want == "is not in the contract" {
				opts = append(opts, soap.WithStrict())
			}
			caller, err := soap.NewCaller(c, server.URL+parcelPath, contract.SOAP11, opts)
			if err != nil {
				t.Fatal(err)
			}
			got, err := soap.Invoke[*film](t.Context(), caller, &opShow, &film{Video: strings.NewReader("")})
			if err == nil {
				_, err = io.ReadAll(got.Video)
			}
			if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
				t.Errorf("streamed %v: %v, want %q", streamed, err, want)
			}
		}
	}
}

// TestSignedPartsOfReaders: a part that nobody has signed is refused also if the contract has readers.
func TestSignedPartsOfReaders(t *testing.T) {
	option := signed(t, true)
	for _, streamed := range []bool{true, false} {
		h, served := cinema(streamed, option)
		answer := httptest.NewRecorder()
		send := responderFunc(func(r *http.Request) (*http.Response, error) {
			body, err := io.ReadAll(r.Body)
			if err != nil {
				return nil, err
			}
			mediaType, message := xopMessage("show", "", "extra|nobody has signed it")
			before, rest, _ := strings.Cut(message, "<s:Envelope")
			_, after, _ := strings.Cut(rest, "</s:Envelope>")
			envelope := strings.TrimPrefix(string(body), `<?xml version="1.0" encoding="utf-8"?>`)
			answer = post(h, parcelPath, mediaType, before+envelope+after)
			return answer.Result(), nil
		})
		caller, err := soap.NewCaller(filmContract(), "http://localhost"+parcelPath, contract.SOAP11, []soap.ClientOption{option, soap.WithHTTPClient(send)})
		if err != nil {
			t.Fatal(err)
		}
		_, err = soap.Invoke[*film](t.Context(), caller, &opShow, &film{Video: strings.NewReader("v")})
		if *served > 0 || err == nil || !strings.Contains(answer.Body.String(), "could not be verified") {
			t.Errorf("streamed %v: %v, %s", streamed, err, answer.Body)
		}
	}
}
