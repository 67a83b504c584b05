package interop_test

import (
	"cmp"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

// signaturePeer signs or verifies envelopes in files. What is signed is Body, a Timestamp, and the header block To.
type signaturePeer struct {
	name        string
	build       func(t *testing.T) starter
	kinds       []string          // how it refers to its certificate, or what it signs with; none: it only verifies
	refused     map[string]string // by kinds: nobody accepts its messages, and what Quartet says of them
	calls       bool              // whether it calls a handler of Quartet
	serves      bool              // and a client of Quartet calls it
	verifies    bool
	refuses     []string // kinds that it refuses, or the names of a peer and a kind
	places      bool     // whether it refuses a message whose signed Body is not the Body of the envelope
	differences string
}

// signer is a peer that runs.
type signer interface {
	sign(kind, in, out string) error
	verify(in string) error
}

// starter starts a peer with keys.
type starter func(t *testing.T, keys signatureKeys) signer

const quartetName = "Quartet"

const binaryToken = "BinarySecurityToken"

// ecdsaKind is a signature with another key than those of the other kinds.
const ecdsaKind = "ECDSA"

var signaturePeers = []signaturePeer{
	{
		name:        "xmlsec1",
		build:       signatureProgram(signaturesXmlsec1),
		kinds:       []string{binaryToken},
		verifies:    true,
		refuses:     []string{"RSA-PSS"},
		differences: "the program writes the Security block, and names the elements that have an Id; does not read the Timestamp; this version has no RSA-PSS",
	},
	{
		name:        "zeep",
		build:       signatureProgram(signaturesZeep),
		kinds:       []string{binaryToken, "X509Data"},
		verifies:    true,
		refuses:     []string{"RSA-PSS"},
		calls:       true,
		differences: "signs Body and Timestamp only, with SHA-1 unless told otherwise; its X509Data has an empty X509IssuerSerial; does not read the Timestamp; no RSA-PSS either",
	},
	{
		name:        "WSS4J",
		build:       signatureProgram(signaturesJava("WSS4J")),
		kinds:       []string{binaryToken, "IssuerSerial", "SubjectKeyIdentifier", "Thumbprint"},
		verifies:    true,
		refuses:     []string{"zeep X509Data", "Quartet X509Data", "RSA-PSS"},
		differences: "its engine leaves it to the caller to compare places; reads no certificate in an X509Data; has no RSA-PSS without Bouncy Castle",
	},
	{
		name:        "Santuario",
		build:       signatureProgram(signaturesJava("Santuario")),
		kinds:       []string{binaryToken, ecdsaKind},
		verifies:    true,
		refuses:     []string{"RSA-PSS"},
		differences: "the program writes the Security block; does not read the Timestamp; has no RSA-PSS without Bouncy Castle",
	},
	{
		name:        "gSOAP",
		build:       signatureProgram(signaturesGsoap),
		kinds:       []string{binaryToken},
		verifies:    true,
		refuses:     []string{"RSA-PSS", "ECDSA"},
		places:      true,
		calls:       true,
		serves:      true,
		differences: "`soap_wsse_verify_body` does not find a Body of SOAP 1.2, and counts what follows a signed last child; the program counts itself; has no RSA-PSS; refuses ECDSA",
	},
	{
		name:        "npm soap",
		build:       signatureProgram(signaturesNode),
		kinds:       []string{binaryToken},
		calls:       true,
		differences: "never verifies; its references to Timestamp and To have a transform enveloped-signature, which removes nothing",
	},
	{
		name:        "xml-crypto",
		build:       signatureProgram(signaturesNode),
		verifies:    true,
		refuses:     []string{"SHA-384", "ECDSA"},
		differences: "does not read the Timestamp; has no ECDSA and no SHA-384",
	},
	{
		name:     quartetName,
		build:    always(newQuartetSigner),
		kinds:    []string{binaryToken, "IssuerSerial", "SubjectKeyIdentifier", "Thumbprint", "X509Data", "SHA-384", "SHA-512", "RSA-PSS", ecdsaKind},
		verifies: true,
		places:   true,
	},
	{
		name:        "WCF on Mono",
		build:       always(startSignaturesWcf),
		kinds:       []string{"SHA-1", "aes256-cbc"},
		refused:     map[string]string{"SHA-1": `xmldsig#sha1\" is not allowed`, "aes256-cbc": "does not have one signature"},
		differences: "cannot sign without encryption, with CBC; its digests are SHA-1",
	},
}

// signedEnvelope is an envelope that a peer has signed, and what an attacker makes of it.
type signedEnvelope struct{ whole, changed, wrapped string } // names of files

// signedEnvelopes are what a peer has signed in one way, over each version of SOAP.
type signedEnvelopes struct {
	peer  signaturePeer
	kind  string
	list  []signedEnvelope
	cells []string // what each peer says of them, "" for one that does not verify
}

// runningPeer is a peer that runs, with each key.
type runningPeer struct {
	signaturePeer
	rsa, ecdsa signer // ecdsa is nil for one that does not verify
}

func (p *runningPeer) with(kind string) signer {
	if kind == ecdsaKind {
		return p.ecdsa
	}
	return p.rsa
}

// testSignatures lets each peer sign, and each verify what all have signed. It returns the rows of both tables.
func testSignatures(t *testing.T, running []runningPeer) (signed, verified map[string][]row) {
	var all []signedEnvelopes
	var quartet *quartetSigner
	for _, p := range running {
		if p.name == quartetName {
			quartet = p.rsa.(*quartetSigner)
		}
		for _, kind := range p.kinds {
			all = append(all, signedEnvelopes{p.signaturePeer, kind, signAll(t, p.name, kind, p.with(kind)), make([]string, len(running))})
		}
	}
	var verifiers sync.WaitGroup // and not parallel tests, which would wait for other peers while the programs run
	for column, p := range running {
		if !p.verifies {
			continue
		}
		verifiers.Go(func() {
			t.Run("verify "+p.name, func(t *testing.T) {
				for _, envelopes := range all {
					envelopes.cells[column] = verifyAll(t, p, envelopes)
				}
			})
		})
	}
	verifiers.Wait()
	signed, verified = make(map[string][]row), make(map[string][]row)
	for _, envelopes := range all {
		signed[envelopes.peer.name] = append(signed[envelopes.peer.name], envelopes.row())
	}
	for _, p := range running {
		if p.calls {
			p.testWithQuartet(t, p.rsa.(*signerProgram), quartet)
		}
		verified[p.name] = []row{p.row()}
	}
	return signed, verified
}

// startSignaturePeers starts the peers with a key of RSA, and those that verify also with one of ECDSA.
func startSignaturePeers(t *testing.T) []runningPeer {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	keys, otherKeys := newSignatureKeys(t, newRSAKey(t)), newSignatureKeys(t, key)
	var running []runningPeer
	for _, p := range signaturePeers {
		start := p.build(t)
		r := runningPeer{signaturePeer: p, rsa: start(t, keys)}
		if p.verifies {
			r.ecdsa = start(t, otherKeys)
		}
		running = append(running, r)
	}
	return running
}

func (e *signedEnvelopes) row() row {
	cells := slices.DeleteFunc(slices.Clone(e.cells), func(cell string) bool { return cell == "" })
	return row{e.peer.name, fmt.Sprintf("| %s | %s | %s |", e.peer.name, e.kind, strings.Join(cells, " | "))}
}

func (p *signaturePeer) row() row {
	moved, roles := "–", "–"
	switch {
	case p.places:
		moved = "refused"
	case p.verifies:
		moved = "accepted"
	}
	switch {
	case p.serves:
		roles = "client, service"
	case p.calls:
		roles = "client"
	}
	return row{p.name, fmt.Sprintf("| %s | %s | %s | %s |", p.name, moved, roles, p.differences)}
}

// signAll returns what a peer has signed in one way.
func signAll(t *testing.T, name, kind string, s signer) []signedEnvelope {
	t.Helper()
	folder := t.TempDir()
	var list []signedEnvelope
	for version, namespace := range map[string]string{"11": "http://schemas.xmlsoap.org/soap/envelope/", "12": "http://www.w3.org/2003/05/soap-envelope"} {
		in, out := filepath.Join(folder, version), filepath.Join(folder, version+".xml")
		writeFile(t, in, fmt.Sprintf(unsignedEnvelope, namespace))
		if err := s.sign(kind, in, out); err != nil {
			t.Fatalf("%s does not sign with %s over SOAP %s: %v", name, kind, version, err)
		}
		text, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, attack(t, out, string(text)))
	}
	return list
}

