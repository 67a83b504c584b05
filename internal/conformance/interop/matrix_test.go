package interop_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the rows of MATRIX.md for the peers that are installed")

const matrixFile = "MATRIX.md"

// row is a line of a table in [matrixFile].
type row struct{ peer, line string }

const serverHeading = `
These were tried by hand: TclWS 3.4 calls all operations of ` + "`?flatWsdl`, and lists the overloads of `?wsdl`" + ` under names of their own,
but Tcl 8.6 cannot read the characters beyond U+FFFF that the test sends. Debian's nusoap 0.9.5 has no constructors for PHP 8. Savon,
XML::Compile::SOAP and gosoap are not packages of Debian 12.

## Servers

`

const serverNote = `zeep and suds have no server. KDSoap's is not called: its packages bring Qt, and CI does not install them.

`

const archiveHeading = `
## WS-Addressing and MTOM

[A contract](testdata/archive/archive.wsdl) demands WS-Addressing and allows MTOM. Clients call our handler, and our client calls
services: with contents from 0 bytes to 5 MB, two in one message, a fault, and an operation without response. Every reply has the
action of the contract, and names the request. Of spyne, which ignores WS-Addressing, nothing is tested: on Python 3 it cannot
read parts if the envelope has an XML declaration, and sends none.

`

const signatureHeading = `
## Signatures

Each signer signs the same envelope, with Body, a Timestamp and a header block, over SOAP 1.1 and SOAP 1.2, with RSA and SHA-256
unless the table says something else; each verifier says of both whether they are valid. Each refuses all of them once a character of
Body is another one. No peer signs attachments.

`

const verifierNote = `
An attacker may move the signed Body into a header block, and write a Body of his own: the signature remains valid. The table says what
each verifier makes of it, and who calls a handler of Quartet, or is called by its client: requests and replies are signed and
verified.

`

const encryptionHeading = `
## Encryption

Each implementation encrypts the content of the same Body, over SOAP 1.1 and SOAP 1.2, with AES-256 in GCM and RSA-OAEP with SHA-1 unless
the table says something else; each reads what the others have encrypted. Each refuses what is in GCM once a character of it is another
one. "By name" is what a client of Quartet reads if ` + "`Decryption.Allow`" + ` names the algorithms, and a handler never.

`

const decrypterNote = `
What is signed, too, is signed by the same implementation. WSS4J and Quartet verify the signature, and decrypt.

`

const columns = "| SOAP 1.1 | SOAP 1.2 | HTTP GET | HTTP POST |"

// signatureColumns returns the head of the table of signatures, which has a column for each verifier.
func signatureColumns() string {
	head, rule := "| signer | key or algorithm |", "|---|---|"
	for _, p := range signaturePeers {
		if p.verifies {
			head, rule = head+" "+p.name+" |", rule+"---|"
		}
	}
	return head + "\n" + rule + "\n"
}

// encryptionColumns is like [signatureColumns].
func encryptionColumns() string {
	head, rule := "| encrypts | reference, algorithm or order |", "|---|---|"
	for _, p := range encryptionPeers {
		if p.decrypts {
			head, rule = head+" "+p.name+" |", rule+"---|"
		}
	}
	return head + "\n" + rule + "\n"
}

// newRow returns the row of a peer and a form of the contract. works has for each port the operations, and whether all
// their calls did what is expected.
func newRow(name string, f form, works map[string]map[string]bool, differences []difference) row {
	var notes []string
	if f.note != "" {
		notes = append(notes, f.note)
	}
	for _, d := range differences {
		notes = append(notes, d.what+portNames(d.ports))
	}
	first, ports := name, append(allPorts[:len(allPorts):len(allPorts)], overJSON)
	switch {
	case f.reaches == nil: // a server
		ports = allPorts
	case f.query == "":
		first += " | none"
	default:
		first += " | `?" + f.query + "`"
	}
	return row{name, fmt.Sprintf("| %s | %s | %s |", first, strings.Join(cells(works, ports), " | "), strings.Join(notes, "; "))}
}

// cells returns how many operations work, for each of some ports.
func cells(works map[string]map[string]bool, ports []string) []string {
	var list []string
	for _, port := range ports {
		if works[port] == nil {
			list = append(list, "–")
			continue
		}
		n := 0
		for _, ok := range works[port] {
			if ok {
				n++
			}
		}
		list = append(list, fmt.Sprint(n))
	}
	return list
}

