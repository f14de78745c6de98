import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { identifyProcess } from '../supabase/embedded/process-identity.ts'
import { command, endWithParent, runToEnd } from '../tools/processes.ts'
import { root } from '../tools/settings.ts'
import { buildDoorWorker } from './bundle/door-worker.ts'
import { packFiles } from './bundle/pack-files.ts'

/** `npm run build`: builds the site when its sources changed since the last build. */

const sources = [
  'app/**/*',
  'public/**/*',
  'scripts/bundle/*.ts',
  'vite.config.ts',
  'remix.config.js',
  'tsconfig.json',
  'package-lock.json',
]

/** Hashes every file that the build reads. */
export function fingerprintSources(): string {
  const hash = createHash('sha256')
  const files = sources.flatMap((pattern) => globSync(pattern, { cwd: root, withFileTypes: true }))
  const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name))
  for (const path of paths.filter((path) => !/\.test\.tsx?$/.test(path)).sort()) {
    hash.update(path.slice(root.length)).update('\0').update(readFileSync(path)).update('\0')
  }
  return hash.digest('hex')
}

/** Tells whether the build in `folder` was made from the sources as they are now. */
export function isBuilt(folder: string): boolean {
  const stamp = join(folder, 'sources')
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprintSources()
}

/**
 * Builds the site unless its build is up to date. It builds into a temporary folder and moves that into place when it is
 * complete, so an interrupted build is never served.
 * @returns whether it had to build
 * @throws StartError when the sources can't be built
 */
export async function ensureBuilt(folder = join(root, 'build')): Promise<boolean> {
  for (const left of globSync('build.next-*', { cwd: root })) {
    if (!identifyProcess(Number(left.split('-').at(-1))))
      rmSync(join(root, left), { recursive: true, force: true })
  }
  if (isBuilt(folder)) return false
  const fingerprint = fingerprintSources()
  const next = join(root, `build.next-${process.pid}`)
  // Gives V8's young generation 32 MB: a build allocates many short-lived objects, and copying them costs time.
  const NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --max-semi-space-size=32`
  const env = { BUILD_DIR: `build.next-${process.pid}`, NODE_ENV: 'production', NODE_OPTIONS }
  await runToEnd({ name: 'build', file: 'scripts/build.ts', args: ['--child'], env })
  writeFileSync(join(next, 'sources'), fingerprint)
  rmSync(folder, { recursive: true, force: true })
  renameSync(next, folder)
  return true
}

if (import.meta.main && process.argv.includes('--child')) {
  endWithParent(async () => {})
  const { cli } = await import('@remix-run/dev')
  await cli.run(['vite:build', root, '--logLevel', 'warn'])
  const folder = join(root, process.env.BUILD_DIR ?? 'build')
  await buildDoorWorker(folder)
  await packFiles(join(folder, 'client'))
  process.disconnect?.()
  process.exit(0)
} else if (import.meta.main) {
  await command(async () => {
    const from = performance.now()
    const built = await ensureBuilt()
    console.log(
      built ? `Built in ${((performance.now() - from) / 1000).toFixed(1)} s.` : 'The build is up to date.',
    )
  })
}
