import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import { root } from '../tools/settings.ts'

/**
 * Checks how files of app/ are named, and that some things are done in a few places only. Who may import whom is in
 * .dependency-cruiser.mjs.
 */

/**
 * Lists the files that may use the client without row policies. Each line is a decision: reads belong to the user's
 * own client.
 */
const serviceUsers =
  /^app\/(?!features\/assistant\/.*\.writes)(features\/[a-z]+\/([a-z-]+\/)?[a-z-]+\.(writes|jobs)|features\/accounts\/accounts\.reads|features\/live\/chat\/chat\.reads|features\/mail\/(alerts\/)?[a-z.-]+|features\/tickets\/tickets\.reads|features\/orders\/(receipts|test-payment|refunds\/own-refund)\.reads|features\/shop\/fulfilment\/own-goods\.reads|server\/(auth-accounts|avatars|job-worker|live-source-reads|private-pictures|link-token|pictures|proof|rate-limit|supabase))\.server\.ts$/

const onlyIn: readonly { what: string; pattern: RegExp; in: RegExp }[] = [
  { what: 'reads the environment', pattern: /\bprocess\.env\b/, in: /^app\/server\/(env|log)\.server\.ts$/ },
  { what: 'asks without row policies', pattern: /\bserviceClient\b/, in: serviceUsers },
  { what: 'trusts a session that nobody verified', pattern: /\.getSession\(/, in: /^$/ },
  { what: 'builds a filter out of text', pattern: /\.(or|filter|textSearch)\(\s*`/, in: /^$/ },
  {
    what: 'writes unescaped HTML',
    pattern: /dangerouslySetInnerHTML/,
    in: /^app\/(ui\/(structured-data|server-markup)|ui\/theme\/[a-z-]+)\.tsx$/,
  },
  { what: 'writes to the console', pattern: /\bconsole\.(log|info|debug)\(/, in: /^$/ },
]

/** Removes comments, so that a rule may be mentioned in one. */
function codeOf(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:'"`])\/\/.*$/gm, '$1')
}

const name = '[a-z0-9]+(?:-[a-z0-9]+)*'

/** File names that a folder of a feature may hold, by the folder's own name; docs/map.md says what each is for. */
const grammar: Record<string, RegExp> = {
  ui: new RegExp(`^${name}(\\.css|\\.server)?(\\.test)?\\.tsx?$`),
  content: new RegExp(`^${name}\\.md$`),
  templates: new RegExp(`^${name}(\\.server)?(\\.test)?\\.tsx?$`),
  other: new RegExp(
    `^${name}(\\.(types|schema|rules|fixtures|((reads|writes|jobs|responses)\\.)?server))?(\\.test)?\\.ts$`,
  ),
}

/** Names that say nothing about what is inside. */
const emptyNames = /(^|[-.])(utils?|helpers?|misc|common|manager|v\d+)[-.]/

/** @returns why a file of a feature may not be called so, or null */
export function judgeName(path: string): string | null {
  const file = basename(path)
  if (emptyNames.test(file)) return 'its name does not say what it holds'
  const allowed = grammar[basename(dirname(path))] ?? grammar.other
  return allowed?.test(file) ? null : 'no kind of file that docs/map.md lists for this folder'
}

/**
 * Reads all of app/.
 * @returns one line per breach, which says where and what
 */
export function findBreaches(): string[] {
  const files = globSync('app/**/*.{ts,tsx,md}', { cwd: root }).map((path) => path.split(sep).join('/'))
  return files.sort().flatMap((path) => {
    const code = codeOf(readFileSync(join(root, path), 'utf8'))
    const isTest = /\.test\.tsx?$/.test(path)
    const misplaced = isTest ? [] : onlyIn.filter((rule) => rule.pattern.test(code) && !rule.in.test(path))
    const isBarrel = /\/index\.tsx?$/.test(path) && !path.startsWith('app/routes/')
    const badName = path.startsWith('app/features/') ? judgeName(path) : null
    return [
      ...misplaced.map(({ what }) => `${path}: ${what}, which is done in its own place only`),
      ...(isBarrel ? [`${path}: no barrel files`] : []),
      ...(badName ? [`${path}: ${badName}`] : []),
    ]
  })
}
