# Calls the rail service with classes that SOAP::WSDL generated into the folder of the first argument. The protocol is in
# ../README.md.
use strict;
use warnings;
use lib $ARGV[0];
use JSON::PP;
use MyInterfaces::Realtime::RealtimeSoap;

my $json = JSON::PP->new->utf8;
my $request = $json->decode(do { local $/; <STDIN> });
my $client = MyInterfaces::Realtime::RealtimeSoap->new({ proxy => $request->{address} });
$| = 1;
print $json->encode(answer($_)), "\n" for @{ $request->{calls} };

sub answer {
    my ($call) = @_;
    my $operation = $call->{operation};
    my $response = $client->$operation($call->{arguments});
    if (!$response) {    # faults are false
        my $code = $response->get_faultcode->get_value;
        $code =~ s/.*://;
        return { fault => { code => $code, reason => $response->get_faultstring->get_value } };
    }
    my ($result) = values %{ $response->as_hash_ref };
    my ($array) = values %{ ref $result ? $result : {} };
    return { records => [ map { record($_) } ref $array eq 'ARRAY' ? @$array : $array // () ] };
}

# An element without fields is not a hash.
sub record {
    my ($fields) = @_;
    return {} unless ref $fields eq 'HASH';
    return { map { $_ => "$fields->{$_}" } grep { defined $fields->{$_} } keys %$fields };
}
