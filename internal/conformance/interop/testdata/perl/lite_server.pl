# A service of SOAP::Lite. The protocol is in ../README.md.
use strict;
use warnings;
use JSON::PP;
use SOAP::Lite;
use SOAP::Transport::HTTP;

my $namespace = 'http://realtime.rail.example/';
my $json = JSON::PP->new->canonical;
my %answers;    # by operation and arguments
for my $answer (@{ JSON::PP->new->utf8->decode(scalar <STDIN>) }) {
    $answers{ $answer->{operation} . $json->encode($answer->{arguments}) } = $answer;
}

my $daemon = SOAP::Transport::HTTP::Daemon->new(LocalAddr => '127.0.0.1', LocalPort => 0);
$daemon->dispatch_with({ $namespace => 'Service' })->on_action(sub { });
$daemon->serializer->default_ns($namespace);
$| = 1;
print $json->encode({ map { $_ => $daemon->url } qw(RealtimeSoap RealtimeSoap12) }), "\n";
my $server = fork;    # serves until the standard input of this process is closed
if (!$server) {
    $daemon->handle;
    exit;
}
1 while <STDIN>;
kill TERM => $server;

package Service;
BEGIN { $INC{'Service.pm'} = __FILE__ }    # SOAP::Lite loads the class
use parent -norequire, 'SOAP::Server::Parameters';    # methods get the request, too
our $AUTOLOAD;

sub AUTOLOAD {
    my $request = pop;
    my ($operation) = $AUTOLOAD =~ /([^:]*)$/;
    my $parameters = $request->method;
    my %arguments = map { $_ => $parameters->{$_} // '' } keys %{ ref $parameters ? $parameters : {} };
    my $answer = $answers{ $operation . $json->encode(\%arguments) }
        or die SOAP::Fault->faultcode('Client')->faultstring("no answer to $operation with " . $json->encode(\%arguments));
    if (my $fault = $answer->{fault}) {
        die SOAP::Fault->faultcode($fault->{code})->faultstring($fault->{reason});
    }
    my @records = map { SOAP::Data->name($answer->{record} => \SOAP::Data->value(fields($answer, $_))) } @{ $answer->{records} };
    return SOAP::Data->name("${operation}Result" => \SOAP::Data->value(@records))->attr({ xmlns => $namespace });
}

sub fields {
    my ($answer, $record) = @_;
    return map { SOAP::Data->name($_ => $record->{$_})->type('string') } grep { exists $record->{$_} } map { $_->{name} } @{ $answer->{fields} };
}
