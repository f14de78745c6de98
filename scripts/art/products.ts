import { cooler, lounge, steel } from './inks.ts'
import type { Drawing } from './press.ts'
import { circle, n, path, rect, ring, stroke, times, turned, wedge } from './shapes.ts'

/** The shop's products: the thing itself, flat and straight on, with the brand's sun or a poster's motif printed on it. */

const inks = {
  night: '#1b1140',
  bone: '#f3e6cf',
  fold: '#d8c5a6',
  orange: '#ff5f2e',
  magenta: '#dc1f6e',
  yellow: '#fbb829',
  teal: '#14ad9f',
}

/** The brand's sun, half over the horizon. @param size width */
function sun(cx: number, cy: number, size: number, part: 'disc' | 'rays', ink: string): string {
  const place = `transform="translate(${n(cx - size / 2)} ${n(cy - size * 0.62)}) scale(${(size / 32).toFixed(3)})"`
  return part === 'disc'
    ? `<g ${place}><path d="M9.5 21a6.5 6.5 0 0 1 13 0Z"/></g>`
    : `<g ${place} fill="none" stroke="${ink}" stroke-linecap="round"><path d="M5.4 21a10.6 10.6 0 0 1 21.2 0" stroke-width="2.4" stroke-dasharray="7.4 5.55"/><path d="M1.6 21a14.4 14.4 0 0 1 28.8 0" stroke-width="2.4" stroke-dasharray="10.6 6.7"/><path d="M2 25.6h28M8 29.6h16" stroke-width="2.4"/></g>`
}

const place = {
  portrait: { cy: 480, r: 330 },
  wide: { cx: 600, r: 320 },
  square: { r: 320 },
} as const

/** A tee: its outline, the inside of its neck, and its seams and folds in an ink. */
function tee(at: (x: number, y: number) => string, r: number) {
  const body = path(
    `M${at(-0.3, -0.9)}Q${at(0, -0.74)} ${at(0.3, -0.9)}L${at(0.46, -0.85)}Q${at(0.62, -0.8)} ${at(0.7, -0.66)}L${at(1.04, -0.14)}L${at(0.72, 0.06)}L${at(0.58, -0.14)}Q${at(0.56, 0.4)} ${at(0.6, 0.95)}Q${at(0, 1.0)} ${at(-0.6, 0.95)}Q${at(-0.56, 0.4)} ${at(-0.58, -0.14)}L${at(-0.72, 0.06)}L${at(-1.04, -0.14)}L${at(-0.7, -0.66)}Q${at(-0.62, -0.8)} ${at(-0.46, -0.85)}Z`,
  )
  const lines = [
    // armholes, sleeve hems, bottom hem, folds
    `M${at(-0.53, -0.8)}Q${at(-0.5, -0.45)} ${at(-0.58, -0.14)}`,
    `M${at(0.53, -0.8)}Q${at(0.5, -0.45)} ${at(0.58, -0.14)}`,
    `M${at(-0.97, -0.19)}L${at(-0.67, -0.005)}`,
    `M${at(0.97, -0.19)}L${at(0.67, -0.005)}`,
    `M${at(-0.59, 0.87)}Q${at(0, 0.92)} ${at(0.59, 0.87)}`,
    `M${at(-0.5, 0.02)}Q${at(-0.36, 0.26)} ${at(-0.42, 0.62)}`,
    `M${at(0.5, 0.06)}Q${at(0.38, 0.3)} ${at(0.43, 0.58)}`,
    `M${at(0.26, 0.78)}Q${at(0.3, 0.62)} ${at(0.24, 0.5)}`,
  ]
  const collar = `M${at(-0.3, -0.9)}Q${at(-0.26, -0.62)} ${at(0, -0.61)}Q${at(0.26, -0.62)} ${at(0.3, -0.9)}`
  const neck = path(
    `M${at(-0.27, -0.885)}Q${at(0, -0.74)} ${at(0.27, -0.885)}Q${at(0.22, -0.66)} ${at(0, -0.65)}Q${at(-0.22, -0.66)} ${at(-0.27, -0.885)}Z`,
  )
  const seams = (ink: string) =>
    lines.map((d) => stroke(d, r * 0.014, ink, 'round')).join('') + stroke(collar, r * 0.018, ink, 'round')
  return { body, neck, seams }
}

