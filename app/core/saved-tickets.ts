/**
 * Holds what the browser keeps of somebody's tickets, so that they open without internet: a copy made for that, in one cache, which
 * names of its holder the first name alone. Its number is counted up when the shape of the copy changes.
 */

/** Name of the cache. Caches with the same beginning are older ones. */
export const savedTicketsCache = 'my-tickets-1'

/** Key under which the browser's storage says whose tickets are saved: the id of an account, or `visitor`. */
export const savedTicketsOwnerKey = 'ticketsOf'

/** A ticket as it is kept. */
export type SavedTicket = {
  type: string
  firstName: string
  state: string
  /** Holds what its holder can do or should know; null when there is nothing to add. */
  next: string | null
  /** Null while there was no code to show when it was saved. */
  qr: { size: number; path: string } | null
  code: string | null
}

/** The tickets of one page as they are kept. Instants are ISO 8601. */
export type SavedTickets = {
  title: string
  savedAt: string
  events: {
    title: string
    when: string
    place: string
    /** Says when codes appear that were not shown when it was saved; null when none is to come. */
    later: string | null
    endsAt: string
    isTest: boolean
    tickets: SavedTicket[]
  }[]
}
