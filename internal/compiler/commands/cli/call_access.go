package cli

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/redact"
	"example.com/quartet/templates/soap/wsse"
)

// passwordVariable is the environment variable with the password of --user.
const passwordVariable = "QUARTET_PASSWORD"

// access holds the flags for authentication and trusted certificates.
type access struct {
	user        string
	auth        string
	digest      bool   // --digest, which means --auth digest
	password    string // of the user; see options
	authorities string
	client      keyPair // certificate of the client for TLS
}

func (a *access) register(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&a.user, "user", "", "call as the user `NAME[:PASSWORD]`, or NAME:@FILE with the password in a file: quartet help credentials")
	f.StringVar(&a.auth, "auth", "basic", "send --user as `KIND`: basic (HTTP), digest (HTTP), wsse (a UsernameToken of WS-Security), or wsse-digest (the same with a digest of the password)")
	f.BoolVar(&a.digest, "digest", false, "the same as --auth digest")
	f.StringVar(&a.authorities, "cacert", "", "also trust the certificates in `FILE` (PEM) for an https endpoint")
	f.StringVar(&a.client.certificate, "tls-cert", "", "use the client certificate in `FILE` (PEM) for an https endpoint")
	f.StringVar(&a.client.key, "tls-key", "", "the private key of --tls-cert is in `FILE` (default: in the same file)")
}

