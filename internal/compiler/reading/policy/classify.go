package policy

import (
	"slices"
	"strings"

	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/xsd"
)

// Class says who satisfies an assertion.
type Class int

// The classes. Only those after Default are demands.
const (
	Detail      Class = iota // it says how another assertion is satisfied, and demands nothing else
	Default                  // the run-time, without an option
	HTTPS                    // an address of https
	Option                   // an option of the program
	Unsupported              // nobody
)

// String returns "https", "option" or "unsupported" for a demand.
func (c Class) String() string {
	return [...]string{"detail", "default", "https", "option", "unsupported"}[c]
}

// Options that satisfy assertions.
const (
	credentials = "wsse.WithCredentials"
	signing     = "wsse.WithSigning"
	httpClient  = "soap.WithHTTPClient"
	httpHeader  = "soap.WithHeader"
	addressing  = "wsa.WithAddressing"
)

const (
	policyOfMicrosoft = "http://schemas.microsoft.com/ws/06/2004/policy/http"
	textEncoding      = "http://schemas.xmlsoap.org/ws/2004/09/policy/encoding"
	mtom1             = "http://schemas.xmlsoap.org/ws/2004/09/policy/optimizedmimeserialization"
	mtom2             = "http://www.w3.org/2007/08/soap12-mtom-policy"
)

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

// rule is what is known of an assertion.
type rule struct {
	class  Class
	option string
	signed bool // nested assertions describe a signature
	leaf   bool // nested assertions are details

	// overHTTPS is the class if the transport protects messages, which satisfies demands for signatures and encryption of
	// parts (WS-SecurityPolicy 1.2, section 4).
	overHTTPS Class
}

// security are the assertions of WS-SecurityPolicy. Others are not supported: Kerberos, SAML, issued tokens,
// SecureConversation, and derived keys.
var security = func() map[string]rule {
	all := map[string]rule{
		"TransportBinding": {class: HTTPS, overHTTPS: HTTPS}, "HttpsToken": {class: HTTPS, overHTTPS: HTTPS},
		"AsymmetricBinding": {class: Option, overHTTPS: Option, option: signing, signed: true}, "SymmetricBinding": {class: Unsupported, overHTTPS: Unsupported},
		"SignedSupportingTokens":                   {class: Option, option: signing},
		"EncryptedSupportingTokens":                {class: Unsupported},
		"SignedEncryptedSupportingTokens":          {class: Unsupported},
		"EndorsingSupportingTokens":                {class: Option, overHTTPS: Option, option: signing, signed: true},
		"SignedEndorsingSupportingTokens":          {class: Option, overHTTPS: Option, option: signing, signed: true},
		"EndorsingEncryptedSupportingTokens":       {class: Unsupported, overHTTPS: Option, option: signing, signed: true},
		"SignedEndorsingEncryptedSupportingTokens": {class: Unsupported, overHTTPS: Option, option: signing, signed: true},
		"SignedParts":                              {class: Option, option: signing}, "SignedElements": {class: Unsupported},
		"EncryptedParts": {class: Unsupported}, "EncryptedElements": {class: Unsupported}, "ContentEncryptedElements": {class: Unsupported},
		"X509Token":                    {class: Option, overHTTPS: Option, option: signing, signed: true},
		"RequireSignatureConfirmation": {class: Option, overHTTPS: Option, option: signing},
		"AlgorithmSuite":               {leaf: true}, "Layout": {leaf: true},
	}
	for option, names := range map[string]string{
		credentials: "UsernameToken HashPassword Nonce Created IncludeTimestamp",
		httpClient:  "RequireClientCertificate HttpDigestAuthentication",
		httpHeader:  "HttpBasicAuthentication",
	} {
		for _, name := range strings.Fields(names) {
			all[name] = rule{class: Option, overHTTPS: Option, option: option}
		}
	}
	for _, name := range strings.Fields("SupportingTokens TransportToken InitiatorToken RecipientToken ProtectionToken EncryptionToken SignatureToken " +
		"InitiatorSignatureToken RecipientSignatureToken InitiatorEncryptionToken RecipientEncryptionToken Wss10 Wss11 Trust10 Trust13 " +
		"MustSupportRefKeyIdentifier MustSupportRefIssuerSerial MustSupportRefExternalURI MustSupportRefEmbeddedToken MustSupportRefThumbprint " +
		"MustSupportRefEncryptedKey MustSupportClientChallenge MustSupportServerChallenge RequireClientEntropy RequireServerEntropy " +
		"MustSupportIssuedTokens RequireRequestSecurityTokenCollection RequireAppliesTo ScopePolicy15 MustSupportInteractiveChallenge " +
		"WssUsernameToken10 WssUsernameToken11 WssX509V3Token10 WssX509Pkcs7Token10 WssX509PkiPathV1Token10 WssX509V1Token11 WssX509V3Token11 " +
		"WssX509Pkcs7Token11 WssX509PkiPathV1Token11 RequireKeyIdentifierReference RequireIssuerSerialReference RequireEmbeddedTokenReference " +
		"RequireThumbprintReference EncryptBeforeSigning SignBeforeEncrypting ProtectTokens OnlySignEntireHeadersAndBody") {
		all[name] = rule{}
	}
	return all
}()

