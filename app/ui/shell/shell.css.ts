import { style } from '@vanilla-extract/css'
import { theme } from '../theme/contract.css.ts'
import { media } from '../theme/media.ts'

export const skipLink = style({
  position: 'fixed',
  top: theme.space[2],
  left: theme.space[2],
  zIndex: theme.layer.skip,
  padding: `${theme.space[3]} ${theme.space[4]}`,
  background: theme.color.raised,
  color: theme.color.ink,
  borderRadius: theme.radius.md,
  boxShadow: theme.shadow.mid,
  fontWeight: theme.weight.bold,
  translate: '0 -200%',
  selectors: { '&:focus': { translate: '0 0' } },
})

/** Stands above everything on each page of a rehearsal. */
export const notice = style({
  padding: `${theme.space[1]} ${theme.space[4]}`,
  background: theme.color.warningSoft,
  color: theme.color.ink,
  borderBottom: `1px solid ${theme.color.warning}`,
  fontSize: theme.text.sm,
  fontWeight: theme.weight.bold,
  textAlign: 'center',
})

export const main = style({
  flex: 1,
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
})

export const header = style({
  position: 'sticky',
  top: 0,
  zIndex: theme.layer.nav,
  background: theme.color.ground,
  borderBottom: `1px solid ${theme.color.line}`,
  paddingTop: 'env(safe-area-inset-top)',
  '@media': { [media.low]: { position: 'static' } },
})

export const headerRow = style({
  display: 'flex',
  alignItems: 'center',
  gap: theme.space[2],
  height: theme.size.header,
  width: '100%',
  maxWidth: `calc(${theme.size.page} + 2 * ${theme.space[6]})`,
  marginInline: 'auto',
  paddingInline: theme.space[4],
  '@media': { [media.md]: { paddingInline: theme.space[6], gap: theme.space[4] } },
})

export const brand = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '0.5rem',
  minHeight: theme.size.touch,
  marginRight: 'auto',
  color: theme.color.ink,
  textDecoration: 'none',
  fontFamily: theme.font.display,
  fontWeight: theme.weight.black,
  fontSize: '1.625rem',
  letterSpacing: '-0.035em',
  lineHeight: 1,
  minWidth: 0,
  '@media': { [media.md]: { marginRight: 0 } },
})
export const brandName = style({
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  paddingBlock: '0.15em',
})
export const brandMark = style({ color: theme.color.accent, flex: 'none' })
export const brandLogo = style({ height: '2rem', width: 'auto', flex: 'none' })

export const tools = style({
  display: 'flex',
  alignItems: 'center',
  gap: theme.space[1],
  flex: 'none',
  '@media': { [media.md]: { gap: theme.space[2] } },
})

export const topNav = style({
  display: 'none',
  '@media': { [media.md]: { display: 'flex', flex: 1, justifyContent: 'center', minWidth: 0 } },
})
export const topList = style({ display: 'flex', gap: theme.space[1] })
export const topItem = style({
  position: 'relative',
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.space[2],
  minHeight: theme.size.touch,
  paddingInline: '0.625rem',
  color: theme.color.inkMuted,
  fontSize: theme.text.sm,
  fontWeight: theme.weight.semibold,
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  transition: `color ${theme.motion.fast}`,
  selectors: {
    '&:hover': { color: theme.color.ink },
    '&[aria-current="page"]': { color: theme.color.ink },
    // Draws a short accent line under the current link, on the header's edge.
    '&[aria-current="page"]::after': {
      content: '""',
      position: 'absolute',
      left: '0.625rem',
      right: '0.625rem',
      bottom: `calc((${theme.size.touch} - ${theme.size.header}) / 2)`,
      height: '3px',
      borderRadius: '3px 3px 0 0',
      background: theme.color.accent,
    },
  },
  '@media': { [media.lg]: { paddingInline: '0.875rem', fontSize: '1rem' } },
})

export const footer = style({
  borderTop: `1px solid ${theme.color.line}`,
  background: theme.color.sunk,
  color: theme.color.inkMuted,
  fontSize: theme.text.sm,
  '@media': { [media.print]: { display: 'none' } },
})
export const footerRow = style({
  display: 'grid',
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
  gap: `${theme.space[6]} ${theme.space[5]}`,
  width: '100%',
  maxWidth: `calc(${theme.size.page} + 2 * ${theme.space[6]})`,
  marginInline: 'auto',
  padding: `${theme.space[7]} ${theme.space[4]} ${theme.space[6]}`,
  '@media': {
    [media.md]: {
      gridTemplateColumns: 'minmax(0, 2fr) repeat(3, minmax(0, 1fr))',
      paddingInline: theme.space[6],
    },
  },
})
export const footerBrand = style({
  gridColumn: '1 / -1',
  '@media': { [media.md]: { gridColumn: 'auto' } },
})
export const footerEnd = style({
  gridColumn: '1 / -1',
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: `${theme.space[2]} ${theme.space[5]}`,
  paddingTop: theme.space[4],
  borderTop: `1px solid ${theme.color.line}`,
})
export const footerTitle = style({ fontWeight: theme.weight.bold, color: theme.color.ink })
export const footerName = style({
  display: 'flex',
  alignItems: 'center',
  gap: '0.5rem',
  fontFamily: theme.font.display,
  fontWeight: theme.weight.black,
  fontSize: theme.text['2xl'],
  letterSpacing: '-0.035em',
  lineHeight: theme.leading.tight,
  color: theme.color.ink,
})
export const footerTagline = style({ marginTop: theme.space[2], maxWidth: '22rem' })
export const footerList = style({ minWidth: 0 })
/** Lets a mail address take the whole width of a phone. */
export const footerReach = style({
  gridColumn: '1 / -1',
  '@media': { [media.md]: { gridColumn: 'auto' } },
})
export const footerLink = style({
  display: 'inline-flex',
  alignItems: 'center',
  minWidth: theme.size.touch,
  minHeight: theme.size.touch,
  maxWidth: '100%',
  overflowWrap: 'anywhere',
  color: theme.color.inkMuted,
  textDecoration: 'none',
  selectors: { '&:hover': { color: theme.color.ink, textDecoration: 'underline' } },
})
export const footerSmall = style({ fontSize: theme.text.xs, color: theme.color.inkFaint })
