package policy_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"example.com/quartet/internal/compiler/reading/load"
	"example.com/quartet/internal/compiler/reading/policy"
	"example.com/quartet/internal/compiler/reading/resolve"
	"example.com/quartet/internal/compiler/reading/wsdl11"
	"example.com/quartet/internal/conformance/corpus"
	"example.com/quartet/templates/soap/contract"
)

// inCorpus describes the policies of each contract in the folder QUARTET_CORPUS that has any: its ports over HTTP, with what they
// demand.
var inCorpus = map[string]string{
	"amazon-sqs": `QueueServiceHttpsPort: addressing, sp:TransportBinding by https, sp:IncludeTimestamp by wsse.WithCredentials,
			sp:EndorsingSupportingTokens by wsse.WithSigning, sp:Basic256 by unsupported;
		MessageQueueHttpsPort: addressing, sp:TransportBinding by https, sp:IncludeTimestamp by wsse.WithCredentials,
			sp:EndorsingSupportingTokens by wsse.WithSigning, sp:Basic256 by unsupported;`,
	"bingads-bulk":     `BasicHttpBinding_IBulkService: sp:TransportBinding by https;`,
	"bingads-campaign": `BasicHttpBinding_ICampaignManagementService: sp:TransportBinding by https;`,
	"dwservice-soap12": `WSHttpBinding_IDWService: addressing, sp:SymmetricBinding by unsupported, sp:MustSupportRefEncryptedKey by unsupported,
			sp:MustSupportIssuedTokens by unsupported, sp:RequireClientEntropy by unsupported, sp:RequireServerEntropy by unsupported,
			9 operations sp:SignedParts by wsse.WithSigning, 9 operations sp:EncryptedParts by wsse.WithEncryption;`,
	"ihe-servicefinder-circular": `WSHttpBinding_IServiceFinderQuery: addressing, sp:TransportBinding by https;`,
	"ota-reservation":            `BasicHttpBinding_OTA2010A.ReservationService1: nothing; 1 cannot be read`,
	"partner-wcf":                `PartnerServiceWSEndPoint: addressing;`,
	"sap-purchase": `binding_SOAP12: MTOM?, addressing?, sp:TransportBinding by https, sp:HttpBasicAuthentication by soap.WithHeader;
		binding: MTOM?, addressing?, sp:TransportBinding by https, sp:HttpBasicAuthentication by soap.WithHeader;`,
	"wcf-tempuri-multi": `defaultEndpoint: addressing; basicHttpsEndpoint: sp:TransportBinding by https; httpsoap12Endpoint: addressing;
		httpbinaryEndpoint: addressing, msb:BinaryEncoding by unsupported; httpssoap11Endpoint: sp:TransportBinding by https;
		httpssoap12Endpoint: addressing, sp:TransportBinding by https;`,
	"ws-trust-1.4": `UT_Port: addressing, sp:SymmetricBinding by unsupported,
			sp:SignedSupportingTokens by wsse.WithSigning, sp:UsernameToken by wsse.WithCredentials,
			sp:MustSupportRefEncryptedKey by unsupported,
			sp:MustSupportIssuedTokens by unsupported, sp:RequireClientEntropy by unsupported, sp:RequireServerEntropy by unsupported,
			2 operations sp:SignedParts by wsse.WithSigning, 2 operations sp:EncryptedParts by wsse.WithEncryption;
		X509_Port: addressing, sp:AsymmetricBinding by wsse.WithSigning, sp:EncryptSignature by wsse.WithEncryption, sp:MustSupportRefEncryptedKey by unsupported,
			sp:MustSupportIssuedTokens by unsupported, sp:RequireClientEntropy by unsupported, sp:RequireServerEntropy by unsupported, sp:TripleDesRsa15 by unsupported,
			2 operations sp:SignedParts by wsse.WithSigning, 2 operations sp:EncryptedParts by wsse.WithEncryption;
		Transport_Port: addressing, sp:TransportBinding by https, sp:IncludeTimestamp by wsse.WithCredentials, sp:UsernameToken by wsse.WithCredentials,
			sp:MustSupportIssuedTokens by unsupported, sp:RequireClientEntropy by unsupported, sp:RequireServerEntropy by unsupported;
		UTEncrypted_Port: addressing, sp:SymmetricBinding by unsupported,
			sp:SignedSupportingTokens by wsse.WithSigning, sp:UsernameToken by wsse.WithCredentials,
			sp:MustSupportRefEncryptedKey by unsupported,
			sp:MustSupportIssuedTokens by unsupported, sp:RequireClientEntropy by unsupported, sp:RequireServerEntropy by unsupported,
			2 operations sp:SignedParts by wsse.WithSigning, 2 operations sp:EncryptedParts by wsse.WithEncryption;`,
}

// TestCorpus classifies the assertions of all real contracts.
func TestCorpus(t *testing.T) {
	found := make(map[string]bool)
	for _, c := range corpus.All(t) {
		set, _ := load.Load(context.Background(), load.Config{Main: c.Main, Catalogs: []string{c.Catalog}, Lenient: true})
		if set == nil {
			continue
		}
		m, _ := resolve.ResolveLenient(set)
		r := policy.NewReader(m)
		got := ports(r, m)
		if n := len(r.Diagnostics()); n > 0 {
			got += fmt.Sprintf(" %d cannot be read", n)
		}
		if want := strings.Join(strings.Fields(inCorpus[c.Name]), " "); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", c.Name, got, want)
		}
		found[c.Name] = true
	}
	for name := range inCorpus {
		if !found[name] {
			t.Errorf("there is no contract %s", name)
		}
	}
}

// ports describes the ports that have a policy.
func ports(r *policy.Reader, m *resolve.Model) string {
	var all []string
	for _, s := range m.Services {
		for _, port := range s.Ports {
			if port.Binding.Kind == wsdl11.OtherBinding || port.Binding.Kind != wsdl11.HTTP && !port.Binding.OverHTTP() {
				continue
			}
			if p := r.Port(port, port.Binding); p.Found {
				all = append(all, port.Name+": "+describe(p)+";")
			}
		}
	}
	return strings.Join(all, " ")
}

func describe(p *policy.Port) string {
	var all []string
	for what, use := range map[string]contract.Use{"addressing": p.Addressing, "MTOM": p.MTOM} {
		if use != contract.Unmentioned {
			all = append(all, what+[...]string{"", "?", ""}[use])
		}
	}
	slices.Sort(all)
	for _, d := range p.Demands {
		if d.Class != policy.Followed {
			all = append(all, text(d))
		}
	}
	count := make(map[string]int)
	for _, o := range p.Operations {
		for _, d := range o.Demands {
			if d.Class == policy.Followed {
				continue
			}
			if count[text(d)]++; count[text(d)] == 1 {
				all = append(all, "each "+text(d))
			}
		}
	}
	for i, line := range all {
		if n := count[strings.TrimPrefix(line, "each ")]; n > 0 {
			all[i] = strings.Replace(line, "each", fmt.Sprintf("%d operations", n), 1)
		}
	}
	if all == nil {
		return "nothing"
	}
	return strings.Join(all, ", ")
}

func text(d policy.Demand) string {
	who := d.Option
	switch d.Class {
	case policy.Unsupported:
		who = "unsupported"
	}
	return d.Need.String() + " by " + who
}
