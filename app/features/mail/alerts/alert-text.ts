/** The sentence beside the button: people who press it agree to these mails. */
export const alertText =
  'We email you once when tickets go on sale, and once the day before if you have none. You can unsubscribe from any of these emails.'

/** The version of the text above, and of the one beside the buttons that follow an artist or a series, in the ledger of consents. */
export const alertTextVersion = '2026-11-24'
