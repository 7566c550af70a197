/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.examples.syslog;

import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.File;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of TLS (RFC 5425). */
final class Tls {
  @Option(
      names = "--certificate",
      paramLabel = "FILE",
      description = "Certificate chain of this server, PEM (default: a self-signed one, to try).")
  private @Nullable File certificate;

  @Option(
      names = "--key",
      paramLabel = "FILE",
      description = "Private key of the certificate, PEM in PKCS #8.")
  private @Nullable File key;

  @Option(
      names = "--client-ca",
      paramLabel = "FILE",
      description = "Demand certificates of clients that these issuers have signed, PEM.")
  private @Nullable File clientIssuers;

  /**
   * Refuses these options without TLS, where they would silently have no effect.
   *
   * @throws IllegalArgumentException if one is given
   */
  void requireNone() {
    if (certificate != null || key != null || clientIssuers != null) {
      throw new IllegalArgumentException(
          "--certificate, --key and --client-ca are for TLS; give --tls-port, too");
    }
  }

  /**
   * The context of the server.
   *
   * @param out told where a self-signed certificate is, for clients to trust
   * @throws IllegalArgumentException if one of certificate and key is missing, or cannot be read
   */
  SslContext context(PrintWriter out) throws Exception {
    if ((certificate == null) != (key == null)) {
      throw new IllegalArgumentException("--certificate and --key belong together; give both");
    }
    SslContextBuilder context = certificate == null ? selfSigned(out) : fromFiles(certificate, key);
    if (clientIssuers != null) {
      context.trustManager(clientIssuers).clientAuth(ClientAuth.REQUIRE);
    }
    return context.protocols("TLSv1.3", "TLSv1.2").build();
  }

  private static SslContextBuilder fromFiles(File certificate, @Nullable File key) {
    return SslContextBuilder.forServer(certificate, key);
  }

  private static SslContextBuilder selfSigned(PrintWriter out) throws Exception {
    X509Bundle certificate =
        new CertificateBuilder()
            .ecp256()
            .subject("CN=localhost")
            .addSanDnsName("localhost")
            .addSanIpAddress("127.0.0.1")
            .setIsCertificateAuthority(true)
            .buildSelfSigned();
    out.println("TLS with a self-signed certificate: " + certificate.toTempCertChainPem());
    return SslContextBuilder.forServer(
        certificate.getKeyPair().getPrivate(), certificate.getCertificatePath());
  }
}
