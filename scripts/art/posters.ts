import { cloth, cooler, crown, lounge, moon, road, sound, steel, water } from './inks.ts'
import type { Drawing, Layer } from './press.ts'
import {
  bowl,
  circle,
  closed,
  n,
  path,
  polar,
  poly,
  rect,
  ring,
  splash,
  stroke,
  through,
  times,
  turned,
  wave,
  wedge,
} from './shapes.ts'

/** The events' posters: one idea each. Those of a series share a family of inks; each has a composition of its own. */

/** Rings around a middle that swell and thin like a beat. */
function beat(cx: number, cy: number, from: number, to: number, gap: number): string {
  let shapes = ''
  let at = from
  for (let index = 0; at < to; index++) {
    const width = gap * (0.2 + 0.32 * (1 + Math.cos((index * Math.PI * 2) / 4)) * 0.5)
    shapes += ring(cx, cy, at, at + width)
    at += gap
  }
  return shapes
}

/** A hand's print: the palm, five fingers of three pads each, and the creases between. */
function hand(cx: number, cy: number, r: number): string {
  const fingers: [number, number, number, number][] = [
    // angle, where it begins, length, width
    [203, 0.5, 0.52, 0.25],
    [242, 0.53, 0.62, 0.235],
    [267, 0.53, 0.7, 0.245],
    [292, 0.53, 0.64, 0.235],
    [318, 0.52, 0.5, 0.2],
  ]
  return (
    circle(cx, cy, r * 0.53) +
    fingers
      .map(([degrees, from, length, width]) => {
        const joints = degrees < 210 ? [0, 0.5, 1] : [0, 0.36, 0.68, 1]
        return joints
          .slice(1)
          .map((end, at) => {
            const start = joints[at] ?? 0
            const inner = r * (from + length * start + (at === 0 ? 0 : 0.018))
            const outer = r * (from + length * end - 0.018)
            const w = r * width * (1 - at * 0.08)
            return `<g transform="translate(${n(cx)} ${n(cy)}) rotate(${n(degrees)})">${rect(inner, -w / 2, outer - inner, w, w * (end === 1 ? 0.5 : 0.3))}</g>`
          })
          .join('')
      })
      .join('')
  )
}

/** A moon cut by another disc. @param facing where its hollow looks */
function crescent(cx: number, cy: number, r: number, facing: number): string {
  const inner = r * 0.82
  const apart = r * 0.46
  // where the two circles meet, on the axis of the hollow
  const along = (apart * apart + r * r - inner * inner) / (2 * apart)
  const across = Math.sqrt(r * r - along * along)
  return turned(
    path(
      `M${n(cx + along)} ${n(cy - across)}A${n(r)} ${n(r)} 0 1 0 ${n(cx + along)} ${n(cy + across)}A${n(inner)} ${n(inner)} 0 1 1 ${n(cx + along)} ${n(cy - across)}Z`,
    ),
    facing,
    cx,
    cy,
  )
}

/** Branches that part and thin out. */
function roots(
  x: number,
  y: number,
  length: number,
  width: number,
  degrees: number,
  ink: string,
  random: () => number,
  depth = 0,
): string {
  const bend = degrees + (random() - 0.5) * 36
  const [mx, my] = polar(x, y, length * 0.5, degrees)
  const [ex, ey] = polar(mx, my, length * 0.5, bend)
  const line = stroke(
    `M${n(x)} ${n(y)}Q${n(mx)} ${n(my)} ${n(ex)} ${n(ey)}`,
    width,
    ink,
    depth === 0 ? 'butt' : 'round',
  )
  if (depth >= 3) return line
  const spread = 17 + random() * 17
  return (
    line +
    roots(ex, ey, length * 0.74, width * 0.6, bend - spread, ink, random, depth + 1) +
    roots(ex, ey, length * 0.68, width * 0.6, bend + spread, ink, random, depth + 1)
  )
}

