package wsse

import (
	"bytes"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/quartet/templates/soap/internal/codec"
)

// vector verifies a signature of the folder QUARTET_WS. Other than in a message, an element anywhere may be signed.
func vector(folder, path string) error {
	doc, err := os.ReadFile(path)
	if err == nil {
		doc, err = codec.ToUTF8(doc, "")
	}
	if err != nil {
		return err
	}
	d := newDecoder(doc)
	defer d.Release()
	if !d.Root() {
		return d.Err()
	}
	all := flat(readNode(d, 100))
	if d.Err() != nil {
		return d.Err()
	}
	i := slices.IndexFunc(all, func(n *node) bool { return n.isA(dsigNamespace, "Signature") })
	if i < 0 {
		return errors.New("no signature")
	}
	s, err := readSignature(all[i], AllowSHA1|AllowSmallRSA|AllowInclusive)
	if err != nil {
		return err
	}
	e := &envelope{text: doc, body: &node{at: len(doc)}}
	parts := []part{s.info}
	for _, r := range s.references {
		i := slices.IndexFunc(all, func(n *node) bool { return slices.Contains(n.ids, r.id) })
		if i < 0 {
			return errors.New("the element is not there")
		}
		r.node = all[i]
		parts = append(parts, r.part)
	}
	if err := e.digest(parts, ""); err != nil {
		return err
	}
	for _, r := range s.references {
		if !bytes.Equal(r.hash.Sum(nil), r.value) {
			return errors.New("wrong digest")
		}
	}
	trusted := Trust{Roots: x509.NewCertPool(), Allow: AllowSmallRSA | AllowSHA1}
	for _, name := range []string{"cacert.pem", "ca2cert.pem"} {
		trusted.Roots.AddCert(must(readCertificate(filepath.Join(folder, "certificates", name))))
	}
	name := strings.TrimPrefix(s.key.one("KeyName").text, "TestKeyName-")
	kind, _, _ := strings.Cut(name, "-")
	if c, err := readCertificate(filepath.Join(folder, "certificates", kind, name+"-cert.pem")); err == nil {
		trusted.Pinned = append(trusted.Pinned, c)
	}
	v := &verifier{Trust: trusted, clock: newClock(at(time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)), 0, 0)}
	_, err = v.signer(&envelope{security: &node{}}, s)
	return err
}

// flat returns an element and all below it.
func flat(n *node) []*node {
	all := []*node{n}
	for _, kid := range n.kids {
		all = append(all, flat(kid)...)
	}
	return all
}

func readCertificate(path string) (*x509.Certificate, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	block, _ := pem.Decode(text)
	return x509.ParseCertificate(block.Bytes)
}

// TestVectors compares what becomes of the signatures in the folder QUARTET_WS, most of which this package does not accept in
// messages, with the list in testdata.
func TestVectors(t *testing.T) {
	folder := wsFolder(t, "xmldsig")
	compareVectors(t, folder, "testdata/vectors.txt", func(path string) error { return vector(folder, path) })
}

// wsFolder returns a folder of QUARTET_WS.
func wsFolder(t *testing.T, name string) string {
	root := os.Getenv("QUARTET_WS")
	if root == "" {
		t.Skip("QUARTET_WS is not set")
	}
	return filepath.Join(root, name)
}

// compareVectors compares the results of the documents in a folder with a list.
func compareVectors(t *testing.T, folder, list string, read func(path string) error) {
	var got []string
	err := filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Ext(path) != ".xml" || e.Name() == "keys.xml" {
			return err
		}
		result := "valid"
		if err := read(path); err != nil {
			result = err.Error()
		}
		got = append(got, fmt.Sprintf("%s: %s\n", filepath.ToSlash(must(filepath.Rel(folder, path))), result))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	want := strings.SplitAfter(string(must(os.ReadFile(list))), "\n")
	for _, line := range got {
		if !slices.Contains(want, line) {
			t.Errorf("not in %s: %s", list, line)
		}
	}
	if len(got) != len(want)-1 {
		t.Errorf("%d vectors, and %d in %s", len(got), len(want)-1, list)
	}
}
