import { globalStyle, style, styleVariants } from '@vanilla-extract/css'
import { columns } from '#ui/office/record.css.ts'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

export const text = style({ whiteSpace: 'pre-line', overflowWrap: 'anywhere', margin: 0 })
const said = style({
  padding: theme.space[3],
  borderRadius: theme.radius.md,
  border: `1px solid ${theme.color.line}`,
  minWidth: 0,
})
/** One post of the conversation; the one that is decided about stands out. */
export const posts = styleVariants({
  plain: [said],
  reply: [said, { marginInlineStart: theme.space[5] }],
  subject: [said, { borderColor: theme.color.accent, borderWidth: '2px' }],
})
export const quote = style({
  margin: 0,
  paddingInlineStart: theme.space[3],
  borderInlineStart: `3px solid ${theme.color.line}`,
  whiteSpace: 'pre-line',
  overflowWrap: 'anywhere',
  color: theme.color.inkMuted,
})
export const picture = style({
  maxWidth: '100%',
  maxHeight: '20rem',
  width: 'auto',
  height: 'auto',
  marginBlockStart: theme.space[2],
})
export const plainList = style({ listStyle: 'none', margin: 0, padding: 0 })
export const reason = style({
  display: 'flex',
  alignItems: 'flex-start',
  gap: theme.space[3],
  minHeight: theme.size.touch,
})
// the circle stands beside the first line
globalStyle(`${reason} input`, { flex: 'none', marginBlockStart: '6px', accentColor: theme.color.accent })

/** A case: what happened stands last on a phone, and below the post on a desk. */
export const caseColumns = style([columns, { gridTemplateRows: 'auto 1fr' }])
export const decision = style({ '@media': { [media.xl]: { gridColumn: 2, gridRow: '1 / span 2' } } })
export const keyList = style({
  display: 'flex',
  flexWrap: 'wrap',
  gap: `${theme.space[1]} ${theme.space[3]}`,
})
export const key = style({
  display: 'inline-block',
  minWidth: '1.6em',
  paddingInline: theme.space[1],
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.sm,
  textAlign: 'center',
  fontFamily: 'inherit',
})
/** The parts of an appeal, each under its name. */
export const part = style({ display: 'grid', gap: theme.space[1], minWidth: 0 })
export const partTitle = style({ fontSize: theme.text.sm, fontWeight: theme.weight.semibold, margin: 0 })

export const line = style({
  border: 0,
  borderBlockStart: `1px solid ${theme.color.line}`,
  width: '100%',
  margin: 0,
})

export * from '#ui/office/record.css.ts'
