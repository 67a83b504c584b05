package callvalue

import (
	"encoding/base64"
	"fmt"
	"slices"
	"strings"

	"example.com/quartet/templates/soap/contract"
	"example.com/quartet/templates/soap/kind"
	"example.com/quartet/templates/soap/schema"
)

// attachmentNames returns the names of the attachments of a message.
func attachmentNames(t *schema.Type) (names []string) {
	rows := t.Rows() // nil for a model
	for i := range rows {
		switch r := &rows[i]; {
		case r.At != schema.AtAttachment || r.Kind == kind.MediaType:
		case r.More != nil && r.More.Part != "":
			names = append(names, r.More.Part)
		default:
			names = append(names, r.Name)
		}
	}
	return names
}

// withoutAttachments returns a node with the content of the envelope, and the attachments.
func withoutAttachments(t *schema.Type, given *Node) (inside *Node, attached []*Node) {
	names := attachmentNames(t)
	inside = &Node{Name: given.Name, Text: given.Text, HasText: given.HasText, Nil: given.Nil}
	for _, c := range given.Children {
		if slices.Contains(names, c.Name) {
			attached = append(attached, c)
		} else {
			inside.Children = append(inside.Children, c)
		}
	}
	return inside, attached
}

// attach sets the attachments of a request that are given: bytes in base64, values of simple types as text, documents as
// markup.
func attach(info *contract.Contract, op *contract.Operation, req any, given []*Node) error {
	all := schema.Attachments(op.RequestType(), req)
	for i := range all {
		a := &all[i]
		set := false
		for _, c := range given {
			switch {
			case c.Name != a.Part():
				continue
			case set:
				return fmt.Errorf("%s is given twice, but may occur only once", c.Name)
			case len(c.Children) > 0:
				return fmt.Errorf("%s is an attachment and has no %s", c.Name, c.Children[0].Name)
			}
			set = true
			if err := setAttachment(info, a, c.Text); err != nil {
				return fmt.Errorf("the attachment %s: %w", c.Name, err)
			}
		}
	}
	return nil
}

func setAttachment(info *contract.Contract, a *schema.Attachment, text string) (err error) {
	switch a.Form() {
	case schema.AttachedBytes:
		*a.Bytes(), err = base64.StdEncoding.DecodeString(strings.Join(strings.Fields(text), ""))
		return err
	case schema.AttachedText:
		return a.SetText(text)
	}
	d := schema.NewDecoder([]byte(text), info.Namespaces, schema.Limits{})
	defer d.Release()
	d.Types = info.Types
	if d.Root() {
		a.Read(d)
	}
	d.End()
	return d.Err()
}
