import { globalStyle } from '@vanilla-extract/css'
import { theme } from './contract.css.ts'
import { media } from './media.ts'

globalStyle('*, *::before, *::after', { boxSizing: 'border-box' })
globalStyle('*', { margin: 0 })

globalStyle('html', {
  background: theme.color.ground,
  color: theme.color.ink,
  fontFamily: theme.font.body,
  fontSize: '100%',
  lineHeight: theme.leading.normal,
  WebkitTextSizeAdjust: '100%',
  textSizeAdjust: '100%',
  WebkitFontSmoothing: 'antialiased',
  scrollPaddingTop: `calc(${theme.size.header} + ${theme.space[4]})`,
  // Scrolls a focused element out from under the phone's bottom bar.
  scrollPaddingBottom: `calc(${theme.size.bottomBar} + ${theme.space[4]} + env(safe-area-inset-bottom))`,
  scrollbarGutter: 'stable',
  accentColor: theme.color.accent,
  WebkitTapHighlightColor: 'transparent',
})

globalStyle('body', {
  minHeight: '100dvh',
  display: 'flex',
  flexDirection: 'column',
  fontSize: theme.text.md,
  overflowWrap: 'break-word',
})

globalStyle('h1, h2, h3', {
  fontFamily: theme.font.display,
  fontWeight: theme.weight.black,
  lineHeight: theme.leading.tight,
  letterSpacing: '-0.015em',
  textWrap: 'balance',
})
globalStyle('h1', { fontSize: theme.text['3xl'] })
globalStyle('h2', { fontSize: theme.text['2xl'] })
globalStyle('h3', { fontSize: theme.text.xl })
globalStyle('h4', { fontSize: theme.text.lg, fontWeight: theme.weight.bold, lineHeight: theme.leading.snug })
globalStyle('p', { textWrap: 'pretty' })

globalStyle('a', {
  color: theme.color.accentInk,
  textUnderlineOffset: '0.2em',
  textDecorationThickness: '1px',
})
globalStyle('a:hover', { '@media': { [media.hover]: { textDecorationThickness: '2px' } } })

globalStyle('button, input, select, textarea', {
  font: 'inherit',
  color: 'inherit',
  letterSpacing: 'inherit',
})
globalStyle('button', { background: 'none', border: 0, padding: 0, cursor: 'pointer', textAlign: 'inherit' })
globalStyle('button:disabled', { cursor: 'not-allowed' })
globalStyle('img, svg, video, canvas', { display: 'block', maxWidth: '100%' })
globalStyle('img, video', { height: 'auto' })
globalStyle('ul[class], ol[class]', { listStyle: 'none', padding: 0 })
globalStyle('fieldset', { border: 0, padding: 0, minWidth: 0 })
globalStyle('summary', { cursor: 'pointer', listStyle: 'none' })
globalStyle('summary::-webkit-details-marker', { display: 'none' })
globalStyle('table', { borderCollapse: 'collapse', width: '100%' })
globalStyle('hr', { border: 0, borderTop: `1px solid ${theme.color.line}` })
globalStyle('time, output', { fontVariantNumeric: 'tabular-nums' })
globalStyle('::selection', { background: theme.color.accent, color: theme.color.onAccent })
globalStyle('::placeholder', { color: theme.color.inkFaint, opacity: 1 })
globalStyle('[hidden]', { display: 'none !important' })

// Draws one visible focus ring everywhere; the offset separates it from the control's own outline.
globalStyle(':focus-visible', {
  outline: `3px solid ${theme.color.focus}`,
  outlineOffset: '2px',
  borderRadius: theme.radius.sm,
})
// Lasts less than 200 ms, and lets presses through meanwhile.
globalStyle('::view-transition', { pointerEvents: 'none' })
globalStyle('::view-transition-group(*), ::view-transition-old(*), ::view-transition-new(*)', {
  animationDuration: '180ms',
  animationTimingFunction: theme.motion.easeOut,
  '@media': { [media.reducedMotion]: { animation: 'none !important' } },
})
// Two crops of one picture fill the same frame while it moves.
globalStyle('::view-transition-old(event-picture), ::view-transition-new(event-picture)', {
  height: '100%',
  objectFit: 'cover',
})
// A heading takes the focus only to be read aloud.
globalStyle('main:focus, h1[tabindex="-1"]:focus', { outline: 'none' })

globalStyle('*, *::before, *::after', {
  '@media': {
    [media.reducedMotion]: {
      animationDuration: '1ms !important',
      animationIterationCount: '1 !important',
    },
  },
})
