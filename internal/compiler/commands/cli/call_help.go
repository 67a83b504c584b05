package cli

// callHelp is the long help text of the call command.
const callHelp = `Call reads CONTRACT, a WSDL 1.1 document or its address, and calls OPERATION with
the values that are given. Nothing is generated: the messages are those that a
generated client sends.

A parameter is NAME=VALUE, with the name that it has in the contract. Names of
elements within others follow after a dot, and the number of an item in a list,
from 0. A name that is repeated is another item of a list. @ is before the names of
attributes:

  quartet call orders.wsdl place customer.name=Ann customer.@id=7 code=A code=B
  quartet call orders.wsdl place line.0.code=A line.1.code=B line.1.count=2

@xsi:type=NAME selects a derived type, and @xsi:nil=true is a nil value. Instead of
parameters there can be a whole message: @FILE, or - for standard input. It is the
element of the request in XML, or a SOAP envelope with it, or a JSON object that has
the form which --json prints.

Header blocks that the operation declares are given in the same way with
--soap-header, and any other as XML. Those of an envelope are sent, too.

OPERATION is a name of the contract. If an operation is overloaded, the parameters
select one of those with the name; the names of "quartet generate --operations"
select each.

The binding is the first in the contract that offers the operation, and its address
is called, unless --binding, --port or --endpoint say something else.

What may say who calls (--user, --header, --soap-header and the header blocks of an
envelope) is sent to the scheme, host and port of CONTRACT, if that is an address; of a
redirect of CONTRACT only the first address counts. If the contract has an address
elsewhere, nothing is sent, unless you name it with --endpoint, or its origin with
--allow-origin. The address in a contract that is a file is called, and printed first.

Results are printed as a table on a terminal and as JSON otherwise. In JSON, elements
are members; those that may occur more than once are arrays. Attributes have an @
before their name, and text beside attributes is #text. Numbers and booleans of the
schema are those of JSON. A nil element is null.

A request that is not valid by the schema is not sent. A result is printed whether or
not it is valid, as long as it can be read.

A fault is printed to standard error, and its detail like a result if the contract
declares it.

The password of --user is after a colon, or in a file (--user NAME:@FILE), or in the
environment variable QUARTET_PASSWORD. Otherwise it is asked for on the terminal.
Passwords in arguments can be seen by other users of the machine.

Exit codes: 0 success, 1 the contract has errors or cannot be read, 2 usage error (also
an unknown operation or parameter, a value that is not of its type, or credentials for
another origin than the contract's), 3 internal error, 4 the service answered with a
fault, 5 there is no answer, or it is neither a result nor a fault.`
