package interop_test

import (
	"errors"
	"fmt"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"example.com/quartet/templates/soap"
)

// encryptionPeer encrypts or decrypts envelopes in files. What is encrypted is the content of Body.
type encryptionPeer struct {
	name        string
	program     string   // the name of a [signaturePeer] whose program does it
	kinds       []string // how it refers to the certificate, what it encrypts with, or when it signs
	decrypts    bool
	only        []string // the only kinds that it decrypts; nil: all but some
	refuses     []string // kinds that it does not decrypt, or names of peers
	differences string
}

// encrypter is a [signer] that also encrypts, and that writes to a file what it has decrypted.
type encrypter interface {
	encrypt(kind, in, out string) error
	decrypt(in, out string) error
}

// Kinds of which the algorithms are not AES-256 in GCM with RSA-OAEP.
const (
	oldSignedLater = "aes256-cbc,EncryptBeforeSigning"
	oldSignedFirst = "aes256-cbc,SignBeforeEncrypting"
	oldTransport   = "RSA-1.5"
)

var encryptionPeers = []encryptionPeer{
	{
		name:        "xmlsec1",
		program:     "zeep",
		kinds:       []string{"X509Data", "AES-128"},
		decrypts:    true,
		refuses:     []string{"SHA-256", "SHA-512"},
		differences: "the program moves the EncryptedKey between EncryptedData and Security; the mask function of this version is SHA-1",
	},
	{
		name:     "WSS4J",
		program:  "WSS4J",
		kinds:    []string{binaryToken, "IssuerSerial", "SubjectKeyIdentifier", "Thumbprint", "AES-128", signFirst, encryptFirst, oldSignedLater},
		decrypts: true,
		refuses:  []string{"xmlsec1", "xml-encryption", "WCF on Mono", "X509Data", "SHA-256", "SHA-512"},
		differences: "reads no X509Data without a SecurityTokenReference around it, and no reference of WCF; " +
			"has RSA-OAEP of XML Encryption 1.0 only, with the mask function SHA-1",
	},
	{
		name:        "xml-encryption",
		program:     "npm soap",
		kinds:       []string{"X509Data", "AES-128", "SHA-512"},
		decrypts:    true,
		refuses:     []string{oldSignedFirst, oldSignedLater, oldTransport},
		differences: "the program moves the EncryptedKey between EncryptedData and Security; refuses CBC and RSA 1.5 by default",
	},
	{
		name:        "gSOAP",
		program:     "gSOAP",
		kinds:       []string{oldTransport},
		decrypts:    true,
		only:        []string{oldTransport},
		differences: "has RSA 1.5 only, also in messages that name RSA-OAEP",
	},
	{
		name:        "WCF on Mono",
		program:     "WCF on Mono",
		kinds:       []string{oldSignedFirst},
		differences: "has CBC only, and signs with SHA-1",
	},
	{
		name:    quartetName,
		program: quartetName,
		kinds: []string{
			"IssuerSerial", "SubjectKeyIdentifier", "Thumbprint", "X509Data", "AES-128", "SHA-256", "SHA-512", signFirst, encryptFirst, encryptSignature,
		},
		decrypts: true,
		refuses:  []string{oldSignedFirst, oldSignedLater, oldTransport},
	},
}

// The orders, as policies name them; see WS-SecurityPolicy 1.2, section 7.3.
const signFirst, encryptFirst, encryptSignature = "SignBeforeEncrypting", "EncryptBeforeSigning", "EncryptSignature"

const (
	stationName  = `Bré & "Bray" <`
	stationReply = `<getStationDataByNameXMLResponse xmlns="http://realtime.rail.example/"><getStationDataByNameXMLResult><objStationData>` +
		`<Servertime>2026-11-21T08:15:00</Servertime><Stationfullname>Bré &amp; "Bray" &lt;</Stationfullname><Duein>0</Duein><Late>0</Late>` +
		`</objStationData></getStationDataByNameXMLResult></getStationDataByNameXMLResponse>`
)

// encryptedEnvelopes are what a peer has encrypted in one way, over each version of SOAP.
type encryptedEnvelopes struct {
	peer  encryptionPeer
	kind  string
	files []string
	cells []string // what each peer makes of them
}

