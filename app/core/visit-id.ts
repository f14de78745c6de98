/** Names the visit that a report of a view or click belongs to: those calls have no body. */
export const visitHeader = 'x-visit'

/** What a visit's id looks like: made by the page, kept in the tab. */
export const visitIdPattern = /^[A-Za-z0-9_-]{8,64}$/
