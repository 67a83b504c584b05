package soap_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"example.com/quartet/templates/soap"
	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// answer is what the generator writes for a message with values of many types.
type answer struct {
	_     struct{}            `soap:"answer"`
	ID    int32               `soap:"id,attr"`
	Rate  *int32              `soap:"rate,attr"`
	Name  string              `soap:"name"`
	Kind  string              `soap:"kind"`
	When  xsd.DateTime        `soap:"when"`
	Later *xsd.DateTime       `soap:"later"`
	Day   xsd.Date            `soap:"day"`
	Clock *xsd.Time           `soap:"clock"`
	Price xsd.Decimal         `soap:"price"`
	Cost  *xsd.Decimal        `soap:"cost"`
	Count int32               `soap:"count"`
	Total *int64              `soap:"total"`
	Limit xsd.Nillable[int32] `soap:"limit"`
	Flag  bool                `soap:"flag"`
	Maybe *bool               `soap:"maybe"`
	Data  []byte              `soap:"data,required"`
	Sizes []int32             `soap:"sizes,list"`
	Marks []int32             `soap:"mark"`
	Ratio *float64            `soap:"ratio"`
	Part  answerPart          `soap:"part"`
}

type answerPart struct {
	_    struct{} `soap:"part"`
	Unit *string  `soap:"unit,attr"`
	Size int32    `soap:",text"`
}

type answerSource struct{}

var answerTypes = schema.Table{Namespaces: []schema.Namespace{{}, {URI: "urn:answers"}}, Target: 1, Qualified: true, Source: answerSource{}}

func init() { schema.Define(&answerTypes) }

func answerName(local ...string) (path []schema.ElementName) {
	for _, name := range local {
		path = append(path, schema.ElementName{NS: 1, Local: name})
	}
	return path
}

var (
	opAsk = contract.Operation{Name: "ask", Result: &schema.Value{Zero: (**answer)(nil), Tag: "answer"}, Wires: []contract.Wire{
		{Bindings: []contract.Binding{contract.SOAP11, contract.SOAP12}, In: answerName("ask")[0], Out: answerName("askResponse", "answer"), OutMust: true},
		{Bindings: []contract.Binding{contract.HTTPGet, contract.HTTPPost}, Path: "/ask", Out: answerName("answer"), OutMust: true},
	}}
	opAskAll = contract.Operation{Name: "askAll", Result: &schema.Value{Zero: (*[]answer)(nil), Tag: "answer"}, Wires: []contract.Wire{
		{Bindings: []contract.Binding{contract.SOAP11, contract.SOAP12}, In: answerName("askAll")[0], Out: answerName("askAllResponse", "answers")},
		{Bindings: []contract.Binding{contract.HTTPGet, contract.HTTPPost}, Path: "/askAll", Out: answerName("answers")},
	}}
	answerBindings = []contract.Binding{contract.SOAP11, contract.SOAP12, contract.HTTPGet, contract.HTTPPost}
)

type doer func(*http.Request) (*http.Response, error)

func (f doer) Do(r *http.Request) (*http.Response, error) { return f(r) }

// answerCaller returns a client of a service that gives an answer, in pieces of one byte if slow is set.
func answerCaller(t *testing.T, b contract.Binding, answer string, slow bool, opts ...soap.ClientOption) *soap.Caller {
	t.Helper()
	info := &contract.Contract{Service: "Answers", Namespaces: answerTypes.Namespaces, Types: &answerTypes, XSI: true}
	for _, b := range answerBindings {
		info.Ports = append(info.Ports, contract.Port{Name: b.String(), Binding: b, Address: "http://answers.example/"})
	}
	if b.IsSOAP() {
		space := map[contract.Binding]string{contract.SOAP11: soap.SOAP11Namespace, contract.SOAP12: soap.SOAP12Namespace}[b]
		answer = `<s:Envelope xmlns:s="` + space + `"><s:Body>` + answer + `</s:Body></s:Envelope>`
	}
	opts = append([]soap.ClientOption{soap.WithLogger(slog.New(slog.DiscardHandler))}, opts...)
	c, err := soap.NewCaller(info.With(&opAsk, &opAskAll), "", b, append(opts, soap.WithHTTPClient(doer(func(*http.Request) (*http.Response, error) {
		var body io.Reader = strings.NewReader(answer)
		if slow {
			body = iotest.OneByteReader(body)
		}
		return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"text/xml"}}, Body: io.NopCloser(body), ContentLength: -1}, nil
	}))))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

