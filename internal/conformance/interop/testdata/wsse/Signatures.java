import java.io.BufferedReader;
import java.io.FileOutputStream;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.security.auth.callback.Callback;
import org.apache.ws.security.WSConstants;
import org.apache.ws.security.WSEncryptionPart;
import org.apache.ws.security.WSPasswordCallback;
import org.apache.ws.security.WSSecurityEngine;
import org.apache.ws.security.components.crypto.Merlin;
import org.apache.ws.security.message.WSSecEncrypt;
import org.apache.ws.security.message.WSSecHeader;
import org.apache.ws.security.message.WSSecSignature;
import org.apache.ws.security.message.WSSecTimestamp;
import org.apache.xml.security.c14n.Canonicalizer;
import org.apache.xml.security.signature.XMLSignature;
import org.apache.xml.security.transforms.Transforms;
import org.apache.xml.security.utils.Constants;
import org.apache.xml.security.utils.XMLUtils;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Signs and verifies with WSS4J or Santuario, and encrypts and decrypts with WSS4J; see README.md of testdata. */
public abstract class Signatures {
    static final String ADDRESSING = "http://www.w3.org/2005/08/addressing";
    static final String WSS = "http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-";
    static final String SHA256 = "http://www.w3.org/2001/04/xmlenc#sha256";

    final PrivateKey key;
    final X509Certificate certificate;

    Signatures(PrivateKey key, X509Certificate certificate) {
        this.key = key;
        this.certificate = certificate;
    }

    abstract void sign(String kind, Document document) throws Exception;

    abstract void verify(Document document) throws Exception;

