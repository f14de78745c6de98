import { style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

/** A link of the scanner leads here: it stops below the header. */
export const section = style({ scrollMarginTop: theme.space[4] })
export const reports = style({ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: theme.space[1] })
export const report = style({
  background: theme.color.surface,
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.md,
})
/** One line on a phone too: what is longer is cut, and stands in full inside. */
export const reportLine = style({
  display: 'flex',
  alignItems: 'center',
  gap: theme.space[2],
  minHeight: theme.size.touch,
  paddingInline: theme.space[3],
  cursor: 'pointer',
})
export const sign = style({ flex: 'none', color: theme.color.warning })
export const cut = style({ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' })
export const reportBody = style({
  padding: theme.space[3],
  borderTop: `1px solid ${theme.color.line}`,
  scrollMarginTop: theme.space[4],
})
export const holder = style({ fontSize: theme.text.lg, lineHeight: theme.leading.tight })
export const code = style({ fontFamily: theme.font.mono, letterSpacing: '0.04em' })
export const muted = style({ fontSize: theme.text.sm, color: theme.color.inkMuted })
export const scans = style({ display: 'grid', gap: theme.space[1] })
export const reported = style({ fontWeight: theme.weight.bold })
export const summary = style({
  display: 'flex',
  alignItems: 'center',
  width: 'fit-content',
  minHeight: theme.size.touch,
  color: theme.color.accentInk,
  fontWeight: theme.weight.semibold,
  cursor: 'pointer',
})
/** The decision about a conflict stands in one line with what opens the rest. */
export const decision = style([
  summary,
  {
    flexWrap: 'wrap',
    gap: `0 ${theme.space[2]}`,
    // Reaches over the lines around it, so that a card on a phone stays low.
    '@media': { [media.belowMd]: { marginBlock: '-0.625rem' } },
  },
])
export const decided = style({ color: theme.color.ink, fontWeight: theme.weight.normal })
export const more = style({ textDecoration: 'underline' })
export const decisionBody = style({ display: 'grid', gap: theme.space[3], paddingBlock: theme.space[3] })
