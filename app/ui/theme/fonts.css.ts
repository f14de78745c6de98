import { globalFontFace } from '@vanilla-extract/css'

// Both files are Latin subsets with one weight axis (see ../fonts/README.md). The "Fallback" faces are the system's
// Arial stretched to the same widths and line heights, so that nothing moves when the real font arrives.

globalFontFace('Figtree', {
  src: 'url("../fonts/figtree.woff2") format("woff2")',
  fontWeight: '400 800',
  fontDisplay: 'swap',
})
globalFontFace('Figtree Fallback', {
  src: 'local("Arial"), local("ArialMT"), local("Liberation Sans"), local("Helvetica")',
  sizeAdjust: '101.23%',
  ascentOverride: '93.85%',
  descentOverride: '24.7%',
  lineGapOverride: '0%',
})

globalFontFace('Bricolage Display', {
  src: 'url("../fonts/bricolage-display.woff2") format("woff2")',
  fontWeight: '500 800',
  fontDisplay: 'swap',
})
globalFontFace('Bricolage Fallback', {
  src: 'local("Arial Bold"), local("Arial-BoldMT"), local("Liberation Sans Bold"), local("Helvetica Bold")',
  fontWeight: '500 800',
  sizeAdjust: '81.24%',
  ascentOverride: '114.48%',
  descentOverride: '33.24%',
  lineGapOverride: '0%',
})
