package wsse

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha1"
	"encoding/base64"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"testing"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/xsd"
)

// sessionKey is the key of what an attacker encrypts.
var sessionKey = []byte("0123456789abcdef0123456789abcdef")

const (
	gcm256, cbc256 = enc11Namespace + "aes256-gcm", encNamespace + "aes256-cbc"

	pingMarkup = `<ping xmlns="urn:ping"><amount>1</amount></ping>`
	forgedTo   = `<a:To xmlns:a="urn:a">there</a:To>`
)

// dataOf returns an EncryptedData.
func dataOf(id, kind, algorithm, content string) string {
	var value []byte
	if strings.HasSuffix(algorithm, "gcm") {
		nonce := random(gcmNonce)
		value = newGCM(sessionKey).Seal(nonce, nonce, []byte(content), nil)
	} else {
		padding := aes.BlockSize - len(content)%aes.BlockSize
		value = append(random(aes.BlockSize), content+strings.Repeat(string(rune(padding)), padding)...)
		cipher.NewCBCEncrypter(must(aes.NewCipher(sessionKey)), value[:aes.BlockSize]).CryptBlocks(value[aes.BlockSize:], value[aes.BlockSize:])
	}
	return `<e:EncryptedData xmlns:e="` + encNamespace + `" Id="` + id + `" Type="` + encNamespace + kind + `"><e:EncryptionMethod Algorithm="` + algorithm +
		`"/><e:CipherData><e:CipherValue>` + encode(value) + `</e:CipherValue></e:CipherData></e:EncryptedData>`
}

// keyOf returns an EncryptedKey for carla with references.
func keyOf(algorithm string, key []byte, ids ...string) string {
	public, references := carla().key.Public().(*rsa.PublicKey), ""
	value := must(rsa.EncryptOAEP(sha1.New(), rand.Reader, public, key, nil))
	if algorithm == rsa15 {
		value = must(rsa.EncryptPKCS1v15(rand.Reader, public, key)) //lint:ignore SA1019 what old senders do
	}
	for _, id := range ids {
		references += `<e:DataReference URI="#` + id + `"/>`
	}
	return `<e:EncryptedKey xmlns:e="` + encNamespace + `" Id="ek"><e:EncryptionMethod Algorithm="` + algorithm + `"/><e:CipherData><e:CipherValue>` +
		encode(value) + `</e:CipherValue></e:CipherData><e:ReferenceList>` + references + `</e:ReferenceList></e:EncryptedKey>`
}

// crafted returns a request whose Body an attacker has encrypted.
func crafted(kind, algorithm, transport string, key []byte, content string) string {
	return swap(inSecurity(request, keyOf(transport, key, "d")), pingMarkup, dataOf("d", kind, algorithm, content))
}

// with returns the changes that make such a request, and that add what is encrypted to the Header and to the block Security.
func withBody(content string) func(string) string {
	return func(string) string { return crafted("Content", gcm256, rsaOAEP, sessionKey, content) }
}

func withMethods(algorithm, transport string, key []byte) func(string) string {
	return func(string) string { return crafted("Content", algorithm, transport, key, pingMarkup) }
}

func withBlock(content string) func(string) string {
	return func(m string) string {
		return inHeader(inSecurity(m, keyOf(rsaOAEP, sessionKey, "h")), dataOf("h", "Element", gcm256, content))
	}
}

func withPart(content string) func(string) string {
	return func(m string) string {
		return inSecurity(m, keyOf(rsaOAEP, sessionKey, "p")+dataOf("p", "Element", gcm256, content))
	}
}

// nested returns a request with elements EncryptedData in others.
func nested(depth int) string {
	content, keys := pingMarkup, ""
	for i := range depth {
		id := fmt.Sprint("n", i)
		content, keys = dataOf(id, "Content", gcm256, content), keyOf(rsaOAEP, sessionKey, id)+keys
	}
	return swap(inSecurity(request, keys), pingMarkup, content)
}

