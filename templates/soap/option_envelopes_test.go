package soap

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/xsd"
)

// numbered numbers the envelopes that leave: a mandatory block has the number, and a comment after the envelope repeats it
// with the length, as a signature would depend on all that comes before. Open checks both.
type numbered struct {
	name   string
	last   atomic.Int64
	opened []string
}

var numberName = otherName("number")

func (n *numbered) option() Option {
	return WithEnvelopes(n.name, func(*contract.Port, bool) *Envelopes {
		return &Envelopes{Open: n.open, Send: n.send, EnvelopeFacts: EnvelopeFacts{Understood: []xsd.QName{numberName}}}
	})
}

func (n *numbered) send(_ context.Context, call *Call, fault *Fault) (Sending, error) {
	return Sending{
		Blocks: fmt.Sprintf(`<n:number xmlns:n="%s" xmlns:e="%s" e:mustUnderstand="1">%s %d %v</n:number>`,
			otherNS, envelopeNamespace(call.Binding), n.name, n.last.Add(1), fault != nil),
		Seal: func(envelope []byte) ([]byte, error) {
			return fmt.Appendf(slices.Clone(envelope), "<!--%s %d-->", n.name, len(envelope)), nil
		},
	}, nil
}

func (n *numbered) open(ctx context.Context, _ *Call, envelope []byte) (context.Context, []byte, error) {
	at := bytes.LastIndex(envelope, []byte("<!--"))
	if at < 0 || string(envelope[at:]) != fmt.Sprintf("<!--%s %d-->", n.name, at) {
		return ctx, nil, &Fault{Code: FaultClient, Reason: "not sealed by " + n.name}
	}
	n.opened = append(n.opened, string(envelope[:at]))
	return ctx, envelope[:at], nil
}

// TestLimitSealedList: a list that has to be encoded as a whole does not take all memory.
func TestLimitSealedList(t *testing.T) {
	most := 1 << 16
	option := WithEnvelopes("e", func(*contract.Port, bool) *Envelopes {
		return &Envelopes{EnvelopeFacts: EnvelopeFacts{MaxBytes: most}, Send: func(context.Context, *Call, *Fault) (Sending, error) {
			return Sending{Seal: func(e []byte) ([]byte, error) { return e, nil }}, nil
		}}
	})
	n := 100
	var log bytes.Buffer
	h := startDepot(t, &depotFuncs{getStops: func(context.Context) ([]stop, error) { return stopsUpTo(n), nil }}, option, WithLogger(slog.New(slog.NewTextHandler(&log, nil))))
	c := dialDepot(t, h, contract.SOAP11)
	if got, err := c.GetStops(t.Context()); err != nil || len(got) != n {
		t.Fatalf("%d stops, %v", len(got), err)
	}
	n = 10_000
	if _, err := c.GetStops(t.Context()); err == nil || !strings.Contains(log.String(), "more than 65536 bytes") {
		t.Errorf("%v\n%s", err, &log)
	}
	t.Logf("limit: a list in a reply that is signed, so that it cannot be sent while it is encoded | MaxBytes, 64 MiB | an error beyond %d bytes", most)
}

// TestEnvelopesThatFail: errors other than faults are logged, and their text is not sent. Nor is an envelope of which nothing is left.
func TestEnvelopesThatFail(t *testing.T) {
	secret := errors.New("secret")
	around := func(e Envelopes) Option {
		return WithEnvelopes("e", func(*contract.Port, bool) *Envelopes { return &e })
	}
	for name, option := range map[string]Option{
		"Open": around(Envelopes{Open: func(ctx context.Context, _ *Call, _ []byte) (context.Context, []byte, error) {
			return ctx, nil, secret
		}}),
		"Begin": around(Envelopes{Begin: func(ctx context.Context, _ *Call) (context.Context, error) { return ctx, secret }}),
		"Send":  around(Envelopes{Send: func(context.Context, *Call, *Fault) (Sending, error) { return Sending{}, secret }}),
		"Seal": around(Envelopes{Send: func(context.Context, *Call, *Fault) (Sending, error) {
			return Sending{Seal: func([]byte) ([]byte, error) { return nil, secret }}, nil
		}}),
		"rewriting the envelope": WithRewrite(func(context.Context, *Call, []byte) ([]byte, error) { return nil, secret }),
	} {
		var log bytes.Buffer
		w := askNoted(newNotedHandler(option, WithLogger(loggerTo(&log))), contract.SOAP11, "")
		if w.Code != http.StatusInternalServerError || strings.Contains(w.Body.String(), "secret") || !strings.Contains(log.String(), "secret") {
			t.Errorf("%s: %d %s\n%s", name, w.Code, w.Body, &log)
		}
		c := dialNoted(t, newNotedHandler(), contract.SOAP11, option)
		if _, err := c.Do(t.Context(), &opNoted, nil); !errors.Is(err, secret) {
			t.Errorf("%s: %v", name, err)
		}
	}
	nothing := WithRewrite(func(context.Context, *Call, []byte) ([]byte, error) { return nil, nil })
	_, err := dialNoted(t, newNotedHandler(), contract.SOAP11, nothing).Do(t.Context(), &opNoted, nil)
	w := askNoted(newNotedHandler(nothing, WithLogger(discard)), contract.SOAP12, "")
	if err == nil || w.Code != http.StatusInternalServerError {
		t.Errorf("%v, %d %s", err, w.Code, w.Body)
	}
}

