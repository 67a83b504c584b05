package serve_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"maps"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"example.com/quartet/generator"
	"example.com/quartet/internal/conformance/corpus"
	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/jsonhttp"
	"example.com/quartet/templates/soap/sample"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/validate"
)

// TestCorpusOverJSONMatchesOpenAPI calls the operations of the contracts in the folder QUARTET_CORPUS over JSON and SOAP 1.1: what
// arrives, at the service and at the client, is what is sent, and is the same over both. All messages over JSON match the schemas of
// the description in OpenAPI.
func TestCorpusOverJSONMatchesOpenAPI(t *testing.T) {
	calls, left := 0, map[string]int{}
	for _, c := range corpus.All(t) {
		d, err := generator.Describe(context.Background(), generator.Config{Contract: c.Main, Catalogs: []string{c.Catalog}, Lenient: true})
		if err != nil {
			t.Fatal(err)
		}
		for _, info := range d.Services {
			t.Run(c.Name+"/"+info.Service, func(t *testing.T) { calls += compareOverJSON(t, info, left) })
		}
	}
	t.Log(calls, "calls; not compared with SOAP 1.1:", left)
}

// TestTypedPartsOverJSON does the same with a contract whose messages have parts with types, which are text or attributes of the Body,
// and validates the messages.
func TestTypedPartsOverJSON(t *testing.T) {
	d := describe(t, "testdata/typed-parts.wsdl")
	left := make(map[string]int)
	if calls := compareOverJSON(t, d.Services[0], left, validate.WithValidation()); calls != 36 || len(left) > 0 {
		t.Errorf("%d calls, not compared with SOAP 1.1: %v", calls, left)
	}
}

// compareOverJSON calls the operations of a service over JSON and SOAP 1.1. It returns how many calls there are over JSON, and
// adds those that there are not over SOAP to left.
func compareOverJSON(t *testing.T, info *contract.Contract, left map[string]int, options ...soap.Option) (calls int) {
	var got any
	var seed sample.Seed
	service := func(_ context.Context, op *contract.Operation, req any) (any, error) {
		got = req
		return seed.Result(info, op)
	}
	handlerOptions := []soap.HandlerOption{soap.WithPath("/s"), jsonhttp.WithJSON(jsonhttp.WithoutHeaders()), soap.WithLogger(slog.New(slog.DiscardHandler))}
	for _, o := range options {
		handlerOptions = append(handlerOptions, o)
	}
	handler := soap.NewHandler(info, nil, service, handlerOptions)
	server := httptest.NewServer(handler)
	defer server.Close()
	client, err := soap.NewCaller(info, server.URL+"/s", jsonhttp.Binding, []soap.ClientOption{jsonhttp.WithJSON()})
	if err != nil {
		t.Fatal(err)
	}
	overSOAP, err := soap.NewCaller(info, server.URL+"/s", soap.SOAP11, []soap.ClientOption{soap.WithSatisfied(func([]contract.Need, bool) []contract.Need { return nil })})
	if err != nil && !errors.Is(err, soap.ErrNotOffered) {
		t.Fatal(err)
	}
	schemas := openAPI(t, info)
	for _, op := range info.Operations {
		for seed = range sample.Seed(3) {
			var sent any
			var err error
			if op.RequestType() != nil {
				sent, err = seed.Request(info, op)
			}
			if err != nil {
				continue
			}
			want, err := seed.Result(info, op)
			if err != nil {
				continue
			}
			calls++
			schemas.check(t, op, sent, want)
			result, err := client.Do(t.Context(), op, sent)
			if err != nil {
				t.Errorf("%s: %v", op.Name, err)
				break
			}
			compare := func(binding contract.Binding) {
				if a, b := requestMarkup(t, info, op, sent), requestMarkup(t, info, op, got); !bytes.Equal(a, b) {
					t.Errorf("%s over %s: the request\n%s\narrives as\n%s", op.Name, binding, a, b)
				}
				if a, b := resultMarkup(info, op, want), resultMarkup(info, op, result); !op.OneWay && a != b {
					t.Errorf("%s over %s: the result\n%s\narrives as\n%s", op.Name, binding, a, b)
				}
			}
			compare(jsonhttp.Binding)
			if overSOAP == nil {
				left["the service has no SOAP 1.1"]++
				continue
			}
			if result, err = overSOAP.Do(t.Context(), op, sent); err != nil {
				left[reason(err)]++
				continue
			}
			compare(soap.SOAP11)
		}
	}
	return calls
}

