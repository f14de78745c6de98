/** Names the path to which a mail provider reports what became of mails. @param provider as in the registry of mail events */
export const apiMailEvents = (provider: string) => `/api/mail/events/${provider}`

/** The page where the reader of a mail chooses what they get, without signing in. @param query the `token` of a link in the mail */
export const mailPreferences = (query?: { token?: string; done?: string }) => {
  const search = new URLSearchParams(query)
  return search.size > 0 ? `/mailing-list/preferences?${search}` : '/mailing-list/preferences'
}

/** A link in a campaign's mail. @param token of its recipient and its number */
export const campaignLink = (token: string) => `/m/${token}`
