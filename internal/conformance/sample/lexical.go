package sample

import (
	"encoding/base64"
	"errors"
	"fmt"
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"

	"example.com/quartet/internal/compiler/reading/xmltree"
	"example.com/quartet/internal/compiler/reading/xsd"
)

// value is a value of a primitive type (part 2, section 3.2).
type value struct {
	key    string   // equal for equal values
	number *big.Rat // decimal: the value; duration, date and time types: seconds
	months int64    // duration
	float  float64  // float and double
	length int      // in characters or octets
}

var errLexical = errors.New("invalid lexical form")

var (
	decimalForm  = regexp.MustCompile(`^[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)$`)
	floatForm    = regexp.MustCompile(`^[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?$`)
	durationForm = regexp.MustCompile(`^(-?)P(?:([0-9]+)Y)?(?:([0-9]+)M)?(?:([0-9]+)D)?(T(?:([0-9]+)H)?(?:([0-9]+)M)?(?:([0-9]+(?:\.[0-9]+)?)S)?)?$`)
	hexForm      = regexp.MustCompile(`^([0-9a-fA-F]{2})*$`)
)

// parseValue parses a value of a primitive type. The text's white space must be
// normalized. scope resolves the prefixes of QNames; it may be nil.
func parseValue(primitive, text string, scope xsd.Scope) (value, error) {
	v := value{key: text, length: len([]rune(text))}
	switch primitive {
	case "boolean":
		switch text {
		case "true", "1":
			v.key = "true"
		case "false", "0":
			v.key = "false"
		default:
			return v, errLexical
		}
	case "decimal":
		rat, ok := new(big.Rat).SetString(strings.TrimPrefix(text, "+"))
		if !ok || !decimalForm.MatchString(text) || len(text) > 2000 {
			return v, errLexical
		}
		v.number, v.key = rat, rat.RatString()
	case "float", "double":
		return floatValue(primitive, text)
	case "duration":
		return durationValue(text)
	case "hexBinary":
		v.key, v.length = strings.ToUpper(text), len(text)/2
		if !hexForm.MatchString(text) {
			return v, errLexical
		}
	case "base64Binary":
		octets, err := base64.StdEncoding.DecodeString(strings.ReplaceAll(text, " ", ""))
		if err != nil {
			return v, errLexical
		}
		v.key, v.length = string(octets), len(octets)
	case "QName", "NOTATION":
		return nameValue(text, scope)
	case "string", "anyURI":
	default:
		return timeValue(primitive, text)
	}
	return v, nil
}

func floatValue(primitive, text string) (value, error) {
	bits := 64
	if primitive == "float" {
		bits = 32
	}
	var f float64
	switch text {
	case "INF":
		f = math.Inf(1)
	case "-INF":
		f = math.Inf(-1)
	case "NaN":
		f = math.NaN()
	default:
		if !floatForm.MatchString(text) {
			return value{}, errLexical
		}
		f, _ = strconv.ParseFloat(text, bits) // ParseFloat returns an infinity for numbers out of range
	}
	return value{key: strconv.FormatFloat(f, 'g', -1, bits), float: f}, nil
}

func nameValue(text string, scope xsd.Scope) (value, error) {
	prefix, local, found := strings.Cut(text, ":")
	if !found {
		prefix, local = "", text
	}
	if !xmltree.IsNCName(local) || found && !xmltree.IsNCName(prefix) {
		return value{}, errLexical
	}
	space, ok := "", true
	if scope != nil {
		space, ok = scope.LookupPrefix(prefix)
	}
	if !ok {
		return value{}, fmt.Errorf("prefix %q is not declared", prefix)
	}
	return value{key: xsd.QName{Space: space, Local: local}.String(), length: len([]rune(text))}, nil
}

func durationValue(text string) (value, error) {
	m := durationForm.FindStringSubmatch(text)
	if m == nil || strings.HasSuffix(text, "P") || strings.HasSuffix(text, "T") {
		return value{}, errLexical
	}
	number := func(s string) *big.Rat {
		if r, ok := new(big.Rat).SetString(s); ok {
			return r
		}
		return new(big.Rat)
	}
	months := new(big.Rat).Add(new(big.Rat).Mul(number(m[2]), big.NewRat(12, 1)), number(m[3]))
	seconds := number(m[8])
	for i, factor := range map[int]int64{4: 86400, 6: 3600, 7: 60} {
		seconds.Add(seconds, new(big.Rat).Mul(number(m[i]), big.NewRat(factor, 1)))
	}
	if m[1] == "-" {
		months.Neg(months)
		seconds.Neg(seconds)
	}
	v := value{key: months.RatString() + " " + seconds.RatString(), number: seconds}
	if n := months.Num(); n.IsInt64() {
		v.months = n.Int64()
	}
	return v, nil
}

// compare orders two values of the same primitive type. ok is false if they are
// not comparable.
func (v value) compare(w value, primitive string) (order int, ok bool) {
	switch primitive {
	case "float", "double":
		switch {
		case math.IsNaN(v.float) || math.IsNaN(w.float):
			return 0, v.key == w.key
		case v.float < w.float:
			return -1, true
		case v.float > w.float:
			return 1, true
		}
		return 0, true
	case "duration":
		return v.compareDuration(w)
	}
	if v.number == nil || w.number == nil {
		return 0, false
	}
	return v.number.Cmp(w.number), true
}

// compareDuration compares two durations, once with months of 28 and once with
// months of 31 days (part 2, section 3.2.6.2). They are not comparable if the
// results differ.
func (v value) compareDuration(w value) (order int, ok bool) {
	first := true
	for _, days := range []int64{28, 31} {
		difference := big.NewRat((v.months-w.months)*days*86400, 1)
		difference.Add(difference, v.number).Sub(difference, w.number)
		if sign := difference.Sign(); !first && sign != order {
			return 0, false
		} else {
			order, first = sign, false
		}
	}
	return order, true
}
