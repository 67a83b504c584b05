// The contract as soapcpp2 reads it. wsdl2h does not know the policies of archive.wsdl, and has each operation twice.
//gsoap ns1 service name: Archive
//gsoap ns1 service namespace: http://archive.example/
//gsoap ns1 service style: document
//gsoap ns1 service encoding: literal
//gsoap ns1 schema namespace: http://archive.example/
//gsoap ns1 schema form: qualified
#import "wsa5.h"
#import "soap12.h"
struct xsd__base64Binary {
	unsigned char *__ptr;
	int __size;
	char *id, *type, *options;
};
struct _ns1__unknown {
	char *id 1;
};
struct SOAP_ENV__Detail {
	struct _ns1__unknown *ns1__unknown;
	int __type;
	void *fault;
	_XML __any;
};
struct ns1__storeResponse {
	char *id 1;
};
struct ns1__fetchResponse {
	struct xsd__base64Binary content 1;
};
struct ns1__echoResponse {
	struct xsd__base64Binary first 1;
	struct xsd__base64Binary second 1;
};
//gsoap ns1 service method-input-action: store http://archive.example/store
//gsoap ns1 service method-output-action: store http://archive.example/stored
int ns1__store(char *name, struct xsd__base64Binary content, struct ns1__storeResponse *out);
//gsoap ns1 service method-input-action: fetch http://archive.example/Archive/fetchRequest
//gsoap ns1 service method-output-action: fetch http://archive.example/Archive/fetchResponse
//gsoap ns1 service method-fault: fetch _ns1__unknown
int ns1__fetch(char *id, struct ns1__fetchResponse *out);
//gsoap ns1 service method-input-action: echo http://archive.example/Archive/echoRequest
//gsoap ns1 service method-output-action: echo http://archive.example/Archive/echoResponse
int ns1__echo(struct xsd__base64Binary first, struct xsd__base64Binary second, struct ns1__echoResponse *out);
//gsoap ns1 service method-input-action: discard http://archive.example/Archive/discard
int ns1__discard(char *id, void);
