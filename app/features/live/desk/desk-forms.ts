import {
  cancelSchema,
  endSchema,
  interruptSchema,
  refundPassesSchema,
  refundPassSchema,
} from './desk.schema.ts'

/** The forms of a stream's desk by their intent; null for those that are one button. */
export const deskForms = {
  schedule: null,
  live: null,
  resume: null,
  key: null,
  interrupt: interruptSchema,
  end: endSchema,
  cancel: cancelSchema,
  'refund-all': refundPassesSchema,
  'refund-pass': refundPassSchema,
}

/** Says what was done on the desk of a stream, after the redirect. */
export const deskNotes: Record<string, string> = {
  schedule: 'Published. The stream is on the live page.',
  live: "You're live.",
  resume: 'The picture is back on the air.',
  interrupt: 'Interrupted. Viewers see "Back in a moment".',
  end: 'The stream is over.',
  cancel: 'Canceled. Passes are being refunded.',
  'refund-all': 'All passes are being refunded.',
  'refund-pass': 'The pass ended and its refund is on the way.',
  save: 'Saved.',
  poster: 'Poster saved.',
  'remove-poster': 'Poster removed.',
  replay: 'Replay saved.',
  source: 'Source saved.',
}