// testEncryption lets each peer encrypt, and each decrypt what all have encrypted. It returns the rows of both tables.
func testEncryption(t *testing.T, running []runningPeer) (encrypted, decrypted map[string][]row) {
	programs := make(map[string]encrypter)
	for _, p := range running {
		programs[p.name], _ = p.rsa.(encrypter)
	}
	var all []encryptedEnvelopes
	for _, p := range encryptionPeers {
		for _, kind := range p.kinds {
			all = append(all, encryptedEnvelopes{p, kind, encryptAll(t, p.name, kind, programs[p.program]), make([]string, len(encryptionPeers))})
		}
	}
	var decrypters sync.WaitGroup // and not parallel tests: see testSignatures
	for column, p := range encryptionPeers {
		if !p.decrypts {
			continue
		}
		decrypters.Go(func() {
			t.Run("decrypt "+p.name, func(t *testing.T) {
				for _, envelopes := range all {
					envelopes.cells[column] = decryptAll(t, p, programs[p.program], envelopes)
				}
			})
		})
	}
	decrypters.Wait()
	encrypted, decrypted = make(map[string][]row), make(map[string][]row)
	for _, e := range all {
		cells := slices.DeleteFunc(e.cells, func(cell string) bool { return cell == "" })
		name, kind := e.peer.name, strings.ReplaceAll(e.kind, ",", ", ")
		encrypted[name] = append(encrypted[name], row{name, fmt.Sprintf("| %s | %s | %s |", name, kind, strings.Join(cells, " | "))})
	}
	for _, p := range encryptionPeers {
		decrypted[p.name] = []row{{p.name, fmt.Sprintf("| %s | %s |", p.name, p.differences)}}
	}
	return encrypted, decrypted
}

// encryptAll returns the files with what a peer has encrypted in one way.
func encryptAll(t *testing.T, name, kind string, program encrypter) (files []string) {
	t.Helper()
	folder := t.TempDir()
	plain := unsignedEnvelope
	if kind == oldSignedLater { // which only clients decrypt
		before, _, _ := strings.Cut(plain, "<getStation")
		plain = before + stationReply + "</soap:Body></soap:Envelope>"
	}
	for version, namespace := range map[string]string{"11": soap.SOAP11Namespace, "12": soap.SOAP12Namespace} {
		in, out := filepath.Join(folder, version), filepath.Join(folder, version+".xml")
		writeFile(t, in, fmt.Sprintf(plain, namespace))
		err := program.encrypt(kind, in, out)
		text, unread := os.ReadFile(out)
		if err = errors.Join(err, unread); err != nil || strings.Contains(string(text), "Bray") {
			t.Fatalf("%s does not encrypt with %s over SOAP %s: %v\n%s", name, kind, version, err, text)
		}
		writeFile(t, out+".changed", withOtherCiphertext(string(text)))
		files = append(files, out)
	}
	return files
}

// decryptAll checks what a peer makes of envelopes, and that it refuses them once a character of what is encrypted is another one, which
// with CBC only a signature tells. It returns whether the peer decrypts them.
func decryptAll(t *testing.T, p encryptionPeer, program encrypter, envelopes encryptedEnvelopes) string {
	t.Helper()
	kind := envelopes.kind
	refuses := slices.Contains(p.refuses, envelopes.peer.name) || slices.Contains(p.refuses, kind) ||
		p.only != nil && !slices.Contains(p.only, kind)
	because := ""
	if refuses && p.name == quartetName {
		because = "is not allowed"
	}
	for _, file := range envelopes.files {
		out := file + strings.ReplaceAll(p.name, " ", "-")
		check := func(err error, refuses bool, because string) {
			text, _ := os.ReadFile(out)
			isRight := err == nil && strings.Contains(html.UnescapeString(string(text)), ">"+stationName+"<")
			if isRight == refuses || err == nil && !isRight || refuses && !strings.Contains(err.Error(), because) {
				t.Errorf("%s %s: %s: %v, want an error: %t %s; %s", envelopes.peer.name, kind, filepath.Base(file), err, refuses, because, text)
			}
		}
		check(program.decrypt(file, out), refuses, because)
		if quartet, ok := program.(*quartetSigner); ok && refuses {
			check(quartet.decryptByName(file, out), kind != oldSignedLater, because)
			check(quartet.decryptByName(file+".changed", out), true, "")
		} else if !strings.HasPrefix(kind, "aes256-cbc") {
			check(program.decrypt(file+".changed", out), true, "")
		}
	}
	switch {
	case p.name == quartetName && kind == oldSignedLater:
		return "by name"
	case refuses:
		return "no"
	}
	return "yes"
}

var cipherStart = regexp.MustCompile(`<[\w:]*CipherValue>\s*\S`)

// withOtherCiphertext returns an envelope in which the first character of what was the content of Body is another one.
func withOtherCiphertext(text string) string {
	all := cipherStart.FindAllStringIndex(text, -1)
	at := all[len(all)-1][1] - 1
	other := "A"
	if text[at] == 'A' {
		other = "B"
	}
	return text[:at] + other + text[at+1:]
}
