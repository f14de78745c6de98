/** The sentence beside the box: people who join the mailing list agree to it. */
export const subscriptionText =
  'Email me about new events, merch and ticket sales. I can unsubscribe in every email.'

/** The version of the text above in the ledger of consents: a changed text gets a new version. */
export const subscriptionTextVersion = '2026-11-22'
