package codec

import (
	"encoding/base64"
	"fmt"
	"io"
	"strconv"

	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/xsd"
)

// The methods below write open, a value and close: an element's tags, or
// ` name="` and `"` for an attribute.

// String writes a string as the content of an element.
func (e *Encoder) String(open, s, close string) {
	e.Buf = append(e.appendText(append(e.Buf, open...), s), close...)
}

// AttrString writes a string as the value of an attribute.
func (e *Encoder) AttrString(open, s, close string) {
	e.Buf = append(e.Buf, open...)
	e.attrText(open, s)
	e.Buf = append(e.Buf, close...)
}

// bool writes an xs:boolean.
func (e *Encoder) bool(open string, v bool, close string) {
	e.Buf = append(strconv.AppendBool(append(e.Buf, open...), v), close...)
}

// float writes an xs:float or xs:double.
func (e *Encoder) float(open string, v float64, bitSize int, close string) {
	e.Buf = append(e.Buf, open...)
	if name := lex.NotFinite(v); name != "" {
		e.Raw(name)
	} else {
		e.Buf = strconv.AppendFloat(e.Buf, v, 'g', -1, bitSize)
	}
	e.Buf = append(e.Buf, close...)
}

// dateTime writes an xs:dateTime. Records of one message often carry the same
// instant, so the last one is kept in writing.
func (e *Encoder) dateTime(open string, v xsd.DateTime, close string) {
	e.Buf = append(e.Buf, open...)
	e.Buf = append(e.appendTime(e.Buf, &v), close...)
}

// base64 writes an xs:base64Binary as the content of an element.
func (e *Encoder) base64(open string, v []byte, close string) {
	if p := e.Parts; p != nil && len(v) >= p.Threshold && len(p.List) < p.Max && !e.list && !e.bare {
		e.include(open, v, nil, close)
		return
	}
	e.attrBase64(open, v, close)
}

// reader writes an xs:base64Binary that is read from v: as a part if it can be one, and in the document otherwise.
func (e *Encoder) reader(open string, v io.Reader, end string) {
	switch p := e.Parts; {
	case v == nil || e.MaxRead < 0:
		e.attrBase64(open, nil, end)
	case p != nil && p.Readers && len(p.List) < p.Max && !e.bare:
		e.include(open, nil, v, end)
	default:
		content, err := io.ReadAll(io.LimitReader(v, e.MaxRead+1))
		closeReader(v)
		e.base64(open, content, end)
		if err == nil && int64(len(content)) > e.MaxRead {
			err = fmt.Errorf("the value has more than %d bytes, and cannot leave in a part of the message", e.MaxRead)
		}
		e.Abort(err)
	}
}

// attrBase64 writes an xs:base64Binary as it is in the document.
func (e *Encoder) attrBase64(open string, v []byte, close string) {
	e.Buf = append(base64.StdEncoding.AppendEncode(append(e.Buf, open...), v), close...)
}

// hex writes an xs:hexBinary, in capitals as the canonical form has them.
func (e *Encoder) hex(open string, v []byte, close string) {
	e.Buf = append(e.Buf, open...)
	for _, c := range v {
		e.Buf = append(e.Buf, hexDigits[c>>4], hexDigits[c&15])
	}
	e.Buf = append(e.Buf, close...)
}

const hexDigits = "0123456789ABCDEF"
