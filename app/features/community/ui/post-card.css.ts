import { globalStyle, style, styleVariants } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

export const marked = style({ borderColor: theme.color.focus, boxShadow: `0 0 0 2px ${theme.color.focus}` })
export const head = style({ display: 'flex', alignItems: 'flex-start', gap: theme.space[3] })
export const who = style({ display: 'flex', flexDirection: 'column', minWidth: 0, flex: 1 })
export const nameLine = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: theme.space[2],
  rowGap: theme.space[1],
})
export const name = style({
  fontFamily: theme.font.body,
  fontSize: theme.text.md,
  fontWeight: theme.weight.bold,
  letterSpacing: 'normal',
  lineHeight: theme.leading.snug,
  overflowWrap: 'anywhere',
})
export const nameLink = style({
  display: 'inline-flex',
  alignItems: 'center',
  minWidth: theme.size.touch,
  minHeight: theme.size.touch,
  marginBlock: `calc(-1 * ${theme.space[2]})`,
  color: theme.color.ink,
  textDecoration: 'none',
})
export const when = style({ color: theme.color.inkFaint, fontSize: theme.text.sm })
export const whenLink = style({
  color: 'inherit',
  display: 'inline-flex',
  alignItems: 'center',
  minWidth: theme.size.touch,
  minHeight: theme.size.touch,
  marginBlock: `calc(-1 * ${theme.space[2]})`,
  textDecoration: 'none',
  selectors: { '&:hover': { textDecoration: 'underline' } },
})
export const menu = style({
  display: 'inline-grid',
  placeItems: 'center',
  flex: 'none',
  width: theme.size.touch,
  height: theme.size.touch,
  marginBlockStart: `calc(-1 * ${theme.space[2]})`,
  marginInlineEnd: `calc(-1 * ${theme.space[2]})`,
  borderRadius: theme.radius.pill,
  color: theme.color.inkMuted,
})
export const body = style({ marginTop: theme.space[3], overflowWrap: 'anywhere' })
globalStyle(`${body} :is(p, ul, ol, blockquote, pre)`, { margin: 0 })
globalStyle(`${body} :is(p, ul, ol, blockquote, pre) + :is(p, ul, ol, blockquote, pre)`, {
  marginTop: theme.space[3],
})
globalStyle(`${body} :is(ul, ol)`, { paddingInlineStart: theme.space[5] })
globalStyle(`${body} blockquote`, {
  paddingInlineStart: theme.space[3],
  borderInlineStart: `3px solid ${theme.color.line}`,
  color: theme.color.inkFaint,
})
globalStyle(`${body} pre`, { overflowX: 'auto', whiteSpace: 'pre-wrap' })
export const pictures = styleVariants({
  one: [{ marginTop: theme.space[3], display: 'grid', gap: theme.space[2] }],
  many: [
    {
      marginTop: theme.space[3],
      display: 'grid',
      gap: theme.space[2],
      gridTemplateColumns: 'repeat(2, 1fr)',
    },
  ],
})
export const picture = style({
  display: 'block',
  width: '100%',
  height: 'auto',
  maxHeight: '32rem',
  objectFit: 'cover',
  borderRadius: theme.radius.md,
  background: theme.color.surface,
  selectors: { [`${pictures.many} &`]: { aspectRatio: '1', height: '100%' } },
})
export const preview = style({
  display: 'grid',
  gap: theme.space[1],
  marginTop: theme.space[3],
  padding: theme.space[3],
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.md,
  color: theme.color.ink,
  textDecoration: 'none',
  overflowWrap: 'anywhere',
  selectors: { '&:hover': { background: theme.color.raised } },
})
export const previewTitle = style({ fontWeight: theme.weight.bold })
export const previewSite = style({ color: theme.color.inkFaint, fontSize: theme.text.sm })
export const foot = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.space[2],
  marginTop: theme.space[3],
})
export const commentsLink = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.space[2],
  minHeight: theme.size.touch,
  color: theme.color.inkFaint,
  fontSize: theme.text.sm,
  textDecoration: 'none',
  marginInlineStart: 'auto',
  selectors: { '&:hover': { color: theme.color.ink } },
})
export const reactionBar = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.space[1],
})
const chip = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.space[1],
  minWidth: theme.size.touch,
  minHeight: theme.size.touch,
  justifyContent: 'center',
  paddingInline: theme.space[2],
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.pill,
  background: 'transparent',
  color: theme.color.ink,
  fontSize: theme.text.sm,
  cursor: 'pointer',
  selectors: { '&:hover': { background: theme.color.raised } },
})
export const reaction = styleVariants({
  plain: [chip],
  mine: [chip, { borderColor: theme.color.ink, fontWeight: theme.weight.bold }],
  count: [chip, { cursor: 'default' }],
})
export const chooser = style({ position: 'relative' })
export const opener = style([
  chip,
  { listStyle: 'none', selectors: { '&::-webkit-details-marker': { display: 'none' } } },
])
export const choices = style({
  display: 'flex',
  gap: theme.space[1],
  position: 'absolute',
  insetBlockEnd: '100%',
  insetInlineStart: 0,
  zIndex: theme.layer.menu,
  padding: theme.space[1],
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.lg,
  background: theme.color.surface,
  boxShadow: theme.shadow.mid,
})
export const replies = style({
  display: 'grid',
  gap: theme.space[3],
  marginTop: theme.space[3],
  marginInlineStart: theme.space[3],
  paddingInlineStart: theme.space[3],
  borderInlineStart: `2px solid ${theme.color.line}`,
  '@media': { [media.lg]: { marginInlineStart: theme.space[6] } },
})
export const failed = style({ color: theme.color.danger, fontSize: theme.text.sm })
