import { startVitest, type Vitest } from 'vitest/node'
import { command, endWithParent } from '../tools/processes.ts'
import { ensureBuilt } from './build.ts'
import { runChecks } from './check.ts'
import { ensureBrowser } from './chromium.ts'
import { createTimes } from './times.ts'

/**
 * `npm test`: runs the checks, then every test in one run. Arguments after `npm test --` choose files, as in
 * vitest; then the checks are left out. `npm run test:unit`, `test:database` and `test:browser` run one part each
 * (`--part`), without the checks.
 */

endWithParent(async () => {})

/** The projects of vitest.config.ts that each part runs. */
const parts: Record<string, string[]> = {
  unit: ['unit', 'component'],
  database: ['database'],
  browser: ['browser'],
}

/** Sets how many of the slowest files are printed. */
const slowest = 20

/** Prints the files that took longest, set-up and collection included. */
function printSlowest(vitest: Vitest): void {
  const files = vitest.state.getTestModules().map((module) => {
    const { collectDuration, setupDuration, environmentSetupDuration, duration } = module.diagnostic()
    const ms = collectDuration + setupDuration + environmentSetupDuration + duration
    return { ms, name: `${module.project.name}  ${module.relativeModuleId}` }
  })
  const shown = files.sort((a, b) => b.ms - a.ms).slice(0, slowest)
  console.log(`Slowest ${shown.length} of ${files.length} files:`)
  for (const { ms, name } of shown) console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`)
}

await command(async () => {
  const times = createTimes()
  const args = process.argv.slice(2)
  const [part, chosen] = args[0] === '--part' ? [args[1], args.slice(2)] : [undefined, args]
  const project = part === undefined ? undefined : parts[part]
  if (part !== undefined && !project) throw new Error(`There is no part "${part}" of the tests.`)
  if (part !== 'unit' && part !== 'database') ensureBrowser()
  const isWhole = part === undefined && chosen.length === 0
  // The build is mostly one process, so it takes the core that a check leaves idle; the tests' set-up finds it done.
  const [verdicts] = isWhole
    ? await Promise.all([times.take('checks', runChecks), times.take('build', () => ensureBuilt())])
    : [[]]
  const vitest = await times.take('tests', () =>
    startVitest('test', chosen, { run: true, watch: false, ...(project && { project }) }),
  )
  await vitest.close()
  const tests = vitest.state.getTestModules().flatMap((module) => [...module.children.allTests()])
  const broken = vitest.state.getTestModules().filter((module) => module.errors().length > 0).length
  const errors = vitest.state.getUnhandledErrors().length
  const passed =
    verdicts.filter((verdict) => verdict.passed).length +
    tests.filter((one) => one.result().state === 'passed').length
  const failed =
    verdicts.filter((verdict) => !verdict.passed).length +
    tests.filter((one) => one.result().state === 'failed').length +
    broken +
    errors
  if (chosen.length === 0) printSlowest(vitest)
  for (const { name } of verdicts.filter((verdict) => !verdict.passed))
    console.log(`Check not in order: ${name}`)
  console.log(`${times.print()}\n${passed} passed, ${failed} failed`)
  process.exit(failed === 0 && tests.length > 0 ? 0 : 1)
})