// reason returns why a call over SOAP cannot be made, without what it is about.
func reason(err error) string {
	if errors.Is(err, soap.ErrNotOffered) {
		return "the operation has no SOAP 1.1"
	}
	return regexp.MustCompile(`^\S+ over `).ReplaceAllString(err.Error(), "over ")
}

// schemas are the schemas of messages in a description in OpenAPI.
type schemas struct {
	*jsonschema.Compiler
	info *contract.Contract
}

// openAPI returns the schemas of a service. The compiler is slow for those that are not definitions.
func openAPI(t *testing.T, info *contract.Contract) *schemas {
	t.Helper()
	text, err := jsonhttp.OpenAPI(info, jsonhttp.Details{}, jsonhttp.WithoutHeaders())
	if err != nil {
		t.Fatal(err)
	}
	type body struct {
		Content map[string]struct{ Schema any }
	}
	var document struct {
		Paths map[string]struct {
			Post struct {
				RequestBody body
				Responses   map[string]body
			}
		}
		Components struct{ Schemas map[string]any }
	}
	if err := json.Unmarshal(bytes.ReplaceAll(text, []byte("#/components/schemas/"), []byte("#/$defs/")), &document); err != nil {
		t.Fatal(err)
	}
	all := make(map[string]any)
	maps.Copy(all, document.Components.Schemas)
	for path, item := range document.Paths {
		media, ok := item.Post.RequestBody.Content["application/json"]
		if !ok {
			continue
		}
		all["request:"+path[1:]] = media.Schema
		if response, ok := item.Post.Responses["200"]; ok {
			all["result:"+path[1:]] = response.Content["application/json"].Schema
		}
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("https://test.example/openapi.json", map[string]any{"$defs": all}); err != nil {
		t.Fatal(err)
	}
	return &schemas{c, info}
}

// check compares a request and a result with their schemas.
func (s *schemas) check(t *testing.T, op *contract.Operation, request, result any) {
	t.Helper()
	text, err := jsonhttp.AppendRequest(nil, s.info, op, request)
	if err != nil {
		t.Fatal(err)
	}
	s.valid(t, op, "request", text)
	if op.Result != nil && !op.OneWay {
		if text, err = jsonhttp.AppendValue(nil, s.info, op.Result, result); err != nil {
			t.Fatal(err)
		}
		s.valid(t, op, "result", text)
	}
}

func (s *schemas) valid(t *testing.T, op *contract.Operation, message string, text []byte) {
	t.Helper()
	schema, err := s.Compile("https://test.example/openapi.json#/$defs/" + message + ":" + url.PathEscape(op.Name))
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err == nil {
		err = schema.Validate(value)
	}
	if err != nil {
		t.Errorf("%s: %.1000v\n%s", op.Name, err, text)
	}
}

func requestMarkup(t *testing.T, info *contract.Contract, op *contract.Operation, req any) []byte {
	if op.RequestType() == nil {
		return nil
	}
	e := schema.NewEncoder(info.Namespaces, true)
	defer e.Release()
	e.Raw("<request")
	schema.EncodeRows(e, op.RequestType(), req)
	if e.Err() != nil {
		t.Errorf("%s: %v", op.Name, e.Err())
	}
	return inNoNamespace(e.Bytes())
}

func resultMarkup(info *contract.Contract, op *contract.Operation, result any) string {
	if op.Result == nil {
		return ""
	}
	e := schema.NewEncoder(info.Namespaces, true)
	defer e.Release()
	contract.WriteBlock(e, schema.ElementName{Local: "result"}, op.Result, true, result)
	if e.Err() != nil {
		return e.Err().Error()
	}
	return strings.TrimSpace(string(inNoNamespace(e.Bytes())))
}

// inNoNamespace returns markup without declarations that say no more here: in a message with a default namespace, an element that
// a schema does not declare has them, and nothing around it has that namespace in this markup.
func inNoNamespace(markup []byte) []byte { return bytes.ReplaceAll(markup, []byte(` xmlns=""`), nil) }
