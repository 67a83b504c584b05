// Package soap has the options of handlers and clients, faults, SOAP headers and the context of a call, and implements the
// handler and the client that run on the description of a contract. All generated packages of a program can share it.
//
// Packages below it hold the rest of the run-time. Programs use xsd, the values of the built-in types of XML Schema, and optional
// packages such as validate, page, wsa and wsse. Tests use soaptest, sample and record, too. Packages contract and schema are
// mostly for generated code.
//
// # Names for programs
//
// Programs give options, the functions With…, to NewHandler and NewClient of a generated package. Errors are [Fault],
// [HTTPError], [DecodeError], [EncodeError], [PolicyError], [PanicError] and [ErrNotOffered]. [Header] and [NewHeader] are for
// header blocks, [Outbound] is for the HTTP headers that a client sends, [Call] and [CallInfo] are for services, [Interceptor] is
// for code around each call, and [Ptr], [Or], [Text] and [Log] are for values. Tests of services make a call with [NewInbound].
//
// # Names for generated code
//
// Generated code uses [NewHandler], [NewCaller], [Caller], [Invoke], [InvokeSeq], [Items], [Sequence], [WithStreams], [ErrorAs]
// and [Protocol6]. Programs need them, [DescribedFault] and [ReadRequest] only for contracts that are described at run time.
//
// The optional packages use [WithChecker], [Checker], [Comparison] (validate), [WithEnvelopes], [Envelopes], [EnvelopeFacts],
// [Sending], [Actions] (wsa, wsse), [WithMTOM], [MTOM] (multipart), [WithProtocol], [Protocol], [JSON] (jsonhttp), [WithPage],
// [ServiceInfo], [HeaderInfo], [HeadersOf] (page) and [ContractOf] (soaptest). Programs use the options of those packages.
//
// # Lists
//
// Lists are held in bounded memory. A handler keeps a reply of up to 32 KiB and sends it with its length. A longer list
// that is in memory is encoded twice, piece by piece: the first time to learn the length, and to find characters that
// XML does not allow before anything is sent. A list from a sequence is encoded once; after its first piece has been
// sent, an error can only end the connection. Interceptors get the whole reply, unless WithStreaming says that they do
// not need it. A client that reads item by item keeps a window of the document, and decodes an item again if the window
// ended inside it.
//
// The package uses no language feature later than Go 1.23 and imports the standard library only.
package soap
