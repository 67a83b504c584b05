package roundtrip

import "errors"

// as returns the first error of type E in err's tree, or the zero value.
func as[E error](err error) E {
	var target E
	errors.As(err, &target)
	return target
}
