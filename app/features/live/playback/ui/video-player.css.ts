import { keyframes, style } from '@vanilla-extract/css'
import { theme } from '#ui/theme/contract.css.ts'

const small = '(max-width: 559px)'

export const controller = style({
  position: 'absolute',
  inset: 0,
  vars: {
    '--media-primary-color': theme.color.onPhoto,
    '--media-secondary-color': 'transparent',
    '--media-control-background': 'transparent',
    '--media-control-hover-background': theme.color.scrim,
    '--media-range-bar-color': theme.color.accent,
    '--media-range-thumb-background': theme.color.onPhoto,
    '--media-font-family': 'inherit',
    '--media-control-height': '24px',
    '--media-control-padding': '10px',
    '--media-focus-box-shadow': `inset 0 0 0 2px ${theme.color.focus}`,
  },
})

export const video = style({
  width: '100%',
  height: '100%',
  objectFit: 'contain',
  background: theme.color.skyHigh,
})

export const bar = style({
  background: theme.color.photoShade,
  alignItems: 'center',
  '@media': { [small]: { flexWrap: 'wrap' } },
})

export const volume = style({ '@media': { [small]: { display: 'none' } } })
export const pip = style({ '@media': { [small]: { display: 'none' } } })
export const time = style({ fontVariantNumeric: 'tabular-nums' })

export const edge = style({
  minWidth: theme.size.touch,
  minHeight: theme.size.touch,
  paddingInline: theme.space['1'],
  border: 0,
  background: 'transparent',
  color: theme.color.onPhoto,
  font: 'inherit',
  fontSize: theme.text.sm,
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
  cursor: 'pointer',
  selectors: {
    '&:disabled': { cursor: 'default' },
    '&:focus-visible': { outline: `2px solid ${theme.color.focus}`, outlineOffset: '-2px' },
  },
})

export const quality = style({
  minHeight: theme.size.touch,
  border: 0,
  background: 'transparent',
  color: theme.color.onPhoto,
  font: 'inherit',
  fontSize: theme.text.sm,
  cursor: 'pointer',
  selectors: {
    '&:focus-visible': { outline: `2px solid ${theme.color.focus}`, outlineOffset: '-2px' },
  },
})

/** Lists of a select are drawn by the browser, on a ground of their own. */
export const option = style({ background: theme.color.skyHigh, color: theme.color.onPhoto })

export const slate = style({ position: 'absolute', inset: 0 })

export const slateWords = style({
  position: 'absolute',
  inset: 0,
  margin: 0,
  display: 'grid',
  placeItems: 'center',
  background: theme.color.photoShade,
  color: theme.color.onPhoto,
  fontSize: theme.text.xl,
  fontWeight: 700,
})

const leave = keyframes({ '0%, 80%': { opacity: 1 }, '100%': { opacity: 0, visibility: 'hidden' } })

export const notice = style({
  position: 'absolute',
  insetBlockStart: theme.space['2'],
  insetInline: theme.space['2'],
  margin: 0,
  padding: theme.space['2'],
  borderRadius: theme.radius.md,
  background: theme.color.photoShade,
  color: theme.color.onPhoto,
  textAlign: 'center',
  pointerEvents: 'none',
  animation: `${leave} 8s forwards`,
})

export const press = style({
  position: 'absolute',
  inset: 0,
  display: 'grid',
  placeItems: 'center',
  background: theme.color.photoShade,
})
