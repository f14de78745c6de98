import { startVitest } from 'vitest/node'
import { runChecks } from './check.ts'
import { ensureBrowser } from './chromium.ts'
import { command, endWithParent } from './processes.ts'
import { createTimes } from './times.ts'

/**
 * `npm test`: the checks, then every test in one run. Words after `npm test --` choose files, as in vitest; then the checks
 * are left out.
 */

endWithParent(async () => {})

await command(async () => {
  const times = createTimes()
  const chosen = process.argv.slice(2)
  ensureBrowser()
  const verdicts = chosen.length > 0 ? [] : await times.take('checks', runChecks)
  const vitest = await times.take('tests', () => startVitest('test', chosen, { run: true, watch: false }))
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
  for (const { name } of verdicts.filter((verdict) => !verdict.passed))
    console.log(`Check not in order: ${name}`)
  console.log(`${times.print()}\n${passed} passed, ${failed} failed`)
  process.exit(failed === 0 && tests.length > 0 ? 0 : 1)
})
