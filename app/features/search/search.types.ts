/** One thing that was found, ready to show. */
export type SearchHit = {
  id: string
  /** The page that shows it. */
  to: string
  title: string
  /** When and where, what it costs, or who said it. */
  facts: string
  /** What is to be known before going there: that it is over, cancelled, for members. */
  note: string | null
  /** What stands before it: a picture of the thing (a sky where it has none), or whoever said it. */
  face: { kind: 'thing'; path: string | null } | { kind: 'person'; name: string; avatar: string | null }
}

/** What was found of one kind. Groups without hits are left out. */
export type SearchGroup = { label: 'Events' | 'Merch' | 'Posts'; hits: SearchHit[] }

/**
 * What became of a question.
 * - `idle`: too short to ask
 * - `refused`: not to be asked so; the message says how to mend it
 * - `failed`: could not be answered now
 */
export type SearchOutcome =
  | { state: 'idle'; query: string }
  | { state: 'refused'; query: string; message: string }
  | { state: 'failed'; query: string }
  | { state: 'found'; query: string; groups: SearchGroup[] }
