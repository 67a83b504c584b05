package related

import (
	"crypto/rand"
	"encoding/hex"
	"io"
	"strings"
)

// StreamedPart is a part whose content is read while the message is sent.
type StreamedPart struct {
	ID, MediaType string
	Content       io.Reader
}

// Compose returns a message with parts that are read while it is read, and its Content-Type. The boundary is random.
func Compose(rootType string, envelope []byte, parts []StreamedPart) (contentType string, message io.Reader) {
	var random [16]byte
	_, _ = rand.Read(random[:])
	id := hex.EncodeToString(random[:])
	boundary := "part-" + id
	first := head(boundary, rootType, "envelope-"+id+"@"+domain)
	all := []io.Reader{strings.NewReader(first + string(envelope) + "\r\n")}
	for _, p := range parts {
		all = append(all, strings.NewReader(head(boundary, p.MediaType, p.ID)), p.Content, strings.NewReader("\r\n"))
	}
	all = append(all, strings.NewReader("--"+boundary+"--\r\n"))
	return WrittenType([]byte(first)), io.MultiReader(all...)
}
