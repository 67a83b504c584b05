package roundtrip

import "errors"

// as returns the error of type E that err is or wraps, or the zero value.
func as[E error](err error) E {
	var target E
	errors.As(err, &target)
	return target
}
