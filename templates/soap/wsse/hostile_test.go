package wsse

import (
	"context"
	"crypto"
	"crypto/elliptic"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/xsd"
)

// request is an envelope as an attacker finds it.
const request = `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:w="` + Namespace + `" xmlns:u="` + UtilityNamespace + `"><s:Header>` +
	`<a:To xmlns:a="urn:a">here</a:To><w:Security></w:Security></s:Header><s:Body><ping xmlns="urn:ping"><amount>1</amount></ping></s:Body></s:Envelope>`

var toHeader = xsd.QName{Space: "urn:a", Local: "To"}

// signedBy returns the request, signed.
func signedBy(s Signing, text string) string {
	s.Headers = []xsd.QName{toHeader}
	return string(must(s.sign(context.Background(), &soap.Call{Binding: contract.SOAP11}, []byte(text), true)))
}

func (s *server) post(envelope string) *httptest.ResponseRecorder {
	r := httptest.NewRequest("POST", "/ping", strings.NewReader(envelope))
	r.Header.Set("Content-Type", "text/xml")
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

// between returns the markup from start to end, both included.
func between(text, start, end string) string {
	_, rest, found := strings.Cut(text, start)
	content, _, ended := strings.Cut(rest, end)
	if !found || !ended {
		panic("no " + start + "…" + end + " in " + text)
	}
	return start + content + end
}

const forgedBody = `<s:Body><ping xmlns="urn:ping"><amount>1000</amount></ping></s:Body>`

// Parts of a signed request.
func bodyOf(m string) string  { return between(m, "<s:Body", "</s:Body>") }
func stampOf(m string) string { return between(m, "<wsu:Timestamp", "</wsu:Timestamp>") }
func toOf(m string) string    { return between(m, "<a:To", "</a:To>") }
func infoOf(m string) string  { return between(m, "<ds:SignedInfo", "</ds:SignedInfo>") }
func tokenOf(m string) string {
	return between(m, "<wsse:BinarySecurityToken", "</wsse:BinarySecurityToken>")
}
func signatureOf(m string) string {
	return between(m, "<ds:Signature ", "</ds:Signature>")
}

func valueOf(m string) string { return between(m, "<ds:SignatureValue>", "</ds:SignatureValue>") }

func idOf(element string) string {
	return regexp.MustCompile(`wsu:Id="([^"]*)"`).FindStringSubmatch(element)[1]
}

// inHeader returns a message with markup before its block Security.
func inHeader(m, markup string) string {
	return strings.Replace(m, "<w:Security>", markup+"<w:Security>", 1)
}

// inSecurity returns a message with markup in its block Security, in front of what is there.
func inSecurity(m, markup string) string {
	return strings.Replace(m, "<w:Security>", "<w:Security>"+markup, 1)
}

func swap(m, old, new string) string {
	if !strings.Contains(m, old) {
		panic("no " + old + " in " + m)
	}
	return strings.Replace(m, old, new, 1)
}

func wrapped(markup string) string { return `<x:wrapper xmlns:x="urn:x">` + markup + `</x:wrapper>` }

// resigned returns a message with another SignedInfo, in canonical form, and the right signature of it.
func resigned(m string, key crypto.Signer, change func(string) string) string {
	info := change(infoOf(m))
	h := crypto.SHA256
	if strings.Contains(info, "#rsa-sha1") {
		h = crypto.SHA1
	}
	return swap(swap(m, infoOf(m), info), valueOf(m), "<ds:SignatureValue>"+encode(must((&Signing{Key: key}).value([]byte(info), h)))+"</ds:SignatureValue>")
}

// by returns a change of SignedInfo that replaces text.
func by(old, new string) func(string) string {
	return func(m string) string {
		return resigned(m, anna.key, func(info string) string { return swap(info, old, new) })
	}
}

func replaced(old, new string) func(string) string {
	return func(m string) string { return swap(m, old, new) }
}

// hostile are messages that an attacker makes from a signed one, with what the log says of them. generator/SECURITY.md links to them.
var hostile = []struct {
	name   string
	change func(string) string
	want   string
}{
	{"wrapping: the Body in a header block", func(m string) string { return inHeader(swap(m, bodyOf(m), forgedBody), wrapped(bodyOf(m))) }, "is not to the Body"},
	{"wrapping: the Body in Security", func(m string) string { return inSecurity(swap(m, bodyOf(m), forgedBody), wrapped(bodyOf(m))) }, "is not to the Body"},
	{"wrapping: the Body is a header block", func(m string) string { return inHeader(swap(m, bodyOf(m), forgedBody), bodyOf(m)) }, "the Body is not signed"},
	{"wrapping: the Body is a part of Security", func(m string) string { return inSecurity(swap(m, bodyOf(m), forgedBody), bodyOf(m)) }, "the Body is not signed"},
	{"wrapping: two elements Body", func(m string) string { return swap(m, "</s:Header>", "</s:Header>"+forgedBody) }, "is not to the Body"},
	{"wrapping: another Body at the end", func(m string) string { return swap(m, "</s:Body>", "</s:Body>"+forgedBody) }, "after the Body"},
	{"wrapping: an element at the end", func(m string) string { return swap(m, "</s:Body>", "</s:Body>"+wrapped("")) }, "after the Body"},
	{"wrapping: the Body in the Body", func(m string) string { return swap(m, bodyOf(m), swap(forgedBody, "</ping>", "</ping>"+bodyOf(m))) }, "is not to the Body"},
	{"wrapping: the whole envelope in a header block", func(m string) string { return inHeader(swap(m, bodyOf(m), forgedBody), wrapped(m)) }, "is not to the Body"},
	{"wrapping: a look-alike Body in another namespace", func(m string) string {
		return inHeader(swap(m, bodyOf(m), forgedBody), swap(bodyOf(m), "<s:Body", `<s:Body xmlns:s="urn:s"`))
	}, "digest of Body is wrong"},
	{"wrapping: the Timestamp in a header block", func(m string) string {
		return inHeader(swap(m, stampOf(m), freshStamp), wrapped(stampOf(m)))
	}, "is not to the Body"},
	{"wrapping: the Timestamp is a header block", func(m string) string { return inHeader(swap(m, stampOf(m), freshStamp), stampOf(m)) }, "Timestamp is not signed"},
	{"wrapping: two elements Timestamp", func(m string) string { return inSecurity(m, freshStamp) }, "Timestamp is not signed"},
	{"wrapping: the Timestamp in a Security for another", func(m string) string {
		return inHeader(swap(m, stampOf(m), freshStamp), `<w:Security s:actor="urn:other">`+stampOf(m)+`</w:Security>`)
	}, "is not to the Body"},
	{"the Timestamp is taken away", func(m string) string { return swap(m, stampOf(m), "") }, "is not to the Body"},
	{"wrapping: a header block in another one", func(m string) string {
		return swap(m, toOf(m), `<a:To xmlns:a="urn:a">there</a:To>`+wrapped(toOf(m)))
	}, "is not to the Body"},
	{"wrapping: a header block beside a forged one", func(m string) string { return inHeader(m, `<a:To xmlns:a="urn:a">there</a:To>`) }, "To is not signed"},
	{"wrapping: a header block in the Body", func(m string) string {
		return swap(swap(m, toOf(m), `<a:To xmlns:a="urn:a">there</a:To>`), "</s:Body>", toOf(m)+"</s:Body>")
	}, "is not to the Body"},
	{"wrapping: a header block in Security", func(m string) string {
		return inSecurity(swap(m, toOf(m), `<a:To xmlns:a="urn:a">there</a:To>`), toOf(m))
	}, "To is not signed"},
	{"wrapping: two elements Security", func(m string) string { return inHeader(m, "<w:Security></w:Security>") }, "more than one header block Security"},
	{"wrapping: the Signature in a Security for another", func(m string) string {
		return swap(m, "<w:Security>", `<w:Security></w:Security><w:Security s:actor="urn:other">`)
	}, "does not have one signature"},
	{"wrapping: Security in another header block", func(m string) string {
		return swap(swap(m, "<w:Security>", `<x:y xmlns:x="urn:x"><w:Security>`), "</w:Security>", "</w:Security></x:y>")
	}, "does not have one signature"},
	{"wrapping: the Signature is a header block", func(m string) string { return inHeader(swap(m, signatureOf(m), ""), signatureOf(m)) }, "does not have one signature"},
	{"two signatures", func(m string) string { return inSecurity(m, signatureOf(m)) }, "does not have one signature"},
	{"wrapping: a forged SignedInfo first", func(m string) string { return swap(m, infoOf(m), forgedInfo(m)+infoOf(m)) }, "SignedInfo is not supported"},
	{"wrapping: a forged SignedInfo last", func(m string) string { return swap(m, infoOf(m), infoOf(m)+forgedInfo(m)) }, "SignedInfo is not supported"},
	{"wrapping: SignedInfo in an Object", func(m string) string {
		return swap(swap(m, infoOf(m), forgedInfo(m)), "</ds:Signature>", "<ds:Object>"+infoOf(m)+"</ds:Object></ds:Signature>")
	}, "digest"},
	{"wrapping: SignedInfo in another namespace", func(m string) string { return swap(m, infoOf(m), infoOf(m)+`<SignedInfo xmlns="urn:x"/>`) }, "SignedInfo is not supported"},
	{"two elements SignatureValue", func(m string) string { return swap(m, valueOf(m), valueOf(m)+valueOf(m)) }, "SignatureValue is not supported"},
	{"two elements KeyInfo", func(m string) string { return swap(m, "<ds:KeyInfo>", "<ds:KeyInfo/><ds:KeyInfo>") }, "KeyInfo is not supported"},
	{"thousands of elements in the Signature", func(m string) string {
		return swap(m, "<ds:KeyInfo>", strings.Repeat("<ds:Object/>", 5000)+"<ds:KeyInfo>")
	}, "more than 64 elements"},
	{"an element in DigestValue", by("</ds:DigestValue>", "<x></x></ds:DigestValue>"), "not in base64"},
	{"an element in BinarySecurityToken", func(m string) string {
		return swap(m, "</wsse:BinarySecurityToken>", "<x/></wsse:BinarySecurityToken>")
	}, "not in base64"},
	{"an element in SignatureValue", func(m string) string { return swap(m, "<ds:SignatureValue>", "<ds:SignatureValue><x/>") }, "not in base64"},

	{"duplicate wsu:Id", duplicate(`u:Id="%s"`), "occurs 2 times"},
	{"duplicate Id", duplicate(`Id="%s"`), "occurs 2 times"},
	{"duplicate ID", duplicate(`ID="%s"`), "occurs 2 times"},
	{"duplicate xml:id", duplicate(`xml:id="%s"`), "occurs 2 times"},
	{"duplicate AssertionID", duplicate(`AssertionID="%s"`), "occurs 2 times"},
	{"duplicate Id in another namespace", duplicate(`x:Id="%s"`), "occurs 2 times"},
	{"duplicate Id in the Body", func(m string) string { return swap(m, "<amount>", `<amount Id="`+idOf(stampOf(m))+`">`) }, "occurs 2 times"},
	{"duplicate Id in what is skipped", func(m string) string {
		return swap(m, "<ds:KeyInfo>", `<ds:Object Id="`+idOf(bodyOf(m))+`"/><ds:KeyInfo>`)
	}, "occurs 2 times"},
	{"duplicate Id of the token", func(m string) string { return inSecurity(m, tokenOf(m)) }, "occurs 2 times"},
	{"an identifier in another attribute", func(m string) string { return swap(m, bodyOf(m), strings.Replace(bodyOf(m), "wsu:Id", "Id", 1)) }, "digest of Body is wrong"},
	{"a reference to an element in the Body", func(m string) string {
		m = swap(m, "<amount>", `<amount Id="part">`)
		return by(`URI="#`+idOf(bodyOf(m)), `URI="#part`)(m)
	}, "is not to the Body"},
	{"a reference to the Signature", func(m string) string {
		m = swap(m, "<ds:Signature ", `<ds:Signature Id="sig" `)
		return by(`URI="#`+idOf(bodyOf(m)), `URI="#sig`)(m)
	}, "is not to the Body"},

	{"an empty reference", by(`<ds:Reference URI="#`, `<ds:Reference URI="" x="`), "not one to an element"},
	{"a reference without URI", by(`<ds:Reference URI="#`, `<ds:Reference x="`), "not one to an element"},
	{"an external reference", by(`<ds:Reference URI="#`, `<ds:Reference URI="http://127.0.0.1/#`), "not one to an element"},
	{"a reference to a file", by(`<ds:Reference URI="#`, `<ds:Reference URI="file:///etc/passwd#`), "not one to an element"},
	{"a reference by xpointer(id())", by(`<ds:Reference URI="#`, `<ds:Reference URI="#xpointer(id('b'))" x="`), "not one to an element"},
	{"a reference by xpointer(/)", by(`<ds:Reference URI="#`, `<ds:Reference URI="#xpointer(/)" x="`), "not one to an element"},
	{"a reference to an attachment that is not there", func(m string) string {
		return resigned(m, anna.key, func(info string) string {
			return swap(swap(info, `<ds:Reference URI="#`, `<ds:Reference URI="cid:`), exclusive+`"></ds:Transform>`, attachedContent+`"></ds:Transform>`)
		})
	}, "0 attachments"},
	{"no references", func(m string) string {
		return resigned(m, anna.key, func(info string) string {
			return regexp.MustCompile(`<ds:Reference .*</ds:Reference>`).ReplaceAllString(info, "")
		})
	}, "1 to 32 references"},
	{"33 references", func(m string) string {
		return resigned(m, anna.key, func(info string) string {
			return swap(info, "<ds:Reference ", strings.Repeat(between(info, "<ds:Reference ", "</ds:Reference>"), 32)+"<ds:Reference ")
		})
	}, "1 to 32 references"},
	{"two references to the Body", func(m string) string {
		return resigned(m, anna.key, func(info string) string {
			return swap(info, "<ds:Reference ", between(info, "<ds:Reference ", "</ds:Reference>")+"<ds:Reference ")
		})
	}, "two references are to one element"},
	{"a manifest", by(`<ds:Reference URI="#`, `<ds:Manifest></ds:Manifest><ds:Reference URI="#`), "Manifest is not supported"},
	{"a transform by XPath", by(transform, `<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116"><ds:XPath>false()</ds:XPath></ds:Transform>`), "is not allowed"},
	{"XPath in the known transform", by(transform, swap(transform, "></", `><ds:XPath>false()</ds:XPath></`)), "not supported"},
	{"a transform by XSLT", by(transform, `<ds:Transform Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116"><x:stylesheet xmlns:x="http://www.w3.org/1999/XSL/Transform" version="1.0"></x:stylesheet></ds:Transform>`), "is not allowed"},
	{"a transform of base64", by(transform, transform+`<ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#base64"></ds:Transform>`), "not supported"},
	{"a transform by STR", by(transform, `<ds:Transform Algorithm="`+strings.TrimSuffix(base64Binary, "Base64Binary")+`STR-Transform"></ds:Transform>`), "is not allowed"},
	{"enveloped-signature after canonicalization", by(transform, transform+`<ds:Transform Algorithm="`+dsigNamespace+`enveloped-signature"></ds:Transform>`), "not supported"},
	{"nothing but enveloped-signature", by(transform, `<ds:Transform Algorithm="`+dsigNamespace+`enveloped-signature"></ds:Transform>`), "is not allowed"},
	{"inclusive canonical XML", by(`Algorithm="`+exclusive, `Algorithm="`+inclusive), "is not allowed"},
	{"canonical XML with comments", by(`Algorithm="`+exclusive, `Algorithm="`+exclusive+`WithComments`), "is not allowed"},
	{"no transforms", by("<ds:Transforms>"+transform+"</ds:Transforms>", ""), "is not allowed"},
	{"33 prefixes", by(transform, swap(transform, "></", `><e:InclusiveNamespaces xmlns:e="`+exclusive+`" PrefixList="`+strings.Repeat("p ", 33)+`"></e:InclusiveNamespaces></`)), "more than 32 prefixes"},

	{"another amount", replaced("<amount>1<", "<amount>1000<"), "digest of Body is wrong"},
	{"a comment that splits the amount is not part of the signature, but more digits are", replaced("<amount>1<", "<amount>1<!-- -->000<"), "digest of Body is wrong"},
	{"white space in the Body", replaced("<s:Body ", "<s:Body  x='1' "), "digest of Body is wrong"},
	{"an attribute in the Body", replaced("<amount>", "<amount x='1'>"), "digest of Body is wrong"},
	{"another namespace in the Body", replaced(`<ping xmlns="urn:ping">`, `<ping xmlns="urn:pong">`), "digest of Body is wrong"},
	{"another header block", replaced(">here<", ">there<"), "digest of To is wrong"},
	{"another digest in SignedInfo", func(m string) string { return swap(m, infoOf(m), forgedInfo(m)) }, "digest of Body is wrong"},
	{"a digest in a comment", func(m string) string {
		return strings.Replace(swap(m, "<amount>1<", "<amount>1000<"), "<ds:DigestValue>", "<ds:DigestValue><!--"+forgedDigest(m)+"-->", 1)
	}, "digest of Body is wrong"},
	{"a digest around a comment", func(m string) string {
		return strings.Replace(swap(m, "<amount>1<", "<amount>1000<"), "<ds:DigestValue>", "<ds:DigestValue>"+forgedDigest(m)+"<!---->", 1)
	}, "not in base64"},
	{"SHA-1 digests", by(`Algorithm="`+encNamespace+`sha256"`, `Algorithm="`+dsigNamespace+`sha1"`), "is not allowed"},
	{"MD5 digests", by(`Algorithm="`+encNamespace+`sha256"`, `Algorithm="`+moreNamespace+`md5"`), "is not allowed"},
	{"no digest method", by(`<ds:DigestMethod Algorithm="`+encNamespace+`sha256"></ds:DigestMethod>`, ""), "is not allowed"},

	{"HMAC with the public key", func(m string) string {
		info := swap(infoOf(m), "#ecdsa-sha256", "#hmac-sha256")
		mac := hmac.New(sha256.New, anna.chain[0].RawSubjectPublicKeyInfo)
		mac.Write([]byte(info))
		return swap(swap(m, infoOf(m), info), valueOf(m), "<ds:SignatureValue>"+encode(mac.Sum(nil))+"</ds:SignatureValue>")
	}, "is not allowed"},
	{"a truncated HMAC", func(m string) string {
		return swap(swap(m, "#ecdsa-sha256\"></ds:SignatureMethod>", "#hmac-sha256\"><ds:HMACOutputLength>0</ds:HMACOutputLength></ds:SignatureMethod>"), valueOf(m), "<ds:SignatureValue>AA==</ds:SignatureValue>")
	}, "HMACOutputLength is not supported"},
	{"an unknown signature algorithm", by("#ecdsa-sha256", "#none"), "is not allowed"},
	{"no signature algorithm", by(`Algorithm="`+moreNamespace+`ecdsa-sha256"`, ``), "is not allowed"},
	{"an algorithm for another key", by("#ecdsa-sha256", "#rsa-sha256"), "has not been made with the key"},
	{"an ECDSA signature in ASN.1", func(m string) string {
		sum := sha256.Sum256([]byte(infoOf(m)))
		return swap(m, valueOf(m), "<ds:SignatureValue>"+encode(must(anna.key.Sign(rand.Reader, sum[:], crypto.SHA256)))+"</ds:SignatureValue>")
	}, "has not been made with the key"},
	{"an ECDSA signature of zeros", func(m string) string {
		return swap(m, valueOf(m), "<ds:SignatureValue>"+encode(make([]byte, 64))+"</ds:SignatureValue>")
	}, "has not been made with the key"},
	{"an empty signature", func(m string) string { return swap(m, valueOf(m), "<ds:SignatureValue/>") }, "not in base64"},
	{"a signature that is not in base64", func(m string) string { return swap(m, "<ds:SignatureValue>", "<ds:SignatureValue>!") }, "not in base64"},

	{"a key and no certificate in KeyInfo", func(m string) string { return withKeyInfo(m, `<ds:KeyValue><ds:RSAKeyValue/></ds:KeyValue>`) }, "names no certificate that is known"},
	{"no KeyInfo", func(m string) string { return swap(m, between(m, "<ds:KeyInfo>", "</ds:KeyInfo>"), "") }, "names no certificate that is known"},
	{"RetrievalMethod", func(m string) string { return withKeyInfo(m, `<ds:RetrievalMethod URI="http://127.0.0.1/"/>`) }, "names no certificate that is known"},
	{"a token that is not there", func(m string) string { return swap(m, tokenOf(m), "") }, "occurs 0 times"},
	{"a token elsewhere", func(m string) string { return inHeader(swap(m, tokenOf(m), ""), tokenOf(m)) }, "names no certificate that is known"},
	{"a token that is no certificate", func(m string) string { return swap(m, tokenOf(m), swap(tokenOf(m), `">MI`, `">AA`)) }, "x509"},
	{"a token of another kind", func(m string) string { return swap(m, tokenOf(m), swap(tokenOf(m), "#X509v3", "#PKCS7")) }, "is not supported"},
	{"the token of another signer", func(m string) string {
		other := tokenOf(signedBy(Signing{Key: berta.key, Chain: berta.chain, Now: at(noon)}, request))
		return swap(m, tokenOf(m), swap(other, idOf(other), idOf(tokenOf(m))))
	}, "has not been made with the key"},
	{"nine certificates", func(m string) string {
		return withKeyInfo(m, "<ds:X509Data>"+strings.Repeat("<ds:X509Certificate>"+encode(anna.chain[0].Raw)+"</ds:X509Certificate>", 9)+"</ds:X509Data>")
	}, "more than 8 certificates"},
	{"a serial number that is not known", func(m string) string {
		return withKeyInfo(m, "<ds:X509Data><ds:X509IssuerSerial><ds:X509IssuerName>CN=root</ds:X509IssuerName><ds:X509SerialNumber>1</ds:X509SerialNumber></ds:X509IssuerSerial></ds:X509Data>")
	}, "names no certificate that is known"},

	{"no signature", func(string) string { return request }, "does not have one signature"},
	{"no Security", func(string) string { return swap(request, "<w:Security></w:Security>", "") }, "does not have one signature"},
	{"an encrypted key", func(m string) string { return inSecurity(m, `<e:EncryptedKey xmlns:e="`+encNamespace+`"/>`) }, "EncryptedKey is not signed"},
	{"a DTD", func(m string) string { return `<!DOCTYPE x [<!ENTITY y "z">]>` + m }, "DTD"},
	{"a processing instruction in the Body", replaced("<amount>", "<?x y?><amount>"), "processing instruction"},
	{"two root elements", func(m string) string { return m + "<x/>" }, "second root element"},
	{"no Body", func(m string) string { return swap(m, bodyOf(m), "") }, "not an envelope with a Body"},
	{"namespaces that are repeated", func(m string) string {
		return swap(swap(m, "<s:Envelope ", `<s:Envelope xmlns:n="urn:`+strings.Repeat("n", 20_000)+`" `), "<amount>", strings.Repeat("<n:b/>", 5000)+"<amount>")
	}, "canonical form is too large"},
}

const (
	freshStamp = `<u:Timestamp><u:Created>2026-11-21T12:00:00Z</u:Created><u:Expires>2026-11-21T12:05:00Z</u:Expires></u:Timestamp>`
	transform  = `<ds:Transform Algorithm="` + exclusive + `"></ds:Transform>`
)

var berta = issue("berta", newECDSA(elliptic.P256()), root)

// duplicate returns a change that adds a header block with an attribute whose value is the identifier of the Body.
func duplicate(attribute string) func(string) string {
	return func(m string) string {
		return inHeader(m, `<x:other xmlns:x="urn:x" `+fmt.Sprintf(attribute, idOf(bodyOf(m)))+"/>")
	}
}

func forgedDigest(m string) string {
	body := swap(bodyOf(m), "<amount>1<", "<amount>1000<")
	sum := sha256.Sum256([]byte(body))
	return encode(sum[:])
}

// forgedInfo returns SignedInfo with another digest of the first reference.
func forgedInfo(m string) string {
	info := infoOf(m)
	return strings.Replace(info, between(info, "<ds:DigestValue>", "</ds:DigestValue>"), "<ds:DigestValue>"+forgedDigest(m)+"</ds:DigestValue>", 1)
}

func withKeyInfo(m, content string) string {
	return swap(m, between(m, "<ds:KeyInfo>", "</ds:KeyInfo>"), "<ds:KeyInfo>"+content+"</ds:KeyInfo>")
}

// TestHostileMessages: each is refused with the same fault, which tells nothing; the log says why.
func TestHostileMessages(t *testing.T) {
	accept := trust(func(t *Trust) { t.Headers = []xsd.QName{toHeader} })
	message := signedBy(signing(), request)
	if s := newServer(WithTrust(accept)); s.post(message).Code != 200 {
		t.Fatalf("what they are made from: %s", &s.log)
	}
	var answer string
	for _, h := range hostile {
		refuses(t, &answer, h.name, newServer(WithTrust(accept)), h.change(message), h.want)
	}
	t.Logf("%d messages", len(hostile))
}

// refuses checks that a server refuses a message with the same answer as others, and why.
func refuses(t *testing.T, answer *string, name string, s *server, message, want string) {
	t.Helper()
	s.log.Reset()
	calls := len(s.users)
	w := s.post(message)
	if *answer == "" {
		*answer = w.Body.String()
	}
	if w.Code != 500 || len(s.users) > calls || !strings.Contains(w.Body.String(), ">The security of the message could not be verified.<") || w.Body.String() != *answer {
		t.Errorf("%s: %d %s", name, w.Code, w.Body)
	}
	if !strings.Contains(strings.ReplaceAll(s.log.String(), `\"`, `"`), want) {
		t.Errorf("%s: the log has no %q: %s", name, want, &s.log)
	}
}
