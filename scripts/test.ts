import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { startVitest, type Vitest } from 'vitest/node'
import { command, endWithParent, StartError } from '../tools/processes.ts'
import { affectedTests } from './affected-tests.ts'
import { ensureBuilt } from './build.ts'
import { runChecks } from './check.ts'
import { ensureBrowser } from './chromium.ts'
import { countCpuSeconds, printCpuSeconds } from './cpu-seconds.ts'
import { createTimes } from './times.ts'

/**
 * `npm test`: runs the checks, then everyday's tests; `npm run test:proof` (`--part proof`) runs the proofs. Arguments after
 * `npm test --` choose files of either kind, as in vitest; then the checks are left out. `--affected` chooses the files that the
 * changes since `main` can break (`--affected <commit>`: since that commit). `npm run test:unit`, `test:database` and
 * `test:browser` run one part of everyday's tests each, without the checks.
 */

endWithParent(async () => {})

/** The projects of vitest.config.ts that each part runs. */
const parts: Record<string, string[]> = {
  unit: ['unit', 'component'],
  database: ['database'],
  browser: ['browser'],
  proof: ['database', 'browser'],
}

/** Sets how many of the dearest files are printed. */
const dearest = 20

/**
 * Prints the files that cost most CPU seconds of their process and its browser, with the time that they took.
 * @param costs lines of seconds and path, as scripts/test-file.ts writes them
 */
function printDearest(vitest: Vitest, costs: string): void {
  const cpu = new Map(
    costs.split('\n').map((line) => {
      const [seconds, ...path] = line.split(' ')
      return [path.join(' '), Number(seconds)] as const
    }),
  )
  const files = vitest.state.getTestModules().map((module) => {
    const { collectDuration, setupDuration, environmentSetupDuration, duration } = module.diagnostic()
    const took = (collectDuration + setupDuration + environmentSetupDuration + duration) / 1000
    const name = `${module.project.name}  ${module.relativeModuleId}`
    return { spent: cpu.get(module.moduleId) ?? 0, took, name }
  })
  const shown = files.sort((a, b) => b.spent - a.spent || b.took - a.took).slice(0, dearest)
  console.log(`Dearest ${shown.length} of ${files.length} files, CPU seconds of tests and browser, time:`)
  for (const { spent, took, name } of shown)
    console.log(`${spent.toFixed(1).padStart(7)} ${took.toFixed(1).padStart(7)} s  ${name}`)
}

type Run = {
  /** Files as vitest chooses them, by a part of their path; empty for all. */
  chosen: string[]
  /** Projects of vitest.config.ts; undefined for all. */
  project: string[] | undefined
  /** Kind of the files in the projects, as vitest.config.ts reads it; undefined for both. */
  kind: 'everyday' | 'proof' | undefined
  withChecks: boolean
}

/**
 * Reads what the arguments ask for.
 * @throws StartError when they name no part of the tests
 */
function readRun([first, second, ...rest]: string[]): Run {
  if (first === '--part') {
    const project = parts[second ?? '']
    if (!project) throw new StartError(`There is no part "${second}" of the tests.`)
    const kind = second === 'proof' ? 'proof' : 'everyday'
    return { chosen: rest, project, kind, withChecks: false }
  }
  if (first === '--affected') {
    const { tests, areas } = affectedTests(second ?? 'main')
    process.env.SCREENS_OF = areas
    if (tests !== 'all') return { chosen: tests, project: undefined, kind: undefined, withChecks: true }
    return { chosen: [], project: undefined, kind: 'everyday', withChecks: true }
  }
  const chosen = [first, second, ...rest].filter((one) => one !== undefined)
  const isAll = chosen.length === 0
  return { chosen, project: undefined, kind: isAll ? 'everyday' : undefined, withChecks: isAll }
}

/** Counts the checks, tests, files and stray errors that passed and that failed. */
function countResults(vitest: Vitest, verdicts: { passed: boolean }[]) {
  const modules = vitest.state.getTestModules()
  const tests = modules.flatMap((module) => [...module.children.allTests()])
  const count = (state: string) => tests.filter((one) => one.result().state === state).length
  const passed = verdicts.filter((verdict) => verdict.passed).length + count('passed')
  const broken = modules.filter((module) => module.errors().length > 0).length
  const errors = broken + vitest.state.getUnhandledErrors().length
  const failed = verdicts.filter((verdict) => !verdict.passed).length + count('failed') + errors
  return { passed, failed, tests: tests.length }
}

await command(async () => {
  const times = createTimes()
  const stopCounting = countCpuSeconds()
  const { chosen, project, kind, withChecks } = readRun(process.argv.slice(2))
  if (kind) process.env.TEST_RUN = kind
  const cpuFile = join(mkdtempSync(join(tmpdir(), 'jouvay-cpu-')), 'files')
  writeFileSync(cpuFile, '')
  process.env.CPU_FILE = cpuFile
  if (project?.includes('browser') !== false) ensureBrowser()
  // The build is mostly one process, so it takes the core that a check leaves idle; the tests' set-up finds it done.
  const [verdicts] = withChecks
    ? await Promise.all([times.take('checks', runChecks), times.take('build', () => ensureBuilt())])
    : [[]]
  const vitest = await times.take('tests', () =>
    startVitest('test', chosen, { run: true, watch: false, ...(project && { project }) }),
  )
  await vitest.close()
  const { passed, failed, tests } = countResults(vitest, verdicts)
  if (kind) printDearest(vitest, readFileSync(cpuFile, 'utf8'))
  rmSync(dirname(cpuFile), { recursive: true })
  for (const { name } of verdicts.filter((verdict) => !verdict.passed))
    console.log(`Check not in order: ${name}`)
  const cpu = stopCounting()
  if (cpu.length > 0) console.log(printCpuSeconds(cpu))
  console.log(`${times.print()}\n${passed} passed, ${failed} failed`)
  process.exit(failed === 0 && tests > 0 ? 0 : 1)
})
