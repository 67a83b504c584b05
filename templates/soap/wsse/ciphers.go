package wsse

import (
	"cmp"
	"crypto"
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"errors"
	"fmt"
	"slices"
	"strings"

	"example.com/quartet/templates/soap/internal/lex"
)

// Namespaces and algorithms of encryption.
const (
	enc11Namespace = "http://www.w3.org/2009/xmlenc11#"
	rsaOAEP        = encNamespace + "rsa-oaep-mgf1p"
	rsaOAEP11      = enc11Namespace + "rsa-oaep"
	rsa15          = encNamespace + "rsa-1_5"

	gcmNonce, gcmTag = 12, 16
)

var (
	// keySizes are the sizes of keys, in bytes, by the names of algorithms.
	keySizes = map[string]int{enc11Namespace + "aes128-gcm": 16, enc11Namespace + "aes256-gcm": 32, encNamespace + "aes128-cbc": 16, encNamespace + "aes256-cbc": 32}

	// oaepHashes are the hashes of RSA-OAEP, by the ends of the names of digests and mask functions.
	oaepHashes = map[string]crypto.Hash{"sha1": crypto.SHA1, "sha224": crypto.SHA224, "sha256": crypto.SHA256, "sha384": crypto.SHA384, "sha512": crypto.SHA512}
)

// transport returns the options with which a key is decrypted, and the algorithm of what is encrypted with the key.
func (s *decrypted) transport(key *node, places []place) (options crypto.DecrypterOpts, algorithm string, err error) {
	isSigned := true
	for _, p := range places {
		name, info := p.data.find(encNamespace, "EncryptionMethod").attrs["Algorithm"], p.data.one("KeyInfo")
		if algorithm = cmp.Or(algorithm, name); algorithm != name {
			return nil, "", errors.New("an EncryptedKey has data with several algorithms")
		}
		if token := info.token(); token != "" && token != key.id() || info.find(encNamespace, "EncryptedKey").at >= 0 {
			return nil, "", errors.New("an EncryptedData names another key than the one that refers to it")
		}
		isSigned = isSigned && slices.Contains(s.signed, p.data.id())
	}
	method := key.find(encNamespace, "EncryptionMethod")
	transport := method.attrs["Algorithm"]
	isAllowed := func(isOld bool, flag Algorithms) bool {
		return isOld == (s.client && s.Allow&flag != 0) && (isSigned || !isOld)
	}
	switch {
	case s.found != nil && !Encryption{BeforeSigning: true}.following(s.call.Needs(), s.client).BeforeSigning:
		return nil, "", errors.New("it was encrypted before it was signed, and a policy demands SignBeforeEncrypting")
	case keySizes[algorithm] == 0 || !isAllowed(strings.HasSuffix(algorithm, "-cbc"), AllowCBC):
		return nil, "", fmt.Errorf("the encryption %q is not allowed", lex.Shorten(algorithm))
	case !isAllowed(transport == rsa15, AllowRSA15):
		return nil, "", fmt.Errorf("the key transport %q is not allowed", lex.Shorten(transport))
	case transport == rsa15:
		//lint:ignore SA1019 by name only: see AllowRSA15. A wrong key becomes a random one, in constant time
		return &rsa.PKCS1v15DecryptOptions{SessionKeyLen: keySizes[algorithm]}, algorithm, nil
	}
	options, err = oaep(method)
	return options, algorithm, err
}

// oaep returns the options of RSA-OAEP (XML Encryption 1.1, section 5.5.2).
func oaep(method *node) (o *rsa.OAEPOptions, err error) {
	name := method.attrs["Algorithm"]
	digest := cmp.Or(method.one("DigestMethod").attrs["Algorithm"], dsigNamespace+"sha1")
	mask := cmp.Or(method.find(enc11Namespace, "MGF").attrs["Algorithm"], enc11Namespace+"mgf1sha1")
	o = &rsa.OAEPOptions{Hash: oaepHashes[digest[strings.LastIndexByte(digest, '#')+1:]], MGFHash: oaepHashes[strings.TrimPrefix(mask, enc11Namespace+"mgf1")]}
	if name != rsaOAEP11 && name != rsaOAEP || o.Hash == 0 || o.MGFHash == 0 {
		return nil, fmt.Errorf("the key transport %q with %q and %q is not allowed", lex.Shorten(name), lex.Shorten(digest), lex.Shorten(mask))
	}
	if label := method.find(encNamespace, "OAEPparams"); label.text != "" {
		o.Label, err = label.base64()
	}
	return o, err
}

