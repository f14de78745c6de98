import sharp from 'sharp'
import { outline } from './lettering.ts'

/**
 * Prints sheets as a screen printer does: flat inks on a ground, one layer each, with rough edges, small misses of the register, inks
 * that darken where they overlap, and specks where a layer did not take.
 */

export type SheetKind = 'poster' | 'portrait' | 'wide' | 'square' | 'share'

/** One sheet to draw on, in units of its own (a poster is 800 x 1000), with the place that its motif takes. */
export type Sheet = {
  kind: SheetKind
  w: number
  h: number
  /** Middle and half size of the motif. The rest of the sheet may be bled into, but stays calm. */
  cx: number
  cy: number
  r: number
  /** True where the event's name is set on it. */
  lettered: boolean
  /** Gives numbers from 0 to 1: the same ones for every run. */
  random: () => number
}

/** One pull of the screen. */
export type Layer = {
  ink: string
  shapes: string
  /** How far edges stray, in units; 0 for clean. */
  rough?: number
  /** How far the layer misses its place. */
  shift?: readonly [number, number]
  /** Darkens what is below (the default on paper), or covers it. */
  over?: 'multiply' | 'cover'
  /** Leaves specks of the ground where the ink did not take (the default). */
  specked?: boolean
}

export type Title = {
  lines: readonly string[]
  ink: string
  /** Ink on the sheet for shared links, where the lines stand on the drawing's ground; `ink` if not given. */
  shareInk?: string
  /** Ink of single lines that stand on another ground. */
  lineInks?: readonly (string | undefined)[]
  /** The lines at the foot: what it is, where it is. */
  foot: readonly [string, string]
  footInk?: string
  /** A flat ground under the lines after one (-1: under all) down to the edge of the sheet. */
  block?: { ink: string; after: number }
  /** The most of the sheet's height that the lines take. */
  tallest?: number
}

export type Drawing = {
  /** Names the files: an event's or product's slug, an artist's after `artist-`. */
  name: string
  /** Describes the picture for people who cannot see it. */
  alt: string
  ground: string
  /** Printed as a square alone. */
  squareOnly?: boolean
  title?: Title
  draw: (sheet: Sheet) => Layer[]
  /** Moves or resizes the motif on single sheets. */
  place?: Partial<Record<SheetKind, Partial<Pick<Sheet, 'cx' | 'cy' | 'r'>>>>
}

const sheets: Record<SheetKind, Omit<Sheet, 'random' | 'kind'>> = {
  poster: { w: 800, h: 1000, cx: 400, cy: 350, r: 300, lettered: true },
  portrait: { w: 800, h: 1000, cx: 400, cy: 400, r: 320, lettered: false },
  wide: { w: 1200, h: 800, cx: 830, cy: 400, r: 310, lettered: false },
  square: { w: 800, h: 800, cx: 400, cy: 400, r: 320, lettered: false },
  share: { w: 1200, h: 630, cx: 890, cy: 315, r: 250, lettered: true },
}

/** A sequence of numbers from 0 to 1 that depends on the seed alone (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

function seedOf(text: string): number {
  let hash = 2166136261
  for (const letter of text) hash = Math.imul(hash ^ letter.charCodeAt(0), 16777619)
  return hash >>> 0
}

const margin = 48
const tracking = -0.04
const leading = 0.83

/** Sets the name as large as the sheet allows, and the two lines at the foot. */
function letter(sheet: Sheet, title: Title): { ink: string; shapes: string }[] {
  const share = sheet.kind === 'share'
  const room = share ? 620 : sheet.w - margin * 2
  const tallest = share ? 430 : (title.tallest ?? 430)
  const widest = Math.max(...title.lines.map((line) => outline(line, 'display', 100, tracking).width))
  const size = Math.min((room / widest) * 100, tallest / (title.lines.length * leading), share ? 230 : 330)
  const footSize = share ? 26 : 25
  const footBaseline = sheet.h - margin
  const last = footBaseline - footSize - (share ? 40 : 34) - size * 0.14
  const first = last - (title.lines.length - 1) * size * leading
  const pulls: { ink: string; shapes: string }[] = []
  if (title.block && !share) {
    const from = first + title.block.after * size * leading + size * (title.block.after < 0 ? 0 : 0.055)
    pulls.push({
      ink: title.block.ink,
      shapes: `<rect x="-20" y="${from.toFixed(1)}" width="${sheet.w + 40}" height="${(sheet.h - from + 20).toFixed(1)}"/>`,
    })
  }
  for (const [at, line] of title.lines.entries()) {
    const set = outline(line, 'display', size, tracking)
    pulls.push({
      ink: share ? (title.shareInk ?? title.ink) : (title.lineInks?.[at] ?? title.ink),
      shapes: `<g transform="translate(${margin} ${(first + at * size * leading).toFixed(1)})">${set.path}</g>`,
    })
  }
  const [what, where] = title.foot.map((words) => outline(words, 'text', footSize, 0))
  const footInk = share ? (title.shareInk ?? title.ink) : (title.footInk ?? title.ink)
  const right = sheet.w - margin - (where?.width ?? 0)
  pulls.push({
    ink: footInk,
    shapes: share
      ? `<g transform="translate(${margin} ${footBaseline})">${where?.path}</g>`
      : `<g transform="translate(${margin} ${footBaseline})">${what?.path}</g><g transform="translate(${right.toFixed(1)} ${footBaseline})">${where?.path}</g>`,
  })
  return pulls
}

