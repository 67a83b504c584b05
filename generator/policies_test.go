package generator_test

import (
	"cmp"
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/big"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"example.com/quartet/generator"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/wsse"
	"example.com/quartet/templates/soap/xsd"
)

// demanding is a contract with a policy at its binding, at its operation, and at the input and output of that.
const demanding = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t"
    xmlns:wsp="http://www.w3.org/ns/ws-policy" xmlns:sp="http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702">
  <types><xs:schema targetNamespace="urn:t"><xs:element name="pay"><xs:complexType/></xs:element><xs:element name="paid"><xs:complexType/></xs:element></xs:schema></types>
  <message name="pay"><part name="body" element="t:pay"/></message>
  <message name="paid"><part name="body" element="t:paid"/></message>
  <portType name="Till"><operation name="pay"><input message="t:pay"/><output message="t:paid"/></operation></portType>
  <binding name="Till" type="t:Till"><wsp:Policy>%s</wsp:Policy><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="pay"><wsp:Policy>%s</wsp:Policy><soap:operation soapAction="urn:pay"/>
      <input><wsp:Policy>%s</wsp:Policy><soap:body use="literal"/></input><output><wsp:Policy>%s</wsp:Policy><soap:body use="literal"/></output></operation>
  </binding>
  <service name="Till"><port name="Till" binding="t:Till"><soap:address location="http://localhost/till"/></port></service>
