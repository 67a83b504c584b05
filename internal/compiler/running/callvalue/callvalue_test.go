package callvalue_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"example.com/quartet/generator"
	"example.com/quartet/internal/compiler/running/callvalue"
	"example.com/quartet/templates/soap/contract"
)

// orders returns the contract in testdata/orders.wsdl and its operation place.
func orders(t *testing.T) (*contract.Contract, *contract.Operation) {
	t.Helper()
	info := described(t, "testdata/orders.wsdl")
	return info, info.Operations[0]
}

// described returns the service of a contract.
func described(t *testing.T, name string) *contract.Contract {
	t.Helper()
	d, err := generator.Describe(context.Background(), generator.Config{Contract: name})
	if err != nil || len(d.Services) != 1 {
		t.Fatal(err, d.Diagnostics)
	}
	return d.Services[0]
}

// TestRequest makes requests of arguments. The JSON of a request makes it again.
func TestRequest(t *testing.T) {
	info, op := orders(t)
	for _, test := range []struct{ args, want string }{
		{"id=7", `{"id":7}`},
		{"id=7 note= flag=1 size=1.50", `{"id":7,"note":"","flag":true,"size":1.50}`},
		{"id=7 item.0.code=A item.1.code=B item.1.@unit=kg", `{"id":7,"item":[{"code":"A"},{"@unit":"kg","code":"B"}]}`},
		{"id=7 price.@currency=EUR price=5", `{"id":7,"price":{"@currency":"EUR","#text":5}}`},
		{"id=7 price=5 price.@currency=EUR", `{"id":7,"price":{"@currency":"EUR","#text":5}}`},
		{"id=7 days=1 days=2", `{"id":7,"days":[1,2]}`},
		{"id=7 codes=a&&b", `{"id":7,"codes":["a","b"]}`},
		{"id=7 sets=a&&b sets=c", `{"id":7,"sets":[["a","b"],["c"]]}`},
		{"id=7 sets.0.0=a sets.0.1=b", `{"id":7,"sets":[["a","b"]]}`},
		{`{"id":7,"days":[],"codes":[],"sets":[[]]}`, `{"id":7,"codes":[],"sets":[[]]}`},
		{"id=7 name={urn:n}x", `{"id":7,"name":"{urn:n}x"}`},
		{"id=7 animal.@xsi:type=dog animal.legs=4 animal.bark=<wau>", `{"id":7,"animal":{"@xsi:type":"dog","legs":4,"bark":"<wau>"}}`},
		{"id=7 label.@xsi:nil=true label.@currency=EUR", `{"id":7,"label":{"@xsi:nil":true,"@currency":"EUR"}}`},
		{"id=7 label.@xsi:nil=1", `{"id":7,"label":null}`},
		{"id=7 extra.@xsi:type=xs:int extra=5", `{"id":7,"extra":{"@xsi:type":"{http://www.w3.org/2001/XMLSchema}int","#text":"5"}}`},
		{"id=7 extra.@xsi:type={urn:orders}item extra.#xml=<code&&xmlns='urn:orders'>A</code>", `{"id":7,"extra":{"@xsi:type":"{urn:orders}item","#xml":"<code xmlns='urn:orders'>A</code>"}}`},
		{"id=7 extra.@xsi:type={urn:orders}shade extra=dark", `{"id":7,"extra":{"@xsi:type":"{urn:orders}shade","#text":"dark"}}`},
		{`id=7 extra.#xml=<a&&b="c"></a>`, `{"id":7,"extra":{"#xml":"<a b=\"c\"></a>"}}`},
		{"id=7 gone.@xsi:nil=true", `{"id":7,"gone":null}`},
		{"id=7 #any=<x&&xmlns='urn:any'>1</x>", `{"id":7,"#any":"<x xmlns='urn:any'>1</x>"}`},
		{"id=7 {urn:orders}note=a codes=b codes=c", `{"id":7,"note":"a","codes":["b","c"]}`},
		{`{"id":"7","flag":"true","days":1,"price":5,"train":["T","U"],"bus":"B"}`, `{"id":7,"flag":true,"price":{"#text":5},"days":[1],"#content":[{"train":"T"},{"train":"U"},{"bus":"B"}]}`},
		{"id=7 item.code=A item.@{urn:x}y=1", `{"id":7,"item":[{"@{urn:x}y":"1","code":"A"}]}`},
		{"id=7 from=2026-01-01 to=2026-01-02 from=2026-02-01 to=2026-02-02", `{"id":7,"#content2":[{"from":"2026-01-01"},{"to":"2026-01-02"},{"from":"2026-02-01"},{"to":"2026-02-02"}]}`},
		{"id=7 ids=1 ids=2", `{"id":7,"ids":{"int":[1,2]}}`},
		{`{"id":7,"ids":[1]}`, `{"id":7,"ids":{"int":[1]}}`},
		{`{"id":7,"ids":[]}`, `{"id":7,"ids":{}}`},
		{`{"id":7,"ids":null}`, `{"id":7,"ids":null}`},
		{"id=7 lines.0.line.code=A lines.1.0.code=B lines.1.1.code=C lines.2.line.code=D",
			`{"id":7,"lines":[{"line":[{"code":"A"}]},{"line":[{"code":"B"},{"code":"C"}]},{"line":[{"code":"D"}]}]}`},
		{"id=7 twice.e=a twice.f=b twice.e=c", `{"id":7,"twice":{"#content":[{"e":"a"},{"f":"b"},{"e":"c"}]}}`},
		{`id=7 item={"code":"A"} item.1.code=B item={"@unit":"kg","code":"C"}`, `{"id":7,"item":[{"code":"A"},{"code":"B"},{"@unit":"kg","code":"C"}]}`},
		{`id=7 item=[{"code":"A"},{"code":"B"}] note={"a":1}`, `{"id":7,"note":"{\"a\":1}","item":[{"code":"A"},{"code":"B"}]}`},
		{`id=7 animal={"@xsi:type":"dog","legs":4,"bark":"wau"} whole.of={"legs":4} whole.code=A`,
			`{"id":7,"animal":{"@xsi:type":"dog","legs":4,"bark":"wau"},"whole":{"code":"A","of":{"legs":4}}}`},
		{`id=7 lines={"line":[{"code":"A"}]} lines.1.0={"code":"B"}`, `{"id":7,"lines":[{"line":[{"code":"A"}]},{"line":[{"code":"B"}]}]}`},
		{"id=@seven note=@note item=@item.json", `{"id":7,"note":"two\nlines","item":[{"@unit":"kg","code":"A"}]}`},
		{"id=7 note=@@note item.code=@", `{"id":7,"note":"@note","item":[{"code":"@"}]}`},
		{"id=7 train=T bus=B train=U", `{"id":7,"#content":[{"train":"T"},{"bus":"B"},{"train":"U"}]}`},
	} {
		checkForms(t, info, op, test.args, test.want)
	}
}

