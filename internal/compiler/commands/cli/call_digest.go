package cli

import (
	"bytes"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/icholy/digest"

	"example.com/quartet/internal/compiler/reading/fetch"
	"example.com/quartet/internal/compiler/reading/spelling"
)

// digestTransport answers the challenges of HTTP Digest (RFC 7616) of the origin of an address, and sends no other credentials
// there in the header Authorization, if --auth is digest.
type digestTransport struct {
	next    http.RoundTripper
	access  *access
	address string
}

// RoundTrip implements http.RoundTripper. There is a second answer if the nonce of the first one was stale.
func (t digestTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	if origin, err := originOf(t.address); t.access.auth != "digest" || err != nil || fetch.Origin(r.URL) != origin {
		return t.next.RoundTrip(r)
	}
	body, err := bodyOf(r)
	if err != nil {
		return nil, err
	}
	getBody := func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(body)), nil }
	for answer, answers := "", 0; ; answers++ {
		sent := r.Clone(r.Context())
		if sent.Header.Del("Authorization"); answer != "" {
			sent.Header.Set("Authorization", answer)
		}
		if len(body) > 0 {
			sent.Body, _ = getBody()
		}
		response, err := t.next.RoundTrip(sent)
		if err != nil || response.StatusCode != http.StatusUnauthorized {
			return response, err
		}
		challenge, err := digestChallenge(response.Header.Values("WWW-Authenticate"))
		if err != nil || answers == 2 || answers == 1 && !challenge.Stale {
			return response, nil // see unauthorized
		}
		credentials, err := digest.Digest(challenge, digest.Options{
			Method: r.Method, URI: r.URL.RequestURI(), GetBody: getBody, Username: t.access.name(), Password: t.access.password,
		})
		if err != nil {
			return response, nil
		}
		_, _ = io.CopyN(io.Discard, response.Body, maxShown) // so that the connection can be used again
		_ = response.Body.Close()
		answer = credentials.String()
	}
}

// digestChallenge returns the first challenge of HTTP Digest that can be answered among values of the header WWW-Authenticate.
func digestChallenge(values []string) (*digest.Challenge, error) {
	return digest.FindChallenge(http.Header{"Www-Authenticate": splitChallenges(values)})
}

var (
	challengePart = regexp.MustCompile(`(?:[^",]|"(?:[^"\\]|\\.)*"?)+`) // what is between commas that are not in quotes
	schemeStart   = regexp.MustCompile("^[ \t]*[!#$%&'*+.^_`|~0-9A-Za-z-]{1,40}(?:[ \t]+[^ \t=]|[ \t]*$)")
)

// splitChallenges returns the challenges in values of the header WWW-Authenticate, each of which may have several (RFC 9110,
// section 11.6.1). It reads up to 8 KiB of a value, and up to 32 KiB in all.
func splitChallenges(values []string) (all []string) {
	left := 32 << 10
	for _, value := range values {
		value = value[:min(len(value), left, 8<<10)]
		left -= len(value)
		for _, part := range challengePart.FindAllString(value, -1) {
			if n := len(all); schemeStart.MatchString(part) {
				all = append(all, strings.TrimSpace(part))
			} else if n > 0 {
				all[n-1] += "," + part
			}
		}
	}
	return all
}

// unauthorized says which schemes the values of the header WWW-Authenticate ask for, and which flags help.
func (a *access) unauthorized(values []string) (text string) {
	schemes := splitChallenges(values)
	for i, c := range schemes {
		schemes[i] = strings.Fields(c)[0]
	}
	if len(schemes) > 0 {
		text = "; the service asks for " + spelling.List(schemes)
	}
	isBasic := func(scheme string) bool { return strings.EqualFold(scheme, "Basic") }
	switch _, err := digestChallenge(values); {
	case err == nil && a.auth != "digest":
		return text + "; give the user with --user and --digest"
	case a.user == "" && (len(schemes) == 0 || slices.ContainsFunc(schemes, isBasic)):
		return text + "; give the user with --user"
	}
	return text
}
