/** The sentence beside the button: people who press it agree to these mails. */
export const alertText =
  'We email you once when tickets go on sale, and once the day before if you have none. Every email has a way out.'

/** The version of the text above, and of the one beside the buttons that follow an artist or a series, in the ledger of consents. */
export const alertTextVersion = '2026-11-22'
