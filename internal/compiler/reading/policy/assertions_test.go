package policy

import (
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/testing/golden"
	"example.com/quartet/internal/compiler/testing/testfile"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/xsd"
)

// standard are assertions of specifications and of other vendors, and elements and attributes that may be in them, by namespaces.
var standard = map[string]string{
	"http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702": `SignedParts Body Header Attachments ContentSignatureTransform AttachmentCompleteSignatureTransform
		SignedElements XPath XPath2 EncryptedParts EncryptedElements ContentEncryptedElements RequiredParts RequiredElements
		UsernameToken NoPassword HashPassword RequireDerivedKeys RequireExplicitDerivedKeys RequireImpliedDerivedKeys WssUsernameToken10 WssUsernameToken11
		IssuedToken RequestSecurityTokenTemplate RequireInternalReference RequireExternalReference X509Token RequireKeyIdentifierReference
		RequireIssuerSerialReference RequireEmbeddedTokenReference RequireThumbprintReference WssX509V1Token10 WssX509V3Token10 WssX509Pkcs7Token10
		WssX509PkiPathV1Token10 WssX509V1Token11 WssX509V3Token11 WssX509Pkcs7Token11 WssX509PkiPathV1Token11 KerberosToken WssKerberosV5ApReqToken11
		WssGssKerberosV5ApReqToken11 SpnegoContextToken MustNotSendCancel MustNotSendAmend MustNotSendRenew SecurityContextToken RequireExternalUriReference
		SC10SecurityContextToken SC13SecurityContextToken SecureConversationToken BootstrapPolicy SamlToken WssSamlV10Token10 WssSamlV11Token10 WssSamlV10Token11
		WssSamlV11Token11 WssSamlV20Token11 RelToken WssRelV10Token10 WssRelV20Token10 WssRelV10Token11 WssRelV20Token11 HttpsToken HttpBasicAuthentication
		HttpDigestAuthentication RequireClientCertificate KeyValueToken RsaKeyValue AlgorithmSuite Basic256 Basic192 Basic128 TripleDes Basic256Rsa15
		Basic192Rsa15 Basic128Rsa15 TripleDesRsa15 Basic256Sha256 Basic192Sha256 Basic128Sha256 TripleDesSha256 Basic256Sha256Rsa15 Basic192Sha256Rsa15
		Basic128Sha256Rsa15 TripleDesSha256Rsa15 InclusiveC14N InclusiveC14N11 ExclusiveC14N SOAPNormalization10 STRTransform10 Path10 XPath10 XPathFilter20 AbsXPath
		Layout Strict Lax LaxTsFirst LaxTsLast TransportBinding TransportToken SymmetricBinding EncryptionToken SignatureToken ProtectionToken
		AsymmetricBinding InitiatorToken InitiatorSignatureToken InitiatorEncryptionToken RecipientToken RecipientSignatureToken RecipientEncryptionToken
		IncludeTimestamp EncryptBeforeSigning SignBeforeEncrypting EncryptSignature ProtectTokens OnlySignEntireHeadersAndBody SupportingTokens
		SignedSupportingTokens EndorsingSupportingTokens SignedEndorsingSupportingTokens EncryptedSupportingTokens SignedEncryptedSupportingTokens
		EndorsingEncryptedSupportingTokens SignedEndorsingEncryptedSupportingTokens Wss10 Wss11 MustSupportRefKeyIdentifier MustSupportRefIssuerSerial
		MustSupportRefExternalURI MustSupportRefEmbeddedToken MustSupportRefThumbprint MustSupportRefEncryptedKey RequireSignatureConfirmation Trust10 Trust13
		MustSupportClientChallenge MustSupportServerChallenge RequireClientEntropy RequireServerEntropy MustSupportIssuedTokens
		RequireRequestSecurityTokenCollection RequireAppliesTo Issuer IssuerName Claims IncludeToken`,
	"http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200802":               "ScopePolicy15 MustSupportInteractiveChallenge Created Nonce",
	"http://www.w3.org/2007/05/addressing/metadata":                           "Addressing AnonymousResponses NonAnonymousResponses InterfaceName",
	"http://www.w3.org/2006/05/addressing/wsdl":                               "UsingAddressing Anonymous",
	"http://schemas.xmlsoap.org/ws/2004/09/policy/optimizedmimeserialization": "OptimizedMimeSerialization",
	"http://www.w3.org/2007/08/soap12-mtom-policy":                            "MTOM",
	"http://schemas.xmlsoap.org/ws/2004/09/policy/encoding":                   "Utf816FFFECharacterEncoding",
	"http://docs.oasis-open.org/ws-rx/wsrmp/200702":                           "RMAssertion DeliveryAssurance ExactlyOnce AtLeastOnce AtMostOnce InOrder SequenceSTR SequenceTransportSecurity",
	"http://schemas.xmlsoap.org/ws/2005/02/rm/policy":                         "RMAssertion InactivityTimeout BaseRetransmissionInterval ExponentialBackoff AcknowledgementInterval",
	"http://docs.oasis-open.org/ws-rx/wsmc/200702":                            "MCSupported",
	"http://docs.oasis-open.org/ws-tx/wsat/2006/06":                           "ATAssertion",
	"http://schemas.xmlsoap.org/ws/2004/10/wsat":                              "ATAssertion ATAlwaysCapability",
	"http://schemas.microsoft.com/ws/06/2004/mspolicy/netbinary1":             "BinaryEncoding",
	"http://schemas.microsoft.com/ws/06/2004/policy/http":                     "BasicAuthentication DigestAuthentication NtlmAuthentication NegotiateAuthentication Other",
	"http://schemas.microsoft.com/ws/2005/07/securitypolicy":                  "SslContextToken RsaToken MustNotSendCancel RequireClientCertificate",
	"http://schemas.microsoft.com/net/2006/06/duplex":                         "CompositeDuplex",
	"http://schemas.sun.com/2006/03/wss/server":                               "KeyStore TrustStore ValidatorConfiguration",
	"http://java.sun.com/xml/ns/wsit/2006/09/policy/fastinfoset/service":      "OptimizedFastInfosetSerialization",
	"http://cxf.apache.org/custom/security-policy":                            "Basic128GCM Basic256GCMSha256",
	"http://schemas.xmlsoap.org/ws/2002/12/policy":                            "TextEncoding SpecVersion OneOrMore",
	"http://www.w3.org/ns/ws-policy":                                          "Circus",
	"urn:unknown":                                                             "Unknown",
}

