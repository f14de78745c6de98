import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { root } from './settings.ts'

/**
 * Holds the table of who may import whom, by reading the import lines of app/, and a few rules of the same kind: what may
 * only be done in a few places. Each breach is one line that says where and what.
 */

type Place = { floor: string; area?: string; serverFile: boolean }

/** Which floors each floor may import besides itself. */
const allowed: Record<string, readonly string[]> = {
  routes: ['features', 'ui', 'browser', 'server', 'core'],
  features: ['ui', 'browser', 'server', 'core'],
  ui: ['core'],
  browser: ['core'],
  server: ['core'],
  core: [],
  // root.tsx and the entries compose like routes.
  entries: ['features', 'ui', 'browser', 'server', 'core'],
}

/** Packages that the lowest floor may use. */
const corePackages = /^(zod|node:crypto|vitest|fast-check|@fast-check\/vitest)$/

/** Who may ask the database without row policies. Each line here is a decision: reads belong to the visitor's own client. */
const serviceUsers =
  /^app\/(features\/[a-z]+\/[a-z-]+\.writes|features\/accounts\/accounts\.reads|features\/mail\/[a-z.-]+|features\/tickets\/tickets\.reads|server\/(auth-accounts|avatars|link-token|proof|rate-limit|supabase))\.server\.ts$/

const onlyIn: readonly { what: string; pattern: RegExp; in: RegExp }[] = [
  { what: 'reads the environment', pattern: /\bprocess\.env\b/, in: /^app\/server\/(env|log)\.server\.ts$/ },
  { what: 'asks without row policies', pattern: /\bserviceClient\b/, in: serviceUsers },
  { what: 'trusts a session that nobody verified', pattern: /\.getSession\(/, in: /^$/ },
  { what: 'builds a filter out of text', pattern: /\.(or|filter|textSearch)\(\s*`/, in: /^$/ },
  {
    what: 'writes unescaped HTML',
    pattern: /dangerouslySetInnerHTML/,
    in: /^app\/(ui\/structured-data|ui\/theme\/[a-z-]+)\.tsx$/,
  },
  { what: 'writes to the console', pattern: /\bconsole\.(log|info|debug)\(/, in: /^$/ },
]

/** The code of a file without its comments: a rule may be talked about. */
function codeOf(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:'"`])\/\/.*$/gm, '$1')
}

function placeOf(path: string): Place {
  const [, floor = '', area] = path.split('/')
  const serverFile = /\.server\.tsx?$/.test(path)
  if (!allowed[floor]) return { floor: 'entries', serverFile }
  return { floor, serverFile, ...(floor === 'features' ? { area } : {}) }
}

/** What a file imports: paths from the project's folder for our own files, else the package's name. */
function importsOf(path: string, code: string): string[] {
  const found = code.matchAll(/(?:\bfrom\s*|\bimport\s*\(\s*|^import\s+)['"]([^'"]+)['"]/gm)
  return [...found].map(([, name = '']) => {
    if (name.startsWith('#')) return `app/${name.slice(1)}`
    if (name.startsWith('.'))
      return relative(root, join(root, dirname(path), name))
        .split(sep)
        .join('/')
    return name
  })
}

/** Judges one import. @returns why it may not be, or null */
function judge(path: string, from: Place, target: string): string | null {
  if (!target.startsWith('app/')) {
    if (target.startsWith('..') || /^(supabase|scripts|e2e|bench)\//.test(target) || target === 'server.ts')
      return 'leaves app/'
    return from.floor === 'core' && !corePackages.test(target) ? 'core uses nothing but itself and zod' : null
  }
  const to = placeOf(target)
  if (from.floor === to.floor) {
    if (from.floor === 'routes') return 'a route never imports another route'
    return from.area === to.area ? null : 'features never import features'
  }
  if (!allowed[from.floor]?.includes(to.floor)) return `${from.floor} may not import ${to.floor}`
  if (from.floor === 'features' && to.floor === 'server' && !from.serverFile && !isTypeOnly(path, target)) {
    return 'only *.server.ts of a feature may import the server floor'
  }
  return null
}

/** Whether every import of `target` in the file is of types alone, which are gone before anything runs. */
function isTypeOnly(path: string, target: string): boolean {
  const lines =
    codeOf(readFileSync(join(root, path), 'utf8')).match(/^(import|export)\b[^'"]*from\s*['"][^'"]+['"]/gm) ??
    []
  const ours = lines.filter((line) => importsOf(path, line).includes(target))
  return ours.length > 0 && ours.every((line) => /^(import|export)\s+type\b/.test(line))
}

/**
 * Reads all of app/ and tells every breach.
 * @returns one line per breach, empty when the house stands
 */
export function findBreaches(): string[] {
  const files = globSync('app/**/*.{ts,tsx}', { cwd: root }).map((path) => path.split(sep).join('/'))
  return files.sort().flatMap((path) => {
    const code = codeOf(readFileSync(join(root, path), 'utf8'))
    const test = /\.test\.tsx?$/.test(path)
    const from = placeOf(path)
    const breaches = importsOf(path, code).flatMap((target) => {
      const why =
        test && !target.startsWith('app/')
          ? null
          : judge(path, { ...from, serverFile: from.serverFile || test }, target)
      return why ? [`${path}: imports ${target}: ${why}`] : []
    })
    const misplaced = test ? [] : onlyIn.filter((rule) => rule.pattern.test(code) && !rule.in.test(path))
    const barrel = /\/index\.tsx?$/.test(path) && from.floor !== 'routes' ? [`${path}: no barrel files`] : []
    return [
      ...breaches,
      ...misplaced.map(({ what }) => `${path}: ${what}, which is done in its own place only`),
      ...barrel,
    ]
  })
}