// checkForms makes a request of arguments or JSON, and makes it again of its JSON. In arguments, && is a blank.
func checkForms(t *testing.T, info *contract.Contract, op *contract.Operation, args, want string) {
	t.Helper()
	given, err := givenIn(args)
	if err != nil {
		t.Error(err)
		return
	}
	for range 2 {
		req, err := callvalue.Request(t.Context(), info, op, given)
		if err != nil {
			t.Errorf("%s: %v", args, err)
			return
		}
		value, _, err := callvalue.Given(info, op, req)
		if err != nil {
			t.Fatal(err)
		}
		var compact strings.Builder
		for line := range strings.Lines(string(value.JSON())) {
			compact.WriteString(strings.Replace(strings.TrimSpace(line), `": `, `":`, 1))
		}
		if compact.String() != want {
			t.Errorf("%s is %s, want %s", args, compact.String(), want)
		}
		if given, err = callvalue.ParseJSON(value.JSON()); err != nil {
			t.Fatal(err)
		}
	}
}

func givenIn(args string) (*callvalue.Input, error) {
	if strings.HasPrefix(args, "{\"") {
		return callvalue.ParseJSON([]byte(args))
	}
	list := strings.Fields(args)
	for i := range list {
		list[i] = strings.ReplaceAll(list[i], "&&", " ")
	}
	return callvalue.ParseArguments(list, fileOf)
}

