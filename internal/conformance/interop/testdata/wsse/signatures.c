/* Signs, verifies, encrypts, decrypts, calls and serves with gSOAP's plugin wsse; see README.md of testdata. */
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>

#include "soapH.h"
#include "Realtime.nsmap"
#include "wsseapi.h"

static EVP_PKEY *key;
static X509 *certificate;

/* use sets the version of SOAP of the messages that are sent: 1 or 2. */
static void use(struct soap *soap, short version)
{
	static struct Namespace table[sizeof namespaces / sizeof *namespaces];

	memcpy(table, namespaces, sizeof namespaces);
	if (version == 2) {
		table[0].ns = "http://www.w3.org/2003/05/soap-envelope";
		table[1].ns = "http://www.w3.org/2003/05/soap-encoding";
	}
	soap_set_namespaces(soap, table);
}

/* prepare adds a Timestamp and the certificate to the message that is sent next, and signs both with Body and To. */
static int prepare(struct soap *soap)
{
	return soap_wsse_add_Timestamp(soap, "Time", 300)
	 || soap_wsse_add_BinarySecurityTokenX509(soap, "X509Token", certificate)
	 || soap_wsse_add_KeyInfo_SecurityTokenReferenceX509(soap, "#X509Token")
	 || soap_wsse_set_wsu_id(soap, "wsa:To")
	 || soap_wsse_sign_body(soap, SOAP_SMD_SIGN_RSA_SHA256, key, 0)
	 || soap_wsse_sign_only(soap, "wsa:To Time Body");
}

/* check tells whether Body and Timestamp of the message that was received are signed. soap_wsse_verify_body
 * cannot be used: it finds no Body of SOAP 1.2 with the namespace table that soapcpp2 generates, and if a signed element is the
 * last child of its parent, it also counts the elements after it. */
static int check(struct soap *soap)
{
	if (soap_wsse_verify_Timestamp(soap))
		return soap->error;
	if (!soap_wsse_verify_element(soap, soap->dom->nstr, "Body"))
		return soap_wsse_sender_fault(soap, "Body not signed", NULL);
	if (!soap_wsse_verify_element(soap, wsu_URI, "Timestamp"))
		return soap_wsse_sender_fault(soap, "Timestamp not signed", NULL);
	return SOAP_OK;
}

static int expect(struct soap *soap)
{
	return soap_wsse_verify_auto(soap, SOAP_SMD_VRFY_RSA_SHA256, X509_get0_pubkey(certificate), 0);
}

/* receive reads a request from a file. */
static int receive(struct soap *soap, const char *in, struct ns1__getStationDataByNameXML *request)
{
	soap->recvfd = open(in, O_RDONLY);
	soap_begin(soap);
	if (soap_begin_recv(soap)
	 || soap_envelope_begin_in(soap)
	 || soap_recv_header(soap)
	 || soap_body_begin_in(soap)
	 || !soap_get_ns1__getStationDataByNameXML(soap, request, "ns1:getStationDataByNameXML", NULL)
	 || soap_body_end_in(soap)
	 || soap_envelope_end_in(soap)
	 || soap_end_recv(soap)) {
		close(soap->recvfd);
		return soap->error;
	}
	return close(soap->recvfd);
}

/* envelop prepares that the message that is sent next is encrypted. For the key gSOAP has RSA 1.5 only: with SOAP_MEC_OAEP, too. */
static int envelop(struct soap *soap)
{
	return soap_wsse_add_EncryptedKey(soap, SOAP_MEC_ENV_ENC_AES256_GCM, "Key", certificate, NULL, NULL, NULL);
}