</definitions>`

// nested returns an assertion with a nested policy.
func nested(name, policy string) string {
	return "<sp:" + name + "><wsp:Policy>" + policy + "</wsp:Policy></sp:" + strings.Fields(name)[0] + ">"
}

// x509Token returns an X509Token with IncludeToken, unless that is empty.
func x509Token(include, policy string) string {
	if include != "" {
		include = ` sp:IncludeToken="http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702/IncludeToken/` + include + `"`
	}
	return nested("X509Token"+include, policy)
}

func asymmetric(initiator, recipient, more string) string {
	return nested("AsymmetricBinding", nested("InitiatorToken", initiator)+nested("RecipientToken", recipient)+more)
}

func endorsing(token string) string { return nested("EndorsingSupportingTokens", token) }

func algorithms(names string) string { return nested("AlgorithmSuite", names) }

// identity is a key with its certificate.
type identity struct {
	key  crypto.Signer
	cert *x509.Certificate
}

func newIdentity(t *testing.T, key crypto.Signer) identity {
	t.Helper()
	template := &x509.Certificate{
		SerialNumber: big.NewInt(77), Subject: pkix.Name{CommonName: "till"}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, SubjectKeyId: []byte("till"), KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return identity{key, cert}
}

// till serves and calls the contract with policies.
type till struct {
	info     *contract.Contract
	messages [2]string // the last request and its answer
	log      strings.Builder
}

func newTill(t *testing.T, policies ...string) *till {
	t.Helper()
	file := filepath.Join(t.TempDir(), "till.wsdl")
	args := []any{"", "", "", ""}
	for i, policy := range policies {
		args[i] = policy
	}
	if err := os.WriteFile(file, fmt.Appendf(nil, demanding, args...), 0o600); err != nil {
		t.Fatal(err)
	}
	d, err := generator.Describe(t.Context(), generator.Config{Contract: file})
	if err != nil {
		t.Fatal(err)
	}
	return &till{info: d.Services[0]}
}

// serving returns a client of HTTP whose requests a handler serves.
func (s *till) serving(handler http.Handler) roundTripper {
	return func(r *http.Request) (*http.Response, error) {
		request, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		r.Body = io.NopCloser(strings.NewReader(string(request)))
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		s.messages = [2]string{string(request), w.Body.String()}
		return w.Result(), nil
	}
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) Do(r *http.Request) (*http.Response, error) { return f(r) }

var ticket = soap.NewHeader[xsd.RawXML](xsd.QName{Space: "urn:ticket", Local: "Ticket"})

// call calls the service at an address, with a header block Ticket.
func (s *till) call(t *testing.T, address string, server []soap.HandlerOption, client []soap.ClientOption) error {
	t.Helper()
	handler := soap.NewHandler(s.info, &contract.DocumentSet{}, func(context.Context, *contract.Operation, any) (any, error) {
		return nil, nil
	}, append(server, soap.WithLogger(slog.New(slog.NewTextHandler(&s.log, nil)))))
	caller, err := soap.NewCaller(s.info, address, soap.SOAP11, append(client, soap.WithHTTPClient(s.serving(handler)), soap.WithUnderstood(xsd.QName{Space: wsse.Namespace, Local: "Security"})))
	if err != nil {
		return err
	}
	_, err = caller.Do(ticket.With(t.Context(), `<k:Ticket xmlns:k="urn:ticket">7</k:Ticket>`), s.info.Operations[0], nil)
	return err
}

// TestPoliciesAreFollowed: signatures are what the policies of a contract demand, of clients and of handlers, and each accepts the
// other's. What an option contradicts, and what nobody does, is an error that names the assertion and what to do.
func TestPoliciesAreFollowed(t *testing.T) {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	curve, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	rsaKey, curveKey := newIdentity(t, key), newIdentity(t, curve)
	const bst, stamp = "<wsse:BinarySecurityToken", "<wsu:Timestamp"
	plain := func(*wsse.Signing) {}
	strong := algorithms("<sp:Basic256Sha256/>")
	signedTicket := `<sp:SignedParts><sp:Body/><sp:Header Name="Ticket" Namespace="urn:ticket"/></sp:SignedParts>`
	for _, test := range []struct {
		name     string
		policies []string
		signing  func(*wsse.Signing)
		want     string // regular expressions for the request, and after a line break for the answer; with ! what must not match
		err      string
	}{
		{"nothing", []string{""}, plain, "X509v3\"/>.*!urn:none\nX509v3\"/>", ""},
		{"thumbprint", []string{asymmetric(x509Token("Never", "<sp:RequireThumbprintReference/>"), x509Token("Never", "<sp:RequireIssuerSerialReference/>"), strong)}, plain,
			"#ThumbprintSHA1!" + bst + "\nX509IssuerSerial!" + bst, ""},
		{"thumbprint, not a word about the token", []string{endorsing(x509Token("", "<sp:RequireThumbprintReference/>"))}, plain, "#ThumbprintSHA1!" + bst, ""},
		{"thumbprint of a token in the message", []string{asymmetric(x509Token("AlwaysToRecipient", "<sp:RequireThumbprintReference/>"), x509Token("Always", "<sp:RequireKeyIdentifierReference/>"), "")}, plain,
			"(?s)" + bst + ".*#ThumbprintSHA1\n(?s)" + bst + ".*#X509SubjectKeyIdentifier", ""},
		{"no token", []string{endorsing(x509Token("Never", ""))}, plain, "X509IssuerSerial!" + bst, ""},
		{"token to the initiator", []string{asymmetric(x509Token("AlwaysToInitiator", ""), x509Token("AlwaysToInitiator", ""), "")}, plain, "X509IssuerSerial!" + bst + "\nX509v3\"/>", ""},
		{"the same option", []string{endorsing(x509Token("Never", "<sp:RequireThumbprintReference/>"))}, func(s *wsse.Signing) { s.Ref = wsse.Thumbprint }, "#ThumbprintSHA1!" + bst, ""},
		{"another option", []string{endorsing(x509Token("Never", "<sp:RequireThumbprintReference/>"))}, func(s *wsse.Signing) { s.Ref = wsse.IssuerSerial }, "",
			"sp:RequireThumbprintReference (http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702): use the option wsse.WithSigning without Ref"},
		{"an option with the token", []string{endorsing(x509Token("Never", ""))}, func(s *wsse.Signing) { s.Ref = wsse.X509Data }, "", "sp:IncludeToken (Never) (http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702): use the option wsse.WithSigning without Ref"},
		{"two references", []string{endorsing(x509Token("", "<sp:RequireThumbprintReference/><sp:RequireIssuerSerialReference/>"))}, plain, "", "sp:RequireThumbprintReference (http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702): the run-time has no option"},
		{"embedded", []string{endorsing(x509Token("", "<sp:RequireEmbeddedTokenReference/>"))}, plain, "", "sp:RequireEmbeddedTokenReference"},
		{"protected token", []string{asymmetric(x509Token("", ""), x509Token("", ""), "<sp:ProtectTokens/>")}, plain, `URI="#x509-`, ""},
		{"protected token that is absent", []string{asymmetric(x509Token("Never", ""), x509Token("", ""), "<sp:ProtectTokens/>")}, plain, "", "sp:ProtectTokens"},
		{"protected token, another option", []string{asymmetric(x509Token("", ""), x509Token("", ""), "<sp:ProtectTokens/>")}, func(s *wsse.Signing) { s.Ref = wsse.Thumbprint }, "", "ProtectTokens (http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702): use the option wsse.WithSigning without Ref"},
		{"header", []string{signedTicket}, plain, "<k:Ticket[^>]* wsu:Id=", ""},
		{"header in the input", []string{"", "", signedTicket}, plain, "<k:Ticket[^>]* wsu:Id=", ""},
		{"header in the output", []string{"", "", "", signedTicket}, plain, "!<k:Ticket[^>]* wsu:Id=", ""},
		{"headers of a namespace", []string{"", `<sp:SignedParts><sp:Header Namespace="urn:ticket"/></sp:SignedParts>`}, plain, "<k:Ticket[^>]* wsu:Id=", ""},
		{"all headers", []string{"<sp:SignedParts/>"}, plain, "<k:Ticket[^>]* wsu:Id=", ""},
		{"other headers", []string{`<sp:SignedParts><sp:Header Name="Other" Namespace="urn:ticket"/></sp:SignedParts>`}, plain, "!<k:Ticket[^>]* wsu:Id=", ""},
		{"elements", []string{`<sp:SignedElements><sp:XPath>/a</sp:XPath></sp:SignedElements>`}, plain, "", "sp:SignedElements"},
		{"SHA-1", []string{asymmetric(x509Token("", ""), x509Token("", ""), algorithms("<sp:Basic256/>"))}, plain, "", "sp:Basic256 ("},
		{"SHA-1 of a token over the transport", []string{nested("TransportBinding", algorithms("<sp:TripleDesRsa15/>")), endorsing(x509Token("", ""))}, plain, "", "sp:TripleDesRsa15"},
		{"SHA-256", []string{asymmetric(x509Token("", ""), x509Token("", ""), strong)}, plain, "xmldsig-more#rsa-sha256.*xmlenc#sha256", ""},
		{"SHA-512", []string{asymmetric(x509Token("", ""), x509Token("", ""), strong)}, func(s *wsse.Signing) { s.Hash = crypto.SHA512 }, "", "sp:Basic256Sha256 (http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702): use the option wsse.WithSigning without Hash"},
		{"PSS", []string{asymmetric(x509Token("", ""), x509Token("", ""), strong)}, func(s *wsse.Signing) { s.PSS = true }, "", "without PSS"},
		{"ECDSA", []string{asymmetric(x509Token("", ""), x509Token("", ""), strong)}, func(s *wsse.Signing) { s.Key, s.Chain = curveKey.key, []*x509.Certificate{curveKey.cert} }, "", "with a Key of RSA"},
		{"inclusive", []string{asymmetric(x509Token("", ""), x509Token("", ""), algorithms("<sp:Basic256Sha256/><sp:InclusiveC14N/>"))}, plain, "", "sp:InclusiveC14N"},
		{"no Timestamp", []string{asymmetric(x509Token("", ""), x509Token("", ""), "<sp:IncludeTimestamp/>")}, func(s *wsse.Signing) { s.Lifetime = -1 }, "", "sp:IncludeTimestamp (http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702): use the option wsse.WithSigning without Lifetime"},
		{"Timestamp first", []string{asymmetric(x509Token("", ""), x509Token("", ""), nested("Layout", "<sp:LaxTsFirst/>")+"<sp:IncludeTimestamp/>")}, plain, "<wsse:Security[^>]*>" + stamp + "\n<wsse:Security[^>]*>" + stamp, ""},
		{"confirmation", []string{nested("Wss11", "<sp:RequireSignatureConfirmation/>")}, plain, "!SignatureConfirmation\n<wsse11:SignatureConfirmation", ""},
		{"two signatures", []string{asymmetric("", "", ""), endorsing(x509Token("", ""))}, plain, "", "sp:EndorsingSupportingTokens"},
		{"two signatures over a transport", []string{nested("TransportBinding", "") + endorsing(x509Token("", "")) + nested("SignedEndorsingSupportingTokens", x509Token("", ""))}, plain, "", "sp:SignedEndorsingSupportingTokens"},
		{"two signatures, one encrypted", []string{nested("TransportBinding", "") + nested("EndorsingEncryptedSupportingTokens", x509Token("", "")) + endorsing(x509Token("", ""))}, plain, "", "sp:EndorsingSupportingTokens"},
		{"two signatures of one kind", []string{endorsing(x509Token("", "")) + endorsing(x509Token("", ""))}, plain, "", "sp:EndorsingSupportingTokens (http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702): the run-time has no option"},
		{"signatures of a port and an operation", []string{endorsing(x509Token("", "")), nested("SignedEndorsingSupportingTokens", x509Token("", ""))}, plain, "", "sp:SignedEndorsingSupportingTokens"},
		{"signatures of an operation and its input", []string{"", endorsing(x509Token("", "")), nested("SignedEndorsingSupportingTokens", x509Token("", ""))}, plain, "", "sp:SignedEndorsingSupportingTokens"},
		{"two tokens that endorse", []string{endorsing(x509Token("Always", "") + x509Token("Always", "<sp:RequireThumbprintReference/>"))}, plain, "", "sp:X509Token"},
		{"a token that is there and not", []string{endorsing(x509Token("Never", "")), endorsing(x509Token("Always", ""))}, plain, "", "sp:EndorsingSupportingTokens"},
		{"a token that is not there and is", []string{endorsing(x509Token("Always", "")), endorsing(x509Token("Never", ""))}, plain, "", "sp:EndorsingSupportingTokens"},
		{"a transport that may be ignored", []string{`<sp:TransportBinding wsp:Ignorable="true"/><sp:EncryptedParts><sp:Body/></sp:EncryptedParts>`}, plain, "", "sp:EncryptedParts"},
		{"entropy", []string{nested("Trust13", "<sp:RequireClientEntropy/>")}, plain, "", "sp:RequireClientEntropy"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := wsse.Signing{Key: rsaKey.key, Chain: []*x509.Certificate{rsaKey.cert}}
			test.signing(&s)
			accept := wsse.WithTrust(wsse.Trust{Pinned: []*x509.Certificate{rsaKey.cert}})
			till := newTill(t, test.policies...)
			err := till.call(t, "http://localhost/till", []soap.HandlerOption{accept, wsse.WithSigning(wsse.Signing{Key: rsaKey.key, Chain: []*x509.Certificate{rsaKey.cert}})}, []soap.ClientOption{wsse.WithSigning(s), accept})
			var unmet *soap.PolicyError
			switch {
			case test.err != "":
				if !errors.As(err, &unmet) || !strings.Contains(err.Error(), test.err) {
					t.Errorf("%v, want %s", err, test.err)
				}
				return
			case err != nil:
				t.Fatalf("%v\n%s", err, &till.log)
			case strings.Contains(till.log.String(), "not satisfied"):
				t.Error(&till.log)
			}
			for i, want := range strings.Split(test.want, "\n") {
				yes, no, _ := strings.Cut(want, "!")
				if message := till.messages[i]; !regexp.MustCompile(yes).MatchString(message) || no != "" && regexp.MustCompile(no).MatchString(message) {
					t.Errorf("want %s in\n%s", want, message)
				}
			}
		})
	}
}

