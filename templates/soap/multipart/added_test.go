package multipart

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/jsonhttp"
	"example.com/quartet/templates/soap/record"
	"example.com/quartet/templates/soap/redact"
)

// added are attachments that no contract declares, with the IDs that they have on the wire.
var added = []soap.Attachment{
	{ID: "attachment=1@attachments.invalid", MediaType: "application/octet-stream", Content: []byte("\x00\r\n--")},
	{ID: "a%25=2@x", MediaType: `image/png; name="a b"`, Content: []byte("png")},
	{ID: "scan%20=3@attachments.invalid", Name: "scan ", MediaType: "text/plain", Content: []byte{}},
}

// attachAll attaches what added has, without the IDs that are chosen, and returns the URLs.
func attachAll(attach func(soap.Attachment) string) (urls []string) {
	return []string{attach(soap.Attachment{Content: added[0].Content}), attach(added[1]), attach(soap.Attachment{Name: "scan ", MediaType: "text/plain", Content: []byte{}})}
}

// isAdded compares what arrived with what attachAll has attached.
func isAdded(t *testing.T, what string, get func(urls ...string) []*soap.Attachment) {
	t.Helper()
	all := get()
	if len(all) != len(added) {
		t.Errorf("%s: %d attachments", what, len(all))
		return
	}
	for i, a := range all {
		want := added[i]
		if a.ID != want.ID || a.MediaType != want.MediaType || !bytes.Equal(a.Content, want.Content) {
			t.Errorf("%s: %+v, not %+v", what, a, want)
		}
	}
	found := get("cid:a%2525=2@x", "CID:attachment%3D1%40attachments.invalid", "cid:other", "http://x/a%2525=2@x", "cid:%zz", "")
	if want := []*soap.Attachment{all[1], all[0], nil, nil, nil, nil}; !slices.Equal(found, want) {
		t.Errorf("%s: by URL %v, not %v", what, found, want)
	}
}

// newAddingCaller returns a client that calls a handler of a contract over a server. The handler calls serve.
func newAddingCaller(t *testing.T, c *contract.Contract, op *contract.Operation, b contract.Binding, both soap.Option, answer func(*soap.Call, any) (any, error)) *soap.Caller {
	t.Helper()
	quiet := soap.WithLogger(slog.New(slog.DiscardHandler))
	server := serve(t, soap.NewHandler(c.With(op), nil, func(ctx context.Context, _ *contract.Operation, req any) (any, error) {
		call, _ := soap.CallInfo(ctx)
		return answer(call, req)
	}, []soap.HandlerOption{both, quiet}))
	caller, err := soap.NewCaller(c, server.URL+parcelPath, b, []soap.ClientOption{both, soap.WithHTTPClient(server.Client())})
	must(t, err)
	return caller
}

// TestAddedAttachments: attachments that the contract does not declare go there and back, with results and faults, beside declared
// ones and binary values in parts, and signed.
func TestAddedAttachments(t *testing.T) {
	sentFile := &file{Name: "n", Data: []byte("data"), More: [][]byte{{}}}
	note := "note"
	for name, test := range map[string]struct {
		contract *contract.Contract
		op       *contract.Operation
		request  any
		option   soap.Option
	}{
		"none declared": {fileContract(), &opStore, sentFile, soap.Options()},
		"MTOM":          {fileContract(), &opStore, sentFile, WithMTOM(MTOM{Threshold: 1})},
		"some declared": {parcelContract(), &opSwap, &parcel{Note: &note}, soap.Options()},
		"signed":        {fileContract(), &opStore, sentFile, signed(t, true)},
		"signed MTOM":   {fileContract(), &opStore, sentFile, soap.Options(signed(t, true), WithMTOM(MTOM{Threshold: 1}))},
	} {
		for _, b := range []contract.Binding{contract.SOAP11, contract.SOAP12} {
			for _, failing := range []bool{false, true} {
				what := fmt.Sprint(name, " over ", b, " failing ", failing)
				caller := newAddingCaller(t, test.contract, test.op, b, test.option, func(call *soap.Call, req any) (any, error) {
					isAdded(t, what+", request", call.Attachments)
					if urls := attachAll(call.Attach); urls[1] != "cid:a%2525=2@x" || urls[2] != "cid:scan%2520=3@attachments.invalid" {
						t.Errorf("%s: URLs %q", what, urls)
					}
					if failing {
						return nil, &soap.Fault{Code: soap.FaultClient, Reason: "see the attachments"}
					}
					return req, nil
				})
				ctx, out := soap.NewOutbound(t.Context())
				attachAll(out.Attach)
				ctx, out = soap.NewOutbound(ctx)
				got, err := caller.Do(ctx, test.op, test.request)
				isAdded(t, what+", response", out.Attachments)
				if fault, ok := soap.AsFault(err); ok != failing || failing && fault.Reason != "see the attachments" || !failing && !reflect.DeepEqual(got, test.request) {
					t.Errorf("%s: %+v, %v", what, got, err)
				}
			}
		}
	}
}

