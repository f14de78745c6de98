/** What a mail provider says of one recipient of a mail. */
export type MailEvent = {
  /** Names the message among those of its provider: the same when it is sent again. */
  key: string
  kind: 'delivered' | 'soft_bounce' | 'hard_bounce' | 'complaint'
  /** Every name that it has for the mail: the provider's, and ours. */
  refs: string[]
  address: string
  /** When it happened, ISO 8601. */
  at: string
  /** Why, in the provider's words; empty where it gave none. */
  note: string
}

/**
 * Settings of the adapters; one whose settings are missing takes nothing.
 * `SUPABASE_SECRET_KEY` signs the reports of the development mailbox, and of it alone.
 */
export type MailEventSettings = {
  local: boolean
  SUPABASE_SECRET_KEY: string
  MAIL_EVENTS_SES_TOPICS: readonly string[]
  MAIL_EVENTS_RESEND_SECRET?: string | undefined
}

/** Fetches what an adapter needs of its provider: a certificate, or the confirmation of a subscription. */
export type ProviderFetch = (url: string) => Promise<string>

/** Reads the reports of one provider. */
export type MailEventAdapter = {
  /**
   * Checks the signature over the exact text before it reads what was signed.
   * @param now Unix seconds
   * @returns its events, none for messages that mean nothing here; null when it was not signed by the provider
   */
  read(body: string, headers: Headers, now: number): Promise<MailEvent[] | null>
}

/** A provider in the registry; `open` returns null where its settings are missing. */
export type MailEventProvider = {
  name: string
  open(settings: MailEventSettings, fetchText: ProviderFetch): MailEventAdapter | null
}
