import type { LineKind } from './line-kinds.ts'
import * as paths from './paths.ts'

/** What buyers open once they paid for it: its page by the item's id, and what the link says. Apart from the kinds, which more pages load. */
export const lineKindPages: Partial<Record<LineKind, { path: (item: string) => string; text: string }>> = {
  stream_pass: { path: (item) => `${paths.live(item)}?watch=1`, text: 'Watch the stream' },
}
