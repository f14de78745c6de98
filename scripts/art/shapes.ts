/** Writes simple shapes as SVG. Numbers are units of the sheet, angles are degrees clockwise from the right. */

export const n = (value: number) => String(Math.round(value * 10) / 10)

/** A point at an angle and a distance. */
export function polar(cx: number, cy: number, radius: number, degrees: number): [number, number] {
  const angle = (degrees * Math.PI) / 180
  return [cx + Math.cos(angle) * radius, cy + Math.sin(angle) * radius]
}

export function times(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index)).join('')
}

export function circle(cx: number, cy: number, radius: number): string {
  return `<circle cx="${n(cx)}" cy="${n(cy)}" r="${n(radius)}"/>`
}

export function rect(x: number, y: number, w: number, h: number, round = 0): string {
  return `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" rx="${n(round)}"/>`
}

export function path(d: string): string {
  return `<path d="${d}"/>`
}

export function poly(points: readonly (readonly [number, number])[]): string {
  return `<polygon points="${points.map(([x, y]) => `${n(x)},${n(y)}`).join(' ')}"/>`
}

/** A line of some width, in the layer's ink. */
export function stroke(d: string, width: number, ink: string, cap: 'butt' | 'round' = 'butt'): string {
  return `<path d="${d}" fill="none" stroke="${ink}" stroke-width="${n(width)}" stroke-linecap="${cap}" stroke-linejoin="${cap === 'round' ? 'round' : 'miter'}"/>`
}

/** A ring between two radii. */
export function ring(cx: number, cy: number, inner: number, outer: number): string {
  const disc = (r: number) =>
    `M${n(cx - r)} ${n(cy)}a${n(r)} ${n(r)} 0 1 0 ${n(r * 2)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-r * 2)} 0Z`
  return `<path fill-rule="evenodd" d="${disc(outer)}${disc(inner)}"/>`
}

/** A piece of a ring from one angle to another. */
export function wedge(
  cx: number,
  cy: number,
  inner: number,
  outer: number,
  from: number,
  to: number,
): string {
  const large = to - from > 180 ? 1 : 0
  const [a, b, c, d] = [
    polar(cx, cy, outer, from),
    polar(cx, cy, outer, to),
    polar(cx, cy, inner, to),
    polar(cx, cy, inner, from),
  ]
  return path(
    `M${n(a[0])} ${n(a[1])}A${n(outer)} ${n(outer)} 0 ${large} 1 ${n(b[0])} ${n(b[1])}L${n(c[0])} ${n(c[1])}A${n(inner)} ${n(inner)} 0 ${large} 0 ${n(d[0])} ${n(d[1])}Z`,
  )
}

/** The lower half of a disc that hangs from `y`. */
export function bowl(cx: number, y: number, radius: number): string {
  return path(`M${n(cx - radius)} ${n(y)}A${n(radius)} ${n(radius)} 0 0 0 ${n(cx + radius)} ${n(y)}Z`)
}

/** A closed curve through points. */
export function closed(points: readonly (readonly [number, number])[]): string {
  const at = (index: number) => points[(index + points.length) % points.length] ?? ([0, 0] as const)
  let d = `M${n(at(0)[0])} ${n(at(0)[1])}`
  for (let index = 0; index < points.length; index++) {
    const [a, b, c, e] = [at(index - 1), at(index), at(index + 1), at(index + 2)]
    d += `C${n(b[0] + (c[0] - a[0]) / 6)} ${n(b[1] + (c[1] - a[1]) / 6)} ${n(c[0] - (e[0] - b[0]) / 6)} ${n(c[1] - (e[1] - b[1]) / 6)} ${n(c[0])} ${n(c[1])}`
  }
  return path(`${d}Z`)
}

/** An open curve through points, as path data. */
export function through(points: readonly (readonly [number, number])[]): string {
  const at = (index: number) => points[Math.min(Math.max(index, 0), points.length - 1)] ?? ([0, 0] as const)
  let d = `M${n(at(0)[0])} ${n(at(0)[1])}`
  for (let index = 0; index < points.length - 1; index++) {
    const [a, b, c, e] = [at(index - 1), at(index), at(index + 1), at(index + 2)]
    d += `C${n(b[0] + (c[0] - a[0]) / 6)} ${n(b[1] + (c[1] - a[1]) / 6)} ${n(c[0] - (e[0] - b[0]) / 6)} ${n(c[1] - (e[1] - b[1]) / 6)} ${n(c[0])} ${n(c[1])}`
  }
  return d
}

export function turned(shapes: string, degrees: number, cx: number, cy: number): string {
  return `<g transform="rotate(${n(degrees)} ${n(cx)} ${n(cy)})">${shapes}</g>`
}

/**
 * Thrown paint: a torn body, streaks that fly from it, and drops.
 * @param size radius of the body
 * @param aim direction in which it was thrown
 */
export function splash(cx: number, cy: number, size: number, aim: number, random: () => number): string {
  const spikes = 15
  const points: [number, number][] = []
  const drops: string[] = []
  for (let index = 0; index < spikes; index++) {
    const degrees = (index / spikes) * 360 + random() * 9
    const along = Math.cos(((degrees - aim) * Math.PI) / 180)
    const reach = size * (1.02 + random() * 0.5 + Math.max(0, along) * (0.35 + random() * 0.9))
    points.push(polar(cx, cy, size * (0.66 + random() * 0.14), degrees - 9))
    points.push(polar(cx, cy, reach * 0.93, degrees - 2.6))
    points.push(polar(cx, cy, reach, degrees))
    points.push(polar(cx, cy, reach * 0.93, degrees + 2.6))
    const flights = along > -0.2 ? 1 + Math.floor(random() * 3) : Math.floor(random() * 2)
    let far = reach * (1.1 + random() * 0.12)
    for (let flight = 0; flight < flights; flight++) {
      const radius = size * (0.105 - flight * 0.026) * (0.6 + random() * 0.7)
      const [x, y] = polar(cx, cy, far, degrees + (random() - 0.5) * 7)
      drops.push(
        `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(radius * (1.3 + random() * 0.9))}" ry="${n(radius)}" transform="rotate(${n(degrees)} ${n(x)} ${n(y)})"/>`,
      )
      far += radius * 3.2 + size * random() * 0.28
    }
  }
  return closed(points) + drops.join('')
}

/** A wave of points from left to right. */
export function wave(from: number, to: number, y: (x: number) => number, steps = 48): [number, number][] {
  return Array.from({ length: steps + 1 }, (_, index) => {
    const x = from + ((to - from) * index) / steps
    return [x, y(x)]
  })
}
