package callvalue

import (
	"fmt"
	"unicode/utf8"
)

// checkText reports a value below a node with a character that XML cannot carry (XML 1.0, section 2.2).
func checkText(n *Node, path string) error {
	if !utf8.ValidString(n.Text) {
		return fmt.Errorf("the value of %s is not UTF-8", cmpPath(path, "the request"))
	}
	for _, r := range n.Text {
		if r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xFFFE || r == 0xFFFF {
			return fmt.Errorf("the value of %s has the character %U, which XML cannot carry", cmpPath(path, "the request"), r)
		}
	}
	for _, c := range n.Children {
		if err := checkText(c, join(path, c.Name)); err != nil {
			return err
		}
	}
	return nil
}