/** Lines at the foot that leave room for each other. @throws when they do not fit beside one another */
function checkFoot(drawing: Drawing): void {
  if (!drawing.title) return
  const widths = drawing.title.foot.map((words) => outline(words, 'text', 25).width)
  const total = widths.reduce((sum, width) => sum + width, 0)
  if (total > 800 - margin * 2 - 40)
    throw new Error(`${drawing.name}: the lines at the foot collide (${Math.round(total)})`)
}

/** Repeats in both directions, so that one field serves sheets of every size. */
type Field = { size: number; values: Float32Array }

/**
 * Makes smooth noise from -1 to 1.
 * @param size edge in pixels
 * @param cells how many times it changes along an edge; further octaves have twice as many
 */
function noiseField(size: number, cells: number, octaves: number, random: () => number): Field {
  const values = new Float32Array(size * size)
  for (let octave = 0; octave < octaves; octave++) {
    const edge = cells * 2 ** octave
    const strength = 0.5 ** octave
    const lattice = Float32Array.from({ length: edge * edge }, () => random() * 2 - 1)
    const ease = (t: number) => t * t * (3 - 2 * t)
    for (let y = 0; y < size; y++) {
      const v = (y / size) * edge
      const [v0, fv] = [Math.floor(v), ease(v - Math.floor(v))]
      const [row, next] = [(v0 % edge) * edge, ((v0 + 1) % edge) * edge]
      for (let x = 0; x < size; x++) {
        const u = (x / size) * edge
        const [u0, fu] = [Math.floor(u), ease(u - Math.floor(u))]
        const [c0, c1] = [u0 % edge, (u0 + 1) % edge]
        const top = (lattice[row + c0] ?? 0) * (1 - fu) + (lattice[row + c1] ?? 0) * fu
        const low = (lattice[next + c0] ?? 0) * (1 - fu) + (lattice[next + c1] ?? 0) * fu
        const at = y * size + x
        values[at] = (values[at] ?? 0) + (top * (1 - fv) + low * fv) * strength
      }
    }
  }
  return { size, values }
}

/** The noise of a print at so many pixels to a unit of the sheet: how edges stray, and where ink did not take. */
type Texture = { stray: Field; specks: Field }
const textures = new Map<string, Texture>()

function textureAt(scale: number): Texture {
  const name = scale.toFixed(2)
  const known = textures.get(name)
  if (known) return known
  const size = Math.round(512 * scale)
  const random = seeded(2027)
  const made = { stray: noiseField(size, 26, 3, random), specks: noiseField(size, 180, 1, random) }
  textures.set(name, made)
  return made
}

