/* Numbers that are equal but for rounding.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef TESTS_AID_NEAR_H
#define TESTS_AID_NEAR_H

/* Fail unless |a - b| <= relative * max(1, |b|). */
void assert_near(double a, double b, double relative);

#endif
