package interop_test

// servers are the services of other implementations, in the order of the documentation.
var servers = []foreignServer{
	{
		name:    "PHP SoapServer",
		program: script("php", "php-cli php-soap", "php", "server.php"),
		ports:   soapPorts,
	},
}
