/**
 * Versions of the legal texts in `app/features/help/content/`: the day from which each holds, as YYYY-MM-DD. A text that
 * changes gets a new version; a test holds each version to its text.
 */

/** The version of the terms that somebody accepts at checkout. Stored with each order. */
export const termsVersion = '2026-11-22'

/** The version of the privacy policy. */
export const privacyVersion = '2026-11-27'

/** The version of the rules of the community. */
export const communityRulesVersion = '2026-11-27'

/** The version of the refund policy. */
export const refundsVersion = '2026-11-24'
