import sharp from 'sharp'
import { dark } from '#core/palette.ts'
import { type Font, outlineOf, writable } from './lettering.server.ts'

/** Draws the picture of a shared link: what, when and where beside the event's own picture. */

const width = 1200
const height = 630
/** Width of the part with the words; the picture takes the rest. */
const panel = 696
const margin = 64
const room = panel - margin - 40
/** Distance of two lines of the title, in sizes. */
const leading = 1.02

/** Lists what the picture says, and what it shows. */
export type ShareCard = {
  brand: string
  title: string
  /** Holds what became of the event, such as `Postponed`; null for nothing. */
  label: string | null
  /** Lines below the title, most important first. */
  lines: readonly string[]
  /** The event's picture, any size; null for none. */
  picture: Buffer | null
  /** The picture's colours, `#rgb`; none for the brand's own. */
  colors: readonly string[]
}

export type ShareFonts = { display: Font; text: Font }

const { onPhoto: sand, gold, accent: coral } = dark

/** The brand's mark, on a 32 x 32 field. */
const mark = `<g fill="none" stroke="${coral}" stroke-linecap="round">
  <path d="M9.5 21a6.5 6.5 0 0 1 13 0Z" fill="${gold}" stroke="none"/>
  <path d="M5.4 21a10.6 10.6 0 0 1 21.2 0" stroke-width="2.4" stroke-dasharray="7.4 5.55"/>
  <path d="M1.6 21a14.4 14.4 0 0 1 28.8 0" stroke-width="2.4" stroke-dasharray="10.6 6.7"/>
  <path d="M2 25.6h28M8 29.6h16" stroke-width="2.4"/>
</g>`

/** The strongest of some colours, darkened so that light words can be read on it. @param colors `#rgb` */
function darkGround(colors: readonly string[]): { ground: string; deep: string } {
  const parsed = colors.map((hex) => [...hex.slice(1)].map((digit) => Number.parseInt(digit, 16) / 15))
  const strength = (channels: number[]) => Math.max(...channels) - Math.min(...channels)
  const [red = 0, green = 0, blue = 0] = parsed.sort((one, other) => strength(other) - strength(one))[0] ?? []
  const most = Math.max(red, green, blue)
  const span = strength([red, green, blue])
  const sixth =
    span === 0
      ? 5
      : most === red
        ? ((green - blue) / span + 6) % 6
        : most === green
          ? (blue - red) / span + 2
          : (red - green) / span + 4
  const hue = Math.round(sixth * 60)
  const saturation = Math.round(
    Math.min(0.55, span === 0 ? 0.25 : Math.max(0.3, span / Math.max(most, 0.01))) * 100,
  )
  return { ground: `hsl(${hue} ${saturation}% 17%)`, deep: `hsl(${hue} ${saturation}% 10%)` }
}

/**
 * Breaks words into lines, at the largest size at which they fit; cuts what is left at the smallest with an ellipsis.
 * @param sizes largest first
 * @param tallest the most height that the lines may take
 */
function fitLines(font: Font, words: string, sizes: readonly number[], tallest: number) {
  const widest = (line: string, size: number) => outlineOf(font, line, size, -0.01).width
  for (const size of sizes) {
    const smallest = size === sizes.at(-1)
    const each = words.split(' ')
    if (!smallest && each.some((word) => widest(word, size) > room)) continue
    const lines: string[] = []
    let line = ''
    for (const word of each.flatMap((one) => pieces(font, one, size))) {
      const longer = line ? `${line} ${word}` : word
      if (line && widest(longer, size) > room) {
        lines.push(line)
        line = word
      } else line = longer
    }
    lines.push(line)
    const most = Math.max(1, Math.floor(tallest / (size * leading)))
    if (lines.length <= most) return { size, lines }
    if (!smallest) continue
    const last = lines[most - 1] ?? ''
    return { size, lines: [...lines.slice(0, most - 1), `${last.replace(/\s+\S*$/, '')}…`] }
  }
  return { size: 0, lines: [] }
}

/** Breaks a word that is wider than a line. */
function pieces(font: Font, word: string, size: number): string[] {
  if (outlineOf(font, word, size, -0.01).width <= room) return [word]
  const half = Math.ceil(word.length / 2)
  return word.length < 2
    ? [word]
    : [...pieces(font, word.slice(0, half), size), ...pieces(font, word.slice(half), size)]
}

const at = (x: number, y: number, fill: string, path: string, opacity = 1) =>
  `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)})" fill="${fill}" fill-opacity="${opacity}">${path}</g>`

