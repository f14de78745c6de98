/** Names the path to which a mail provider reports what became of mails. @param provider as in the registry of mail events */
export const apiMailEvents = (provider: string) => `/api/mail/events/${provider}`
