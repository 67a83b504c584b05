package policy

import (
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/templates/soap/contract"
)

// Class says who satisfies an assertion.
type Class int

// The classes. Only those after Default are demands.
const (
	Detail      Class = iota // nothing is left to do: it says how another assertion is satisfied, or what the run-time does anyway
	Default                  // the run-time, without an option
	HTTPS                    // an address of https
	Option                   // an option of the program
	Followed                 // an option that another assertion needs, which follows this one unless the program says otherwise
	Unsupported              // nobody
)

// String returns "https", "option", "followed" or "unsupported" for a demand.
func (c Class) String() string {
	return [...]string{"detail", "default", "https", "option", "followed", "unsupported"}[c]
}

// rule is what is known of an assertion.
type rule struct {
	class     Class
	option    string
	secured   bool              // the transport does what is demanded besides the signature of a token (WS-SecurityPolicy 1.2, section 4)
	signature bool              // without a signature nothing is left to do, if the transport protects messages
	signed    bool              // nested assertions describe a signature
	messages  contract.Messages // that it, and what is nested in it, is for
	opaque    bool              // it has no parameters
}

// A prefix in the table means several namespaces. After a prefix, the name of an assertion says that the names belong to its
// parameters: attributes and elements.
const (
	sp   = "sp"
	wsam = "wsam"
)

// entry has assertions of a namespace of which the same is known.
type entry struct {
	space, names string
	rule
}

// table has the assertions that are known. All others are not supported.
var table = []entry{
	{wsam, "Addressing UsingAddressing", rule{class: Default}},
	{wsam, "AnonymousResponses", rule{}},
	{wsam, "NonAnonymousResponses", rule{class: Option, option: contract.ByAddressing}},
	{"http://schemas.xmlsoap.org/ws/2004/09/policy/optimizedmimeserialization", "OptimizedMimeSerialization", rule{class: Default}},
	{"http://www.w3.org/2007/08/soap12-mtom-policy", "MTOM", rule{class: Default}},
	{"http://schemas.xmlsoap.org/ws/2004/09/policy/encoding", "Utf816FFFECharacterEncoding", rule{}},
	{"http://schemas.microsoft.com/ws/06/2004/policy/http", "BasicAuthentication", rule{class: Option, option: contract.ByHeader}},
	{"http://schemas.microsoft.com/ws/06/2004/policy/http", "DigestAuthentication NtlmAuthentication NegotiateAuthentication",
		rule{class: Option, option: contract.ByHTTPClient}},
	{sp, "TransportBinding HttpsToken", rule{class: HTTPS, option: contract.HTTPS}},
	{sp, "RequireClientCertificate HttpDigestAuthentication", rule{class: Option, option: contract.ByHTTPClient}},
	{sp + ":HttpsToken", "RequireClientCertificate", rule{class: Option, option: contract.ByHTTPClient, opaque: true}},
	{sp, "HttpBasicAuthentication", rule{class: Option, option: contract.ByHeader}},
	{sp, "UsernameToken HashPassword Nonce Created IncludeTimestamp", rule{class: Option, option: contract.ByCredentials}},
	{sp, "AsymmetricBinding", rule{class: Option, option: contract.BySigning, signed: true}},
	{sp, "X509Token EndorsingSupportingTokens SignedEndorsingSupportingTokens", rule{class: Option, option: contract.BySigning, signed: true, messages: contract.Requests}},
	{sp, "SignedSupportingTokens", rule{class: Option, option: contract.BySigning, secured: true, messages: contract.Requests}},
	{sp, "SignedParts", rule{class: Option, option: contract.BySigning, secured: true}},
	{sp, "EncryptedParts", rule{class: Option, option: contract.ByEncryption, secured: true}},
	{sp, "EncryptSignature", rule{class: Option, option: contract.ByEncryption}},
	{sp, "EncryptBeforeSigning SignBeforeEncrypting", rule{class: Followed, option: contract.ByEncryption, signature: true}},
	{sp + ":EncryptedParts", "Body Header", rule{class: Followed, option: contract.ByEncryption}},
	{sp, "RequireSignatureConfirmation", rule{class: Option, option: contract.ByTrust}},
	{sp, "RequireKeyIdentifierReference RequireIssuerSerialReference RequireThumbprintReference ProtectTokens " +
		"Basic256Sha256 Basic192Sha256 Basic128Sha256 TripleDesSha256 Basic256Sha256Rsa15 Basic192Sha256Rsa15 Basic128Sha256Rsa15 TripleDesSha256Rsa15",
		rule{class: Followed, option: contract.BySigning, signature: true}},
	{sp + ":X509Token", "IncludeToken", rule{class: Followed, option: contract.BySigning, opaque: true}},
	{sp + ":SignedParts", "Header Attachments", rule{class: Followed, option: contract.BySigning}},
	{sp, "TransportToken AlgorithmSuite Layout Wss10 Wss11 Trust10 Trust13 Strict Lax LaxTsFirst OnlySignEntireHeadersAndBody ExclusiveC14N " +
		"WssX509V3Token10 WssX509V3Token11 WssUsernameToken10 WssUsernameToken11 " +
		"MustSupportRefKeyIdentifier MustSupportRefIssuerSerial MustSupportRefThumbprint", rule{}},
	{sp, "SupportingTokens InitiatorToken InitiatorSignatureToken", rule{messages: contract.Requests}},
	{sp, "RecipientToken RecipientSignatureToken", rule{messages: contract.Replies}},
	{sp + ":SignedParts", "Body", rule{}},
	{sp + ":Header", "Name Namespace", rule{opaque: true}},
	{sp + ":Attachments", "ContentSignatureTransform", rule{}},
	{sp + ":UsernameToken", "IncludeToken", rule{opaque: true}},
	{sp + ":HttpsToken", "IncludeToken", rule{opaque: true}},
	{sp, "Basic256 Basic192 Basic128 TripleDes Basic256Rsa15 Basic192Rsa15 Basic128Rsa15 TripleDesRsa15 " + // with SHA-1
		"InclusiveC14N InclusiveC14N11 SOAPNormalization10 STRTransform10 XPath10 XPathFilter20 AbsXPath", rule{class: Unsupported, signature: true}},
	{sp, "SignedElements EncryptedElements ContentEncryptedElements EncryptedSupportingTokens SignedEncryptedSupportingTokens " +
		"InitiatorEncryptionToken RecipientEncryptionToken MustSupportRefExternalURI MustSupportRefEmbeddedToken MustSupportRefEncryptedKey",
		rule{class: Unsupported, secured: true}},
	{sp, "EndorsingEncryptedSupportingTokens SignedEndorsingEncryptedSupportingTokens",
		rule{class: Unsupported, secured: true, option: contract.BySigning, signed: true, messages: contract.Requests}},
}