// portNames returns the names of the bindings of some ports, in parentheses.
func portNames(ports []string) string {
	if ports == nil {
		return ""
	}
	names := map[string]string{soap11: "SOAP 1.1", soap12: "SOAP 1.2", httpGet: "HTTP GET", httpPost: "HTTP POST"}
	var list []string
	for _, port := range ports {
		list = append(list, names[port])
	}
	return " (" + strings.Join(list, ", ") + ")"
}

const matrixIntroduction = `# What other SOAP implementations can do with the rail contract

` + "`make interop`" + ` calls the rail service with clients that other projects made, and calls services that they made with the client of
Quartet. The numbers say how many of the 11 operations work with every set of arguments; – means that the implementation
cannot use the binding. The last column says what the implementation does differently, and what it cannot express; "none" is a
program that does without the contract, and ` + "`?openapi=json`" + ` is the description of JSON over HTTP in OpenAPI 3.1. Versions are the ones of
Debian 12, and of ` + "`testdata/node/package.json` and the files `go.mod`" + ` in ` + "`testdata`" + `.
[README.md](README.md) says how the tests work. ` + "`make interop UPDATE=-update`" + ` writes this page.
`

// measured are the rows of the tables by the names of peers.
type measured struct{ clients, servers, archives, signed, verified, encrypted, decrypted map[string][]row }

// checkMatrix compares the tables with the documentation, or rewrites it. Rows of peers that did not run are kept.
func checkMatrix(t *testing.T, m measured) {
	t.Helper()
	text, err := os.ReadFile(matrixFile)
	if err != nil && !*update {
		t.Fatal(err)
	}
	clientText, serverText, _ := strings.Cut(string(text), serverHeading)
	serverText, archiveText, _ := strings.Cut(serverText, archiveHeading)
	archiveText, signedText, _ := strings.Cut(archiveText, signatureHeading)
	signedText, verifiedText, _ := strings.Cut(signedText, verifierNote)
	verifiedText, encryptedText, _ := strings.Cut(verifiedText, encryptionHeading)
	encryptedText, decryptedText, _ := strings.Cut(encryptedText, decrypterNote)
	var b strings.Builder
	b.WriteString(matrixIntroduction)
	b.WriteString("\n## Clients\n\n| client | contract " + columns + " JSON | differences |\n|---|---|---|---|---|---|---|---|\n")
	for _, p := range peers {
		b.WriteString(rowLines(m.clients, p.name, clientText))
	}
	b.WriteString(serverHeading + serverNote + "| server " + columns + " differences |\n|---|---|---|---|---|---|\n")
	for _, s := range servers {
		b.WriteString(rowLines(m.servers, s.name, serverText))
	}
	b.WriteString(archiveHeading + "| implementation | as | SOAP 1.1 | SOAP 1.2 | sends MTOM | reads MTOM | differences |\n|---|---|---|---|---|---|---|\n")
	for _, p := range archivePeers {
		b.WriteString(rowLines(m.archives, p.name, archiveText))
	}
	b.WriteString(signatureHeading + signatureColumns())
	for _, p := range signaturePeers {
		if len(p.kinds) > 0 {
			b.WriteString(rowLines(m.signed, p.name, signedText))
		}
	}
	b.WriteString(verifierNote + "| implementation | moved Body | with Quartet | differences |\n|---|---|---|---|\n")
	for _, p := range signaturePeers {
		b.WriteString(rowLines(m.verified, p.name, verifiedText))
	}
	b.WriteString(encryptionHeading + encryptionColumns())
	for _, p := range encryptionPeers {
		b.WriteString(rowLines(m.encrypted, p.name, encryptedText))
	}
	b.WriteString(decrypterNote + "| implementation | differences |\n|---|---|\n")
	for _, p := range encryptionPeers {
		b.WriteString(rowLines(m.decrypted, p.name, decryptedText))
	}
	switch {
	case b.String() == string(text):
	case *update:
		if err := os.WriteFile(matrixFile, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Errorf("%s is not what the tests found; run 'make interop UPDATE=-update'. It should be:\n%s", matrixFile, &b)
	}
}

// rowLines returns the measured rows of a peer, or else its rows in the documentation.
func rowLines(measured map[string][]row, name string, documented string) string {
	var b strings.Builder
	for _, r := range measured[name] {
		b.WriteString(r.line + "\n")
	}
	if measured[name] != nil {
		return b.String()
	}
	for line := range strings.Lines(documented) {
		if strings.HasPrefix(line, "| "+name+" |") {
			b.WriteString(line)
		}
	}
	return b.String()
}
