import { cloth, cooler, crown, lounge, road, sound, steel, water } from './inks.ts'
import { outline } from './lettering.ts'
import type { Drawing } from './press.ts'
import {
  circle,
  closed,
  n,
  path,
  polar,
  poly,
  rect,
  ring,
  stroke,
  through,
  times,
  turned,
  wave,
  wedge,
} from './shapes.ts'

/** The artists' emblems: square, each one idea drawn from the name or the instrument, large enough to be told apart at 80 pixels. */

/** The notes of a pan: ovals around its middle. */
function notes(cx: number, cy: number, distance: number, count: number, size: number, from = -90): string {
  return times(count, (at) => {
    const degrees = from + (at * 360) / count
    const [x, y] = polar(cx, cy, distance, degrees)
    return `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(size)}" ry="${n(size * 0.72)}" transform="rotate(${n(degrees + 90)} ${n(x)} ${n(y)})"/>`
  })
}

function star(cx: number, cy: number, outer: number, inner: number, points: number): string {
  return poly(
    Array.from({ length: points * 2 }, (_, at) =>
      polar(cx, cy, at % 2 ? inner : outer, -90 + (at * 180) / points),
    ),
  )
}

const emblems: Omit<Drawing, 'squareOnly'>[] = [
  {
    name: 'artist-the-rhythm-section',
    alt: 'A brake drum and the two irons that play it',
    ground: road.orange,
    draw: ({ cx, cy, r }) => [
      { ink: road.magenta, shapes: ring(cx, cy, r * 0.5, r * 1.02), shift: [14, 12] },
      { ink: road.night, shapes: ring(cx, cy, r * 0.5, r * 1.02) },
      {
        ink: road.orange,
        shapes: times(6, (at) => circle(...polar(cx, cy, r * 0.76, at * 60), r * 0.12)),
      },
      {
        ink: road.bone,
        shapes: [-38, 38]
          .map((degrees) =>
            turned(rect(cx - r * 0.055, cy - r * 1.3, r * 0.11, r * 1.75, r * 0.05), degrees, cx, cy),
          )
          .join(''),
      },
    ],
  },
  {
    name: 'artist-dj-marlon-j',
    alt: 'A tonearm in the shape of a J on a record',
    ground: cooler.cobalt,
    draw: ({ cx, cy, r }) => [
      { ink: crown.black, shapes: circle(cx - r * 0.14, cy, r * 1.02) },
      {
        ink: cooler.cobalt,
        shapes: times(4, (at) => ring(cx - r * 0.14, cy, r * (0.52 + at * 0.13), r * (0.535 + at * 0.13))),
        rough: 2,
      },
      { ink: crown.acid, shapes: circle(cx - r * 0.14, cy, r * 0.34) },
      { ink: crown.black, shapes: circle(cx - r * 0.14, cy, r * 0.05) },
      {
        ink: cooler.white,
        shapes:
          stroke(
            `M${n(cx + r * 0.86)} ${n(cy - r * 0.86)}L${n(cx + r * 0.86)} ${n(cy + r * 0.24)}Q${n(cx + r * 0.84)} ${n(cy + r * 0.72)} ${n(cx + r * 0.36)} ${n(cy + r * 0.66)}`,
            r * 0.15,
            cooler.white,
            'round',
          ) + circle(cx + r * 0.86, cy - r * 0.86, r * 0.2),
      },
    ],
  },
  {
    name: 'artist-selecta-candace',
    alt: 'The adapter of a 45 whose rim is a C',
    ground: road.magenta,
    draw: ({ cx, cy, r }) => [
      { ink: road.yellow, shapes: circle(cx, cy, r * 1.06) },
      {
        ink: road.night,
        shapes:
          wedge(cx, cy, r * 0.66, r * 0.88, 42, 318) +
          ring(cx, cy, r * 0.14, r * 0.3) +
          times(3, (at) =>
            turned(
              stroke(
                `M${n(cx - r * 0.24)} ${n(cy)}Q${n(cx - r * 0.5)} ${n(cy - r * 0.34)} ${n(cx - r * 0.74)} ${n(cy - r * 0.06)}`,
                r * 0.17,
                road.night,
              ),
              at * 120,
              cx,
              cy,
            ),
          ),
      },
    ],
  },
  {
    name: 'artist-iron-lion-hi-fi',
    alt: 'A lion whose face is a loudspeaker and whose mane is its sound',
    ground: sound.red,
    draw: ({ cx, cy, r }) => {
      const spikes = (from: number, outer: number) =>
        times(14, (at) => {
          const degrees = from + (at * 360) / 14
          return poly([
            polar(cx, cy, r * 0.6, degrees - 13),
            polar(cx, cy, outer, degrees),
            polar(cx, cy, r * 0.6, degrees + 13),
          ])
        })
      return [
        { ink: sound.plum, shapes: spikes(12.86, r * 1.22) },
        { ink: sound.amber, shapes: spikes(0, r * 1.12) + circle(cx, cy, r * 0.7) },
        { ink: sound.plum, shapes: ring(cx, cy, r * 0.5, r * 0.58) + circle(cx, cy + r * 0.1, r * 0.2) },
        {
          ink: sound.plum,
          shapes:
            turned(
              rect(cx - r * 0.36, cy - r * 0.24, r * 0.24, r * 0.09, r * 0.04),
              16,
              cx - r * 0.24,
              cy - r * 0.2,
            ) +
            turned(
              rect(cx + r * 0.12, cy - r * 0.24, r * 0.24, r * 0.09, r * 0.04),
              -16,
              cx + r * 0.24,
              cy - r * 0.2,
            ) +
            rect(cx - r * 0.02, cy + r * 0.26, r * 0.04, r * 0.26),
        },
      ]
    },
  },
  {
    name: 'artist-sugar-hill-sound',
    alt: 'A hill of sugar cubes, each of them a loudspeaker',
    ground: crown.pink,
    draw: ({ cx, h }) => {
      const edge = 196
      const cubes = [1, 2, 3, 4].flatMap((count, row) =>
        Array.from({ length: count }, (_, at) => ({
          x: cx + (at - count / 2) * edge,
          y: h - (4 - row) * edge + 28,
        })),
      )
      const gap = 8
      return [
        {
          ink: crown.black,
          shapes: cubes
            .map(({ x, y }) => rect(x + gap + 10, y + gap + 10, edge - gap, edge - gap, 10))
            .join(''),
        },
        {
          ink: crown.white,
          shapes: cubes.map(({ x, y }) => rect(x, y, edge - gap, edge - gap, 10)).join(''),
        },
        {
          ink: crown.black,
          shapes: cubes
            .map(
              ({ x, y }) =>
                ring(x + edge / 2 - 4, y + edge / 2 - 4, 36, 66) +
                circle(x + edge / 2 - 4, y + edge / 2 - 4, 17),
            )
            .join(''),
        },
      ]
    },
  },
  {
    name: 'artist-northside-discotheque',
    alt: 'A mirror ball; one row of its mirrors points north',
    ground: cloth.indigo,
    draw({ cx, cy, r, random }) {
      const rows = 9
      const middle = cy + r * 0.12
      const inks: Record<string, string> = { [water.aqua]: '', [crown.white]: '', [cooler.cobalt]: '' }
      let arrow = ''
      for (let row = 0; row < rows; row++) {
        const top = -r + (2 * r * row) / rows
        const half = Math.sqrt(Math.max(0, r * r - (top + r / rows) ** 2))
        for (let column = 0; column < 9; column++) {
          // Mirrors turn away towards the rim.
          const from = half * Math.sin((((column - 4.5) / 4.5) * Math.PI) / 2)
          const to = half * Math.sin((((column - 3.5) / 4.5) * Math.PI) / 2)
          const tile = rect(
            cx + from + 4,
            middle + top + 4,
            Math.max(0, to - from - 8),
            (2 * r) / rows - 8,
            4,
          )
          const ink =
            [water.aqua, crown.white, cooler.cobalt, water.aqua][Math.floor(random() * 4)] ?? water.aqua
          if (column === 4) arrow += tile
          else inks[ink] += tile
        }
      }
      arrow += poly([
        [cx - r * 0.27, middle - r * 0.94],
        [cx, middle - r * 1.36],
        [cx + r * 0.27, middle - r * 0.94],
      ])
      return [
        ...Object.entries(inks).map(([ink, shapes]) => ({ ink, shapes, rough: 2 })),
        { ink: road.orange, shapes: arrow, rough: 3 },
      ]
    },
  },
  {
    name: 'artist-black-star-set',
    alt: 'A black star with the label of a record at its heart',
    ground: sound.amber,
    draw: ({ cx, cy, r }) => [
      { ink: sound.red, shapes: star(cx, cy + r * 0.06, r * 1.24, r * 0.52, 5), shift: [16, 14] },
      { ink: sound.plum, shapes: star(cx, cy + r * 0.06, r * 1.24, r * 0.52, 5) },
      {
        ink: sound.amber,
        shapes:
          circle(cx, cy + r * 0.06, r * 0.26) +
          ring(cx, cy + r * 0.06, r * 0.36, r * 0.375) +
          ring(cx, cy + r * 0.06, r * 0.46, r * 0.475),
      },
      { ink: sound.plum, shapes: circle(cx, cy + r * 0.06, r * 0.045) },
    ],
  },
  {
    name: 'artist-konbit-kreyol',
    alt: 'Bands of cloth, woven over and under',
    ground: cloth.forest,
    draw: ({ w }) => {
      const bands = 4
      const step = w / bands
      const thick = step * 0.8
      const edge = (step - thick) / 2
      const across = (under: boolean) =>
        times(bands * bands, (at) => {
          const [row, column] = [Math.floor(at / bands), at % bands]
          return (row + column) % 2 === (under ? 1 : 0)
            ? rect(column * step - 2, row * step + edge, step + 4, thick)
            : ''
        })
      const down = (parity: number) =>
        times(bands, (column) =>
          column % 2 === parity ? rect(column * step + edge, -10, thick, w + 20) : '',
        )
      return [
        { ink: cloth.clay, shapes: down(0), rough: 3 },
        { ink: cloth.ochre, shapes: down(1), rough: 3 },
        { ink: cloth.cream, shapes: across(false), rough: 3 },
      ]
    },
  },
  {
    name: 'artist-ti-manno-revival-band',
    alt: 'An accordion drawn wide open like a rising sun',
    ground: lounge.wine,
    draw: ({ cx, cy, r }) => {
      const y = cy + r * 0.62
      const folds = (parity: number) =>
        times(11, (at) =>
          at % 2 === parity
            ? wedge(cx, y, r * 0.42, r * 1.4, 180 + (at * 180) / 11, 180 + ((at + 1) * 180) / 11)
            : '',
        )
      return [
        { ink: lounge.cream, shapes: folds(0) },
        { ink: lounge.gold, shapes: folds(1) },
        {
          ink: lounge.plum,
          shapes: wedge(cx, y, 0.1, r * 0.44, 180, 360) + rect(-20, y + r * 0.06, 840, r * 0.6),
        },
        {
          ink: lounge.cream,
          shapes: times(9, (at) => rect(cx - r * 1.2 + at * r * 0.27, y + r * 0.13, r * 0.24, r * 0.6, 6)),
        },
      ]
    },
  },
  {
    name: 'artist-ebony-pan-trio',
    alt: 'Three pans that overlap',
    ground: road.bone,
    draw: ({ cx, cy, r }) => {
      const places = [-90, 30, 150].map((degrees) => polar(cx, cy + r * 0.08, r * 0.56, degrees))
      const inks = [road.night, road.magenta, road.teal]
      return [
        ...places.map(([x, y], at) => ({
          ink: inks[at] ?? road.night,
          shapes: circle(x, y, r * 0.62),
          over: 'multiply' as const,
        })),
        {
          ink: road.bone,
          shapes: places.map(([x, y]) => notes(x, y, r * 0.4, 5, r * 0.12)).join(''),
        },
      ]
    },
  },
  {
    name: 'artist-dj-tabanca',
    alt: 'A record in the shape of a heart, with a crack through it',
    ground: crown.acid,
    draw: ({ cx, cy, r }) => {
      const heart = path(
        `M${n(cx)} ${n(cy + r * 1.02)}C${n(cx - r * 0.5)} ${n(cy + r * 0.6)} ${n(cx - r * 1.12)} ${n(cy + r * 0.2)} ${n(cx - r * 1.12)} ${n(cy - r * 0.36)}C${n(cx - r * 1.12)} ${n(cy - r * 1.06)} ${n(cx - r * 0.26)} ${n(cy - r * 1.12)} ${n(cx)} ${n(cy - r * 0.5)}C${n(cx + r * 0.26)} ${n(cy - r * 1.12)} ${n(cx + r * 1.12)} ${n(cy - r * 1.06)} ${n(cx + r * 1.12)} ${n(cy - r * 0.36)}C${n(cx + r * 1.12)} ${n(cy + r * 0.2)} ${n(cx + r * 0.5)} ${n(cy + r * 0.6)} ${n(cx)} ${n(cy + r * 1.02)}Z`,
      )
      const y = cy - r * 0.08
      return [
        { ink: crown.black, shapes: heart },
        { ink: crown.pink, shapes: circle(cx, y, r * 0.32) },
        {
          ink: crown.acid,
          shapes:
            ring(cx, y, r * 0.44, r * 0.455) +
            ring(cx, y, r * 0.56, r * 0.575) +
            circle(cx, y, r * 0.05) +
            stroke(
              `M${n(cx + r * 0.1)} ${n(cy - r * 0.86)}L${n(cx - r * 0.16)} ${n(cy - r * 0.36)}L${n(cx + r * 0.16)} ${n(cy - r * 0.02)}L${n(cx - r * 0.18)} ${n(cy + r * 0.4)}L${n(cx + r * 0.06)} ${n(cy + r * 1.16)}`,
              r * 0.1,
              crown.acid,
            ),
        },
      ]
    },
  },
  {
    name: 'artist-adaeze',
    alt: "Strings of coral beads, a king's daughter's",
    ground: cloth.indigo,
    draw: ({ cx, r }) => {
      const strand = (radius: number, bead: number) => {
        const count = Math.floor((Math.PI * radius) / (bead * 2.16))
        return times(count + 1, (at) => circle(...polar(cx, 40, radius, (at * 180) / count), bead))
      }
      return [
        { ink: water.coral, shapes: strand(r * 1.0, 40) + strand(r * 1.86, 50) },
        { ink: cloth.cream, shapes: strand(r * 1.28, 26) },
        { ink: cloth.ochre, shapes: strand(r * 1.52, 34) + strand(r * 0.74, 30) },
      ]
    },
  },
  {
    name: 'artist-bashment-bros',
    alt: 'Two letters B back to back like a pair of speaker towers',
    ground: crown.black,
    draw: ({ cx, cy, r }) => {
      const set = outline('B', 'display', r * 2.5)
      const height = set.bottom - set.top
      const half = (r * 1.14) / set.width
      const letter = (side: 1 | -1) =>
        `<g transform="translate(${n(cx + side * 10)} ${n(cy + height / 2 - set.bottom)}) scale(${(side * half).toFixed(3)} 1)">${set.path}</g>`
      return [
        { ink: crown.acid, shapes: letter(-1) },
        { ink: crown.pink, shapes: letter(1) },
      ]
    },
  },
  {
    name: 'artist-selecta-marva',
    alt: 'A needle in a groove that draws an M',
    ground: sound.paper,
    draw: ({ cx, cy, w, h, r }) => {
      const top = cy - r * 0.02
      return [
        {
          ink: sound.olive,
          shapes: poly([
            [-20, h + 20],
            [-20, cy + r * 0.9],
            [cx - r * 0.72, top],
            [cx, cy + r * 0.92],
            [cx + r * 0.72, top],
            [w + 20, cy + r * 0.9],
            [w + 20, h + 20],
          ]),
        },
        {
          ink: sound.red,
          shapes: poly([
            [cx - r * 0.42, cy - r * 1.3],
            [cx + r * 0.42, cy - r * 1.3],
            [cx + r * 0.42, cy - r * 0.02],
            [cx, cy + r * 0.78],
            [cx - r * 0.42, cy - r * 0.02],
          ]),
        },
        { ink: sound.amber, shapes: rect(cx - r * 0.42, cy - r * 0.62, r * 0.84, r * 0.2) },
      ]
    },
  },
  {
    name: 'artist-janine-the-quiet-storm',
    alt: 'A cloud over rain that falls in long, quiet lines',
    ground: lounge.plum,
    draw: ({ cx, cy, r }) => [
      {
        ink: lounge.gold,
        shapes: times(7, (at) => {
          const length = r * (0.9 - Math.abs(at - 3) * 0.2)
          return rect(cx - r * 0.75 + at * r * 0.25 - r * 0.035, cy + r * 0.24, r * 0.07, length, r * 0.035)
        }),
      },
      {
        ink: lounge.blush,
        shapes:
          circle(cx - r * 0.52, cy - r * 0.2, r * 0.42) +
          circle(cx + r * 0.06, cy - r * 0.5, r * 0.56) +
          circle(cx + r * 0.62, cy - r * 0.14, r * 0.36) +
          rect(cx - r * 0.6, cy - r * 0.3, r * 1.3, r * 0.52, r * 0.2),
      },
    ],
  },
  {
    name: 'artist-dj-kalalou',
    alt: 'A slice of okra: five chambers and their seeds',
    ground: cooler.leaf,
    draw: ({ cx, cy, r }) => {
      const lobes = (outer: number, inner: number) =>
        closed(Array.from({ length: 10 }, (_, at) => polar(cx, cy, at % 2 ? inner : outer, -90 + at * 36)))
      const chambers = times(5, (at) => {
        const degrees = -90 + at * 72
        return closed([
          polar(cx, cy, r * 0.3, degrees),
          polar(cx, cy, r * 0.62, degrees - 20),
          polar(cx, cy, r * 0.86, degrees),
          polar(cx, cy, r * 0.62, degrees + 20),
        ])
      })
      const seeds = times(5, (at) => circle(...polar(cx, cy, r * 0.6, -90 + at * 72), r * 0.11))
      return [
        { ink: cloth.forest, shapes: lobes(r * 1.16, r * 0.92), shift: [13, 13] },
        { ink: crown.acid, shapes: lobes(r * 1.16, r * 0.92) },
        { ink: cooler.leaf, shapes: chambers },
        { ink: cooler.white, shapes: seeds },
      ]
    },
  },
  {
    name: 'artist-flatbush-steel',
    alt: 'Pan sticks that grow like a bush from a flat line',
    ground: steel.petrol,
    draw: ({ cx, cy, w, h, r }) => {
      const foot = cy + r * 0.86
      const sticks = Array.from({ length: 7 }, (_, at) => {
        const degrees = -90 + (at - 3) * 23
        return { end: polar(cx, foot, r * (1.62 - Math.abs(at - 3) * 0.13), degrees), at }
      })
      return [
        {
          ink: steel.paper,
          shapes: sticks
            .map(({ end }) =>
              stroke(`M${n(cx)} ${n(foot)}L${n(end[0])} ${n(end[1])}`, r * 0.075, steel.paper),
            )
            .join(''),
        },
        {
          ink: steel.amber,
          shapes: sticks.map(({ end, at }) => (at % 2 ? '' : circle(...end, r * 0.17))).join(''),
        },
        {
          ink: steel.brick,
          shapes: sticks.map(({ end, at }) => (at % 2 ? circle(...end, r * 0.17) : '')).join(''),
        },
        { ink: steel.deep, shapes: rect(-20, foot - r * 0.02, w + 40, h) },
      ]
    },
  },
  {
    name: 'artist-crown-heights-pan-stars',
    alt: 'A crown whose points are pan sticks',
    ground: cooler.cobalt,
    draw: ({ cx, cy, r }) => {
      const tips = [-1, -0.5, 0, 0.5, 1].map((at): [number, number] => [
        cx + at * r * 1.08,
        cy - r * (0.52 + (1 - Math.abs(at)) * 0.3),
      ])
      const base = cy + r * 0.72
      const outlinePoints = tips.flatMap((tip, at): [number, number][] => {
        const next = tips[at + 1]
        return next ? [tip, [(tip[0] + next[0]) / 2, cy + r * 0.08]] : [tip]
      })
      return [
        {
          ink: water.butter,
          shapes: poly([...outlinePoints, [cx + r * 0.9, base], [cx - r * 0.9, base]]),
        },
        { ink: cooler.orange, shapes: tips.map(([x, y]) => circle(x, y, r * 0.16)).join('') },
        {
          ink: cooler.cobalt,
          shapes: times(
            4,
            (at) =>
              `<ellipse cx="${n(cx - r * 0.66 + at * r * 0.44)}" cy="${n(base - r * 0.27)}" rx="${n(r * 0.16)}" ry="${n(r * 0.11)}"/>`,
          ),
        },
      ]
    },
  },
  {
    name: 'artist-harlem-harmonics',
    alt: 'One string that sounds in one, two, three and four loops',
    ground: cloth.cream,
    draw: ({ cx, cy, w }) => {
      const inks = [cloth.clay, cloth.ochre, cloth.forest, cloth.indigo]
      return inks.map((ink, row) => {
        const y = cy + (row - 1.5) * 186
        const line = (side: 1 | -1) =>
          wave(
            -20,
            w + 20,
            (x) =>
              y +
              side * 84 * Math.sin(((x - cx) / (w + 40)) * Math.PI * (row + 1) + (row % 2 ? 0 : Math.PI / 2)),
            64,
          )
        const back = line(-1).reverse()
        return {
          ink,
          shapes: path(`${through(line(1))}L${back.map(([x, v]) => `${n(x)} ${n(v)}`).join('L')}Z`),
          over: 'cover' as const,
        }
      })
    },
  },
  {
    name: 'artist-east-river-steel',
    alt: 'A pan that rises out of the river like a sun',
    ground: water.aqua,
    draw: ({ cx, cy, w, r }) => {
      const y = cy + r * 0.3
      return [
        { ink: water.butter, shapes: wedge(cx, y, 0.1, r * 1.12, 180, 360) },
        {
          ink: water.coral,
          shapes:
            [200, 235, 270, 305, 340]
              .map((degrees) => {
                const [x, v] = polar(cx, y, r * 0.82, degrees)
                return `<ellipse cx="${n(x)}" cy="${n(v)}" rx="${n(r * 0.2)}" ry="${n(r * 0.14)}" transform="rotate(${degrees + 90} ${n(x)} ${n(v)})"/>`
              })
              .join('') +
            [228, 312].map((degrees) => circle(...polar(cx, y, r * 0.42, degrees), r * 0.12)).join(''),
        },
        {
          ink: water.deep,
          shapes: times(4, (at) =>
            stroke(
              through(wave(-20, w + 20, (x) => y + r * (0.1 + at * 0.25) + 16 * Math.sin(x / 52 + at * 1.7))),
              r * (0.1 + at * 0.03),
              water.deep,
            ),
          ),
        },
      ]
    },
  },
  {
    name: 'artist-tamboo-bamboo-youth',
    alt: 'Five bamboo tubes; one is lifted to stamp the beat',
    ground: cloth.ochre,
    draw: ({ cx, cy, r, h }) => {
      const heights = [1.0, 1.5, 1.24, 1.75, 0.84]
      const width = r * 0.34
      const tubes = heights.map((tall, at) => ({
        x: cx + (at - 2) * r * 0.48 - width / 2,
        foot: cy + r * (at === 3 ? 0.66 : 1.02),
        tall: r * tall,
      }))
      return [
        { ink: cloth.clay, shapes: rect(-20, cy + r * 1.02, 840, h) },
        {
          ink: cloth.forest,
          shapes: tubes
            .flatMap(({ x, foot, tall }) => {
              const joints = Math.max(2, Math.round(tall / (r * 0.5)))
              return Array.from({ length: joints }, (_, at) =>
                rect(x, foot - ((at + 1) * tall) / joints + 7, width, tall / joints - 7, 12),
              )
            })
            .join(''),
        },
        {
          ink: cloth.cream,
          shapes: tubes
            .map(
              ({ x, foot, tall }) =>
                `<ellipse cx="${n(x + width / 2)}" cy="${n(foot - tall + 14)}" rx="${n(width * 0.36)}" ry="9"/>`,
            )
            .join(''),
        },
      ]
    },
  },
  {
    name: 'artist-the-tribeca-trio',
    alt: 'Three triangles below a line, for three players below Canal Street',
    ground: lounge.plum,
    draw: ({ cx, cy, r, w }) => {
      const down = (x: number, length: number) =>
        poly([
          [x - r * 0.36, cy - r * 0.5],
          [x + r * 0.36, cy - r * 0.5],
          [x, cy - r * 0.5 + length],
        ])
      return [
        { ink: lounge.gold, shapes: down(cx - r * 0.74, r * 0.8) },
        { ink: lounge.blush, shapes: down(cx + r * 0.74, r * 1.1) },
        { ink: lounge.wine, shapes: down(cx, r * 1.5) },
        { ink: lounge.cream, shapes: rect(-20, cy - r * 0.66, w + 40, r * 0.12) },
      ]
    },
  },
  {
    name: 'artist-capital-city-steel',
    alt: 'A dome on columns that is half a steelpan',
    ground: steel.deep,
    place: { square: { cy: 440, r: 300 } },
    draw: ({ cx, cy, r, w }) => {
      const y = cy + r * 0.16
      return [
        {
          ink: steel.amber,
          shapes:
            wedge(cx, y, 0.1, r * 0.86, 180, 360) +
            rect(cx - r * 0.09, cy - r * 1.14, r * 0.18, r * 0.5, 8) +
            circle(cx, cy - r * 1.16, r * 0.12),
        },
        {
          ink: steel.deep,
          shapes: [204, 237, 270, 303, 336]
            .map((degrees) => {
              const [x, v] = polar(cx, y, r * 0.6, degrees)
              return `<ellipse cx="${n(x)}" cy="${n(v)}" rx="${n(r * 0.15)}" ry="${n(r * 0.105)}" transform="rotate(${degrees + 90} ${n(x)} ${n(v)})"/>`
            })
            .join(''),
        },
        {
          ink: steel.paper,
          shapes:
            rect(cx - r, y + r * 0.05, r * 2, r * 0.12) +
            times(7, (at) => rect(cx - r * 0.9 + at * r * 0.28, y + r * 0.22, r * 0.12, r * 0.56)) +
            rect(-20, y + r * 0.83, w + 40, r * 0.5),
        },
      ]
    },
  },
  {
    name: 'artist-the-shaw-strings',
    alt: "A violin's two sound holes with four strings between",
    ground: steel.brick,
    draw: ({ cx, cy, r, h }) => {
      const hole = (side: 1 | -1) => {
        const x = cx + side * r * 0.74
        return (
          stroke(
            `M${n(x - side * r * 0.3)} ${n(cy - r * 0.66)}C${n(x - side * r * 0.1)} ${n(cy - r * 1.14)} ${n(x + side * r * 0.2)} ${n(cy - r * 0.8)} ${n(x)} ${n(cy)}C${n(x - side * r * 0.2)} ${n(cy + r * 0.8)} ${n(x + side * r * 0.1)} ${n(cy + r * 1.14)} ${n(x + side * r * 0.3)} ${n(cy + r * 0.66)}`,
            r * 0.14,
            steel.deep,
            'round',
          ) +
          circle(x - side * r * 0.24, cy - r * 0.64, r * 0.15) +
          circle(x + side * r * 0.24, cy + r * 0.64, r * 0.15) +
          rect(x - r * 0.15, cy - r * 0.035, r * 0.3, r * 0.07)
        )
      }
      return [
        { ink: steel.deep, shapes: hole(1) + hole(-1) },
        {
          ink: steel.paper,
          shapes: times(4, (at) => rect(cx - r * 0.36 + at * r * 0.24 - 7, -20, 14 - at * 2, h + 40)),
          rough: 2,
        },
      ]
    },
  },
  {
    name: 'artist-leimert-hi-fi',
    alt: 'A jacaranda blossom with a loudspeaker for its heart',
    ground: water.butter,
    draw: ({ cx, cy, r }) => {
      const petals = times(5, (at) => {
        const degrees = -90 + at * 72
        return closed([
          polar(cx, cy, r * 0.1, degrees),
          polar(cx, cy, r * 0.78, degrees - 30),
          polar(cx, cy, r * 1.2, degrees - 17),
          polar(cx, cy, r * 1.1, degrees),
          polar(cx, cy, r * 1.2, degrees + 17),
          polar(cx, cy, r * 0.78, degrees + 30),
        ])
      })
      return [
        { ink: '#7a4bd0', shapes: petals },
        { ink: cloth.indigo, shapes: circle(cx, cy, r * 0.52) },
        { ink: water.butter, shapes: ring(cx, cy, r * 0.36, r * 0.43) + circle(cx, cy, r * 0.16) },
      ]
    },
  },
  {
    name: 'artist-oba-percussion',
    alt: 'A talking drum, its cords drawn tight',
    ground: cloth.clay,
    draw: ({ cx, cy, r }) => {
      const [top, bottom] = [cy - r * 0.86, cy + r * 0.86]
      const head = (y: number) =>
        `<ellipse cx="${n(cx)}" cy="${n(y)}" rx="${n(r * 0.86)}" ry="${n(r * 0.26)}"/>`
      return [
        {
          ink: cloth.indigo,
          shapes: poly([
            [cx - r * 0.86, top],
            [cx + r * 0.86, top],
            [cx + r * 0.22, cy],
            [cx + r * 0.86, bottom],
            [cx - r * 0.86, bottom],
            [cx - r * 0.22, cy],
          ]),
        },
        {
          ink: cloth.ochre,
          shapes: times(7, (at) => {
            const x = cx + (at - 3) * r * 0.26
            const waist = cx + (at - 3) * r * 0.075
            return stroke(
              `M${n(x)} ${n(top)}L${n(waist)} ${n(cy)}L${n(x)} ${n(bottom)}`,
              r * 0.035,
              cloth.ochre,
            )
          }),
          rough: 2,
        },
        { ink: cloth.ochre, shapes: head(bottom) + rect(cx - r * 0.3, cy - r * 0.07, r * 0.6, r * 0.14, 12) },
        { ink: cloth.cream, shapes: head(top) },
      ]
    },
  },
  {
    name: 'artist-the-twelve',
    alt: 'A ring of twelve dancers; one steps out',
    ground: crown.pink,
    place: { square: { r: 270 } },
    draw: ({ cx, cy, r }) => {
      const dancer = (at: number, out = 0) =>
        turned(
          rect(cx - r * 0.1, cy - r * (1.02 + out), r * 0.2, r * 0.46, r * 0.1) +
            circle(cx, cy - r * (1.16 + out), r * 0.1),
          at * 30,
          cx,
          cy,
        )
      return [
        { ink: crown.black, shapes: times(12, (at) => (at === 1 ? '' : dancer(at))) },
        { ink: crown.acid, shapes: dancer(1, 0.16) },
      ]
    },
  },
]

export const artists: Drawing[] = emblems.map((drawing) => ({ ...drawing, squareOnly: true }))
