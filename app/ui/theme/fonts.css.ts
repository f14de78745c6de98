import { globalFontFace } from '@vanilla-extract/css'

type FontFaceRule = Exclude<Parameters<typeof globalFontFace>[1], readonly unknown[]>

// Both files are Latin subsets with one weight axis; see ../fonts/README.md.

globalFontFace('Figtree', {
  src: 'url("../fonts/figtree.woff2") format("woff2")',
  fontWeight: '400 800',
  fontDisplay: 'swap',
})
globalFontFace('Bricolage Display', {
  src: 'url("../fonts/bricolage-display.woff2") format("woff2")',
  fontWeight: '500 800',
  fontDisplay: 'swap',
})

/** Sets the line height of each face above and below its baseline, in percent of its size. */
const figtree = { up: 95, down: 25 }
const bricolage = { up: 93, down: 27 }

/**
 * Declares a system's own face, stretched to the widths and line heights of ours, so that nothing moves when the
 * web font arrives. A family counts only where one of its faces is installed; the font stack names them all.
 * @param face the face that it replaces
 * @param locals the system's names of the face
 * @param width size-adjust, the quotient of average letter widths, in percent
 * @param weights the weights that it replaces
 */
function fallback(face: typeof figtree, locals: string[], width: number, weights: string): FontFaceRule {
  const ofSize = (percent: number) => `${((percent / width) * 100).toFixed(2)}%`
  return {
    src: locals.map((local) => `local("${local}")`).join(', '),
    fontWeight: weights,
    sizeAdjust: `${width}%`,
    ascentOverride: ofSize(face.up),
    descentOverride: ofSize(face.down),
    lineGapOverride: '0%',
  }
}

const arial = ['Arial', 'ArialMT', 'Liberation Sans', 'Helvetica']
const boldArial = ['Arial Bold', 'Arial-BoldMT', 'Liberation Sans Bold', 'Helvetica Bold']
const boldRoboto = ['Roboto Bold', 'Roboto-Bold']
const boldDejaVu = ['DejaVu Sans Bold', 'DejaVuSans-Bold']

// Declares a bold face apart: a regular one made bold by the browser is 5 % too narrow.
const [text, bold] = ['400 599', '600 800'] as const
globalFontFace('Figtree as Arial', [
  fallback(figtree, arial, 101.23, text),
  fallback(figtree, boldArial, 96.58, bold),
])
globalFontFace('Figtree as Roboto', [
  fallback(figtree, ['Roboto', 'Roboto-Regular'], 100.15, text),
  fallback(figtree, boldRoboto, 102.91, bold),
])
globalFontFace('Figtree as DejaVu', [
  fallback(figtree, ['DejaVu Sans'], 88.16, text),
  fallback(figtree, boldDejaVu, 81.05, bold),
])

globalFontFace('Bricolage as Arial', fallback(bricolage, boldArial, 81.24, '400 800'))
globalFontFace('Bricolage as Roboto', fallback(bricolage, boldRoboto, 84.25, '400 800'))
globalFontFace('Bricolage as DejaVu', fallback(bricolage, boldDejaVu, 67.75, '400 800'))