const head12 = `xmlns:wsp="http://www.w3.org/ns/ws-policy" xmlns:sp="http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702" xmlns:wsam="http://www.w3.org/2007/05/addressing/metadata"`

// in returns a policy in which %s is in an assertion, which is in others.
func in(names ...string) string {
	text := "%s"
	for _, name := range slices.Backward(names) {
		text = "<" + name + "><wsp:Policy>" + text + "</wsp:Policy></" + name + ">"
	}
	return text
}

// met are the assertions that need nothing more where they stand: the run-time does what they say, without them or with them, or
// does it for what is around them.
const (
	met = `Addressing UsingAddressing AnonymousResponses MTOM OptimizedMimeSerialization Utf816FFFECharacterEncoding TransportToken AlgorithmSuite Layout Wss10 Wss11
		Trust10 Trust13 SupportingTokens InitiatorToken InitiatorSignatureToken RecipientToken RecipientSignatureToken EncryptBeforeSigning SignBeforeEncrypting
		Strict Lax LaxTsFirst OnlySignEntireHeadersAndBody ExclusiveC14N WssX509V3Token10 WssX509V3Token11 WssUsernameToken10 WssUsernameToken11
		MustSupportRefKeyIdentifier MustSupportRefIssuerSerial MustSupportRefThumbprint `
	metBySignature = met + "AsymmetricBinding X509Token EndorsingSupportingTokens SignedEndorsingSupportingTokens SignedParts SignedSupportingTokens "
	metByTransport = met + `TransportBinding HttpsToken SignedParts SignedElements SignedSupportingTokens EncryptedParts EncryptedElements ContentEncryptedElements
		EncryptedSupportingTokens SignedEncryptedSupportingTokens InitiatorEncryptionToken RecipientEncryptionToken MustSupportRefExternalURI MustSupportRefEmbeddedToken
		MustSupportRefEncryptedKey RequireKeyIdentifierReference RequireIssuerSerialReference RequireThumbprintReference ProtectTokens Basic256 Basic192 Basic128 TripleDes
		Basic256Rsa15 Basic192Rsa15 Basic128Rsa15 TripleDesRsa15 Basic256Sha256 Basic192Sha256 Basic128Sha256 TripleDesSha256 Basic256Sha256Rsa15 Basic192Sha256Rsa15
		Basic128Sha256Rsa15 TripleDesSha256Rsa15 InclusiveC14N InclusiveC14N11 SOAPNormalization10 STRTransform10 XPath10 XPathFilter20 AbsXPath `
	// A token over the transport signs: how it does is demanded again, but not what the transport does.
	metByToken = met + "TransportBinding HttpsToken X509Token EndorsingSupportingTokens SignedEndorsingSupportingTokens SignedSupportingTokens EndorsingEncryptedSupportingTokens " +
		"SignedEndorsingEncryptedSupportingTokens SignedParts "
)

