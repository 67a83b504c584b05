package codec

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"example.com/quartet/templates/soap/internal/lex"
)

// LenientValue is a value that is not valid and has been read all the same.
type LenientValue struct {
	Err  *DecodeError // where the value is, and what is wrong with it
	Text string       // the text that was read instead, in a form of its type; "": the value is absent
}

// String returns the error, and what was read instead.
func (v LenientValue) String() string {
	if v.Text == "" {
		return v.Err.Error() + "; it is read as absent"
	}
	return v.Err.Error() + "; it is read as " + strconv.Quote(v.Text)
}

// MaxLenient is how many values of a document, or of an item that is read by itself, are noted.
const MaxLenient = 100

// Accept is Fail, except that a lenient decoder only notes the error. It reports whether the decoder goes on.
func (d *Decoder) Accept(format string, args ...any) bool {
	return d.accept("", func() { d.Fail(format, args...) })
}

// AcceptTag is Accept at the current start tag.
func (d *Decoder) AcceptTag(format string, args ...any) bool {
	return d.accept("", func() { d.FailTag(format, args...) })
}

// accept calls fail, which records an error. A lenient decoder only notes the error, and the text that was read instead.
func (d *Decoder) accept(text string, fail func()) bool {
	if d.Failed != nil || d.Lenient != nil && len(*d.Lenient) >= MaxLenient {
		return d.Failed == nil
	}
	pos := d.Pos
	switch fail(); {
	case d.Failed == ErrIncomplete:
		return false
	case d.Lenient == nil:
		d.Failed.Message += d.hint("Values", false)
		return false
	}
	*d.Lenient = append(*d.Lenient, LenientValue{d.Failed, lex.Shorten(text)})
	d.Failed, d.Pos = nil, pos
	return true
}

// acceptNil accepts the current element, which is nil and must have a value, and reads it through its end tag.
func (d *Decoder) acceptNil() {
	if d.AcceptTag(nilNotAllowed) {
		d.readNil()
	}
}

const nilNotAllowed = "xsi:nil on an element that must have a value"

// SkipSecond skips the current element, a second one where only one may be there, if the decoder accepts that.
func (d *Decoder) SkipSecond() bool {
	accepted := d.AcceptTag("the element is given twice")
	if accepted {
		d.Skip()
	}
	return accepted
}

// acceptText reports a text that is not valid for its type. A lenient decoder only notes it, and calls read for the text that
// plainMeaning returns; if there is none, or it is not valid either, it sets d.absent and returns the zero value.
func acceptText[T any](d *Decoder, text []byte, typ string, read func(*Decoder) T) (value T) {
	if d.again || d.current.mode == tagNil || d.current.mode == tagNilClosed { // an error has been noted, or will be
		d.absent = true
		return value
	}
	meaning := ""
	if d.Lenient != nil && d.Failed == nil {
		if meaning = plainMeaning(typ, string(text)); meaning != "" {
			d.fill()
			element, item := d.current, d.listItem
			d.current.mode, d.listItem = tagItem, []byte(meaning)
			d.again, d.absent = true, false
			value = read(d) // the zero value if it is absent
			if d.again, d.current, d.listItem = false, element, item; d.absent {
				meaning = ""
			}
		}
		d.absent = meaning == ""
	}
	d.accept(meaning, func() { d.failValue(text, typ) })
	return value
}

// plainMeaning returns, for a text that is not valid for its type, the text that its sender plainly meant; "" if that is not
// plain. The result may be invalid, too. CALLING.md has the list of forms.
func plainMeaning(typ, text string) string {
	switch typ {
	case "xs:boolean":
		return map[string]string{"true": "true", "yes": "true", "false": "false", "no": "false"}[strings.ToLower(text)]
	case "xs:decimal":
		return withPoint(text)
	case "xs:float", "xs:double":
		return cmp.Or(notFinite[strings.ToLower(text)], withPoint(text))
	case "xs:byte", "xs:short", "xs:int", "xs:long", "xs:unsignedByte", "xs:unsignedShort", "xs:unsignedInt", "xs:unsignedLong",
		"xs:integer", "xs:nonNegativeInteger", "xs:positiveInteger", "xs:nonPositiveInteger", "xs:negativeInteger":
		if whole, fraction, _ := strings.Cut(withPoint(text), "."); strings.Trim(fraction, "0") == "" {
			return whole
		}
	case "xs:dateTime", "xs:date", "xs:time":
		return plainTime(typ, text)
	case "xs:base64Binary":
		text = strings.TrimRight(text, "=")
		return text + strings.Repeat("=", -len(text)&3)
	}
	return ""
}

var notFinite = map[string]string{"inf": "INF", "+inf": "INF", "infinity": "INF", "-inf": "-INF", "-infinity": "-INF", "nan": "NaN"}

// withPoint returns a number with a point instead of a decimal comma. A comma that may as well separate thousands, as in 1,500,
// stays.
func withPoint(number string) string {
	whole, fraction, found := strings.Cut(number, ",")
	digits := strings.TrimLeft(whole, "+-")
	decimals := len(fraction) - len(strings.TrimLeft(fraction, decimalDigits))
	thousands := decimals == 3 && len(digits) >= 1 && len(digits) <= 3 && digits[0] != '0'
	if !found || thousands || strings.Contains(whole, ".") {
		return number
	}
	return whole + "." + fraction
}

var (
	timeMarks = strings.NewReplacer(" +", "+", " -", "-", " Z", "Z", " UTC", "Z", " ", "T")
	timeForms = map[string]string{"xs:dateTime": "2006-01-02T15:04:05.999999999", "xs:date": "2006-01-02", "xs:time": "15:04:05.999999999"}
)

// plainTime is plainMeaning for a date, a time, or both, in the order of ISO 8601.
func plainTime(typ, text string) string {
	text = timeMarks.Replace(strings.ToUpper(text))
	layouts := []string{"2006-1-2T15:4:5", "2006-1-2T15:4", "2006-1-2"}
	if typ == "xs:time" {
		layouts = append(layouts[:2], "15:4:5", "15:4")
	}
	for _, layout := range layouts {
		for _, zone := range []string{"", "Z07:00", "Z0700", "Z07"} {
			at, err := time.Parse(layout+zone, text)
			switch {
			case err == nil && zone == "":
				return at.Format(timeForms[typ])
			case err == nil:
				return at.Format(timeForms[typ] + "Z07:00")
			}
		}
	}
	return ""
}
