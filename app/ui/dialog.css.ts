import { globalStyle, keyframes, style, styleVariants } from '@vanilla-extract/css'
import { theme } from './theme/contract.css.ts'
import { media } from './theme/media.ts'

const rise = keyframes({ from: { opacity: 0, transform: 'translateY(1.5rem)' } })
const fade = keyframes({ from: { opacity: 0 } })
const slideIn = keyframes({ from: { transform: 'translateX(100%)' } })
const slideUp = keyframes({ from: { transform: 'translateY(100%)' } })

const base = style({
  position: 'fixed',
  zIndex: theme.layer.dialog,
  border: `1px solid ${theme.color.line}`,
  padding: 0,
  color: theme.color.ink,
  background: theme.color.surface,
  boxShadow: theme.shadow.high,
  maxWidth: 'none',
  maxHeight: 'none',
  overflow: 'auto',
  overscrollBehavior: 'contain',
  selectors: {
    '&::backdrop': { background: theme.color.scrim, animation: `${fade} ${theme.motion.base}` },
    '&:focus-visible': { outline: 'none' },
  },
})

// Opens a dialog from the bottom on a phone, in reach of one hand; on wider screens in the middle.
const panel = style([
  base,
  {
    inset: 'auto 0 0 0',
    width: '100%',
    maxHeight: 'calc(100dvh - 2.5rem)',
    margin: 0,
    borderRadius: `${theme.radius.xl} ${theme.radius.xl} 0 0`,
    paddingBottom: 'env(safe-area-inset-bottom)',
    animation: `${slideUp} ${theme.motion.base} ${theme.motion.easeOut}`,
    '@media': {
      [media.md]: {
        inset: 0,
        margin: 'auto',
        height: 'fit-content',
        maxHeight: 'calc(100dvh - 4rem)',
        borderRadius: theme.radius.xl,
        animationName: rise,
      },
    },
  },
])

/** Keeps the top edge in place whatever the content, so that the field does not move while results change. */
const top = style([
  base,
  {
    inset: 0,
    width: '100%',
    height: '100dvh',
    margin: 0,
    border: 0,
    paddingBlock: 'env(safe-area-inset-top) env(safe-area-inset-bottom)',
    animation: `${fade} ${theme.motion.fast} ${theme.motion.easeOut}`,
    '@media': {
      [media.md]: {
        inset: '0 0 auto',
        width: 'min(40rem, calc(100vw - 4rem))',
        height: 'fit-content',
        maxHeight: 'calc(100dvh - 8rem)',
        margin: '4rem auto 0',
        border: `1px solid ${theme.color.line}`,
        borderRadius: theme.radius.xl,
      },
    },
  },
])

export const placement = styleVariants({
  dialog: [panel, { '@media': { [media.md]: { width: 'min(30rem, calc(100vw - 4rem))' } } }],
  wide: [panel, { '@media': { [media.md]: { width: 'min(48rem, calc(100vw - 4rem))' } } }],
  sheet: [
    base,
    {
      inset: 'auto 0 0 0',
      width: '100%',
      maxHeight: 'calc(100dvh - 2.5rem)',
      margin: 0,
      borderRadius: `${theme.radius.xl} ${theme.radius.xl} 0 0`,
      paddingBottom: 'env(safe-area-inset-bottom)',
      animation: `${slideUp} ${theme.motion.base} ${theme.motion.easeOut}`,
      '@media': {
        [media.md]: {
          inset: '0 0 0 auto',
          width: 'min(28rem, 90vw)',
          height: '100dvh',
          maxHeight: 'none',
          borderRadius: 0,
          animationName: slideIn,
        },
      },
    },
  ],
  top: [top],
})

export const tall = style({ '@media': { [media.belowMd]: { height: 'calc(100dvh - 2.5rem)' } } })

export const inner = style({
  display: 'flex',
  flexDirection: 'column',
  gap: theme.space[4],
  padding: theme.space[5],
  minHeight: '100%',
  '@media': { [media.md]: { padding: theme.space[6] } },
})

export const head = style({
  display: 'flex',
  alignItems: 'flex-start',
  justifyContent: 'space-between',
  gap: theme.space[3],
})
export const text = style({ display: 'flex', flexDirection: 'column', gap: theme.space[1], minWidth: 0 })
export const title = style({ fontSize: theme.text['2xl'], selectors: { '&:focus': { outline: 'none' } } })
export const description = style({ color: theme.color.inkMuted })
export const close = style({
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  width: theme.size.touch,
  height: theme.size.touch,
  marginTop: '-0.375rem',
  marginRight: '-0.5rem',
  borderRadius: theme.radius.pill,
  color: theme.color.inkMuted,
  selectors: { '&:hover': { background: theme.color.raised, color: theme.color.ink } },
})

// Keeps the page behind an open dialog at its place. Where scrollbars take room, hiding one would move the page
// more than scrolling it does.
globalStyle('html:has(dialog[open])', { '@media': { '(pointer: coarse)': { overflow: 'hidden' } } })
