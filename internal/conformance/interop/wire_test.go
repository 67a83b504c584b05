package interop_test

import (
	"bytes"
	"errors"
	"io"
	"mime"
	mimemultipart "mime/multipart"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"sync"
	"testing"
)

// wire records exchanges.
type wire struct {
	mutex     sync.Mutex
	exchanges []exchange
}

type exchange struct{ request, response wireMessage }

// wireMessage is a message as it was sent.
type wireMessage struct {
	envelope string
	parts    int // number of parts beside the envelope
}

// around records the exchanges of a handler.
func (w *wire) around(h http.Handler) http.Handler {
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		r.Body = io.NopCloser(bytes.NewReader(body))
		recorded := httptest.NewRecorder()
		h.ServeHTTP(recorded, r)
		if r.Method == http.MethodPost {
			w.add(r.Header, body, recorded.Header(), recorded.Body.Bytes())
		}
		for name, values := range recorded.Header() {
			rw.Header()[name] = values
		}
		rw.WriteHeader(recorded.Code)
		rw.Write(recorded.Body.Bytes())
	})
}

// Do records the exchange of a client.
func (w *wire) Do(r *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	response.Body = io.NopCloser(bytes.NewReader(answer))
	w.add(r.Header, body, response.Header, answer)
	return response, err
}

func (w *wire) add(requestHeader http.Header, request []byte, responseHeader http.Header, response []byte) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.exchanges = append(w.exchanges, exchange{newWireMessage(requestHeader, request), newWireMessage(responseHeader, response)})
}

func newWireMessage(header http.Header, body []byte) wireMessage {
	kind, parameters, err := mime.ParseMediaType(header.Get("Content-Type"))
	if err != nil || kind != "multipart/related" {
		return wireMessage{envelope: string(body)}
	}
	m := wireMessage{parts: -1}
	for reader := mimemultipart.NewReader(bytes.NewReader(body), parameters["boundary"]); ; m.parts++ {
		part, err := reader.NextPart()
		if errors.Is(err, io.EOF) {
			return m
		}
		if err != nil {
			return wireMessage{envelope: err.Error()}
		}
		content, _ := io.ReadAll(part)
		if m.parts < 0 {
			m.envelope = string(content)
		}
	}
}

// property returns the text of a header block of WS-Addressing 1.0, "" if it is absent.
func (m wireMessage) property(name string) string {
	found := regexp.MustCompile(`<(?:\w+:)?` + name + `\b[^>]*>([^<]*)<`).FindStringSubmatch(m.envelope)
	if found == nil {
		return ""
	}
	return strings.TrimSpace(found[1])
}

// archiveReplies are the actions of replies.
var archiveReplies = map[string]string{
	archiveAction + "store":                archiveAction + "stored",
	archiveAction + "Archive/fetchRequest": archiveAction + "Archive/fetchResponse",
	archiveAction + "Archive/echoRequest":  archiveAction + "Archive/echoResponse",
	archiveAction + "Archive/discard":      "",
}

// onWire is what the messages of a peer and of ours have.
type onWire struct {
	requests, responses bool   // parts beside the envelope
	fault               string // action of faults
	unrelated           bool   // faults that do not name the request
}

func (w *wire) check(t *testing.T, want onWire) {
	t.Helper()
	sent, received := 0, 0
	for _, x := range w.exchanges {
		action, id, isFault := x.request.property("Action"), x.request.property("MessageID"), strings.Contains(x.response.envelope, "Fault>")
		reply, known := archiveReplies[action]
		if isFault {
			reply = want.fault
		}
		if got := x.response.property("Action"); !known || got != reply {
			t.Errorf("action of the reply to %q: %q, want %q", action, got, reply)
		}
		if isFault && want.unrelated || reply == "" {
			id = ""
		} else if id == "" {
			t.Errorf("%s has no MessageID", action)
		}
		if got := x.response.property("RelatesTo"); got != id {
			t.Errorf("the reply to %s relates to %q, want %q", action, got, id)
		}
		sent, received = max(sent, x.request.parts), max(received, x.response.parts)
	}
	if sent > 0 != want.requests || received > 0 != want.responses {
		t.Errorf("requests have up to %d parts, responses %d; want any: %v, %v", sent, received, want.requests, want.responses)
	}
}
