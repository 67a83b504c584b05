package support

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
)

// contract is a ContractInfo with the namespaces that options put in place of
// its own.
type contract struct {
	*ContractInfo
	ns   []Namespace // as messages have them
	read []Namespace // the same, and those of envelopes
}

func newContract(info *ContractInfo, replaced [][2]string) (*contract, error) {
	c := &contract{ContractInfo: info, ns: append([]Namespace(nil), info.Namespaces...)}
	var errs []error
	for _, pair := range replaced {
		if err := c.replace(pair[0], pair[1]); err != nil {
			errs = append(errs, err)
		}
	}
	c.read = append(c.ns[:len(c.ns):len(c.ns)], Namespace{URI: soap11Namespace}, Namespace{URI: soap12Namespace})
	return c, errors.Join(errs...)
}

func (c *contract) replace(from, to string) error {
	if at, _ := notXML(to); at >= 0 || to == "" {
		return fmt.Errorf("namespace %q cannot be replaced by %q", from, to)
	}
	found := false
	for i := 1; i < len(c.ns); i++ {
		switch {
		case c.Namespaces[i].URI == from:
			c.ns[i].URI = to
			found = true
		case c.ns[i].URI == to:
			return fmt.Errorf("namespace %q cannot be replaced by %q, which the contract uses, too", from, to)
		}
	}
	if !found {
		return fmt.Errorf("namespace %q is not one of the contract's", from)
	}
	return nil
}

// action returns the soapAction of an operation.
func (c *contract) action(w *Wire) string {
	if w.ActNS == 0 {
		return w.Action
	}
	return c.ns[w.ActNS].URI + strings.TrimPrefix(w.Action, c.Namespaces[w.ActNS].URI)
}

// port returns the first port with a binding, nil if there is none.
func (c *contract) port(b Binding) *PortInfo {
	for i := range c.Ports {
		if c.Ports[i].Binding == b {
			return &c.Ports[i]
		}
	}
	return nil
}

// wireOf returns how op looks on a binding, nil if it is not offered there.
func wireOf(op *OperationInfo, b Binding) *Wire {
	for i := range op.Wires {
		for _, offered := range op.Wires[i].Bindings {
			if offered == b {
				return &op.Wires[i]
			}
		}
	}
	return nil
}

// addressPath returns the path of a port's address, "/" if it has none.
func addressPath(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "/"
	}
	return rooted(u.Path)
}

func rooted(path string) string {
	if strings.HasPrefix(path, "/") {
		return path
	}
	return "/" + path
}

// operationPath joins the path of a port and the location of an operation
// (WSDL 1.1 section 4.4).
func operationPath(path, location string) string {
	if location == "" {
		return path
	}
	return strings.TrimSuffix(path, "/") + rooted(location)
}
