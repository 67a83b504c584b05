/* Serves getCurrentTrainsXML with gSOAP to the user anna with the password
 * s&cret. The plugin checks the UsernameToken and the Timestamp of requests, and
 * adds a Timestamp to responses. The program prints its address, and ends when its
 * standard input is closed. */
#include <signal.h>
#include <sys/wait.h>

#include "soapH.h"
#include "Realtime.nsmap"
#include "wsseapi.h"

int ns1__getCurrentTrainsXML(struct soap *soap, struct ns1__getCurrentTrainsXMLResponse *out)
{
	const char *username = soap_wsse_get_Username(soap);
	int failed = soap->error;

	if (username != NULL && (failed = soap_wsse_verify_Timestamp(soap)) == SOAP_OK)
		failed = soap_wsse_verify_Password(soap, strcmp(username, "anna") == 0 ? "s&cret" : "");
	soap_wsse_delete_Security(soap);
	if (username == NULL || failed)
		return failed;
	out->getCurrentTrainsXMLResult = soap_new_ns1__ArrayOfObjTrainPositions(soap, 1);
	return soap_wsse_add_Timestamp(soap, NULL, 60);
}

int main(void)
{
	struct soap *soap = soap_new1(SOAP_XML_STRICT);
	struct sockaddr_in bound;
	socklen_t length = sizeof bound;
	pid_t server;

	soap_register_plugin(soap, soap_wsse);
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
