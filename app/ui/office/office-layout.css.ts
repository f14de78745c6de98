import { globalStyle, keyframes, style } from '@vanilla-extract/css'
import { footer, footerBrand, footerEnd, footerRow, headerRow } from '../shell/shell.css.ts'
import { theme } from '../theme/contract.css.ts'
import { media } from '../theme/media.ts'

/** Limits the width of the back office: lists need more room than text. */
const widest = '100rem'

const slideIn = keyframes({ from: { transform: 'translateX(-100%)' } })

export const office = style({
  flex: 1,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gridTemplateRows: 'auto 1fr',
  width: '100%',
  maxWidth: widest,
  marginInline: 'auto',
  '@media': {
    [media.lg]: { gridTemplateColumns: '14.5rem minmax(0, 1fr)' },
  },
})
// Aligns the header with these columns where the browser supports `:has`.
globalStyle(`body:has(${office}) ${headerRow}`, { maxWidth: widest })
// Leaves one line of the site's footer: what visitors look for there is no help to staff.
globalStyle(`body:has(${office}) ${footer} :is(${footerBrand}, nav)`, { display: 'none' })
globalStyle(`body:has(${office}) ${footerRow}`, { maxWidth: widest, paddingBlock: theme.space[2] })
globalStyle(`body:has(${office}) ${footerEnd}`, { borderTop: 0, paddingTop: 0 })

/** Skips the navigation, for keyboards. */
export const skip = style({
  position: 'absolute',
  zIndex: theme.layer.skip,
  padding: `${theme.space[2]} ${theme.space[4]}`,
  background: theme.color.raised,
  color: theme.color.ink,
  borderRadius: theme.radius.md,
  boxShadow: theme.shadow.mid,
  fontWeight: theme.weight.bold,
  selectors: {
    '&:not(:focus)': { width: '1px', height: '1px', padding: 0, overflow: 'hidden', clipPath: 'inset(50%)' },
  },
})

/** Shows a sheet at the left edge on a phone; from `lg` up a column that stays while the page scrolls. */
export const side = style({
  position: 'fixed',
  inset: '0 auto 0 0',
  margin: 0,
  width: 'min(20rem, calc(100vw - 3.5rem))',
  height: '100dvh',
  maxHeight: 'none',
  padding: `calc(${theme.space[4]} + env(safe-area-inset-top)) ${theme.space[3]} calc(${theme.space[5]} + env(safe-area-inset-bottom))`,
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  color: theme.color.ink,
  background: theme.color.surface,
  border: 0,
  borderRight: `1px solid ${theme.color.line}`,
  boxShadow: theme.shadow.high,
  animation: `${slideIn} ${theme.motion.base} ${theme.motion.easeOut}`,
  selectors: { '&::backdrop': { background: theme.color.scrim } },
  // Without popovers there is nothing to open: shows the navigation above the page.
  '@supports': {
    'not selector(:popover-open)': { position: 'static', width: 'auto', height: 'auto', boxShadow: 'none' },
  },
  '@media': {
    // Shows a column without opening it, since it is no sheet.
    [media.lg]: {
      display: 'block',
      position: 'sticky',
      inset: 'auto',
      top: theme.size.header,
      gridRow: '1 / -1',
      width: 'auto',
      height: `calc(100dvh - ${theme.size.header})`,
      padding: `${theme.space[5]} ${theme.space[3]} ${theme.space[5]} ${theme.space[5]}`,
      background: 'transparent',
      boxShadow: 'none',
      animation: 'none',
      // Fades what goes on below the edge.
      maskImage: `linear-gradient(to top, transparent, #000 ${theme.space[5]})`,
    },
    [media.print]: { display: 'none' },
  },
})
export const sideHead = style({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  marginBottom: theme.space[3],
  paddingInlineStart: theme.space[3],
  fontWeight: theme.weight.bold,
  '@media': { [media.lg]: { display: 'none' } },
})

export const groups = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[4],
  '@media': { [media.lgMouse]: { gap: theme.space[3] } },
})
export const groupName = style({
  paddingInline: theme.space[3],
  paddingBottom: theme.space[1],
  fontSize: theme.text.xs,
  fontWeight: theme.weight.bold,
  letterSpacing: '0.04em',
  color: theme.color.inkFaint,
})
export const links = style({
  display: 'flex',
  flexDirection: 'column',
  gap: '2px',
  '@media': { [media.lgMouse]: { gap: 0 } },
})
export const link = style({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: theme.space[3],
  minHeight: theme.size.touch,
  paddingInline: theme.space[3],
  borderRadius: theme.radius.sm,
  color: theme.color.inkMuted,
  fontSize: theme.text.sm,
  fontWeight: theme.weight.semibold,
  textDecoration: 'none',
  selectors: {
    '&:hover': { background: theme.color.raised, color: theme.color.ink },
    '&[aria-current="page"]': { background: theme.color.accentSoft, color: theme.color.ink },
  },
  '@media': { [media.lgMouse]: { minHeight: '2rem' } },
})
export const linkIcon = style({
  flex: 'none',
  selectors: { [`${link}[aria-current="page"] &`]: { color: theme.color.accentInk } },
})

