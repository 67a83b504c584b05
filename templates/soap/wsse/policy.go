package wsse

import (
	"bytes"
	"cmp"
	"crypto"
	"crypto/rsa"
	"crypto/x509"
	"fmt"
	"slices"
	"strings"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/xsd"
)

// satisfied returns the option for what a UsernameToken satisfies, a digest in it, and a Timestamp.
func satisfied(username, digest, timestamp bool) soap.Option {
	has := map[string]bool{"UsernameToken": username, "HashPassword": digest, "Nonce": digest, "Created": digest, "IncludeTimestamp": timestamp}
	return soap.WithSatisfied(func(needs []contract.Need, _ bool) []contract.Need {
		return slices.DeleteFunc(needs, func(n contract.Need) bool { return n.Option == contract.ByCredentials && has[n.Assertion.Local] })
	})
}

// references are the ways to name a certificate that policies demand.
var references = map[string]KeyRef{
	"RequireIssuerSerialReference": IssuerSerial, "RequireKeyIdentifierReference": SubjectKeyIdentifier, "RequireThumbprintReference": Thumbprint,
}

// namings are the ways to name a certificate by the types of key identifiers, and by elements of XML Signature.
var namings = map[string]KeyRef{
	"X509IssuerSerial": IssuerSerial, keyIdentifier: SubjectKeyIdentifier, "X509SKI": SubjectKeyIdentifier, thumbprintSHA1: Thumbprint,
}

// isFor reports whether the option WithSigning has to satisfy a need in the messages that a client or a handler sends.
func isFor(n contract.Need, client bool) bool {
	return n.Option == contract.BySigning && isSent(n, client)
}

// isSent reports whether a need is one for the messages that a client or a handler sends.
func isSent(n contract.Need, client bool) bool {
	return n.Messages == contract.Both || (n.Messages == contract.Requests) == client
}

// encryptedIn returns the names of what has to be encrypted in the messages that a client or a handler sends.
func encryptedIn(needs []contract.Need, client bool) (names []xsd.QName) {
	for _, n := range needs {
		if n.Assertion.Local == "EncryptSignature" {
			n.Value = signatureName
		}
		if n.Option == contract.ByEncryption && isSent(n, client) && n.Value != (xsd.QName{}) {
			names = append(names, n.Value)
		}
	}
	return names
}

// isOrder reports whether a need says whether messages are signed or encrypted first.
func isOrder(n contract.Need) bool {
	return n.Option == contract.ByEncryption && strings.Contains(n.Assertion.Local, "Before")
}

// following returns s with what policies demand.
func (s Encryption) following(needs []contract.Need, client bool) Encryption {
	names := encryptedIn(needs, client)
	s.Headers, s.Signature = slices.Concat(s.Headers, names), s.Signature || slices.Contains(names, signatureName)
	for _, n := range needs {
		if isOrder(n) {
			s.BeforeSigning = n.Assertion.Local == "EncryptBeforeSigning"
		} else if n.Option == contract.BySigning && !isSent(n, client) { // about the certificate of the receiver
			s.Ref = cmp.Or(s.Ref, references[n.Assertion.Local])
		}
	}
	return s
}

// unencrypted returns the needs that are left if requests, or else replies, are encrypted as policies demand.
func unencrypted(needs []contract.Need, requests bool) []contract.Need {
	rest := map[bool]contract.Messages{true: contract.Replies, false: contract.Requests}[requests]
	for i := range needs {
		if needs[i].Option == contract.ByEncryption && needs[i].Messages == contract.Both {
			needs[i].Messages = rest
		}
	}
	return slices.DeleteFunc(needs, func(n contract.Need) bool {
		return isOrder(n) || n.Option == contract.ByEncryption && n.Messages != rest
	})
}

// following returns s with what policies demand, where s says nothing.
func (s Signing) following(needs []contract.Need, client bool) Signing {
	var reference, external KeyRef
	for _, n := range needs {
		local := n.Assertion.Local
		switch {
		case n.Option == contract.ByTrust:
			s.Confirm = s.Confirm || !client
		case !isFor(n, client):
		case local == "IncludeToken":
			if s.included = n.Value.Local == "Always"; !s.included {
				external = IssuerSerial
			}
		case local == "ProtectTokens", local == "SignedSupportingTokens":
			s.Tokens = true
		case local == "Attachments":
			s.Attachments = true
		case local == "SignedParts" && n.Value != (xsd.QName{}):
			s.Headers = append(slices.Clip(s.Headers), n.Value)
		default:
			reference = cmp.Or(references[local], reference)
		}
	}
	s.Ref = cmp.Or(s.Ref, reference, external)
	return s
}