// fileOf returns the content of a file of the tests by its name.
func fileOf(name string) ([]byte, error) {
	content, ok := map[string]string{"bytes": "\x01\x02\x03", "note": "two\nlines", "seven": "7\n", "item.json": "{\"@unit\": \"kg\", \"code\": \"A\"}\n"}[name]
	if !ok {
		return nil, errors.New("there is no such file")
	}
	return []byte(content), nil
}

// TestRequestRefuses has mistakes.
func TestRequestRefuses(t *testing.T) {
	info, op := orders(t)
	for args, want := range map[string]string{
		"":                                     "id is missing; give id=VALUE, an xs:int",
		"id=x":                                 `id: "x" is not an xs:int`,
		"id=7 nte=a":                           "unknown name nte; did you mean note?",
		"id=7 ids.itn=1":                       "unknown name ids.itn; did you mean ids.int?",
		"id=7 lines.line.cod=1":                "unknown name lines.line.cod; did you mean lines.line.code?",
		"id=7 lines.lin.code=1":                "unknown name lines.lin; did you mean lines.line?",
		"id=7 id=8":                            "id has several values, but can have only one",
		"id=7 extra.a=b":                       "unknown name extra.a; give extra.#xml=MARKUP",
		"id=7 {urn:any}x.y=1":                  "unknown name {urn:any}x; want id,",
		"id=7 item=A":                          "item is not a simple value: it has",
		`id=7 item={"code":}`:                  "item is not a simple value: it has @unit, code; its value may also be a JSON object",
		`id=7 item={"code":"A"} item.@unit=kg`: "item has no text; give its elements and attributes as one JSON object, or each by its name",
		`id=7 item={"cod":"A"}`:                "unknown name item.cod; did you mean item.code?",
		`id=7 price={"@currency":"EUR"}`:       "price: \"{\\\"@currency\\\":\\\"EUR\\\"}\" is not an xs:decimal",
		"id=7 note=@nothing":                   `the argument "note=@nothing": there is no such file; write @@nothing for a text that begins with @`,
		"id=7 item.code.x=A":                   "item.code is a simple value, which has no elements or attributes",
		"id=7 item.cod=A":                      "unknown name item.cod; did you mean item.code?",
		"id=7 animal.@xsi:type=horse":          "animal: @xsi:type does not name a type that is derived from animal: animal, dog",
		"id=7 animal.@xsi:type=dg":             `animal: @xsi:type does not name a type that is derived from animal: animal, dog`,
		"id=7 animal.@xsi:type=item":           "animal: @xsi:type does not name a type that is derived from animal: animal, dog",
		"id=7 animal.@xsi:type=xs:int":         "animal: @xsi:type does not name a type that is derived from animal",
		"id=7 whole.code=A":                    "whole.of (animal) is missing: it has whole.of.legs",
		"id=7 gone.@xsi:nil=true gone=5":       "gone is a simple value, which has no elements or attributes",
		"id=7 gone.@xsi:nil=true gone.@a=5":    "gone is a simple value, which has no elements or attributes",
		"id=7 label.@xsi:nil=true label.a=":    "unknown name label.a; want label.@currency",
		"id=7 label.@xsi:nil=true label.@a=":   "unknown name label.@a; want",
		"id=7 note=a note.@lang=en":            "note is a simple value, which has no elements or attributes",
		"id=7 flag=maybe":                      `flag: "maybe" is not an xs:boolean`,
		"id=7 price=5 price.@curency=EUR":      "unknown name price.@curency; did you mean price.@currency?",
		"id=7 day=2026-02-30":                  "day: \"2026-02-30\" is not an xs:date",
		"id=7 item.code=A item.@unit=stone":    "the request is not valid",
		"id=7 note=a\x01":                      "note: the character U+0001, which XML cannot carry",
		"id=7 item.code=\xff":                  "item.code: invalid UTF-8 in a string",
	} {
		given, err := callvalue.ParseArguments(strings.Fields(args), fileOf)
		if err == nil {
			_, err = callvalue.Request(t.Context(), info, op, given)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", args, err, want)
		}
	}
}

