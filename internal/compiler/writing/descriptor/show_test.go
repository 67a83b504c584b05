package descriptor

import (
	"fmt"
	"reflect"
	"strings"

	"example.com/quartet/templates/soap/schema"
	"example.com/quartet/templates/soap/xsd"
)

// show writes a description as Go would, without the zero values.
func (d *Descriptions) show(v any) string { return d.text(reflect.ValueOf(v)) }

func (d *Descriptions) text(v reflect.Value) string {
	switch x := v.Interface().(type) {
	case schema.Kind:
		return "Kind" + strings.TrimPrefix(kindNames[x], "None")
	case schema.Occurs:
		return [...]string{"Optional", "Once", "Many", "OnceOrMore"}[x]
	case schema.Place:
		return [...]string{"AtElement", "AtAttribute", "AtContent", "AtItem", "AtListItem", "AtAttachment"}[x]
	case xsd.Process:
		return [...]string{"Strict", "Lax", "Skip"}[x]
	case *schema.Type:
		if o := d.Origin(x); o != (Origin{}) {
			return o.name()
		}
	case string:
		return fmt.Sprintf("%q", x)
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		return d.text(v.Elem())
	case reflect.Slice:
		var items []string
		for i := range v.Len() {
			items = append(items, d.text(v.Index(i)))
		}
		return "{" + strings.Join(items, ", ") + "}"
	case reflect.Struct:
		return d.fields(v)
	}
	return fmt.Sprint(v.Interface())
}

func (d *Descriptions) fields(v reflect.Value) string {
	var fields []string
	for i := range v.NumField() {
		if f := v.Type().Field(i); f.IsExported() && f.Name != "GoName" && !v.Field(i).IsZero() {
			fields = append(fields, f.Name+": "+d.text(v.Field(i)))
		}
	}
	return "{" + strings.Join(fields, ", ") + "}"
}

func (o Origin) name() string {
	switch {
	case o.Struct != nil:
		return o.Struct.Name
	case o.Simple != nil:
		return o.Simple.Name
	}
	name := "[]" + o.List.Item.Kind
	if t := o.List.Item.Type; t != nil {
		name = "[]" + t.Name
	}
	return name
}

// lines writes each row on a line.
func (d *Descriptions) lines(rows []schema.Row) string {
	var b strings.Builder
	for _, r := range rows {
		b.WriteString(d.show(r) + "\n")
	}
	return b.String()
}

func (d *Descriptions) indented(rows []schema.Row) string {
	var b strings.Builder
	for line := range strings.Lines(d.lines(rows)) {
		b.WriteString("  " + line)
	}
	return b.String()
}

// literal writes the description of a type, whether it has a name or not.
func (d *Descriptions) literal(t *schema.Type) string { return d.fields(reflect.ValueOf(t).Elem()) }
