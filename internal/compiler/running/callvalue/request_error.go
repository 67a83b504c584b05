package callvalue

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"example.com/quartet/internal/compiler/reading/collect"
	"example.com/quartet/internal/compiler/reading/spelling"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/kind"
	"example.com/quartet/templates/soap/sample"
	"example.com/quartet/templates/soap/schema"
)

// ErrMissing is a reason why values are not the request of an operation. The other one is [soap.ErrOtherOperation].
var ErrMissing = errors.New("a parameter is missing")

// parameterError is an error in the names of the parameters, with one of these reasons.
type parameterError struct {
	error
	reason error
}

// Unwrap returns the reason.
func (e parameterError) Unwrap() error { return e.reason }

// explained returns an error of the codec in a value of a row, with names as the user gives them, and with what is right. prefix is
// the name of the value, "" for a request.
func (in *Input) explained(err error, info *contract.Contract, prefix string, row *schema.Row) error {
	var e *schema.DecodeError
	if !errors.As(err, &e) {
		return err
	}
	_, path, _ := strings.Cut(e.Path, ".")
	around, name := "", path
	if i := strings.LastIndexByte(path, '.'); i >= 0 {
		around, name = path[:i], path[i+1:]
	}
	shown := cmp.Or(join(prefix, path), "the request")
	if missing, ok := strings.CutPrefix(e.Message, "the member "); ok && strings.HasSuffix(missing, " is missing") {
		missing = strings.TrimSuffix(missing, " is missing")
		return reasoned(missingError(info, prefix, rowAt(row, join(path, missing)), join(join(prefix, path), missing)), ErrMissing, path)
	}
	row, outer := rowAt(row, path), rowAt(row, around)
	switch {
	case e.Message == "the member is not known" && name == "#text" && in.root != nil:
		return fmt.Errorf("%s has no text; give its elements and attributes as one JSON object, or each by its name", join(prefix, around))
	case e.Message == "the member is not known" && outer != nil:
		return reasoned(unknownError(outer, join(prefix, around), name), soap.ErrOtherOperation, around)
	case in.root == nil:
	case strings.HasSuffix(e.Message, "expected, not '['") || e.Message == "the member is given twice":
		return fmt.Errorf("%s has several values, but can have only one", shown)
	case strings.HasSuffix(e.Message, "expected, not '{'") || strings.HasPrefix(e.Message, "the members @xsi:type and #text"):
		return simpleError(shown)
	case strings.HasSuffix(e.Message, `expected, not '"'`) && row != nil && row.Of != nil:
		return fmt.Errorf("%s is not a simple value: it has %s; its value may also be a JSON object", shown, cmp.Or(strings.Join(Names(row.Of), ", "), "no content"))
	}
	return withExample(fmt.Errorf("%s: %s", shown, e.Message), info, row)
}

// reasoned returns an error with a reason if the value in which it is has an empty path: it is the request.
func reasoned(err, reason error, path string) error {
	if path != "" {
		return err
	}
	return parameterError{err, reason}
}

func simpleError(path string) error {
	return fmt.Errorf("%s is a simple value, which has no elements or attributes", path)
}

// unknownError returns the error for a name that is not in the value of a row.
func unknownError(r *schema.Row, path, name string) error {
	names := Names(r.Of)
	text := fmt.Sprintf("unknown name %s", join(path, name))
	switch {
	case r.Kind == kind.AnyType:
		return fmt.Errorf("%s; give %s.#xml=MARKUP", text, path)
	case !isComplex(r):
		return simpleError(path)
	case len(names) == 0:
		return fmt.Errorf("%s: %s has no content", text, cmp.Or(path, "the request"))
	}
	if remark := Meant(path, name, r.Of); remark != "" {
		return fmt.Errorf("%s; %s", text, remark)
	}
	for i := range names {
		names[i] = join(path, names[i])
	}
	return fmt.Errorf("%s; want %s", text, strings.Join(names, ", "))
}

func join(path, name string) string {
	if path == "" || name == "" {
		return path + name
	}
	return path + "." + name
}

// missingError returns the error for a missing element, with what to give for it.
func missingError(info *contract.Contract, prefix string, r *schema.Row, path string) error {
	if r == nil {
		return fmt.Errorf("%s is missing", path)
	}
	var inner []string
	if isStructured(r) {
		inner = collect.Each(Names(r.Of), func(name string) string { return join(path, name) })
	}
	name, hint := "", ""
	switch {
	case len(inner) == 0:
		if text := example(info, r); text != "" {
			hint = ", such as " + text
		}
		return fmt.Errorf("%s is missing; give %s=VALUE, %s%s", path, path, typeName(r), hint)
	case prefix == "":
		hint = "; --sample prints a whole request"
	}
	if r.Of.Name != "" && r.Of.Name != r.Name {
		name = " (" + r.Of.Name + ")"
	}
	return fmt.Errorf("%s%s is missing: it has %s%s", path, name, spelling.List(inner), hint)
}

// rowAt returns the element or attribute at a path such as line[2].@id or line[2]/@id in a value of a row, nil if there is none.
func rowAt(row *schema.Row, path string) *schema.Row {
	for _, step := range strings.FieldsFunc(path, func(r rune) bool { return r == '.' || r == '/' }) {
		name, _, isItem := strings.Cut(step, "[")
		if row = memberNamed(row.Of, name); row == nil {
			return nil
		}
		if isItem {
			row = itemOf(row)
		}
	}
	return row
}

// itemOf returns the row of the items of a list, whose row may be the one of an element that contains them.
func itemOf(row *schema.Row) *schema.Row {
	if row != nil && row.Occurs < schema.Many && isComplex(row) {
		for _, row = range row.Of.JSONMembers() {
		}
	}
	return row
}

// memberOf returns the element or attribute with a name in a value of a row, whose type may be derived from the type of the row. It
// is nil if there is none.
func memberOf(row *schema.Row, name string) *schema.Row {
	if row == nil || row.Of == nil {
		return nil
	}
	member := memberNamed(row.Of, name)
	for _, derived := range row.Of.Derived() {
		member = cmp.Or(member, memberNamed(derived, name))
	}
	return member
}

// memberNamed returns the element or attribute of a type with a name, nil if there is none.
func memberNamed(t *schema.Type, name string) *schema.Row {
	if t == nil {
		return nil
	}
	for n, r := range t.JSONMembers() {
		if n == name || localName(name) == n {
			return r
		}
	}
	return nil
}

// withExample appends an example for an element or attribute to an error; see [example].
func withExample(err error, info *contract.Contract, r *schema.Row) error {
	if text := example(info, r); text != "" {
		return fmt.Errorf("%w; a valid value is %s", err, text)
	}
	return err
}

// example returns a valid value of an element or attribute, "" unless it is simple and there is a short one.
func example(info *contract.Contract, r *schema.Row) string {
	const maxExample = 80
	if r == nil || isComplex(r) || r.Kind == kind.RawXML || r.Kind == kind.AnyType {
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
	if err != nil || len(simple(shown.text)) > maxExample {
		return ""
	}
	return simple(shown.text)
}