// TestTable shows what a server sends, which must not control a terminal.
func TestTable(t *testing.T) {
	info, op := orders(t)
	given, err := callvalue.ParseArguments([]string{"id=7", "note=a\tb\u202e", "price=5", "price.@currency=EUR", "item.0.code=A"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	req, err := callvalue.Request(t.Context(), info, op, given)
	if err != nil {
		t.Fatal(err)
	}
	value, markup, err := callvalue.Given(info, op, req)
	if err != nil {
		t.Fatal(err)
	}
	want := "id               7\nnote             a b\uFFFD\nprice.@currency  EUR\nprice.#text      5\nitem             [{\"code\":\"A\"}]\n"
	if got := string(value.Table()); got != want {
		t.Errorf("got\n%s, want\n%s", got, want)
	}
	if text := callvalue.XML(markup); !bytes.Contains(text, []byte("\n  <tns:id>7</tns:id>\n")) {
		t.Errorf("%s", text)
	}
}

// TestMessage indents what another program has written, of which nothing is left out.
func TestMessage(t *testing.T) {
	deep := strings.Repeat("<a>", 100) + strings.Repeat("</a>", 100)
	for message, want := range map[string]string{
		"<?xml version='1.0'?><!--x--><a><b><c/></b></a><!--y--> <?z?>\n": "<?xml version='1.0'?><!--x-->\n<a>\n  <b>\n    <c/>\n  </b>\n</a>\n<!--y--> <?z?>",
		"<a><b> c </b>d<e/></a>": "<a><b> c </b>d<e/></a>\n",
		"<a><b>":                 "<a><b>",
		`{"a": 1}`:               `{"a": 1}`,
		deep:                     deep,
	} {
		if got := string(callvalue.Message([]byte(message))); got != want {
			t.Errorf("%s is shown as\n%s\nwant\n%s", message, got, want)
		}
	}
}

// TestTypeOfSimpleValue sends the type of a simple value.
func TestTypeOfSimpleValue(t *testing.T) {
	info, op := orders(t)
	given, err := callvalue.ParseArguments([]string{"id=7", "colour.@xsi:type=xs:int", "colour=5"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	req, err := callvalue.Request(t.Context(), info, op, given)
	if err != nil {
		t.Fatal(err)
	}
	_, markup, err := callvalue.Given(info, op, req)
	if want := `:int">5</tns:colour>`; err != nil || !bytes.Contains(markup, []byte(want)) {
		t.Errorf("%s, %v; want %s", markup, err, want)
	}
}

// TestTexts finds the values with a name, wherever the user has written them.
func TestTexts(t *testing.T) {
	for _, args := range []string{
		"user.pin=12345 token=abc",
		`user={"pin":12345} token=abc`,
		`user=[{"pin":{"#text":12345,"@type":"x"}}] token=abc`,
		`{"user":{"pin":"12345","x":null},"token":["abc"]}`,
	} {
		given, err := givenIn(args)
		if err != nil {
			t.Fatal(err)
		}
		found := make(map[string]string)
		for name, text := range given.Texts() {
			found[name] = text
		}
		if found["pin"] != "12345" || found["token"] != "abc" {
			t.Errorf("%s: %v", args, found)
		}
	}
}
