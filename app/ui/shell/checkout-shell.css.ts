import { style } from '@vanilla-extract/css'
import { theme } from '../theme/contract.css.ts'
import { media } from '../theme/media.ts'

const wide = '66rem'

export const row = style({
  display: 'flex',
  alignItems: 'center',
  gap: theme.space[2],
  height: theme.size.header,
  width: '100%',
  maxWidth: wide,
  marginInline: 'auto',
  paddingInline: theme.space[4],
  '@media': { [media.md]: { paddingInline: theme.space[6], gap: theme.space[3] } },
})
export const brand = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '0.4rem',
  minWidth: 0,
  minHeight: theme.size.touch,
  color: theme.color.ink,
  textDecoration: 'none',
  fontFamily: theme.font.display,
  fontWeight: theme.weight.black,
  fontSize: '1.375rem',
  letterSpacing: '-0.035em',
  lineHeight: 1,
})
export const mark = style({ color: theme.color.accent, flex: 'none' })
export const logo = style({ height: '1.75rem', width: 'auto', flex: 'none' })
export const name = style({
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  paddingBlock: '0.15em',
})
export const secure = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: '0.375rem',
  flex: 'none',
  fontSize: theme.text.sm,
  color: theme.color.inkMuted,
})
/** Leaves icons alone on a phone; their words are read aloud. */
export const wideText = style({
  position: 'absolute',
  clipPath: 'inset(50%)',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  whiteSpace: 'nowrap',
  '@media': { [media.md]: { position: 'static', clipPath: 'none', width: 'auto', height: 'auto' } },
})
export const status = style({ flex: '1 0 auto', display: 'flex', justifyContent: 'flex-end' })
export const help = style({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '0.375rem',
  flex: 'none',
  minWidth: theme.size.touch,
  minHeight: theme.size.touch,
  marginRight: `calc(-1 * ${theme.space[2]})`,
  color: theme.color.inkMuted,
  fontSize: theme.text.sm,
  fontWeight: theme.weight.semibold,
  textDecoration: 'none',
  borderRadius: theme.radius.pill,
  selectors: { '&:hover': { color: theme.color.ink } },
  '@media': { [media.md]: { paddingInline: theme.space[2], marginRight: 0 } },
})

export const footer = style({
  borderTop: `1px solid ${theme.color.line}`,
  fontSize: theme.text.xs,
  color: theme.color.inkFaint,
  '@media': { [media.print]: { display: 'none' } },
})
export const footerRow = style({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: `0 ${theme.space[5]}`,
  width: '100%',
  maxWidth: wide,
  marginInline: 'auto',
  padding: `${theme.space[3]} ${theme.space[4]}`,
  '@media': { [media.md]: { paddingInline: theme.space[6] } },
})
export const links = style({ display: 'flex', flexWrap: 'wrap', gap: `0 ${theme.space[4]}` })
export const link = style({
  display: 'inline-flex',
  alignItems: 'center',
  minWidth: theme.size.touch,
  minHeight: theme.size.touch,
  color: theme.color.inkMuted,
  textDecoration: 'none',
  selectors: { '&:hover': { color: theme.color.ink, textDecoration: 'underline' } },
})
