import { globalStyle, style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

const shell = style({
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  minHeight: '22rem',
  overflow: 'hidden',
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.lg,
  background: theme.color.surface,
})
export const panel = style([shell, { height: 'min(70dvh, 40rem)' }])
export const page = style([
  shell,
  {
    // what the page has above and below it is left out, so that the composer stands on the screen
    height: `calc(100dvh - ${theme.size.header} - ${theme.space[8]} - ${theme.space[4]})`,
    '@media': {
      [media.belowMd]: {
        height: `calc(100dvh - ${theme.size.header} - ${theme.size.bottomBar} - ${theme.space[7]})`,
      },
    },
  },
])
export const head = style({
  display: 'flex',
  alignItems: 'center',
  gap: theme.space[2],
  flex: 'none',
  paddingInline: theme.space[4],
  borderBlockEnd: `1px solid ${theme.color.line}`,
})
export const title = style({ margin: 0, fontSize: theme.text.lg })
export const status = style({
  flex: 1,
  minWidth: 0,
  margin: 0,
  color: theme.color.inkFaint,
  fontSize: theme.text.sm,
})
export const menu = style({
  display: 'inline-grid',
  placeItems: 'center',
  flex: 'none',
  width: theme.size.touch,
  height: theme.size.touch,
  border: 0,
  borderRadius: theme.radius.pill,
  background: 'transparent',
  color: theme.color.inkMuted,
  cursor: 'pointer',
  listStyle: 'none',
  selectors: {
    '&::-webkit-details-marker': { display: 'none' },
    '&:hover': { background: theme.color.raised },
  },
})
export const headButton = style([
  menu,
  {
    selectors: {
      '&[aria-pressed=true]': { color: theme.color.accentInk, background: theme.color.accentSoft },
    },
  },
])
export const settings = style({ flex: 'none', borderBlockEnd: `1px solid ${theme.color.line}` })
export const settingsHead = style({
  display: 'flex',
  alignItems: 'center',
  minHeight: theme.size.touch,
  paddingInline: theme.space[4],
  fontSize: theme.text.sm,
  cursor: 'pointer',
})
export const settingsForm = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'end',
  gap: theme.space[3],
  padding: `0 ${theme.space[4]} ${theme.space[3]}`,
})
export const pinned = style({
  display: 'flex',
  alignItems: 'center',
  gap: theme.space[2],
  flex: 'none',
  margin: 0,
  padding: `${theme.space[2]} ${theme.space[4]}`,
  borderBlockEnd: `1px solid ${theme.color.line}`,
  background: theme.color.accentSoft,
  fontSize: theme.text.sm,
  overflowWrap: 'anywhere',
})
export const frame = style({ position: 'relative', display: 'flex', flex: 1, minHeight: 0 })
export const log = style({
  flex: 1,
  minWidth: 0,
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  padding: `${theme.space[2]} ${theme.space[2]} ${theme.space[2]} ${theme.space[4]}`,
  selectors: { '&:focus-visible': { outlineOffset: '-3px' } },
})
export const list = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.space[1],
  margin: 0,
  padding: 0,
  listStyle: 'none',
})
export const line = style({ display: 'flex', alignItems: 'start', gap: theme.space[1] })
export const hiddenLine = style([line, { color: theme.color.inkFaint }])
export const lineText = style({ flex: 1, minWidth: 0, paddingBlock: theme.space[1] })
export const said = style({ margin: 0, overflowWrap: 'anywhere', lineHeight: theme.leading.normal })
export const author = style({ fontWeight: theme.weight.bold })
export const when = style({ color: theme.color.inkFaint, fontSize: theme.text.xs })
export const body = style({ display: 'block' })
export const emote = style({ fontSize: '1.25em', lineHeight: 1 })
export const answered = style({
  display: 'flex',
  alignItems: 'center',
  gap: theme.space[1],
  margin: 0,
  color: theme.color.inkFaint,
  fontSize: theme.text.sm,
})
export const excerpt = style({
  flex: 1,
  minWidth: 0,
  margin: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
})
export const note = style({ margin: 0, color: theme.color.inkFaint, fontSize: theme.text.sm })
export const failed = style({ margin: 0, color: theme.color.danger, fontSize: theme.text.sm })
export const pending = style({ paddingBlock: theme.space[1] })
export const jump = style({
  position: 'absolute',
  insetInline: 0,
  insetBlockEnd: theme.space[2],
  display: 'flex',
  justifyContent: 'center',
  pointerEvents: 'none',
})
globalStyle(`${pinned} > svg, ${answered} > svg`, { flex: 'none' })
globalStyle(`${jump} > *`, { pointerEvents: 'auto', boxShadow: theme.shadow.mid })
export const composer = style({
  display: 'grid',
  gap: theme.space[2],
  flex: 'none',
  padding: theme.space[3],
  borderBlockStart: `1px solid ${theme.color.line}`,
})
/** As high as one line until more is written. */
export const field = style({
  selectors: { '&&': { minHeight: theme.size.touch, maxHeight: '8rem', resize: 'none' } },
})
export const answering = style({
  display: 'flex',
  alignItems: 'center',
  gap: theme.space[2],
  minWidth: 0,
  color: theme.color.inkMuted,
  fontSize: theme.text.sm,
})
export const composerFoot = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.space[2],
})
export const emotes = style({ position: 'relative' })
export const emoteList = style({
  position: 'absolute',
  insetBlockEnd: '100%',
  insetInlineStart: 0,
  display: 'grid',
  gridTemplateColumns: `repeat(5, ${theme.size.touch})`,
  padding: theme.space[1],
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.lg,
  background: theme.color.raised,
  boxShadow: theme.shadow.mid,
  zIndex: theme.layer.menu,
})
export const emoteButton = style([menu, { fontSize: theme.text.lg }])
export const why = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.space[2],
  flex: 'none',
  margin: 0,
  padding: theme.space[3],
  borderBlockStart: `1px solid ${theme.color.line}`,
  color: theme.color.inkMuted,
})
