package callvalue

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/jsonhttp"
	"example.com/quartet/templates/soap/kind"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/validate"
	"example.com/quartet/templates/soap/xsd"
)

// Request returns the request of an operation with the values that the user has given. An
// error names the parameter, its type and the value, or is the context's.
func Request(ctx context.Context, info *contract.Contract, op *contract.Operation, given *Input) (any, error) {
	t := op.RequestType()
	switch {
	case t == nil && len(given.Names) > 0:
		return nil, parameterError{fmt.Errorf("%s has no parameters", op.Name), soap.ErrOtherOperation}
	case t == nil:
		return nil, nil
	}
	req, err := jsonhttp.ReadRequest(info, op, withRoot(op, given))
	if err != nil {
		return nil, given.explained(err, info, "", rowOf(t))
	}
	return req, checkValid(ctx, info, op, req)
}

// RequestFromXML returns the request in a document that [soap.ReadRequest] reads, and the header blocks in it. The error may be the
// context's.
func RequestFromXML(ctx context.Context, info *contract.Contract, op *contract.Operation, doc []byte) (any, []xsd.RawXML, error) {
	req, blocks, err := soap.ReadRequest(info, op, doc)
	if err == nil && req != nil {
		err = checkValid(ctx, info, op, req)
	}
	return req, blocks, err
}

// checkValid compares a request with the schema.
func checkValid(ctx context.Context, info *contract.Contract, op *contract.Operation, req any) error {
	err := validate.Request(ctx, info, op, req)
	if err == nil || ctx.Err() != nil {
		return err
	}
	if invalid := (*validate.Error)(nil); errors.As(err, &invalid) && !strings.Contains(invalid.Problems[0].Message, "not allowed here") {
		_, path, _ := strings.Cut(strings.TrimPrefix(invalid.Problems[0].Path, "/"), "/")
		err = withExample(err, info, rowAt(rowOf(op.RequestType()), path))
	}
	return fmt.Errorf("the request is not valid: %w", err)
}

// rowOf returns the row of an element of a type.
func rowOf(t *schema.Type) *schema.Row { return &schema.Row{Kind: kind.Struct, Of: t} }

// withRoot returns the JSON of a request with the only element of a Body. Users give what is in the element, as they do where the
// element is the request itself.
func withRoot(op *contract.Operation, given *Input) []byte {
	all := slices.DeleteFunc(slices.Clone(op.RequestType().AllRows()), func(r schema.Row) bool { return r.Kind == kind.XSITypes })
	isBody := slices.ContainsFunc(op.Wires, func(w contract.Wire) bool { return w.Body })
	if !isBody || len(all) != 1 || all[0].Name == "" || slices.ContainsFunc(given.Names, func(name string) bool { return localName(name) == all[0].Name }) {
		return given.content(rowOf(op.RequestType()))
	}
	content := given.content(&all[0])
	if len(given.Names) == 0 && content[0] == '{' && !isComplex(&all[0]) {
		return content
	}
	return fmt.Appendf(nil, `{"%s":%s}`, all[0].Name, content)
}

// localName returns a name without its namespace.
func localName(name string) string { return name[strings.LastIndexByte(name, '}')+1:] }