const validAnswer = `<answer xmlns="urn:answers" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" id="1"><name>n</name><kind>b</kind>` +
	`<when>2026-01-01T10:00:00</when><day>2026-01-01</day><price>1.5</price><count>1</count><flag>true</flag><data>QUI=</data><part>7</part></answer>`

// lenientAnswers are answers of services: what replaces an element of validAnswer, the value that is read, nil for the value of
// validAnswer, and what is reported.
var lenientAnswers = []struct {
	name, instead, of string
	want              func(*answer)
	report            string // "": nothing
}{
	{"a required element is missing", ``, `<count>1</count>`, func(a *answer) { a.Count = 0 }, "the element count is missing; it is read as absent"},
	{"an empty dateTime", `<when/>`, `<when>2026-01-01T10:00:00</when>`, func(a *answer) { a.When = xsd.DateTime{} }, `"" is not an xs:dateTime; it is read as absent`},
	{"an empty decimal", `<price></price>`, `<price>1.5</price>`, func(a *answer) { a.Price = xsd.Decimal{} }, `"" is not an xs:decimal; it is read as absent`},
	{"an empty int", `<count> </count>`, `<count>1</count>`, func(a *answer) { a.Count = 0 }, `"" is not an xs:int; it is read as absent`},
	{"an empty boolean", `<flag/>`, `<flag>true</flag>`, func(a *answer) { a.Flag = false }, `"" is not an xs:boolean; it is read as absent`},
	{"a space for T", `<when>2026-01-01 10:00:00</when>`, `<when>2026-01-01T10:00:00</when>`, nil, `"2026-01-01 10:00:00" is not an xs:dateTime; it is read as "2026-01-01T10:00:00"`},
	{"a date in a dateTime", `<when>2026-01-01</when>`, `<when>2026-01-01T10:00:00</when>`,
		func(a *answer) { a.When = must(xsd.ParseDateTime("2026-01-01T00:00:00")) }, `"2026-01-01" is not an xs:dateTime; it is read as "2026-01-01T00:00:00"`},
	{"a dateTime in a date", `<day>2026-01-01T10:00:00</day>`, `<day>2026-01-01</day>`, nil, `"2026-01-01T10:00:00" is not an xs:date; it is read as "2026-01-01"`},
	{"a date of zeros", `<day>0000-00-00</day>`, `<day>2026-01-01</day>`, func(a *answer) { a.Day = xsd.Date{} }, `"0000-00-00" is not an xs:date; it is read as absent`},
	{"a short date", `<day>2026-1-1</day>`, `<day>2026-01-01</day>`, nil, `"2026-1-1" is not an xs:date; it is read as "2026-01-01"`},
	{"a decimal comma", `<price>1,50</price>`, `<price>1.5</price>`, func(a *answer) { a.Price = must(xsd.ParseDecimal("1.50")) }, `"1,50" is not an xs:decimal; it is read as "1.50"`},
	{"an int with a fraction", `<count>1.0</count>`, `<count>1</count>`, nil, `"1.0" is not an xs:int; it is read as "1"`},
	{"True", `<flag>True</flag>`, `<flag>true</flag>`, nil, `"True" is not an xs:boolean; it is read as "true"`},
	{"an int that is too large", `<count>3000000000</count>`, `<count>1</count>`, func(a *answer) { a.Count = 0 }, `"3000000000" is not an xs:int; it is read as absent`},
	{"base64 without padding", `<data>QUI</data>`, `<data>QUI=</data>`, nil, `"QUI" is not an xs:base64Binary; it is read as "QUI="`},
	{"an element twice", `<count>1</count><count>2</count>`, `<count>1</count>`, nil, "/count): the element is given twice; it is read as absent"},
	{"nil that is not nillable", `<count xsi:nil="true"/>`, `<count>1</count>`, func(a *answer) { a.Count = 0 }, "/count): xsi:nil on an element that must have a value; it is read as absent"},
	{"an unknown enumeration value", `<kind>z</kind>`, `<kind>b</kind>`, func(a *answer) { a.Kind = "z" }, ""},
	{"an extra element", `<kind>b</kind><extra>1</extra>`, `<kind>b</kind>`, nil, ""},
	{"another order", `<flag>true</flag><count>1</count>`, `<count>1</count><flag>true</flag>`, nil, ""},
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// ask calls the service over a binding.
func ask(t *testing.T, b contract.Binding, doc string, opts ...soap.ClientOption) (*answer, error) {
	t.Helper()
	if b.IsSOAP() {
		doc = `<askResponse xmlns="urn:answers">` + doc + `</askResponse>`
	}
	return soap.Invoke[*answer](t.Context(), answerCaller(t, b, doc, false, opts...), &opAsk, nil)
}

// askAll reads a list with doc as its items at once, and item by item as it arrives byte by byte.
func askAll(t *testing.T, b contract.Binding, doc string, opts ...soap.ClientOption) (list, items []answer, err error) {
	t.Helper()
	doc = `<answers xmlns="urn:answers">` + doc + `</answers>`
	if b.IsSOAP() {
		doc = `<askAllResponse xmlns="urn:answers">` + doc + `</askAllResponse>`
	}
	list, err = soap.Invoke[[]answer](t.Context(), answerCaller(t, b, doc, false, opts...), &opAskAll, nil)
	for item, wrong := range soap.InvokeSeq[answer](t.Context(), answerCaller(t, b, doc, true, opts...), &opAskAll, nil) {
		if items, err = append(items, item), errors.Join(err, wrong); wrong != nil {
			return list, items[:len(items)-1], err
		}
	}
	return list, items, err
}

// TestOtherResult: a list is not empty because the service has another element in its place, unless an option accepts that.
func TestOtherResult(t *testing.T) {
	const doc = `<askAllResponse xmlns="urn:answers"><return><answer id="1"/></return></askAllResponse>`
	const want = `the element answers is missing; "return" is in its place`
	for _, b := range []contract.Binding{contract.SOAP11, contract.SOAP12} {
		_, err := soap.Invoke[[]answer](t.Context(), answerCaller(t, b, doc, false), &opAskAll, nil)
		var wrong error
		for _, wrong = range soap.InvokeSeq[answer](t.Context(), answerCaller(t, b, doc, true), &opAskAll, nil) {
		}
		if err == nil || wrong == nil || !strings.Contains(err.Error(), want) || wrong.Error() != err.Error() {
			t.Errorf("%s: %v, %v", b, err, wrong)
		}
		opt, reports := lenientOption()
		list, err := soap.Invoke[[]answer](t.Context(), answerCaller(t, b, doc, false, opt), &opAskAll, nil)
		if len(list) > 0 || err != nil || len(*reports) != 1 || !strings.Contains((*reports)[0], want) {
			t.Errorf("%s: %v, %v, %q", b, list, err, *reports)
		}
	}
}

// lenientOption returns the option, and the reports as they are made.
func lenientOption() (opt soap.ClientOption, reports *[]string) {
	reports = new([]string)
	return soap.WithLenientValues(func(_ context.Context, call *soap.Call, value soap.LenientValue) {
		*reports = append(*reports, call.Operation+": "+value.String())
	}), reports
}

// TestLenientAnswers: of 20 answers that services give, all are read with the option, and the 17 that are not valid are reported,
// and are errors without it.
func TestLenientAnswers(t *testing.T) {
	reported := 0
	for _, test := range lenientAnswers {
		want := new(answer)
		*want = *must(ask(t, contract.SOAP11, validAnswer))
		if test.want != nil {
			test.want(want)
		}
		var n []string
		if test.report != "" {
			n, reported = []string{test.report}, reported+1
		}
		doc := strings.Replace(validAnswer, test.of, test.instead, 1)
		for _, b := range answerBindings {
			got, err := ask(t, b, doc)
			if hint := "; use soap.WithLenientValues, or go tool quartet call --lenient-values, to accept it"; test.report != "" {
				strict := test.report[:strings.Index(test.report, "; it is read")]
				if err == nil || !strings.Contains(err.Error(), strict+hint) {
					t.Errorf("%s, %s: %v", b, test.name, err)
				}
			} else if err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%s, %s: %+v, %v", b, test.name, got, err)
			}
			option, reports := lenientOption()
			var log bytes.Buffer
			got, err = ask(t, b, doc, option, soap.WithLogger(slog.New(slog.NewJSONHandler(&log, nil))))
			if err != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%s, %s: %+v, want %+v, %v", b, test.name, got, want, err)
			}
			checkReports(t, b.String()+", "+test.name, *reports, n)
			if logged := strings.Count(log.String(), `"level":"WARN","msg":"value read leniently","service":"Answers","operation":"ask"`); logged != len(n) {
				t.Errorf("%s, %s: logged %s", b, test.name, &log)
			}
			option, reports = lenientOption()
			list, items, err := askAll(t, b, doc+validAnswer+doc, option)
			if valid := *must(ask(t, b, validAnswer)); err != nil || !reflect.DeepEqual(list, []answer{*want, valid, *want}) || !reflect.DeepEqual(items, list) {
				t.Errorf("%s, %s: the list %+v, item by item %+v, %v", b, test.name, list, items, err)
			}
			checkReports(t, b.String()+", "+test.name+", lists", *reports, slices.Concat(n, n, n, n))
		}
	}
	if reported != 17 || len(lenientAnswers) != 20 {
		t.Errorf("%d of %d answers are reported", reported, len(lenientAnswers))
	}
}

