/** Names the header with the visit's id on reports of views and clicks: those calls have no body. */
export const visitHeader = 'x-visit'

/** Matches a visit's id, which the page creates and the tab stores. */
export const visitIdPattern = /^[A-Za-z0-9_-]{8,64}$/
