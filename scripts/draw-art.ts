/**
 * Draws the pictures of the demo events: vector scenes from a seeded generator, rendered to WebP in `public/art`.
 * The pictures are committed; run this again (`node scripts/draw-art.ts`) only to change them. Same seed, same picture.
 */
import { mkdir } from 'node:fs/promises'
import sharp from 'sharp'

type Random = () => number
type Palette = { sky: [string, string, string]; glow: string; deep: string; accent: string; light: string }

const WIDTH = 1600
const HEIGHT = 1000

const palettes = {
  ember: {
    sky: ['#2a0f2e', '#8f2242', '#ff8a4c'],
    glow: '#ffd28a',
    deep: '#14071a',
    accent: '#ff5d5d',
    light: '#fff0d6',
  },
  lagoon: {
    sky: ['#04222f', '#0d6672', '#5fd6b4'],
    glow: '#fff3b0',
    deep: '#03141c',
    accent: '#ffb347',
    light: '#e9fff6',
  },
  orchid: {
    sky: ['#170a33', '#5a1f86', '#e15aa8'],
    glow: '#ffc6ea',
    deep: '#0c051d',
    accent: '#7df0ff',
    light: '#ffeafa',
  },
  mango: {
    sky: ['#5b1520', '#e4572e', '#ffc145'],
    glow: '#fff2c2',
    deep: '#2b0a12',
    accent: '#17a398',
    light: '#fff8e6',
  },
  indigo: {
    sky: ['#070b24', '#1d2f7a', '#6f6bf0'],
    glow: '#bfe3ff',
    deep: '#04061a',
    accent: '#ff7ab6',
    light: '#eef3ff',
  },
  palm: {
    sky: ['#06231a', '#136b45', '#c8e06b'],
    glow: '#fffbcf',
    deep: '#03140f',
    accent: '#ff6f59',
    light: '#f7ffe2',
  },
} satisfies Record<string, Palette>

/** Returns a small seeded generator (mulberry32): the same seed gives the same picture on every machine. */
function seeded(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

const between = (random: Random, low: number, high: number) => low + random() * (high - low)
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index))
const n = (value: number) => value.toFixed(1)

function sky({ sky: [top, middle, bottom] }: Palette, horizon = 1) {
  return `<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset="${0.55 * horizon}" stop-color="${middle}"/><stop offset="${horizon}" stop-color="${bottom}"/></linearGradient>`
}

function glow(palette: Palette, id = 'glow', strength = 0.9) {
  return `<radialGradient id="${id}"><stop offset="0" stop-color="${palette.glow}" stop-opacity="${strength}"/><stop offset="0.35" stop-color="${palette.glow}" stop-opacity="${strength * 0.35}"/><stop offset="1" stop-color="${palette.glow}" stop-opacity="0"/></radialGradient>`
}

function palmTree(random: Random, x: number, base: number, height: number, color: string) {
  const lean = between(random, -0.22, 0.22) * height
  const topX = x + lean
  const topY = base - height
  const trunk = `<path d="M${n(x - 11)} ${n(base)} Q${n(x + lean * 0.2)} ${n(base - height * 0.5)} ${n(topX - 4)} ${n(topY)} L${n(topX + 5)} ${n(topY)} Q${n(x + lean * 0.2 + 16)} ${n(base - height * 0.5)} ${n(x + 13)} ${n(base)} Z" fill="${color}"/>`
  const fronds = times(11, (index) => {
    const angle = (index / 10) * Math.PI * 1.25 - Math.PI * 1.12 + between(random, -0.08, 0.08)
    const length = height * between(random, 0.36, 0.5)
    const endX = topX + Math.cos(angle) * length
    const endY = topY + Math.sin(angle) * length * 0.72 + length * 0.32
    const middleX = topX + Math.cos(angle) * length * 0.55
    const middleY = topY + Math.sin(angle) * length * 0.75 - length * 0.06
    const leaf = `M${n(topX)} ${n(topY)} Q${n(middleX)} ${n(middleY - 16)} ${n(endX)} ${n(endY)} Q${n(middleX)} ${n(middleY + 20)} ${n(topX)} ${n(topY)} Z`
    const teeth = times(9, (tooth) => {
      const t = 0.22 + tooth * 0.085
      const px = (1 - t) ** 2 * topX + 2 * (1 - t) * t * middleX + t * t * endX
      const py = (1 - t) ** 2 * topY + 2 * (1 - t) * t * middleY + t * t * endY
      return `<path d="M${n(px - 6)} ${n(py)} L${n(px + Math.cos(angle) * 14)} ${n(py + length * 0.16)} L${n(px + 6)} ${n(py)} Z" fill="${color}"/>`
    }).join('')
    return `<path d="${leaf}" fill="${color}"/>${teeth}`
  }).join('')
  return trunk + fronds
}