// places are where an assertion may stand, with those that need nothing more there.
var places = map[string]string{
	"%s":                                  met,
	"<wsp:All>%s</wsp:All>":               met,
	"<wsp:ExactlyOne>%s</wsp:ExactlyOne>": met,
	"<wsp:ExactlyOne><wsp:All><wsp:Policy>%s</wsp:Policy></wsp:All></wsp:ExactlyOne>": met,
	`<wsp:PolicyReference URI="#other"/><wsp:Policy xml:id="other">%s</wsp:Policy>`:   met,
	in("sp:AsymmetricBinding"):                                      metBySignature,
	in("sp:AsymmetricBinding", "sp:InitiatorToken"):                 metBySignature,
	in("sp:AsymmetricBinding", "sp:InitiatorToken", "sp:X509Token"): metBySignature,
	in("sp:AsymmetricBinding", "sp:RecipientToken", "sp:X509Token"): metBySignature,
	in("sp:AsymmetricBinding", "sp:AlgorithmSuite"):                 metBySignature,
	in("sp:AsymmetricBinding", "sp:Layout"):                         metBySignature,
	in("sp:EndorsingSupportingTokens"):                              metBySignature,
	in("sp:SupportingTokens", "sp:UsernameToken"):                   met + "UsernameToken ",
	in("sp:TransportBinding"):                                       metByTransport,
	in("sp:TransportBinding", "sp:TransportToken", "sp:HttpsToken"): metByTransport,
	in("sp:TransportBinding", "sp:AlgorithmSuite"):                  metByTransport,
	in("sp:TransportBinding") + "<sp:EndorsingSupportingTokens/>": metByToken + `SignedElements EncryptedParts EncryptedElements ContentEncryptedElements EncryptedSupportingTokens
		SignedEncryptedSupportingTokens InitiatorEncryptionToken RecipientEncryptionToken MustSupportRefExternalURI MustSupportRefEmbeddedToken MustSupportRefEncryptedKey`,
	"<sp:TransportBinding/>" + in("sp:EndorsingSupportingTokens"):                 metByToken + "AsymmetricBinding",
	"<sp:TransportBinding/>" + in("sp:EndorsingSupportingTokens", "sp:X509Token"): metByToken + "AsymmetricBinding",
	in("sp:Wss10"):                                  met,
	in("sp:Wss11"):                                  met,
	in("sp:Trust10"):                                met,
	in("sp:Trust13"):                                met,
	in("wsam:Addressing"):                           met,
	"<sp:X509Token>%s</sp:X509Token>":               "",
	"<sp:AlgorithmSuite>%s</sp:AlgorithmSuite>":     "",
	"<wsam:Addressing>%s</wsam:Addressing>":         "",
	"<sp:SignedParts>%s</sp:SignedParts>":           "Body",
	"<sp:SignedParts><sp:Body/>%s</sp:SignedParts>": "Body",
	"<sp:SignedParts><sp:Attachments>%s</sp:Attachments></sp:SignedParts>":  "ContentSignatureTransform",
	"<sp:X509Token><wsp:Policy/><wsp:Policy>%s</wsp:Policy></sp:X509Token>": metBySignature,
}

