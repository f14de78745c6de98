import { type Font, outlineOf, writable } from './lettering.server.ts'
import type { Area, GroundLine, MapShapes } from './map-shapes.server.ts'

/**
 * Draws a small map of where a place lies in its city: water, land, borders of counties with their names, and a pin. It has no streets:
 * it says "Brooklyn, near the harbour", and the links beside it open a real map.
 */

export const mapWidth = 640
export const mapHeight = 320
/** Sets how far shapes go on beyond the frame, so that their cut edges are not seen. */
const beyond = 30
const kmPerDegree = 111.195

/** The colours of one theme. */
export type MapColors = {
  water: string
  land: string
  line: string
  label: string
  pin: string
  pinEdge: string
}

export type MapPlace = {
  latitude: number
  longitude: number
  /** ISO 3166: counties are drawn, and miles measured, in the United States. */
  country: string
}

type Point = readonly [x: number, y: number]
type Shape = Point[]
type Projection = { km: number; toPoint: (lon: number, lat: number) => Point }

/** Local names of counties that their people call otherwise. */
const localNames: Record<string, string> = {
  Kings: 'Brooklyn',
  'New York': 'Manhattan',
  Richmond: 'Staten Island',
  Bronx: 'The Bronx',
}

/** Widths of maps in kilometres, the best first. */
const widths = [44, 64, 96, 140]

/** @returns a projection of the ground around a place; flat, which shows no difference at this size */
function projectionOf({ latitude, longitude }: MapPlace, km: number): Projection {
  const perDegree = (mapWidth / km) * kmPerDegree
  const shrink = Math.cos((latitude * Math.PI) / 180)
  return {
    km,
    toPoint: (lon, lat) => [
      mapWidth / 2 + (lon - longitude) * shrink * perDegree,
      mapHeight / 2 - (lat - latitude) * perDegree,
    ],
  }
}

const edges = [
  { inside: ([x]: Point) => x >= -beyond, axis: 0, at: -beyond },
  { inside: ([x]: Point) => x <= mapWidth + beyond, axis: 0, at: mapWidth + beyond },
  { inside: ([, y]: Point) => y >= -beyond, axis: 1, at: -beyond },
  { inside: ([, y]: Point) => y <= mapHeight + beyond, axis: 1, at: mapHeight + beyond },
] as const

/** Cuts a shape at the frame, edge by edge (Sutherland and Hodgman). */
function cut(shape: Shape): Shape {
  let cutShape = shape
  for (const { inside, axis, at } of edges) {
    const next: Point[] = []
    let before = cutShape.at(-1)
    for (const point of cutShape) {
      if (before && inside(before) !== inside(point)) {
        const share = (at - before[axis]) / (point[axis] - before[axis])
        next.push([before[0] + (point[0] - before[0]) * share, before[1] + (point[1] - before[1]) * share])
      }
      if (inside(point)) next.push(point)
      before = point
    }
    cutShape = next
  }
  return cutShape
}

/** Tells whether a point is on the edge at which shapes are cut. */
const isCut = ([x, y]: Point) =>
  x <= -beyond + 1 || x >= mapWidth + beyond - 1 || y <= -beyond + 1 || y >= mapHeight + beyond - 1

/** Rounds the corners of a closed shape (Chaikin), so that a coarse line reads as a coast; its cut edges stay straight. */
function rounded(shape: Shape): Shape {
  return shape.flatMap((point, place): Point[] => {
    const next = shape[(place + 1) % shape.length] ?? point
    if (isCut(point) || isCut(next)) return [point, next]
    return [
      [point[0] * 0.75 + next[0] * 0.25, point[1] * 0.75 + next[1] * 0.25],
      [point[0] * 0.25 + next[0] * 0.75, point[1] * 0.25 + next[1] * 0.75],
    ]
  })
}

/** Returns what is seen of a line: the parts of it in and around the frame. */
function seenParts(line: GroundLine, { toPoint }: Projection): Shape[] {
  const parts: Shape[] = [[]]
  for (let at = 0; at < line.length; at += 2) {
    const point = toPoint(line[at] ?? 0, line[at + 1] ?? 0)
    const isNear =
      Math.abs(point[0] - mapWidth / 2) < mapWidth && Math.abs(point[1] - mapHeight / 2) < mapHeight
    if (isNear) parts.at(-1)?.push(point)
    else if (parts.at(-1)?.length) parts.push([])
  }
  return parts.filter((part) => part.length > 1)
}

/** Leaves out points that lie closer to the last one than the eye sees. */
function thinned(shape: Shape, distance: number): Shape {
  const kept: Point[] = []
  for (const point of shape) {
    const last = kept.at(-1)
    if (!last || Math.hypot(point[0] - last[0], point[1] - last[1]) >= distance) kept.push(point)
  }
  return kept
}

