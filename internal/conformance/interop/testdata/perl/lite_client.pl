# Calls the rail service with SOAP::Lite, without the contract. The protocol is in ../README.md.
use strict;
use warnings;
use JSON::PP;
use SOAP::Lite;

my $namespace = 'http://realtime.rail.example/';
my $json = JSON::PP->new->utf8->allow_blessed;
my $request = $json->decode(do { local $/; <STDIN> });
$| = 1;
print $json->encode(answer($_)), "\n" for @{ $request->{calls} };

sub answer {
    my ($call) = @_;
    SOAP::Lite->soapversion($call->{port} eq 'RealtimeSoap12' ? '1.2' : '1.1');    # of clients made from now on
    my $client = SOAP::Lite->new(proxy => $request->{address})->default_ns($namespace)->on_action(sub { "\"$namespace$_[1]\"" });
    my $fault;
    $client->on_fault(sub { $fault = $_[1]; return });
    my @parameters = map {
        SOAP::Data->name($_ => $call->{arguments}{$_})->type('string')    # or it sends texts that are not ASCII as base64
    } sort keys %{ $call->{arguments} };
    my $response = $client->call($call->{member}, @parameters);
    if ($fault) {
        return { error => "$fault" } unless ref $fault;
        my $code = $fault->faultcode // $fault->valueof('//Fault/Code/Value');
        my $reason = $fault->faultstring // $fault->valueof('//Fault/Reason/Text');
        $code =~ s/.*://;
        return { fault => { code => $code, reason => $reason } };
    }
    return { records => [ map { record($_) } $response->valueof('/Envelope/Body/[1]/[1]/[>0]') ] };
}

sub record {
    my ($fields) = @_;
    return {} unless ref $fields;    # an element without fields
    return { map { $_ => defined $fields->{$_} ? "$fields->{$_}" : '' } keys %$fields };
}
