package codec

import (
	"bytes"
	"errors"
	"sync/atomic"
	"unicode/utf8"

	"example.com/quartet/templates/soap/internal/charset"
)

// ToUTF8 returns an XML document as UTF-8, without a byte-order mark.
func ToUTF8(doc []byte, parameter string) ([]byte, error) {
	return ToUTF8Until(doc, parameter, nil, nil)
}

// ToUTF8Until is ToUTF8 for a document that may be long, or in an encoding that more knows. Once ended is true, the error is
// ErrInterrupted; nil is never true.
func ToUTF8Until(doc []byte, parameter string, ended *atomic.Bool, more charset.Reader) ([]byte, error) {
	c, mark, err := charset.Detect(doc, parameter, more)
	var invalid *charset.InvalidError
	if errors.As(err, &invalid) {
		return nil, &DecodeError{Line: 1, Column: 1, Message: invalid.Error()}
	}
	if err != nil {
		return nil, err
	}
	done, err := c.DecodeUntil(doc[mark:], ended)
	if ended != nil && ended.Load() {
		return nil, ErrInterrupted
	}
	if err == nil {
		return done, nil
	}
	line := bytes.Count(done, []byte{'\n'})
	column := utf8.RuneCount(done[bytes.LastIndexByte(done, '\n')+1:]) + 1
	return nil, &DecodeError{Line: line + 1, Column: column, Message: err.Error()}
}
