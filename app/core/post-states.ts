// Generated from the tables of states by `npm run database -- types`. Change the rows, not this file.

/** The states of a post or comment. label and tone = what its author and moderators read, and the color of its badge. */
export const postStatuses = [
  'pending_review',
  'published',
  'auto_hidden',
  'removed',
  'author_deleted',
  'purged',
] as const
export type PostStatus = (typeof postStatuses)[number]

type PostState = {
  label: string
  tone: 'neutral' | 'info' | 'success' | 'warning' | 'danger'
  /** A post in this state is read by everybody who may read where it stands. */
  isShown?: true
  /** A post in this state is shown to its author and moderators alone, with a note that says so. */
  isHeldBack?: true
  /** The author of a post in this state may change its text. */
  canBeEdited?: true
  /** The author of a post in this state may change its text once, which shows it again until moderators decide. */
  canBeRepaired?: true
  /** The text of a post in this state is still stored. */
  hasText?: true
  /** A post in this state is purged 30 days later. */
  isDueForPurge?: true
}

/** Holds what each state is. */
export const postStates: Record<PostStatus, PostState> = {
  pending_review: {
    label: 'Waiting for review',
    tone: 'info',
    isHeldBack: true,
    canBeEdited: true,
    hasText: true,
  },
  published: {
    label: 'Posted',
    tone: 'success',
    isShown: true,
    canBeEdited: true,
    hasText: true,
  },
  auto_hidden: {
    label: 'Hidden for now',
    tone: 'warning',
    isHeldBack: true,
    canBeEdited: true,
    canBeRepaired: true,
    hasText: true,
  },
  removed: {
    label: 'Removed',
    tone: 'danger',
    isHeldBack: true,
    hasText: true,
    isDueForPurge: true,
  },
  author_deleted: {
    label: 'Deleted',
    tone: 'neutral',
    hasText: true,
    isDueForPurge: true,
  },
  purged: {
    label: 'Erased',
    tone: 'neutral',
  },
}