var cipherValues = regexp.MustCompile(`<\w+:CipherValue>([^<]*)<`)

// value returns a change of the nth CipherValue: 0 is the first key, 1 in most messages the content of the Body.
func value(n int, change func([]byte) []byte) func(string) string {
	return func(m string) string {
		at := cipherValues.FindAllStringSubmatchIndex(m, -1)[n]
		return m[:at[2]] + encode(change(must(base64.StdEncoding.DecodeString(m[at[2]:at[3]])))) + m[at[3]:]
	}
}

// flipped returns a change of a byte of a CipherValue; negative offsets count from its end.
func flipped(n, at int) func(string) string {
	return value(n, func(v []byte) []byte {
		v[(at+len(v))%len(v)] ^= 1
		return v
	})
}

func valueIn(m string, n int) string { return cipherValues.FindAllStringSubmatch(m, -1)[n][1] }

func dataIn(m string) string { return between(m, "<xenc:EncryptedData", "</xenc:EncryptedData>") }
func keyIn(m string) string  { return between(m, "<xenc:EncryptedKey", "</xenc:EncryptedKey>") }
func listIn(m string) string { return between(m, "<xenc:ReferenceList>", "</xenc:ReferenceList>") }

func withList(references string) func(string) string {
	return func(m string) string {
		return swap(m, listIn(m), "<xenc:ReferenceList>"+references+"</xenc:ReferenceList>")
	}
}

func withRecipient(s Encryption) func(string) string {
	return func(m string) string {
		other := must(s.key(sessionKey, dora().chain[0], "x", ""))
		return swap(m, between(m, "<ds:KeyInfo>", "</ds:KeyInfo>"), between(other, "<ds:KeyInfo>", "</ds:KeyInfo>"))
	}
}

type hostileEncrypted struct {
	name   string
	change func(string) string
	want   string
}