/** A sweatshirt with long sleeves, ribs at its hems, and a hood or a round neck. */
function sweatshirt(at: (x: number, y: number) => string, r: number, hood: boolean) {
  const body = path(
    `M${at(-0.3, -0.78)}Q${at(0, -0.64)} ${at(0.3, -0.78)}L${at(0.5, -0.72)}Q${at(0.66, -0.66)} ${at(0.74, -0.46)}L${at(1.02, 0.66)}Q${at(0.92, 0.76)} ${at(0.76, 0.78)}L${at(0.56, 0.02)}Q${at(0.55, 0.5)} ${at(0.57, 0.9)}Q${at(0, 0.95)} ${at(-0.57, 0.9)}Q${at(-0.55, 0.5)} ${at(-0.56, 0.02)}L${at(-0.76, 0.78)}Q${at(-0.92, 0.76)} ${at(-1.02, 0.66)}L${at(-0.74, -0.46)}Q${at(-0.66, -0.66)} ${at(-0.5, -0.72)}Z`,
  )
  const hoodShape = path(
    `M${at(-0.38, -0.74)}C${at(-0.5, -1.04)} ${at(-0.26, -1.14)} ${at(0, -1.14)}C${at(0.26, -1.14)} ${at(0.5, -1.04)} ${at(0.38, -0.74)}Q${at(0.2, -0.52)} ${at(0, -0.44)}Q${at(-0.2, -0.52)} ${at(-0.38, -0.74)}Z`,
  )
  const opening = hood
    ? path(
        `M${at(-0.22, -0.82)}C${at(-0.26, -1.02)} ${at(0.26, -1.02)} ${at(0.22, -0.82)}Q${at(0.12, -0.6)} ${at(0, -0.52)}Q${at(-0.12, -0.6)} ${at(-0.22, -0.82)}Z`,
      )
    : path(
        `M${at(-0.26, -0.765)}Q${at(0, -0.64)} ${at(0.26, -0.765)}Q${at(0.2, -0.55)} ${at(0, -0.54)}Q${at(-0.2, -0.55)} ${at(-0.26, -0.765)}Z`,
      )
  const seams = [
    // armholes, ribs of the hem and the cuffs, folds
    `M${at(-0.56, -0.69)}Q${at(-0.5, -0.36)} ${at(-0.56, 0.02)}`,
    `M${at(0.56, -0.69)}Q${at(0.5, -0.36)} ${at(0.56, 0.02)}`,
    `M${at(-0.56, 0.76)}Q${at(0, 0.81)} ${at(0.56, 0.76)}`,
    `M${at(-0.99, 0.53)}L${at(-0.73, 0.65)}`,
    `M${at(0.99, 0.53)}L${at(0.73, 0.65)}`,
    `M${at(-0.8, 0.1)}Q${at(-0.72, 0.2)} ${at(-0.76, 0.34)}`,
    `M${at(0.8, 0.06)}Q${at(0.72, 0.18)} ${at(0.77, 0.32)}`,
  ]
  const ribs = times(19, (k) => {
    const x = -0.51 + k * 0.0567
    return stroke(`M${at(x, 0.81)}L${at(x, 0.9)}`, r * 0.008, '#000')
  })
  const pocket = `M${at(-0.36, 0.74)}L${at(-0.33, 0.52)}L${at(-0.24, 0.4)}L${at(0.24, 0.4)}L${at(0.33, 0.52)}L${at(0.36, 0.74)}`
  return { body: hood ? body + hoodShape : body, opening, seams: hood ? [...seams, pocket] : seams, ribs }
}

/** The road tee in one of its colours. @param shade of the tee on the ground @param fold its seams and the inside of its neck */
function roadTee(
  name: string,
  alt: string,
  { ground, shade, cloth, fold }: Record<'ground' | 'shade' | 'cloth' | 'fold', string>,
): Drawing {
  return {
    name,
    alt,
    ground,
    place,
    draw({ cx, cy, r }) {
      const at = (x: number, y: number) => `${n(cx + x * r)} ${n(cy + y * r)}`
      const { body, neck, seams } = tee(at, r)
      return [
        { ink: shade, shapes: `<g transform="translate(10 16)">${body}</g>`, rough: 2, specked: false },
        { ink: cloth, shapes: body, rough: 2, specked: false },
        { ink: fold, shapes: neck, rough: 1 },
        { ink: fold, shapes: seams(fold), rough: 1 },
        {
          ink: inks.yellow,
          shapes:
            sun(cx + 3, cy - r * 0.02, r * 0.86, 'disc', inks.yellow) +
            sun(cx + 5, cy - r * 0.013, r * 0.86, 'rays', inks.yellow),
          rough: 3,
        },
        {
          ink: inks.magenta,
          shapes: sun(cx, cy - r * 0.02, r * 0.86, 'rays', inks.magenta),
          rough: 3,
          over: cloth === inks.bone ? 'multiply' : undefined,
        },
        { ink: inks.orange, shapes: sun(cx, cy - r * 0.02, r * 0.86, 'disc', inks.orange), rough: 3 },
      ]
    },
  }
}

