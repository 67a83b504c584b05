package wsse

import (
	"context"
	"encoding/base64"
	"strings"
	"testing"
	"time"

	"example.com/quartet/templates/soap/contract"
)

// TestLengths: each text of a token may have maxText bytes, and a nonce maxNonce.
func TestLengths(t *testing.T) {
	filled := func(name, start, filler string, n int) string {
		return "<" + name + ">" + start + strings.Repeat(filler, max(0, n-len(start))) + "</" + name + ">"
	}
	nonce := func(n int) string { return base64.StdEncoding.EncodeToString(make([]byte, n)) }
	const user, password = `<w:Username>anna</w:Username>`, `<w:Password>s&amp;cret</w:Password>`
	for name, test := range map[string]struct {
		token func(over int) string
		want  string // for a text of the maximum length; a longer one is an InvalidSecurityToken
	}{
		"username": {func(over int) string { return filled("w:Username", "", "a", maxText+over) + password }, "FailedAuthentication"},
		"password": {func(over int) string { return user + filled("w:Password", "", "a", maxText+over) }, "FailedAuthentication"},
		"nonce":    {func(over int) string { return user + password + filled("w:Nonce", "AAAA", " ", maxText+over) }, "pingResponse"},
		"created": {func(over int) string {
			return user + password + filled("u:Created", noon.Format(time.RFC3339), " ", maxText+over)
		}, "pingResponse"},
		"bytes of the nonce": {func(over int) string { return user + password + filled("w:Nonce", nonce(maxNonce+over), "", 0) }, "pingResponse"},
	} {
		for over, want := range []string{test.want, "InvalidSecurityToken"} {
			s := newServer(WithVerification(Verifier{Password: passwords, Now: at(noon)}))
			token := `<w:Security e:mustUnderstand="1"><w:UsernameToken>` + test.token(over) + `</w:UsernameToken></w:Security>`
			if w := s.send(contract.SOAP11, token); !strings.Contains(w.Body.String(), want) {
				t.Errorf("%s, %d too long: %s, want %s", name, over, w.Body, want)
			}
		}
	}
}

// TestReplayedUntil: a memory that several processes share keeps a digest as long as Created is accepted.
func TestReplayedUntil(t *testing.T) {
	var until time.Time
	s := newServer(WithVerification(Verifier{Password: passwords, Now: at(noon), Replayed: func(_ context.Context, _ string, t time.Time) (bool, error) {
		until = t
		return false, nil
	}}))
	if err := s.call(t, contract.SOAP11, WithCredentials(Credentials{Username: "anna", Password: "s&cret", Digest: true, Now: at(noon)})); err != nil {
		t.Fatal(err)
	}
	if want := noon.Add(DefaultWindow + DefaultSkew); !until.Equal(want) {
		t.Errorf("until %s, want %s", until, want)
	}
}

// TestReplaysForgotten: a message is accepted once, from when its Created is as far ahead as clocks may differ until it is too old.
func TestReplaysForgotten(t *testing.T) {
	now, accepted := noon, 0
	c := newClock(func() time.Time { return now }, time.Minute, time.Second)
	m := newMemory(0, c)
	for now = noon.Add(-2 * time.Second); now.Before(noon.Add(2 * time.Minute)); now = now.Add(time.Second / 4) {
		if c.check(noon, time.Time{}) != nil {
			continue
		}
		if seen, err := m.replayed("anna", "a"); err != nil || !seen {
			accepted++
		}
	}
	if now = noon.Add(2 * time.Minute); accepted != 1 {
		t.Errorf("accepted %d times", accepted)
	}
	if m.replayed("anna", "b"); len(m.known) != 1 || len(m.users) != 1 {
		t.Errorf("%d keys of %d users are known", len(m.known), len(m.users))
	}
}

// TestShareAfterForgetting: a user of whose digests one is forgotten has no more than the usual share.
func TestShareAfterForgetting(t *testing.T) {
	now := noon
	m := memory{max: 8, period: time.Hour, now: func() time.Time { return now }}
	send := func(keys string) (accepted string) {
		for _, key := range strings.Split(keys, "") {
			if _, err := m.replayed("anna", key); err == nil {
				accepted += key
			}
		}
		return accepted
	}
	first := send("a")
	now = noon.Add(time.Minute)
	second := send("bcdef")
	now = noon.Add(time.Hour) // a is forgotten
	if third := send("ghij"); first != "a" || second != "bcd" || third != "g" {
		t.Errorf("%q, %q and %q were accepted", first, second, third)
	}
}
