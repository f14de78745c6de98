/** Names the visit that a report of a view or click belongs to: those calls have no body. */
export const visitHeader = 'x-visit'

/** Matches a visit's id, which the page makes and the tab keeps. */
export const visitIdPattern = /^[A-Za-z0-9_-]{8,64}$/
