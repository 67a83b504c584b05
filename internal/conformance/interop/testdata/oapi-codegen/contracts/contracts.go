// Package contracts calls services with clients that oapi-codegen generates from their descriptions in OpenAPI.
package contracts

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"reflect"
	"strings"
)

// description is what is read of a description.
type description struct {
	Servers []struct{ URL string }
	Paths   map[string]map[string]struct {
		RequestBody struct {
			Content map[string]struct{ Example json.RawMessage }
		}
	}
}

// doer sends requests of a generated client.
type doer func(*http.Request) (*http.Response, error)

// Do sends a request.
func (d doer) Do(r *http.Request) (*http.Response, error) { return d(r) }

// Main calls the services of descriptions, which are the files that newClients has clients of, and prints what is wrong and how much was
// called. Types may fail to hold one example of 20.
func Main(newClients map[string]any) {
	all, unheld := 0, 0
	for file, newClient := range newClients {
		document, err := os.ReadFile(file)
		if err != nil {
			log.Fatal(err)
		}
		calls, wrong, err := call(newClient, document)
		for _, w := range wrong {
			fmt.Println("the type cannot hold the example:", file, w)
		}
		if all, unheld = all+calls, unheld+len(wrong); err != nil {
			fmt.Printf("%s: %.2000s\n", file, err)
			defer os.Exit(1)
		}
	}
	fmt.Println(all, "calls,", unheld, "examples that types cannot hold")
	if all == 0 || unheld > all/20 {
		defer os.Exit(1)
	}
}

// call calls each operation of a service with the example of its description, as a value of the type that newClient's package has for it.
// The body that is sent must be the example, and the answer the one to the example itself. It returns the number of calls, and why types
// cannot hold examples: oapi-codegen takes texts with a contentMediaType for binary values, and cannot read inline unions.
func call(newClient any, document []byte) (calls int, unheld []error, err error) {
	var d description
	if err := json.Unmarshal(document, &d); err != nil {
		return 0, nil, err
	}
	server := strings.TrimSuffix(d.Servers[0].URL, "/")
	client := reflect.ValueOf(newClient).Call([]reflect.Value{reflect.ValueOf(server)})[0]
	var path string
	ask := reflect.ValueOf(doer(func(r *http.Request) (*http.Response, error) {
		path = strings.TrimPrefix(r.URL.String(), server)
		return nil, errors.New("not sent")
	}))
	for i := range client.NumMethod() {
		name, found := strings.CutSuffix(client.Type().Method(i).Name, "WithBody")
		typed := client.MethodByName(name)
		if !found || !typed.IsValid() {
			continue
		}
		client.Elem().FieldByName("Client").Set(ask)
		client.Method(i).Call(arguments(client.Method(i), nil))
		example := d.Paths[path]["post"].RequestBody.Content["application/json"].Example
		if example == nil {
			continue
		}
		var held error
		body := arguments(typed, func(body reflect.Value) { held = json.Unmarshal(example, body.Addr().Interface()) })
		if held != nil {
			unheld = append(unheld, fmt.Errorf("%s: %w", path, held))
			continue
		}
		if wrong := compare(client, typed, body, server+path, example); wrong != nil {
			err = errors.Join(err, fmt.Errorf("%s: %w", path, wrong))
		}
		calls++
	}
	return calls, unheld, err
}

// arguments returns the arguments of a method, without those that edit requests. The body is the argument that body is assigned to.
func arguments(method reflect.Value, body func(reflect.Value)) (all []reflect.Value) {
	for i := range method.Type().NumIn() - 1 {
		argument := reflect.New(method.Type().In(i)).Elem()
		switch argument.Interface().(type) {
		case string:
			argument.SetString("application/json")
		default:
			switch argument.Type() {
			case reflect.TypeFor[context.Context]():
				argument.Set(reflect.ValueOf(context.Background()))
			case reflect.TypeFor[io.Reader]():
				argument.Set(reflect.ValueOf(strings.NewReader("{}")))
			default:
				if body != nil && i == method.Type().NumIn()-2 {
					body(argument)
				}
			}
		}
		all = append(all, argument)
	}
	return all
}

// compare calls an operation with an example, and without the client.
func compare(client, typed reflect.Value, body []reflect.Value, url string, example []byte) error {
	var sent []byte
	client.Elem().FieldByName("Client").Set(reflect.ValueOf(doer(func(r *http.Request) (*http.Response, error) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		sent, r.Body, r.ContentLength = body, io.NopCloser(bytes.NewReader(body)), int64(len(body))
		return http.DefaultClient.Do(r)
	})))
	results := typed.Call(body)
	if failed, _ := results[1].Interface().(error); failed != nil {
		return failed
	}
	plain, err := http.Post(url, "application/json", bytes.NewReader(example))
	if err != nil {
		return err
	}
	want, wantStatus, err := read(plain)
	got, gotStatus, failed := read(results[0].Interface().(*http.Response))
	switch {
	case err != nil || failed != nil:
		return errors.Join(err, failed)
	case !same(sent, example):
		return fmt.Errorf("sent %s, want %s", sent, example)
	case gotStatus != wantStatus || gotStatus/100 != 2 || len(want) > 0 && !same(got, want):
		return fmt.Errorf("the answer is %d %s, want %d %s", gotStatus, got, wantStatus, want)
	}
	return nil
}

func read(r *http.Response) (text []byte, status int, err error) {
	defer r.Body.Close()
	text, err = io.ReadAll(r.Body)
	return text, r.StatusCode, err
}

// same reports whether two texts are the same JSON.
func same(a, b []byte) bool {
	var x, y any
	return json.Unmarshal(a, &x) == nil && json.Unmarshal(b, &y) == nil && reflect.DeepEqual(x, y)
}