/** Returns what is seen of an area, as closed shapes. */
function seen(area: Area, { toPoint }: Projection): Shape[] {
  const found: Shape[] = []
  for (const { rings, west, east, south, north } of area.pieces) {
    const [left, top] = toPoint(west, north)
    const [right, bottom] = toPoint(east, south)
    if (right < 0 || left > mapWidth || bottom < 0 || top > mapHeight) continue
    for (const ring of rings) {
      const points: Point[] = []
      for (let at = 0; at < ring.length; at += 2) points.push(toPoint(ring[at] ?? 0, ring[at + 1] ?? 0))
      const shape = thinned(cut(points), 1.6)
      if (shape.length > 2) found.push(rounded(rounded(shape)))
    }
  }
  return found
}

/** Tells whether a point is inside shapes; a shape within another one is a hole. */
function isInside(shapes: readonly Shape[], [x, y]: Point): boolean {
  let inside = false
  for (const shape of shapes) {
    let before = shape.at(-1)
    for (const point of shape) {
      if (before && point[1] > y !== before[1] > y) {
        const crossing = ((before[0] - point[0]) * (y - point[1])) / (before[1] - point[1]) + point[0]
        if (x < crossing) inside = !inside
      }
      before = point
    }
  }
  return inside
}

/** Points that lie evenly over the picture. */
const grid: Point[] = Array.from({ length: 32 * 16 }, (_, place) => [
  ((place % 32) + 0.5) * 20,
  (Math.floor(place / 32) + 0.5) * 20,
])

/** The whole picture, and what is cut off around it. */
const whole: Shape = [
  [-beyond, -beyond],
  [mapWidth + beyond, -beyond],
  [mapWidth + beyond, mapHeight + beyond],
  [-beyond, mapHeight + beyond],
]

/** A picture says where a place is by the shape of its coast: it has some of both. */
const tellsWhere = (waterShare: number) => waterShare > 0.07 && waterShare < 0.88

/** Chooses how much ground is seen, and by which survey. @returns null where neither a coast nor counties would say it */
function frameOf(place: MapPlace, shapes: MapShapes): { projection: Projection; land: Shape[] } | null {
  const surveys: [readonly Area[], readonly number[]][] = [[shapes.countries, widths]]
  // Its coast is coarse: seen from nearer than this it is no coast.
  if (place.country === 'US') surveys.push([[shapes.nation], widths.slice(2)])
  for (const [areas, distances] of surveys) {
    for (const km of distances) {
      const projection = projectionOf(place, km)
      const land = areas.flatMap((area) => seen(area, projection))
      const water = grid.filter((point) => !isInside(land, point)).length / grid.length
      if (tellsWhere(water)) return { projection, land }
    }
  }
  // Inland, the borders of counties and their names say it.
  return place.country === 'US' ? { projection: projectionOf(place, widths[1] ?? 64), land: [whole] } : null
}

const pointsOf = (shape: Shape) => `M${shape.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`
const pathOf = (shapes: readonly Shape[]) =>
  shapes.map((shape) => `${pointsOf(thinned(shape, 1.2))}Z`).join('')

type Box = { left: number; right: number; top: number; bottom: number }

const meets = (one: Box, other: Box) =>
  one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top

/** Holds the pin, in the middle, and the scale in its corner, free of names. */
const pinBox: Box = {
  left: mapWidth / 2 - 26,
  right: mapWidth / 2 + 26,
  top: mapHeight / 2 - 52,
  bottom: mapHeight / 2 + 14,
}
const scaleBox: Box = { left: 0, right: 150, top: mapHeight - 40, bottom: mapHeight }

/** Finds where a name fits into an area: whole on its land, away from borders and from everything that stands there already. */
function findRoom(
  area: readonly Shape[],
  land: readonly Shape[],
  width: number,
  taken: readonly Box[],
): Point | null {
  let best: Point | null = null
  let most = 0
  const corners = area.flat()
  for (const [x, y] of grid) {
    const box = { left: x - width / 2 - 6, right: x + width / 2 + 6, top: y - 18, bottom: y + 12 }
    if (box.left < 8 || box.right > mapWidth - 8 || box.top < 8 || box.bottom > mapHeight - 8) continue
    if (taken.some((other) => meets(box, other))) continue
    const fits = [box.left, x, box.right].every((across) =>
      [box.top, box.bottom].every((down) => isInside(area, [across, down]) && isInside(land, [across, down])),
    )
    if (!fits) continue
    const room = Math.min(...corners.map((corner) => Math.hypot(corner[0] - x, (corner[1] - y) * 2)))
    if (room > most) {
      most = room
      best = [x, y]
    }
  }
  return best
}

