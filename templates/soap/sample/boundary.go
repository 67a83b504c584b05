package sample

import (
	"math/big"
	"strconv"
	"strings"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/internal/codec"
	"example.com/quartet/templates/soap/schema"
)

// MinRequest is [Request] with only what must be there, and with the shortest strings, the lowest numbers and the first enumerated
// values that are found to be valid.
func MinRequest(info *contract.Contract, op *contract.Operation) (any, error) {
	return boundary(0, -1, info, op)
}

// MaxRequest is [WholeRequest] with the highest numbers and the last enumerated values that are found to be valid. Strings have
// their maxLength up to 4096 characters. Lists near the root have their maxOccurs up to 100 items, and 3 if they have none, as long
// as the request is not long.
func MaxRequest(info *contract.Contract, op *contract.Operation) (any, error) {
	return boundary(nilDepth, 1, info, op)
}

// boundary returns a request with values at a limit, or with plain values if it is not valid with them.
func boundary(optional, limit int, info *contract.Contract, op *contract.Operation) (any, error) {
	if v, err := Seed(0).requestTo(optional, limit, info, op); err == nil {
		return v, nil
	}
	return Seed(0).requestTo(optional, 0, info, op)
}

// maxLength is how long strings are made that may be as long.
const maxLength = 1 << 12

// extremeString returns the empty string, or the longest one that facets allow.
func (m *rowMaker) extremeString(facets []*schema.Facets) string {
	if m.limit < 0 {
		return ""
	}
	length := -1
	for _, f := range facets {
		if n, err := strconv.Atoi(f.MaxLength); err == nil && (length < 0 || n < length) {
			length = n
		}
	}
	if length < 0 || length > maxLength {
		return "sample"
	}
	return strings.Repeat("x", length)
}

// extremeNumber returns the lowest or the highest number that facets allow, or v if it is not valid.
func (m *rowMaker) extremeNumber(kind schema.Kind, facets []*schema.Facets, v *big.Rat) *big.Rat {
	low, high := limits(kind)
	n := new(big.Rat).SetInt(high)
	if m.limit < 0 {
		n.SetInt(low)
	}
	if n = nearest(n, facets, 0); within(n, facets) && (!n.IsInt() || hold(n.RatString(), append(facetsOf(facets), numeric(facets)...))) {
		return n
	}
	return v
}

// limits returns the lowest and the highest number of a kind. Numbers without a limit have the limits of 64 bits.
func limits(kind schema.Kind) (low, high *big.Int) {
	bits := uint(63)
	switch {
	case codec.KindInt8 <= kind && kind <= codec.KindInt64:
		bits = 8<<(kind-codec.KindInt8) - 1
	case codec.KindUint8 <= kind && kind <= codec.KindUint64:
		bits = 8 << (kind - codec.KindUint8)
	}
	high = new(big.Int).Lsh(big.NewInt(1), bits)
	low = new(big.Int).Neg(high)
	high.Sub(high, big.NewInt(1))
	switch {
	case codec.KindUint8 <= kind && kind <= codec.KindUint64, kind == codec.KindNonNegativeInteger:
		low.SetInt64(0)
	case kind == codec.KindPositiveInteger:
		low.SetInt64(1)
	case kind == codec.KindNonPositiveInteger:
		high.SetInt64(0)
	case kind == codec.KindNegativeInteger:
		high.SetInt64(-1)
	}
	return low, high
}
