import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import * as z from 'zod'
import { command } from '../tools/processes.ts'
import { root } from '../tools/settings.ts'
import { ensureBuilt } from './build.ts'
import type { ChunkList } from './bundle/chunk-list.ts'

/**
 * `npm run weight`: reads from the build what a first visit to a public page downloads before any interaction, and
 * checks it against the budgets. Parts that are downloaded late (`latePart`) are not counted: their page works before. A kB is 1000 bytes, packed with gzip as the site sends it (browsers that know
 * brotli get less).
 */

/** Budgets in bytes: JavaScript and CSS of a page, and one font. */
export const budgets = { javascript: 110_000, css: 20_000, font: 40_000 }

/** The pages with a budget, then those that only must not carry what does not belong there. */
const budgeted = {
  '/': 'routes/_index',
  '/events': 'routes/events._index',
  'an event page': 'routes/events.$id.($slug)',
  '/shop': 'routes/shop._index',
  'a product page': 'routes/shop.$id.($slug)',
  'the checkout': 'routes/checkout',
}
const watched = {
  ...budgeted,
  '/live': 'routes/live',
  '/community': 'routes/community',
  '/help': 'routes/help',
  '/terms': 'routes/terms',
}

/** Lists what no public page loads before its first use: a name, and its modules. */
const onUseOnly: Record<string, RegExp> = {
  Firebase: /node_modules\/@?firebase\//,
  charts: /node_modules\/(@visx|d3-|recharts)/,
  scanner: /node_modules\/zxing-wasm|app\/features\/door\//,
  editor: /node_modules\/(@tiptap|prosemirror|lexical)|app\/features\/events\/ui\/event-form/,
  player: /node_modules\/(hls\.js|media-chrome|video\.js)/,
  'sign-in window': /app\/features\/accounts\/ui\/(sign-in-window|login-form|register-form)\.tsx/,
  'search dialog': /app\/features\/search\/ui\/search-(box|dialog|page)/,
  'form library': /node_modules\/(@conform-to|zod)\//,
  'menus and dialogs': /node_modules\/(@?radix-ui|@floating-ui)\//,
  toasts: /node_modules\/react-hot-toast\//,
}

const partSchema = z.object({
  module: z.string(),
  imports: z.array(z.string()).default([]),
  css: z.array(z.string()).default([]),
})
const manifestSchema = z.object({ entry: partSchema, routes: z.record(z.string(), partSchema) })

export type PageWeight = {
  page: string
  /** Addresses of the scripts. */
  files: string[]
  /** Bytes, packed. */
  javascript: number
  css: number
}
export type Weight = {
  pages: PageWeight[]
  fonts: { font: string; size: number }[]
  /** Reports each exceeded budget and each misplaced module in one sentence. */
  faults: string[]
}

/**
 * Weighs a build.
 * @param folder the build's folder
 */
export function weigh(folder = join(root, 'build')): Weight {
  const client = join(folder, 'client')
  // Parses Remix's list of routes and files: a script that assigns an object.
  const [listed = ''] = globSync('assets/manifest-*.js', { cwd: client })
  const script = readFileSync(join(client, listed), 'utf8')
  const manifest = manifestSchema.parse(
    JSON.parse(script.slice(script.indexOf('{'), script.lastIndexOf('}') + 1)),
  )
  const chunks: ChunkList = JSON.parse(readFileSync(join(folder, 'chunks.json'), 'utf8'))

  /** Counts the bytes that the site sends for a file: packed at build time, else when requested. */
  const packed = (address: string) => {
    const path = join(client, address)
    return existsSync(`${path}.gz`) ? statSync(`${path}.gz`).size : gzipSync(readFileSync(path)).length
  }
  const sum = (addresses: Iterable<string>) =>
    [...addresses].reduce((all, address) => all + packed(address), 0)
  const filesOf = (route: string) => {
    const parts = [manifest.entry, manifest.routes.root, manifest.routes[route]].flatMap((part) => part ?? [])
    if (parts.length < 3) throw new Error(`The build has no ${route}.`)
    return {
      scripts: new Set(parts.flatMap((part) => [part.module, ...part.imports])),
      styles: new Set(parts.flatMap((part) => part.css)),
    }
  }

  const faults: string[] = []
  const within = (what: string, size: number, budget: number) => {
    if (size > budget) faults.push(`${what} is ${inKb(size)} kB, over its budget of ${inKb(budget)} kB.`)
  }
  for (const [page, route] of Object.entries(watched)) {
    const modules = [...filesOf(route).scripts].flatMap((file) => chunks[file] ?? [])
    for (const [name, pattern] of Object.entries(onUseOnly)) {
      const found = modules.find((module) => pattern.test(module))
      if (found) faults.push(`${page} loads the ${name} before anybody asks for it: ${found}.`)
    }
  }
  const pages = Object.entries(budgeted).map(([page, route]): PageWeight => {
    const { scripts, styles } = filesOf(route)
    const weight = { page, files: [...scripts], javascript: sum(scripts), css: sum(styles) }
    within(`The JavaScript of ${page}`, weight.javascript, budgets.javascript)
    within(`The CSS of ${page}`, weight.css, budgets.css)
    return weight
  })
  const fonts = globSync('**/*.{woff2,woff,ttf,otf}', { cwd: client }).map((path) => ({
    font: basename(path),
    size: statSync(join(client, path)).size,
  }))
  for (const { font, size } of fonts) within(`The font ${font}`, size, budgets.font)
  return { pages, fonts, faults }
}

const inKb = (bytes: number) => (bytes / 1000).toFixed(1)

/** Formats the figures as text. */
export function printWeight({ pages, fonts, faults }: Weight): string {
  const row = (name: string, ...cells: string[]) =>
    name.padEnd(34) + cells.map((cell) => cell.padStart(16)).join('')
  return [
    `First visit, packed with gzip, 1 kB = 1000 bytes (budgets: JavaScript ${inKb(budgets.javascript)}, CSS ${inKb(budgets.css)}, a font ${inKb(budgets.font)} kB)`,
    row('', 'JavaScript', 'files', 'CSS'),
    ...pages.map(({ page, files, javascript, css }) =>
      row(page, `${inKb(javascript)} kB`, String(files.length), `${inKb(css)} kB`),
    ),
    ...fonts.map(({ font, size }) => row(font, `${inKb(size)} kB`)),
    ...faults,
  ].join('\n')
}

if (import.meta.main) {
  await command(async () => {
    await ensureBuilt()
    const weight = weigh()
    console.log(printWeight(weight))
    process.exit(weight.faults.length === 0 ? 0 : 1)
  })
}
