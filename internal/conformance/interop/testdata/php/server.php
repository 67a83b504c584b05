<?php
// A service of PHP's SoapServer. The protocol is in ../README.md.
//
// Run by itself, the program starts PHP's web server, which runs this file again for every request. Files in the folder
// INTEROP_FOLDER connect the two.
$folder = getenv('INTEROP_FOLDER');
if (PHP_SAPI === 'cli') {
    file_put_contents("$folder/answers.json", fgets(STDIN));
    $pipes = [];
    $server = proc_open([PHP_BINARY, '-S', '127.0.0.1:0', __FILE__], [2 => ['pipe', 'w']], $pipes);
    while (!preg_match('~\((http://[^)]*)\) started~', fgets($pipes[2]), $started));
    echo json_encode(array_fill_keys(['RealtimeSoap', 'RealtimeSoap12'], "$started[1]/service")), "\n";
    // PHP's web server blocks when nobody reads its log.
    stream_set_blocking($pipes[2], false);
    do {
        $ready = [STDIN, $pipes[2]];
        $none = null;
        stream_select($ready, $none, $none, null);
        fread($pipes[2], 65536);
    } while (!in_array(STDIN, $ready, true));
    proc_terminate($server);
    exit;
}

class Service
{
    private array $answers;

    public function __construct(string $file)
    {
        $this->answers = json_decode(file_get_contents($file), true);
    }

    public function __call(string $operation, array $parameters): array
    {
        $arguments = (array) ($parameters[0] ?? []);
        foreach ($this->answers as $answer) {
            if ($answer['operation'] === $operation && $answer['arguments'] == $arguments) {
                return $this->result($operation, $answer);
            }
        }
        throw new SoapFault('Client', "no answer to $operation with " . json_encode($arguments));
    }

    private function result(string $operation, array $answer): array
    {
        if ($answer['fault'] !== null) {
            throw new SoapFault($answer['fault']['code'], $answer['fault']['reason']);
        }
        return [$operation . 'Result' => $answer['records']];
    }
}

$body = file_get_contents('php://input');
$server = new SoapServer("$folder/flat.wsdl", [
    'soap_version' => str_contains($_SERVER['CONTENT_TYPE'] ?? '', 'application/soap+xml') ? SOAP_1_2 : SOAP_1_1,
    'cache_wsdl' => WSDL_CACHE_NONE,
]);
$server->setObject(new Service("$folder/answers.json"));
$server->handle($body);
