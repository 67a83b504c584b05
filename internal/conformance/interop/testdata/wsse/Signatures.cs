// Sends signed messages with WCF on Mono; see README.md of testdata.
using System;
using System.IO;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.ServiceModel;
using System.ServiceModel.Channels;
using System.ServiceModel.Security;

[ServiceContract(Namespace = "http://realtime.rail.example/")]
public interface IRealtime
{
    [OperationContract(Action = "http://realtime.rail.example/getStationDataByNameXML", ReplyAction = "*")]
    string getStationDataByNameXML(string StationDesc);
}

public static class Program
{
    static X509Certificate2 certificate;

    public static void Main(string[] args)
    {
        var key = new RSACryptoServiceProvider();
        key.FromXmlString(File.ReadAllText(args[0]));
        var store = new Mono.Security.X509.PKCS12 { Password = "secret" }; // the certificate has no setter for its key
        store.AddCertificate(new Mono.Security.X509.X509Certificate(new X509Certificate2(args[1]).RawData));
        store.AddPkcs8ShroudedKeyBag(key);
        certificate = new X509Certificate2(store.GetBytes(), "secret");
        foreach (var version in new[] { MessageVersion.Soap11WSAddressing10, MessageVersion.Soap12WSAddressing10 })
        {
            var name = version.Envelope == EnvelopeVersion.Soap11 ? "11" : "12";
            Try(version, args[2] + "/SHA-1/" + name, MessageProtectionOrder.SignBeforeEncrypt);
            Try(version, args[2] + "/aes256-cbc/" + name, MessageProtectionOrder.SignBeforeEncryptAndEncryptSignature);
        }
    }

    // Try makes a call, which fails: the test keeps the request and does not answer.
    static void Try(MessageVersion version, string address, MessageProtectionOrder order)
    {
        var security = (AsymmetricSecurityBindingElement)SecurityBindingElement.CreateMutualCertificateBindingElement(
            MessageSecurityVersion.WSSecurity10WSTrustFebruary2005WSSecureConversationFebruary2005WSSecurityPolicy11BasicSecurityProfile10);
        security.MessageProtectionOrder = order; // Mono cannot sign without encryption
        var binding = new CustomBinding(security, new TextMessageEncodingBindingElement(version, System.Text.Encoding.UTF8), new HttpTransportBindingElement());
        var factory = new ChannelFactory<IRealtime>(binding, new EndpointAddress(new Uri(address), new X509CertificateEndpointIdentity(certificate)));
        factory.Credentials.ClientCertificate.Certificate = certificate;
        factory.Credentials.ServiceCertificate.DefaultCertificate = certificate;
        factory.Credentials.ServiceCertificate.Authentication.CertificateValidationMode = X509CertificateValidationMode.None;
        try
        {
            factory.CreateChannel().getStationDataByNameXML("Bré & \"Bray\" <");
        }
        catch (Exception e)
        {
            Console.Error.WriteLine(e);
        }
    }
}