// sealedBody are messages that an attacker makes from one whose Body is encrypted, or with the certificate alone. generator/SECURITY.md
// links to this file.
var sealedBody = []hostileEncrypted{
	{"another first byte of the ciphertext", flipped(1, gcmNonce), "the tag is wrong"},
	{"another tag", flipped(1, -1), "the tag is wrong"},
	{"another nonce", flipped(1, 0), "the tag is wrong"},
	{"half of the ciphertext", value(1, func(v []byte) []byte { return v[:len(v)/2] }), "the tag is wrong"},
	{"a ciphertext that is shorter than nonce and tag", value(1, func(v []byte) []byte { return v[:gcmNonce+gcmTag-1] }), "too short"},
	{"an empty ciphertext", value(1, func([]byte) []byte { return nil }), "not have one CipherValue in base64"},
	{"a ciphertext that is not in base64", replaced("==</xenc:CipherValue></xenc:CipherData></xenc:EncryptedData>", "</xenc:CipherValue></xenc:CipherData></xenc:EncryptedData>"), "not have one CipherValue"},
	{"a ciphertext with an element in it", replaced("</xenc:CipherValue>", "<x/></xenc:CipherValue>"), "not have one CipherValue"},
	{"two ciphertexts in one CipherData", replaced("<xenc:CipherValue>", "<xenc:CipherValue>AAAA</xenc:CipherValue><xenc:CipherValue>"), "not have one CipherValue"},
	{"a ciphertext elsewhere (CipherReference)", func(m string) string {
		return swap(m, between(dataIn(m), "<xenc:CipherValue>", "</xenc:CipherValue>"), `<xenc:CipherReference URI="http://127.0.0.1/"/>`)
	}, "not have one CipherValue"},
	{"a ciphertext with transforms", func(m string) string {
		return swap(m, between(dataIn(m), "<xenc:CipherValue>", "</xenc:CipherValue>"), `<xenc:CipherReference URI="#x"><xenc:Transforms/></xenc:CipherReference>`)
	}, "not have one CipherValue"},

	{"an encrypted key that is changed", flipped(0, 9), "the key cannot be decrypted"},
	{"an encrypted key that is too short", value(0, func(v []byte) []byte { return v[1:] }), "the key cannot be decrypted"},
	{"an encrypted key that is too long", value(0, func(v []byte) []byte { return append(v, 0) }), "the key cannot be decrypted"},
	{"an encrypted key of zeros", value(0, func(v []byte) []byte { return make([]byte, len(v)) }), "the key cannot be decrypted"},
	{"the encrypted key of another message", func(m string) string {
		return swap(m, valueIn(m, 0), valueIn(keyOf(rsaOAEP, sessionKey), 0))
	}, "the tag is wrong"},
	{"an encrypted key for another recipient", withRecipient(encryption()), "another recipient"},
	{"another recipient by the thumbprint", withRecipient(encryption(func(s *Encryption) { s.Ref = Thumbprint })), "another recipient"},
	{"another recipient by the identifier", withRecipient(encryption(func(s *Encryption) { s.Ref = SubjectKeyIdentifier })), "another recipient"},
	{"another recipient by the certificate", withRecipient(encryption(func(s *Encryption) { s.Ref = X509Data })), "another recipient"},
	{"a key of 16 bytes for an algorithm with 32", withMethods(gcm256, rsaOAEP, sessionKey[:16]), "the key cannot be decrypted"},
	{"a key of 32 bytes for an algorithm with 16", withMethods(enc11Namespace+"aes128-gcm", rsaOAEP, sessionKey), "the key cannot be decrypted"},

	{"AES in CBC", withMethods(cbc256, rsaOAEP, sessionKey), `aes256-cbc" is not allowed`},
	{"AES in CBC named as GCM", withMethods(cbc256, rsaOAEP, sessionKey), "is not allowed"},
	{"RSA 1.5", withMethods(gcm256, rsa15, sessionKey), `rsa-1_5" is not allowed`},
	{"Triple DES", replaced("xmlenc11#aes256-gcm", "xmlenc#tripledes-cbc"), "is not allowed"},
	{"AES-192", replaced("aes256-gcm", "aes192-gcm"), "is not allowed"},
	{"no algorithm of the data", replaced("EncryptionMethod Algorithm=\""+gcm256, "EncryptionMethod x=\""), `"" is not allowed`},
	{"no key transport", replaced("EncryptionMethod Algorithm=\""+rsaOAEP, "EncryptionMethod x=\""), "is not allowed"},
	{"a key wrapped with AES", replaced(rsaOAEP, encNamespace+"kw-aes256"), "is not allowed"},
	{"RSA-OAEP with MD5", replaced(dsigNamespace+"sha1", moreNamespace+"md5"), "is not allowed"},
	{"RSA-OAEP with an unknown mask function", func(m string) string {
		return swap(swap(m, rsaOAEP, rsaOAEP11), "</xenc:EncryptionMethod>", `<f:MGF xmlns:f="`+enc11Namespace+`" Algorithm="mgf1md5"/></xenc:EncryptionMethod>`)
	}, "is not allowed"},
	{"another mask function of RSA-OAEP", replaced("</xenc:EncryptionMethod>", `<f:MGF xmlns:f="`+enc11Namespace+`" Algorithm="`+enc11Namespace+`mgf1sha256"/></xenc:EncryptionMethod>`), "the key cannot be decrypted"},
	{"another digest of RSA-OAEP", replaced(dsigNamespace+"sha1", encNamespace+"sha256"), "the key cannot be decrypted"},
	{"a label of RSA-OAEP", replaced("</xenc:EncryptionMethod>", "<xenc:OAEPparams>AAAA</xenc:OAEPparams></xenc:EncryptionMethod>"), "the key cannot be decrypted"},
	{"two algorithms for one key", func(m string) string {
		return inHeader(swap(m, keyIn(m), keyOf(rsaOAEP, sessionKey, "h", "x")), dataOf("h", "Element", gcm256, forgedTo)+dataOf("x", "Element", cbc256, forgedTo))
	}, "several algorithms"},

	{"no EncryptedKey", func(m string) string { return swap(m, keyIn(m), "") }, "no EncryptedKey refers"},
	{"the EncryptedKey in a Security for another", replaced("<w:Security>", `<w:Security></w:Security><w:Security s:actor="urn:other">`), "no EncryptedKey refers"},
	{"the EncryptedKey as a header block", func(m string) string { return inHeader(swap(m, keyIn(m), ""), keyIn(m)) }, "no EncryptedKey refers"},
	{"the EncryptedKey in another part of Security", func(m string) string { return swap(m, keyIn(m), wrapped(keyIn(m))) }, "no EncryptedKey refers"},
	{"the EncryptedKey twice", func(m string) string { return inSecurity(m, keyIn(m)) }, "is not to an EncryptedData"},
	{"five elements EncryptedKey", func(m string) string {
		keys, blocks := "", ""
		for _, id := range strings.Fields("q r s t u") {
			keys, blocks = keys+keyOf(rsaOAEP, sessionKey, id), blocks+dataOf(id, "Element", gcm256, forgedTo)
		}
		return inHeader(inSecurity(m, keys), blocks)
	}, "more than 4 elements EncryptedKey"},
	{"thousands of elements EncryptedKey", func(m string) string {
		return inSecurity(m, strings.Repeat("<e:EncryptedKey xmlns:e=\""+encNamespace+"\"/>", 3000))
	}, "refers to nothing"},
	{"17 elements EncryptedData", func(m string) string {
		ids, all := []string(nil), ""
		for i := range 17 {
			ids, all = append(ids, fmt.Sprint("i", i)), all+dataOf(fmt.Sprint("i", i), "Element", gcm256, forgedTo)
		}
		return inHeader(inSecurity(m, keyOf(rsaOAEP, sessionKey, ids...)), all)
	}, "16 elements EncryptedData"},
	{"an EncryptedData in two others", func(string) string { return nested(3) }, "in more than one other"},
	{"no ReferenceList", func(m string) string { return swap(m, listIn(m), "") }, "refers to nothing"},
	{"an empty ReferenceList", withList(""), "refers to nothing"},
	{"two elements ReferenceList", func(m string) string { return swap(m, listIn(m), listIn(m)+listIn(m)) }, "refers to nothing"},
	{"a reference to a key", replaced("DataReference", "KeyReference"), "is not to an EncryptedData"},
	{"a reference to what is not there", withList(`<xenc:DataReference URI="#x"/>`), "is not to an EncryptedData"},
	{"an empty reference", withList(`<xenc:DataReference URI="#"/>`), "is not to an EncryptedData"},
	{"an external reference", replaced(`DataReference URI="`, `DataReference URI="http://127.0.0.1/`), "is not to an EncryptedData"},
	{"a reference by xpointer", withList(`<xenc:DataReference URI="#xpointer(/)"/>`), "is not to an EncryptedData"},
	{"the same reference twice", func(m string) string {
		return swap(m, "<xenc:DataReference", between(m, "<xenc:DataReference", "/>")+"<xenc:DataReference")
	}, "is not to an EncryptedData"},
	{"two elements EncryptedData with one Id", func(m string) string { return inHeader(m, dataIn(m)) }, "no EncryptedKey refers"},
	{"a second EncryptedData to which no key refers", func(m string) string { return inHeader(m, dataOf("x", "Element", gcm256, forgedTo)) }, "no EncryptedKey refers"},
	{"an EncryptedData that names another key", func(m string) string {
		info := `<ds:KeyInfo xmlns:ds="` + dsigNamespace + `"><w:SecurityTokenReference><w:Reference URI="#x"/></w:SecurityTokenReference></ds:KeyInfo>`
		return swap(m, dataIn(m), swap(dataIn(m), "<xenc:CipherData>", info+"<xenc:CipherData>"))
	}, "names another key"},
	{"an EncryptedData with an EncryptedKey in it", func(m string) string {
		return swap(m, dataIn(m), swap(dataIn(m), "<xenc:CipherData>", `<ds:KeyInfo xmlns:ds="`+dsigNamespace+`">`+keyIn(m)+`</ds:KeyInfo><xenc:CipherData>`))
	}, "names another key"},

	{"wrapping: the EncryptedData in an element of the Body", func(m string) string { return swap(m, dataIn(m), wrapped(dataIn(m))) }, "is not to an EncryptedData"},
	{"wrapping: the EncryptedData in another header block", func(m string) string { return inHeader(swap(m, dataIn(m), pingMarkup), wrapped(dataIn(m))) }, "is not to an EncryptedData"},
	{"wrapping: the EncryptedData beside a forged element", func(m string) string { return swap(m, dataIn(m), dataIn(m)+pingMarkup) }, "is not to an EncryptedData"},
	{"wrapping: the EncryptedData beside text", func(m string) string { return swap(m, dataIn(m), dataIn(m)+"1000") }, "is not to an EncryptedData"},
	{"wrapping: two elements EncryptedData in an EncryptedHeader", func(m string) string {
		return inHeader(swap(m, dataIn(m), pingMarkup), `<h:EncryptedHeader xmlns:h="`+namespace11+`">`+dataIn(m)+dataIn(m)+`</h:EncryptedHeader>`)
	}, "is not to an EncryptedData"},
	{"wrapping: an EncryptedHeader in what is encrypted", withBlock(`<h:EncryptedHeader xmlns:h="` + namespace11 + `"/>`), "in more than one other"},
	{"wrapping: an EncryptedKey in what is encrypted", withPart(keyOf(rsaOAEP, sessionKey, "x")), "in more than one other"},
	{"wrapping: a Security in what is encrypted", withBlock(`<w:Security/>`), "more than one header block Security"},

	{"content with a DTD", withBody(`<!DOCTYPE ping>` + pingMarkup), "cannot be read"},
	{"content with an entity", withBody(`<ping xmlns="urn:ping">&x;</ping>`), "cannot be read"},
	{"content with an XML declaration", withBody(`<?xml version="1.0"?>` + pingMarkup), "cannot be read"},
	{"content that ends the Body", withBody(pingMarkup + "</s:Body><s:Body>"), "ends an element around it"},
	{"content that ends the envelope", withBody(pingMarkup + "</s:Body></s:Envelope><s:Envelope><s:Body>"), "cannot be read"},
	{"half an element", withBody(`<ping xmlns="urn:ping">`), "cannot be read"},
	{"half a comment", withBody(pingMarkup + "<!--"), "cannot be read"},
	{"half a CDATA section", withBody(pingMarkup + "<![CDATA["), "cannot be read"},
	{"a prefix that is not declared around the content", withBody(`<e:ping/>`), "cannot be read"},
	{"content that is not in UTF-8", withBody("<ping xmlns=\"urn:ping\">\xff</ping>"), "cannot be read"},
	{"content with a NUL", withBody("<ping xmlns=\"urn:ping\">\x00</ping>"), "cannot be read"},
	{"two elements for one of the Body", func(string) string { return crafted("Element", gcm256, rsaOAEP, sessionKey, pingMarkup+pingMarkup) }, "not one element"},
	{"two elements for a header block", withBlock(forgedTo + forgedTo), "not one element"},
	{"text for a header block", withBlock("x"), "not one element"},
	{"nothing for a header block", withBlock(""), "not one element"},
	{"the start of the Body for a header block", withBlock(`<x/></s:Header><s:Body>`), "cannot be read"},
	{"the end of the Header for a header block", withBlock(`<x/></s:Header><s:Header>`), "ends an element around it"},
	{"the end of Security for a part of it", withPart(`<x/></w:Security><w:Security>`), "ends an element around it"},
}