/** Shows above the page: breadcrumbs, the chosen event, and the search button. */
export const bar = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: `${theme.space[1]} ${theme.space[3]}`,
  minWidth: 0,
  padding: `${theme.space[2]} ${theme.space[4]}`,
  borderBottom: `1px solid ${theme.color.line}`,
  '@media': {
    // Keeps the menu, the breadcrumbs and the search in one row; the event switcher has the row below.
    [media.belowMd]: { display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr) auto' },
    [media.md]: { paddingInline: theme.space[6] },
    [media.lg]: { minHeight: '3.75rem' },
    [media.print]: { display: 'none' },
  },
})
globalStyle(`${bar} > nav`, { minWidth: 0 })
export const barEnd = style({
  display: 'flex',
  alignItems: 'center',
  gap: theme.space[2],
  marginInlineStart: 'auto',
  minWidth: 0,
  '@media': { [media.belowMd]: { display: 'contents' } },
})
globalStyle(`${barEnd} > details`, { '@media': { [media.belowMd]: { gridColumn: '1 / -1' } } })
globalStyle(`${barEnd} > details > summary`, { '@media': { [media.belowMd]: { width: '100%' } } })
export const barButton = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.space[2],
  minHeight: theme.size.touch,
  minWidth: theme.size.touch,
  justifyContent: 'center',
  paddingInline: theme.space[3],
  border: `1px solid ${theme.color.line}`,
  borderRadius: theme.radius.sm,
  background: theme.color.surface,
  color: theme.color.ink,
  fontSize: theme.text.sm,
  fontWeight: theme.weight.semibold,
  whiteSpace: 'nowrap',
  textDecoration: 'none',
  cursor: 'pointer',
  selectors: { '&:hover': { borderColor: theme.color.lineStrong } },
  '@media': { [media.lgMouse]: { minHeight: '2.25rem' } },
})
export const menuButton = style([barButton, { '@media': { [media.lg]: { display: 'none' } } }])
export const wideOnly = style({ display: 'none', '@media': { [media.md]: { display: 'inline' } } })
export const keys = style({
  display: 'none',
  paddingInline: theme.space[1],
  border: `1px solid ${theme.color.line}`,
  borderRadius: '0.3rem',
  fontFamily: theme.font.body,
  fontSize: theme.text.xs,
  fontWeight: theme.weight.medium,
  color: theme.color.inkMuted,
  '@media': { [media.lg]: { display: 'inline' } },
})

export const crumbs = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  minWidth: 0,
  fontSize: theme.text.sm,
  color: theme.color.inkMuted,
  '@media': { [media.belowMd]: { flexWrap: 'nowrap' } },
})
export const crumb = style({
  display: 'inline-flex',
  alignItems: 'center',
  minWidth: 0,
  maxWidth: '20rem',
  selectors: {
    '& + &::before': { content: '"/"', paddingInline: theme.space[2], color: theme.color.inkFaint },
  },
  '@media': {
    // Shows the page and the one above it, cut where they are long: the page's title stands below in full.
    [media.belowMd]: {
      selectors: {
        '&:nth-last-child(n + 3)': { display: 'none' },
        '&:nth-last-child(2)': { flex: 'none', maxWidth: '50%' },
        '&:nth-last-child(2)::before': { content: 'none' },
      },
    },
  },
})
export const crumbText = style({
  display: 'inline-block',
  lineHeight: theme.size.touch,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  color: 'inherit',
  selectors: {
    '&[href]': { minWidth: theme.size.touch },
    '&[aria-current="page"]': { color: theme.color.ink, fontWeight: theme.weight.semibold },
  },
})

export const content = style({
  minWidth: 0,
  padding: `${theme.space[4]} ${theme.space[4]} ${theme.space[8]}`,
  selectors: { '&:focus': { outline: 'none' } },
  '@media': { [media.md]: { padding: `${theme.space[5]} ${theme.space[6]} ${theme.space[8]}` } },
})
/** Separates a page's first notice from its title. */
export const notice = style({
  marginBottom: theme.space[5],
  '@media': { [media.belowMd]: { marginBottom: theme.space[3], fontSize: theme.text.sm } },
})
// Keeps titles of the back office small: they are labels.
globalStyle(`${content} h1`, { fontSize: theme.text['2xl'] })
globalStyle(`${content} h2`, { fontSize: theme.text.xl })