    public static void main(String[] args) throws Exception {
        org.apache.xml.security.Init.init();
        String pem = Files.readString(Path.of(args[1])).replaceAll("-----[A-Z ]+-----|\\s", "");
        X509Certificate certificate = read(args[2]);
        PrivateKey key = KeyFactory.getInstance(certificate.getPublicKey().getAlgorithm())
            .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(pem)));
        Signatures peer = args[0].equals("WSS4J") ? new Wss4j(key, certificate, read(args[3])) : new Santuario(key, certificate);
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = lines.readLine()) != null; ) {
            try {
                peer.run(line.split(" "));
                System.out.println("ok");
            } catch (Exception e) {
                System.out.println(e.toString().replaceAll("\\s+", " "));
            }
        }
    }

    private static X509Certificate read(String file) throws Exception {
        return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(Files.newInputStream(Path.of(file)));
    }

    private void run(String[] words) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setNamespaceAware(true);
        Document document = factory.newDocumentBuilder().parse(words[words.length == 4 ? 2 : 1]);
        switch (words[0]) {
            case "sign" -> sign(words[1], document);
            case "encrypt" -> ((Wss4j) this).encrypt(words[1], document);
            case "decrypt" -> ((Wss4j) this).process(document);
            default -> {
                verify(document);
                return;
            }
        }
        try (FileOutputStream out = new FileOutputStream(words[words.length - 1])) {
            XMLUtils.outputDOM(document, out, true);
        }
    }

    static Element find(Document document, String namespace, String name) {
        NodeList list = document.getElementsByTagNameNS(namespace, name);
        return (Element) list.item(0);
    }

    static final class Wss4j extends Signatures {
        static final Map<String, Integer> KINDS = Map.of(
            "BinarySecurityToken", WSConstants.BST_DIRECT_REFERENCE, "IssuerSerial", WSConstants.ISSUER_SERIAL,
            "SubjectKeyIdentifier", WSConstants.SKI_KEY_IDENTIFIER, "Thumbprint", WSConstants.THUMBPRINT_IDENTIFIER);

        private final Merlin crypto = new Merlin();

        Wss4j(PrivateKey key, X509Certificate certificate, X509Certificate root) throws Exception {
            super(key, certificate);
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("leaf", key, "secret".toCharArray(), new Certificate[] {certificate, root});
            store.setCertificateEntry("root", root);
            crypto.setKeyStore(store);
        }

        @Override
        void sign(String kind, Document document) throws Exception {
            WSSecHeader header = new WSSecHeader();
            header.insertSecurityHeader(document);
            new WSSecTimestamp().build(document, header);
            WSSecSignature signature = new WSSecSignature();
            signature.setUserInfo("leaf", "secret");
            signature.setKeyIdentifierType(KINDS.get(kind));
            signature.setSignatureAlgorithm(XMLSignature.ALGO_ID_SIGNATURE_RSA_SHA256);
            signature.setDigestAlgo(SHA256);
            signature.setParts(Arrays.asList(
                new WSEncryptionPart("Body", document.getDocumentElement().getNamespaceURI(), "Element"),
                new WSEncryptionPart("Timestamp", WSConstants.WSU_NS, "Element"), new WSEncryptionPart("To", ADDRESSING, "Element")));
            signature.build(document, crypto, header);
        }

        /** Encrypts the Body; kinds with a signature are signed before or later. */
        void encrypt(String kind, Document document) throws Exception {
            if (kind.equals("SignBeforeEncrypting")) {
                sign("BinarySecurityToken", document);
            }
            WSSecHeader header = new WSSecHeader();
            header.insertSecurityHeader(document);
            WSSecEncrypt encryption = new WSSecEncrypt();
            encryption.setUserInfo("leaf");
            encryption.setKeyIdentifierType(KINDS.getOrDefault(kind, WSConstants.ISSUER_SERIAL));
            encryption.setKeyEnc(WSConstants.KEYTRANSPORT_RSAOEP);
            encryption.setSymmetricEncAlgorithm(switch (kind) {
                case "AES-128" -> WSConstants.AES_128_GCM;
                case "aes256-cbc,EncryptBeforeSigning" -> WSConstants.AES_256;
                default -> WSConstants.AES_256_GCM;
            });
            encryption.build(document, crypto, header);
            if (kind.endsWith("EncryptBeforeSigning")) {
                sign("BinarySecurityToken", document);
            }
        }

        @Override
        void verify(Document document) throws Exception {
            process(document);
        }

        /** Verifies and decrypts what there is. */
        void process(Document document) throws Exception {
            if (new WSSecurityEngine().processSecurityHeader(document, null, Wss4j::tellPassword, crypto, crypto) == null) {
                throw new Exception("no Security block");
            }
        }

        private static void tellPassword(Callback[] callbacks) {
            for (Callback callback : callbacks) {
                ((WSPasswordCallback) callback).setPassword("secret");
            }
        }
    }

    static final class Santuario extends Signatures {
        static final String WSU = WSS + "wssecurity-utility-1.0.xsd";
        static final String WSSE = WSS + "wssecurity-secext-1.0.xsd";
        static final String XMLNS = "http://www.w3.org/2000/xmlns/";

        Santuario(PrivateKey key, X509Certificate certificate) {
            super(key, certificate);
        }

        /** Writes the Security block by hand: Santuario knows nothing of WS-Security. */
        @Override
        void sign(String kind, Document document) throws Exception {
            String soap = document.getDocumentElement().getNamespaceURI();
            Element security = append(find(document, soap, "Header"), WSSE, "wsse:Security");
            security.setAttributeNS(XMLNS, "xmlns:wsse", WSSE);
            Element stamp = append(security, WSU, "wsu:Timestamp");
            append(stamp, WSU, "wsu:Created").setTextContent(Instant.now().toString());
            append(stamp, WSU, "wsu:Expires").setTextContent(Instant.now().plusSeconds(300).toString());
            String algorithm = kind.equals("ECDSA") ? XMLSignature.ALGO_ID_SIGNATURE_ECDSA_SHA256 : XMLSignature.ALGO_ID_SIGNATURE_RSA_SHA256;
            XMLSignature signature = new XMLSignature(document, "", algorithm,
                Canonicalizer.ALGO_ID_C14N_EXCL_OMIT_COMMENTS);
            security.appendChild(signature.getElement());
            for (Element part : List.of(find(document, soap, "Body"), stamp, find(document, ADDRESSING, "To"))) {
                identify(part, "id-" + part.getLocalName());
                Transforms transforms = new Transforms(document);
                transforms.addTransform(Transforms.TRANSFORM_C14N_EXCL_OMIT_COMMENTS);
                signature.addDocument("#id-" + part.getLocalName(), transforms, SHA256);
            }
            Element reference = document.createElementNS(WSSE, "wsse:SecurityTokenReference");
            signature.getKeyInfo().addUnknownElement(reference);
            Element token = document.createElementNS(WSSE, "wsse:BinarySecurityToken");
            security.insertBefore(token, stamp);
            identify(token, "token");
            token.setAttribute("ValueType", WSS + "x509-token-profile-1.0#X509v3");
            token.setAttribute("EncodingType", WSS + "soap-message-security-1.0#Base64Binary");
            token.setTextContent(Base64.getEncoder().encodeToString(certificate.getEncoded()));
            Element direct = append(reference, WSSE, "wsse:Reference");
            direct.setAttribute("URI", "#token");
            direct.setAttribute("ValueType", WSS + "x509-token-profile-1.0#X509v3");
            signature.sign(key);
        }

        @Override
        void verify(Document document) throws Exception {
            NodeList all = document.getElementsByTagName("*");
            for (int i = 0; i < all.getLength(); i++) {
                Element element = (Element) all.item(i);
                if (element.hasAttributeNS(WSU, "Id")) {
                    element.setIdAttributeNS(WSU, "Id", true);
                }
            }
            Element element = find(document, Constants.SignatureSpecNS, "Signature");
            if (!new XMLSignature(element, "", true).checkSignatureValue(certificate)) {
                throw new Exception("the signature is invalid");
            }
        }

        private static Element append(Element parent, String namespace, String name) {
            return (Element) parent.appendChild(parent.getOwnerDocument().createElementNS(namespace, name));
        }

        private static void identify(Element element, String id) {
            element.setAttributeNS(XMLNS, "xmlns:wsu", WSU);
            element.setAttributeNS(WSU, "wsu:Id", id);
            element.setIdAttributeNS(WSU, "Id", true);
        }
    }
}