func bodyData(m string) string { return dataIn(bodyOf(m)) }

// afterSignature returns a message with markup at the end of its block Security.
func afterSignature(m, markup string) string { return swap(m, "</w:Security>", markup+"</w:Security>") }

// moved returns a message in which the first text is where the second was, and another text in its place.
func moved(m, text, other, to string) string { return swap(swap(m, text, other), to, text) }

// signedBefore are messages from one that was signed before the Body, the signature and the UsernameToken were encrypted.
var signedBefore = []hostileEncrypted{
	{"signed: another content of the Body", func(m string) string {
		return swap(inSecurity(m, keyOf(rsaOAEP, sessionKey, "d")), bodyData(m), dataOf("d", "Content", gcm256, pingMarkup))
	}, "is not to an EncryptedData"},
	{"signed: another key and another content of the Body", func(m string) string {
		m = inSecurity(swap(m, between(m, "<xenc:DataReference", "/>"), ""), keyOf(rsaOAEP, sessionKey, "d"))
		return swap(m, bodyData(m), dataOf("d", "Content", gcm256, swap(pingMarkup, "1", "1000")))
	}, "digest of Body is wrong"},
	{"signed: the Body is not encrypted any more", func(m string) string { return swap(m, bodyData(m), pingMarkup) }, "is not to an EncryptedData"},
	{"signed: not encrypted", func(string) string { return signedBy(signing(), request) }, "the Body is not encrypted"},
	{"signed: the content of the Body is moved to a header block", func(m string) string {
		return inHeader(swap(m, bodyData(m), swap(pingMarkup, "1", "1000")), bodyData(m))
	}, "digest of Body is wrong"},
	{"signed: the content of the Body is exchanged with the token", func(m string) string {
		return swap(moved(m, bodyData(m), "!", dataIn(m)), "!", dataIn(m))
	}, "is not to the Body"},
	{"signed: another UsernameToken", func(m string) string { return inSecurity(m, clipToken) }, "UsernameToken is not encrypted"},
	{"signed: another Signature", func(m string) string { return inSecurity(m, signatureOf(signedBy(signing(), request))) }, "is not to the Body"},
	{"signed: another Signature at the end", func(m string) string {
		return afterSignature(m, signatureOf(signedBy(signing(), request)))
	}, "does not have one signature"},
	{"signed: no Signature", func(m string) string { return swap(m, between(m, "<xenc:DataReference", "/>"), "") }, "digest"},
}