function crowd(random: Random, color: string, rim: string, base = HEIGHT) {
  const row = (y: number, scale: number, opacity: number) =>
    times(Math.ceil(WIDTH / (62 * scale)) + 2, (index) => {
      const x = index * 62 * scale + between(random, -16, 16) * scale
      const headY = y + between(random, -26, 22) * scale
      const radius = between(random, 19, 24) * scale
      const shoulders = `<path d="M${n(x - 46 * scale)} ${base + 60} Q${n(x - 44 * scale)} ${n(headY + 34 * scale)} ${n(x)} ${n(headY + 30 * scale)} Q${n(x + 44 * scale)} ${n(headY + 34 * scale)} ${n(x + 46 * scale)} ${base + 60} Z"/>`
      const head = `<ellipse cx="${n(x)}" cy="${n(headY)}" rx="${n(radius * 0.86)}" ry="${n(radius)}"/>`
      const raised = random() < 0.34
      const side = random() < 0.5 ? -1 : 1
      const handX = x + side * between(random, 34, 58) * scale
      const handY = headY - between(random, 70, 150) * scale
      const arm = raised
        ? `<path d="M${n(x + side * 24 * scale)} ${n(headY + 60 * scale)} Q${n(x + side * 56 * scale)} ${n(headY)} ${n(handX)} ${n(handY)}" fill="none" stroke="${color}" stroke-width="${n(17 * scale)}" stroke-linecap="round"/><circle cx="${n(handX)}" cy="${n(handY - 4)}" r="${n(12 * scale)}"/>`
        : ''
      return `<g fill="${color}" opacity="${opacity}">${shoulders}${head}${arm}</g>`
    }).join('')
  return `<g filter="url(#soft)" opacity="0.85">${row(base - 190, 0.8, 0.8)}</g><g stroke="${rim}" stroke-opacity="0.14" stroke-width="3">${row(base - 95, 1.25, 1)}</g>`
}

function beams(random: Random, palette: Palette, count: number, originY = -60) {
  return times(count, (index) => {
    const x = (index + 0.5) * (WIDTH / count) + between(random, -60, 60)
    const aim = WIDTH / 2 + (x - WIDTH / 2) * between(random, -0.9, 1.6)
    const width = between(random, 70, 190)
    const color = index % 3 === 0 ? palette.accent : index % 3 === 1 ? palette.glow : palette.sky[2]
    return `<path d="M${n(x - 8)} ${originY} L${n(aim - width)} ${HEIGHT} L${n(aim + width)} ${HEIGHT} L${n(x + 8)} ${originY} Z" fill="${color}" opacity="${n(between(random, 0.1, 0.26))}" filter="url(#soft)"/>`
  }).join('')
}