// session returns the key in an EncryptedKey, and the algorithm of what is encrypted with it. If there is no such key, it returns a
// random one, and why, after the same work.
func (s *decrypted) session(e *envelope, key *node, places []place) (algorithm string, session []byte, wrong, err error) {
	options, algorithm, err := s.transport(key, places)
	value, bad := key.cipherValue()
	if err = cmp.Or(err, bad); err != nil {
		return "", nil, nil, err
	}
	_, certificates, _ := candidates(key.one("KeyInfo"), e.parts(), []*x509.Certificate{s.Certificate})
	if !slices.ContainsFunc(certificates, s.Certificate.Equal) {
		wrong = errors.New("the EncryptedKey is for another recipient")
	}
	size := s.Certificate.PublicKey.(*rsa.PublicKey).Size()
	s.work += size
	found, failed := s.Key.Decrypt(rand.Reader, append(make([]byte, size), value...)[len(value):], options)
	if session = random(keySizes[algorithm]); failed != nil || len(value) != size || len(found) != len(session) {
		wrong = cmp.Or(wrong, fmt.Errorf("%w: the key cannot be decrypted", errSecret))
	}
	if wrong == nil {
		session = found
	}
	return algorithm, session, wrong, nil
}

// random returns random bytes.
func random(size int) []byte {
	b := make([]byte, size)
	if _, err := rand.Read(b); err != nil {
		panic(err) // what rand.Read itself does since Go 1.24
	}
	return b
}

// cipherValue returns what an EncryptedKey or an EncryptedData has.
func (n *node) cipherValue() ([]byte, error) {
	data := n.find(encNamespace, "CipherData")
	value, err := data.find(encNamespace, "CipherValue").base64()
	if len(data.kids) != 1 || err != nil {
		return nil, errors.New("a CipherData does not have one CipherValue in base64")
	}
	return value, nil
}

// newGCM returns the cipher for a key of 16 or 32 bytes, for which there is no error.
func newGCM(key []byte) cipher.AEAD {
	block, _ := aes.NewCipher(key)
	gcm, _ := cipher.NewGCM(block)
	return gcm
}

// decipher decrypts data. If they are wrong, the result has as many bytes as the content might have had. In CBC the last byte says
// how many bytes are padding (XML Encryption 1.1, section 5.2).
func decipher(algorithm string, key, value []byte) (content []byte, err error) {
	isCBC := strings.HasSuffix(algorithm, "-cbc")
	if len(value) < gcmNonce+gcmTag || isCBC && (len(value) < 2*aes.BlockSize || len(value)%aes.BlockSize != 0) {
		return nil, fmt.Errorf("%w: it is too short", errSecret)
	}
	if !isCBC {
		if content, err = newGCM(key).Open(value[gcmNonce:gcmNonce], value[:gcmNonce], value[gcmNonce:], nil); err != nil {
			return value[gcmNonce : len(value)-gcmTag], fmt.Errorf("%w: the tag is wrong", errSecret)
		}
		return content, nil
	}
	block, _ := aes.NewCipher(key)
	content = value[aes.BlockSize:]
	cipher.NewCBCDecrypter(block, value[:aes.BlockSize]).CryptBlocks(content, content)
	padding := int(content[len(content)-1])
	if padding < 1 || padding > aes.BlockSize {
		return content, fmt.Errorf("%w: the padding is wrong", errSecret)
	}
	return content[:len(content)-padding], nil
}
