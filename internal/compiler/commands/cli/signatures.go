package cli

import (
	"bytes"
	"crypto"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/wsa"
	"example.com/quartet/templates/soap/wsse"
	"example.com/quartet/templates/soap/xsd"
)

// signatures holds the flags for signatures and encryption of WS-Security.
type signatures struct {
	own, decryption  keyPair
	reference        string
	trust, encryptTo string
}

// keyReferences are the values of --key-ref, in the order of [wsse.KeyRef].
var keyReferences = []string{"token", "issuer-serial", "ski", "thumbprint", "x509data"}

func (s *signatures) register(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&s.own.certificate, "cert", "", "sign messages with the certificate in `FILE` (PEM), the first one there")
	f.StringVar(&s.own.key, "key", "", "the private key of --cert is in `FILE` (default: in the same file)")
	f.StringVar(&s.reference, "key-ref", keyReferences[0], "name the certificate in a signature, or in an EncryptedKey, by `KIND`: token, issuer-serial, ski, thumbprint or x509data")
	f.StringVar(&s.encryptTo, "encrypt-to", "", "encrypt messages for the owner of the certificate in `FILE` (PEM), the first one there")
	f.StringVar(&s.decryption.certificate, "decrypt-key", "", "decrypt messages with the private key in `FILE` (PEM), which also has its certificate")
	f.StringVar(&s.trust, "trust", "", "accept only messages that are signed with a certificate in `FILE` (PEM), or with one that these have issued")
}

// option returns the option of a client or a handler. tokens tells whether a UsernameToken is signed, too.
func (s *signatures) option(b contract.Binding, tokens bool) (soap.Option, error) {
	i := slices.Index(keyReferences, s.reference)
	if i < 0 {
		return nil, unknownName("--key-ref", "kind", s.reference, keyReferences)
	}
	if s.own.certificate+s.trust+s.encryptTo+s.decryption.certificate != "" && !b.IsSOAP() {
		return nil, usagef("--cert, --trust, --encrypt-to and --decrypt-key are for SOAP, but the binding is %s", b)
	}
	var all []soap.Option
	switch pair, err := s.own.load("--cert"); {
	case err != nil:
		return nil, err
	case pair != nil:
		chain, err := x509.ParseCertificates(bytes.Join(pair.Certificate, nil))
		if err != nil {
			return nil, usagef("--cert: %w", err)
		}
		all = append(all, wsse.WithSigning(wsse.Signing{
			Key: pair.PrivateKey.(crypto.Signer), Chain: chain, Ref: wsse.KeyRef(i), Tokens: tokens, Attachments: true, Headers: []xsd.QName{{Space: wsa.Namespace}},
		}))
	}
	if s.trust != "" {
		trust := wsse.Trust{UnsignedFaults: true}
		var err error
		if trust.Pinned, trust.Roots, err = readCertificates(s.trust); err != nil {
			return nil, usagef("--trust: %w", err)
		}
		all = append(all, wsse.WithTrust(trust))
	}
	if s.encryptTo != "" {
		certificates, _, err := readCertificates(s.encryptTo)
		if err != nil {
			return nil, usagef("--encrypt-to: %w", err)
		}
		all = append(all, wsse.WithEncryption(wsse.Encryption{To: certificates[0], Ref: wsse.KeyRef(i), Tokens: tokens}))
	}
	switch pair, err := s.decryption.load("--decrypt-key"); {
	case err != nil:
		return nil, err
	case pair != nil:
		key, ok := pair.PrivateKey.(*rsa.PrivateKey)
		if !ok || key.N.BitLen() < 2048 || key.N.BitLen() > 8192 {
			return nil, usagef("--decrypt-key: the key is not one of RSA with 2048 to 8192 bits")
		}
		all = append(all, wsse.WithDecryption(wsse.Decryption{Key: key, Certificate: pair.Leaf}))
	}
	return soap.Options(all...), nil
}

// readCertificates reads the certificates of signers, and of those that issue them.
func readCertificates(name string) (all []*x509.Certificate, pool *x509.CertPool, err error) {
	text, err := readPEM(name)
	if err != nil {
		return nil, nil, err
	}
	pool = x509.NewCertPool()
	for block, rest := pem.Decode(text); block != nil; block, rest = pem.Decode(rest) {
		if block.Type != "CERTIFICATE" {
			continue
		}
		certificate, err := x509.ParseCertificate(block.Bytes)
		if err != nil {
			return nil, nil, err
		}
		all = append(all, certificate)
		pool.AddCert(certificate)
	}
	if all == nil {
		return nil, nil, fmt.Errorf("%s contains no PEM certificate", name)
	}
	return all, pool, nil
}