// ruleOf returns what is known of an assertion.
func ruleOf(a *Assertion) rule {
	space, local := a.Name.Space, a.Name.Local
	always := func(class Class, option string) rule { return rule{class: class, overHTTPS: class, option: option} }
	switch {
	case isSecurity(space):
		if known, ok := security[local]; ok {
			return known
		}
	case isAddressing(space) && (local == "Addressing" || local == "UsingAddressing"),
		space == mtom1 && local == "OptimizedMimeSerialization", space == mtom2 && local == "MTOM":
		return always(Default, "")
	case isAddressing(space) && local == "NonAnonymousResponses":
		return always(Option, addressing)
	case isAddressing(space) && local == "AnonymousResponses", space == textEncoding, switchedOff(a):
		return rule{}
	case space == policyOfMicrosoft && local == "BasicAuthentication":
		return always(Option, httpHeader)
	case space == policyOfMicrosoft:
		return always(Option, httpClient)
	}
	return always(Unsupported, "")
}

// switchedOff reports whether an assertion is a feature of SAP NetWeaver that is not used, or that the caller waits for the
// response.
func switchedOff(a *Assertion) bool {
	if !strings.Contains(a.Name.Space, "/soap/features/") {
		return false
	}
	text := strings.TrimSpace(a.Element.Text())
	return text == "false" || text == "no" || a.Name.Local == "enableBlocking"
}

// evaluation is what one alternative demands.
type evaluation struct {
	addressing, mtom, transport bool
	demands                     []Demand
	cost                        [2]int // number of assertions that nobody satisfies, and number of needs
	seen                        map[seen]bool
}

// seen is an assertion that has been classified. Nested policies can share assertions.
type seen struct {
	*Assertion
	signed bool
}

// evaluate classifies the assertions of an alternative. Transport reports whether the port's policy lets the transport
// protect messages.
func evaluate(alternative Alternative, transport bool) *evaluation {
	e := &evaluation{seen: make(map[seen]bool)}
	e.transport = transport || slices.ContainsFunc(alternative, func(a *Assertion) bool { return isSecurity(a.Name.Space) && a.Name.Local == "TransportBinding" })
	e.add(alternative, false)
	for _, d := range e.demands {
		if d.Class == Unsupported {
			e.cost[0]++
		}
		e.cost[1]++
	}
	return e
}

// add classifies assertions. Signed reports whether they describe a signature.
func (e *evaluation) add(alternative Alternative, signed bool) {
	for _, a := range alternative {
		if a.Ignorable || e.seen[seen{a, signed}] {
			continue
		}
		e.seen[seen{a, signed}] = true
		known := ruleOf(a)
		class := e.classOf(a, known, signed)
		switch {
		case class > Default:
			e.demand(a, class, known.option)
		case class == Default && isAddressing(a.Name.Space):
			e.addressing = true
		case class == Default:
			e.mtom = true
		}
		if certificate := a.Element.Attr("RequireClientCertificate"); known.class == HTTPS && certificate != nil && certificate.Value == "true" {
			e.demand(&Assertion{Name: xmltree.QName{Space: a.Name.Space, Local: "RequireClientCertificate"}, Element: a.Element}, Option, httpClient)
		}
		if class != Unsupported && !known.leaf {
			e.add(a.Nested, signed || known.signed)
		}
	}
}

// classOf returns the class of an assertion; signed is whether a signature is demanded around it.
func (e *evaluation) classOf(a *Assertion, known rule, signed bool) Class {
	class := known.class
	if e.transport {
		class = known.overHTTPS
	}
	switch {
	case signed && a.Name.Local == "UsernameToken": // its password is the key
		return Unsupported
	case signed && (class == Option && known.option == signing || a.Name.Local == "IncludeTimestamp"):
		return Detail
	}
	return class
}

// demand adds a demand, unless it has been added. Everything that an address of https satisfies is one demand.
func (e *evaluation) demand(a *Assertion, class Class, option string) {
	d := Demand{Class: class, Pos: a.Element.Pos(), Need: contract.Need{Assertion: xsd.QName(a.Name), Option: option}}
	if class == HTTPS {
		d.Option = contract.HTTPS
	}
	same := func(o Demand) bool { return o.Assertion == d.Assertion || class == HTTPS && o.Class == HTTPS }
	if !slices.ContainsFunc(e.demands, same) {
		e.demands = append(e.demands, d)
	}
}