/** The band flag in one of its colours. @param shade of the flag on the ground */
function bandFlag(
  name: string,
  alt: string,
  { ground, shade, rays, stripes }: Record<'ground' | 'shade' | 'rays' | 'stripes', string>,
): Drawing {
  return {
    name,
    alt,
    ground,
    place: { portrait: { cy: 470, r: 340 }, wide: { cx: 600, r: 340 }, square: { r: 340 } },
    draw({ cx, cy, r }) {
      const [x, y, w, h] = [cx - r * 0.82, cy - r * 0.66, r * 1.74, r * 1.08]
      const mid = y + h * 0.56
      const [sx, R] = [x + w * 0.53, r * 0.4]
      const dome = (size: number) =>
        path(`M${n(sx - size)} ${n(mid)}A${n(size)} ${n(size)} 0 0 1 ${n(sx + size)} ${n(mid)}Z`)
      const beams = times(7, (at) => wedge(sx, mid, R * 1.14, R * 1.42, 184 + at * 25, 184 + at * 25 + 20))
      const rows = (odd: number) =>
        times(4, (at) => (at % 2 === odd ? rect(x, mid + (at * (h * 0.44)) / 4, w, (h * 0.44) / 4) : ''))
      return [
        { ink: shade, shapes: rect(x + 10, y + 14, w, h), rough: 2 },
        {
          ink: inks.bone,
          shapes:
            rect(x - r * 0.09, cy - r * 0.86, r * 0.055, r * 1.86, r * 0.02) +
            circle(x - r * 0.0625, cy - r * 0.88, r * 0.055),
          rough: 2,
        },
        { ink: inks.night, shapes: rect(x, y, w, h), rough: 2, specked: false },
        { ink: stripes, shapes: rows(0), rough: 3 },
        { ink: inks.bone, shapes: rows(1), rough: 3, shift: [0, 1] },
        { ink: rays, shapes: beams, rough: 3 },
        { ink: inks.yellow, shapes: dome(R), rough: 3 },
        { ink: inks.bone, shapes: rect(x - r * 0.035, y, r * 0.075, h), rough: 2 },
        {
          ink: inks.fold,
          shapes:
            stroke(`M${n(x + r * 0.03)} ${n(y)}L${n(x + r * 0.03)} ${n(y + h)}`, r * 0.008, inks.fold) +
            [0.08, 0.5, 0.92].map((at) => ring(x + r * 0.003, y + h * at, r * 0.012, r * 0.024)).join(''),
          rough: 1,
        },
        {
          ink: '#2b2056',
          shapes:
            stroke(
              `M${n(x + w * 0.22)} ${n(y + 4)}Q${n(x + w * 0.24)} ${n(y + h * 0.28)} ${n(x + w * 0.2)} ${n(mid - 6)}`,
              r * 0.01,
              '#2b2056',
              'round',
            ) +
            stroke(
              `M${n(x + w * 0.86)} ${n(y + 4)}Q${n(x + w * 0.84)} ${n(y + h * 0.3)} ${n(x + w * 0.88)} ${n(mid - 6)}`,
              r * 0.01,
              '#2b2056',
              'round',
            ),
          rough: 1,
        },
      ]
    },
  }
}

/** The sunrise cap in one of its colours. @param shade of the cap on the ground @param seam of its panels @param stitch of its peak */
function sunriseCap(
  name: string,
  alt: string,
  {
    ground,
    shade,
    panels,
    seam,
    peak,
    stitch,
    rays,
  }: Record<'ground' | 'shade' | 'panels' | 'seam' | 'peak' | 'stitch' | 'rays', string>,
): Drawing {
  return {
    name,
    alt,
    ground,
    place,
    draw({ cx, cy, r }) {
      const at = (x: number, y: number) => `${n(cx + x * r)} ${n(cy + y * r)}`
      const crown = path(
        `M${at(-0.78, 0.26)}C${at(-0.82, -0.3)} ${at(-0.52, -0.68)} ${at(0, -0.7)}C${at(0.52, -0.68)} ${at(0.82, -0.3)} ${at(0.78, 0.26)}Q${at(0, 0.02)} ${at(-0.78, 0.26)}Z`,
      )
      const brim = path(
        `M${at(-0.8, 0.24)}Q${at(0, -0.02)} ${at(0.8, 0.24)}C${at(0.98, 0.34)} ${at(1.04, 0.52)} ${at(0.92, 0.62)}C${at(0.62, 0.44)} ${at(0.3, 0.38)} ${at(0, 0.38)}C${at(-0.3, 0.38)} ${at(-0.62, 0.44)} ${at(-0.92, 0.62)}C${at(-1.04, 0.52)} ${at(-0.98, 0.34)} ${at(-0.8, 0.24)}Z`,
      )
      const seams = [
        `M${at(0, -0.7)}L${at(0, 0.12)}`,
        `M${at(-0.02, -0.7)}C${at(-0.36, -0.6)} ${at(-0.52, -0.2)} ${at(-0.52, 0.17)}`,
        `M${at(0.02, -0.7)}C${at(0.36, -0.6)} ${at(0.52, -0.2)} ${at(0.52, 0.17)}`,
      ]
      const stitches = [0.06, 0.13, 0.2].map(
        (y) => `M${at(-0.86, 0.3 + y)}Q${at(0, 0.02 + y * 1.2)} ${at(0.86, 0.3 + y)}`,
      )
      const rows = stitches
        .map(
          (d) =>
            `<path d="${d}" fill="none" stroke="${stitch}" stroke-width="${n(r * 0.01)}" stroke-dasharray="${n(r * 0.034)} ${n(r * 0.022)}"/>`,
        )
        .join('')
      return [
        {
          ink: shade,
          shapes: `<g transform="translate(8 18)">${crown}${brim}</g>`,
          rough: 2,
          specked: false,
        },
        { ink: panels, shapes: crown + circle(cx, cy - r * 0.71, r * 0.05), rough: 2, specked: false },
        {
          ink: seam,
          shapes:
            seams.map((d) => stroke(d, r * 0.013, seam)).join('') +
            [-0.3, 0.3].map((x) => ring(cx + x * r, cy - r * 0.36, r * 0.014, r * 0.03)).join(''),
          rough: 1,
        },
        { ink: peak, shapes: brim, rough: 2 },
        { ink: stitch, shapes: rows, rough: 1 },
        { ink: rays, shapes: sun(cx, cy - r * 0.14, r * 0.54, 'rays', rays), rough: 2 },
        { ink: inks.orange, shapes: sun(cx, cy - r * 0.14, r * 0.54, 'disc', inks.orange), rough: 2 },
      ]
    },
  }
}