// signedAfter are messages from one that was signed after the Body, the UsernameToken and a header block were encrypted.
var signedAfter = []hostileEncrypted{
	{"signed later: another ciphertext of the Body", func(m string) string {
		return swap(m, bodyOf(m), swap(bodyOf(m), valueIn(bodyOf(m), 0), encode(random(64))))
	}, "digest of Body is wrong"},
	{"signed later: another EncryptedKey", func(m string) string { return swap(m, keyIn(m), keyOf(rsaOAEP, sessionKey, "d")) }, "is not to the Body"},
	{"signed later: a second EncryptedKey", func(m string) string {
		uri := regexp.MustCompile(`Id="([^"]*)"`).FindStringSubmatch(bodyData(m))[1]
		return swap(m, "<xenc:EncryptedKey", keyOf(rsaOAEP, sessionKey, uri)+"<xenc:EncryptedKey")
	}, "the tag is wrong"},
	{"signed later: the EncryptedKey before the Signature", func(m string) string { return inSecurity(swap(m, keyIn(m), ""), keyIn(m)) }, "is not to the Body"},
	{"signed later: a header block that nobody has signed", func(m string) string {
		return inHeader(afterSignature(m, keyOf(rsaOAEP, sessionKey, "h")), dataOf("h", "Element", gcm256, forgedTo))
	}, "EncryptedData is not signed"},
	{"signed later: an EncryptedHeader that nobody has signed", func(m string) string {
		block := `<f:EncryptedHeader xmlns:f="` + namespace11 + `">` + dataOf("h", "Element", gcm256, forgedTo) + `</f:EncryptedHeader>`
		return inHeader(afterSignature(m, keyOf(rsaOAEP, sessionKey, "h")), block)
	}, "EncryptedHeader is not signed"},
	{"signed later: a token that nobody has signed", func(m string) string {
		return afterSignature(m, keyOf(rsaOAEP, sessionKey, "p")+dataOf("p", "Element", gcm256, clipToken))
	}, "EncryptedData is not signed"},
	{"signed later: the encrypted token as a header block", func(m string) string {
		token := between(m[strings.Index(m, "<w:Security>"):], "<xenc:EncryptedData", "</xenc:EncryptedData>")
		return inHeader(swap(m, token, ""), token)
	}, "UsernameToken is signed, but not where it has to be"},
	{"signed later: the encrypted header block in Security", func(m string) string {
		block := between(m, "<wsse11:EncryptedHeader", "</wsse11:EncryptedHeader>")
		return inSecurity(swap(m, block, ""), block)
	}, "To is signed, but not where it has to be"},
	{"signed later: AES in CBC", func(string) string { return signedBy(signing(), withMethods(cbc256, rsaOAEP, sessionKey)("")) }, "is not allowed"},
	{"signed later: RSA 1.5", func(string) string { return signedBy(signing(), withMethods(gcm256, rsa15, sessionKey)("")) }, "is not allowed"},
}

