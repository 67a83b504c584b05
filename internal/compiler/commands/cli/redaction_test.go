package cli_test

import (
	"bytes"
	"encoding/base64"
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/commands/cli"
)

// TestLimitCallCredentials: a server says in all its answers what it has been sent, in several forms. Nothing that was given as a credential
// is in what call prints to standard error, nor in the command of --curl.
func TestLimitCallCredentials(t *testing.T) {
	const contract = "../../../../wsdl/realtime.wsdl"
	secrets := []string{"hun<ter>2 &'", "0xCAFE!BABE", "s3cr3t-t0ken", "trace-42", "q-4711-q", "Zm9v/+8="}
	password := filepath.Join(t.TempDir(), "password")
	if err := os.WriteFile(password, []byte(secrets[0]+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var answer func(w http.ResponseWriter, text string)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		_, basic, _ := r.BasicAuth()
		var all []string
		for _, secret := range append(secrets, basic) {
			all = append(all, secret, url.QueryEscape(secret), url.PathEscape(secret), base64.StdEncoding.EncodeToString([]byte(secret)), base64.StdEncoding.EncodeToString([]byte("ann:"+secret)), fmt.Sprintf("%q", secret))
		}
		w.Header().Set("X-Echo", strings.Join(all, " "))
		answer(w, fmt.Sprint(r.URL, r.Header, string(body), all))
	}))
	defer server.Close()
	escaped := func(text string) string {
		var b strings.Builder
		_ = xml.EscapeText(&b, []byte(text))
		return b.String()
	}
	answers := map[string]func(w http.ResponseWriter, text string){
		"a fault": func(w http.ResponseWriter, text string) {
			w.Header().Set("Content-Type", "text/xml")
			w.WriteHeader(500)
			fmt.Fprintf(w, `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><e:Fault><faultcode>e:Client</faultcode><faultstring>%s</faultstring><detail><a>%[1]s</a></detail></e:Fault></e:Body></e:Envelope>`, escaped(text))
		},
		"markup of another form": func(w http.ResponseWriter, text string) {
			w.Header().Set("Content-Type", "text/xml")
			fmt.Fprint(w, "<"+text)
		},
		"a page": func(w http.ResponseWriter, text string) {
			w.Header().Set("Content-Type", "text/html")
			w.WriteHeader(403)
			fmt.Fprint(w, text)
		},
		"a redirect": func(w http.ResponseWriter, text string) {
			w.Header().Set("Location", "http://127.0.0.1:1/"+url.PathEscape(text)+"?q="+url.QueryEscape(text))
			w.WriteHeader(307)
		},
		"a broken connection": func(http.ResponseWriter, string) { panic(http.ErrAbortHandler) },
	}
	leaks, count := 0, 0
	for what, f := range answers {
		answer = f
		for _, flags := range []string{"-v", "-v --auth wsse", "--auth wsse-digest", "-v --binding get", "--binding post", "--curl", "--curl --binding get", "--binding soap12 -v --timeout 1ns"} {
			endpoint := strings.Replace(server.URL, "://", "://bob:"+url.QueryEscape(secrets[3])+"@", 1) + "/x?apikey=" + secrets[1]
			args := []string{"call", contract, "getStationsFilterXML", "StationText=" + secrets[4], "--redact", "stationText", "--config=", "--endpoint", endpoint,
				"--header", "X-Key: " + secrets[1], "--header", "Proxy-Authorization: Bearer " + secrets[2], "--header", "Cookie: " + secrets[5], "--user", "ann:" + secrets[0]}
			if strings.Contains(flags, "wsse") {
				args[len(args)-1] = "ann:@" + password
			}
			if !strings.Contains(flags, "get") && !strings.Contains(flags, "post") {
				args = append(args, "--soap-header", `<o:trace xmlns:o="urn:o" a="`+secrets[3]+`">`+escaped(secrets[0])+`</o:trace>`)
			}
			var stdout, stderr bytes.Buffer
			code := cli.Main(append(args, strings.Fields(flags)...), &stdout, &stderr)
			curl := strings.HasPrefix(flags, "--curl")
			if curl != (code == 0) || !curl && code != 4 && code != 5 {
				t.Errorf("%s, %s: code %d\n%s", what, flags, code, stderr.String())
			}
			out := stderr.String()
			if curl {
				out += stdout.String()
			}
			forms := []string{base64.StdEncoding.EncodeToString([]byte("ann:" + secrets[0]))}
			for _, secret := range secrets {
				forms = append(forms, secret, url.QueryEscape(secret), url.PathEscape(secret), escaped(secret), strings.TrimRight(base64.StdEncoding.EncodeToString([]byte(secret)), "="))
			}
			for _, form := range forms {
				if count++; strings.Contains(out, form) {
					leaks++
					t.Errorf("%s, %s: %s\n%s", what, flags, form, out)
				}
			}
		}
	}
	t.Logf("limit: credentials on the command line of call, which come back in %d forms of answers | 0 are printed | %d of %d", len(answers), leaks, count)
}