/** The fete cup in one of its colours. @param shade of the cup on the ground @param shine along its left side @param rim below the lid */
function feteCup(
  name: string,
  alt: string,
  {
    ground,
    shade,
    body,
    shine,
    wave,
    stripe,
    top,
    rim,
    hook,
    mark,
  }: Record<
    'ground' | 'shade' | 'body' | 'shine' | 'wave' | 'stripe' | 'top' | 'rim' | 'hook' | 'mark',
    string
  >,
): Drawing {
  return {
    name,
    alt,
    ground,
    place: { portrait: { cy: 500, r: 330 }, wide: { cx: 600, cy: 415, r: 320 }, square: { cy: 415, r: 325 } },
    draw({ cx, cy, r }) {
      const at = (x: number, y: number) => `${n(cx + x * r)} ${n(cy + y * r)}`
      const cup = path(
        `M${at(-0.56, -0.5)}L${at(0.56, -0.5)}L${at(0.42, 0.9)}Q${at(0, 0.97)} ${at(-0.42, 0.9)}Z`,
      )
      const edge = (y: number) => 0.56 - ((y + 0.5) / 1.4) * 0.14
      const band = (top: number, bottom: number) =>
        path(
          `M${at(-edge(top), top)}Q${at(-edge(top) / 2, top - 0.1)} ${at(0, top)}T${at(edge(top), top)}L${at(edge(bottom), bottom)}Q${at(edge(bottom) / 2, bottom + 0.1)} ${at(0, bottom)}T${at(-edge(bottom), bottom)}Z`,
        )
      const lid =
        rect(cx - r * 0.62, cy - r * 0.68, r * 1.24, r * 0.19, r * 0.06) +
        rect(cx - r * 0.36, cy - r * 0.76, r * 0.72, r * 0.12, r * 0.05)
      const carabiner = `<g transform="rotate(18 ${n(cx + r * 0.74)} ${n(cy - r * 0.26)})"><path fill-rule="evenodd" d="M${at(0.64, -0.56)}h${n(r * 0.2)}a${n(r * 0.1)} ${n(r * 0.1)} 0 0 1 ${n(r * 0.1)} ${n(r * 0.1)}v${n(r * 0.4)}a${n(r * 0.1)} ${n(r * 0.1)} 0 0 1 ${n(-r * 0.1)} ${n(r * 0.1)}h${n(-r * 0.2)}a${n(r * 0.1)} ${n(r * 0.1)} 0 0 1 ${n(-r * 0.1)} ${n(-r * 0.1)}v${n(-r * 0.4)}a${n(r * 0.1)} ${n(r * 0.1)} 0 0 1 ${n(r * 0.1)} ${n(-r * 0.1)}Zm${n(r * 0.02)} ${n(r * 0.08)}v${n(r * 0.44)}h${n(r * 0.16)}v${n(-r * 0.44)}Z"/></g>`
      return [
        {
          ink: shade,
          shapes: `<g transform="translate(10 16)">${cup}${lid}</g>`,
          rough: 2,
          specked: false,
        },
        { ink: hook, shapes: carabiner, rough: 1 },
        { ink: body, shapes: cup, rough: 2, specked: false },
        { ink: wave, shapes: band(0.02, 0.24), rough: 3 },
        { ink: inks.magenta, shapes: band(0.34, 0.5), rough: 3, shift: [1, 1] },
        { ink: stripe, shapes: band(0.58, 0.66), rough: 2 },
        { ink: top, shapes: lid, rough: 2 },
        {
          ink: shine,
          shapes: stroke(`M${at(-0.46, -0.42)}L${at(-0.35, 0.84)}`, r * 0.045, shine, 'round'),
          rough: 2,
          specked: false,
        },
        {
          ink: rim,
          shapes: stroke(`M${at(-0.58, -0.535)}L${at(0.58, -0.535)}`, r * 0.016, rim, 'round'),
          rough: 1,
        },
        { ink: mark, shapes: sun(cx, cy - r * 0.13, r * 0.4, 'rays', mark), rough: 2 },
        { ink: mark, shapes: sun(cx, cy - r * 0.13, r * 0.4, 'disc', mark), rough: 2 },
      ]
    },
  }
}

