package callvalue

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/sample"
	"example.com/quartet/templates/soap/schema"
)

// plainError returns an error of the decoder without the position in the markup, which the
// user has not written.
func plainError(err error) error {
	var e *schema.DecodeError
	if !errors.As(err, &e) {
		return err
	}
	path, message := placeOf(e)
	path = strings.ReplaceAll(strings.TrimPrefix(strings.TrimPrefix(path, "request"), "/"), "/", ".")
	if path == "" {
		return errors.New(message)
	}
	return fmt.Errorf("%s: %s", path, message)
}

// placeOf returns the path and the message of an error. The path of an attribute, and of an element that is missing, ends with its
// name.
func placeOf(e *schema.DecodeError) (path, message string) {
	m := regexp.MustCompile(`(?s)^the (?:attribute (\S+?)|element (\S+))(?:: (.+)| is missing)$`).FindStringSubmatch(e.Message)
	switch {
	case m == nil:
		return e.Path, e.Message
	case m[1] == "":
		return e.Path + "/" + m[2], "is missing"
	}
	return e.Path + "/@" + m[1], cmp.Or(m[3], "is missing")
}

// withExample appends an example for the element or attribute at a path to an error; see [exampleAt].
func withExample(err error, info *contract.Contract, op *contract.Operation, path string) error {
	if text := exampleAt(info, op.RequestType(), path); text != "" {
		return fmt.Errorf("%w; a valid value is %s", err, text)
	}
	return err
}

// exampleAt is [example] for the element or attribute at a path of the form request/line[2]/@id, whose first name is the name of
// the request.
func exampleAt(info *contract.Contract, t *schema.Type, path string) string {
	_, path, inside := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	var row *schema.Row
	for inside {
		var name string
		name, path, inside = strings.Cut(path, "/")
		name, _, _ = strings.Cut(name, "[")
		if row = memberNamed(t, name); row == nil {
			return ""
		}
		t = row.Of
	}
	return example(info, row)
}

// memberNamed returns the element or attribute of a type with a name, nil if there is none.
func memberNamed(t *schema.Type, name string) *schema.Row {
	if t == nil || t.Simple {
		return nil
	}
	for n, r := range members(t) {
		if n == name {
			return r
		}
	}
	return nil
}

// example returns a valid value of an element or attribute, "" unless it is simple and there is a short one.
func example(info *contract.Contract, r *schema.Row) string {
	const maxExample = 80
	if r == nil || isComplex(r) || isAny(r) {
		return ""
	}
	row := *r
	row.At, row.Occurs = schema.AtElement, schema.Once
	of := &schema.Value{Row: row}
	v, err := sample.Seed(0).Detail(info, &contract.Operation{}, &contract.Fault{Detail: of})
	if err != nil {
		return ""
	}
	shown, _, err := value(info, schema.ElementName{Local: "value"}, of, v)
	if err != nil || shown.Text == "" || len(shown.Text) > maxExample {
		return ""
	}
	return shown.Text
}