/* secure sends what it reads, signed or encrypted. */
static int secure(struct soap *soap, int (*ready)(struct soap *), const char *in, const char *out)
{
	struct ns1__getStationDataByNameXML request;

	if (receive(soap, in, &request) || ready(soap))
		return soap->error;
	use(soap, soap->version);
	soap->sendfd = open(out, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	soap_send_ns1__getStationDataByNameXML(soap, "", "", request.StationDesc);
	close(soap->sendfd);
	return soap->error;
}

static int verify(struct soap *soap, const char *in)
{
	struct ns1__getStationDataByNameXML request;

	return expect(soap) || receive(soap, in, &request) || check(soap);
}

static int decrypt(struct soap *soap, const char *in, const char *out)
{
	struct ns1__getStationDataByNameXML request;
	FILE *file;

	soap_set_imode(soap, SOAP_XML_DOM); /* where the plugin looks for the EncryptedKey */
	if (soap_wsse_decrypt_auto(soap, SOAP_MEC_ENV_DEC_AES256_GCM, key, 0) || receive(soap, in, &request) || (file = fopen(out, "w")) == NULL)
		return soap->error;
	fprintf(file, ">%s<", request.StationDesc);
	return fclose(file);
}

/* call calls a service, and verifies its response. */
static int call(struct soap *soap, const char *port, const char *address)
{
	struct ns1__getStationDataByNameXMLResponse response;

	use(soap, strcmp(port, "RealtimeSoap12") == 0 ? 2 : 1);
	soap->header = soap_new_SOAP_ENV__Header(soap, 1);
	soap->header->wsa__To = soap_strdup(soap, address);
	return expect(soap) || prepare(soap)
	 || soap_call_ns1__getStationDataByNameXML(soap, address, "", "Bray", &response) || check(soap);
}

int ns1__getStationDataByNameXML(struct soap *soap, char *name, struct ns1__getStationDataByNameXMLResponse *out)
{
	if (check(soap))
		return soap->error;
	soap_wsse_delete_Security(soap);
	out->getStationDataByNameXMLResult = soap_new_ns1__ArrayOfObjStationData(soap, 1);
	return prepare(soap);
}

/* serve serves in a new process, and prints its address. */
static pid_t serve(struct soap *soap)
{
	struct sockaddr_in bound;
	socklen_t length = sizeof bound;
	pid_t server;

	if (!soap_valid_socket(soap_bind(soap, "127.0.0.1", 0, 100)))
		exit(1);
	getsockname(soap->master, (struct sockaddr *)&bound, &length);
	if ((server = fork()) != 0) {
		printf("http://127.0.0.1:%d/\n", ntohs(bound.sin_port));
		return server;
	}
	for (;;) {
		if (soap_valid_socket(soap_accept(soap)) && expect(soap) == SOAP_OK)
			soap_serve(soap);
		soap_destroy(soap);
		soap_end(soap);
	}
}

static struct soap *context(const char *root)
{
	struct soap *soap = soap_new1(SOAP_XML_CANONICAL | SOAP_C_UTFSTRING);

	soap_register_plugin(soap, soap_wsse);
	soap->cafile = root;
	return soap;
}

int main(int argc, char **argv)
{
	char line[1000], verb[20], a[300], b[300], c[300];
	pid_t server = 0;
	FILE *file;

	if (argc != 4 || (file = fopen(argv[1], "r")) == NULL)
		return 2;
	key = PEM_read_PrivateKey(file, NULL, NULL, NULL);
	fclose(file);
	if ((file = fopen(argv[2], "r")) == NULL)
		return 2;
	certificate = PEM_read_X509(file, NULL, NULL, NULL);
	fclose(file);
	while (fgets(line, sizeof line, stdin) != NULL) {
		struct soap *soap = context(argv[3]);
		int failed = SOAP_OK;

		sscanf(line, "%19s %299s %299s %299s", verb, a, b, c);
		if (strcmp(verb, "serve") == 0) {
			server = serve(soap);
		} else {
			if (strcmp(verb, "sign") == 0)
				failed = secure(soap, prepare, b, c);
			else if (strcmp(verb, "encrypt") == 0)
				failed = secure(soap, envelop, b, c);
			else if (strcmp(verb, "decrypt") == 0)
				failed = decrypt(soap, a, b);
			else if (strcmp(verb, "verify") == 0)
				failed = verify(soap, a);
			else
				failed = call(soap, a, b);
			if (failed) {
				soap_set_fault(soap);
				printf("%s\n", *soap_faultstring(soap));
			} else {
				puts("ok");
			}
		}
		fflush(stdout);
		soap_destroy(soap);
		soap_end(soap);
		soap_free(soap);
	}
	if (server != 0) {
		kill(server, SIGTERM);
		waitpid(server, NULL, 0);
	}
	return 0;
}