// TestAttachmentsThatCannotBeSent: nothing of an attachment becomes a header, and a fault goes without.
func TestAttachmentsThatCannotBeSent(t *testing.T) {
	for want, attachments := range map[string][]soap.Attachment{
		`has a Content-ID with characters`:                {{ID: "a>\r\nX-Evil: <b"}},
		`the attachment "a b" has a Content-ID`:           {{ID: "a b"}},
		`the attachment "é" has a Content-ID`:             {{ID: "é"}},
		`two attachments have the Content-ID "a@x"`:       {{ID: "a@x"}, {ID: "a@x"}},
		`is not a media type`:                             {{MediaType: "text/plain\r\nX-Evil: b"}},
		`the attachment "a": "png /" is not a media type`: {{ID: "a", MediaType: "png /"}},
		`"text/plain; name=é" is not a media type`:        {{MediaType: "text/plain; name=é"}},
	} {
		fault := &soap.Fault{Code: soap.FaultServer, Reason: "on purpose"}
		var failure error
		caller := newAddingCaller(t, fileContract(), &opStore, contract.SOAP12, soap.Options(), func(call *soap.Call, req any) (any, error) {
			for _, a := range attachments {
				call.Attach(a)
			}
			return req, failure
		})
		ctx, out := soap.NewOutbound(t.Context())
		for _, failure = range []error{nil, fault} {
			_, err := caller.Do(ctx, &opStore, &file{})
			if got, ok := soap.AsFault(err); !ok || failure != nil && got.Reason != fault.Reason || len(out.Attachments()) > 0 {
				t.Errorf("%s: the service: %v, %+v", want, err, out.Attachments())
			}
		}
		for _, a := range attachments {
			out.Attach(a)
		}
		if _, err := caller.Do(ctx, &opStore, &file{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}

// TestAttachmentsOfErrors: what a service has attached does not leave if it fails with an error that is not a fault. The last response
// counts.
func TestAttachmentsOfErrors(t *testing.T) {
	var failure error
	caller := newAddingCaller(t, fileContract(), &opStore, contract.SOAP11, soap.Options(), func(call *soap.Call, req any) (any, error) {
		if call.Attachments() != nil || call.Attachments("cid:1")[0] != nil {
			t.Errorf("%+v", call.Attachments())
		}
		call.Attach(added[1])
		return req, failure
	})
	ctx, out := soap.NewOutbound(t.Context())
	if _, err := caller.Do(ctx, &opStore, &file{}); err != nil || len(out.Attachments()) != 1 {
		t.Errorf("%v, %+v", err, out.Attachments())
	}
	failure = errors.New("disk on fire")
	_, err := caller.Do(ctx, &opStore, &file{})
	if _, isFault := soap.AsFault(err); !isFault || len(out.Attachments()) > 0 {
		t.Errorf("%v, %+v", err, out.Attachments())
	}
}

// TestAttachmentsOverOtherBindings: attachments that cannot be sent are an error.
func TestAttachmentsOverOtherBindings(t *testing.T) {
	caller := newAddingCaller(t, fileContract(), &opStore, contract.JSON, jsonhttp.WithJSON(), func(call *soap.Call, req any) (any, error) {
		if req.(*file).Name == "attach" {
			call.Attach(added[1])
		}
		return req, nil
	})
	for name, want := range map[string]string{"": "<nil>", "attach": "Internal Server Error"} {
		if _, err := caller.Do(t.Context(), &opStore, &file{Name: name}); !strings.Contains(fmt.Sprint(err), want) {
			t.Errorf("%q: %v", name, err)
		}
	}
	ctx, out := soap.NewOutbound(t.Context())
	out.Attach(added[1])
	if _, err := caller.Do(ctx, &opStore, &file{}); err == nil || !strings.Contains(err.Error(), "attachments are sent over SOAP only") {
		t.Error(err)
	}
}

// TestRecordedAttachments: attachments are recorded, and played back.
func TestRecordedAttachments(t *testing.T) {
	h := newFileHandler(func(ctx context.Context, f *file) (*file, error) {
		call, _ := soap.CallInfo(ctx)
		attachAll(call.Attach)
		return f, nil
	})
	dir := t.TempDir()
	recorder, err := record.NewRecorder(dir)
	must(t, err)
	recorder.Redactor = redact.Redactor{KeepUnread: true}
	server := serve(t, recorder.Handler(h))
	for _, what := range []string{"recorded", "played"} {
		if what == "played" {
			player, err := record.NewPlayer(os.DirFS(dir))
			must(t, err)
			player.Redactor = recorder.Redactor
			server = serve(t, player)
		}
		caller, err := soap.NewCaller(fileContract(), server.URL+parcelPath, contract.SOAP12, nil)
		must(t, err)
		ctx, out := soap.NewOutbound(t.Context())
		attachAll(out.Attach)
		if _, err := caller.Do(ctx, &opStore, &file{}); err != nil {
			t.Errorf("%s: %v", what, err)
		}
		isAdded(t, what, out.Attachments)
	}
}

// TestHostileAttachments: the limits of messages with parts hold for undeclared attachments, too.
func TestHostileAttachments(t *testing.T) {
	thousand := make([]string, 1000)
	for i := range thousand {
		thousand[i] = fmt.Sprint(i, "@x|")
	}
	for name, test := range map[string]struct {
		parts  []string
		option soap.HandlerOption
		want   string
		seen   int
	}{
		"999 parts":             {thousand[:999], nil, "", 999},
		"a thousand parts":      {thousand, nil, "more than 1000 parts", 0},
		"a large part":          {[]string{"1@x|" + strings.Repeat("x", 1<<12)}, soap.WithMaxRequestBytes(1 << 12), "larger than", 0},
		"not in the contract":   {[]string{"1@x|"}, soap.WithStrict(), `the part "1@x" of the message is not in the contract`, 0},
		"a Content-ID twice":    {[]string{"1@x|a", "1@x|b", "2@x|c"}, nil, "", 3},
		"the envelope's":        {[]string{"root@x|a"}, nil, "of the envelope, too", 0},
		"a long header":         {[]string{strings.Repeat("x", 17<<10) + "|a"}, nil, "longer than 16384 bytes", 0},
		"values of the message": {[]string{"1@x|a", "data|b"}, nil, "", 1},
	} {
		seen := 0
		h := newFileHandler(func(ctx context.Context, f *file) (*file, error) {
			call, _ := soap.CallInfo(ctx)
			seen = len(call.Attachments())
			if found := call.Attachments("cid:1@x", "cid:2@x"); name == "a Content-ID twice" && (found[0] != nil || found[1] == nil) {
				t.Errorf("%s: %+v", name, found)
			}
			return f, nil
		}, test.option, soap.WithLogger(slog.New(slog.DiscardHandler)))
		content := "<name>n</name>"
		if name == "values of the message" {
			content += `<data href="cid:data"/>`
		}
		_, message := xopMessage("store", content, test.parts...)
		message = strings.Replace(message, `application/xop+xml; charset=utf-8; type="text/xml"`, "text/xml", 1)
		w := post(h, parcelPath, `multipart/related; boundary=b; type="text/xml"`, message)
		text := strings.NewReplacer("&#34;", `"`, "&quot;", `"`).Replace(w.Body.String())
		if (w.Code == http.StatusOK) != (test.want == "") || !strings.Contains(text, test.want) || seen != test.seen {
			t.Errorf("%s: %d, %d attachments, %.300s", name, w.Code, seen, text)
		}
	}
}