/**
 * Draws the words and everything around the event's picture as SVG. Exported for tests: a text in it is outlines, so nothing of it can
 * be read as words.
 */
export function shareSvg(card: ShareCard, { display, text }: ShareFonts): string {
  const { ground, deep } = darkGround(card.colors.length > 0 ? card.colors : ['#513'])
  const parts: string[] = []

  parts.push(`<g transform="translate(${margin} 50) scale(1.5)">${mark}</g>`)
  const brand = outlineOf(display, writable(display, card.brand), 34, -0.01)
  parts.push(at(margin + 62, 89, sand, brand.path))

  const lines = card.lines.map((line) => writable(text, line)).filter(Boolean)
  const lineSize = 33
  let y = height - margin
  for (const [place, line] of [...lines].reverse().entries()) {
    const fitted = fitLines(text, line, [lineSize], lineSize * leading)
    const set = outlineOf(text, fitted.lines[0] ?? '', lineSize)
    parts.push(at(margin, y, sand, set.path, place === lines.length - 1 ? 1 : 0.78))
    y -= 48
  }
  y -= 4
  parts.push(
    `<rect x="${margin}" y="${(y - 12).toFixed(1)}" width="72" height="7" rx="3.5" fill="${coral}"/>`,
  )
  y -= 52

  const title = writable(display, card.title)
  if (title) {
    const above = card.label ? 204 : 126
    const { size, lines: titleLines } = fitLines(
      display,
      title,
      [136, 120, 108, 96, 84, 74, 66, 58, 50],
      y + 20 - above,
    )
    for (const line of [...titleLines].reverse()) {
      parts.push(at(margin, y, sand, outlineOf(display, line, size, -0.01).path))
      y -= size * leading
    }
    y -= 14
  }
  if (card.label) {
    const label = outlineOf(display, writable(display, card.label.toUpperCase()), 26, 0.06)
    parts.push(
      `<rect x="${margin}" y="${(y - 34).toFixed(1)}" width="${(label.width + 40).toFixed(1)}" height="48" rx="24" fill="${gold}"/>`,
      at(margin + 20, y - 1, dark.onAccent, label.path),
    )
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
  <defs>
    <linearGradient id="panel" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${ground}"/><stop offset="1" stop-color="${deep}"/></linearGradient>
    <radialGradient id="sky" gradientUnits="userSpaceOnUse" cx="950" cy="690" r="760">
      <stop offset="0" stop-color="${dark.skyGlow}"/><stop offset="0.34" stop-color="${dark.skyLow}"/>
      <stop offset="0.68" stop-color="${dark.skyMid}"/><stop offset="1" stop-color="${dark.skyHigh}"/>
    </radialGradient>
  </defs>
  ${card.picture ? '' : `<rect x="${panel}" width="${width - panel}" height="${height}" fill="url(#sky)"/>${sun}`}
  <rect width="${panel}" height="${height}" fill="url(#panel)"/>
  ${parts.join('\n  ')}
</svg>`
}

/** The mark's sun, large, where there is no picture. */
const sun = `<g transform="translate(${panel + 12} 60) scale(15)" opacity="0.34" fill="none" stroke="${sand}" stroke-linecap="round">
    <path d="M9.5 27a6.5 6.5 0 0 1 13 0Z" fill="${sand}" stroke="none"/>
    <path d="M5.4 27a10.6 10.6 0 0 1 21.2 0" stroke-width="2.2" stroke-dasharray="7.4 5.55"/>
    <path d="M1.6 27a14.4 14.4 0 0 1 28.8 0" stroke-width="2.2" stroke-dasharray="10.6 6.7"/>
    <path d="M1 31.6h30M7 35.6h18" stroke-width="2.2"/>
  </g>`

/** Draws the picture of a shared link. @returns a JPEG of 1200 x 630 pixels */
export async function drawSharePicture(card: ShareCard, fonts: ShareFonts): Promise<Buffer> {
  const words = Buffer.from(shareSvg(card, fonts))
  const layers = card.picture
    ? [
        {
          input: await sharp(card.picture)
            .resize(width - panel, height, { fit: 'cover' })
            .toBuffer(),
          left: panel,
          top: 0,
        },
      ]
    : []
  return sharp(words)
    .composite(layers)
    .flatten({ background: dark.ground })
    .jpeg({ quality: 84, mozjpeg: true, chromaSubsampling: '4:4:4' })
    .toBuffer()
}
