package diff

import (
	"example.com/quartet/internal/compiler/reading/policy"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/templates/soap/contract"
)

// comparePolicies compares what the policies of a port, of its operations and of their messages require.
func (c *comparer) comparePolicies(old, new *wsdl11.Port) {
	a, b := c.oldPolicies.Port(old, old.Binding), c.newPolicies.Port(new, new.Binding)
	at := place{portName(old), old.Pos, new.Pos}
	c.compareUse(at, "WS-Addressing", a.Addressing, b.Addressing)
	c.compareUse(at, "MTOM", a.MTOM, b.MTOM)
	c.compareDemands(at, a.Demands, b.Demands)
	pairs, _, _ := c.matchOperations(old.Binding, new.Binding)
	for _, p := range pairs {
		c.compareDemands(place{operationName(p[0]), p[0].Pos, p[1].Pos}, a.DemandsOf(p[0]), b.DemandsOf(p[1]))
	}
}

func (c *comparer) compareUse(at place, feature string, old, new contract.Use) {
	switch {
	case old != contract.Required && new == contract.Required:
		c.exchange("policy-required", at, OldClients, "the policy now requires %s", feature)
	case old == contract.Required && new != contract.Required:
		c.addition("policy-dropped", at, NewClients, "the policy no longer requires %s", feature)
	}
}

func (c *comparer) compareDemands(at place, old, new []policy.Demand) {
	has := map[side]map[string]bool{isOld: {}, isNew: {}}
	for s, d := range alone(old, new) {
		has[s][d.Need.String()] = true
	}
	for _, d := range new {
		if has[isOld][d.Need.String()] || d.Messages == contract.Replies {
			continue
		}
		c.exchange("policy-required", place{at.component, at.old, d.Pos}, OldClients, "the policy now requires %s: %s", d.Need, d.Remedy())
	}
	for _, d := range old {
		if !has[isNew][d.Need.String()] && d.Messages != contract.Replies {
			c.addition("policy-dropped", place{at.component, d.Pos, at.new}, NewClients, "the policy no longer requires %s", d.Need)
		}
	}
}
