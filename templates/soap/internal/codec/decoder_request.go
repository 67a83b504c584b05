package codec

import (
	"fmt"
	"strings"
)

// DecodeRequest is DecodeRows for the element whose children are the parameters of a
// request.
func DecodeRequest(d *Decoder, t *Type, v any) {
	d.request = len(d.frames) + 1
	DecodeRows(d, t, v)
	d.request = 0
}

// skipOther skips a child that is none of the fields of the innermost element.
func (d *Decoder) skipOther(f *frame) {
	if d.request == len(d.frames) {
		d.refuseMistaken(f.shape)
	}
	d.SkipUnknown()
}

// refuseMistaken fails if a parameter has the name of the current tag but for
// case or namespace.
func (d *Decoder) refuseMistaken(shape *Shape) {
	space, local := d.Tag()
	for i := range shape.fields {
		f := &shape.fields[i]
		if f.wildcard != nil || !strings.EqualFold(f.name, local) {
			continue
		}
		sent, meant := "", ""
		if right := NamespaceURI(d.ns, f.ns); right != space {
			sent, meant = inNamespace(space), inNamespace(right)
		}
		d.FailTag("the parameter %q%s is not known; its name is %q%s", local, sent, f.name, meant)
		return
	}
}

func inNamespace(uri string) string {
	if uri == "" {
		return " in no namespace"
	}
	return fmt.Sprintf(" in the namespace %q", uri)
}