// TestPoliciesOfHandlers: a handler refuses a header block that is not signed and that a policy demands to be signed in requests, and
// logs what it does not satisfy of what its contract promises. What the program says that it satisfies itself is not followed.
func TestPoliciesOfHandlers(t *testing.T) {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	own := newIdentity(t, key)
	accept := wsse.WithTrust(wsse.Trust{Pinned: []*x509.Certificate{own.cert}})
	sign := wsse.WithSigning(wsse.Signing{Key: own.key, Chain: []*x509.Certificate{own.cert}})
	thumbs := wsse.WithSigning(wsse.Signing{Key: own.key, Chain: []*x509.Certificate{own.cert}, Ref: wsse.Thumbprint})
	serials := wsse.WithSigning(wsse.Signing{Key: own.key, Chain: []*x509.Certificate{own.cert}, Ref: wsse.IssuerSerial})
	x509Data := wsse.WithSigning(wsse.Signing{Key: own.key, Chain: []*x509.Certificate{own.cert}, Ref: wsse.X509Data})
	strong := wsse.WithSigning(wsse.Signing{Key: own.key, Chain: []*x509.Certificate{own.cert}, Hash: crypto.SHA512})
	sp := func(local string) soap.Option {
		return soap.WithAssertions(xsd.QName{Space: "http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702", Local: local})
	}
	header := `<sp:SignedParts><sp:Header Name="Ticket" Namespace="urn:ticket"/></sp:SignedParts>`
	serial := asymmetric("", x509Token("Never", "<sp:RequireIssuerSerialReference/>"), "")
	for _, test := range []struct {
		name     string
		policies []string
		server   soap.Option
		client   soap.ClientOption
		err, log string
	}{
		{"header", []string{"", header}, soap.Options(accept, sign), soap.Options(sign, sp("SignedParts")), "could not be verified", "Ticket is not signed, as a policy demands"},
		{"header in the output", []string{"", "", "", header}, soap.Options(accept, sign), sign, "", ""},
		{"header in the output of a reply without one", []string{"", "", "", header}, soap.Options(accept, sign), soap.Options(sign, accept), "", ""},
		{"replies are not signed", []string{asymmetric("", "", "")}, accept, sign, "", "sp:AsymmetricBinding"},
		{"reference of requests", []string{endorsing(x509Token("Never", "<sp:RequireThumbprintReference/>"))}, accept, soap.Options(serials, sp("RequireThumbprintReference")), "could not be verified", "as the policy assertion sp:RequireThumbprintReference demands"},
		{"token of requests that is absent", []string{endorsing(x509Token("Always", ""))}, accept, soap.Options(thumbs, sp("IncludeToken")), "could not be verified", "as the policy assertion sp:IncludeToken (Always) demands"},
		{"token of requests that is there", []string{endorsing(x509Token("Never", ""))}, accept, soap.Options(sign, sp("IncludeToken")), "could not be verified", "as the policy assertion sp:IncludeToken (Never) demands"},
		{"certificate in the signature", []string{endorsing(x509Token("Always", ""))}, accept, x509Data, "", ""},
		{"unprotected token", []string{asymmetric("", "", "<sp:ProtectTokens/>")}, soap.Options(accept, sign), soap.Options(sign, sp("ProtectTokens")), "could not be verified", "as the policy assertion sp:ProtectTokens demands"},
		{"suite of requests", []string{asymmetric("", "", algorithms("<sp:Basic256Sha256/>"))}, soap.Options(accept, sign), soap.Options(strong, sp("Basic256Sha256")), "could not be verified", "as the policy assertion sp:Basic256Sha256 demands"},
		{"requests need not be signed", []string{asymmetric("", "", "")}, sign, sign, "not understood", "sp:AsymmetricBinding"},
		{"requests only", []string{endorsing("")}, accept, sign, "", ""},
		{"another reference in replies", []string{serial}, soap.Options(accept, thumbs), sign, "", "sp:RequireIssuerSerialReference"},
		{"reference in replies", []string{serial}, soap.Options(accept, sign), thumbs, "", ""},
		{"confirmation", []string{nested("Wss11", "<sp:RequireSignatureConfirmation/>")}, sign, sign, "sp:RequireSignatureConfirmation (http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702): use the option wsse.WithTrust", ""},
		{"confirmation of replies that need no signature", []string{nested("Wss11", "<sp:RequireSignatureConfirmation/>")}, soap.Options(accept, sign),
			soap.Options(sign, wsse.WithTrust(wsse.Trust{Pinned: []*x509.Certificate{own.cert}, UnsignedReplies: true})), "use the option wsse.WithTrust without UnsignedReplies", ""},
		{"attachments that need no signature", []string{"<sp:SignedParts><sp:Attachments/></sp:SignedParts>"},
			soap.Options(sign, wsse.WithTrust(wsse.Trust{Pinned: []*x509.Certificate{own.cert}, UnsignedAttachments: true})), sign, "", "sp:Attachments"},
		{"a header of another scheme than Basic", []string{"<sp:HttpBasicAuthentication/>"}, soap.Options(), soap.WithHeader("Authorization", "Bearer x"), "sp:HttpBasicAuthentication", ""},
		{"Basic authentication", []string{"<sp:HttpBasicAuthentication/>"}, soap.Options(), soap.WithHeader("Authorization", "basic dTpw"), "", ""},
		{"without an option", []string{endorsing(x509Token("Never", "<sp:RequireThumbprintReference/>"))}, accept, soap.Options(), "sp:RequireThumbprintReference", ""},
	} {
		till := newTill(t, test.policies...)
		err := till.call(t, "http://localhost/till", []soap.HandlerOption{test.server}, []soap.ClientOption{test.client})
		if !strings.Contains(fmt.Sprint(err), cmp.Or(test.err, "<nil>")) || !strings.Contains(till.log.String(), test.log) || test.log == "" && strings.Contains(till.log.String(), "not satisfied") {
			t.Errorf("%s: %v\n%s", test.name, err, &till.log)
		}
	}
}
