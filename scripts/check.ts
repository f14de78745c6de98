import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { command, endWithParent } from '../tools/processes.ts'
import { root } from '../tools/settings.ts'
import { findBreaches } from './floors.ts'

/** `npm run check`: runs every check that needs no running site. */

type Verdict = { name: string; passed: boolean; output: string; seconds: number }
type Check = { name: string; judge(): Promise<{ passed: boolean; output: string }> }

/** Runs a program of node_modules to its end and captures its output. */
function program(name: string, file: string, ...args: string[]): Check {
  return {
    name,
    judge: () =>
      new Promise((judged, failed) => {
        const script = /\.(c|m)?js$/.test(file)
        const child = spawn(script ? process.execPath : file, script ? [file, ...args] : args, {
          cwd: root,
          env: { ...process.env, NO_COLOR: '1' },
          stdio: ['ignore', 'pipe', 'pipe'],
        })
        let output = ''
        for (const stream of [child.stdout, child.stderr])
          stream.on('data', (data) => (output += String(data)))
        child.on('error', failed)
        child.on('close', (code) => judged({ passed: code === 0, output }))
        process.once('exit', () => child.kill())
      }),
  }
}

const modules = join(root, 'node_modules')
const functionsDir = join(root, 'supabase/functions')

const checks: Check[] = [
  program(
    'format and lint',
    join(modules, '@biomejs/biome/bin/biome'),
    'ci',
    '--colors=off',
    '--log-level=warn',
    '.',
  ),
  // The compiler's errors come from the same pass: the linter has read every type already, and tsc takes twice the time.
  program('lint and types', join(modules, '.bin/oxlint'), '--type-aware', '--type-check', '--quiet'),
  program(
    'dead code',
    join(modules, '.bin/knip'),
    '--exclude',
    'types',
    '--no-config-hints',
    '--no-progress',
  ),
  program(
    'imports',
    join(modules, 'dependency-cruiser/bin/dependency-cruiser.mjs'),
    '--config=.dependency-cruiser.mjs',
    ...[
      'app',
      'scripts',
      'e2e',
      'bench',
      'supabase',
      'tools',
      'server.ts',
      'vite.config.ts',
      'vitest.config.ts',
    ],
  ),
  {
    name: 'file names and places',
    judge: async () => {
      const breaches = findBreaches()
      return { passed: breaches.length === 0, output: breaches.join('\n') }
    },
  },
  program('generated types and advisors', process.execPath, join(root, 'scripts/database.ts'), 'check'),
  ...(existsSync(functionsDir)
    ? [program('edge functions', process.execPath, join(root, 'scripts/check-functions.ts'))]
    : []),
]

/** Runs all checks, two at a time, and prints each as it ends. @returns what each found */
export async function runChecks(): Promise<Verdict[]> {
  const waiting = [...checks]
  const verdicts: Verdict[] = []
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const from = performance.now()
      const { passed, output } = await check.judge()
      const seconds = (performance.now() - from) / 1000
      verdicts.push({ name: check.name, passed, output, seconds })
      console.log(`${passed ? 'ok    ' : 'FAILED'} ${check.name} (${seconds.toFixed(1)} s)`)
      if (!passed) console.log(`${output.trim()}\n`)
    }
  }
  await Promise.all([worker(), worker()])
  return verdicts
}

if (import.meta.main) {
  endWithParent(async () => {})
  await command(async () => {
    const failed = (await runChecks()).filter(({ passed }) => !passed)
    if (failed.length > 0) console.error(`Not in order: ${failed.map(({ name }) => name).join(', ')}.`)
    process.exit(failed.length === 0 ? 0 : 1)
  })
}
