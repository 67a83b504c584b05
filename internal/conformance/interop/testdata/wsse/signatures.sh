#!/bin/sh
# Signs and verifies with xmlsec1; see README.md of testdata. xmlsec1 knows nothing of WS-Security: this script writes the
# Security block except for digests and the signature, and says which elements have an attribute Id.
set -u
key=$1 certificate=$2
wss=http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss
wsu=$wss-wssecurity-utility-1.0.xsd
ds=http://www.w3.org/2000/09/xmldsig#
exclusive=http://www.w3.org/2001/10/xml-exc-c14n#
ids="--id-attr:Id http://schemas.xmlsoap.org/soap/envelope/:Body --id-attr:Id http://www.w3.org/2003/05/soap-envelope:Body"
ids="$ids --id-attr:Id $wsu:Timestamp --id-attr:Id http://www.w3.org/2005/08/addressing:To"

security() {
	cat <<-END
		<wsse:Security xmlns:wsse="$wss-wssecurity-secext-1.0.xsd" xmlns:wsu="$wsu" soap:mustUnderstand="1">
		<wsu:Timestamp wsu:Id="time"><wsu:Created>$(date -u +%FT%TZ)</wsu:Created>
		<wsu:Expires>$(date -u -d '5 minutes' +%FT%TZ)</wsu:Expires></wsu:Timestamp>
		<wsse:BinarySecurityToken wsu:Id="token" EncodingType="$wss-soap-message-security-1.0#Base64Binary"
		 ValueType="$wss-x509-token-profile-1.0#X509v3">$(sed '/-----/d' "$certificate")</wsse:BinarySecurityToken>
		<ds:Signature xmlns:ds="$ds"><ds:SignedInfo><ds:CanonicalizationMethod Algorithm="$exclusive"/>
		<ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"/>
		$(for id in body time to; do
			echo "<ds:Reference URI=\"#$id\"><ds:Transforms><ds:Transform Algorithm=\"$exclusive\"/></ds:Transforms>"
			echo '<ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><ds:DigestValue/></ds:Reference>'
		done)
		</ds:SignedInfo><ds:SignatureValue/><ds:KeyInfo><wsse:SecurityTokenReference>
		<wsse:Reference URI="#token" ValueType="$wss-x509-token-profile-1.0#X509v3"/>
		</wsse:SecurityTokenReference></ds:KeyInfo></ds:Signature></wsse:Security>
	END
}

sign() { # KIND IN OUT
	id="xmlns:wsu=\"$wsu\" wsu:Id="
	sed -e "s|<To |<To $id\"to\" |" -e "s|<soap:Body>|<soap:Body $id\"body\">|" \
		-e "s|</soap:Header>|$(security | tr '\n' ' ')&|" "$2" >"$3.template"
	# shellcheck disable=SC2086 # these are several words
	xmlsec1 --sign --privkey-pem "$key" $ids --output "$3" "$3.template"
}

verify() { # IN
	# shellcheck disable=SC2086
	xmlsec1 --verify --pubkey-cert-pem "$certificate" $ids "$1"
}

while read -r verb arguments; do
	# shellcheck disable=SC2086
	if output=$("$verb" $arguments 2>&1); then echo ok; else echo "$output" | tr '\n' ' '; echo; fi
done
