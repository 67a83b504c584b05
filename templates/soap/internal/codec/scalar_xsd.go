package codec

import (
	"encoding"

	"example.com/quartet/templates/soap/internal/lex"
	"example.com/quartet/templates/soap/xsd"
)

// textAppender is a value that appends its lexical form to a buffer. There may be none:
// users can fill in what they like.
type textAppender interface {
	AppendText(b []byte) ([]byte, error)
}

// xsdScalar is a type of package xsd that reads and writes its lexical form itself.
func xsdScalar[T textAppender, P interface {
	*T
	encoding.TextUnmarshaler
}](name string) scalar {
	s := plainScalar(name, nil, putValue[T])
	s.read = func(d *Decoder, p pointer) {
		b := lex.TrimSpace(d.value())
		if P(at[T](p)).UnmarshalText(b) != nil {
			acceptText(d, b, "xs:"+name, func(d *Decoder) (none struct{}) {
				s.read(d, p)
				return none
			})
		}
	}
	s.readTo = func(d *Decoder) pointer {
		p := pointerTo(new(T))
		s.read(d, p)
		return p
	}
	return s
}

// putValue writes a value between open and close.
func putValue[T textAppender](e *Encoder, open string, v T, close string) {
	b, err := v.AppendText(append(e.Buf, open...))
	if err != nil {
		e.fail(open, "%v", err)
		return
	}
	e.Buf = append(b, close...)
}

// decimal reads an xs:decimal.
func (d *Decoder) decimal() xsd.Decimal {
	b := lex.TrimSpace(d.value())
	text, ok := xsd.CanonicalDecimal(b)
	if !ok {
		return acceptText(d, b, "xs:decimal", (*Decoder).decimal)
	}
	return xsd.DecimalOf(d.copyText(text))
}

// integerScalar is a type of integers of any size whose sign is between low and high.
func integerScalar(name string, low, high int) scalar {
	var read func(d *Decoder) xsd.Integer
	read = func(d *Decoder) xsd.Integer {
		b := lex.TrimSpace(d.value())
		digits, ok := xsd.CanonicalInteger(b)
		n := xsd.IntegerOf(d.copyText(digits))
		if sign := n.Sign(); !ok || sign < low || sign > high {
			return acceptText(d, b, "xs:"+name, read)
		}
		return n
	}
	return plainScalar(name, read, putValue[xsd.Integer])
}