function bokeh(random: Random, colors: string[], count: number, low = 0, high = HEIGHT) {
  return times(count, () => {
    const radius = between(random, 6, 58) * (random() < 0.2 ? 1.7 : 1)
    const color = colors[Math.floor(random() * colors.length)]
    return `<circle cx="${n(between(random, 0, WIDTH))}" cy="${n(between(random, low, high))}" r="${n(radius)}" fill="${color}" opacity="${(between(random, 0.05, 0.3)).toFixed(2)}"/>`
  }).join('')
}

const scenes: Record<string, (random: Random, palette: Palette) => string> = {
  sunset(random, palette) {
    const sunX = between(random, 560, 1080)
    const horizon = 640
    const reflections = times(34, (index) => {
      const y = horizon + 8 + index * 11
      const width = between(random, 40, 120) + index * 9
      return `<rect x="${n(sunX - width / 2 + between(random, -34, 34))}" y="${y}" width="${n(width)}" height="${n(between(random, 2, 6))}" rx="3" fill="${palette.glow}" opacity="${(0.62 - index * 0.015).toFixed(2)}"/>`
    }).join('')
    const clouds = times(
      9,
      () =>
        `<ellipse cx="${n(between(random, 0, WIDTH))}" cy="${n(between(random, 150, 560))}" rx="${n(between(random, 160, 420))}" ry="${n(between(random, 6, 22))}" fill="${palette.light}" opacity="${between(random, 0.06, 0.2).toFixed(2)}" filter="url(#soft)"/>`,
    ).join('')
    return `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#sky)"/><circle cx="${n(sunX)}" cy="${horizon - 60}" r="620" fill="url(#glow)"/><circle cx="${n(sunX)}" cy="${horizon - 70}" r="150" fill="${palette.light}" opacity="0.95"/>${clouds}<rect y="${horizon}" width="${WIDTH}" height="${HEIGHT - horizon}" fill="${palette.deep}" opacity="0.72"/>${reflections}${palmTree(random, 150, HEIGHT + 30, 820, palette.deep)}${palmTree(random, 330, HEIGHT + 40, 600, palette.deep)}${palmTree(random, 1450, HEIGHT + 30, 740, palette.deep)}`
  },
  stage(random, palette) {
    return `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#sky)"/><rect width="${WIDTH}" height="${HEIGHT}" fill="${palette.deep}" opacity="0.45"/><circle cx="800" cy="420" r="760" fill="url(#glow)"/>${beams(random, palette, 11)}${bokeh(random, [palette.glow, palette.accent, palette.light], 46, 60, 640)}${crowd(random, palette.deep, palette.glow)}`
  },
  feathers(random, palette) {
    const centreX = between(random, 620, 980)
    const centreY = 1040
    const colors = [palette.accent, palette.sky[2], palette.glow, palette.sky[1]]
    const layer = (count: number, length: number, width: number, opacity: number) =>
      times(count, (index) => {
        const angle = (index / (count - 1)) * 168 - 84 + between(random, -2, 2)
        const color = colors[(index + count) % colors.length]
        const barbs = times(16, (barb) => {
          const y = -length * (0.25 + barb * 0.044)
          return `<path d="M0 ${n(y)} Q${n(width * 0.5)} ${n(y - 26)} ${n(width * 0.62)} ${n(y - 50)} M0 ${n(y)} Q${n(-width * 0.5)} ${n(y - 26)} ${n(-width * 0.62)} ${n(y - 50)}" stroke="${palette.light}" stroke-opacity="0.2" stroke-width="2" fill="none"/>`
        }).join('')
        return `<g transform="translate(${n(centreX)} ${centreY}) rotate(${n(angle)})" opacity="${opacity}"><path d="M0 0 C${width} ${n(-length * 0.4)} ${n(width * 0.9)} ${n(-length * 0.9)} 0 ${-length} C${n(-width * 0.9)} ${n(-length * 0.9)} ${-width} ${n(-length * 0.4)} 0 0 Z" fill="${color}"/>${barbs}<path d="M0 0 L0 ${n(-length * 0.97)}" stroke="${palette.light}" stroke-opacity="0.5" stroke-width="4"/></g>`
      }).join('')
    return `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#sky)"/><circle cx="${n(centreX)}" cy="760" r="800" fill="url(#glow)"/>${layer(19, 980, 74, 0.62)}${layer(15, 760, 66, 0.8)}${layer(11, 540, 58, 0.95)}${bokeh(random, [palette.light, palette.glow], 60)}<circle cx="${n(centreX)}" cy="${centreY - 20}" r="150" fill="${palette.deep}"/>`
  },
  speakers(random, palette) {
    const cabinet = (x: number, y: number, size: number) => {
      const rings = times(
        6,
        (ring) =>
          `<circle cx="${n(x + size / 2)}" cy="${n(y + size / 2)}" r="${n(size * (0.43 - ring * 0.065))}" fill="${ring % 2 ? palette.deep : palette.sky[0]}" stroke="${ring === 0 ? palette.accent : palette.glow}" stroke-opacity="${ring === 0 ? 0.9 : 0.22}" stroke-width="${ring === 0 ? 7 : 3}"/>`,
      ).join('')
      return `<rect x="${n(x)}" y="${n(y)}" width="${n(size)}" height="${n(size)}" rx="16" fill="${palette.deep}" stroke="${palette.light}" stroke-opacity="0.12" stroke-width="3"/>${rings}<circle cx="${n(x + size * 0.42)}" cy="${n(y + size * 0.42)}" r="${n(size * 0.06)}" fill="${palette.light}" opacity="0.35"/>`
    }
    const stacks = [40, 330, 980, 1270]
      .map((x, index) =>
        times(3, (level) => cabinet(x, HEIGHT - 290 * (level + 1) + (index % 2) * 60, 280)).join(''),
      )
      .join('')
    return `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#sky)"/><circle cx="800" cy="560" r="700" fill="url(#glow)"/>${beams(random, palette, 7)}${stacks}${bokeh(random, [palette.accent, palette.glow], 30, 0, 700)}${crowd(random, palette.deep, palette.accent)}`
  },
  skyline(random, palette) {
    const tower = (x: number, width: number, height: number, color: string, lit: number) => {
      const windows = times(Math.floor(height / 30) * Math.floor(width / 24), (index) => {
        const columns = Math.floor(width / 24)
        if (random() > lit) return ''
        return `<rect x="${n(x + 9 + (index % columns) * 24)}" y="${n(HEIGHT - height + 18 + Math.floor(index / columns) * 30)}" width="9" height="13" fill="${random() < 0.2 ? palette.accent : palette.glow}" opacity="${between(random, 0.35, 0.95).toFixed(2)}"/>`
      }).join('')
      return `<rect x="${n(x)}" y="${n(HEIGHT - height)}" width="${n(width)}" height="${n(height)}" fill="${color}"/>${windows}`
    }
    const back = times(17, (index) =>
      tower(index * 98 - 20, between(random, 70, 120), between(random, 300, 640), palette.sky[0], 0.1),
    ).join('')
    const front = times(11, (index) =>
      tower(index * 152 - 30, between(random, 100, 170), between(random, 160, 420), palette.deep, 0.34),
    ).join('')
    const moonX = between(random, 380, 1240)
    return `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#sky)"/><circle cx="${n(moonX)}" cy="270" r="520" fill="url(#glow)"/><circle cx="${n(moonX)}" cy="270" r="118" fill="${palette.light}" opacity="0.94"/>${times(70, () => `<circle cx="${n(between(random, 0, WIDTH))}" cy="${n(between(random, 0, 420))}" r="${n(between(random, 0.8, 2.6))}" fill="#fff" opacity="0.6"/>`).join('')}${back}<rect y="560" width="${WIDTH}" height="440" fill="${palette.sky[2]}" opacity="0.12"/>${front}`
  },
  ribbons(random, palette) {
    const colors = [palette.accent, palette.glow, palette.sky[2], palette.light, palette.sky[1]]
    const ribbons = times(26, (index) => {
      const y = 60 + index * 36
      const swing = between(random, 120, 260)
      const phase = between(random, -140, 140)
      return `<path d="M-60 ${n(y + phase)} C${n(between(random, 260, 480))} ${n(y - swing)} ${n(between(random, 620, 900))} ${n(y + swing)} ${n(between(random, 980, 1180))} ${n(y - swing * 0.4)} S1500 ${n(y + phase)} 1700 ${n(y - phase)}" fill="none" stroke="${colors[index % colors.length]}" stroke-width="${n(between(random, 5, 44))}" stroke-opacity="${between(random, 0.16, 0.62).toFixed(2)}" stroke-linecap="round"/>`
    }).join('')
    return `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#sky)"/><circle cx="${n(between(random, 300, 1300))}" cy="380" r="720" fill="url(#glow)"/>${ribbons}${bokeh(random, [palette.light, palette.glow], 34)}`
  },
  steelpan(random, palette) {
    const cx = between(random, 700, 900)
    const notes = times(8, (index) => {
      const angle = (index / 8) * Math.PI * 2
      return `<ellipse cx="${n(cx + Math.cos(angle) * 300)}" cy="${n(540 + Math.sin(angle) * 235)}" rx="104" ry="78" transform="rotate(${n((angle * 180) / Math.PI + 90)} ${n(cx + Math.cos(angle) * 300)} ${n(540 + Math.sin(angle) * 235)})" fill="url(#metal)" stroke="${palette.light}" stroke-opacity="0.5" stroke-width="3"/>`
    }).join('')
    const inner = times(5, (index) => {
      const angle = (index / 5) * Math.PI * 2 + 0.4
      return `<ellipse cx="${n(cx + Math.cos(angle) * 128)}" cy="${n(540 + Math.sin(angle) * 98)}" rx="56" ry="42" fill="url(#metal)" stroke="${palette.light}" stroke-opacity="0.5" stroke-width="3"/>`
    }).join('')
    return `<radialGradient id="metal" cx="0.35" cy="0.3"><stop offset="0" stop-color="${palette.light}"/><stop offset="0.5" stop-color="${palette.sky[2]}"/><stop offset="1" stop-color="${palette.sky[0]}"/></radialGradient><rect width="${WIDTH}" height="${HEIGHT}" fill="url(#sky)"/><circle cx="${n(cx)}" cy="520" r="760" fill="url(#glow)"/>${bokeh(random, [palette.accent, palette.glow], 40)}<ellipse cx="${n(cx)}" cy="620" rx="500" ry="400" fill="${palette.deep}" opacity="0.6" filter="url(#soft)"/><ellipse cx="${n(cx)}" cy="540" rx="470" ry="375" fill="${palette.sky[1]}" stroke="${palette.light}" stroke-width="16"/><ellipse cx="${n(cx)}" cy="540" rx="440" ry="346" fill="${palette.deep}" opacity="0.35"/>${notes}${inner}`
  },
  lanterns(random, palette) {
    const string = (y: number, sag: number, scale: number) => {
      const bulbs = times(15, (index) => {
        const t = (index + 0.5) / 15
        const x = t * (WIDTH + 160) - 80
        const bulbY = y + sag * 4 * t * (1 - t) + 16 * scale
        const color = index % 5 === 2 ? palette.accent : palette.glow
        return `<circle cx="${n(x)}" cy="${n(bulbY)}" r="${n(64 * scale)}" fill="${color}" opacity="0.18" filter="url(#soft)"/><circle cx="${n(x)}" cy="${n(bulbY)}" r="${n(28 * scale)}" fill="${color}" opacity="0.4" filter="url(#soft)"/><ellipse cx="${n(x)}" cy="${n(bulbY)}" rx="${n(10 * scale)}" ry="${n(13 * scale)}" fill="${palette.light}"/>`
      }).join('')
      return `<path d="M-80 ${n(y)} Q${WIDTH / 2} ${n(y + sag * 2)} ${WIDTH + 80} ${n(y)}" fill="none" stroke="${palette.deep}" stroke-width="${n(4 * scale)}" stroke-opacity="0.7"/>${bulbs}`
    }
    return `<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#sky)"/><circle cx="${n(between(random, 560, 1040))}" cy="700" r="720" fill="url(#glow)"/>${bokeh(random, [palette.glow, palette.accent, palette.light], 44, 420, 920)}${palmTree(random, 120, HEIGHT + 40, 700, palette.deep)}${palmTree(random, 1490, HEIGHT + 40, 640, palette.deep)}${string(90, 120, 0.8)}${string(60, 230, 1.1)}${string(-40, 400, 1.5)}${crowd(random, palette.deep, palette.glow)}`
  },
}

