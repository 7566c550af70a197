/* SPDX-License-Identifier: Apache-2.0 */
package io.utflow.spring.boot;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Whether text is counted.
 *
 * @param enabled Whether what the codecs read and write is counted, if utflow-micrometer is on the
 *     class path and there is a MeterRegistry.
 */
@ConfigurationProperties(prefix = "utflow.metrics", ignoreUnknownFields = false)
record UtflowMetricsProperties(@DefaultValue("true") boolean enabled) {}