/** The riddim crewneck in one of its colours. @param shade of the sweatshirt on the ground @param inside of its neck */
function riddimCrewneck(
  name: string,
  alt: string,
  {
    ground,
    shade,
    cloth,
    inside,
    seam,
    rays,
  }: Record<'ground' | 'shade' | 'cloth' | 'inside' | 'seam' | 'rays', string>,
): Drawing {
  return {
    name,
    alt,
    ground,
    place: { portrait: { cy: 470, r: 330 }, wide: { cx: 600, cy: 385, r: 320 }, square: { cy: 385, r: 330 } },
    draw({ cx, cy, r }) {
      const at = (x: number, y: number) => `${n(cx + x * r)} ${n(cy + y * r)}`
      const { body, opening, seams, ribs } = sweatshirt(at, r, false)
      const collar = `M${at(-0.3, -0.78)}Q${at(-0.24, -0.49)} ${at(0, -0.48)}Q${at(0.24, -0.49)} ${at(0.3, -0.78)}`
      return [
        { ink: shade, shapes: `<g transform="translate(10 16)">${body}</g>`, rough: 2, specked: false },
        { ink: cloth, shapes: body, rough: 2, specked: false },
        { ink: inside, shapes: opening, rough: 1 },
        {
          ink: seam,
          shapes:
            [...seams, collar].map((d) => stroke(d, r * 0.016, seam, 'round')).join('') +
            ribs.replaceAll('#000', seam),
          rough: 1,
        },
        { ink: rays, shapes: sun(cx + r * 0.26, cy - r * 0.22, r * 0.28, 'rays', rays), rough: 2 },
        {
          ink: inks.orange,
          shapes: sun(cx + r * 0.26, cy - r * 0.22, r * 0.28, 'disc', inks.orange),
          rough: 2,
        },
      ]
    },
  }
}