const unsignedEnvelope = `<?xml version="1.0" encoding="UTF-8"?>
<soap:Envelope xmlns:soap="%s"><soap:Header><To xmlns="http://www.w3.org/2005/08/addressing">http://127.0.0.1/</To></soap:Header>` +
	`<soap:Body><getStationDataByNameXML xmlns="http://realtime.rail.example/"><StationDesc>Bré &amp; "Bray" &lt;</StationDesc></getStationDataByNameXML></soap:Body></soap:Envelope>
`

var bodyElement = regexp.MustCompile(`(?s)<([\w-]+):Body\b.*</[\w-]+:Body>`)

// attack writes two envelopes beside one: with another character in Body, and with Body in a header block and a new Body in its
// place.
func attack(t *testing.T, file, text string) signedEnvelope {
	t.Helper()
	e := signedEnvelope{file, file + ".changed", file + ".wrapped"}
	body := bodyElement.FindStringSubmatch(text)
	if body == nil {
		t.Fatalf("no Body in %s", text)
	}
	changed := strings.NewReplacer("Bray", "Brax", "<CipherValue>", "<CipherValue>A").Replace(body[0])
	writeFile(t, e.changed, strings.Replace(text, body[0], changed, 1))
	end := "</" + body[1] + ":Header>"
	unsigned := fmt.Sprintf(`<%s:Body><getStationDataByNameXML xmlns="http://realtime.rail.example/"/></%[1]s:Body>`, body[1])
	wrapped := strings.Replace(text, body[0], unsigned, 1)
	writeFile(t, e.wrapped, strings.Replace(wrapped, end, `<w:w xmlns:w="urn:w">`+body[0]+"</w:w>"+end, 1))
	return e
}

// verifyAll checks what a peer says of envelopes, and returns whether it accepts them as they were signed.
func verifyAll(t *testing.T, p runningPeer, envelopes signedEnvelopes) string {
	t.Helper()
	name := envelopes.peer.name + " " + envelopes.kind
	because := envelopes.peer.refused[envelopes.kind]
	refuses := because != "" || slices.Contains(p.refuses, name) || slices.Contains(p.refuses, envelopes.kind)
	for _, e := range envelopes.list {
		for _, test := range []struct {
			file    string
			refuses bool
			because string // what Quartet says
		}{
			{e.whole, refuses, because},
			{e.changed, true, cmp.Or(because, "the digest of Body is wrong")},
			{e.wrapped, refuses || p.places, cmp.Or(because, "is not to the Body, a header block")},
		} {
			err := p.with(envelopes.kind).verify(test.file)
			if (err != nil) != test.refuses || err != nil && p.name == quartetName && !strings.Contains(err.Error(), test.because) {
				t.Errorf("%s: %s: %v, want an error: %t, %s", name, filepath.Base(test.file), err, test.refuses, test.because)
			}
		}
	}
	return map[bool]string{true: "no", false: "yes"}[refuses]
}

func writeFile(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
