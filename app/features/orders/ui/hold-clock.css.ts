import { style, styleVariants } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'
import { media } from '#ui/theme/media.ts'

const base = style({
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.space[2],
  padding: `${theme.space[1]} ${theme.space[3]}`,
  borderRadius: theme.radius.pill,
  fontSize: theme.text.sm,
  fontWeight: theme.weight.semibold,
  whiteSpace: 'nowrap',
  transition: `background-color ${theme.motion.slow}, color ${theme.motion.slow}`,
})

export const clock = styleVariants({
  calm: [base, { background: theme.color.sunk, color: theme.color.ink }],
  soon: [base, { background: theme.color.warningSoft, color: theme.color.warning }],
  ended: [base, { background: theme.color.dangerSoft, color: theme.color.danger }],
})

/** Leaves the digits alone on a phone, where the header has no room for words. */
export const words = style({
  '@media': {
    [media.belowMd]: {
      position: 'absolute',
      width: '1px',
      height: '1px',
      overflow: 'hidden',
      clipPath: 'inset(50%)',
      whiteSpace: 'nowrap',
    },
  },
})
export const icon = style({ flex: 'none' })
/** Leaves a phone's header to the words. */
export const iconBesideWords = style([icon, { '@media': { [media.belowMd]: { display: 'none' } } }])
export const digits = style({
  fontVariantNumeric: 'tabular-nums',
  fontWeight: theme.weight.bold,
  fontSize: theme.text.md,
  minWidth: '2.4em',
  textAlign: 'right',
})