export const products: Drawing[] = [
  roadTee('road-tee', 'A bone-white tee with the sun printed on its chest', {
    ground: inks.orange,
    shade: '#e04a1c',
    cloth: inks.bone,
    fold: inks.fold,
  }),
  roadTee('road-tee-night', 'A night-blue tee with the sun printed on its chest', {
    ground: inks.yellow,
    shade: '#e39f14',
    cloth: inks.night,
    fold: '#3a2d72',
  }),
  sunriseCap('sunrise-cap', 'A six-panel cap in night blue with an embroidered sun', {
    ground: inks.yellow,
    shade: '#e39f14',
    panels: inks.night,
    seam: '#3a2d72',
    peak: inks.magenta,
    stitch: '#a8124f',
    rays: inks.bone,
  }),
  sunriseCap('sunrise-cap-sand', 'A six-panel cap in sand with an embroidered sun', {
    ground: inks.teal,
    shade: '#0d8c80',
    panels: '#e6cd9f',
    seam: '#c6a974',
    peak: inks.night,
    stitch: '#4a3b8a',
    rays: inks.night,
  }),
  {
    name: 'pan-tote',
    alt: 'A cotton tote printed with the notes of a steelpan',
    ground: '#0d6f7a',
    place: { portrait: { cy: 520, r: 340 }, wide: { cx: 600, cy: 430, r: 330 }, square: { cy: 430, r: 330 } },
    draw({ cx, cy, r }) {
      const at = (x: number, y: number) => `${n(cx + x * r)} ${n(cy + y * r)}`
      const bag = path(
        `M${at(-0.66, -0.42)}L${at(0.66, -0.42)}L${at(0.7, 0.9)}Q${at(0, 0.94)} ${at(-0.7, 0.9)}Z`,
      )
      const handle = (dy: number) =>
        stroke(
          `M${at(-0.34, -0.3)}L${at(-0.34, -0.52)}C${at(-0.34, -1.06 + dy)} ${at(0.34, -1.06 + dy)} ${at(0.34, -0.52)}L${at(0.34, -0.3)}`,
          r * 0.085,
          inks.bone,
        )
      const notes = (ring3: number) => {
        const [x, y, R] = [cx, cy + r * 0.3, r * 0.44]
        if (ring3 === 0)
          return times(12, (k) => (k % 2 ? '' : wedge(x, y, R * 0.7, R, k * 30 + 3, k * 30 + 27)))
        if (ring3 === 1)
          return (
            times(12, (k) => (k % 2 ? wedge(x, y, R * 0.7, R, k * 30 + 3, k * 30 + 27) : '')) +
            times(5, (k) => wedge(x, y, R * 0.07, R * 0.32, k * 72 + 10, k * 72 + 66))
          )
        return times(8, (k) => wedge(x, y, R * 0.38, R * 0.64, k * 45 + 3, k * 45 + 42))
      }
      const seams = [
        `M${at(-0.66, -0.32)}L${at(0.66, -0.32)}`,
        `M${at(-0.63, -0.32)}L${at(-0.66, 0.88)}`,
        `M${at(0.63, -0.32)}L${at(0.66, 0.88)}`,
        `M${at(-0.5, 0.8)}Q${at(-0.3, 0.62)} ${at(-0.34, 0.5)}`,
        `M${at(0.52, 0.74)}Q${at(0.44, 0.5)} ${at(0.52, 0.3)}`,
      ]
      const crosses = [-0.34, 0.34]
        .map((x) =>
          stroke(
            `M${at(x - 0.035, -0.39)}L${at(x + 0.035, -0.32)}M${at(x + 0.035, -0.39)}L${at(x - 0.035, -0.32)}`,
            r * 0.01,
            inks.fold,
          ),
        )
        .join('')
      return [
        { ink: '#0a5963', shapes: `<g transform="translate(9 16)">${bag}</g>`, rough: 2, specked: false },
        { ink: inks.fold, shapes: handle(0.14).replaceAll(inks.bone, inks.fold), rough: 1.5 },
        { ink: inks.bone, shapes: bag + handle(0), rough: 2, specked: false },
        {
          ink: inks.fold,
          shapes: seams.map((d) => stroke(d, r * 0.011, inks.fold, 'round')).join('') + crosses,
          rough: 1,
        },
        { ink: '#e6a234', shapes: notes(0), rough: 3, shift: [2, 1] },
        { ink: '#0f3a47', shapes: notes(1), rough: 3 },
        { ink: '#d94f2d', shapes: notes(2), rough: 3, shift: [-1, 1] },
      ]
    },
  },
  bandFlag('band-flag', 'A band flag on its pole: a half sun over stripes', {
    ground: inks.magenta,
    shade: '#b81459',
    rays: inks.orange,
    stripes: inks.teal,
  }),
  bandFlag('band-flag-teal', 'A band flag with teal rays on its pole: a half sun over stripes', {
    ground: inks.yellow,
    shade: '#e39f14',
    rays: inks.teal,
    stripes: inks.orange,
  }),
  bandFlag('band-flag-magenta', 'A band flag with magenta rays on its pole: a half sun over stripes', {
    ground: inks.teal,
    shade: '#0f8a80',
    rays: inks.magenta,
    stripes: inks.orange,
  }),
  {
    name: 'sunrise-hoodie',
    alt: 'A night-blue hoodie with the sun rising over its pocket',
    ground: lounge.blush,
    place: { portrait: { cy: 500, r: 320 }, wide: { cx: 600, cy: 420, r: 310 }, square: { cy: 420, r: 320 } },
    draw({ cx, cy, r }) {
      const at = (x: number, y: number) => `${n(cx + x * r)} ${n(cy + y * r)}`
      const { body, opening, seams, ribs } = sweatshirt(at, r, true)
      const cord = (side: number) =>
        stroke(
          `M${at(side * 0.09, -0.52)}Q${at(side * 0.13, -0.4)} ${at(side * 0.1, -0.28)}`,
          r * 0.024,
          inks.bone,
          'round',
        )
      return [
        { ink: '#e2957b', shapes: `<g transform="translate(10 16)">${body}</g>`, rough: 2, specked: false },
        { ink: inks.night, shapes: body, rough: 2, specked: false },
        { ink: '#0e0826', shapes: opening, rough: 1 },
        {
          ink: '#3a2d72',
          shapes:
            seams.map((d) => stroke(d, r * 0.014, '#3a2d72', 'round')).join('') +
            ribs.replaceAll('#000', '#3a2d72'),
          rough: 1,
        },
        { ink: inks.magenta, shapes: sun(cx + 4, cy + r * 0.15, r * 0.7, 'rays', inks.magenta), rough: 3 },
        { ink: inks.yellow, shapes: sun(cx, cy + r * 0.14, r * 0.7, 'rays', inks.yellow), rough: 3 },
        { ink: inks.orange, shapes: sun(cx, cy + r * 0.14, r * 0.7, 'disc', inks.orange), rough: 3 },
        { ink: inks.bone, shapes: cord(-1) + cord(1), rough: 1 },
      ]
    },
  },
  feteCup('fete-cup', 'A steel cup in orange with a lid, a ring, and waves around it', {
    ground: cooler.cobalt,
    shade: '#142f9a',
    body: inks.orange,
    shine: '#ff8a5f',
    wave: inks.yellow,
    stripe: inks.bone,
    top: inks.night,
    rim: '#3a2d72',
    hook: '#c8ccd4',
    mark: inks.bone,
  }),
  feteCup('fete-cup-steel', 'A cup of bare steel with a lid, a ring, and waves around it', {
    ground: lounge.blush,
    shade: '#e2957b',
    body: '#c3c8d1',
    shine: '#eceef2',
    wave: inks.teal,
    stripe: inks.night,
    top: inks.night,
    rim: '#3a2d72',
    hook: '#8d94a1',
    mark: inks.night,
  }),
  feteCup('fete-cup-night', 'A steel cup in night blue with a lid, a ring, and waves around it', {
    ground: inks.yellow,
    shade: '#e39f14',
    body: inks.night,
    shine: '#3a2d72',
    wave: inks.orange,
    stripe: inks.bone,
    top: inks.teal,
    rim: '#0d8c80',
    hook: '#f6e3bd',
    mark: inks.bone,
  }),
  {
    name: 'last-lap-tee',
    alt: 'A magenta tee with the rings of a setting sun',
    ground: inks.night,
    place,
    draw({ cx, cy, r }) {
      const at = (x: number, y: number) => `${n(cx + x * r)} ${n(cy + y * r)}`
      const { body, neck, seams } = tee(at, r)
      const dark = '#a8124f'
      const half = (inner: number, outer: number) => wedge(cx, cy + r * 0.12, r * inner, r * outer, 180, 360)
      const lines = times(4, (k) =>
        rect(cx - r * (0.42 - k * 0.09), cy + r * (0.18 + k * 0.08), r * (0.84 - k * 0.18), r * 0.035),
      )
      return [
        { ink: '#0e0826', shapes: `<g transform="translate(10 16)">${body}</g>`, rough: 2, specked: false },
        { ink: inks.magenta, shapes: body, rough: 2, specked: false },
        { ink: dark, shapes: neck, rough: 1 },
        { ink: dark, shapes: seams(dark), rough: 1 },
        { ink: inks.yellow, shapes: half(0, 0.17) + half(0.33, 0.42), rough: 3 },
        { ink: inks.bone, shapes: half(0.21, 0.29) + lines, rough: 3, shift: [1, 1] },
      ]
    },
  },
  {
    name: 'jouvay-rag',
    alt: 'A square of magenta cotton with the sun in its middle and dots around it',
    ground: inks.teal,
    place: { portrait: { cy: 490, r: 330 }, wide: { cx: 600, r: 310 }, square: { r: 330 } },
    draw({ cx, cy, r }) {
      const side = r * 0.92
      const cloth = path(
        `M${n(cx - side)} ${n(cy - side * 0.96)}Q${n(cx)} ${n(cy - side * 1.04)} ${n(cx + side)} ${n(cy - side * 0.97)}Q${n(cx + side * 1.03)} ${n(cy)} ${n(cx + side * 0.98)} ${n(cy + side)}Q${n(cx)} ${n(cy + side * 0.95)} ${n(cx - side * 0.97)} ${n(cy + side)}Q${n(cx - side * 1.02)} ${n(cy)} ${n(cx - side)} ${n(cy - side * 0.96)}Z`,
      )
      const frame = (at: number, width: number) =>
        stroke(
          `M${n(cx - side * at)} ${n(cy - side * at)}H${n(cx + side * at)}V${n(cy + side * at)}H${n(cx - side * at)}Z`,
          width,
          inks.bone,
        )
      const dots = times(9, (k) => {
        const along = -0.72 + k * 0.18
        return [
          circle(cx + side * along, cy - side * 0.72, r * 0.03),
          circle(cx + side * along, cy + side * 0.72, r * 0.03),
          k % 8 === 0 ? '' : circle(cx - side * 0.72, cy + side * along, r * 0.03),
          k % 8 === 0 ? '' : circle(cx + side * 0.72, cy + side * along, r * 0.03),
        ].join('')
      })
      const rays = times(16, (k) =>
        wedge(cx, cy, r * 0.34, r * (k % 2 ? 0.46 : 0.54), k * 22.5, k * 22.5 + 12),
      )
      const folds = [
        `M${n(cx - side)} ${n(cy + 2)}Q${n(cx)} ${n(cy - 8)} ${n(cx + side)} ${n(cy + 4)}`,
        `M${n(cx + 3)} ${n(cy - side)}Q${n(cx - 6)} ${n(cy)} ${n(cx + 4)} ${n(cy + side * 0.96)}`,
      ]
      const tilt = (shapes: string) => turned(shapes, -8, cx, cy)
      return [
        {
          ink: '#0d8c80',
          shapes: `<g transform="translate(10 16)">${tilt(cloth)}</g>`,
          rough: 2,
          specked: false,
        },
        { ink: inks.magenta, shapes: tilt(cloth), rough: 2, specked: false },
        { ink: inks.bone, shapes: tilt(frame(0.86, r * 0.03) + frame(0.58, r * 0.014) + dots), rough: 3 },
        { ink: inks.yellow, shapes: tilt(rays), rough: 3, shift: [1, 1] },
        { ink: inks.orange, shapes: tilt(circle(cx, cy, r * 0.28)), rough: 3 },
        { ink: '#b81459', shapes: tilt(folds.map((d) => stroke(d, r * 0.01, '#b81459')).join('')), rough: 1 },
      ]
    },
  },
  riddimCrewneck('riddim-crewneck', 'A teal sweatshirt with a small sun on its left side', {
    ground: steel.amber,
    shade: '#c98a22',
    cloth: steel.petrol,
    inside: '#074049',
    seam: '#0a5963',
    rays: inks.bone,
  }),
  riddimCrewneck('riddim-crewneck-bone', 'A bone-white sweatshirt with a small sun on its left side', {
    ground: steel.petrol,
    shade: '#0a5963',
    cloth: inks.bone,
    inside: '#c4ae89',
    seam: inks.fold,
    rays: inks.magenta,
  }),
  {
    name: 'ice-cooler-bag',
    alt: 'A cooler bag with a strap, a zip and a pocket',
    ground: cooler.ice,
    place: { portrait: { cy: 540, r: 330 }, wide: { cx: 600, cy: 440, r: 315 }, square: { cy: 450, r: 325 } },
    draw({ cx, cy, r }) {
      const at = (x: number, y: number) => `${n(cx + x * r)} ${n(cy + y * r)}`
      const box = rect(cx - r * 0.84, cy - r * 0.42, r * 1.68, r * 1.26, r * 0.12)
      const top = rect(cx - r * 0.88, cy - r * 0.54, r * 1.76, r * 0.22, r * 0.09)
      const strap = stroke(
        `M${at(-0.78, -0.44)}C${at(-0.72, -1.3)} ${at(0.72, -1.3)} ${at(0.78, -0.44)}`,
        r * 0.1,
        cooler.orange,
      )
      const pocket = rect(cx - r * 0.56, cy + r * 0.12, r * 1.12, r * 0.56, r * 0.08)
      const crystals = times(6, (k) =>
        turned(
          stroke(
            `M${at(0, 0.4)}V${n(cy + r * 0.2)}M${at(-0.045, 0.25)}L${at(0, 0.3)}L${at(0.045, 0.25)}`,
            r * 0.026,
            cooler.white,
            'round',
          ),
          k * 60,
          cx,
          cy + r * 0.4,
        ),
      )
      const zip = `<path d="M${at(-0.8, -0.43)}H${n(cx + r * 0.8)}" fill="none" stroke="${cooler.ice}" stroke-width="${n(r * 0.022)}" stroke-dasharray="${n(r * 0.03)} ${n(r * 0.018)}"/>`
      return [
        {
          ink: '#a3ccd2',
          shapes: `<g transform="translate(10 16)">${box}${top}</g>`,
          rough: 2,
          specked: false,
        },
        { ink: cooler.orange, shapes: strap, rough: 2 },
        { ink: cooler.cobalt, shapes: box, rough: 2, specked: false },
        { ink: '#142f9a', shapes: top, rough: 2, specked: false },
        { ink: cooler.ice, shapes: zip, rough: 1 },
        {
          ink: inks.yellow,
          shapes: rect(cx + r * 0.6, cy - r * 0.46, r * 0.05, r * 0.16, r * 0.02),
          rough: 1,
        },
        { ink: '#2f53d8', shapes: pocket, rough: 2 },
        { ink: cooler.white, shapes: crystals, rough: 2 },
        {
          ink: '#142f9a',
          shapes:
            stroke(`M${at(-0.56, 0.18)}H${n(cx + r * 0.56)}`, r * 0.014, '#142f9a') +
            [-0.7, 0.7]
              .map((x) => rect(cx + r * (x - 0.05), cy - r * 0.32, r * 0.1, r * 0.3, r * 0.02))
              .join(''),
          rough: 1,
        },
      ]
    },
  },
]
