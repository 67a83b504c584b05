package interop_test

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/quartet/internal/conformance/interop"
)

func signaturesXmlsec1(t *testing.T) *exec.Cmd {
	interop.Program(t, "xmlsec1", "xmlsec1")
	return exec.Command("/bin/sh", filepath.Join("testdata", "wsse", "signatures.sh"))
}

func signaturesZeep(t *testing.T) *exec.Cmd {
	python := pythonWith(t, "zeep, xmlsec", "python3-zeep python3-xmlsec")
	return exec.Command(python, filepath.Join("testdata", "wsse", "signatures.py"))
}

func signaturesNode(t *testing.T) *exec.Cmd {
	return node("xml-crypto", "signatures.mjs")(t, "")
}

func signaturesGsoap(t *testing.T) *exec.Cmd {
	return exec.Command(buildSecured(t, "signatures"))
}

// signaturesJava returns the command of WSS4J or Santuario.
func signaturesJava(library string) func(t *testing.T) *exec.Cmd {
	return func(t *testing.T) *exec.Cmd {
		const packages = "default-jdk-headless libwss4j-java libxml-security-java"
		java, javac := interop.Program(t, "java", packages), interop.Program(t, "javac", packages)
		folder, path := t.TempDir(), classPath(t, packages, "wss4j.jar", "xmlsec.jar", "slf4j-api.jar", "commons-logging.jar")
		run(t, exec.Command(javac, "-nowarn", "-proc:none", "-d", folder, "-cp", path, filepath.Join("testdata", "wsse", "Signatures.java")))
		return exec.Command(java, "-cp", folder+":"+path, "Signatures", library)
	}
}

// always returns a function for a peer that needs no building.
func always(start starter) func(*testing.T) starter {
	return func(*testing.T) starter { return start }
}

// signatureProgram returns a function that builds a program of testdata.
func signatureProgram(build func(t *testing.T) *exec.Cmd) func(*testing.T) starter {
	return func(t *testing.T) starter {
		built := build(t)
		return func(t *testing.T, keys signatureKeys) signer {
			t.Helper()
			return startSigner(t, exec.Command(built.Path, slices.Concat(built.Args[1:], []string{keys.key, keys.certificate, keys.root})...))
		}
	}
}

// startSigner starts a program, which runs until the end of the test.
func startSigner(t *testing.T, command *exec.Cmd) signer {
	t.Helper()
	stdin, stdout := startPiped(t, command)
	killer := time.AfterFunc(2*programTimeout, func() { command.Process.Kill() })
	t.Cleanup(func() { killer.Stop() })
	return &signerProgram{stdin, bufio.NewReader(stdout)}
}

// signerProgram answers each line with a line.
type signerProgram struct {
	stdin  io.Writer
	stdout *bufio.Reader
}

func (p *signerProgram) sign(kind, in, out string) error { return p.do("sign", kind, in, out) }

func (p *signerProgram) verify(in string) error { return p.do("verify", in) }

func (p *signerProgram) do(words ...string) error {
	answer, err := p.ask(words...)
	if err == nil && answer != "ok" {
		err = errors.New(answer)
	}
	return err
}

func (p *signerProgram) ask(words ...string) (answer string, err error) {
	if _, err := fmt.Fprintln(p.stdin, strings.Join(words, " ")); err != nil {
		return "", err
	}
	line, err := p.stdout.ReadString('\n')
	return strings.TrimSpace(line), err
}

// wcfSigner has the requests of a client of WCF, by the paths they were sent to.
type wcfSigner map[string][]byte

func (w wcfSigner) sign(kind, in, out string) error {
	return os.WriteFile(out, w["/"+kind+"/"+filepath.Base(in)], 0o600)
}

func (w wcfSigner) verify(string) error { return errors.ErrUnsupported }

// startSignaturesWcf lets WCF send its requests. They are not answered: it is only a signer. On a busy machine it may give up before it
// has sent one, and tries again.
func startSignaturesWcf(t *testing.T, keys signatureKeys) signer {
	mcs, mono := interop.Program(t, "mcs", monoPackages), interop.Program(t, "mono", monoPackages)
	program, requests := filepath.Join(t.TempDir(), "signatures.exe"), make(wcfSigner)
	run(t, exec.Command(mcs, "-out:"+program, "-r:System.ServiceModel", "-r:System.IdentityModel", "-r:Mono.Security",
		filepath.Join("testdata", "wsse", "Signatures.cs")))
	for attempts := 0; attempts < 3 && len(requests) < 4; attempts++ {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if text, err := io.ReadAll(r.Body); err == nil && len(text) > 0 {
				requests[r.URL.Path] = text
			}
			w.WriteHeader(http.StatusInternalServerError)
		}))
		run(t, exec.Command(mono, program, keys.xml, keys.certificate, server.URL))
		server.Close()
	}
	if len(requests) < 4 {
		t.Fatalf("WCF has sent %d of 4 requests", len(requests))
	}
	return requests
}

func (p *signerProgram) encrypt(kind, in, out string) error { return p.do("encrypt", kind, in, out) }

func (p *signerProgram) decrypt(in, out string) error { return p.do("decrypt", in, out) }

// encrypt returns what WCF has signed and then encrypted.
func (w wcfSigner) encrypt(_, in, out string) error { return w.sign("SHA-1", in, out) }

func (w wcfSigner) decrypt(string, string) error { return errors.ErrUnsupported }
