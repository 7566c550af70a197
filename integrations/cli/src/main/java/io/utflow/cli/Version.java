/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.cli;

import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote into the manifest of the jar. */
public final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() {
    String version = Version.class.getPackage().getImplementationVersion();
    return new String[] {"Utflow " + (version == null ? "(not from a jar)" : version)};
  }
}
