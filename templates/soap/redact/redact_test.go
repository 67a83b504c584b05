package redact_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"example.com/quartet/internal/conformance/cost"
	"example.com/quartet/templates/soap/redact"
)

// TestCredentialNames compares names by word.
func TestCredentialNames(t *testing.T) {
	for _, name := range strings.Fields("token key pass BearerToken SubscriptionKey PasswordHash password1 PASSWORD userPASSWORD passwordhash jwt pin sig auth " +
		"access_token Ocp-Apim-Subscription-Key X-Key X-Auth X-Session X-Signature X-Hub-Signature-256 SessionId session_id_2 apiKey APIKey api-key user[password] " +
		"GetTokenResult tokenValue JWTToken passWord AWSSecretAccessKey wsse:Password dbpwd mytoken tokens APIKeys client_secret Set-Cookie accesstokens loginpass SessionTicket sessiontickets AuthTickets useridpwds pwdhash userToken_v2 LoginCode oauth2") {
		if !(redact.Redactor{}).IsCredential(name) {
			t.Errorf("%s is not the name of a credential", name)
		}
	}
	for _, name := range strings.Fields("KeyIndicator TokenType Spinning keyboard AuthorName primaryKeyColumn expiresIn PasswordPolicy passwordExpiresAt " +
		"monkey Bypass Compass Secretary compassion pinned design Sessions2Name name user 42 _ StationKeyName SecurityTokenReference StopKey NextToken nexttoken next_page_token primary_keys boardingPass overpass bypasses map-pin Ticket") {
		if (redact.Redactor{}).IsCredential(name) {
			t.Errorf("%s is the name of a credential", name)
		}
	}
	own := redact.Redactor{Names: []string{"customer number", "PNR"}}
	for name, want := range map[string]bool{"CustomerNumber": true, "old_customer_number_2": true, "customernumber": true, "pnr": true, "PnrText": true, "NumberCustomer": false, "pnrs": false, "token": true} {
		if got := own.IsCredential(name); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	kept := redact.Redactor{Names: []string{"pnr"}, Keep: []string{"rider token", "PNR"}}
	for name, want := range map[string]bool{"RiderToken": false, "rider_token": false, "OldRiderToken": true, "Token": true, "pnr": true} {
		if got := kept.IsCredential(name); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	if own := (redact.Redactor{Names: []string{"", "--"}}); own.IsCredential("a") {
		t.Error("an empty name matches everything")
	}
}

func TestRedaction(t *testing.T) {
	for body, want := range map[string]string{
		`<a><wsse:Password Type="x>y">word</wsse:Password>b</a>`: `<a><wsse:Password Type="x>y">[redacted]</wsse:Password>b</a>`,
		`<Password>word`:      `<Password>[redacted]`,
		`<Password Type="wo`:  `<Password Type="wo`,
		`<a><Password/>b</a>`: `<a><Password/>b</a>`,
		`<a><userPASSWORD ><![CDATA[</userPASSWORD>word]]></userPASSWORD>b`: `<a><userPASSWORD ><![CDATA[[redacted]]]></userPASSWORD>b`,
		`<p><!--</p></password>-->word</p>`:                                 `<p><!--</p></password>-->word</p>`,
		`<password><!--</password>-->word</password>`:                       `<password><!--[redacted]-->[redacted]</password>`,
		`<x:BinarySecurityToken>word</x:BinarySecurityToken><c/>`:           `<x:BinarySecurityToken>[redacted]</x:BinarySecurityToken><c/>`,
		`<PasswordPolicy>strict</PasswordPolicy>`:                           `<PasswordPolicy>strict</PasswordPolicy>`,
		`<m name="a" password='w"ord' x:apiKey = "k"/><b/>`:                 `<m name="a" password='[redacted]' x:apiKey = "[redacted]"/><b/>`,
		`<m password="wo`: `<m password="[redacted]`,
		`<!-- don't --><m password="word"><!-- it's --></m>`:               `<!-- don't --><m password="[redacted]"><!-- it's --></m>`,
		`<m password="">a</m>`:                                             `<m password="">a</m>`,
		`<sharedSecret>a</sharedSecret><NextToken>b</NextToken>`:           `<sharedSecret>[redacted]</sharedSecret><NextToken>b</NextToken>`,
		`<s:sessionId>00D!x</s:sessionId><p_accessToken>b</p_accessToken>`: `<s:sessionId>[redacted]</s:sessionId><p_accessToken>[redacted]</p_accessToken>`,
		`<sessionID> 42 </sessionID>`:                                      `<sessionID> 11 </sessionID>`,
		`<sessionId><id password="x">42</id></sessionId>`:                  `<sessionId><id password="[redacted]">11</id></sessionId>`,
		`<sessionId><![CDATA[a]]></sessionId>`:                             `<sessionId><![CDATA[[redacted]]]></sessionId>`,
		`user=a&apikey=word&x=y&session_token=z`:                           `user=a&apikey=[redacted]&x=y&session_token=[redacted]`,
		`user=a&password=word&x=y`:                                         `user=a&password=[redacted]&x=y`,
		`user=a&pass%77ord=word&new%ZZ=word`:                               `user=a&pass%77ord=[redacted]&new%ZZ=word`,
		"\xff\xfe<\x00P\x00":                                               "[not logged: it is in UTF-16]",
		"<\x00P\x00":                                                       "[not logged: it is in UTF-16]",
		"":                                                                 "",
	} {
		header := http.Header{"Authorization": {"a", "b"}, "Set-Cookie": {"c"}, "X-Api-Key": {"k"}, "Accept": {"d"}, "Location": {"/x?a=b&password=c"}}
		if got := string(redact.Redactor{}.Message(header, []byte(body))); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", body, got, want)
		}
		if got := fmt.Sprint(header); got != "map[Accept:[d] Authorization:[[redacted]] Location:[/x?a=b&password=[redacted]] Set-Cookie:[[redacted]] X-Api-Key:[[redacted]]]" {
			t.Error(got)
		}
	}
	// Wherever a body is cut, nothing of the password is left.
	whole := `<e><wsse:UsernameToken><wsse:Password Type='x'>&lt;word]]&gt;</wsse:Password></wsse:UsernameToken></e>`
	for n := range whole {
		if got := string(redact.Redactor{}.Message(nil, []byte(whole[:n]))); strings.Contains(got, "lt") || strings.Contains(got, "word]") {
			t.Error(got)
		}
	}
}

// secretPlaces are places of a credential, which is %s.
var secretPlaces = []string{
	`<a><token>%s</token></a>`, `<x:key>%s</x:key>`, `<pass><![CDATA[%s]]></pass>`, `<BearerToken a='b'>%s`, `<SubscriptionKey><v>%s</v></SubscriptionKey>`,
	`<token><a/><token>b</token>%s</token>`, `<PasswordHash x="%s"/>`, `<password1 value='%s'>`, `<jwt>%s</jwt>`, `<pin>%s</pin>`, `<pin><!--%s--></pin>`,
	`access_token=%s`, `a=b&token=%s`, `key=%s&a=b`, `sig=%s`, `auth=%s`, `a=b&url=http%%3A%%2F%%2Fh%%2F%%3Ftoken%%3D%s`, `q=%%7B%%22token%%22%%3A%%22%s%%22%%7D`,
	`<item><name>password</name><value>%s</value></item>`,
	`<item><name>password</name>%s</item>`, `<param name="token">%s</param>`, `<param name='pass&#119;ord'><v>%s</v></param>`, `<entry key="apiKey" value="%s"/>`,
	`<entry><key>apiKey</key><value>%s</value></entry>`, `<p name="token" a="b" text="%s">`, `<i><key>token</key><a><value x="%s"/></a></i>`,
	`<t>&lt;password&gt;%s&lt;/password&gt;</t>`, `<t>&#60;m token=&quot;%s&quot;/&gt;</t>`, `<t>&amp;lt;token&amp;gt;%s</t>`, `<t a="&lt;token&gt;%s"/>`, `<t><![CDATA[<a password="%s"/>]]></t>`,
	`<t>{"access_token":"%s"}</t>`, `<t>{"access_token" : "x\"%s"}</t>`, `<t a='{"token":"%s"}'/>`, `<t>{&quot;token&quot;:&quot;%s&quot;}</t>`, `<![CDATA[{"key":["%s"]}]]>`,
	`{"token":"a<b>%s"}`, `{"a":{"token":{"v":["}",{"w":"%s"}]}}}`, `{"a":"{\"token\":\"%s\"}"}`, `{"a":"\u003ctoken\u003e%s\u003c/token\u003e"}`, `{"pass\u0077ord":"%s"}`, `["x",{"pin": %s}]`,
	`{"name":"password","value":"%s"}`,
	`{'token': '%s'}`, `<t>the address is http://h/p?access_token=%s&amp;a=b</t>`, `<t>Authorization: Bearer %s</t>`, `Error: {"u":"a=b","password":"%s"}`, `Server=a;Password=%s`,
	`<a><b></a></c><token>%s</token>`, `<password>a<%s</password>`, `<token>x</y>%s</token>`, `http://h/?a=b#access_token=%s`, `<https://h/?sig=%s>; rel=next`, `user[password]=%s`,
	`<a b="c" token=%s>`, `<a token=&quot;%s&quot;/>`, `<x type="t:Password">%s</x>`, `'token'=>'%s'`, `the user:ann and password:%s`,
	`see ftp://ann:%s@host/x`, `<a href="//ann:%s@h"/>`, `<a>http://ann:x:%s@h</a>`, `{"u":"https:\/\/ann:%s@h\/"}`, `<password><?x </password>?>%s</password>`, `<password><?x %s?></password>`,
	`<password>a<!--</password>--><![CDATA[</password>]]>%s</password>`, `<name>pass<!-- -->word</name><v>%s</v>`, `{"a":"{\u0022token\u0022:\u0022x\\\u0022%s\u0022}"}`, `<t>{"a":"<token>%s</token>"}</t>`,
}

// partPlaces are places of a credential in parts of a message.
var partPlaces = []string{
	"--b\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\n%s\r\n--b--", "--b\nX: y\nContent-disposition: form-data; name=pin; filename=a\n\na\n\n%s\n--b--",
	"--b\nContent-Type: text/xml\n\n<a><token>%s</token></a>\n--b\n\nb\n--b--", "--b\nContent-ID: <password=4@h>\n\n%s\n--b--", "--b\nA: b\nX-Token: %s\n\nc\n--b--",
	"--b\nContent-Disposition: form-data; name=\"a\"\n\n{\"token\":\"%s\"}\n--b--", "--<token>%s</token>\nA: b", "--b\nA: <token>%s</token>\n\nb", "--pin=%s\nA:b\n\nc",
	"--b\nContent-Transfer-Encoding: quoted-printable\n\n<to=\nken>%s</token>\n--b--", "--b\n\n--c\nContent-Disposition: form-data; name=pass\n\n%s\n--c--\n--b--",
}

// latePlaces are places of a credential before its name.
var latePlaces = []string{
	`<item><value>%s</value><name>password</name></item>`, `<i><v><s>%s</s></v><n><![CDATA[apiKey]]></n></i>`,
	`<entry value="%s" key="apiKey"/>`,
	`{"value":"%s","name":"password"}`, `[{"v":{"s":"%s"},"sub":{"name":"token","value":"x"},"name":"password"}]`, `{"a":"{\"value\":\"}%s\",\"name\":\"token\"}"}`,
}

const theSecret = "hunter2SeCrEt"

// TestLimitCredentials: of a credential no byte is left, wherever it is.
func TestLimitCredentials(t *testing.T) {
	leaks, count := 0, 0
	check := func(what, got string) {
		count++
		if strings.Contains(got, theSecret) {
			leaks++
			t.Errorf("%s\n%s", what, got)
		}
	}
	body := func(text string) string {
		return string(redact.Redactor{}.Message(nil, []byte(text)))
	}
	for i, place := range slices.Concat(secretPlaces, latePlaces) {
		text := fmt.Sprintf(place, theSecret)
		header := http.Header{"X-Seen": {text}}
		redact.Redactor{}.Message(header, nil)
		if !strings.HasPrefix(place, "{") || !strings.Contains(place, "<") {
			check("header "+place, header.Get("X-Seen"))
		}
		check(place, body(text))
		check("text "+place, redact.Redactor{}.Text(text))
		check("escaped "+place, body("<m>"+html.EscapeString(text)+"</m>"))
		check("escaped twice "+place, body("<m>"+html.EscapeString(html.EscapeString(text))+"</m>"))
		quoted, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		check("JSON "+place, body(`{"m":`+string(quoted)+`}`))
		check("parameter "+place, body("m="+url.QueryEscape(text)))
		for n := range text { // cut anywhere
			if i >= len(secretPlaces) {
				break
			}
			if got := body(text[:n]); strings.Contains(got, theSecret[:6]) {
				t.Errorf("%s\n%s", text[:n], got)
			}
		}
	}
	for _, place := range partPlaces {
		check(place, body(fmt.Sprintf(place, theSecret)))
	}
	inBase64 := base64.StdEncoding.EncodeToString([]byte("<token>" + theSecret + "</token>"))
	if got := body("--b\r\nContent-Transfer-Encoding: BASE64\r\n\r\n" + inBase64[:20] + "\r\n" + inBase64[20:] + "\r\n--b--"); strings.Contains(got, inBase64[:20]) {
		t.Error(got)
	}
	for _, name := range strings.Fields("X-Key Ocp-Apim-Subscription-Key X-Auth X-Session X-Signature Authorization Cookie Set-Cookie X-Token-Header") {
		header := http.Header{name: {theSecret, "b"}}
		redact.Redactor{}.Message(header, nil)
		check(name, fmt.Sprint(header))
	}
	deep := theSecret
	for range 10 {
		deep = html.EscapeString("<token>" + deep + "</token>")
		check("deep", body("<m>"+deep+"</m>"))
	}
	t.Logf("limit: credentials in logs and recordings, at %d places | 0 bytes of them | %d", count, leaks)
}

// TestRedactionKeeps shows values that are not credentials, and elements in a form in which they can be read again.
func TestRedactionKeeps(t *testing.T) {
	for body, want := range map[string]string{
		`<a>b &amp; c="d"<e f="g:h=i"/></a>`: "",
		`<item><name>color</name><value>red</value></item><entry key="color" value="red"/><e><key>color</key><value>red</value></e>`: "",
		`{"name":"color","value":"red","n":1,"u":"\u003cb\u003e"}`:                                                                   "",
		`a=b&c=%7B%22d%22%3A1%7D&e`: "",
		`<schema><key name="password"/><element name="password" type="xs:string"/></schema>`:        `<schema><key name="password"/><element name="password" type="xs:string"/></schema>`,
		`<o:UsernameToken><o:Username>ann</o:Username><o:Password>x</o:Password></o:UsernameToken>`: `<o:UsernameToken><o:Username>ann</o:Username><o:Password>[redacted]</o:Password></o:UsernameToken>`,
		"<i>\n<name>password</name>\n<value xmlns:a='b' c='d'><s>x</s></value>\n</i><j>y</j>":       "<i>\n<name>password</name>\n<value xmlns:a='b' c='[redacted]'><s>[redacted]</s></value>\n</i><j>y</j>",
		`<i><value a="b">x</value><name>password</name></i><j>y</j>`:                                `<i><value a="[redacted]">[redacted]</value><name>password</name></i><j>y</j>`,
		`<entry key="apiKey" value="x"/><a value="y"/>`:                                             `<entry key="apiKey" value="[redacted]"/><a value="y"/>`,
		`<t>{&quot;token&quot;:&quot;x&quot;,&quot;a&quot;:1}</t>`:                                  `<t>{&quot;token&quot;:&quot;[redacted]&quot;,&quot;a&quot;:1}</t>`,
		`{"token":"x","a":[{"pin":12},{"b":"c"}]}`:                                                  `{"token":"[redacted]","a":[{"pin":11},{"b":"c"}]}`,
		`[{"name":"password","value":"x"},{"name":"a","value":"y"}]`:                                `[{"name":"password","value":"[redacted]"},{"name":"a","value":"y"}]`,
		`<session lang="en"><id>7</id><x>a7</x></session>`:                                          `<session lang="en"><id>1</id><x>[redacted]</x></session>`,
		`<k><Key><Id>-7</Id><At>2026-05-06T07:08:09.5Z</At><Ok>true</Ok></Key></k>`:                 `<k><Key><Id>-1</Id><At>1111-11-11T11:11:11.1Z</At><Ok>true</Ok></Key></k>`,
		`{"token":{"a":[1,"b",null],"c":false}}`:                                                    `{"token":{"a":[1,"[redacted]",null],"c":false}}`,
		`<x t="urn:auth:token:a" type="xs:token">b</x>`:                                             "",
		`<Station><StationName>Pin</StationName><Track>7</Track></Station>`:                         "",
		`<t>ftp://ann:x@h/, ftp://ann@h/</t>`:                                                       `<t>ftp://ann:[redacted]@h/, ftp://ann@h/</t>`,
		`<t>{&quot;a&quot;:&quot;b&quot;,&quot;token&quot;:&quot;x&quot;}&amp;&lt;c&gt;</t>`:        `<t>{&quot;a&quot;:&quot;b&quot;,&quot;token&quot;:&quot;[redacted]&quot;}&amp;&lt;c&gt;</t>`,
		`a=b+c&d=http%3A%2F%2Fh%3Ftoken%3Dx%26e%3Df`:                                                `a=b+c&d=http%3A%2F%2Fh%3Ftoken%3D[redacted]%26e%3Df`,
		"--b\r\nContent-Disposition: form-data; name=\"pin\"\r\n\r\n1234\r\n--b\r\n\r\n c\r\n--b--": "--b\r\nContent-Disposition: form-data; name=\"pin\"\r\n\r\n1111\r\n--b\r\n\r\n c\r\n--b--",
		`{"detail":"password=a\"b","code":"c"}`:                                                     `{"detail":"password=[redacted]","code":"c"}`,
		` [{"detail":"password: a\"b c","code":"d"}]`:                                               ` [{"detail":"password: [redacted]","code":"d"}]`,
		`<t>http://h/?token=x&amp;a=b</t>`:                                                          `<t>http://h/?token=[redacted]&amp;a=b</t>`,
	} {
		if want == "" {
			want = body
		}
		if got := string(redact.Redactor{}.Message(nil, []byte(body))); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", body, got, want)
		}
	}
}

