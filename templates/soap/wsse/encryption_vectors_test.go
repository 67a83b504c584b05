package wsse

import (
	"bytes"
	"cmp"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/templates/soap/internal/codec"
)

var emptyElement = regexp.MustCompile(`(<\w+[^<>]*[^</>])></\w+>`)

// withoutKeyInfo returns an element without its KeyInfo, which in a message is another one.
func withoutKeyInfo(n *node) *node {
	kids := slices.DeleteFunc(slices.Clone(n.kids), func(n *node) bool { return n.isA(dsigNamespace, "KeyInfo") })
	return &node{name: n.name, attrs: n.attrs, kids: kids}
}

// decryptVector decrypts the EncryptedData of a document of the folder QUARTET_WS with one of some keys, as a client does that
// allows the old algorithms in it.
func decryptVector(path string, keys []Decryption) error {
	doc := must(os.ReadFile(path))
	d := newDecoder(doc)
	defer d.Release()
	if !d.Root() {
		return d.Err()
	}
	all := flat(readNode(d, 100))
	find := func(local string) int {
		return slices.IndexFunc(all, func(n *node) bool { return n.isA(encNamespace, local) })
	}
	data, key := find("EncryptedData"), find("EncryptedKey")
	switch {
	case d.Err() != nil:
		return d.Err()
	case data < 0 || key < 0:
		return errors.New("no EncryptedKey")
	}
	e, from, by := &envelope{text: doc, security: &node{}}, withoutKeyInfo(all[data]), withoutKeyInfo(all[key])
	var failed error
	for _, k := range keys {
		s := &decrypted{Decryption: k, client: true, signed: []string{from.id()}}
		if bytes.Contains(doc, []byte("-cbc")) {
			s.Allow |= AllowCBC
		}
		if bytes.Contains(doc, []byte(rsa15)) {
			s.Allow |= AllowRSA15
		}
		algorithm, session, wrong, err := s.session(e, by, []place{{data: from}})
		value, bad := from.cipherValue()
		if err = cmp.Or(err, bad); err != nil {
			return err
		}
		content, tag := decipher(algorithm, session, value)
		if failed = cmp.Or(wrong, tag); failed != nil {
			continue
		}
		plain := func(text []byte) []byte { // how white space, and elements without content, are written
			return emptyElement.ReplaceAll(bytes.Join(bytes.Fields(text), nil), []byte("$1/>"))
		}
		want := must(codec.ToUTF8(must(os.ReadFile(strings.TrimSuffix(path, ".xml")+".data")), ""))
		if !bytes.Contains(plain(want), plain(content)) {
			return errors.New("another content")
		}
		return nil
	}
	return failed
}

// TestEncryptionVectors compares what becomes of what is encrypted in the folder QUARTET_WS with the list in testdata.
func TestEncryptionVectors(t *testing.T) {
	folder := wsFolder(t, "xmlenc")
	read := func(file string, text []byte) Decryption {
		block, _ := pem.Decode(text[max(0, bytes.Index(text, []byte("-----BEGIN PRIVATE"))):])
		if block == nil {
			t.Fatal(file)
		}
		key := must(x509.ParsePKCS8PrivateKey(block.Bytes)).(*rsa.PrivateKey)
		return Decryption{Key: key, Certificate: &x509.Certificate{PublicKey: key.Public()}}
	}
	var keys []Decryption
	for _, file := range must(filepath.Glob(filepath.Join(folder, "keys", "rsa-*-key.pem"))) {
		keys = append(keys, read(file, must(os.ReadFile(file))))
	}
	for _, file := range must(filepath.Glob(filepath.Join(folder, "*", "RSA-*_SHA256WithRSA.p12"))) {
		text, err := exec.Command("openssl", "pkcs12", "-in", file, "-nodes", "-nocerts", "-passin", "pass:passwd", "-legacy").Output()
		if errors.Is(err, exec.ErrNotFound) {
			t.Skip("openssl, which reads P12 files, is not installed")
		}
		keys = append(keys, read(file, text))
	}
	compareVectors(t, folder, "testdata/encryption.txt", func(path string) error { return decryptVector(path, keys) })
}
