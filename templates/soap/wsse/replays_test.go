package wsse

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
)

// TestReplaysElsewhere: handlers with a common store accept no message twice, and none if the store fails. That is in the log,
// and not in the answer.
func TestReplaysElsewhere(t *testing.T) {
	known, down := map[string]bool{}, error(nil)
	store := func(_ context.Context, key string, until time.Time) (bool, error) {
		if until.Before(noon.Add(DefaultWindow)) || len(key) > 32 {
			t.Errorf("%d bytes until %s", len(key), until)
		}
		seen := known[key]
		known[key] = true
		return seen, down
	}
	block := string(must((&Credentials{Username: "anna", Password: "s&cret", Digest: true}).block(noon)))
	signed, other := signedBy(signing(), request), signedBy(signing(), request)
	for name, test := range map[string]struct {
		option soap.Option
		send   func(s *server, again bool) (status int, answer string)
	}{
		"digests": {WithVerification(Verifier{Password: passwords, Now: at(noon), Replayed: store}), func(s *server, again bool) (int, string) {
			if again {
				block = string(must((&Credentials{Username: "anna", Password: "s&cret", Digest: true}).block(noon)))
			}
			w := s.send(contract.SOAP11, block)
			return w.Code, w.Body.String()
		}},
		"signatures": {WithTrust(trust(func(t *Trust) { t.Replayed = store })), func(s *server, again bool) (int, string) {
			message := signed
			if again {
				message = other
			}
			w := s.post(message)
			return w.Code, w.Body.String()
		}},
	} {
		down = nil
		first, second := newServer(test.option), newServer(test.option)
		if status, answer := test.send(first, false); status != 200 {
			t.Errorf("%s: %s\n%s", name, answer, &first.log)
		}
		if status, _ := test.send(second, false); status != 500 || len(second.users) > 0 {
			t.Errorf("%s: accepted by another handler", name)
		}
		down = errors.New("the disk is full")
		if status, answer := test.send(second, true); status != 500 || len(second.users) > 0 || strings.Contains(answer, "disk") || !strings.Contains(second.log.String(), "the disk is full") {
			t.Errorf("%s, and the store fails: %d %s\n%s", name, status, answer, &second.log)
		}
	}
}
