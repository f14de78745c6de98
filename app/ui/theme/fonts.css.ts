import { globalFontFace } from '@vanilla-extract/css'

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

/**
 * A system's own face, stretched to the widths and line heights of ours, so that nothing moves when the real one arrives.
 * A family counts only where one of its faces is installed; the font stack names them all.
 * @param width size-adjust, the quotient of average letter widths, in percent
 * @param up ascent and `down` descent of the real face divided by that quotient, in percent
 */
function standIn(name: string, faces: string[], width: number, up: number, down: number): void {
  globalFontFace(name, {
    src: faces.map((face) => `local("${face}")`).join(', '),
    fontWeight: '400 800',
    sizeAdjust: `${width}%`,
    ascentOverride: `${up}%`,
    descentOverride: `${down}%`,
    lineGapOverride: '0%',
  })
}

standIn('Figtree as Arial', ['Arial', 'ArialMT', 'Liberation Sans', 'Helvetica'], 101.23, 93.85, 24.7)
standIn('Figtree as Roboto', ['Roboto', 'Roboto-Regular'], 100.15, 94.86, 24.96)
standIn('Figtree as DejaVu', ['DejaVu Sans'], 88.16, 107.75, 28.36)

const boldArial = ['Arial Bold', 'Arial-BoldMT', 'Liberation Sans Bold', 'Helvetica Bold']
standIn('Bricolage as Arial', boldArial, 81.24, 114.48, 33.24)
standIn('Bricolage as Roboto', ['Roboto Bold', 'Roboto-Bold'], 84.25, 110.38, 32.05)
standIn('Bricolage as DejaVu', ['DejaVu Sans Bold', 'DejaVuSans-Bold'], 67.75, 137.28, 39.86)
