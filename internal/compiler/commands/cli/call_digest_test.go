package cli_test

import (
	"bytes"
	"crypto/md5"
	"crypto/sha256"
	"fmt"
	"hash"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/quartet/internal/compiler/commands/cli"
	"example.com/quartet/internal/conformance/cost"
)

// The values of the examples in RFC 7616, section 3.9.1.
const (
	digestNonce     = "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v"
	digestChallenge = `Digest realm="http-auth@example.org", qop="auth, auth-int", algorithm=%s, nonce="` + digestNonce + `", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"`
)

// digestResponse returns the response to a challenge with qop=auth (RFC 7616, section 3.4.1).
func digestResponse(newHash func() hash.Hash, method, uri, nonce, cnonce string) string {
	h := func(parts ...string) string {
		sum := newHash()
		_, _ = io.WriteString(sum, strings.Join(parts, ":"))
		return fmt.Sprintf("%x", sum.Sum(nil))
	}
	return h(h("Mufasa", "http-auth@example.org", "Circle of Life"), nonce, "00000001", cnonce, "auth", h(method, uri))
}

// digestServer asks for authentication, and answers requests with a valid response to its challenges.
type digestServer struct {
	challenges []string // of the first response
	newHash    func() hash.Hash
	stale      int      // how many valid responses have a stale nonce
	nonce      string   // the current one
	received   []string // the scheme of each request, and how many bytes its body has
}

