/* The archive with gSOAP and its plugin wsa: a client or, without arguments, a service. The protocol is in ../README.md. */
#include <signal.h>
#include <sys/wait.h>

#include "soapH.h"
#include "Archive.nsmap"
#include "wsaapi.h"

#define CONTRACT "http://archive.example/"
#define STORED 16

static struct {
	char *name;
	unsigned char *content;
	int size;
} stored[STORED];

/* Binary data with a media type is sent as a separate part. */
static struct xsd__base64Binary binary(unsigned char *content, int size)
{
	struct xsd__base64Binary b = {content, size, NULL, "application/octet-stream", NULL};
	return b;
}

static struct xsd__base64Binary sample(struct soap *soap, int size)
{
	unsigned char *content = soap_malloc(soap, size + 1);
	int i;

	for (i = 0; i < size; i++)
		content[i] = i % 251;
	return binary(content, size);
}

static int same(struct xsd__base64Binary a, struct xsd__base64Binary b)
{
	return a.__size == b.__size && memcmp(a.__ptr, b.__ptr, a.__size) == 0;
}

static void report(int port, const char *operation, const char *argument, int ok)
{
	printf("Archive%d %s %s %s\n", port, operation, argument, ok ? "true" : "false");
}

static void addressed(struct soap *soap, const char *address, const char *action)
{
	soap_wsa_request(soap, soap_wsa_rand_uuid(soap), address, action);
	soap_wsa_add_ReplyTo(soap, "http://www.w3.org/2005/08/addressing/anonymous");
}

static int fetched(struct soap *soap, const char *address, char *id, struct ns1__fetchResponse *out)
{
	addressed(soap, address, CONTRACT "Archive/fetchRequest");
	return soap_call_ns1__fetch(soap, address, NULL, id, out);
}

/* The table that soapcpp2 generates begins with the namespaces of SOAP 1.2, and the patterns for those of SOAP 1.1. */
static void change_version(void)
{
	int i;

	for (i = 0; i < 2; i++) {
		const char *ns = namespaces[i].ns;

		namespaces[i].ns = namespaces[i].in;
		namespaces[i].in = ns;
	}
}

static int call(int port, const char *base, int count, char **sizes)
{
	struct soap *soap = soap_new1(SOAP_ENC_MTOM | SOAP_XML_STRICT);
	struct SOAP_ENV__Detail *detail;
	struct ns1__storeResponse id;
	struct ns1__fetchResponse out;
	struct ns1__echoResponse pair;
	char name[32], address[128];
	int i;

	snprintf(address, sizeof address, "%sArchive%d", base, port);
	soap_register_plugin(soap, soap_wsa);
	for (i = 0; i < count; i++) {
		struct xsd__base64Binary content = sample(soap, atoi(sizes[i]));

		snprintf(name, sizeof name, "n%s", sizes[i]);
		addressed(soap, address, CONTRACT "store");
		if (soap_call_ns1__store(soap, address, NULL, name, content, &id))
			break;
		report(port, "store", sizes[i], strcmp(id.id, name) == 0);
		if (fetched(soap, address, id.id, &out))
			break;
		report(port, "fetch", sizes[i], same(out.content, content));
		addressed(soap, address, CONTRACT "Archive/echoRequest");
		if (soap_call_ns1__echo(soap, address, NULL, content, sample(soap, 10), &pair))
			break;
		report(port, "echo", sizes[i], same(pair.first, content) && same(pair.second, sample(soap, 10)));
	}
	if (i < count) {
		soap_print_fault(soap, stderr);
		return 1;
	}
	addressed(soap, address, CONTRACT "Archive/discard");
	soap_wsa_add_NoReply(soap);
	snprintf(name, sizeof name, "n%s", sizes[0]);
	report(port, "discard", sizes[0], soap_send_ns1__discard(soap, address, NULL, name) == SOAP_OK
		&& soap_recv_empty_response(soap) == SOAP_OK);
	fetched(soap, address, "unknown", &out);
	detail = soap->fault == NULL ? NULL : port == 11 ? soap->fault->detail : soap->fault->SOAP_ENV__Detail;
	report(port, "fetch", "unknown", detail != NULL && detail->ns1__unknown != NULL && strcmp(detail->ns1__unknown->id, "unknown") == 0);
	soap_destroy(soap);
	soap_end(soap);
	return 0;
}