func TestInsertBlocks(t *testing.T) {
	for envelope, want := range map[string]string{
		`<e:E xmlns:e="urn:e"><e:Body/></e:E>`:                       `<e:E xmlns:e="urn:e"><h:Header xmlns:h="urn:e"><b/></h:Header><e:Body/></e:E>`,
		`<E xmlns="urn:e"> <Header/> <Body/></E>`:                    `<E xmlns="urn:e"> <h:Header xmlns:h="urn:e"><b/></h:Header> <Body/></E>`,
		`<e:E xmlns:e="urn:e"><e:Header a="1"><c/></e:Header></e:E>`: `<e:E xmlns:e="urn:e"><e:Header a="1"><b/><c/></e:Header></e:E>`,
		`<e:E xmlns:e="urn:e"><e:Header></e:Header><e:Body/></e:E>`:  `<e:E xmlns:e="urn:e"><e:Header><b/></e:Header><e:Body/></e:E>`,
		`<e:E xmlns:e="urn:e"/>`:                                     "", `text`: "",
	} {
		got, err := codec.InsertBlocks([]byte(envelope), "<b/>")
		if string(got) != want || (err != nil) != (want == "") {
			t.Errorf("%s: %s, %v", envelope, got, err)
		}
	}
}

// TestRewrite: what is sent is rewritten before it is signed, in whichever order the options are: requests, replies with lists, faults,
// and refusals.
func TestRewrite(t *testing.T) {
	rewrite := func(mark string) Option {
		return WithRewrite(func(_ context.Context, _ *Call, envelope []byte) ([]byte, error) {
			return bytes.Replace(envelope, []byte("</"), []byte("<!--"+mark+"--></"), 1), nil
		})
	}
	for _, b := range []contract.Binding{contract.SOAP11, contract.SOAP12} {
		n := &numbered{name: "n"}
		served := &depotFuncs{getStops: func(context.Context) ([]stop, error) { return stopsUpTo(3000), nil }}
		h := startDepot(t, served, rewrite("first"), n.option(), rewrite("second"), WithStreaming(), WithLogger(discard))
		c := dialDepot(t, h, b, rewrite("first"), n.option(), rewrite("second"))
		if got, err := c.GetStops(t.Context()); err != nil || len(got) != 3000 {
			t.Fatalf("%s: %d stops, %v", b, len(got), err)
		}
		served.getStops = func(context.Context) ([]stop, error) { return nil, &Fault{Code: FaultClient, Reason: "no stops"} }
		if _, err := c.GetStops(t.Context()); err == nil || !strings.Contains(err.Error(), "no stops") {
			t.Errorf("%s: %v", b, err)
		}
		for _, text := range n.opened {
			if !strings.Contains(text, "<!--first--><!--second-->") {
				t.Errorf("%s: signed without the changes: %.300s", b, text)
			}
		}
		if len(n.opened) != 4 {
			t.Errorf("%d envelopes, want 2 requests, a reply and a fault", len(n.opened))
		}
	}
	w := ask(newNotedHandler(rewrite("first")), "POST", depotPath, soap12MediaType, "<a")
	if !strings.Contains(w.Body.String(), "<!--first-->") {
		t.Errorf("a refusal: %s", w.Body)
	}
}
