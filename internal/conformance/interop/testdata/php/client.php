<?php
// Calls the rail service with PHP's SoapClient. The protocol is in ../README.md.
ini_set('default_socket_timeout', '60');

$request = json_decode(stream_get_contents(STDIN));
$clients = [];
foreach ($request->calls as $call) {
    $clients[$call->port] ??= new SoapClient($request->wsdl, [
        'soap_version' => $call->port === 'RealtimeSoap12' ? SOAP_1_2 : SOAP_1_1,
        'cache_wsdl' => WSDL_CACHE_NONE,
        'features' => SOAP_SINGLE_ELEMENT_ARRAYS,
    ]);
    echo json_encode(answer($clients[$call->port], $call)), "\n";
}

function answer(SoapClient $client, object $call): array
{
    try {
        $response = $client->__soapCall($call->operation, [(array) $call->arguments]);
    } catch (SoapFault $fault) {
        return ['fault' => ['code' => preg_replace('/.*:/', '', $fault->faultcode), 'reason' => $fault->getMessage()]];
    }
    // The response has one member, the result, which has one member, the array.
    $result = current((array) $response);
    $array = current((array) $result);
    return ['records' => array_map(fn ($record) => (object) array_map('strval', (array) $record), $array ?: [])];
}