func (s *digestServer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	given := r.Header.Get("Authorization")
	scheme, _, _ := strings.Cut(given, " ")
	s.received = append(s.received, fmt.Sprintf("%s %v", scheme, len(body) > 0))
	value := func(name string) string {
		return append(regexp.MustCompile(`[ ,]`+name+`="?([^",]*)`).FindStringSubmatch(given), "", "")[1]
	}
	valid := s.newHash != nil && scheme == "Digest" && value("username") == "Mufasa" && value("nonce") == s.nonce && value("nc") == "00000001" &&
		value("response") == digestResponse(s.newHash, r.Method, r.RequestURI, s.nonce, value("cnonce"))
	if valid && s.stale == 0 {
		w.Header().Set("Content-Type", "text/xml")
		answer := `<ArrayOfObjStation xmlns="http://realtime.rail.example/"/>`
		if r.Method == http.MethodPost {
			answer = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><getAllStationsXMLResponse xmlns="http://realtime.rail.example/"><getAllStationsXMLResult/></getAllStationsXMLResponse></s:Body></s:Envelope>`
		}
		_, _ = io.WriteString(w, answer)
		return
	}
	for _, c := range s.challenges {
		if valid {
			s.stale--
			s.nonce += "x"
			c = strings.ReplaceAll(c, digestNonce, s.nonce) + ", stale=TRUE"
		}
		w.Header().Add("WWW-Authenticate", c)
	}
	w.WriteHeader(http.StatusUnauthorized)
}

// TestCallDigest calls servers that ask for HTTP Digest and for other schemes. Only the former get an answer with --digest.
func TestCallDigest(t *testing.T) {
	const example = "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"
	for got, want := range map[string]string{
		digestResponse(md5.New, "GET", "/dir/index.html", digestNonce, example):    "8ca523f5e9506fed4657c9700eebdbec",
		digestResponse(sha256.New, "GET", "/dir/index.html", digestNonce, example): "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1",
	} {
		if got != want {
			t.Errorf("the response is %s, and RFC 7616 has %s", got, want)
		}
	}
	md5Challenge, sha256Challenge := fmt.Sprintf(digestChallenge, "MD5"), fmt.Sprintf(digestChallenge, "SHA-256")
	const user = "--user=Mufasa:Circle of Life"
	withoutUser := []string{" false"}
	answered, refused := []string{" false", "Digest false"}, []string{" false"}
	for name, test := range map[string]struct {
		server   digestServer
		args     []string
		code     int
		errors   string
		received []string
	}{
		"MD5":               {digestServer{challenges: []string{md5Challenge}, newHash: md5.New}, []string{user, "--digest"}, 0, "", answered},
		"without algorithm": {digestServer{challenges: []string{strings.Replace(md5Challenge, "algorithm=MD5, ", "", 1)}, newHash: md5.New}, []string{user, "--auth=digest"}, 0, "", answered},
		"SHA-256, SOAP":     {digestServer{challenges: []string{sha256Challenge}, newHash: sha256.New}, []string{user, "--digest", "--binding=soap11"}, 0, "", []string{" true", "Digest true"}},
		"several":           {digestServer{challenges: []string{"Negotiate", "NTLM", `Digest realm="a,\"b", algorithm=MD5-sess, nonce="c"`, sha256Challenge, md5Challenge}, newHash: sha256.New}, []string{user, "--digest"}, 0, "", answered},
		"in one line":       {digestServer{challenges: []string{`Negotiate, Basic realm="a, Digest b" , ` + md5Challenge + `,Bearer realm="c"`}, newHash: md5.New}, []string{user, "--digest"}, 0, "", answered},
		"wrong password":    {digestServer{challenges: []string{md5Challenge}, newHash: md5.New}, []string{"--user=Mufasa:x", "--digest"}, 5, "401 Unauthorized; the service asks for Digest\n", answered},
		"stale nonce":       {digestServer{challenges: []string{md5Challenge}, newHash: md5.New, stale: 1}, []string{user, "--digest"}, 0, "", []string{" false", "Digest false", "Digest false"}},
		"always stale":      {digestServer{challenges: []string{md5Challenge}, newHash: md5.New, stale: 9}, []string{user, "--digest"}, 5, "asks for Digest\n", []string{" false", "Digest false", "Digest false"}},
		"no downgrade":      {digestServer{challenges: []string{`Basic realm="a"`}}, []string{user, "--digest"}, 5, "401 Unauthorized; the service asks for Basic\n", refused},
		"user of address":   {digestServer{challenges: []string{`Basic realm="a"`}}, []string{user, "--digest", "--endpoint=ann"}, 5, "asks for Basic\n", refused},
		"without --digest":  {digestServer{challenges: []string{md5Challenge}}, []string{user}, 5, "asks for Digest; give the user with --user and --digest\n", []string{"Basic false"}},
		"without user":      {digestServer{challenges: []string{`Negotiate`, `Basic realm="a"`}}, nil, 5, "asks for Negotiate, Basic; give the user with --user\n", withoutUser},
		"NTLM":              {digestServer{challenges: []string{`NTLM`, `Negotiate`}}, nil, 5, "asks for NTLM, Negotiate\n", withoutUser},
		"no challenge":      {digestServer{}, nil, 5, "401 Unauthorized; give the user with --user\n", withoutUser},
		"hostile":           {digestServer{challenges: []string{"\tB\x85d x, =, \",", `Bearer realm="` + "\xe2\x80\xae" + `quartet: done", error="<a>"`, strings.Repeat("a", 9000) + " b=c"}}, nil, 5, "asks for Bearer\n", withoutUser},
		"--curl":            {digestServer{}, []string{user, "--digest", "--curl"}, 0, "", nil},
		"two schemes":       {digestServer{}, []string{user, "--digest", "--auth=wsse"}, 2, "--auth and --digest cannot be used together", nil},
		"no user":           {digestServer{}, []string{"--digest"}, 2, "--auth digest needs --user", nil},
	} {
		test.server.nonce = digestNonce
		server := httptest.NewServer(&test.server)
		endpoint := server.URL
		if args := slices.Clone(test.args); slices.Contains(args, "--endpoint=ann") {
			endpoint = strings.Replace(endpoint, "://", "://ann:secret@", 1)
			test.args = args[:2]
		}
		var stdout, stderr bytes.Buffer
		args := []string{"call", "../../../../wsdl/realtime.wsdl", "getAllStationsXML", "--binding=get", "--config=", "--endpoint", endpoint}
		code := cli.Main(append(args, test.args...), &stdout, &stderr)
		server.Close()
		if code != test.code || !strings.Contains(stderr.String(), test.errors) || !slices.Equal(test.server.received, test.received) {
			t.Errorf("%s: code %d, requests %q, errors %q; want %d, %q, %q", name, code, test.server.received, stderr.String(), test.code, test.received, test.errors)
		}
		if name == "--curl" && !strings.HasPrefix(stdout.String(), "curl --digest --user Mufasa ") {
			t.Errorf("the command is %s", stdout.String())
		}
	}
}

// TestCallDigestRedirected redirects a call to another server: its challenges are not answered.
func TestCallDigestRedirected(t *testing.T) {
	other := &digestServer{challenges: []string{fmt.Sprintf(digestChallenge, "MD5")}, newHash: md5.New, nonce: digestNonce}
	elsewhere := httptest.NewServer(other)
	defer elsewhere.Close()
	home := httptest.NewServer(http.RedirectHandler(elsewhere.URL, http.StatusTemporaryRedirect))
	defer home.Close()
	var stdout, stderr bytes.Buffer
	code := cli.Main([]string{"call", "../../../../wsdl/realtime.wsdl", "getAllStationsXML", "--binding=get", "--config=", "--endpoint", home.URL, "--user=Mufasa:Circle of Life", "--digest", "-v"}, &stdout, &stderr)
	if code != 5 || !slices.Equal(other.received, []string{" false"}) || strings.Contains(stderr.String(), "> Authorization") {
		t.Errorf("code %d, requests %q, errors %s", code, other.received, stderr.String())
	}
}

// TestLimitChallenges has a server that sends a long header with many parts of one challenge.
func TestLimitChallenges(t *testing.T) {
	challenges := []string{`Digest a="b"`}
	for range 100_000 {
		challenges = append(challenges, `a="`+strings.Repeat("b", 30)+`"`)
	}
	server := httptest.NewServer(&digestServer{challenges: challenges})
	defer server.Close()
	var stderr bytes.Buffer
	started := cost.CPU()
	code := cli.Main([]string{"call", "../../../../wsdl/realtime.wsdl", "getAllStationsXML", "--binding=get", "--config=", "--endpoint", server.URL}, io.Discard, &stderr)
	took := cost.CPU() - started
	const bound = 10 * time.Second
	t.Logf("limit: a challenge of 100,000 parts | %v | %v", bound, took.Round(time.Millisecond))
	if code != 5 || took > bound || stderr.Len() > 1<<10 {
		t.Errorf("code %d after %v, errors %.1000s", code, took, stderr.String())
	}
}