// known are the rules of the table by namespaces, or their prefixes, and names.
var known = func() map[xmltree.QName]rule {
	all := make(map[xmltree.QName]rule)
	for _, e := range table {
		for _, name := range strings.Fields(e.names) {
			all[xmltree.QName{Space: e.space, Local: name}] = e.rule
		}
	}
	return all
}()

// ruleOf returns what is known of an assertion.
func ruleOf(a *Assertion) rule {
	name := a.Name
	switch {
	case a.of != "" && isSecurity(name.Space):
		name.Space = sp + ":" + a.of
	case a.of != "":
		return rule{class: Unsupported}
	case isSecurity(name.Space):
		name.Space = sp
	case isAddressing(name.Space):
		name.Space = wsam
	case isSwitchedOff(a):
		return rule{opaque: true}
	}
	if r, ok := known[name]; ok {
		return r
	}
	return rule{class: Unsupported}
}

// isAddressing reports whether a namespace has assertions about WS-Addressing. Services that name the last one, a draft, use
// WS-Addressing 1.0, too.
func isAddressing(space string) bool {
	switch space {
	case "http://www.w3.org/2007/05/addressing/metadata", "http://www.w3.org/2006/05/addressing/wsdl", "http://www.w3.org/2006/02/addressing/wsdl",
		"http://schemas.xmlsoap.org/ws/2004/08/addressing/policy":
		return true
	}
	return false
}

// isSecurity reports whether a namespace has the assertions of WS-SecurityPolicy.
func isSecurity(space string) bool {
	return slices.Contains(contract.SecurityPolicyNamespaces(), space)
}

// isSwitchedOff reports whether an assertion is a feature of SAP NetWeaver that is not used, or that the caller waits for the
// response.
func isSwitchedOff(a *Assertion) bool {
	if !strings.Contains(a.Name.Space, "/soap/features/") {
		return false
	}
	text := strings.TrimSpace(a.Element.Text())
	return text == "false" || text == "no" || a.Name.Local == "enableBlocking"
}
