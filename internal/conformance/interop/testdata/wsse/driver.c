/* Calls the rail service with gSOAP and a UsernameToken:
 *
 *     driver ADDRESS USERNAME PASSWORD text|digest LIFETIME
 *
 * LIFETIME is that of a Timestamp in seconds, 0 for none. The program prints
 * "ok", or the code of the fault without its prefix. If the response has a
 * Timestamp, the plugin checks it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "soapH.h"
#include "RealtimeSoap.nsmap"
#include "wsseapi.h"

int main(int argc, char **argv)
{
	struct _ns1__getCurrentTrainsXML request;
	struct _ns1__getCurrentTrainsXMLResponse response;
	struct soap *soap = soap_new1(SOAP_XML_STRICT);
	const char *code, *colon;

	if (argc != 6)
		return 2;
	memset(&request, 0, sizeof request);
	memset(&response, 0, sizeof response);
	soap_register_plugin(soap, soap_wsse);
	if (atoi(argv[5]) > 0)
		soap_wsse_add_Timestamp(soap, NULL, atoi(argv[5]));
	if (strcmp(argv[4], "digest") == 0)
		soap_wsse_add_UsernameTokenDigest(soap, NULL, argv[2], argv[3]);
	else
		soap_wsse_add_UsernameTokenText(soap, NULL, argv[2], argv[3]);
	if (soap_call___ns1__getCurrentTrainsXML(soap, argv[1], NULL, &request, &response) == SOAP_OK
	 && soap_wsse_verify_Timestamp(soap) == SOAP_OK) {
		puts("ok");
		return 0;
	}
	soap_set_fault(soap);
	code = soap_fault_subcode(soap);
	if (code == NULL)
		code = *soap_faultcode(soap);
	colon = code != NULL ? strrchr(code, ':') : NULL;
	printf("%s\n", colon != NULL ? colon + 1 : code != NULL ? code : "unknown");
	soap_print_fault(soap, stderr);
	return 0;
}
