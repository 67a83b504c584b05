package validate

import (
	"bytes"
	"unicode/utf8"

	"example.com/quartet/templates/soap/internal/lex"
)

func startsName(c byte) bool {
	return c < utf8.RuneSelf && lex.NameBytes[c] == lex.NameStart && c != ':'
}

func isASCIIName(text []byte, colons bool) bool {
	for _, c := range text {
		if c >= utf8.RuneSelf || lex.NameBytes[c] == 0 || c == ':' && !colons {
			return false
		}
	}
	return true
}

func isBoolean(text []byte) bool {
	switch string(text) {
	case "true", "false", "0", "1":
		return true
	}
	return false
}

// digitsIn returns how many digits text begins with.
func digitsIn(text []byte) int {
	for i, c := range text {
		if c < '0' || c > '9' {
			return i
		}
	}
	return len(text)
}

func withoutSign(text []byte) []byte {
	if len(text) > 0 && (text[0] == '-' || text[0] == '+') {
		return text[1:]
	}
	return text
}

func isInteger(text []byte) bool {
	text = withoutSign(text)
	return len(text) > 0 && digitsIn(text) == len(text)
}

func isDecimal(text []byte) bool {
	text = withoutSign(text)
	n := digitsIn(text)
	if n == len(text) {
		return n > 0
	}
	return text[n] == '.' && len(text) > 1 && digitsIn(text[n+1:]) == len(text)-n-1
}

func isFloat(text []byte) bool {
	mantissa, exponent, scientific := bytes.Cut(text, []byte("e"))
	return isDecimal(mantissa) && (!scientific || isInteger(exponent))
}

func isDateTime(text []byte) bool {
	return len(text) > 11 && isDay(text) && text[10] == 'T' && isTime(text[11:])
}

func isDate(text []byte) bool { return len(text) >= 10 && isDay(text) && isZone(text[10:]) }

// isDay reports whether text begins with a day of a year of four digits.
func isDay(text []byte) bool {
	if digitsIn(text[:4]) < 4 || string(text[:4]) == "0000" || text[4] != '-' || text[7] != '-' {
		return false
	}
	month, day := lex.TwoDigits(text[5:]), lex.TwoDigits(text[8:])
	year := 100*lex.TwoDigits(text) + lex.TwoDigits(text[2:])
	return month >= 1 && month <= 12 && day >= 1 && day <= lex.DaysIn(month, year)
}

func isTime(text []byte) bool {
	if len(text) < 8 || text[2] != ':' || text[5] != ':' {
		return false
	}
	hour, minute, second := lex.TwoDigits(text), lex.TwoDigits(text[3:]), lex.TwoDigits(text[6:])
	if hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59 {
		return false
	}
	text = text[8:]
	if len(text) > 0 && text[0] == '.' {
		n := digitsIn(text[1:])
		if n == 0 {
			return false
		}
		text = text[1+n:]
	}
	return isZone(text)
}

func isZone(text []byte) bool {
	if len(text) == 0 || len(text) == 1 && text[0] == 'Z' {
		return true
	}
	if len(text) != 6 || text[0] != '+' && text[0] != '-' || text[3] != ':' {
		return false
	}
	hour, minute := lex.TwoDigits(text[1:]), lex.TwoDigits(text[4:])
	return hour >= 0 && hour <= 13 && minute >= 0 && minute <= 59
}