// unmet returns the needs that messages do not satisfy which are signed as s says. Their Option says what contradicts them.
func (s Signing) unmet(needs []contract.Need, client bool) (left []contract.Need) {
	follows := s.following(needs, client)
	for _, n := range needs {
		contradiction := follows.contradicts(n)
		switch {
		case isOrder(n), n.Option == contract.ByTrust && !client, n.Option == contract.ByCredentials && n.Assertion.Local == "IncludeTimestamp" && contradiction == "":
			continue
		case !isFor(n, client):
		case contradiction == " without Ref" && s.Ref == BinarySecurityToken: // another assertion contradicts it
			n.Option = ""
		case contradiction != "":
			n.Option += contradiction
		case client || n.Messages != contract.Both:
			continue
		default:
			n.Messages = contract.Requests
		}
		left = append(left, n)
	}
	return left
}

// contradicts returns what would have to be different, so that messages satisfy a need; "" if they do.
func (s *Signing) contradicts(n contract.Need) string {
	local := n.Assertion.Local
	switch ref := references[local]; {
	case ref == SubjectKeyIdentifier && s.Chain[0].SubjectKeyId == nil:
		return " with a certificate that has the identifier of its key"
	case ref != 0 && ref != s.Ref, local == "ProtectTokens" && (!s.Tokens || s.Ref != BinarySecurityToken && !s.included),
		local == "IncludeToken" && (s.included || s.Ref == X509Data) != (n.Value.Local == "Always"):
		return " without Ref"
	case local == "IncludeTimestamp" && s.Lifetime < 0:
		return " without Lifetime"
	case strings.Contains(local, "Sha256"):
		return s.contradictsSHA256()
	}
	return ""
}

// contradictsSHA256 is contradicts for the suites of RSA with SHA-256.
func (s *Signing) contradictsSHA256() string {
	_, isRSA := s.Chain[0].PublicKey.(*rsa.PublicKey)
	switch {
	case s.Hash != 0 && s.Hash != crypto.SHA256:
		return " without Hash"
	case s.PSS:
		return " without PSS"
	case !isRSA:
		return " with a Key of RSA"
	}
	return ""
}

// unmet returns the needs that the option does not satisfy. On a handler it makes sure that requests are signed.
func (v *verifier) unmet(needs []contract.Need, client bool) (left []contract.Need) {
	for _, n := range needs {
		switch {
		case client && n.Option == contract.ByTrust && v.UnsignedReplies:
			n.Option += " without UnsignedReplies"
		case !client && isFor(n, true) && n.Assertion.Local == "Attachments" && v.UnsignedAttachments:
		case client && n.Option == contract.ByTrust, !client && isFor(n, true) && n.Messages == contract.Requests,
			!client && n.Assertion.Local == "IncludeTimestamp" && n.Option == contract.ByCredentials && !v.WithoutTimestamp:
			continue
		case !client && isFor(n, true):
			n.Messages = contract.Replies
		}
		left = append(left, n)
	}
	return left
}

// demand checks that a message is signed as policies demand: of requests all, of replies that header blocks are signed.
func (found *verified) demand(call *soap.Call, request bool) error {
	needs := call.Needs()
	headers := Signing{}.following(needs, request).Headers
	for _, b := range found.blocks {
		if b.isOneOf(headers) && !slices.Contains(found.signed, b) {
			return fmt.Errorf("the element %s is not signed, as a policy demands", lex.Shorten(b.name.Local))
		}
	}
	if !request {
		return nil
	}
	as, refs := found.signing()
	for _, n := range needs {
		fits := func(ref KeyRef) bool {
			as.Ref = ref
			return as.contradicts(n) == ""
		}
		if isFor(n, true) && !slices.ContainsFunc(refs, fits) {
			return fmt.Errorf("the message is not signed as the policy assertion %v demands", n)
		}
	}
	return nil
}

// signing returns how a message was signed, and the ways in which it names the certificate of its signer: as BinarySecurityToken, if
// in no other way. A suite with SHA-256 has signatures with SHA-1 (WS-SecurityPolicy 1.2, section 6.1), which satisfy it if Trust.Allow
// has SHA-1.
func (found *verified) signing() (as Signing, refs []KeyRef) {
	s := found.signature
	as = Signing{Chain: []*x509.Certificate{found.signer}, PSS: s.method != x509.SHA256WithRSA && s.method != x509.SHA1WithRSA}
	for _, r := range s.references {
		if r.sha != crypto.SHA256 {
			as.Hash = r.sha
		}
	}
	for _, n := range slices.Concat(s.named, found.parts) {
		if der, _ := n.base64(); bytes.Equal(der, found.signer.Raw) {
			as.included, as.Tokens = true, as.Tokens || slices.Contains(found.signed, n)
		}
	}
	for _, n := range s.named {
		if ref := cmp.Or(namings[n.attrs["ValueType"]], namings[n.name.Local]); ref != BinarySecurityToken && n.names(found.signer) {
			refs = append(refs, ref)
		}
	}
	if refs == nil {
		refs = []KeyRef{BinarySecurityToken}
	}
	return as, refs
}
