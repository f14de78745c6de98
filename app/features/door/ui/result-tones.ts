import type { BadgeTone } from '#ui/badge.tsx'
import type { Verdict } from '../door.rules.ts'

/** The colours of results in lists, by their verdict. */
export const resultTones: Record<Verdict, BadgeTone> = {
  admit: 'success',
  again: 'info',
  out: 'info',
  check: 'warning',
  stop: 'danger',
}