/** Lists every picture: file name, scene, palette. The seed is the position in this list. */
const pictures: [string, keyof typeof scenes, keyof typeof palettes][] = [
  ['soca-sunrise', 'sunset', 'mango'],
  ['bass-culture', 'speakers', 'ember'],
  ['lagos-to-laventille', 'ribbons', 'orchid'],
  ['kompa-sous-la-lune', 'skyline', 'indigo'],
  ['carnival-thursday', 'feathers', 'mango'],
  ['pan-in-the-park', 'steelpan', 'lagoon'],
  ['roots-rooftop', 'lanterns', 'palm'],
  ['dutty-friday', 'stage', 'ember'],
  ['island-brunch', 'lanterns', 'lagoon'],
  ['midnight-jouvay', 'stage', 'orchid'],
  ['harbour-cruise', 'sunset', 'indigo'],
  ['lovers-rock-social', 'ribbons', 'ember'],
  ['steel-and-strings', 'steelpan', 'mango'],
  ['afro-fete', 'feathers', 'orchid'],
  ['brooklyn-bashment', 'skyline', 'ember'],
  ['wine-down-wednesday', 'stage', 'lagoon'],
  ['white-sands', 'sunset', 'lagoon'],
  ['sound-clash', 'speakers', 'indigo'],
  ['members-lounge', 'skyline', 'orchid'],
  ['new-years-fete', 'feathers', 'indigo'],
  ['reggae-sundays', 'lanterns', 'ember'],
  ['dancehall-queens', 'stage', 'mango'],
  ['cooler-fete', 'ribbons', 'palm'],
  ['last-lap', 'speakers', 'palm'],
  ['tee', 'ribbons', 'mango'],
  ['cap', 'lanterns', 'mango'],
  ['tote', 'steelpan', 'orchid'],
  ['flag', 'feathers', 'ember'],
]

const folder = new URL('../public/art/', import.meta.url).pathname
await mkdir(folder, { recursive: true })
for (const [index, [name, scene, tone]] of pictures.entries()) {
  const palette = palettes[tone]
  const random = seeded(7001 + index * 97)
  const body = scenes[scene]?.(random, palette as Palette) ?? ''
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}"><defs>${sky(palette as Palette)}${glow(palette as Palette)}<filter id="soft" x="-20%" y="-20%" width="140%" height="140%"><feGaussianBlur stdDeviation="9"/></filter><radialGradient id="edge"><stop offset="0.55" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity="0.5"/></radialGradient></defs>${body}<ellipse cx="800" cy="500" rx="1200" ry="800" fill="url(#edge)"/></svg>`
  const picture = sharp(Buffer.from(svg))
  await picture.clone().webp({ quality: 74 }).toFile(`${folder}${name}.webp`)
  await picture.clone().resize(800, 500).webp({ quality: 70 }).toFile(`${folder}${name}-800.webp`)
}
console.info(`${pictures.length} pictures drawn`)