// transport returns the transport of a client, which also trusts the certificates of --cacert, and has that of --tls-cert.
func (a *access) transport() (http.RoundTripper, error) {
	client, err := a.client.load("--tls-cert")
	if err != nil {
		return nil, err
	}
	config := &tls.Config{}
	if client != nil {
		config.Certificates = []tls.Certificate{*client}
	}
	if a.authorities != "" {
		if config.RootCAs, err = a.pool(); err != nil {
			return nil, err
		}
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.TLSClientConfig = config
	return withHost{transport}, nil
}

// pool returns the certificates of the system and those of --cacert.
func (a *access) pool() (*x509.CertPool, error) {
	text, err := os.ReadFile(a.authorities)
	if err != nil {
		return nil, usagef("--cacert: %w", err)
	}
	pool, err := x509.SystemCertPool()
	if err != nil {
		pool = x509.NewCertPool()
	}
	if !pool.AppendCertsFromPEM(text) {
		return nil, usagef("--cacert: %s contains no PEM certificate", a.authorities)
	}
	return pool, nil
}

// name returns the name of the user.
func (a *access) name() string {
	name, _, _ := strings.Cut(a.user, ":")
	return name
}

// isWSSE reports whether the user is sent in a UsernameToken, and not by HTTP.
func (a *access) isWSSE() bool { return strings.HasPrefix(a.auth, "wsse") }

// options reads the password, unless the request is only printed and does not contain it, and passes it to secret. It returns
// the client options that send the user and the password, except by HTTP Digest, which digestTransport does.
func (a *access) options(cmd *cobra.Command, b contract.Binding, printed bool, secret func(name, password string)) ([]soap.ClientOption, error) {
	if _, password, _ := strings.Cut(a.user, ":"); password != "" && password[0] != '@' {
		secret(a.name(), password) // it may be in other arguments, too
	}
	if err := a.check(b); err != nil || a.user == "" || printed && !a.isWSSE() {
		return nil, err
	}
	if a.password = "PASSWORD"; !printed { // what is printed has it left out
		var err error
		if a.password, err = a.readPassword(cmd); err != nil {
			return nil, err
		}
		secret(a.name(), a.password)
	}
	if a.isWSSE() {
		return []soap.ClientOption{wsse.WithCredentials(wsse.Credentials{Username: a.name(), Password: a.password, Digest: a.auth == "wsse-digest"})}, nil
	}
	if a.auth == "basic" {
		token := base64.StdEncoding.EncodeToString([]byte(a.name() + ":" + a.password))
		return []soap.ClientOption{soap.WithHeader("Authorization", "Basic "+token)}, nil
	}
	return nil, nil
}

// check reports flags that cannot be used together, or with the binding.
func (a *access) check(b contract.Binding) error {
	switch {
	case !slices.Contains([]string{"basic", "digest", "wsse", "wsse-digest"}, a.auth):
		return usagef("--auth: unknown kind %q; want basic, digest, wsse or wsse-digest", a.auth)
	case a.user == "" && a.auth != "basic":
		return usagef("--auth %s needs --user", a.auth)
	case a.user != "" && a.name() == "":
		return usagef("--user has no name; want NAME or NAME:PASSWORD")
	case a.isWSSE() && !b.IsSOAP():
		return usagef("--auth %s is for SOAP, but the binding is %s", a.auth, b)
	}
	return nil
}

// readPassword returns the password of --user, a file, the environment or the terminal.
func (a *access) readPassword(cmd *cobra.Command) (string, error) {
	_, password, given := strings.Cut(a.user, ":")
	if file, ok := strings.CutPrefix(password, "@"); ok {
		text, err := os.ReadFile(file)
		if err != nil {
			return "", usagef("--user: %w", err)
		}
		line, _, _ := strings.Cut(string(text), "\n")
		return strings.TrimSuffix(line, "\r"), nil
	}
	if given {
		return password, nil
	}
	if password, ok := os.LookupEnv(passwordVariable); ok {
		return password, nil
	}
	in, ok := cmd.InOrStdin().(*os.File)
	if !ok || !term.IsTerminal(int(in.Fd())) {
		return "", usagef("--user: no password is given; use NAME:PASSWORD, NAME:@FILE or the environment variable %s", passwordVariable)
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "Password of %s: ", a.name())
	text, err := term.ReadPassword(int(in.Fd()))
	fmt.Fprintln(cmd.ErrOrStderr())
	if err != nil {
		return "", fmt.Errorf("reading the password: %w", err)
	}
	return string(text), nil
}

// ownHeaders are the headers that the client sets for each message.
var ownHeaders = []string{"Content-Type", "Content-Length", "Transfer-Encoding", "Connection", http.CanonicalHeaderKey("SOAPAction")}

// withHost is a transport that sends the Host header of a request, which http.Client would take from the address.
type withHost struct{ next http.RoundTripper }

// RoundTrip implements http.RoundTripper.
func (t withHost) RoundTrip(r *http.Request) (*http.Response, error) {
	if host := r.Header.Get("Host"); host != "" {
		r = r.Clone(r.Context())
		r.Host = host
	}
	return t.next.RoundTrip(r)
}

// withHeaders returns options that send HTTP headers, and adds the credentials in them.
func (r *redaction) withHeaders(headers []string) (all []soap.ClientOption, err error) {
	for _, text := range headers {
		name, value, err := parseHeader(text)
		if err != nil {
			return nil, err
		}
		r.addHeader(name, value)
		all = append(all, soap.WithHeader(name, value))
	}
	return all, nil
}

// parseHeader splits NAME: VALUE.
func parseHeader(text string) (name, value string, err error) {
	name, value, ok := strings.Cut(text, ":")
	value = strings.TrimSpace(value)
	bad := func(r rune) bool { return r <= ' ' || r >= 0x7f || strings.ContainsRune("()<>@,;:\\\"/[]?={}", r) }
	switch {
	case !ok:
		return "", "", usagef("--header %q: want 'NAME: VALUE'", name)
	case name == "" || strings.ContainsFunc(name, bad):
		return "", "", usagef("--header: invalid HTTP header name %q", name)
	case slices.Contains(ownHeaders, http.CanonicalHeaderKey(name)):
		return "", "", usagef("--header: %s is set from the message and cannot be given", name)
	case strings.ContainsFunc(value, func(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f }):
		return "", "", usagef("--header: the value of %s contains control characters", name)
	}
	return name, value, nil
}

// redacted returns a URL without the password of its user and passwords in its query.
func redacted(address string) string {
	u, err := url.Parse(address)
	switch {
	case err != nil && strings.ContainsAny(address, "@?#%"), err == nil && u.Host == "" && strings.ContainsAny(address, "@%"): // it may contain a password
		return "the address"
	case err != nil:
		return address
	}
	return redactedURL(u)
}

// redactedURL is redacted for a URL.
func redactedURL(u *url.URL) string { return redact.Redactor{}.Text(u.Redacted()) }

// withoutCredentials returns an error whose text has no password of a URL.
func withoutCredentials(err error) error {
	if e, ok := errors.AsType[*url.Error](err); ok {
		e.URL = redacted(e.URL)
	}
	return err
}

// checkAddress reports an address that cannot be called.
func (o *callOptions) checkAddress(c *choice) error {
	address := o.address(c)
	switch _, err := absoluteURL("--endpoint", address); {
	case err == nil || o.endpoint != "":
		return err
	case address == "":
		return usagef("the contract has no address for the port %s; give one with --endpoint", c.port.Name)
	}
	return usagef("the address %q of the port %s is not an absolute http or https URL; give one with --endpoint", redacted(address), c.port.Name)
}

// hinted adds a hint to some errors.
func (o *callOptions) hinted(err error) error {
	var status *soap.HTTPError
	var authority x509.UnknownAuthorityError
	var remote *net.OpError
	encrypted := regexp.MustCompile(`/EncryptedData\)|the digest of Body is wrong`)
	switch {
	case o.decryption.certificate == "" && encrypted.MatchString(err.Error()):
		return fmt.Errorf("%w; if the answer is encrypted, name the key with --decrypt-key", err)
	case errors.As(err, &status) && status.Status == http.StatusUnauthorized:
		return fmt.Errorf("%w%s", err, o.unauthorized(status.Challenges))
	case errors.As(err, &authority):
		return fmt.Errorf("%w; name a file of trusted certificates with --cacert", err)
	case errors.As(err, &remote) && remote.Op == "remote error" && o.client.certificate == "":
		return fmt.Errorf("%w; if the service wants a client certificate, name one with --tls-cert", err)
	}
	return err
}