/** Writes the names of areas where there is room for them. */
function namesOf(
  areas: readonly { name: string; shapes: Shape[] }[],
  land: readonly Shape[],
  font: Font,
): string {
  const taken = [pinBox, scaleBox]
  const found: string[] = []
  for (const { name, shapes } of areas) {
    const { path, width } = outlineOf(font, writable(font, name), 20, 0.02)
    const room = findRoom(shapes, land, width, taken)
    if (!room) continue
    const [x, y] = room
    taken.push({ left: x - width / 2 - 24, right: x + width / 2 + 24, top: y - 26, bottom: y + 22 })
    found.push(`<g transform="translate(${(x - width / 2).toFixed(1)} ${(y + 3).toFixed(1)})">${path}</g>`)
  }
  return found.join('')
}

/** Draws how long a round number of miles or kilometres is. */
function scaleOf(place: MapPlace, { km }: Projection, font: Font): string {
  const [unit, length] = place.country === 'US' ? (['mi', 1.609344] as const) : (['km', 1] as const)
  const most = 110 / (mapWidth / km)
  const count = [50, 25, 20, 10, 5, 2, 1].find((round) => round * length <= most) ?? 1
  const width = (count * length * mapWidth) / km
  const words = outlineOf(font, `${count} ${unit}`, 17)
  const y = mapHeight - 18
  return `<path d="M20 ${y - 6}v6h${width.toFixed(1)}v-6" fill="none" class="rule"/><g transform="translate(${(20 + width + 8).toFixed(1)} ${y})">${words.path}</g>`
}

const pin = `<g transform="translate(${mapWidth / 2} ${mapHeight / 2})">
<ellipse cy="1" rx="9" ry="3.5" fill="#000" opacity=".22"/>
<path d="M0 0C-3-9-15-15-15-27a15 15 0 0 1 30 0C15-15 3-9 0 0Z" class="pin"/>
<circle cy="-27" r="5.5" class="hole"/>
</g>`

const styleOf = ({ water, land, line, label, pin: color, pinEdge }: MapColors) =>
  `.water{fill:${water}}.land{fill:${land};stroke:${line};stroke-opacity:.35;stroke-width:1.2}.border{stroke:${line};stroke-opacity:.6;stroke-width:1.2;stroke-dasharray:5 4;stroke-linejoin:round}.name{fill:${label}}.rule{stroke:${label};stroke-width:1.5}.pin{fill:${color};stroke:${pinEdge};stroke-width:2}.hole{fill:${pinEdge}}`

/**
 * Draws the map of a place, for both themes: the picture follows the one that the page has.
 * @param font for the names, which are drawn as outlines
 * @returns an SVG picture of `mapWidth` by `mapHeight`; null where no coast is near and no counties are known, by which one could tell where it is
 */
export function drawLocatorMap(
  place: MapPlace,
  shapes: MapShapes,
  font: Font,
  colors: { light: MapColors; dark: MapColors },
): string | null {
  const frame = frameOf(place, shapes)
  if (!frame) return null
  const { projection, land } = frame
  const areas = (place.country === 'US' ? shapes.counties : shapes.countries)
    .map((area) => ({ name: localNames[area.name] ?? area.name, shapes: seen(area, projection) }))
    .filter((area) => area.shapes.length > 0)
    .sort((one, other) => sizeOf(other.shapes) - sizeOf(one.shapes))
    .slice(0, 10)
  const borders = (place.country === 'US' ? shapes.countyLines : shapes.frontiers)
    .flatMap((line) => seenParts(line, projection))
    .map((part) => pointsOf(thinned(part, 1)))
    .join('')
  const shore = pathOf(land)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${mapWidth} ${mapHeight}" width="${mapWidth}" height="${mapHeight}">
<style>${styleOf(colors.light)}@media (prefers-color-scheme:dark){${styleOf(colors.dark)}}</style>
<clipPath id="land"><path d="${shore}" clip-rule="evenodd"/></clipPath>
<rect width="${mapWidth}" height="${mapHeight}" class="water"/>
<path d="${shore}" fill-rule="evenodd" class="land"/>
<path d="${borders}" fill="none" class="border" clip-path="url(#land)"/>
<g class="name">${namesOf(areas, land, font)}${scaleOf(place, projection, font)}</g>
${pin}
</svg>`
}

/** @returns the height times the width of the box around shapes */
function sizeOf(shapes: readonly Shape[]): number {
  const points = shapes.flat()
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  return (Math.max(...xs) - Math.min(...xs)) * (Math.max(...ys) - Math.min(...ys))
}
