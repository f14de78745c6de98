import { globalStyle, style } from '@vanilla-extract/css'
import { stackBase } from '../layout.css.ts'
import { tab, list as tabList } from '../tabs.css.ts'
import { theme } from '../theme/contract.css.ts'
import { media } from '../theme/media.ts'

export const list = style([
  stackBase,
  { gap: theme.space[3], '@media': { [media.belowMd]: { gap: theme.space[2] } } },
])
/** Puts the title, the search with its filters, and the tools into one line; a phone has the search below. */
export const head = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: `${theme.space[2]} ${theme.space[4]}`,
  minWidth: 0,
})
export const title = style({
  marginInlineEnd: 'auto',
  minWidth: 0,
  '@media': { [media.belowLg]: { order: -2, flex: '1 1 0' } },
})
export const about = style({
  color: theme.color.inkMuted,
  fontSize: theme.text.sm,
  lineHeight: theme.leading.snug,
  fontVariantNumeric: 'tabular-nums',
})
export const tools = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.space[2],
  '@media': { [media.belowLg]: { order: -1 } },
})
/** On a phone links stand in a row of their own, which scrolls. */
export const actions = style({
  display: 'flex',
  alignItems: 'center',
  gap: theme.space[2],
  minWidth: 0,
  '@media': { [media.belowLg]: { flex: '1 1 100%', overflowX: 'auto' } },
})
globalStyle(`${actions} > *`, { flex: 'none' })
export const search = style({
  display: 'flex',
  alignItems: 'center',
  gap: theme.space[2],
  minWidth: 0,
  '@media': { [media.belowLg]: { flex: '1 1 100%' } },
})
export const searchField = style({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  minWidth: 0,
  flex: '1 1 auto',
  '@media': { [media.lg]: { width: '21rem', flex: '0 1 auto' } },
})
export const searchInput = style({})
globalStyle(`${searchField} > ${searchInput}`, {
  minHeight: theme.size.touch,
  paddingBlock: 0,
  paddingInlineEnd: theme.size.touch,
  textOverflow: 'ellipsis',
  '@media': { [media.lgMouse]: { minHeight: '2.5rem', fontSize: theme.text.sm } },
})
export const searchButton = style({
  position: 'absolute',
  right: 0,
  display: 'grid',
  placeItems: 'center',
  width: theme.size.touch,
  height: '100%',
  color: theme.color.inkMuted,
  borderRadius: theme.radius.md,
  selectors: { '&:hover': { color: theme.color.ink } },
})
export const fields = style({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
  gap: theme.space[3],
  padding: theme.space[2],
})
export const apply = style({ gridColumn: '1 / -1', justifySelf: 'start' })
/** On a desk the headers of the table sort it. */
export const phoneOnly = style({ '@media': { [media.md]: { display: 'none' } } })
export const tabs = style({ minWidth: 0, display: 'flex' })
globalStyle(`${tabs} > ${tabList}`, { minWidth: 0 })
globalStyle(`${tabs} ${tab}`, { '@media': { [media.lgMouse]: { minHeight: '2.25rem' } } })
export const chips = style({ display: 'flex', flexWrap: 'wrap', gap: theme.space[2] })