export const posters: Drawing[] = [
  {
    name: 'soca-sunrise',
    alt: 'A painted handprint whose palm is the rising sun',
    ground: road.yellow,
    title: {
      lines: ['Soca', 'Sunrise'],
      ink: road.night,
      foot: ['Paint, powder, first light', 'Red Hook Yard, Brooklyn'],
    },
    place: {
      poster: { cy: 432, r: 345 },
      portrait: { cy: 480, r: 350 },
      wide: { cy: 540, r: 400 },
      square: { cy: 500, r: 380 },
      share: { cy: 430, r: 320 },
    },
    draw({ cx, cy, r, w, kind }) {
      const print = hand(cx, cy, r)
      const creases =
        stroke(
          `M${n(cx - r * 0.42)} ${n(cy + r * 0.02)}Q${n(cx)} ${n(cy + r * 0.1)} ${n(cx + r * 0.4)} ${n(cy - r * 0.2)}`,
          r * 0.03,
          road.yellow,
          'round',
        ) +
        stroke(
          `M${n(cx - r * 0.44)} ${n(cy - r * 0.1)}Q${n(cx - r * 0.02)} ${n(cy - r * 0.14)} ${n(cx + r * 0.14)} ${n(cy - r * 0.36)}`,
          r * 0.03,
          road.yellow,
          'round',
        ) +
        stroke(
          `M${n(cx - r * 0.3)} ${n(cy - r * 0.08)}Q${n(cx - r * 0.04)} ${n(cy + r * 0.16)} ${n(cx - r * 0.08)} ${n(cy + r * 0.44)}`,
          r * 0.03,
          road.yellow,
          'round',
        )
      const bottom = kind === 'poster' ? 0 : 1
      const sea = bottom
        ? times(5, (at) => rect(0, cy + r * (0.2 + at * 0.075), w, r * (0.022 + at * 0.012)))
        : times(4, (at) => rect(0, cy + r * (0.2 + at * 0.075), w, r * (0.022 + at * 0.012)))
      return [
        { ink: road.magenta, shapes: print, rough: 6, shift: [9, 8] },
        { ink: road.orange, shapes: print, rough: 6 },
        { ink: road.yellow, shapes: creases + sea, rough: 3 },
      ]
    },
  },
  {
    name: 'midnight-jouvay',
    alt: 'A disc, moon above and sun below, hit by thrown paint',
    ground: road.night,
    title: {
      lines: ['Midnight', 'J’ouvert'],
      ink: road.bone,
      foot: ['Paint at midnight, sea at sunrise', 'Wynwood, Miami'],
      tallest: 400,
    },
    draw({ cx, cy, r, random }) {
      const half = (upper: boolean) =>
        path(`M${n(cx - r)} ${n(cy)}A${n(r)} ${n(r)} 0 0 ${upper ? 1 : 0} ${n(cx + r)} ${n(cy)}Z`)
      return [
        { ink: road.orange, shapes: half(false), rough: 2, shift: [0, -1] },
        { ink: road.bone, shapes: half(true), rough: 2 },
        { ink: road.teal, shapes: splash(cx - r * 0.56, cy - r * 0.16, r * 0.3, 200, random) },
        { ink: road.magenta, shapes: splash(cx + r * 0.3, cy - r * 0.46, r * 0.25, 285, random) },
        { ink: road.yellow, shapes: splash(cx + r * 0.46, cy + r * 0.26, r * 0.28, 20, random) },
      ]
    },
  },
  {
    name: 'carnival-thursday',
    alt: 'One great costume feather in bands of colour',
    ground: road.magenta,
    title: {
      lines: ['Carnival', 'Thursday'],
      ink: road.bone,
      foot: ['The warm-up before the road', 'The Arches, Notting Hill'],
      footInk: cooler.white,
      tallest: 380,
    },
    place: {
      poster: { cy: 360, r: 370 },
      portrait: { cy: 470, r: 440 },
      wide: { cx: 800, cy: 400, r: 400 },
      square: { r: 390 },
      share: { cx: 880, cy: 320, r: 320 },
    },
    draw({ cx, cy, r, kind }) {
      // On the poster the quill ends above the name, whose ink it shares.
      const quill = kind === 'poster' ? 0.62 : 1.3
      const lean = kind === 'wide' || kind === 'share' ? 24 : 14
      const barbs = (side: number, from: number, to: number) => {
        let shapes = ''
        const count = 46
        for (let index = 0; index < count; index++) {
          const t = index / (count - 1)
          if (t < from || t >= to) continue
          const y = cy + r * (0.92 - t * 1.52)
          const length = r * (0.2 + 0.5 * Math.sin(Math.PI * Math.min(1, 0.14 + t * 0.82)))
          const rise = r * (0.16 + 0.3 * t)
          const thick = r * 0.042
          shapes += path(
            `M${n(cx)} ${n(y)}C${n(cx + side * length * 0.4)} ${n(y - rise * 0.1)} ${n(cx + side * length * 0.86)} ${n(y - rise * 0.5)} ${n(cx + side * length)} ${n(y - rise)}C${n(cx + side * length * 0.8)} ${n(y - rise * 0.3)} ${n(cx + side * length * 0.4)} ${n(y + thick * 0.9)} ${n(cx)} ${n(y + thick)}Z`,
          )
        }
        return shapes
      }
      const band = (from: number, to: number) =>
        turned(barbs(1, from, to) + barbs(-1, from, to), lean, cx, cy)
      const eye = (size: number) =>
        turned(
          `<ellipse cx="${n(cx)}" cy="${n(cy - r * 0.66)}" rx="${n(r * size)}" ry="${n(r * size * 1.25)}"/>`,
          lean,
          cx,
          cy,
        )
      return [
        { ink: road.night, shapes: band(0, 0.3) },
        { ink: road.orange, shapes: band(0.24, 0.56) },
        { ink: road.yellow, shapes: band(0.5, 0.82), shift: [2, 3] },
        { ink: road.teal, shapes: band(0.76, 1.1) },
        { ink: road.night, shapes: eye(0.25) },
        {
          ink: road.bone,
          shapes:
            eye(0.15) +
            turned(
              path(
                `M${n(cx - r * 0.022)} ${n(cy + r * quill)}L${n(cx - r * 0.006)} ${n(cy - r * 0.5)}L${n(cx + r * 0.006)} ${n(cy - r * 0.5)}L${n(cx + r * 0.022)} ${n(cy + r * quill)}Z`,
              ),
              lean,
              cx,
              cy,
            ),
          rough: 2,
        },
        { ink: road.orange, shapes: eye(0.075), shift: [3, 2] },
      ]
    },
  },
  {
    name: 'new-years-fete',
    alt: 'A clock of dots; the one at twelve has burst',
    ground: road.night,
    title: {
      lines: ['Old Year’s', 'Night Fete'],
      ink: road.yellow,
      footInk: road.bone,
      foot: ['Three rooms and a countdown', 'Navy Yard Hall, Brooklyn'],
      tallest: 330,
    },
    place: {
      poster: { cy: 312, r: 226 },
      portrait: { cy: 450, r: 290 },
      wide: { cy: 450, r: 290 },
      square: { cy: 440, r: 290 },
      share: { cy: 345, r: 225 },
    },
    draw({ cx, cy, r, random }) {
      const dots = times(11, (at) => circle(...polar(cx, cy, r * 0.92, -60 + at * 30), r * 0.118))
      const [bx, by] = polar(cx, cy, r * 0.92, -90)
      return [
        { ink: road.bone, shapes: dots },
        { ink: road.magenta, shapes: splash(bx + 10, by + 6, r * 0.3, 300, random), rough: 4 },
        { ink: road.yellow, shapes: splash(bx, by, r * 0.2, 250, random), rough: 4 },
        {
          ink: road.orange,
          shapes:
            path(
              `M${n(cx - r * 0.07)} ${n(cy + r * 0.16)}L${n(cx - r * 0.02)} ${n(cy - r * 0.56)}L${n(cx + r * 0.02)} ${n(cy - r * 0.56)}L${n(cx + r * 0.07)} ${n(cy + r * 0.16)}Z`,
            ) + circle(cx, cy, r * 0.11),
          shift: [5, 4],
        },
        {
          ink: road.bone,
          shapes:
            path(
              `M${n(cx - r * 0.07)} ${n(cy + r * 0.16)}L${n(cx - r * 0.02)} ${n(cy - r * 0.56)}L${n(cx + r * 0.02)} ${n(cy - r * 0.56)}L${n(cx + r * 0.07)} ${n(cy + r * 0.16)}Z`,
            ) + circle(cx, cy, r * 0.11),
          rough: 2,
        },
      ]
    },
  },
  {
    name: 'bass-culture',
    alt: 'Rings from a bass cone that leave the sheet, printed twice',
    ground: sound.paper,
    title: {
      lines: ['Bass', 'Culture'],
      ink: sound.plum,
      lineInks: [undefined, sound.paper],
      footInk: sound.paper,
      block: { ink: sound.plum, after: 0 },
      foot: ['All-Dayer: roots, then steppers', 'The Foundry Yard, Brooklyn'],
    },
    place: {
      poster: { cx: 520, cy: 330 },
      portrait: { cx: 520, cy: 380 },
      wide: { cx: 850, cy: 380 },
      square: { cx: 430, cy: 370 },
      share: { cx: 900, cy: 290 },
    },
    draw({ cx, cy, r }) {
      return [
        {
          ink: sound.amber,
          shapes: beat(cx - r * 0.07, cy + r * 0.045, r * 0.24, r * 1.72, r * 0.148),
          over: 'multiply',
          rough: 6,
        },
        { ink: sound.red, shapes: beat(cx, cy, r * 0.22, r * 1.72, r * 0.148), over: 'multiply', rough: 6 },
        { ink: sound.plum, shapes: circle(cx, cy, r * 0.125), rough: 5 },
      ]
    },
  },
  {
    name: 'sound-clash',
    alt: 'A cup left white between the waves of two sound systems',
    ground: sound.paper,
    title: {
      lines: ['Sound', 'Clash'],
      ink: sound.paper,
      foot: ['Cup Night: four sounds, one cup', 'Harbour Hall, Toronto'],
    },
    place: {
      poster: { cy: 250, r: 226 },
      portrait: { cy: 400, r: 330 },
      wide: { r: 330 },
      share: { r: 260 },
    },
    draw({ cx, cy, r, w, h, kind }) {
      const cup = closedCup(cx, cy, r)
      const end = kind === 'poster' ? cy + r * 1.3 : kind === 'portrait' ? cy + r * 1.1 : h
      const half = (left: boolean, ink: string) => {
        const x = left ? 0 : cx
        const width = left ? cx : w - cx
        return { ink, shapes: rect(x - 20, -20, width + 20 + (left ? 0 : 20), h + 40), rough: 1 }
      }
      const lines = (side: number) =>
        times(kind === 'wide' ? 5 : 9, (at) =>
          ring(
            cx + side * r * (kind === 'wide' ? 1.2 : 1.62),
            cy,
            r * (0.28 + at * 0.19),
            r * (0.28 + at * 0.19 + 0.06),
          ),
        )
      return [
        half(true, sound.red),
        half(false, sound.plum),
        {
          ink: sound.amber,
          shapes: `<svg x="0" y="0" width="${n(cx)}" height="${n(end)}" viewBox="0 0 ${n(cx)} ${n(end)}">${lines(-1)}</svg>`,
          rough: 5,
        },
        {
          ink: sound.red,
          shapes: `<svg x="${n(cx)}" y="0" width="${n(w - cx)}" height="${n(end)}" viewBox="${n(cx)} 0 ${n(w - cx)} ${n(end)}">${lines(1)}</svg>`,
          rough: 5,
        },
        { ink: sound.paper, shapes: cup, rough: 4 },
      ]
    },
  },
  {
    name: 'reggae-sundays',
    alt: 'Six small loudspeaker cones and a seventh that is the sun',
    ground: sound.amber,
    title: {
      lines: ['Reggae', 'Sundays'],
      ink: sound.plum,
      foot: ['A courtyard and a sound system', 'Leimert Park, Los Angeles'],
      tallest: 340,
    },
    place: { poster: { cy: 330, r: 290 } },
    draw({ cx, cy, r, kind }) {
      const small = r * 0.15
      const across = kind === 'wide' || kind === 'share'
      const week = Array.from({ length: 6 }, (_, at) => {
        const step = r * 0.35
        return across
          ? ([cx - r * 1.32, cy - step * 2.5 + at * step] as const)
          : ([cx - r * 0.875 + at * step, cy - r * 0.86] as const)
      })
      const sx = across ? cx + r * 0.06 : cx
      const sy = across ? cy : cy + r * 0.34
      const R = across ? r * 0.98 : r * 0.92
      return [
        {
          ink: sound.red,
          shapes: circle(sx, sy, R) + week.map(([x, y]) => circle(x + 5, y + 4, small)).join(''),
          rough: 5,
        },
        { ink: sound.plum, shapes: week.map(([x, y]) => circle(x, y, small)).join(''), rough: 4 },
        {
          ink: sound.amber,
          shapes: week.map(([x, y]) => ring(x, y, small * 0.5, small * 0.62)).join(''),
          rough: 2,
        },
        {
          ink: sound.paper,
          shapes:
            times(36, (at) => wedge(sx, sy, R * 0.62, R * 0.9, at * 10, at * 10 + 4.2)) +
            ring(sx, sy, R * 0.5, R * 0.55),
          rough: 4,
        },
        { ink: sound.amber, shapes: circle(sx, sy, R * 0.4), rough: 4, shift: [4, 3] },
        { ink: sound.plum, shapes: circle(sx, sy, R * 0.16) },
      ]
    },
  },
  {
    name: 'roots-rooftop',
    alt: 'A skyline of bars that grows roots below the roof line',
    ground: sound.paper,
    title: {
      lines: ['Roots on', 'the Rooftop'],
      ink: sound.plum,
      foot: ['Reggae with a skyline', 'Fulton Terrace, Chicago'],
      tallest: 330,
    },
    place: {
      poster: { cy: 352, r: 330 },
      portrait: { cy: 400, r: 350 },
      wide: { cx: 800, cy: 400, r: 370 },
      square: { cy: 380, r: 350 },
      share: { cx: 900, cy: 300, r: 280 },
    },
    draw({ cx, cy, r, random }) {
      const heights = [0.34, 0.62, 0.46, 0.9, 0.7, 0.98, 0.54, 0.78, 0.4]
      const width = r * 0.17
      const x = (at: number) => cx + (at - 4) * r * 0.212
      const bars = (odd: number) =>
        heights
          .map((height, at) =>
            at % 3 === odd ? rect(x(at) - width / 2, cy - r * height, width, r * height + 2) : '',
          )
          .join('')
      const windows = heights
        .map((height, at) =>
          times(Math.floor(height * 9), (row) =>
            random() < 0.42
              ? rect(
                  x(at) - width * 0.3 + (row % 2) * width * 0.34,
                  cy - r * height + r * 0.06 + row * r * 0.098,
                  width * 0.26,
                  r * 0.045,
                )
              : '',
          ),
        )
        .join('')
      return [
        {
          ink: sound.amber,
          shapes: bars(1) + circle(cx + r * 0.62, cy - r * 0.78, r * 0.2),
          rough: 4,
          shift: [5, 3],
        },
        { ink: sound.red, shapes: bars(0), rough: 4 },
        { ink: sound.plum, shapes: bars(2), rough: 4 },
        { ink: sound.paper, shapes: windows, rough: 2 },
        {
          ink: sound.red,
          shapes: heights
            .map((_, at) =>
              at % 2 === 0
                ? roots(x(at), cy + r * 0.045, r * 0.3, r * 0.055, 90 + (at - 4) * 9, sound.red, random)
                : '',
            )
            .join(''),
          rough: 4,
          over: 'multiply',
        },
        {
          ink: sound.olive,
          shapes: heights
            .map((_, at) =>
              at % 2 === 1
                ? roots(x(at), cy + r * 0.045, r * 0.28, r * 0.05, 90 + (at - 4) * 8, sound.olive, random)
                : '',
            )
            .join(''),
          rough: 4,
          over: 'multiply',
        },
        { ink: sound.plum, shapes: rect(cx - r * 1.02, cy - r * 0.01, r * 2.04, r * 0.06), rough: 3 },
      ]
    },
  },
  {
    name: 'lovers-rock-social',
    alt: 'Two records so close that they overlap',
    ground: '#f3c5a9',
    title: {
      lines: ['Lovers Rock', 'Social'],
      ink: sound.plum,
      foot: ['Slow, sweet and close', 'Ocean Avenue Ballroom, Brooklyn'],
      tallest: 360,
    },
    draw({ cx, cy, r, kind }) {
      const tall = kind === 'poster' || kind === 'portrait'
      const [ax, ay, bx, by] = tall
        ? [cx - r * 0.36, cy - r * 0.3, cx + r * 0.36, cy + r * 0.3]
        : [cx - r * 0.5, cy - r * 0.12, cx + r * 0.46, cy + r * 0.12]
      const R = r * 0.76
      const record = (x: number, y: number) => ring(x, y, R * 0.055, R)
      const grooves = (x: number, y: number) =>
        [0.94, 0.86, 0.78, 0.71, 0.64, 0.57, 0.5].map((at) => ring(x, y, R * at - 1.6, R * at + 1.6)).join('')
      return [
        { ink: sound.amber, shapes: record(ax, ay), over: 'multiply', rough: 4 },
        { ink: sound.red, shapes: record(bx, by), over: 'multiply', rough: 4 },
        { ink: '#f3c5a9', shapes: grooves(ax, ay) + grooves(bx, by), rough: 2 },
        { ink: sound.red, shapes: ring(ax, ay, R * 0.055, R * 0.34), rough: 3 },
        { ink: sound.plum, shapes: ring(bx, by, R * 0.055, R * 0.34), rough: 3 },
      ]
    },
  },
  {
    name: 'steel-and-strings',
    alt: 'A steelpan as a mosaic of notes, crossed by sounding strings',
    ground: steel.paper,
    title: {
      lines: ['Steel and', 'Strings'],
      ink: steel.deep,
      foot: ['Seated, one intermission', 'Howard Hall, Washington'],
      tallest: 400,
    },
    // Clear of the lettering, whose ink some of the tiles have.
    place: { poster: { cy: 290, r: 250 } },
    draw({ cx, cy, r, w, random }) {
      const inks = [steel.amber, steel.petrol, steel.deep, steel.brick]
      const tiles: Record<string, string> = {}
      const rings: [number, number, number, number][] = [
        [0.7, 1, 12, 4],
        [0.38, 0.66, 8, -9],
        [0.06, 0.34, 5, 14],
      ]
      let last = -1
      for (const [inner, outer, count, turn] of rings) {
        for (let at = 0; at < count; at++) {
          let choice = Math.floor(random() * (inner > 0.6 ? 3 : 4))
          if (choice === last) choice = (choice + 1) % 4
          last = choice
          const ink = inks[choice] ?? steel.amber
          const gap = (1.9 * 0.9) / outer
          const step = 360 / count
          tiles[ink] =
            (tiles[ink] ?? '') +
            wedge(cx, cy, r * inner, r * outer, turn + at * step + gap, turn + (at + 1) * step - gap)
        }
      }
      const string = (at: number, bow: number) =>
        `M-20 ${n(cy + r * (-0.62 + at * 0.31))}Q${n(cx)} ${n(cy + r * (-0.62 + at * 0.31 + bow))} ${n(w + 20)} ${n(cy + r * (-0.62 + at * 0.31))}`
      const still = [0, 1, 3, 4]
        .map((at) => stroke(string(at, 0.04 - at * 0.02), 3.5 + at * 0.8, steel.paper))
        .join('')
      const plucked = [-0.22, -0.11, 0, 0.11, 0.22]
        .map((bow) => stroke(string(2, bow), 3.4, steel.paper))
        .join('')
      return [
        ...Object.entries(tiles).map(
          ([ink, shapes], at): Layer => ({ ink, shapes, rough: 4, shift: [at - 1, (at % 2) * 2] }),
        ),
        { ink: steel.paper, shapes: still + plucked, rough: 1 },
      ]
    },
  },
  {
    name: 'pan-in-the-park',
    alt: 'Five steelpans that stand on the lawn like flowers',
    ground: steel.paper,
    title: {
      lines: ['Pan in', 'the Park'],
      ink: steel.paper,
      shareInk: steel.deep,
      foot: ['Five steel orchestras, one lawn', 'Prospect Park, Brooklyn'],
      tallest: 380,
      block: { ink: steel.petrol, after: -1 },
    },
    place: {
      poster: { cy: 300, r: 310 },
      portrait: { cy: 400, r: 340 },
      wide: { cx: 740, cy: 370, r: 360 },
      share: { cx: 900, cy: 300, r: 290 },
    },
    draw({ cx, cy, r, w, h, kind }) {
      const spread = kind === 'wide' ? 1.18 : 1
      const flowers: [number, number, number, string][] = [
        [-0.74 * spread, -0.28, 0.27, steel.brick],
        [-0.3 * spread, 0.24, 0.22, steel.petrol],
        [0.04 * spread, -0.6, 0.33, steel.amber],
        [0.42 * spread, 0.08, 0.24, steel.deep],
        [0.78 * spread, -0.4, 0.28, steel.brick],
      ]
      const lawn = kind === 'poster' ? 0 : cy + r * 0.86
      const foot = kind === 'poster' ? 640 : lawn
      const head = (dx: number, dy: number, size: number) => {
        const [x, y, R] = [cx + dx * r, cy + dy * r, size * r]
        return (
          times(8, (at) => wedge(x, y, R * 0.52, R, at * 45 + 3.5, at * 45 + 41.5)) +
          times(5, (at) => wedge(x, y, R * 0.12, R * 0.43, at * 72 + 12, at * 72 + 66))
        )
      }
      const stems = flowers
        .map(([dx, dy, size]) =>
          rect(cx + dx * r - r * 0.014, cy + dy * r + size * r, r * 0.028, foot - cy - dy * r - size * r + 6),
        )
        .join('')
      const heads = (ink: string) =>
        flowers
          .filter((flower) => flower[3] === ink)
          .map(([dx, dy, size]) => head(dx, dy, size))
          .join('')
      return [
        { ink: steel.deep, shapes: stems, rough: 3 },
        ...[steel.brick, steel.petrol, steel.amber, steel.deep].map(
          (ink, at): Layer => ({ ink, shapes: heads(ink), rough: 4, shift: [at - 1, 1] }),
        ),
        ...(lawn
          ? [{ ink: steel.petrol, shapes: rect(-20, lawn, w + 40, h - lawn + 20), rough: 3 } satisfies Layer]
          : []),
      ]
    },
  },
  {
    name: 'dutty-friday',
    alt: 'Hips that wind, drawn as swinging bands',
    ground: crown.acid,
    title: {
      lines: ['Dutty', 'Friday'],
      ink: crown.acid,
      shareInk: crown.black,
      block: { ink: crown.black, after: -1 },
      foot: ['Dancehall until four', 'Crown Room, Crown Heights'],
    },
    place: {
      poster: { cy: 230, r: 330 },
      portrait: { cy: 440, r: 380 },
      wide: { cx: 830, r: 400 },
      square: { r: 400 },
      share: { cx: 930, r: 330 },
    },
    draw({ cx, cy, r, h }) {
      const band = (offset: number, width: number, swing: number) => {
        const side = (plus: number) =>
          Array.from({ length: 34 }, (_, at): [number, number] => {
            const y = -30 + ((h + 60) * at) / 33
            const t = (y - cy) / r
            return [cx + offset * r + plus + r * swing * Math.sin(t * Math.PI * 1.1), y]
          })
        const [left, right] = [side(-width * r), side(width * r).reverse()]
        return path(
          `${through(left)}L${n(right[0]?.[0] ?? 0)} ${n(right[0]?.[1] ?? 0)}${through(right)
            .slice(1)
            .replace(/^[^C]*/, '')}Z`,
        )
      }
      const bands = (from: number, step: number, count: number, width: number, swing: number) =>
        times(count, (at) => band(from + at * step, width, swing))
      return [
        { ink: crown.pink, shapes: bands(-0.7, 0.35, 5, 0.11, 0.36), rough: 5, over: 'multiply' },
        { ink: crown.black, shapes: bands(-0.55, 0.35, 4, 0.034, 0.3), rough: 4 },
      ]
    },
  },
  {
    name: 'brooklyn-bashment',
    alt: 'A bridge tower that is a stack of loudspeakers, cables fanning out',
    ground: crown.pink,
    title: {
      lines: ['Brooklyn', 'Bashment'],
      ink: crown.white,
      foot: ['One room, one sound', 'Crown Room, Brooklyn'],
      footInk: crown.black,
      tallest: 360,
    },
    place: {
      poster: { cy: 300, r: 290 },
      portrait: { cy: 400, r: 370 },
      wide: { cx: 830, cy: 390, r: 370 },
      square: { cy: 410, r: 380 },
      share: { cx: 900, r: 290 },
    },
    draw({ cx, cy, r, w }) {
      const base = cy + r * 0.84
      const half = r * 0.44
      const arch = (x: number, top: number, width: number, bottom: number) =>
        `M${n(x - width)} ${n(bottom)}L${n(x - width)} ${n(top + width * 1.25)}Q${n(x - width * 0.82)} ${n(top + width * 0.42)} ${n(x)} ${n(top)}Q${n(x + width * 0.82)} ${n(top + width * 0.42)} ${n(x + width)} ${n(top + width * 1.25)}L${n(x + width)} ${n(bottom)}Z`
      const [leftX, rightX] = [cx - half * 0.46, cx + half * 0.46]
      const tower = `<path fill-rule="evenodd" d="M${n(cx - half)} ${n(base)}L${n(cx - half * 0.92)} ${n(cy - r * 0.86)}L${n(cx + half * 0.92)} ${n(cy - r * 0.86)}L${n(cx + half)} ${n(base)}Z${arch(leftX, cy - r * 0.62, half * 0.3, base)}${arch(rightX, cy - r * 0.62, half * 0.3, base)}"/>${rect(cx - half * 1.1, cy - r * 0.94, half * 2.2, r * 0.1)}`
      const cables = times(13, (at) => {
        const fall = 0.12 + at * 0.17
        return (
          stroke(
            `M${n(cx)} ${n(cy - r * 0.84)}L${n(cx - w)} ${n(cy - r * 0.84 + w * fall)}`,
            4.5,
            crown.black,
          ) +
          stroke(
            `M${n(cx)} ${n(cy - r * 0.84)}L${n(cx + w)} ${n(cy - r * 0.84 + w * fall)}`,
            4.5,
            crown.black,
          )
        )
      })
      const cones = [leftX, rightX]
        .map((x) => times(4, (at) => circle(x, cy - r * 0.16 + at * half * 0.6, half * 0.235)))
        .join('')
      const hubs = [leftX, rightX]
        .map((x) => times(4, (at) => circle(x, cy - r * 0.16 + at * half * 0.6, half * 0.09)))
        .join('')
      return [
        {
          ink: crown.black,
          shapes: `<svg x="0" y="0" width="${n(w)}" height="${n(base)}" viewBox="0 0 ${n(w)} ${n(base)}">${cables}</svg>${rect(-20, base - r * 0.03, w + 40, r * 0.075)}`,
          rough: 2.5,
        },
        { ink: crown.black, shapes: tower, rough: 4 },
        { ink: crown.acid, shapes: cones, rough: 4, shift: [4, 3] },
        { ink: crown.black, shapes: hubs, rough: 3 },
      ]
    },
  },
  {
    name: 'dancehall-queens',
    alt: 'A crown of twelve jewels, tipped over on a chequered floor',
    ground: crown.black,
    title: {
      lines: ['Dancehall', 'Queens'],
      ink: crown.acid,
      foot: ['Twelve dancers, one crown', 'Half Way Tree, Kingston'],
      tallest: 370,
    },
    place: { poster: { cy: 245, r: 245 }, portrait: { cy: 400, r: 320 } },
    draw({ cx, cy, r, w, h, kind }) {
      const points: [number, number][] = [
        [-0.86, 0.52],
        [-1, -0.42],
        [-0.5, 0.06],
        [-0.44, -0.66],
        [0, -0.04],
        [0.02, -0.8],
        [0.48, -0.04],
        [0.6, -0.66],
        [0.66, 0.08],
        [1.04, -0.34],
        [0.86, 0.52],
      ]
      const place = ([x, y]: readonly [number, number]): [number, number] => [
        cx + x * r * 0.92,
        cy + y * r * 0.8,
      ]
      const tip = (shapes: string) => turned(shapes, -13, cx, cy)
      const jewels: [number, number, number][] = [
        [-1, -0.56, 0.09],
        [-0.44, -0.82, 0.1],
        [0.02, -0.97, 0.115],
        [0.6, -0.82, 0.1],
        [1.05, -0.48, 0.09],
        [-0.66, 0.66, 0.062],
        [-0.44, 0.66, 0.062],
        [-0.22, 0.66, 0.062],
        [0, 0.66, 0.062],
        [0.22, 0.66, 0.062],
        [0.44, 0.66, 0.062],
        [0.66, 0.66, 0.062],
      ]
      const size = kind === 'poster' ? 50 : r * 0.19
      const top = kind === 'poster' ? 448 : cy + r * 1.02
      const rows = kind === 'poster' ? 2 : kind === 'portrait' ? 2 : 1
      const floor = times(rows, (row) =>
        times(Math.ceil(w / size / 2) + 1, (at) =>
          rect(
            (at * 2 + (row % 2)) * size - size * 0.4,
            (kind === 'poster' ? top : Math.min(top, h - size * rows)) + row * size,
            size,
            size,
          ),
        ),
      )
      return [
        { ink: crown.white, shapes: floor, rough: 3 },
        {
          ink: crown.pink,
          shapes: tip(poly(points.map(place)) + rect(cx - r * 0.8, cy + r * 0.4, r * 1.6, r * 0.24)),
          rough: 5,
        },
        {
          ink: crown.acid,
          shapes: tip(
            jewels
              .slice(0, 5)
              .map(([x, y, s]) => circle(...place([x, y]), s * r))
              .join(''),
          ),
          rough: 3,
          shift: [3, -2],
        },
        {
          ink: crown.black,
          shapes: tip(
            jewels
              .slice(5)
              .map(([x, y, s]) => circle(...place([x, y]), s * r * 0.9))
              .join(''),
          ),
          rough: 3,
        },
      ]
    },
  },
  {
    name: 'last-lap',
    alt: 'A running track in the shape of a cooler around one ice cube',
    ground: cooler.ice,
    title: {
      lines: ['Last Lap'],
      ink: cooler.cobalt,
      foot: ['Bring your cooler', 'Westside Rail Park, Atlanta'],
      tallest: 330,
    },
    place: {
      poster: { cy: 360, r: 340 },
      portrait: { cy: 430, r: 370 },
      wide: { cx: 780, cy: 400, r: 380 },
      square: { r: 380 },
      share: { cx: 920, cy: 300, r: 280 },
    },
    draw({ cx, cy, r, kind }) {
      const flat = kind === 'wide' || kind === 'square' || kind === 'share' ? 0.76 : 0.96
      const lane = (at: number, width: number, ink: string) => {
        const inset = at * r * 0.105
        const [x, y, w2, h2] = [
          cx - r + inset,
          cy - r * flat + inset,
          (r - inset) * 2,
          (r * flat - inset) * 2,
        ]
        return `<rect x="${n(x)}" y="${n(y)}" width="${n(w2)}" height="${n(h2)}" rx="${n(Math.max(r * 0.46 - inset, r * 0.06))}" fill="none" stroke="${ink}" stroke-width="${n(width)}"/>`
      }
      const size = r * 0.052
      const checks = times(10, (row) =>
        times(3, (at) =>
          (row + at) % 2
            ? rect(cx - size * 1.5 + at * size, cy + r * flat - r * 0.53 + row * size, size, size)
            : '',
        ),
      )
      const ground = rect(cx - size * 1.5, cy + r * flat - r * 0.53, size * 3, size * 10)
      const cube = r * 0.2
      return [
        { ink: cooler.orange, shapes: times(5, (at) => lane(at, r * 0.094, cooler.orange)), rough: 4 },
        {
          ink: cooler.white,
          shapes: times(6, (at) => lane(at - 0.5, r * 0.013, cooler.white)) + ground,
          rough: 2,
        },
        { ink: cooler.cobalt, shapes: checks, rough: 2 },
        {
          ink: cooler.cobalt,
          shapes: turned(rect(cx - cube + 9, cy - cube + 8, cube * 2, cube * 2, cube * 0.28), 14, cx, cy),
          rough: 4,
        },
        {
          ink: cooler.white,
          shapes: turned(rect(cx - cube, cy - cube, cube * 2, cube * 2, cube * 0.28), 14, cx, cy),
          rough: 4,
        },
        {
          ink: cooler.ice,
          shapes: turned(
            rect(cx - cube * 0.66, cy - cube * 0.66, cube * 1.32, cube * 1.32, cube * 0.2),
            14,
            cx,
            cy,
          ),
          rough: 3,
        },
      ]
    },
  },
  {
    name: 'cooler-fete',
    alt: 'A cooler from which bottles grow like tulips',
    ground: cooler.leaf,
    title: {
      lines: ['Garden State', 'Cooler Fete'],
      ink: cooler.white,
      foot: ['Bring your cooler to the river', 'Riverfront Lawn, Newark'],
      footInk: water.deep,
      tallest: 300,
    },
    place: {
      poster: { cy: 345, r: 290 },
      portrait: { cy: 460, r: 350 },
      wide: { cx: 800, cy: 420, r: 360 },
      square: { cy: 430, r: 350 },
      share: { cx: 900, cy: 320, r: 270 },
    },
    draw({ cx, cy, r }) {
      const bottles: [number, number, string][] = [
        [-0.56, 0.62, cooler.orange],
        [-0.29, 0.9, cooler.white],
        [0, 0.74, cooler.orange],
        [0.29, 1, cooler.white],
        [0.56, 0.68, cooler.orange],
      ]
      const top = cy + r * 0.08
      const neck = (x: number, height: number) => {
        const [bx, y] = [cx + x * r, top - height * r]
        return path(
          `M${n(bx - r * 0.1)} ${n(top + 6)}L${n(bx - r * 0.1)} ${n(y + r * 0.46)}Q${n(bx - r * 0.1)} ${n(y + r * 0.34)} ${n(bx - r * 0.042)} ${n(y + r * 0.26)}L${n(bx - r * 0.042)} ${n(y)}L${n(bx + r * 0.042)} ${n(y)}L${n(bx + r * 0.042)} ${n(y + r * 0.26)}Q${n(bx + r * 0.1)} ${n(y + r * 0.34)} ${n(bx + r * 0.1)} ${n(y + r * 0.46)}L${n(bx + r * 0.1)} ${n(top + 6)}Z`,
        )
      }
      const tulip = (x: number, height: number) => {
        const [bx, y, s] = [cx + x * r, top - height * r + r * 0.05, r * 0.13]
        return path(
          `M${n(bx - s)} ${n(y - s * 1.5)}L${n(bx - s * 0.45)} ${n(y - s * 0.95)}L${n(bx)} ${n(y - s * 1.75)}L${n(bx + s * 0.45)} ${n(y - s * 0.95)}L${n(bx + s)} ${n(y - s * 1.5)}Q${n(bx + s * 1.15)} ${n(y)} ${n(bx)} ${n(y)}Q${n(bx - s * 1.15)} ${n(y)} ${n(bx - s)} ${n(y - s * 1.5)}Z`,
        )
      }
      const river = times(3, (at) =>
        stroke(
          through(
            wave(
              cx - r * 0.72,
              cx + r * 0.72,
              (x) => cy + r * (0.4 + at * 0.13) + Math.sin(((x - cx) / r) * 11 + at) * r * 0.026,
              30,
            ),
          ),
          r * 0.034,
          cooler.white,
          'round',
        ),
      )
      return [
        { ink: cooler.cobalt, shapes: bottles.map(([x, height]) => neck(x, height)).join(''), rough: 4 },
        {
          ink: cooler.orange,
          shapes: bottles
            .filter((b) => b[2] === cooler.orange)
            .map(([x, height]) => tulip(x, height))
            .join(''),
          rough: 4,
        },
        {
          ink: cooler.ice,
          shapes: bottles
            .filter((b) => b[2] === cooler.white)
            .map(([x, height]) => tulip(x, height))
            .join(''),
          rough: 4,
        },
        {
          ink: cooler.white,
          shapes: rect(cx - r * 0.92, cy + r * 0.02, r * 1.84, r * 0.2, r * 0.05),
          rough: 4,
        },
        {
          ink: cooler.cobalt,
          shapes: path(
            `M${n(cx - r * 0.86)} ${n(cy + r * 0.24)}L${n(cx + r * 0.86)} ${n(cy + r * 0.24)}L${n(cx + r * 0.78)} ${n(cy + r * 0.86)}L${n(cx - r * 0.78)} ${n(cy + r * 0.86)}Z`,
          ),
          rough: 4,
        },
        { ink: cooler.white, shapes: river, rough: 3 },
      ]
    },
  },
  {
    name: 'island-brunch',
    alt: 'A fried egg turning like a record, a fork for its arm',
    ground: cooler.orange,
    title: {
      lines: ['Island', 'Brunch'],
      ink: cooler.white,
      foot: ['Saltfish, bakes, a selector', 'Harlem Garden Room, New York'],
      footInk: water.deep,
      tallest: 340,
    },
    place: { poster: { cy: 296, r: 268 } },
    draw({ cx, cy, r }) {
      const edge = Array.from({ length: 18 }, (_, at): [number, number] => {
        const wobble = 0.78 + 0.07 * Math.sin(at * 2.1) + 0.055 * Math.cos(at * 3.7 + 1)
        return polar(cx, cy, r * wobble, at * 20)
      })
      const grooves = [0.68, 0.6, 0.52, 0.44]
        .map(
          (at) =>
            wedge(cx, cy, r * at - 2.2, r * at + 2.2, -160, -62) +
            wedge(cx, cy, r * at - 2.2, r * at + 2.2, 20, 118),
        )
        .join('')
      const fork = (() => {
        const x = cx + r * 0.98
        const top = cy - r * 0.95
        const tines = times(4, (at) =>
          rect(-r * 0.105 + at * r * 0.06, r * 0.92, r * 0.03, r * 0.3, r * 0.015),
        )
        return `<g transform="translate(${n(x)} ${n(top)}) rotate(24)">${rect(-r * 0.03, 0, r * 0.06, r * 0.84, r * 0.03)}${path(`M${n(-r * 0.105)} ${n(r * 0.95)}L${n(-r * 0.105)} ${n(r * 0.86)}Q${n(-r * 0.09)} ${n(r * 0.76)} 0 ${n(r * 0.74)}Q${n(r * 0.09)} ${n(r * 0.76)} ${n(r * 0.105)} ${n(r * 0.86)}L${n(r * 0.105)} ${n(r * 0.95)}Z`)}${tines}${circle(0, 0, r * 0.1)}</g>`
      })()
      return [
        { ink: cooler.cobalt, shapes: circle(cx, cy, r * 0.96), rough: 4 },
        { ink: cooler.white, shapes: closed(edge), rough: 4 },
        { ink: cooler.ice, shapes: grooves, rough: 2 },
        { ink: '#ffb41f', shapes: circle(cx, cy, r * 0.31), rough: 4, shift: [5, 4] },
        { ink: cooler.white, shapes: circle(cx, cy, r * 0.035), rough: 2 },
        { ink: cooler.cobalt, shapes: '', rough: 0 },
        { ink: '#0f2678', shapes: fork, rough: 3 },
      ]
    },
  },
  {
    name: 'harbour-cruise',
    alt: 'A boat of two lit decks whose reflection is an equaliser',
    ground: water.deep,
    title: {
      lines: ['Harbour', 'Lights Cruise'],
      ink: water.sand,
      foot: ['Three hours, two decks', 'Pier 83, New York'],
      tallest: 360,
    },
    place: {
      poster: { cy: 338, r: 336 },
      portrait: { cy: 380, r: 360 },
      wide: { cx: 800, cy: 330, r: 380 },
      square: { cy: 360, r: 370 },
      share: { cx: 900, cy: 260, r: 280 },
    },
    draw({ cx, cy, r, w }) {
      const line = cy + r * 0.02
      const at = (x: number, y: number) => `${n(cx + x * r)} ${n(line + y * r)}`
      const hull = path(
        `M${at(-0.98, -0.2)}L${at(0.98, -0.2)}Q${at(0.9, -0.04)} ${at(0.74, 0)}L${at(-0.8, 0)}Q${at(-0.92, -0.06)} ${at(-0.98, -0.2)}Z`,
      )
      const decks =
        rect(cx - r * 0.74, line - r * 0.4, r * 1.4, r * 0.17, r * 0.03) +
        rect(cx - r * 0.52, line - r * 0.62, r * 0.98, r * 0.17, r * 0.03)
      const funnel = path(`M${at(-0.2, -0.66)}L${at(-0.16, -0.86)}L${at(0.04, -0.86)}L${at(0, -0.66)}Z`)
      const lights = (odd: number) =>
        times(9, (index) =>
          index % 2 === odd ? circle(cx - r * 0.64 + index * r * 0.15, line - r * 0.315, r * 0.042) : '',
        ) +
        times(6, (index) =>
          index % 2 === odd ? circle(cx - r * 0.42 + index * r * 0.155, line - r * 0.535, r * 0.042) : '',
        )
      const levels = [3, 5, 8, 6, 9, 4, 7, 10, 6, 8, 5, 3, 2]
      const column = (index: number, from: number, to: number) =>
        times(10, (row) =>
          row < from || row >= Math.min(to, levels[index] ?? 0)
            ? ''
            : rect(
                cx - r * 0.9 + index * r * 0.142,
                line + r * (0.09 + row * 0.072),
                r * 0.108,
                r * 0.04,
                r * 0.012,
              ),
        )
      const reflected = (from: number, to: number) => times(levels.length, (index) => column(index, from, to))
      return [
        {
          ink: water.aqua,
          shapes: reflected(0, 5) + rect(-20, line + r * 0.022, w + 40, r * 0.018),
          rough: 4,
        },
        { ink: water.butter, shapes: reflected(5, 8), rough: 4, shift: [2, 2] },
        { ink: water.coral, shapes: reflected(8, 10) + hull + funnel, rough: 4 },
        { ink: water.sand, shapes: decks, rough: 3 },
        { ink: water.deep, shapes: lights(0), rough: 2 },
        { ink: water.coral, shapes: lights(1), rough: 2, shift: [1, 1] },
      ]
    },
  },
  {
    name: 'white-sands',
    alt: 'Three suns over one horizon: morning, noon and evening on the bay',
    ground: water.sand,
    title: {
      lines: ['White Sands', 'Weekender'],
      ink: water.deep,
      foot: ['Three days on the bay', 'Carlisle Bay, Barbados'],
      tallest: 320,
    },
    place: {
      poster: { cy: 310, r: 352 },
      portrait: { cy: 400, r: 352 },
      wide: { cx: 800, cy: 400, r: 352 },
      square: { r: 352 },
      share: { cx: 900, r: 252 },
    },
    draw({ cx, cy, r, kind }) {
      const tall = kind === 'poster' ? 0.74 : kind === 'portrait' ? 1 : 0.92
      const gap = r * 0.035
      const width = (r * 2 - gap * 2) / 3
      const [top, horizon, foot] = [cy - r * tall, cy + r * 0.16, cy + r * tall]
      const x = (at: number) => cx - r + at * (width + gap)
      const skies = [water.butter, water.aqua, water.coral]
      const suns = [0.0, -0.62, 0.0]
      const sunInks = [water.coral, water.sand, water.butter]
      const clip = (at: number, shapes: string, from = top, to = foot) =>
        `<svg x="${n(x(at))}" y="${n(from)}" width="${n(width)}" height="${n(to - from)}" viewBox="${n(x(at))} ${n(from)} ${n(width)} ${n(to - from)}">${shapes}</svg>`
      const R = width * 0.4
      const ripples = (at: number) =>
        times(5, (row) =>
          rect(
            x(at) + width * (0.12 + row * 0.07),
            horizon + r * (0.08 + row * 0.105),
            width * (0.76 - row * 0.14),
            r * 0.035,
            4,
          ),
        )
      return [
        ...skies.map((ink, at): Layer => ({ ink, shapes: rect(x(at), top, width, horizon - top), rough: 3 })),
        ...skies.map(
          (_, at): Layer => ({
            ink: sunInks[at] ?? water.coral,
            shapes: clip(
              at,
              circle(
                x(at) + width / 2,
                horizon + (suns[at] ?? 0) * r - (at === 2 ? -R * 0.3 : at === 0 ? R * 0.3 : 0),
                R,
              ),
              top,
              horizon,
            ),
            rough: 3,
          }),
        ),
        {
          ink: water.deep,
          shapes: [0, 1, 2].map((at) => rect(x(at), horizon, width, foot - horizon)).join(''),
          rough: 3,
        },
        ...sunInks.map((ink, at): Layer => ({ ink, shapes: ripples(at), rough: 3, shift: [2, 2] })),
      ]
    },
  },
  {
    name: 'lagos-to-laventille',
    alt: 'Two coasts; the sea between them is a talking drum',
    ground: cloth.cream,
    title: {
      lines: ['Lagos to', 'Laventille'],
      ink: cloth.cream,
      foot: ['Two coasts, one drum', 'Warehouse Live East, Houston'],
      tallest: 340,
    },
    place: {
      poster: { cy: 268, r: 256 },
      portrait: { cy: 420, r: 350 },
      wide: { cx: 800, cy: 400, r: 330 },
      share: { cx: 900, r: 260 },
    },
    draw({ cx, cy, r, w, h, random }) {
      const half = (t: number) => {
        const a = Math.abs(t)
        if (t > 0.96) return 0
        if (a > 1) return 0.62 + 0.5 * (a - 1) ** 0.8
        return 0.2 + 0.42 * a ** 1.6
      }
      const coast = (side: number) => {
        const points: string[] = []
        for (let y = -30; y <= h + 30; y += 14) {
          const t = (y - cy) / (r * 0.95)
          points.push(`${n(cx + side * (half(t) * r + (random() - 0.5) * 15))},${n(y)}`)
        }
        return `<polygon points="${points.join(' ')} ${n(side < 0 ? -30 : w + 30)},${n(h + 30)} ${n(side < 0 ? -30 : w + 30)},-30"/>`
      }
      const cords = times(7, (at) => {
        const u = (at - 3) / 3
        const [topX, midX] = [cx + u * r * 0.52, cx + u * r * 0.15]
        return stroke(
          `M${n(topX)} ${n(cy - r * 0.84)}L${n(midX)} ${n(cy)}L${n(topX)} ${n(cy + r * 0.84)}`,
          5,
          cloth.indigo,
        )
      })
      const heads = [-1, 1]
        .map(
          (side) =>
            `<ellipse cx="${n(cx)}" cy="${n(cy + side * r * 0.9)}" rx="${n(r * 0.56)}" ry="${n(r * 0.115)}"/>`,
        )
        .join('')
      return [
        { ink: cloth.clay, shapes: coast(-1), rough: 7 },
        { ink: cloth.forest, shapes: coast(1), rough: 7 },
        { ink: cloth.indigo, shapes: cords, rough: 3 },
        { ink: cloth.indigo, shapes: heads, rough: 4 },
        {
          ink: cloth.ochre,
          shapes:
            [-1, 1]
              .map(
                (side) =>
                  `<ellipse cx="${n(cx)}" cy="${n(cy + side * r * 0.9)}" rx="${n(r * 0.47)}" ry="${n(r * 0.072)}"/>`,
              )
              .join('') + rect(cx - r * 0.2, cy - r * 0.045, r * 0.4, r * 0.09),
          rough: 3,
          shift: [3, 2],
        },
      ]
    },
  },
  {
    name: 'afro-fete',
    alt: 'Two drumheads, one above the other, in swapped colours',
    ground: cloth.ochre,
    title: {
      lines: ['Afro Fete'],
      ink: cloth.cream,
      shareInk: cloth.indigo,
      foot: ['Afrobeats upstairs, soca downstairs', 'Auburn Works, Atlanta'],
      tallest: 230,
    },
    place: {
      poster: { cy: 340, r: 340 },
      portrait: { cy: 470, r: 430 },
      wide: { cx: 800, cy: 400, r: 380 },
      share: { cx: 890, r: 290 },
    },
    draw({ cx, cy, r, w, h, kind }) {
      const beside = kind === 'wide' || kind === 'share' || kind === 'square'
      const R = beside ? r * 0.5 : r * 0.52
      const a: [number, number] = beside
        ? [cx - R * (kind === 'square' ? 0.96 : 1.02), cy - R * 0.4]
        : [cx - R * 0.42, cy - R * 0.96]
      const b: [number, number] = beside
        ? [cx + R * (kind === 'square' ? 0.96 : 1.02), cy + R * 0.4]
        : [cx + R * 0.42, cy + R * 0.98]
      const split = beside
        ? `M${n(cx)} -20L${w + 20} -20L${w + 20} ${h + 20}L${n(cx)} ${h + 20}Z`
        : `M-20 ${n(cy)}L${w + 20} ${n(cy)}L${w + 20} ${h + 20}L-20 ${h + 20}Z`
      const teeth = ([x, y]: [number, number], count: number, inner: number, outer: number) =>
        times(count, (at) => {
          const step = 360 / count
          return poly([
            polar(x, y, R * outer, at * step),
            polar(x, y, R * outer, (at + 1) * step),
            polar(x, y, R * inner, (at + 0.5) * step),
          ])
        })
      const petals = ([x, y]: [number, number]) =>
        times(8, (at) =>
          turned(
            `<ellipse cx="${n(x + R * 0.33)}" cy="${n(y)}" rx="${n(R * 0.17)}" ry="${n(R * 0.085)}"/>`,
            at * 45,
            x,
            y,
          ),
        )
      return [
        { ink: cloth.clay, shapes: path(split), rough: 3 },
        { ink: cloth.indigo, shapes: circle(...a, R), rough: 4 },
        { ink: cloth.cream, shapes: circle(...b, R), rough: 4 },
        {
          ink: cloth.cream,
          shapes: teeth(a, 24, 0.72, 0.95) + ring(...a, R * 0.6, R * 0.66) + petals(a),
          rough: 3,
        },
        {
          ink: cloth.indigo,
          shapes:
            teeth(b, 16, 0.66, 0.95) +
            ring(...b, R * 0.52, R * 0.6) +
            times(12, (at) => wedge(...b, R * 0.2, R * 0.46, at * 30, at * 30 + 14)),
          rough: 3,
        },
        { ink: cloth.clay, shapes: circle(...a, R * 0.12), rough: 3, shift: [3, 2] },
        { ink: cloth.ochre, shapes: circle(...b, R * 0.13), rough: 3, shift: [3, 2] },
      ]
    },
  },
  {
    name: 'wine-down-wednesday',
    alt: 'A sun that sets into a wine glass',
    ground: lounge.blush,
    title: {
      lines: ['Wine Down', 'Wednesday'],
      ink: lounge.plum,
      foot: ['After-work soca, free before eight', 'Pier 17 Loft, New York'],
      tallest: 340,
    },
    place: {
      poster: { cy: 262, r: 272 },
      portrait: { cy: 360, r: 330 },
      wide: { cx: 830, cy: 330, r: 320 },
      square: { cy: 330, r: 320 },
      share: { cx: 900, cy: 260, r: 250 },
    },
    draw({ cx, cy, r, h, kind }) {
      const R = r * 0.74
      const foot = kind === 'poster' ? cy + R * 1.62 : Math.min(h - r * 0.1, cy + R * 1.9)
      const stripes = times(6, (at) =>
        rect(cx - R * 1.1, cy + R * (0.07 + at * 0.145), R * 2.2, R * (0.022 + at * 0.0125)),
      )
      return [
        {
          ink: lounge.gold,
          shapes: path(
            `M${n(cx - R * 0.86)} ${n(cy)}A${n(R * 0.86)} ${n(R * 0.86)} 0 0 1 ${n(cx + R * 0.86)} ${n(cy)}Z`,
          ),
          rough: 4,
          shift: [4, 0],
        },
        { ink: lounge.wine, shapes: bowl(cx, cy, R), rough: 4 },
        { ink: lounge.blush, shapes: stripes, rough: 3 },
        {
          ink: lounge.wine,
          shapes:
            path(
              `M${n(cx - R * 0.1)} ${n(cy + R * 0.96)}Q${n(cx - R * 0.03)} ${n(cy + R * 1.1)} ${n(cx - R * 0.03)} ${n(cy + R * 1.3)}L${n(cx - R * 0.03)} ${n(foot)}L${n(cx + R * 0.03)} ${n(foot)}L${n(cx + R * 0.03)} ${n(cy + R * 1.3)}Q${n(cx + R * 0.03)} ${n(cy + R * 1.1)} ${n(cx + R * 0.1)} ${n(cy + R * 0.96)}Z`,
            ) +
            path(
              `M${n(cx - R * 0.5)} ${n(foot + R * 0.05)}Q${n(cx - R * 0.1)} ${n(foot - R * 0.02)} ${n(cx)} ${n(foot - R * 0.09)}Q${n(cx + R * 0.1)} ${n(foot - R * 0.02)} ${n(cx + R * 0.5)} ${n(foot + R * 0.05)}Z`,
            ),
          rough: 3,
        },
      ]
    },
  },
  {
    name: 'members-lounge',
    alt: 'A room of eighty dots behind a golden keyhole',
    ground: lounge.plum,
    title: {
      lines: ['The Members’', 'Lounge'],
      ink: lounge.cream,
      foot: ['Eighty people, no phones', 'Velvet Library, New York'],
      tallest: 330,
    },
    place: {
      poster: { cy: 330, r: 310 },
      portrait: { cy: 410, r: 350 },
      wide: { r: 345 },
      square: { r: 345 },
      share: { r: 270 },
    },
    draw({ cx, cy, r }) {
      const gap = r * 0.205
      const [top, low] = [cy - r * 0.36, cy + r * 0.72]
      const keyhole = (x: number, y: number, grown: number) =>
        Math.hypot(x - cx, y - top) < r * 0.4 + grown ||
        (y > top &&
          y < low + grown &&
          Math.abs(x - cx) < r * (0.14 + (0.26 * (y - top)) / (low - top)) + grown)
      const shape =
        circle(cx, top, r * 0.4) +
        poly([
          [cx - r * 0.15, top],
          [cx + r * 0.15, top],
          [cx + r * 0.4, low],
          [cx - r * 0.4, low],
        ])
      const dots = (within: boolean) =>
        times(80, (at) => {
          const [x, y] = [cx + ((at % 8) - 3.5) * gap, cy + (Math.floor(at / 8) - 4.5) * gap]
          if (keyhole(x, y, within ? -gap * 0.32 : gap * 0.4) !== within) return ''
          return circle(x, y, gap * (within ? 0.27 : 0.36))
        })
      return [
        { ink: lounge.wine, shapes: dots(false), rough: 3 },
        { ink: lounge.gold, shapes: shape, rough: 4, shift: [3, 3] },
        { ink: lounge.plum, shapes: dots(true), rough: 3 },
      ]
    },
  },
  {
    name: 'kompa-sous-la-lune',
    alt: 'Two crescent moons that hold each other like dancers',
    ground: moon.sky,
    title: {
      lines: ['Kompa', 'Sous La Lune'],
      ink: moon.bone,
      foot: ['Live kompa under the open sky', 'Little Haiti, Miami'],
      tallest: 350,
    },
    draw({ cx, cy, r }) {
      return [
        {
          ink: moon.rose,
          shapes: crescent(cx + r * 0.2, cy + r * 0.12, r * 0.74, 168),
          rough: 4,
          shift: [5, 4],
        },
        { ink: moon.gold, shapes: crescent(cx + r * 0.2, cy + r * 0.12, r * 0.74, 168), rough: 4 },
        { ink: moon.bone, shapes: crescent(cx - r * 0.2, cy - r * 0.12, r * 0.78, -12), rough: 4 },
      ]
    },
  },
]

/** A cup with two handles on a foot, as the space that is left over. */
function closedCup(cx: number, cy: number, r: number): string {
  const at = (x: number, y: number) => `${n(cx + x * r)} ${n(cy + y * r)}`
  const side = `M${at(-0.44, -0.8)}L${at(0.44, -0.8)}C${at(0.46, -0.2)} ${at(0.36, 0.16)} ${at(0.07, 0.26)}L${at(0.07, 0.56)}C${at(0.2, 0.6)} ${at(0.3, 0.68)} ${at(0.32, 0.8)}L${at(-0.32, 0.8)}C${at(-0.3, 0.68)} ${at(-0.2, 0.6)} ${at(-0.07, 0.56)}L${at(-0.07, 0.26)}C${at(-0.36, 0.16)} ${at(-0.46, -0.2)} ${at(-0.44, -0.8)}Z`
  const handle = (s: number) =>
    `<path d="M${at(s * 0.43, -0.62)}C${at(s * 0.86, -0.74)} ${at(s * 0.84, -0.1)} ${at(s * 0.34, 0.02)}" fill="none" stroke="currentColor" stroke-width="${n(r * 0.085)}"/>`
  return path(side) + (handle(1) + handle(-1)).replaceAll('currentColor', sound.paper)
}
