// Generated from the tables of states by `npm run database -- types`. Change the rows, not this file.

/** The states of a stream. label and tone = what staff read, and the color of its badge; shown_as = what visitors are told. */
export const streamStatuses = [
  'draft',
  'scheduled',
  'preview',
  'live',
  'interrupted',
  'ended',
  'replay',
  'archived',
  'cancelled',
] as const
export type StreamStatus = (typeof streamStatuses)[number]

type StreamState = {
  label: string
  tone: 'neutral' | 'info' | 'success' | 'warning' | 'danger'
  shownAs: 'hidden' | 'scheduled' | 'live' | 'interrupted' | 'ended' | 'replay' | 'cancelled'
  /** Everybody may read a stream in this state. */
  isPublished?: true
  /** A stream in this state has not been on the air yet. */
  isUpcoming?: true
  /** A stream in this state takes its channel: no other of the channel is on the air. */
  isOnAir?: true
  /** Who is entitled may watch a stream in this state. */
  isPlayable?: true
  /** Operators may watch a stream in this state, and nobody else. */
  isPreviewed?: true
  /** The source of a stream in this state may send. */
  takesIngest?: true
  /** Passes of a stream in this state are on sale. */
  sellsPasses?: true
  /** An admin may change what a stream in this state is. */
  canBeEdited?: true
  /** An admin may call off a stream in this state. */
  canBeCancelled?: true
  /** The broadcast of a stream in this state is over. */
  isOver?: true
}

/** Holds what each state is. */
export const streamStates: Record<StreamStatus, StreamState> = {
  draft: {
    label: 'Draft',
    tone: 'neutral',
    shownAs: 'hidden',
    isUpcoming: true,
    canBeEdited: true,
    canBeCancelled: true,
  },
  scheduled: {
    label: 'Scheduled',
    tone: 'info',
    shownAs: 'scheduled',
    isPublished: true,
    isUpcoming: true,
    isPreviewed: true,
    takesIngest: true,
    sellsPasses: true,
    canBeEdited: true,
    canBeCancelled: true,
  },
  preview: {
    label: 'Preview',
    tone: 'warning',
    shownAs: 'scheduled',
    isPublished: true,
    isUpcoming: true,
    isPreviewed: true,
    takesIngest: true,
    sellsPasses: true,
    canBeEdited: true,
  },
  live: {
    label: 'Live',
    tone: 'danger',
    shownAs: 'live',
    isPublished: true,
    isOnAir: true,
    isPlayable: true,
    takesIngest: true,
    sellsPasses: true,
  },
  interrupted: {
    label: 'Interrupted',
    tone: 'warning',
    shownAs: 'interrupted',
    isPublished: true,
    isOnAir: true,
    isPlayable: true,
    takesIngest: true,
  },
  ended: {
    label: 'Ended',
    tone: 'neutral',
    shownAs: 'ended',
    isPublished: true,
    isOver: true,
  },
  replay: {
    label: 'Replay',
    tone: 'success',
    shownAs: 'replay',
    isPublished: true,
    isPlayable: true,
    sellsPasses: true,
    isOver: true,
  },
  archived: {
    label: 'Archived',
    tone: 'neutral',
    shownAs: 'ended',
    isOver: true,
  },
  cancelled: {
    label: 'Canceled',
    tone: 'danger',
    shownAs: 'cancelled',
    isPublished: true,
    isOver: true,
  },
}