// dora has another key than carla.
var dora = sync.OnceValue(func() *identity { return issue("dora", must(rsa.GenerateKey(rand.Reader, 2048)), root) })

// TestHostileEncryption: each message is refused with the same fault as one with a wrong signature; the log says why.
func TestHostileEncryption(t *testing.T) {
	old := decryption()
	old.Allow = AllowCBC | AllowRSA15 // a handler ignores it
	sign := signing(func(s *Signing) { s.Tokens = true })
	encrypted := func(text string, change func(*Encryption)) string {
		s := encryption(change)
		return string(must(s.encrypt(&soap.Call{Binding: contract.SOAP11}, []byte(text), true, s.To)))
	}
	var answer string
	for _, set := range []struct {
		hostile []hostileEncrypted
		message func() string
		trust   soap.Option
	}{
		{sealedBody, func() string { return encrypted(request, func(*Encryption) {}) }, soap.Options()},
		{signedBefore, func() string {
			return encrypted(signedBy(sign, inSecurity(request, clipToken)), func(s *Encryption) { s.Signature, s.Tokens = true, true })
		}, WithTrust(trust(func(t *Trust) { t.Headers, t.Encrypted = []xsd.QName{toHeader}, []xsd.QName{bodyName, tokenName} }))},
		{signedAfter, func() string {
			return signedBy(sign, encrypted(inSecurity(request, clipToken), func(s *Encryption) { s.Tokens, s.Headers = true, []xsd.QName{toHeader} }))
		}, WithTrust(trust(func(t *Trust) { t.Headers, t.Encrypted = []xsd.QName{toHeader}, []xsd.QName{bodyName, tokenName} }))},
	} {
		if s := newServer(WithDecryption(old), set.trust); s.post(set.message()).Code != 200 {
			t.Fatalf("what they are made from: %s", &s.log)
		}
		for _, h := range set.hostile {
			refuses(t, &answer, h.name, newServer(WithDecryption(old), set.trust), h.change(set.message()), h.want)
		}
	}
	if s := newServer(WithDecryption(old)); s.post(nested(2)).Code != 200 {
		t.Error("nested twice:", &s.log)
	}
	t.Logf("%d messages", len(sealedBody)+len(signedBefore)+len(signedAfter))
}
