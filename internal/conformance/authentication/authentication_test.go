// Package authentication_test calls a service with the recipes for HTTP Digest and NTLM in generator/CALLING.md. It is a separate
// module, because Quartet does not depend on what it needs.
package authentication_test

import (
	"context"
	"crypto/hmac"
	"crypto/md5"
	"encoding/base64"
	"encoding/binary"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"unicode/utf16"

	"github.com/Azure/go-ntlmssp"
	"github.com/icholy/digest"
	"golang.org/x/crypto/md4" //lint:ignore SA1019 NTLM is defined with MD4

	"example.com/quartet/gen/realtime"
	"example.com/quartet/templates/soap"
)

// digestClient returns an HTTP client that answers challenges of HTTP Digest. It would also answer the challenges of other
// hosts, and so follows no redirects.
func digestClient(user, password string) *http.Client {
	return &http.Client{
		Transport:     &digest.Transport{Username: user, Password: password},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// newClient returns a client that answers challenges of the schemes NTLM and Negotiate.
func newClient(address, user, password string) (*realtime.Client, error) {
	credentials := base64.StdEncoding.EncodeToString([]byte(user + ":" + password))
	return realtime.NewClient(address, soap.SOAP12,
		soap.WithHeader("Authorization", "Basic "+credentials), // it is not sent: Negotiator takes the user and the password from it
		soap.WithHTTPClient(&http.Client{Transport: ntlmssp.Negotiator{RoundTripper: http.DefaultTransport}}))
}

// service is the service that is called.
type service struct{ realtime.UnimplementedRealtime }

// GetAllStationsXML returns no stations.
func (service) GetAllStationsXML(context.Context) ([]realtime.ObjStation, error) { return nil, nil }

// connection is what a server knows of a connection: NTLM authenticates a connection, not a request.
type connection struct {
	challenged, authenticated bool
}

type connectionKey struct{}

var serverChallenge = []byte("12345678")

// ntlm is a handler that serves requests on connections whose client has proved that it knows the password of CORP\ann.
type ntlm struct {
	scheme string
	next   http.Handler

	mu     sync.Mutex
	basic  int // requests with the password
	served int
}

func (s *ntlm) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := r.Context().Value(connectionKey{}).(*connection)
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if scheme == "Basic" {
		s.basic++
	}
	message, err := base64.StdEncoding.DecodeString(token)
	answer := s.scheme
	switch {
	case c.authenticated && token == "":
		s.served++
		s.next.ServeHTTP(w, r)
		return
	case scheme != s.scheme || err != nil || len(message) < 12 || string(message[:8]) != "NTLMSSP\x00":
	case message[8] == 1:
		c.challenged = true
		answer += " " + base64.StdEncoding.EncodeToString(challengeMessage())
	case message[8] == 3 && c.challenged && proves(message, "ann", "CORP", "s&cret"):
		c.authenticated = true
		s.served++
		s.next.ServeHTTP(w, r)
		return
	}
	w.Header().Set("WWW-Authenticate", answer)
	w.WriteHeader(http.StatusUnauthorized)
}

// challengeMessage returns a CHALLENGE_MESSAGE with an empty list of attributes (MS-NLMP, section 2.2.1.2).
func challengeMessage() []byte {
	const inUnicode, byNTLM, extended, targetInfo = 1, 1 << 9, 1 << 19, 1 << 23
	m := append([]byte("NTLMSSP\x00"), 2, 0, 0, 0)
	m = append(m, make([]byte, 8)...) // no name of the target
	m = binary.LittleEndian.AppendUint32(m, inUnicode|byNTLM|extended|targetInfo)
	m = append(append(m, serverChallenge...), make([]byte, 8)...)
	m = binary.LittleEndian.AppendUint32(m, 4|4<<16) // length of the attributes, twice
	m = binary.LittleEndian.AppendUint32(m, 48)      // where they are
	return append(m, 0, 0, 0, 0)
}

// proves reports whether an AUTHENTICATE_MESSAGE is for a user, and has the response of NTLM v2 to the challenge (MS-NLMP,
// sections 2.2.1.3 and 3.3.2).
func proves(m []byte, user, domain, password string) bool {
	if len(m) < 64 {
		return false
	}
	field := func(at int) []byte {
		n, from := int(binary.LittleEndian.Uint16(m[at:])), int(binary.LittleEndian.Uint32(m[at+4:]))
		return m[min(from, len(m)):min(from+n, len(m))]
	}
	response := field(20)
	if string(field(28)) != string(unicode(domain)) || string(field(36)) != string(unicode(user)) || len(response) < 16 {
		return false
	}
	hash := md4.New()
	hash.Write(unicode(password))
	key := keyed(hash.Sum(nil), unicode(strings.ToUpper(user)+domain))
	return hmac.Equal(response[:16], keyed(key, serverChallenge, response[16:]))
}

func keyed(key []byte, parts ...[]byte) []byte {
	h := hmac.New(md5.New, key)
	for _, p := range parts {
		h.Write(p)
	}
	return h.Sum(nil)
}

// unicode returns a text in UTF-16LE.
func unicode(text string) (b []byte) {
	for _, u := range utf16.Encode([]rune(text)) {
		b = binary.LittleEndian.AppendUint16(b, u)
	}
	return b
}

// TestNTLM calls a service that wants NTLM, twice on one connection, which is authenticated once; and with a wrong password.
func TestNTLM(t *testing.T) {
	for _, scheme := range []string{"NTLM", "Negotiate"} {
		handler := &ntlm{scheme: scheme, next: realtime.NewHandler(service{})}
		server := httptest.NewUnstartedServer(handler)
		server.Config.ConnContext = func(ctx context.Context, _ net.Conn) context.Context {
			return context.WithValue(ctx, connectionKey{}, new(connection))
		}
		server.Start()
		address := server.URL + "/realtime/realtime.asmx"
		client, err := newClient(address, `CORP\ann`, "s&cret")
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if _, err := client.GetAllStationsXML(t.Context()); err != nil {
				t.Errorf("%s: %v", scheme, err)
			}
		}
		if handler.served != 2 || handler.basic != 0 {
			t.Errorf("%s: %d calls were served, and %d requests had the password", scheme, handler.served, handler.basic)
		}
		http.DefaultTransport.(*http.Transport).CloseIdleConnections()
		wrong, err := newClient(address, `CORP\ann`, "secret")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := wrong.GetAllStationsXML(t.Context()); err == nil || !strings.Contains(err.Error(), "401 Unauthorized") {
			t.Errorf("%s: a wrong password: %v", scheme, err)
		}
		server.Close()
	}
}

// TestDigest calls a service that wants HTTP Digest, with the password and with a wrong one.
func TestDigest(t *testing.T) {
	challenge := &digest.Challenge{Realm: "rail", Nonce: "abc", Algorithm: "SHA-256", QOP: []string{"auth"}}
	next := realtime.NewHandler(service{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if given, err := digest.ParseCredentials(r.Header.Get("Authorization")); err == nil {
			options := digest.Options{Method: r.Method, URI: r.RequestURI, Count: given.Nc, Cnonce: given.Cnonce, Username: "ann", Password: "s&cret"}
			if want, err := digest.Digest(challenge, options); err == nil && want.Response == given.Response {
				next.ServeHTTP(w, r)
				return
			}
		}
		w.Header().Set("WWW-Authenticate", challenge.String())
		w.WriteHeader(http.StatusUnauthorized)
	}))
	defer server.Close()
	for password, want := range map[string]string{"s&cret": "", "secret": "401 Unauthorized"} {
		client, err := realtime.NewClient(server.URL+"/realtime/realtime.asmx", soap.SOAP12, soap.WithHTTPClient(digestClient("ann", password)))
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if _, err := client.GetAllStationsXML(t.Context()); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v", password, err)
			}
		}
	}
}