// TestLimitRedactedValues: values that are given are removed in all their forms, and short ones only as a whole.
func TestLimitRedactedValues(t *testing.T) {
	const value = `p<s&w"d/ü 1`
	pair := base64.StdEncoding.EncodeToString([]byte("ann:" + value))
	r := redact.Redactor{Values: []string{value, "ann:" + value, "a", ""}}
	inURL := (&url.URL{Scheme: "http", Host: "h", User: url.UserPassword("ann", value)}).String()
	quoted, _ := json.Marshal(value)
	leaks := 0
	for _, text := range []string{value, "x" + value + "y", html.EscapeString(value), url.QueryEscape(value), url.PathEscape(value), strings.ToLower(url.QueryEscape(value)), pair, inURL, string(quoted),
		"p&#60;s&#x26;w&#34;d&#x2f;&uuml; 1", "p%3cs%26w%22d%2f%c3%bc%201", "p%3cs%26w%22d%2f%c3%bc+1", `p\u003cs\u0026w\"d\/\u00fc 1`, `p<s&w\x22d/\u00FC 1`, fmt.Sprintf("%+q", value),
		url.QueryEscape(html.EscapeString(value)), html.EscapeString(html.EscapeString(value)), base64.StdEncoding.EncodeToString([]byte("<a>x" + value + "</a>")), url.QueryEscape(pair), base64.URLEncoding.EncodeToString([]byte(value))} {
		header := http.Header{"Seen": {text}}
		body := r.Message(header, []byte("<a>"+text+"</a>"))
		for _, got := range []string{string(body), header.Get("Seen"), r.Text(text), r.RemoveValues(text)} {
			if !strings.Contains(got, "[redacted]") || strings.Contains(got, "s&w") || strings.Contains(got, "s&amp;w") {
				leaks++
				t.Errorf("%s: %s", text, got)
			}
		}
	}
	header := http.Header{"A": {"a"}, "B": {"b a"}}
	if body := r.Message(header, []byte("<a b='a'>a</a><b>a b</b>")); string(body) != "<a b='[redacted]'>[redacted]</a><b>a b</b>" || fmt.Sprint(header) != "map[A:[[redacted]] B:[b a]]" {
		t.Errorf("%s %v", body, header)
	}
	long := strings.Repeat("abcdefghij", 5)
	for text, want := range map[string]string{"aba \"a\"": "aba \"[redacted]\"", "x" + long[:30] + "...": "x[redacted]...", long + "y" + long[:15]: "[redacted]y" + long[:15], "--auth: x, --token: y": "--auth: x, --token: y"} {
		if got := (redact.Redactor{Values: []string{"a", long}}).RemoveValues(text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	t.Logf("limit: values given as credentials, in all their forms | 0 are left | %d", leaks)
}

// TestLimitRedaction redacts hostile bodies, which would take minutes if each element were searched to the end of the body, and
// gigabytes if all that is noted about a body were kept for one of any size.
func TestLimitRedaction(t *testing.T) {
	const size, bound, boundMemory = 1 << 20, 10 * time.Second, 64
	longest, most := time.Duration(0), 0.0
	nested := "x" // forms in parts in forms
	for range 60 {
		nested = "x=+\n--b000\nContent-Transfer-Encoding: quoted-printable\nX: form-data\n\n" + strings.NewReplacer("=", "=3D", "+", "=2B").Replace(nested)
		if len(nested) > 1<<16 {
			break
		}
	}
	var distinct strings.Builder
	for i := 0; distinct.Len() < size-10; i++ {
		fmt.Fprintf(&distinct, "<a%x>", i)
	}
	for _, part := range []string{nested, distinct.String(), strings.ReplaceAll(distinct.String(), ">", " b=''>"), strings.ReplaceAll(distinct.String(), ">", "=1&"), "{\"password\":{" + strings.Repeat("\\", size-20), "{\"password\":{" + strings.Repeat("\\\"", size/2-20), "<sessionId>", "<password>", "<a password='", "<sessionId a='", "<!--<password>", "<![CDATA[", "<a>", "<a></b>", "<a><name>password</name>", "<a><b/><name>token</name>", "<name>token", "<name a='token'",
		"&amp;", "&lt;a&gt;", "<a b='&amp;amp;amp;lt;'>", "=", ":", "\":", "\"a\":\"", "{\"name\":\"token\",", "{\"a\":1,\"name\":\"token\"},", "{\"token\":[", "\\\"", "\\u003c", "\\", "a=%3Ca%3E&", "a=", "<key>", "<key></key>", "tokenToken1", "<aA1bB2>", "<aA1", "%", "x:key ", "'", "<a a='", "<x></x", "hunte", "<![CDATA[<token>", "<name><!---->", "<a><token>", "//a:", "//a:b@", "--b\nA:b\n\n", "--b\nA:b\n\n--c\nA:b\n\n", "--b\nContent-Transfer-Encoding: quoted-printable\n\n", "<?", "<key>a</key>\n<", "form-data\n--a\n\n", "x form-data", "<token", "\\u0026lt;", "&#38;#38;#38;", "%25"} {
		body := bytes.Repeat([]byte(part), size/len(part))
		var took time.Duration
		times := float64(cost.Peak(func() {
			began := cost.CPU()
			redact.Redactor{Names: []string{"customer number"}, Values: []string{theSecret}}.Message(nil, body)
			took = cost.CPU() - began
		})) / size
		longest, most = max(longest, took), max(most, times)
		if took > bound || times > boundMemory {
			t.Errorf("%.100s: %v, %.1f times the memory of the body", part, took, times)
		}
	}
	large := bytes.Repeat([]byte("x"), 16<<20)
	if got := (redact.Redactor{}).Message(nil, large); len(got) != 16<<20 {
		t.Errorf("%.100s", got)
	}
	if got := (redact.Redactor{}).Message(nil, append(large, 'x')); string(got) != "[not logged: it has more than 16 MiB]" {
		t.Errorf("%.100s", got)
	}
	t.Logf("limit: redaction of %d MiB of hostile text | linear time, %v | %v", size>>20, bound, longest.Round(time.Millisecond))
	t.Logf("limit: memory of the redaction of hostile text, up to 16 MiB | %d times the text | %.1f times", boundMemory, most)
}

// FuzzRedaction: wherever a credential is, and whatever is around it, nothing of it is left.
func FuzzRedaction(f *testing.F) {
	for _, place := range secretPlaces {
		f.Add(place, "<a>")
	}
	f.Fuzz(func(t *testing.T, before, after string) {
		text := "<r><x>" + strings.NewReplacer("%s", "", "<", "&lt;", "&", "&amp;").Replace(before) + "</x><token>" + theSecret + "</token>" + after
		got := string(redact.Redactor{}.Message(http.Header{"A": {before}}, []byte(text)))
		if strings.Contains(got, theSecret) && !strings.Contains(before+after, theSecret) {
			t.Fatalf("%s\n%s", text, got)
		}
		redact.Redactor{Values: []string{after}}.Message(nil, []byte(before))
	})
}