function channels(ink: string): [number, number, number] {
  const value = Number.parseInt(ink.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

/** Rasterises shapes to their coverage, one byte a pixel. */
async function coverage(shapes: string, sheet: Sheet, width: number, height: number): Promise<Uint8Array> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${sheet.w} ${sheet.h}" width="${width}" height="${height}">${shapes}</svg>`
  return sharp(Buffer.from(svg), { limitInputPixels: false })
    .resize(width, height, { fit: 'fill' })
    .ensureAlpha()
    .extractChannel(3)
    .raw()
    .toBuffer()
}

/** Returns the first row with ink and the one after the last. */
function inkedRows(mask: Uint8Array, width: number, height: number): [number, number] {
  const first = mask.findIndex((value) => value > 0)
  const last = mask.findLastIndex((value) => value > 0)
  return first < 0 ? [height, 0] : [Math.floor(first / width), Math.floor(last / width) + 1]
}

/**
 * Prints a sheet.
 * @param width in pixels
 * @returns its pixels, three bytes each
 */
export async function printSheet(
  drawing: Drawing,
  kind: SheetKind,
  width: number,
): Promise<{ data: Buffer; width: number; height: number }> {
  checkFoot(drawing)
  const seed = seedOf(drawing.name)
  const sheet: Sheet = { kind, ...sheets[kind], ...drawing.place?.[kind], random: seeded(seed) }
  const height = Math.round((width * sheet.h) / sheet.w)
  const scale = width / sheet.w
  const { stray, specks } = textureAt(scale)
  const pulls: Required<Layer>[] = drawing
    .draw(sheet)
    .filter(({ shapes }) => shapes)
    .map((layer) => ({ rough: 4, shift: [0, 0], over: 'cover', specked: true, ...layer }))
  // Letters are pulled last and stay sharper than the motif, so that small ones can be read.
  if (sheet.lettered && drawing.title) {
    for (const { ink, shapes } of letter(sheet, drawing.title))
      pulls.push({ ink, shapes, rough: 1.3, shift: [0, 0], over: 'cover', specked: false })
  }
  const data = Buffer.alloc(width * height * 3)
  const ground = channels(drawing.ground)
  for (let at = 0; at < data.length; at++) data[at] = ground[at % 3] ?? 0
  for (const [order, pull] of pulls.entries()) {
    const mask = await coverage(pull.shapes, sheet, width, height)
    const ink = channels(pull.ink)
    const reach = pull.rough * scale * 0.55
    const [ox, oy] = [(seed + order * 131) % stray.size, (seed + order * 197) % stray.size]
    const { size, values } = stray
    const half = size >> 1
    const sx = pull.shift[0] * scale
    const sy = pull.shift[1] * scale
    const [red, green, blue] = ink
    const multiply = pull.over === 'multiply'
    const [top, bottom] = inkedRows(mask, width, height)
    const room = Math.ceil(reach * 2 + Math.abs(sy)) + 1
    for (let y = Math.max(0, top - room); y < Math.min(height, bottom + room); y++) {
      const row = ((y + oy) % size) * size
      const other = ((y + oy + half) % size) * size
      for (let x = 0; x < width; x++) {
        const column = (x + ox) % size
        const px = x - sx + (values[row + column] as number) * reach
        const py = y - sy + (values[other + column] as number) * reach
        const fx = Math.floor(px)
        const fy = Math.floor(py)
        // Beyond the sheet's edge the ink goes on as it is at the edge.
        const x0 = fx < 0 ? 0 : fx >= width ? width - 1 : fx
        const x1 = fx + 1 < 0 ? 0 : fx + 1 >= width ? width - 1 : fx + 1
        const y0 = (fy < 0 ? 0 : fy >= height ? height - 1 : fy) * width
        const y1 = (fy + 1 < 0 ? 0 : fy + 1 >= height ? height - 1 : fy + 1) * width
        const a = mask[y0 + x0] as number
        const b = mask[y0 + x1] as number
        const c = mask[y1 + x0] as number
        const d = mask[y1 + x1] as number
        if ((a | b | c | d) === 0) continue
        const ax = px - fx
        const ay = py - fy
        let part = ((a * (1 - ax) + b * ax) * (1 - ay) + (c * (1 - ax) + d * ax) * ay) / 255
        if (pull.specked) {
          const speck = (specks.values[row + column] as number) + (values[other + column] as number) * 0.16
          if (speck > 0.97) part *= Math.max(0, 1 - (speck - 0.97) * 14)
        }
        const at = (y * width + x) * 3
        const r = data[at] as number
        const g = data[at + 1] as number
        const bl = data[at + 2] as number
        data[at] = Math.round(r + ((multiply ? (r * red) / 255 : red) - r) * part)
        data[at + 1] = Math.round(g + ((multiply ? (g * green) / 255 : green) - g) * part)
        data[at + 2] = Math.round(bl + ((multiply ? (bl * blue) / 255 : blue) - bl) * part)
      }
    }
  }
  return { data, width, height }
}
