package soap

import (
	"iter"
	"reflect"

	"example.com/quartet/templates/soap/schema"
)

// sequence is an iter.Seq2 of items of any type: it yields pointers to slices of
// one item.
type sequence = iter.Seq2[any, error]

// putSequence writes the items of a sequence while it runs.
func putSequence(e *schema.Encoder, of *schema.Value, items sequence) {
	e.Raw(">")
	for list, err := range items {
		if err != nil {
			e.Abort(err)
			return
		}
		if of.PutItems(e, list); e.Err() != nil {
			return
		}
	}
}

// embeds reports whether a service is a struct that embeds a client, directly or
// in a struct that it embeds; client is a nil pointer to one.
func embeds(service, client any) bool {
	if service == nil || client == nil {
		return false
	}
	return embedsType(reflect.TypeOf(service), reflect.TypeOf(client).Elem(), make(map[reflect.Type]bool))
}

func embedsType(t, client reflect.Type, seen map[reflect.Type]bool) bool {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || t == client || seen[t] {
		return false
	}
	seen[t] = true
	for i := range t.NumField() {
		f := t.Field(i)
		if !f.Anonymous {
			continue
		}
		if f.Type == client || f.Type == reflect.PointerTo(client) || embedsType(f.Type, client, seen) {
			return true
		}
	}
	return false
}
