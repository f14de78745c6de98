import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { StartError } from '../tools/processes.ts'
import { root } from '../tools/settings.ts'

/** Areas of the product, as folders of features, migrations and the names of tests begin with them. */
export const areas = globSync('*', { cwd: join(root, 'app/features') }).sort()

/** Tests of data and browser that ask something of every area, so that any change of one can break them. */
const always = [
  'supabase/tests/structure.test.ts',
  'supabase/tests/contract.test.ts',
  'supabase/tests/policies.test.ts',
  'e2e/specification-screens.test.ts',
]

/** Words with which the name of a test begins that belongs to no area. */
export const sharedWords = [
  'bench',
  'contract',
  'going-live',
  'growth',
  'launcher',
  'main-job',
  'policies',
  'races',
  'reads',
  'seed',
  'server',
  'shell',
  'specification',
  'stack',
  'structure',
  'survival',
]

/** Files that no test of data or browser depends on. */
const texts = /^(docs|deploy|bench)\/|^[^/]*\.md$|^\.ci\//

/** Lists the areas that the imports of a source name. */
function importedAreas(source: string): string[] {
  return [...new Set([...source.matchAll(/#features\/([a-z]+)\//g)].map(([, area = '']) => area))]
}

/**
 * Lists the areas to which a file belongs.
 * @param path from the project's folder
 * @param read returns the content of a file, '' when it was deleted
 * @returns 'all' for a file on which every area depends, such as the theme, the server and the embedded stack
 */
export function areasOf(path: string, read: (path: string) => string): string[] | 'all' {
  if (texts.test(path)) return []
  const [, named] =
    /^app\/features\/([a-z]+)\//.exec(path) ?? /^supabase\/migrations\/\d+_([a-z]+)_/.exec(path) ?? []
  if (named && areas.includes(named)) return [named]
  if (path.startsWith('app/routes/')) {
    const imported = importedAreas(read(path))
    return imported.length > 0 ? imported : 'all'
  }
  return 'all'
}

/** Tells whether a test of data or browser is one of an area: its name begins with the area's word. Of proofs, those are that use the site. */
const isOf = (area: string, path: string) =>
  new RegExp(`^${area}(-[a-z-]+)?${path.startsWith('e2e/') ? '(\\.proof)?' : ''}\\.test\\.ts$`).test(
    basename(path),
  )

/**
 * Lists the tests that changes can break: those of the areas of the changed files, and those that ask something of every area.
 * @param changed changed files, from the project's folder
 * @param tests all test files
 * @returns 'all' when a change reaches every area
 */
export function testsOf(
  changed: string[],
  tests: string[],
  read: (path: string) => string,
): string[] | 'all' {
  const chosen = new Set(tests.filter((path) => /^(scripts|app)\//.test(path) || always.includes(path)))
  for (const path of changed) {
    if (tests.includes(path)) {
      chosen.add(path)
      continue
    }
    const reached = areasOf(path, read)
    if (reached === 'all') return 'all'
    for (const area of reached) for (const one of tests) if (isOf(area, one)) chosen.add(one)
  }
  return [...chosen]
}

/**
 * Lists the areas that changes reach.
 * @returns areas with commas between, `all` when a change reaches every area
 */
export function reachedAreas(changed: string[], tests: string[], read: (path: string) => string): string {
  const reached = changed.filter((path) => !tests.includes(path)).map((path) => areasOf(path, read))
  return reached.includes('all') ? 'all' : [...new Set(reached.flat())].sort().join(',')
}

/**
 * Lists the tests that what changed since a commit, committed or not, can break.
 * @param base the commit, or a branch
 * @returns the tests, and the areas whose screens e2e/specification-screens.test.ts opens
 * @throws StartError when there is no such commit
 */
export function affectedTests(base: string): { tests: string[] | 'all'; areas: string } {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
      .split('\n')
      .filter((line) => line !== '')
  const list = () => {
    try {
      const [from = base] = git('merge-base', base, 'HEAD')
      return [...git('diff', '--name-only', from), ...git('ls-files', '--others', '--exclude-standard')]
    } catch {
      throw new StartError(
        `There is no commit "${base}" to compare with: name another, as in --affected HEAD~1.`,
      )
    }
  }
  const read = (path: string) => {
    try {
      return readFileSync(join(root, path), 'utf8')
    } catch {
      return ''
    }
  }
  const tests = globSync('{app,scripts,supabase,e2e}/**/*.test.{ts,tsx}', { cwd: root })
  const changed = list()
  return { tests: testsOf(changed, tests, read), areas: reachedAreas(changed, tests, read) }
}