// demandsOf returns the names of what a policy demands, and of what an option follows.
func demandsOf(t *testing.T, policy string) (names []string) {
	t.Helper()
	e := parseText(t, `<wsp:Policy `+head12+`>`+policy+`</wsp:Policy>`)
	r := NewReader(&resolve.Model{Documents: &load.Set{Documents: []*load.Document{{Document: e.Doc}}}})
	chosen, _, _ := r.choose(subject{of: []wsdl11.Info{{}}}, r.alternatives(e), choice{})
	for _, d := range chosen.demands.all {
		if d.Class == Unsupported != (d.Option == "") {
			t.Errorf("%s: %s is %s, by %q", policy, d.Need, d.Class, d.Option)
		}
		names = append(names, d.Assertion.Local)
	}
	return names
}

// TestEveryAssertion: each assertion, alone in each place where it may stand, is among what is demanded, or needs nothing.
func TestEveryAssertion(t *testing.T) {
	for place, satisfied := range places {
		for space, names := range standard {
			for _, name := range strings.Fields(names) {
				alone := fmt.Sprintf(place, `<x:`+name+` xmlns:x="`+space+`"/>`)
				header := name == "Header" && strings.Contains(place, "<sp:SignedParts>") // it has the name of its assertion
				isNamed := slices.Contains(demandsOf(t, alone), name) || header
				if needsNothing := slices.Contains(strings.Fields(satisfied), name); !isNamed && !needsNothing {
					t.Errorf("%s is not demanded", alone)
				}
				for _, optional := range []string{"Optional", "Ignorable"} {
					got := demandsOf(t, fmt.Sprintf(place, `<x:`+name+` xmlns:x="`+space+`" wsp:`+optional+`="true"/>`))
					if strings.Contains(place, "<wsp:Policy>%s") && slices.Contains(got, name) && !slices.Contains(demandsOf(t, fmt.Sprintf(place, "")), name) {
						t.Errorf("%s in %s is demanded, but %s", name, place, optional)
					}
				}
			}
		}
	}
}

