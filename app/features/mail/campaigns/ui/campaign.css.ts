import { globalStyle, style, styleVariants } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

export const facts = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: theme.space[2] })

/** The form beside the preview, from `lg` up. */
export const columns = style({
  display: 'grid',
  gap: theme.space[6],
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@media': { [media.lg]: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 26.5rem)' } },
})
export const column = style({ display: 'flex', flexDirection: 'column', gap: theme.space[5], minWidth: 0 })
export const pair = style({
  display: 'grid',
  gap: theme.space[4],
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@media': { [media.md]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
})
export const blocks = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[4],
  listStyle: 'none',
  padding: 0,
})
export const block = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[3],
  padding: theme.space[4],
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.md,
  scrollMarginTop: theme.space[8],
})
export const blockHead = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.space[2],
})
export const blockTitle = style({ fontSize: theme.text.md, fontWeight: theme.weight.bold })
export const blockTools = style({ display: 'flex', gap: theme.space[1] })
export const picture = style({ overflow: 'hidden', borderRadius: theme.radius.sm, maxWidth: '16rem' })
export const chosen = style({
  display: 'block',
  width: '100%',
  height: '100%',
  objectFit: 'cover',
  aspectRatio: '3 / 2',
})
export const cardNames = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[1],
  paddingInlineStart: theme.space[5],
})
export const saveLine = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.space[3],
})

/** The preview: a window of the width of a phone, or a desk at two thirds of its size. */
export const window = style({
  overflow: 'hidden',
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.md,
  height: '36rem',
  maxWidth: '100%',
})
const frame = style({ display: 'block', border: 0, transformOrigin: '0 0' })
export const view = styleVariants({
  phone: [frame, { width: '100%', height: '36rem' }],
  desktop: [frame, { width: '158%', height: '57rem', transform: 'scale(0.633)' }],
})
export const plain = style({
  overflow: 'auto',
  height: '36rem',
  margin: 0,
  padding: theme.space[4],
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.md,
  fontFamily: 'monospace',
  fontSize: theme.text.sm,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
})
export const subject = style({ fontWeight: theme.weight.bold, overflowWrap: 'anywhere' })
export const checks = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[2],
  listStyle: 'none',
  padding: 0,
})
export const check = style({
  display: 'flex',
  alignItems: 'flex-start',
  gap: theme.space[2],
  overflowWrap: 'anywhere',
})
export const checkIcon = style({ flexShrink: 0, marginTop: '0.2em' })
export const timeline = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[3],
  listStyle: 'none',
  padding: 0,
})

/** The text editor, in the look of a text area. */
export const toolbar = style({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: theme.space[1] })
export const editor = style({
  minHeight: '9rem',
  padding: theme.space[3],
  border: `1px solid ${theme.color.lineStrong}`,
  borderRadius: theme.radius.sm,
  backgroundColor: theme.color.surface,
  overflowWrap: 'anywhere',
  ':focus-within': { outline: `2px solid ${theme.color.focus}`, outlineOffset: '1px' },
})
export const results = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[3],
  listStyle: 'none',
  padding: 0,
})
export const result = style({ display: 'flex', alignItems: 'center', gap: theme.space[3] })
export const resultName = style({
  display: 'flex',
  flexDirection: 'column',
  flex: 1,
  justifyContent: 'center',
  minHeight: theme.size.touch,
})
export const resultPicture = style({
  width: '3.5rem',
  flexShrink: 0,
  overflow: 'hidden',
  borderRadius: theme.radius.sm,
})
globalStyle(`${editor} [contenteditable]`, { outline: 'none', minHeight: '7.5rem' })
globalStyle(`${editor} [contenteditable] > * + *`, { marginTop: theme.space[3] })
globalStyle(`${editor} :is(ul, ol)`, { paddingInlineStart: theme.space[5] })
globalStyle(`${editor} a`, { color: theme.color.accentInk, textDecoration: 'underline' })
