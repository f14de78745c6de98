/** The sentence beside the box of the checkout: buyers who tick it agree to this mail. */
export const newsText = 'Send me news about upcoming events (optional).'

/** The version of the text above in the ledger of consents, where `private.record_checkout_consent` writes it. */
export const newsTextVersion = '2026-11-21'
