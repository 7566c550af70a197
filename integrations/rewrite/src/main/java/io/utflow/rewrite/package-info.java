/* SPDX-License-Identifier: Apache-2.0 */
/** Recipes of OpenRewrite that move code to Utflow. */
@org.jspecify.annotations.NullMarked
package io.utflow.rewrite;