int ns1__store(struct soap *soap, char *name, struct xsd__base64Binary content, struct ns1__storeResponse *out)
{
	int i;

	if (soap_wsa_check(soap))
		return soap->error;
	for (i = 0; i < STORED - 1 && stored[i].name != NULL && strcmp(stored[i].name, name) != 0; i++)
		;
	stored[i].name = strdup(name);
	stored[i].content = memcpy(malloc(content.__size + 1), content.__ptr, content.__size);
	stored[i].size = content.__size;
	out->id = name;
	return soap_wsa_reply(soap, soap_wsa_rand_uuid(soap), CONTRACT "stored");
}

int ns1__fetch(struct soap *soap, char *id, struct ns1__fetchResponse *out)
{
	char detail[256];
	int i;

	if (soap_wsa_check(soap))
		return soap->error;
	for (i = 0; i < STORED && stored[i].name != NULL; i++)
		if (strcmp(stored[i].name, id) == 0) {
			out->content = binary(stored[i].content, stored[i].size);
			return soap_wsa_reply(soap, soap_wsa_rand_uuid(soap), CONTRACT "Archive/fetchResponse");
		}
	snprintf(detail, sizeof detail, "<unknown xmlns=\"" CONTRACT "\"><id>%s</id></unknown>", id);
	return soap_wsa_sender_fault_subcode_action(soap, NULL, "no content", soap_strdup(soap, detail), CONTRACT "Archive/fetch/Fault/unknown");
}

int ns1__echo(struct soap *soap, struct xsd__base64Binary first, struct xsd__base64Binary second, struct ns1__echoResponse *out)
{
	if (soap_wsa_check(soap))
		return soap->error;
	out->first = binary(first.__ptr, first.__size);
	out->second = binary(second.__ptr, second.__size);
	return soap_wsa_reply(soap, soap_wsa_rand_uuid(soap), CONTRACT "Archive/echoResponse");
}

int ns1__discard(struct soap *soap, char *id)
{
	return soap_send_empty_response(soap, 202);
}

int SOAP_ENV__Fault(struct soap *soap, char *faultcode, char *faultstring, char *faultactor, struct SOAP_ENV__Detail *detail,
	struct SOAP_ENV__Code *code, struct SOAP_ENV__Reason *reason, char *node, char *role, struct SOAP_ENV__Detail *detail12)
{
	return SOAP_NO_METHOD;
}

static int serve(void)
{
	struct soap *soap = soap_new1(SOAP_ENC_MTOM | SOAP_XML_STRICT);
	struct sockaddr_in bound;
	socklen_t length = sizeof bound;
	pid_t server;

	soap_register_plugin(soap, soap_wsa);
	if (!soap_valid_socket(soap_bind(soap, "127.0.0.1", 0, 100)))
		return 1;
	getsockname(soap->master, (struct sockaddr *)&bound, &length);
	printf("http://127.0.0.1:%d/\n", ntohs(bound.sin_port));
	fflush(stdout);
	server = fork();
	if (server == 0)
		for (;;) {
			if (soap_valid_socket(soap_accept(soap)))
				soap_serve(soap);
			soap_destroy(soap);
			soap_end(soap);
		}
	while (getchar() != EOF)
		;
	kill(server, SIGTERM);
	waitpid(server, NULL, 0);
	return 0;
}

int main(int argc, char **argv)
{
	if (argc < 4)
		return serve();
	if (call(12, argv[2], argc - 3, argv + 3))
		return 1;
	change_version();
	return call(11, argv[2], argc - 3, argv + 3);
}