// checkReports compares reports with the ends that they should have.
func checkReports(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.EqualFunc(got, want, strings.HasSuffix) {
		t.Errorf("%s: reported\n%s\nwant\n%s", what, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestLenientReports: of one response, the first 100 values are reported, also if it is read item by item.
func TestLenientReports(t *testing.T) {
	doc := strings.Repeat(strings.Replace(validAnswer, "true", "True", 1), 150)
	for _, slow := range []bool{false, true} {
		option, reports := lenientOption()
		caller := answerCaller(t, contract.HTTPGet, `<answers xmlns="urn:answers">`+doc+`</answers>`, slow, option)
		n := 0
		for _, err := range soap.InvokeSeq[answer](t.Context(), caller, &opAskAll, nil) {
			if n++; err != nil || len(*reports) != min(n, 100) {
				t.Fatalf("item %d: %d reports, %v", n, len(*reports), err)
			}
		}
		if n != 150 {
			t.Errorf("%d items", n)
		}
	}
	option, reports := lenientOption()
	twice := soap.WithTypedInterceptors(func(ctx context.Context, _ *soap.Call, next func(context.Context) error) error {
		_ = next(ctx)
		return next(ctx)
	})
	caller := answerCaller(t, contract.HTTPGet, `<answers xmlns="urn:answers">`+doc+`</answers>`, false, option, twice)
	if _, err := soap.Invoke[[]answer](t.Context(), caller, &opAskAll, nil); err != nil || len(*reports) != 200 {
		t.Errorf("%d reports of two responses, %v", len(*reports), err)
	}
}

// TestLenientResults: a result that is missing, nil or there twice is read, and a document that is not well-formed is not.
func TestLenientResults(t *testing.T) {
	valid := *must(ask(t, contract.SOAP11, validAnswer))
	for _, test := range []struct {
		doc    string
		want   *answer
		report string
	}{
		{``, nil, "(Envelope/Body): the element answer is missing; it is read as absent"},
		{`<answer xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/>`, nil, "the element answer is nil, which the contract does not allow; it is read as absent"},
		{validAnswer + validAnswer, &valid, "/answer): the element is given twice; it is read as absent"},
	} {
		if _, err := ask(t, contract.SOAP11, test.doc); err == nil || !strings.Contains(err.Error(), "use soap.WithLenientValues") {
			t.Errorf("%s: %v", test.doc, err)
		}
		option, reports := lenientOption()
		if got, err := ask(t, contract.SOAP11, test.doc, option); err != nil || !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: %+v, %v", test.doc, got, err)
		}
		checkReports(t, test.doc, *reports, []string{test.report})
	}
	option, reports := lenientOption()
	if _, err := ask(t, contract.SOAP11, validAnswer+"<", option); err == nil || len(*reports) > 0 {
		t.Errorf("a document that is not well-formed: %v, %v", err, *reports)
	}
}