// TestParameters: an unknown attribute or element of an assertion is named, unless the assertion itself is not supported.
func TestParameters(t *testing.T) {
	for _, g := range table {
		space := g.space
		switch g.space {
		case sp:
			space = contract.SecurityPolicyNamespaces()[2]
		case wsam:
			space = "http://www.w3.org/2007/05/addressing/metadata"
		}
		for _, name := range strings.Fields(g.names) {
			if strings.Contains(g.space, sp+":") {
				continue
			}
			for _, text := range []string{`<x:%s xmlns:x="%s" other="1"/>`, `<x:%s xmlns:x="%s"><other/></x:%[1]s>`, `<x:%s xmlns:x="%s"><x:other><a/></x:other></x:%[1]s>`} {
				got := demandsOf(t, fmt.Sprintf(text, name, space))
				if !slices.Contains(got, "other") && (g.class != Unsupported || !slices.Contains(got, name)) {
					t.Errorf("%s of %s: %v", fmt.Sprintf(text, name, space), g.space, got)
				}
			}
		}
	}
	for text, want := range map[string]string{
		`<sp:UsernameToken sp:IncludeToken="http://x/IncludeToken/AlwaysToRecipient"/>`:                         "[UsernameToken]",
		`<sp:UsernameToken sp:IncludeToken="http://x/IncludeToken/Never"/>`:                                     "[UsernameToken IncludeToken]",
		`<sp:X509Token sp:IncludeToken="http://x/IncludeToken/Sometimes"/>`:                                     "[X509Token IncludeToken]",
		`<sp:HttpsToken RequireClientCertificate="true"/>`:                                                      "[HttpsToken RequireClientCertificate]",
		`<sp:HttpsToken RequireClientCertificate="false"/>`:                                                     "[HttpsToken]",
		`<sp:TransportBinding><wsp:Policy/></sp:TransportBinding><sp:SignedParts><sp:Header/></sp:SignedParts>`: "[TransportBinding]",
	} {
		if got := fmt.Sprint(demandsOf(t, text)); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// TestEveryVector: the list of assertions has all that the policies in the folder QUARTET_WS name.
func TestEveryVector(t *testing.T) {
	root := os.Getenv("QUARTET_WS")
	if root == "" {
		t.Skip("QUARTET_WS is not set")
	}
	listed := strings.Fields(strings.Join(slices.Collect(maps.Values(standard)), " "))
	err := filepath.WalkDir(filepath.Join(root, "policies"), func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		for e := range parse(t, file).All() {
			if isSecurity(e.Name.Space) && !slices.Contains(listed, e.Name.Local) {
				t.Errorf("%s has %s", file, e.Name.Local)
			}
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

var update = flag.Bool("update", false, "rewrite the table in generator/POLICIES.md")

// TestDocument compares the table in generator/POLICIES.md with the table of assertions, and with the others of the standards.
func TestDocument(t *testing.T) {
	const name, begin, end = "../../../../generator/POLICIES.md", "<!-- table of assertions -->\n", "<!-- end -->\n"
	got := testfile.Read(t, name)
	before, rest, _ := strings.Cut(string(got), begin)
	_, after, _ := strings.Cut(rest, end)
	golden.File(t, name, *update, before+begin+documented()+end+after)
}

// documented returns the table as Markdown.
func documented() string {
	var b strings.Builder
	b.WriteString("| assertions | satisfied by | where HTTPS protects messages |\n|---|---|---|\n")
	row := func(space string, names []string, by, overHTTPS string) {
		prefix := contract.Need{Assertion: xsd.QName{Space: space, Local: "x"}}.String()
		prefix, _, isPrefix := strings.Cut(prefix, ":")
		if !isPrefix || strings.HasPrefix(prefix, "{") {
			prefix = "`" + space + "`"
		}
		if space == sp || space == wsam {
			prefix = space
		}
		if of, ok := strings.CutPrefix(space, sp+":"); ok {
			prefix = "in sp:" + of
		}
		fmt.Fprintf(&b, "| %s: %s | %s | %s |\n", prefix, strings.Join(names, ", "), by, overHTTPS)
	}
	for _, r := range table {
		by := "`" + r.option + "`"
		switch r.class {
		case Detail:
			by = "nothing more is needed, apart from what is nested"
		case Default:
			by = "the run-time, by default"
		case HTTPS:
			by = "an https address"
		case Followed:
			by += ", which follows it"
		case Unsupported:
			by = "named"
		}
		overHTTPS := ""
		switch {
		case r.secured && r.class == Unsupported && r.option != "":
			overHTTPS = "`" + r.option + "`"
		case r.secured:
			overHTTPS = "the transport"
		case r.signature:
			overHTTPS = "nothing, unless a token signs"
		}
		row(r.space, strings.Fields(r.names), by, overHTTPS)
	}
	for _, space := range slices.Sorted(maps.Keys(standard)) {
		var names []string
		for _, name := range strings.Fields(standard[space]) {
			a := &Assertion{Name: xmltree.QName{Space: space, Local: name}, Element: &xmltree.Element{}}
			isParameter := slices.ContainsFunc(table, func(r entry) bool {
				return strings.Contains(r.space, ":") && slices.Contains(strings.Fields(r.names), name)
			})
			if r := ruleOf(a); r.class == Unsupported && !r.secured && !r.signature && !isParameter && name != "Other" {
				names = append(names, name)
			}
		}
		if names != nil && !strings.HasPrefix(space, "urn:") && !isPolicy(space) {
			row(space, names, "named", "")
		}
	}
	b.WriteString("| all others | named | |\n")
	return b.String()
}
